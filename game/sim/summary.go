package sim

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Summary is the result of a run.
type Summary struct {
	Edition      string    `json:"edition"`
	Rulebook     string    `json:"rulebook"`
	Players      int       `json:"players"`
	Bots         []string  `json:"bots"` // by seat
	Seed         uint64    `json:"seed"`
	Games        int       `json:"games"`
	MaxTurns     int       `json:"max_turns"`
	Ends         Ends      `json:"ends"`
	Wins         []int     `json:"wins"` // by seat; a shared victory is not counted
	Shared       int       `json:"shared"`
	Turns        Spread    `json:"turns"`
	Commands     Spread    `json:"commands"`
	Events       Spread    `json:"events"`
	Bankruptcies int       `json:"bankruptcies"`
	Hash         string    `json:"hash"` // of all events of all games in order
	Seconds      float64   `json:"seconds"`
	Landings     []Landing `json:"landings,omitempty"`
	Results      []Result  `json:"results,omitempty"`
}

// Ends counts how the games ended.
type Ends struct {
	LastPlayer       int `json:"last_player"`
	Time             int `json:"time"`
	SecondBankruptcy int `json:"second_bankruptcy"`
	Cut              int `json:"cut"`
}

// Spread sums up a number of every game.
type Spread struct {
	Total  int     `json:"total"`
	Mean   float64 `json:"mean"`
	Min    int     `json:"min"`
	Median int     `json:"median"`
	Max    int     `json:"max"`
}

// Landing is how often tokens came to rest on a space; the jail counts both
// visits and arrests.
type Landing struct {
	Space   int     `json:"space"`
	Name    string  `json:"name"`
	Count   uint64  `json:"count"`
	Percent float64 `json:"percent"`
}

func summarise(cfg Config, results []Result, landings [][game.MaxSpaces]uint64, took time.Duration) *Summary {
	s := &Summary{
		Edition: cfg.Setup.Edition.ID, Rulebook: cfg.Setup.Rulebook, Players: cfg.Players, Seed: cfg.Seed,
		Games: cfg.Games, MaxTurns: cfg.MaxTurns, Wins: make([]int, cfg.Players), Seconds: took.Seconds(), Results: results,
	}
	for i := range cfg.Players {
		name := "default"
		if len(cfg.Bots) > 0 && cfg.Bots[i%len(cfg.Bots)] != "" {
			name = cfg.Bots[i%len(cfg.Bots)]
		}
		s.Bots = append(s.Bots, name)
	}
	hash := digestStart
	turns, commands, events := make([]int, 0, len(results)), make([]int, 0, len(results)), make([]int, 0, len(results))
	for _, r := range results {
		s.count(r)
		turns, commands, events = append(turns, r.Turns), append(commands, r.Commands), append(events, r.Events)
		for _, b := range []byte(r.Hash) {
			hash.add(uint64(b))
		}
	}
	s.Turns, s.Commands, s.Events = spread(turns), spread(commands), spread(events)
	s.Hash = hash.String()
	if cfg.Stats {
		s.Landings = sumLandings(cfg, landings)
	}
	return s
}

func (s *Summary) count(r Result) {
	s.Bankruptcies += r.Bankruptcies
	switch r.End {
	case EndLastPlayer:
		s.Ends.LastPlayer++
	case EndTime:
		s.Ends.Time++
	case EndSecondBankruptcy:
		s.Ends.SecondBankruptcy++
	case EndCut:
		s.Ends.Cut++
	}
	if r.Winner >= 0 {
		s.Wins[r.Winner]++
	} else if r.Shared > 1 {
		s.Shared++
	}
}

func spread(n []int) Spread {
	slices.Sort(n)
	var s Spread
	for _, v := range n {
		s.Total += v
	}
	s.Mean = float64(s.Total) / float64(len(n))
	s.Min, s.Median, s.Max = n[0], n[len(n)/2], n[len(n)-1]
	return s
}

func sumLandings(cfg Config, landings [][game.MaxSpaces]uint64) []Landing {
	list := make([]Landing, cfg.Setup.Rules.Size)
	total := uint64(0)
	for i := range list {
		list[i].Space, list[i].Name = i, cfg.Setup.SpaceName(cfg.Setup.Edition.Language, game.Space(i))
		for w := range landings {
			list[i].Count += landings[w][i]
		}
		total += list[i].Count
	}
	for i := range list {
		list[i].Percent = float64(list[i].Count) * 100 / float64(max(total, 1))
	}
	return list
}

// Print writes the summary for people.
func (s *Summary) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, rulebook %s, %d players, seed %d\n", s.Edition, s.Rulebook, s.Players, s.Seed)
	fmt.Fprintf(&b, "games        %d in %.2f s (%.0f a second)\n", s.Games, s.Seconds, float64(s.Games)/max(s.Seconds, 1e-9))
	fmt.Fprintf(&b, "ended        %d last player, %d second bankruptcy, %d time, %d cut at turn %d\n",
		s.Ends.LastPlayer, s.Ends.SecondBankruptcy, s.Ends.Time, s.Ends.Cut, s.MaxTurns)
	fmt.Fprintf(&b, "turns        %s\n", s.Turns)
	fmt.Fprintf(&b, "commands     %s\n", s.Commands)
	fmt.Fprintf(&b, "events       %s\n", s.Events)
	fmt.Fprintf(&b, "bankruptcies %d\n", s.Bankruptcies)
	for seat, n := range s.Wins {
		fmt.Fprintf(&b, "seat %d       %s: %d wins, %.1f %%\n", seat, s.Bots[seat], n, float64(n)*100/float64(s.Games))
	}
	if s.Shared > 0 {
		fmt.Fprintf(&b, "shared       %d\n", s.Shared)
	}
	fmt.Fprintf(&b, "hash         %s\n", s.Hash)
	for _, l := range s.Landings {
		fmt.Fprintf(&b, "%3d  %6.2f %%  %9d  %s\n", l.Space, l.Percent, l.Count, l.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String is the spread in one line.
func (s Spread) String() string {
	return fmt.Sprintf("mean %.1f, median %d, min %d, max %d", s.Mean, s.Median, s.Min, s.Max)
}
