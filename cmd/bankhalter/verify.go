package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/verify"
)

const verifyUsage = `verify [FLAGS] FILE|URL|-

Checks the export of a game: a file, standard input for -, or the address of a
game or its export on a server. It replays the log, keeps books of all money,
puts every move to the rules again, asks the computer players again, and draws all
dice and cards anew: from the numbers of players and server (FAIRNESS.md), or in
games of the first versions from the seed, compared with the commitment made
before the first throw. A running game keeps its moves to itself, and one of the
first versions its seed, so those are checked when it is over.

The last line is the verdict:
  PASS         everything agrees, and nobody could choose the dice
  PASS so far  the same of a game that is not over
  FAIL         something is wrong, and what
  UNPROVEN     nothing is wrong, but nothing or too little proves it: no draw has
               a player's own number, moves or signed heads are missing, or the
               game is a sandbox, made by simulate or imported without its seed

With --head the log must also agree with a signed head that somebody kept: the
file of a sealed envelope, or an older export of the game. Two different heads
of one event prove that the server tells two stories.

Status 0 for PASS, 1 for FAIL, 2 if it is no export, 3 for UNPROVEN.`

func verifyExport(p *program, args []string) int {
	fs := newFlags("verify")
	asJSON := fs.Bool("json", false, "print the report as JSON")
	var kept list
	fs.Var(&kept, "head", "`file` with a signed head that must agree; may be given several times")
	rest, done, status := p.parse(fs, verifyUsage, args)
	if done {
		return status
	}
	if len(rest) != 1 {
		return p.fail(exitUsage, "verify wants one file or address, or - for standard input")
	}
	f, err := p.readExport(rest[0])
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	heads, err := readHeads(kept)
	if err != nil {
		return p.fail(exitUsage, "--head: %s", printable(err.Error()))
	}
	report, err := verify.Export(f, heads...)
	if err != nil {
		return p.fail(exitUsage, "%s: %s", rest[0], printable(err.Error()))
	}
	if *asJSON {
		err = json.NewEncoder(p.stdout).Encode(reportJSON{report.OK(), report.Proved(), report})
	} else {
		err = printReport(p.stdout, report)
	}
	if err != nil {
		return p.fail(exitFail, "verify: %v", err)
	}
	switch report.Verdict {
	case verify.Failed:
		return exitFail
	case verify.Unproven:
		return exitOpen
	default:
		return exitOK
	}
}

// readHeads reads the signed heads of some files.
func readHeads(names []string) (heads []export.HeadProof, err error) {
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		some, err := export.ReadHeads(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		heads = append(heads, some...)
	}
	return heads, nil
}

// reportJSON is the report with its verdict.
type reportJSON struct {
	OK     bool `json:"ok"`
	Proved bool `json:"proved"` // the verdict is PASS or PASS so far
	*verify.Report
}

var resultWords = map[verify.Result]string{verify.Pass: "PASS", verify.Fail: "FAIL", verify.None: "-"}

func printReport(w io.Writer, r *verify.Report) error {
	var b strings.Builder
	title := ""
	if r.Title != "" {
		title = fmt.Sprintf(" %q", r.Title)
	}
	fmt.Fprintf(&b, "game    %s%s: %s, rulebook %s, %d players, %s\n", printable(r.Game), title, printable(r.Edition), r.Rulebook, r.Players, r.Status)
	fmt.Fprintf(&b, "from    %s\n\n", printable(r.Software))
	for _, c := range r.Checks {
		place := ""
		if c.Result == verify.Fail {
			place = c.Place() + ": "
		}
		fmt.Fprintf(&b, "%-7s %-4s  %s\n", c.Name, resultWords[c.Result], strings.TrimPrefix(place+printable(c.Detail), ": "))
	}
	if r.Tally != nil && r.Tally.Draws > 0 {
		fmt.Fprintf(&b, "\n%s\nhead of the log: %s, event %d\n", r.Tally, r.Head.Fingerprint, r.Head.Seq)
	}
	if r.Check(verify.Rules).Result == verify.Fail {
		fmt.Fprintf(&b, "\nThe export comes from %q, this is bankhalter %s; rules may have been corrected in between.\n", r.Software, versionName())
	}
	fmt.Fprintf(&b, "\n%s: %s.\n", r.Verdict, printable(r.Sentence))
	_, err := io.WriteString(w, b.String())
	return err
}

// printable keeps a file's text from steering the terminal. Spaces of other widths, such
// as the one that does not break between an amount and its currency, become ordinary ones.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsPrint(r):
			return r
		case unicode.Is(unicode.Zs, r):
			return ' '
		default:
			return unicode.ReplacementChar
		}
	}, text)
}
