// Film records a game as frames: it presses what the page offers, at the speed of a
// person, and takes a picture as often as it can, wide and narrow, light and dark,
// in both languages, with full and with calm motion.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// take is a recording.
type take struct {
	name      string
	emulation rig.Emulation
}

var takes = []take{
	{"desk.light.en.full", rig.Emulation{Width: 1440, Height: 900, Motion: true, Language: "en"}},
	{"phone.dark.de.full", rig.Emulation{Width: 390, Height: 844, Touch: true, Motion: true, Dark: true, Language: "de"}},
	{"desk.dark.de.calm", rig.Emulation{Width: 1440, Height: 900, Dark: true, Language: "de"}},
	{"phone.light.en.calm", rig.Emulation{Width: 390, Height: 844, Touch: true, Language: "en"}},
	{"lying.light.en.full", rig.Emulation{Width: 844, Height: 390, Touch: true, Motion: true, Language: "en"}},
}

func main() {
	long := flag.Duration("for", 40*time.Second, "how long each take is, or until the game is over")
	only := flag.String("only", "", "the name of one take")
	flag.Parse()
	dir := ".screenshots/film"
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if err := record(dir, *only, *long); err != nil {
		fmt.Fprintln(os.Stderr, "film:", err)
		os.Exit(1)
	}
}

func record(dir, only string, long time.Duration) error {
	if only != "" && !slices.ContainsFunc(takes, func(t take) bool { return t.name == only }) {
		return fmt.Errorf("-only %s: there is no such take", only)
	}
	tmp, err := os.MkdirTemp("", "bankhalter-film-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	ctx := context.Background()
	binary, err := rig.Build(ctx, tmp)
	if err != nil {
		return err
	}
	s, err := rig.Start(rig.Options{Binary: binary, DB: filepath.Join(tmp, "film.db")})
	if err != nil {
		return err
	}
	defer s.Kill()
	b, err := rig.NewBrowser(ctx, rig.OfMachine)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, take := range takes {
		if only != "" && only != take.name {
			continue
		}
		p, err := b.NewSession(take.emulation)
		if err != nil {
			return err
		}
		n, err := shoot(p, s.URL, filepath.Join(dir, take.name), long)
		p.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", take.name, err)
		}
		fmt.Printf("%s: %d frames\n", take.name, n)
	}
	return nil
}

// next presses a button of the decision, as one does who plays quickly: one of the
// usual moves, or else the first that is there.
const next = `["claim_rent", "roll", "buy", "bid", "pay_debt", "end_turn", "pay_fine", "reject_trade"].map(m =>
	document.querySelector("#act button[name=move][value=" + m + "]:not([aria-disabled]), #act form:has([name=move][value=" + m + "]) button:not([aria-disabled])"))
	.concat(...document.querySelectorAll("#act .choice form:not([data-draft]) button:not([aria-disabled])")).find(b => b?.checkVisibility())?.click(), !document.querySelector(".page.live")`

func shoot(p *rig.Session, url, dir string, long time.Duration) (frames int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // pictures for everyone
		return 0, err
	}
	if err := p.Open(url + "/"); err != nil {
		return 0, err
	}
	if err := p.Follow("#m-quick"); err != nil {
		return 0, err
	}
	if err := p.Await("document.querySelector('.page.live')"); err != nil {
		return 0, err
	}
	began := time.Now()
	for pressed := began; time.Since(began) < long; {
		if time.Since(pressed) > 2500*time.Millisecond {
			pressed = time.Now()
			if over, err := rig.Eval[bool](p, next); err != nil || over {
				return frames, err
			}
		}
		picture, err := p.Screenshot()
		if err != nil {
			return frames, err
		}
		name := fmt.Sprintf("%04d.%05dms.png", frames, time.Since(began).Milliseconds())
		if err := os.WriteFile(filepath.Join(dir, name), picture, 0o644); err != nil { //nolint:gosec // pictures for everyone
			return frames, err
		}
		frames++
	}
	return frames, nil
}
