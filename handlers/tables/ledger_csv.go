package tables

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// csvType is the content type of RFC 4180, with the line of names it has.
const csvType = "text/csv; charset=utf-8; header=present"

// prefersCSV reports whether text/csv is asked for at least as much as a page.
func prefersCSV(r *http.Request) bool {
	html, json := web.AcceptHTML(r.Header.Values("Accept"))
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			if kind, weight := web.MediaRange(part); kind == "text/csv" && weight > 0 && weight >= html && weight >= json {
				return true
			}
		}
	}
	return false
}

// writeBooksCSV is the journal as RFC 4180 has it: UTF-8 without a mark at its
// beginning, amounts as plain whole numbers.
func writeBooksCSV(l *ledgerQuery, names *text.Scene) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	err := w.Write([]string{
		"seq", "at", "turn", "player", "debit", "debit_name", "credit", "credit_name", "amount", "reason", "rule", "space", "space_name", "trade",
	})
	if err != nil {
		return nil, err
	}
	leaves, _, _ := l.leaves()
	for _, leaf := range leaves {
		for i := range leaf.Entries {
			if err := w.Write(l.record(&leaf.Entries[i], names)); err != nil {
				return nil, err
			}
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

func (l *ledgerQuery) record(x *ledger.Entry, names *text.Scene) []string {
	e := l.entryJSON(x)
	at, player, space, place, trade := "", "", "", "", ""
	if e.At != nil {
		at = e.At.Format(time.RFC3339)
	}
	if e.Player != nil {
		player = strconv.Itoa(int(*e.Player))
	}
	if e.Space != nil {
		space, place = strconv.Itoa(int(*e.Space)), names.Space(*e.Space)
	}
	if e.Trade > 0 {
		trade = strconv.Itoa(int(e.Trade))
	}
	return []string{
		strconv.FormatUint(uint64(e.Seq), 10), at, strconv.Itoa(int(e.Turn)), player,
		e.Debit, harmless(tablepage.AccountName(names, x.Debit)), e.Credit, harmless(tablepage.AccountName(names, x.Credit)),
		strconv.Itoa(int(e.Amount)), e.Reason, e.Rule, space, harmless(place), trade,
	}
}

// harmless keeps a spreadsheet from taking a name for a formula: what begins
// like one gets an apostrophe before it, which spreadsheets do not show.
func harmless(s string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) && s != "" {
		return "'" + s
	}
	return s
}
