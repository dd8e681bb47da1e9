// Package external lets a program sit in a simulation: it reads a line of JSON
// for each question and writes one with its answer.
package external

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Prefix begins the name of a player that is a program: "cmd:./mybot --fast".
const Prefix = "cmd:"

// maxLine bounds an answer; none needs a tenth of it.
const maxLine = 64 << 10

// Programs are the external players of one run. A program that dies, keeps the
// table waiting or answers what cannot be played loses that move to the default
// answer, and is named in Faults.
type Programs struct {
	setup *setup.Setup
	wait  time.Duration

	mu      sync.Mutex
	running []*Player
	faults  []Fault // one for each name
}

// Fault is what went wrong with a program.
type Fault struct {
	Name  string
	First string // the first time, in words
	Count int    // moves that were made by default for it
}

// Error describes the fault in a sentence.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s lost %d moves to the default answer, the first because: %s", f.Name, f.Count, f.First)
}

// New returns the programs of a run at a table. An answer may take as long as wait.
func New(st *setup.Setup, wait time.Duration) *Programs { return &Programs{setup: st, wait: wait} }

// Setup is the table of the run.
func (p *Programs) Setup() *setup.Setup { return p.setup }

// Player returns a player for a name with Prefix. Its program is started with
// the first question, in a process of its own.
func (p *Programs) Player(name string) (*Player, error) {
	words := strings.Fields(strings.TrimPrefix(name, Prefix))
	if len(words) == 0 {
		return nil, fmt.Errorf("%s names no program", name)
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Player{of: p, name: name, words: words}, nil
}

// Faults are those of all programs so far.
func (p *Programs) Faults() []Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Fault(nil), p.faults...)
}

func (p *Programs) fault(name string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.faults {
		if p.faults[i].Name == name {
			p.faults[i].Count++
			return
		}
	}
	p.faults = append(p.faults, Fault{Name: name, First: err.Error(), Count: 1})
}

// Close ends all programs.
func (p *Programs) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.running {
		one.stop()
	}
	p.running = nil
}

// Player asks one process. It is used by one goroutine at a time.
type Player struct {
	of    *Programs
	name  string
	words []string

	process *exec.Cmd
	stdin   io.WriteCloser
	answers chan answer
	gone    error // why it is asked no more
	turn    uint16
	acts    int // moves in the turn
}

type answer struct {
	line []byte
	err  error
}

// start is the first line that a program gets; it is not answered.
type start struct {
	Type     string          `json:"type"` // "start"
	Edition  json.RawMessage `json:"edition"`
	Rulebook string          `json:"rulebook"`
	Options  map[string]any  `json:"options"`
}

// question is the line that asks for a move, with the state as the API shows it
// to the seat. The answer is a move as the API takes it, or null for none while
// the game does not wait for the seat.
type question struct {
	Type  string     `json:"type"` // "move"
	Seat  game.Seat  `json:"seat"`
	State wire.State `json:"state"`
}

// Wish asks the program for the seat's next command.
func (p *Player) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	opts := bot.Allowed(game.Options(r, s, seat, nil), false)
	if len(opts) == 0 {
		return false
	}
	if p.turn != s.Turn.Number {
		p.turn, p.acts = s.Turn.Number, 0
	}
	err := p.gone
	if err == nil && p.acts >= bot.MaxActs {
		err = fmt.Errorf("it moved %d times in one turn", p.acts)
	}
	waiting := s.Waiting().Has(seat)
	if err == nil {
		var wished bool
		if wished, err = p.ask(r, s, seat, opts, c); wished {
			p.acts++
			return true
		}
		if err == nil && waiting {
			err = errors.New("it answered with no move although the game waits for it")
		}
	}
	if !waiting {
		if err != nil && p.gone == nil {
			p.of.fault(p.name, err)
		}
		return false
	}
	p.of.fault(p.name, err)
	choice, ok := bot.Default(r, s, seat, opts)
	*c = choice
	return ok
}

// ask puts the question and reads the answer. After a failure of the program itself it is gone.
func (p *Player) ask(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option, c *game.Command) (bool, error) {
	if p.process == nil {
		if p.gone = p.begin(); p.gone != nil {
			return false, p.gone
		}
	}
	state := wire.NewState(p.of.setup, wire.View{S: s, Viewer: seat, Options: opts})
	line, err := p.talk(question{"move", seat, state})
	if err != nil {
		p.gone = err
		p.stop()
		return false, err
	}
	if string(line) == "null" {
		return false, nil
	}
	move, err := wire.DecodeMove(p.of.setup, seat, line)
	if err != nil {
		return false, fmt.Errorf("it answered %s: %w", inShort(line), err)
	}
	if no := r.Check(s, &move); !no.OK() {
		return false, fmt.Errorf("its answer %s is refused: %s %s", inShort(line), wire.CodeName(no.Code), no.Rule)
	}
	*c = move
	return true, nil
}

// begin starts the process and tells it what is played.
func (p *Player) begin() error {
	p.process = exec.Command(p.words[0], p.words[1:]...) //nolint:gosec,noctx // the user's own program; stop ends it
	p.process.Stderr = os.Stderr
	inGroup(p.process)
	in, err := p.process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.process.Start(); err != nil {
		return fmt.Errorf("it does not start: %w", err)
	}
	p.stdin, p.answers = in, make(chan answer, 1)
	p.of.mu.Lock()
	p.of.running = append(p.of.running, p)
	p.of.mu.Unlock()
	go read(out, p.answers)
	st := p.of.setup
	return p.send(start{"start", st.Edition.Raw, st.Rulebook, st.Options})
}

// read passes on the lines of a program until it ends or floods.
func read(out io.Reader, answers chan<- answer) {
	defer close(answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4<<10), maxLine)
	for lines.Scan() {
		answers <- answer{line: bytes.TrimSpace(bytes.Clone(lines.Bytes()))}
	}
	err := lines.Err()
	if err == nil {
		err = errors.New("it has ended")
	}
	answers <- answer{err: err}
}

// talk sends a question and waits for the answer.
func (p *Player) talk(q question) ([]byte, error) {
	select {
	case a := <-p.answers:
		if a.err != nil {
			return nil, a.err
		}
		return nil, fmt.Errorf("it wrote %s without being asked", inShort(a.line))
	default:
	}
	if err := p.send(q); err != nil {
		return nil, err
	}
	timer := time.NewTimer(p.of.wait)
	defer timer.Stop()
	select {
	case a := <-p.answers:
		return a.line, a.err
	case <-timer.C:
		return nil, fmt.Errorf("it did not answer within %v", p.of.wait)
	}
}

// send writes a line. A program that does not read is given up like one that does not answer.
func (p *Player) send(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	sent := make(chan error, 1)
	go func() {
		_, err := p.stdin.Write(append(line, '\n'))
		sent <- err
	}()
	timer := time.NewTimer(p.of.wait)
	defer timer.Stop()
	select {
	case err := <-sent:
		if err != nil {
			return errors.New("it has ended")
		}
		return nil
	case <-timer.C:
		return fmt.Errorf("it did not read within %v", p.of.wait)
	}
}

// stop ends the process and those that it has started. What it still writes is thrown away.
func (p *Player) stop() {
	if p.stdin == nil {
		return
	}
	_ = p.stdin.Close()
	killGroup(p.process)
	go func() {
		for range p.answers { // lets the reader come to its end
		}
	}()
	_ = p.process.Wait()
	p.stdin = nil
}

// inShort quotes the beginning of an answer.
func inShort(line []byte) string { return fmt.Sprintf("%.60q", line) }
