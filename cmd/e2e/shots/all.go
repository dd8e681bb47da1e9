package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// story is a page of the gallery of a server in development.
type story struct {
	Name, Section, Path string
}

// everything draws the whole gallery and a played game in all widths, schemes
// and languages that the looks name.
type everything struct {
	dir  string
	only *regexp.Regexp
	s    *rig.Server
	p    *rig.Session
	n    int

	large *rig.Session // reads letters twice as large
}

// allWidths are a phone's, a tablet's and a desk's.
var allWidths = []struct{ wide, high int64 }{{360, 740}, {768, 1024}, {1440, 900}}

func drawAll(ctx context.Context, b *rig.Browser, s *rig.Server, dir string, only *regexp.Regexp) error {
	p, err := b.NewSession(rig.Emulation{})
	if err != nil {
		return err
	}
	defer p.Close()
	big, err := rig.NewBrowserFor(ctx, rig.OfMachine, 32)
	if err != nil {
		return err
	}
	defer big.Close()
	large, err := big.NewSession(rig.Emulation{})
	if err != nil {
		return err
	}
	defer large.Close()
	a := &everything{dir: dir, only: only, s: s, p: p, large: large}
	if err := a.draw(ctx); err != nil {
		return err
	}
	fmt.Printf("%d pictures in %s\n", a.n, dir)
	return nil
}

func (a *everything) draw(ctx context.Context) error {
	list, err := stories(ctx, a.s)
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := a.page(one.Section+"/"+one.Name, one.Path); err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		if err := a.modes(one.Section+"/"+one.Name, one.Path); err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
	}
	for name, path := range map[string]string{
		"lobby": "/", "new": "/games/new", "boards": "/editions", "board": "/editions/mega", "rules": "/rules", "rulebook": "/rules/standard", "sign-in": "/players",
	} {
		if err := a.page("around/"+name, path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if a.only.String() != "" && !strings.Contains(a.only.String(), "game-") {
		return nil
	}
	if err := a.p.SignIn(a.s.URL, "Ada"); err != nil {
		return err
	}
	for _, board := range []string{"german-classic", "mega"} {
		if err := a.played(board); err != nil {
			return err
		}
	}
	return nil
}

// modes takes the pictures for people whose browsers are set up for something:
// their own colours, more contrast, paper, letters twice as large.
func (a *everything) modes(name, path string) error {
	desk := rig.Emulation{Width: 1440, Height: 900, Language: "de"}
	forced, night, contrast, paper := desk, desk, desk, desk
	forced.Forced, night.Forced, night.Dark, contrast.Contrast = true, true, true, true
	paper.Print, paper.Width, paper.Height = true, 718, 1015
	phone := rig.Emulation{Width: 360, Height: 740, Language: "de"}
	for _, m := range []struct {
		mode      string
		emulation rig.Emulation
		p         *rig.Session
	}{
		{"forced", forced, a.p}, {"forced-dark", night, a.p}, {"contrast", contrast, a.p}, {"paper", paper, a.p},
		{"large", desk, a.large}, {"large-phone", phone, a.large},
	} {
		file := name + "." + m.mode + ".png"
		if !a.only.MatchString(file) {
			continue
		}
		if err := a.shoot(m.p, file, path, m.emulation); err != nil {
			return err
		}
	}
	return nil
}

func stories(ctx context.Context, s *rig.Server) ([]story, error) {
	a, err := rig.NewClient(s.URL).Do(ctx, "GET", "/gallery", nil)
	if err != nil {
		return nil, err
	}
	var list struct{ Stories []story }
	if err := json.Unmarshal(a.Body, &list); err != nil {
		return nil, fmt.Errorf("the gallery answered %d: %w", a.Status, err)
	}
	return list.Stories, nil
}

// page takes the pictures of one address that match the pattern.
func (a *everything) page(name, path string) error {
	for _, language := range []string{"de", "en"} {
		for _, w := range allWidths {
			for _, scheme := range []string{"light", "dark"} {
				file := fmt.Sprintf("%s.%s.%d.%s.png", name, language, w.wide, scheme)
				if !a.only.MatchString(file) {
					continue
				}
				emulation := rig.Emulation{Width: w.wide, Height: w.high, Dark: scheme == "dark", Language: language}
				if err := a.shoot(a.p, file, path, emulation); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// shoot takes one picture: of the window, or of the whole printed page.
func (a *everything) shoot(p *rig.Session, file, path string, emulation rig.Emulation) error {
	if err := p.Emulate(emulation); err != nil {
		return err
	}
	if err := p.Open(a.s.URL + path); err != nil {
		return err
	}
	time.Sleep(80 * time.Millisecond) // the first paint
	take := p.Screenshot
	if emulation.Print {
		take = p.FullScreenshot
	}
	png, err := take()
	if err != nil {
		return err
	}
	to := filepath.Join(a.dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // pictures for everyone
		return err
	}
	a.n++
	return os.WriteFile(to, png, 0o644) //nolint:gosec // a picture for everyone
}
