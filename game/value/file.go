package value

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// weights has general.json, and EDITION.RULEBOOK.json for a board with weights of its own.
//
//go:embed weights/*.json
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
	Weights [][]float32 `json:"weights"`
	Sum     string      `json:"sum"` // of all the other members
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
	case len(f.Weights) != numSets || slices.ContainsFunc(f.Weights, func(w []float32) bool { return len(w) != numWeights }):
		return nil, fmt.Errorf("weights of computer players for %s, %s: not %d sets of %d", f.Edition, f.Rulebook, numSets, numWeights)
	case f.Sum != f.sum():
		return nil, fmt.Errorf("weights of computer players for %s, %s are damaged: their sum is %s", f.Edition, f.Rulebook, f.sum())
	}
	for _, set := range f.Weights {
		for _, x := range set {
			if math.IsNaN(float64(x)) || math.Abs(float64(x)) > 1e4 {
				return nil, fmt.Errorf("weights of computer players for %s, %s: one is %g", f.Edition, f.Rulebook, x)
			}
		}
	}
	return &f, nil
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

// Files reads all weights that the program has; an error names the first that is of no use.
func Files() ([]*File, error) {
	list, err := read(func(string) bool { return true })
	if err == nil && !slices.ContainsFunc(list, func(f *File) bool { return f.Edition == "" }) {
		err = errors.New("weights of computer players: no general ones")
	}
	return list, err
}

// read reads the files whose names are wanted.
func read(wanted func(name string) bool) ([]*File, error) {
	entries, err := weights.ReadDir("weights")
	if err != nil {
		return nil, fmt.Errorf("weights of computer players: %w", err)
	}
	var list []*File
	for _, e := range entries {
		if !wanted(e.Name()) {
			continue
		}
		text, err := weights.ReadFile("weights/" + e.Name())
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
	files, err := read(func(name string) bool { return name == general || strings.HasSuffix(name, "."+rulebook+".json") })
	if err != nil {
		return nil, err
	}
	board := Board(r)
	for _, f := range files {
		if f.Rulebook == rulebook && f.Board == board {
			return New(r, f.set()), nil
		}
	}
	for _, f := range files {
		if f.Edition == "" {
			return New(r, f.set()), nil
		}
	}
	return nil, errors.New("weights of computer players: no general ones")
}
