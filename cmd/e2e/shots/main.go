// Shots draws the pictures of the README: the pages of a real server, in both
// languages, wide and narrow, light and dark.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

func main() {
	all := flag.Bool("all", false, "besides the README's, the whole gallery and a played game into the folder all")
	only := flag.String("only", "", "of all, what fits this pattern; nothing for the README")
	flag.Parse()
	dir := ".screenshots"
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if err := shoot(dir, *all, *only); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

// inReadme are the pictures that the README shows.
var inReadme = []string{
	"table.en.1440.light.png", "table.de.1440.dark.png",
	"lobby.en.360.light.png", "table.en.360.light.png", "auction.de.360.dark.png", "trade.de.360.light.png", "result.en.360.light.png",
}

// widths are a phone's and a desk's.
var widths = []struct{ wide, high int64 }{{360, 740}, {1440, 900}}

func shoot(dir string, all bool, only string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // pictures for everyone
		return err
	}
	tmp, err := os.MkdirTemp("", "bankhalter-shots-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	ctx := context.Background()
	binary, err := rig.Build(ctx, tmp)
	if err != nil {
		return err
	}
	s, err := rig.Start(rig.Options{
		Binary: binary, DB: filepath.Join(tmp, "shots.db"),
		Args: []string{"--dev", "--bot-pause", "0", "--claim-grace", "0", "--rate", "0", "--requests", "0", "--moves", "0", "--connections", "0", "--streams-per-table", "0", "--public-url", "http://play.example.org"},
	})
	if err != nil {
		return err
	}
	defer s.Kill()
	b, err := rig.NewBrowser(ctx, rig.OfMachine)
	if err != nil {
		return err
	}
	defer b.Close()
	if all {
		if err := drawAll(ctx, b, s, filepath.Join(dir, "all"), pattern); err != nil {
			return err
		}
	}
	if only != "" {
		return nil
	}
	for _, language := range []string{"de", "en"} {
		st := &studio{dir: dir, s: s, language: language}
		if err := st.lobby(ctx, b); err != nil {
			return fmt.Errorf("lobby, %s: %w", language, err)
		}
		if err := st.tables(ctx, b); err != nil {
			return fmt.Errorf("tables, %s: %w", language, err)
		}
	}
	return nil
}

// studio draws the pages in one language.
type studio struct {
	dir      string
	s        *rig.Server
	language string
}

// lobby is a newcomer's view while others wait for players.
func (st *studio) lobby(ctx context.Context, b *rig.Browser) error {
	host := rig.NewClient(st.s.URL)
	if err := host.SignUp(ctx, "Ben"); err != nil {
		return err
	}
	if _, err := host.Create(ctx, map[string]any{"edition": editions[st.language], "players": 4, "title": titles[st.language]}); err != nil {
		return err
	}
	p, err := b.NewSession(rig.Emulation{Language: st.language})
	if err != nil {
		return err
	}
	defer p.Close()
	return st.draw(p, scene{"lobby", "/"})
}

// tables are the pages of games.
func (st *studio) tables(ctx context.Context, b *rig.Browser) error {
	p, err := b.NewSession(rig.Emulation{Language: st.language})
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.SignIn(st.s.URL, "Ada"); err != nil {
		return err
	}
	pages, err := scenes(ctx, p, st.s, st.language)
	if err != nil {
		return err
	}
	for _, page := range pages {
		if err := st.draw(p, page); err != nil {
			return err
		}
	}
	return nil
}

// draw takes the pictures of one page.
func (st *studio) draw(p *rig.Session, page scene) error {
	for _, w := range widths {
		for _, dark := range []bool{false, true} {
			scheme := "light"
			if dark {
				scheme = "dark"
			}
			name := fmt.Sprintf("%s.%s.%d.%s.png", page.name, st.language, w.wide, scheme)
			if !slices.Contains(inReadme, name) {
				continue
			}
			if err := p.Emulate(rig.Emulation{Width: w.wide, Height: w.high, Dark: dark, Language: st.language}); err != nil {
				return err
			}
			if err := p.Open(st.s.URL + page.path); err != nil {
				return err
			}
			time.Sleep(150 * time.Millisecond) // the first paint
			png, err := p.Screenshot()
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(st.dir, name), png, 0o644); err != nil { //nolint:gosec // a picture for everyone
				return err
			}
			fmt.Println(filepath.Join(st.dir, name))
		}
	}
	return nil
}

type scene struct{ name, path string }

// scenes sets the tables up that are drawn.
func scenes(ctx context.Context, p *rig.Session, s *rig.Server, language string) ([]scene, error) {
	table, err := sandbox(ctx, p, s, language, []rig.Move{{"move": "roll"}})
	if err != nil {
		return nil, err
	}
	auction, err := sandbox(ctx, p, s, language, []rig.Move{{"move": "roll"}, {"move": "decline"}})
	if err != nil {
		return nil, err
	}
	trade, err := sandbox(ctx, p, s, language, nil)
	if err != nil {
		return nil, err
	}
	result, err := finished(ctx, p, s, language)
	if err != nil {
		return nil, err
	}
	return []scene{
		{"table", "/games/" + table},
		{"auction", "/games/" + auction},
		{"trade", "/games/" + trade + "?trade=3#trade"},
		{"result", "/games/" + result},
	}, nil
}

// sandbox puts the position of the pictures on a table and lets Ada move.
func sandbox(ctx context.Context, p *rig.Session, s *rig.Server, language string, moves []rig.Move) (string, error) {
	var doc map[string]any
	if err := json.Unmarshal([]byte(position), &doc); err != nil {
		return "", err
	}
	if language == "de" {
		doc["edition"], doc["rulebook"] = "german-classic", "standard"
	}
	var made rig.State
	if err := p.Post("/games", map[string]any{"scenario": doc, "title": titles[language]}, &made); err != nil {
		return "", err
	}
	for _, name := range []string{"Ben", "Cleo", "Dora"} {
		c := rig.NewClient(s.URL)
		if err := c.SignUp(ctx, name); err != nil {
			return "", err
		}
		if err := c.Join(ctx, made.Game); err != nil {
			return "", err
		}
	}
	for _, m := range moves {
		if err := p.Post("/games/"+made.Game+"/moves", m, nil); err != nil {
			return "", err
		}
	}
	return made.Game, nil
}

var editions = map[string]string{"de": "german-classic", "en": "us-classic"}

var titles = map[string]string{"de": "Freitagsrunde", "en": "Friday night"}

// finished lets computer players play a game to its end.
func finished(ctx context.Context, p *rig.Session, s *rig.Server, language string) (string, error) {
	var made rig.State
	if err := p.Post("/games", map[string]any{
		"edition": editions[language], "players": 4, "bots": []string{"default", "trader", "builder", "cautious"}, "title": titles[language],
	}, &made); err != nil {
		return "", err
	}
	if err := p.Post("/games/"+made.Game+"/start", map[string]any{}, nil); err != nil && !strings.Contains(err.Error(), "409") {
		return "", err
	}
	watcher := rig.NewClient(s.URL)
	for range 1200 {
		g, err := watcher.State(ctx, made.Game)
		if err != nil {
			return "", err
		}
		if g.Status == "finished" {
			return made.Game, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", fmt.Errorf("the game %s did not end within a minute", made.Game)
}

// position is a game in its middle: Ada, to move, is about to reach a lot that
// completes her red group.
const position = `{"edition": "us-classic", "rulebook": "us",
	"players": [
		{"name": "Ada", "cash": 640, "space": 15, "deeds": [{"space": 1, "mortgaged": true}, {"space": 3}, {"space": 12}, {"space": 15}, {"space": 21}, {"space": 23}]},
		{"name": "Ben", "cash": 388, "space": 10, "jailed": true, "jail_turn": 1, "deeds": [{"space": 16, "houses": 3}, {"space": 18, "houses": 2}, {"space": 19, "houses": 3}, {"space": 5}, {"space": 26}]},
		{"name": "Cleo", "cash": 905, "space": 36, "jail_cards": ["chest"], "deeds": [{"space": 6, "hotel": true}, {"space": 8, "houses": 4}, {"space": 9, "houses": 4}, {"space": 25}, {"space": 29}]},
		{"name": "Dora", "cash": 1120, "space": 0, "deeds": [{"space": 11, "mortgaged": true}, {"space": 13}, {"space": 28}, {"space": 31}, {"space": 32}, {"space": 37}]}],
	"turn": 0,
	"dice": [[4, 5]]}`
