package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/strictjson"
)

// Scenario is a document that can be played. It is immutable: Start and Run may
// be called as often as one likes, with the same outcome.
type Scenario struct {
	Name string

	st      *setup.Setup
	refused *setup.Error // the reason for refusing START at once
	names   []string
	state   game.State
	fromTop bool // begins at START
	script  script
	steps   []json.RawMessage
}

// Setup is the edition, rulebook and options of the scenario.
func (sc *Scenario) Setup() *setup.Setup { return sc.st }

// Start is the state in which the scenario begins and its luck, for a table of
// its own. Where it begins at START the state is still in the lobby. The error
// is *setup.Error, and only for a scenario whose START would be refused for it.
func (sc *Scenario) Start() (*setup.Setup, game.State, game.Luck, []string, error) {
	if sc.refused != nil {
		return nil, game.State{}, nil, nil, sc.refused
	}
	return sc.st, sc.state, sc.luck(), slices.Clone(sc.names), nil
}

var (
	topKeys = []string{
		"name", "seed", "edition", "rulebook", "options", "banker", "banker_only", "from", "players",
		"turn", "throw", "bank", "sold_elsewhere", "dice", "decks", "tickets", "deal", "claims", "debts", "moves",
	}
	positionKeys = []string{"turn", "throw", "bank", "sold_elsewhere", "claims", "debts"}
)

const (
	maxSize  = 1 << 20
	maxDepth = 24
	maxText  = 200
	maxMoves = 10000
	maxList  = 10000
)

// Load reads a scenario. An edition given as a path is looked for relative to
// dir; with an empty dir paths are refused. The error is *Unplayable.
func Load(data []byte, dir string) (*Scenario, error) {
	if len(data) > maxSize {
		return nil, &Unplayable{Reasons: []string{fmt.Sprintf("the document is longer than %d bytes", maxSize)}}
	}
	tree, err := strictjson.Parse(data, maxDepth)
	if err != nil {
		return nil, &Unplayable{Reasons: []string{err.Error()}}
	}
	c := &complaints{}
	top := node{c: c, v: tree}
	if tree == nil {
		top.bad("a scenario is an object")
	}
	if !top.object(topKeys...) {
		return nil, c.err()
	}
	sc := &Scenario{Name: top.get("name").text()}
	sc.readFrom(top)
	sc.readSetup(top, dir)
	if sc.st == nil {
		return nil, c.err()
	}
	sc.readPosition(top)
	sc.readScript(top)
	sc.readSteps(top.get("moves"))
	if err := c.err(); err != nil {
		return nil, err
	}
	return sc, nil
}

func (sc *Scenario) readFrom(top node) {
	from := top.get("from")
	if !from.has() {
		if deal := top.get("deal"); deal.has() {
			deal.bad(`deeds are dealt at START: say "from": "start"`)
		}
		return
	}
	if from.text() != "start" {
		from.bad(`must be "start"`)
		return
	}
	sc.fromTop = true
	for _, key := range positionKeys {
		if n := top.get(key); n.has() {
			n.bad("a game from START has no position")
		}
	}
}

func (sc *Scenario) readSetup(top node, dir string) {
	options := map[string]any{}
	if n := top.get("options"); n.has() {
		o, ok := n.v.(*strictjson.Object)
		if !ok {
			n.bad("must be an object")
			o = &strictjson.Object{}
		}
		for _, key := range o.Keys {
			options[key] = o.Members[key]
		}
	}
	ed := readEdition(top.get("edition"), dir)
	rulebook := top.get("rulebook").text()
	if ed == nil {
		return
	}
	st, err := setup.New(ed, rulebook, options)
	for !sc.fromTop && begun(options, err) {
		st, err = setup.New(ed, rulebook, options)
	}
	sc.st = st
	if err == nil {
		return
	}
	var wrong *setup.Error
	switch known := errors.As(err, &wrong); {
	case !known, st == nil:
		top.get("rulebook").bad("%v", err)
	case sc.fromTop:
		sc.refused = wrong
	case wrong.Rule == game.RSetup8: // the closing hour is agreed before START; a position is past it
	default:
		top.get("options").bad("%v", wrong)
	}
}

// begun takes the demands of START out of the options of a position, which is
// past it: time up may be set without the deal that belongs to it there, and the
// deal is over. It reports whether that changed anything.
func begun(options map[string]any, err error) bool {
	wrong, ok := errors.AsType[*setup.Error](err)
	if !ok || wrong.Rule != game.RQuick4 && wrong.Rule != game.RQuick5 {
		return false
	}
	value, set := options[wrong.Option]
	switch {
	case !set:
		return false
	case wrong.Option == "end_time" && options["short"] == nil && options["house.time_limit"] == nil:
		options["house.time_limit"] = value
	case wrong.Option != "deal2":
		return false
	}
	delete(options, wrong.Option)
	return true
}

// readEdition finds the edition: an id, a path or the object itself. It returns nil after a complaint.
func readEdition(n node, dir string) *edition.Edition {
	switch v := n.v.(type) {
	case nil:
		n.bad("missing: an id (%s), a path or an edition", strings.Join(edition.IDs(), ", "))
	case string:
		if slices.Contains(edition.IDs(), v) {
			ed, err := edition.Load(v)
			if err != nil {
				n.bad("%v", err)
				return nil
			}
			return ed
		}
		return readEditionFile(n, v, dir)
	case *strictjson.Object:
		data, err := json.Marshal(v)
		if err != nil {
			n.bad("%v", err)
			return nil
		}
		return parseEdition(n, data)
	default:
		n.bad("must be an id, a path or an edition")
	}
	return nil
}

func readEditionFile(n node, path, dir string) *edition.Edition {
	if dir == "" {
		n.bad("there is no edition %q; known are %s; a path cannot be given here", clip(path), strings.Join(edition.IDs(), ", "))
		return nil
	}
	if len(path) > 4*maxText {
		n.bad("must be a path relative to the scenario")
		return nil
	}
	file := filepath.FromSlash(path)
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	data, err := readFile(file)
	if err != nil {
		n.bad("there is no edition %q (%v); known are %s", clip(path), err, strings.Join(edition.IDs(), ", "))
		return nil
	}
	return parseEdition(n, data)
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("longer than %d bytes", maxSize)
	}
	return data, err
}

func parseEdition(n node, data []byte) *edition.Edition {
	ed, err := edition.ParseStored(data) // sandboxes are stored with their boards
	if err == nil {
		return ed
	}
	list, ok := errors.AsType[*edition.Problems](err)
	if !ok {
		n.bad("%v", err)
		return nil
	}
	for _, p := range list.List {
		n.bad("%s", p.String())
	}
	return nil
}

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

// readSteps keeps the moves verbatim: the faults of one are reported when it is played.
func (sc *Scenario) readSteps(n node) {
	for _, step := range n.list(maxMoves) {
		raw, err := stepJSON(step.v)
		if err != nil {
			step.bad("%v", err)
			continue
		}
		sc.steps = append(sc.steps, raw)
	}
}

// stepJSON writes a step without its remarks, its members in their own order.
func stepJSON(step any) ([]byte, error) {
	o, ok := step.(*strictjson.Object)
	if !ok {
		return json.Marshal(step)
	}
	b := []byte{'{'}
	for _, key := range o.Keys {
		if remark(key) {
			continue
		}
		name, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o.Members[key])
		if err != nil {
			return nil, err
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}
