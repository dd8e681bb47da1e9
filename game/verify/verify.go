package verify

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// book is an export while it is checked.
type book struct {
	f     *export.File
	st    *setup.Setup
	start game.State

	lines   []export.Line // of the events
	events  []game.Event  // a hidden one is NoEvent
	hidden  int
	unseen  uint32    // the first hidden event
	end     game.Fold // after the last event
	whole   bool      // every event of the file could be folded
	proofs  []export.Line
	seed    *export.SeedProof
	none    *export.NoProof
	moves   []export.MoveProof
	odd     *export.Line // a proof that cannot be read
	commits string       // the commitment in the first event

	pf1        bool // draws follow the protocol
	botVersion int  // of the computer players, 0 if not recorded
	signed     []export.HeadProof
	taken      bool // from another server on its way
}

// Export checks an export, also against heads of its log kept elsewhere.
// The error is a sentence: edition, rulebook and options of the header are
// not playable at all.
func Export(f *export.File, kept ...export.HeadProof) (*Report, error) {
	b := &book{f: f}
	if err := b.open(); err != nil {
		return nil, err
	}
	form := b.safely(Format, b.form)
	log := b.safely(Log, b.fold)
	b.whole = form.Result == Pass && log.Result == Pass
	b.readProofs()
	rules, bots, draws := b.play()
	r := &Report{
		Game: f.Header.Game, Title: f.Header.Title, Edition: b.st.Edition.ID, Rulebook: b.st.Rulebook,
		Players: int(b.start.NumSeats), Status: wire.StatusName(b.end.Status), Software: f.Header.Software,
		Commitment: b.commits, Events: len(b.events), Hidden: b.hidden, Moves: len(b.moves),
		Checks: []Check{form, log, b.safely(State, b.state), b.safely(Money, b.money), rules, bots},
	}
	if b.pf1 {
		b.proved(r, kept)
	} else {
		r.Checks = append(r.Checks, b.safely(Seed, b.commitment), draws)
	}
	for _, line := range b.lines {
		r.Lines = append(r.Lines, line.JSON)
	}
	if rules.Result == Pass {
		r.Told = b.moves
	}
	if key, _ := b.key(); !b.pf1 && r.Committed() && b.seed.Luck != export.LuckByGame {
		r.Key = &key
	}
	r.judge(b)
	return r, nil
}

// proved adds the checks of the protocol to the report.
func (b *book) proved(r *Report, kept []export.HeadProof) {
	p := b.follow()
	r.Protocol = fair.Protocol
	r.Checks = append(append(r.Checks, p.checks()...), b.safely(Heads, func() Check { return p.heads(kept) }))
	if p.fair != nil {
		r.Tally = p.tally()
		head := fair.Head{Game: b.f.Header.Game, Seq: uint32(p.until), Hash: p.hashAt(uint32(p.until))}
		r.Head = &Head{head, head.Hash.Fingerprint()}
	}
}

// open makes the state before the first event from the header. A panic is a fault
// of the header, as it is untrusted.
func (b *book) open() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("header: it makes no sense: %v", p)
		}
	}()
	h := &b.f.Header
	ed, err := edition.ParseStored(h.Edition)
	if err != nil {
		return fmt.Errorf("header: edition: %w", err)
	}
	if b.st, err = setup.New(ed, h.Rulebook, h.Options); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	n := len(h.Players)
	if h.Status != wire.StatusName(game.InLobby) && n == 0 || n > game.MaxSeats || h.Banker < 0 || int(h.Banker) >= max(1, n) {
		return errors.New("header: these players cannot sit at a table")
	}
	for i, p := range h.Players {
		if p.Seat != game.Seat(i) {
			return fmt.Errorf("header: the players do not sit in order at seat %d", i)
		}
	}
	if len(h.Scenario) == 0 {
		b.start = game.NewState(b.st.Rules, n, h.Banker, h.BankerOnly)
	} else if err := b.openSandbox(); err != nil {
		return fmt.Errorf("header: scenario: %w", err)
	}
	b.end = game.NewFold(&b.start)
	return nil
}

// openSandbox takes the position of the scenario, but board and rules of the
// header: those that this program knows by the same name may be newer.
func (b *book) openSandbox() error {
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(b.f.Header.Scenario, &doc); err != nil {
		return err
	}
	if doc == nil {
		return errors.New("no object")
	}
	options, err := json.Marshal(b.st.Options)
	if err != nil {
		return err
	}
	rulebook, err := json.Marshal(b.st.Rulebook)
	if err != nil {
		return err
	}
	doc["edition"], doc["rulebook"], doc["options"] = b.f.Header.Edition, rulebook, options
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	sc, err := scenario.Load(text, "")
	if err != nil {
		return err
	}
	st, start, _, _, err := sc.Start()
	if err != nil {
		return err
	}
	if int(start.NumSeats) != len(b.f.Header.Players) {
		return fmt.Errorf("%d players, but the header has %d", start.NumSeats, len(b.f.Header.Players))
	}
	b.st, b.start = st, start
	return nil
}

func (b *book) sandbox() bool { return len(b.f.Header.Scenario) > 0 }

// safely runs a check of an untrusted file: a panic of the check
// is a fault of the file.
func (b *book) safely(name string, check func() Check) (c Check) {
	defer func() {
		if p := recover(); p != nil {
			c = Check{Result: Fail, Detail: fmt.Sprintf("the log makes no sense: %v", p)}
		}
		c.Name = name
	}()
	return check()
}

func pass(format string, args ...any) Check {
	return Check{Result: Pass, Detail: fmt.Sprintf(format, args...)}
}

func none(format string, args ...any) Check {
	return Check{Result: None, Detail: fmt.Sprintf(format, args...)}
}

// fail names the event at fault, and its line if it has one.
func (b *book) fail(seq uint32, format string, args ...any) Check {
	c := Check{Result: Fail, Detail: fmt.Sprintf(format, args...), Seq: seq}
	if seq > 0 && int(seq) <= len(b.lines) {
		c.Line = b.lines[seq-1].Number
	}
	return c
}

// notWhole is returned for the checks that need the whole log.
func notWhole() Check { return none("not checked: the log is not whole") }
