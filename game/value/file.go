package value

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/bankhalter/bankhalter/game"
)

// weights has general.json, and EDITION.RULEBOOK.json for a board with weights of its own;
// deep has the nets.
//
//go:embed weights/*.json weights/deep/*.json
var weights embed.FS

// File is a set of weights as it is stored, with how it was made.
type File struct {
	Format   int      `json:"format"`
	Edition  string   `json:"edition"` // "" for the general weights
	Rulebook string   `json:"rulebook"`
	Board    string   `json:"board"` // its fingerprint
	Made     Made     `json:"made"`
	Features []string `json:"features"`
	// Weights are those of the features, then those of each hidden unit, with two players left, with three, and with more.
	Weights [][]float32 `json:"weights,omitempty"`
	// Net is a deep net instead, four bytes a number, the least first.
	Net []byte `json:"net,omitempty"`
	Sum string `json:"sum"` // of all the other members
}

// Made says how weights were made.
type Made struct {
	Command   string  `json:"command"`
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	Loss      float64 `json:"loss"`       // of positions held out, natural logarithm
	EqualLoss float64 `json:"equal_loss"` // of the same if every seat had the same chance
}

const format = 1

// Board is the fingerprint of what the features are measured on: prices, rents, groups.
func Board(r *game.Ruleset) string {
	h := sha256.New()
	fmt.Fprintln(h, r.Size, r.StationRent, r.UtilityFactor, r.DepotFactor)
	for i := range r.Spaces[:r.Size] {
		d := &r.Spaces[i]
		fmt.Fprintln(h, d.Kind, d.Group, d.Price, d.Mortgage, d.House, d.Hotel, d.Skyscraper, d.Depot, d.Rent)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// NewFile stores weights.
func NewFile(edition, rulebook string, r *game.Ruleset, w *Weights, made Made) *File {
	f := &File{Format: format, Edition: edition, Rulebook: rulebook, Made: made, Features: names()}
	if r != nil {
		f.Board = Board(r)
	}
	for i := range w {
		f.Weights = append(f.Weights, w[i][:])
	}
	f.Sum = f.sum()
	return f
}

// NewDeepFile stores a net.
func NewDeepFile(edition, rulebook string, r *game.Ruleset, w *Deep, made Made) *File {
	f := &File{Format: format, Edition: edition, Rulebook: rulebook, Board: Board(r), Made: made, Features: names()}
	for _, x := range w {
		f.Net = binary.LittleEndian.AppendUint32(f.Net, math.Float32bits(x))
	}
	f.Sum = f.sum()
	return f
}

func (f *File) sum() string {
	g := *f
	g.Sum = ""
	text, err := json.Marshal(g)
	if err != nil {
		return err.Error() // a number that is none, and no sum
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Parse reads a file of weights and refuses one that is damaged or for other features.
func Parse(text []byte) (*File, error) {
	var f File
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("weights of computer players: %w", err)
	}
	switch {
	case f.Format != format:
		return nil, fmt.Errorf("weights of computer players: format %d, this program reads %d", f.Format, format)
	case !slices.Equal(f.Features, names()):
		return nil, fmt.Errorf("weights of computer players for %s, %s are for other features; train them again", f.Edition, f.Rulebook)
	case f.Net != nil && (len(f.Net) != 4*numDeep || f.Weights != nil):
		return nil, fmt.Errorf("weights of computer players for %s, %s: not a net of %d numbers", f.Edition, f.Rulebook, numDeep)
	case f.Net == nil && len(f.Weights) != numSets || slices.ContainsFunc(f.Weights, func(w []float32) bool { return len(w) != numWeights }):
		return nil, fmt.Errorf("weights of computer players for %s, %s: not %d sets of %d", f.Edition, f.Rulebook, numSets, numWeights)
	case f.Sum != f.sum():
		return nil, fmt.Errorf("weights of computer players for %s, %s are damaged: their sum is %s", f.Edition, f.Rulebook, f.sum())
	}
	for _, set := range append(f.Weights[:len(f.Weights):len(f.Weights)], f.net()[:]) {
		for _, x := range set {
			if math.IsNaN(float64(x)) || math.Abs(float64(x)) > 1e4 {
				return nil, fmt.Errorf("weights of computer players for %s, %s: one is %g", f.Edition, f.Rulebook, x)
			}
		}
	}
	return &f, nil
}

// net is the net of the file, all zero if it has none.
func (f *File) net() *Deep {
	w := new(Deep)
	for i := range len(f.Net) / 4 {
		w[i] = math.Float32frombits(binary.LittleEndian.Uint32(f.Net[4*i:]))
	}
	return w
}

// set is the weights of the file.
func (f *File) set() *Weights {
	var w Weights
	for i := range f.Weights {
		copy(w[i][:], f.Weights[i])
	}
	return &w
}

// general is the name of the file for boards without one of their own.
const general = "general.json"

// The folders of the weights, and of the nets.
const (
	folder     = "weights"
	deepFolder = "weights/deep"
)

// Files reads all weights that the program has; an error names the first that is of no use.
func Files() ([]*File, error) {
	every := func(string) bool { return true }
	list, err := read(folder, every)
	if err == nil && !slices.ContainsFunc(list, func(f *File) bool { return f.Edition == "" }) {
		err = errors.New("weights of computer players: no general ones")
	}
	if err != nil {
		return nil, err
	}
	nets, err := read(deepFolder, every)
	return append(list, nets...), err
}

// read reads the files of a folder whose names are wanted.
func read(folder string, wanted func(name string) bool) ([]*File, error) {
	entries, err := weights.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("weights of computer players: %w", err)
	}
	var list []*File
	for _, e := range entries {
		if e.IsDir() || !wanted(e.Name()) {
			continue
		}
		text, err := weights.ReadFile(folder + "/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("weights of computer players: %w", err)
		}
		f, err := Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		list = append(list, f)
	}
	return list, nil
}

// For prepares the estimate for a table: by the weights for its board and rulebook if
// there are some, by the general ones otherwise.
func For(r *game.Ruleset, rulebook string) (*Model, error) {
	files, err := read(folder, func(name string) bool { return name == general || strings.HasSuffix(name, "."+rulebook+".json") })
	if err != nil {
		return nil, err
	}
	board := Board(r)
	found := slices.IndexFunc(files, func(f *File) bool { return f.Rulebook == rulebook && f.Board == board })
	if found < 0 {
		found = slices.IndexFunc(files, func(f *File) bool { return f.Edition == "" })
	}
	if found < 0 {
		return nil, errors.New("weights of computer players: no general ones")
	}
	m := New(r, files[found].set())
	m.deep = sync.OnceValues(func() (*Model, error) { return m.findDeep(rulebook, board) })
	return m, nil
}

// findDeep is the estimate by the net for a board and rulebook, or the model itself if there is none.
func (m *Model) findDeep(rulebook, board string) (*Model, error) {
	all, err := nets()
	if err != nil {
		return nil, err
	}
	if net := all[[2]string{rulebook, board}]; net != nil {
		return m.WithNet(net), nil
	}
	return m, nil
}

// nets is the program's nets by rulebook and board. They are read when the first is asked for, and all tables share them.
var nets = sync.OnceValues(func() (map[[2]string]*Deep, error) {
	files, err := read(deepFolder, func(string) bool { return true })
	all := make(map[[2]string]*Deep, len(files))
	for _, f := range files {
		all[[2]string{f.Rulebook, f.Board}] = f.net()
	}
	return all, err
})
