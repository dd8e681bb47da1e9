package table

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game/account"
)

// maxTitle is the longest title of a table, in characters.
const maxTitle = 60

// cleanTitle checks the title of a table with account.CleanText; it may be empty.
func cleanTitle(title string) (string, error) {
	if strings.TrimSpace(title) == "" {
		return "", nil
	}
	return account.CleanText("title", title, maxTitle)
}

// uniqueName appends a number if the name is taken at the table,
// or one that could be taken for it.
func uniqueName(name string, seats []Seat) string {
	taken := func(name string) bool {
		bones := account.Skeleton(name)
		for _, s := range seats {
			if strings.EqualFold(s.Name, name) || account.Skeleton(s.Name) == bones || s.SubName != "" && account.Skeleton(s.SubName) == bones {
				return true
			}
		}
		return false
	}
	if !taken(name) {
		return name
	}
	for n := 2; ; n++ {
		suffix := " " + strconv.Itoa(n)
		base := []rune(name)
		if over := len(base) + len(suffix) - account.MaxName; over > 0 {
			base = base[:len(base)-over]
		}
		if try := strings.TrimRight(string(base), " ") + suffix; !taken(try) {
			return try
		}
	}
}
