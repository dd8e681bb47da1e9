package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// picture measures how long it takes from a press in one browser until the
// other one has drawn the new position, moves of all kinds after each other.
func (b *run) picture() error {
	b.r.section("From a press to the other's picture")
	s, err := b.serve()
	if err != nil {
		return err
	}
	defer s.Kill()
	browser, err := rig.NewBrowser(context.Background(), rig.OfMachine)
	if errors.Is(err, rig.ErrNoBrowser) {
		b.r.line("not measured: " + err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	defer browser.Close()
	two, err := sitDown(s, browser)
	if err != nil {
		return err
	}
	var took []time.Duration
	for len(took) < presses {
		d, err := two.press()
		if err != nil {
			return err
		}
		took = append(took, d)
	}
	slices.Sort(took)
	b.r.line("", "median", "95 of 100", "longest")
	b.r.line(fmt.Sprintf("%d presses, two chromiums, one machine", presses), ms(took[presses/2]), ms(took[presses*95/100]), ms(took[presses-1]))
	return nil
}

const presses = 100

// pair is two people at one table, each in a browser of their own.
type pair [2]*rig.Session

func sitDown(s *rig.Server, browser *rig.Browser) (*pair, error) {
	var p pair
	for i, name := range []string{"Ada", "Ben"} {
		var err error
		if p[i], err = browser.NewSession(rig.Emulation{}); err != nil {
			return nil, err
		}
		if err := p[i].SignIn(s.URL, name); err != nil {
			return nil, err
		}
	}
	var made rig.State
	if err := p[0].Post("/games", map[string]any{"scenario": json.RawMessage(richFriends)}, &made); err != nil {
		return nil, err
	}
	if err := p[1].Post("/games/"+made.Game+"/seats", map[string]any{}, nil); err != nil {
		return nil, err
	}
	for _, who := range p {
		if err := who.Open(s.URL + "/games/" + made.Game); err != nil {
			return nil, err
		}
		if _, err := rig.Eval[bool](who, noting); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// richFriends can afford everything, so that the game goes on.
const richFriends = `{"edition": "us-classic", "rulebook": "us", "options": {"rent.auto_claim": true},
	"players": [{"name": "Ada", "cash": 90000}, {"name": "Ben", "cash": 90000}]}`

// noting has a page note when it had drawn which position.
const noting = `(() => { window.drawn = [];
	document.addEventListener("htmx:after:swap", () => { const seq = +document.getElementById("table").dataset.seq;
		requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => drawn.push([seq, performance.timeOrigin + performance.now()]); c.port2.postMessage(0); }); });
	return true })()`

// pressing presses the first button that goes on and returns when and on which position.
const pressing = `(() => { const go = ["roll", "buy", "end_turn", "pay_debt", "pay_fine", "choose_tax", "choose_card"];
	const b = [...document.querySelectorAll("button[name=move]")].filter(b => go.includes(b.value) && b.ariaDisabled !== "true").sort((x, y) => go.indexOf(x.value) - go.indexOf(y.value))[0];
	if (!b) return [0, 0];
	const at = performance.timeOrigin + performance.now(), seq = +document.getElementById("table").dataset.seq;
	b.click(); return [seq, at] })()`

// press makes one move of the player to decide and times the other's picture.
func (p *pair) press() (time.Duration, error) {
	for try := range 400 {
		mover, other := p[try%2], p[1-try%2]
		at, err := rig.Eval[[]float64](mover, pressing)
		if err != nil {
			return 0, err
		}
		if at[1] == 0 {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		newer := fmt.Sprintf("drawn.find(d => d[0] > %.0f)", at[0])
		if err := other.Await(newer); err != nil {
			return 0, err
		}
		drawn, err := rig.Eval[float64](other, newer+"[1]")
		if err != nil {
			return 0, err
		}
		if err := mover.Await(newer); err != nil {
			return 0, err
		}
		return time.Duration((drawn - at[1]) * float64(time.Millisecond)), nil
	}
	return 0, errors.New("nobody is asked anything")
}
