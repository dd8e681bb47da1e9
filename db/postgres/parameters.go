package postgres

import (
	"strconv"
	"strings"
)

// numbered writes the question marks of a query as PostgreSQL has its parameters:
// $1, $2 and so on.
func numbered(query string) string {
	var b strings.Builder
	n := 0
	for i, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		b.WriteByte('$')
		if i+1 < len(query) && '0' <= query[i+1] && query[i+1] <= '9' {
			continue // it has its number
		}
		n++
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
