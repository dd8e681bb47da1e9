package page

// Page is the data of every page, for any viewer.
type Page struct {
	Lang    string // language of the page, as text.Match returned it
	Path    string // path and query of this page, for refresh and language links
	Site    string // host name shown to people, such as "play.example.org"
	Origin  string // scheme and host, for examples that can be copied
	Viewer  Person // who looks; zero if not signed in
	Refresh int    // seconds between reloads if the address has ?refresh=, else 0
	Message string // one sentence for the status line, or ""

	Announcement string // the operator's message on every page, or ""

	Ban string // the sentence about the ban of the viewer, or ""

	Hand string // number of the seat whose player has a shared device in hand, "" elsewhere
}

// InHand is the address to which a form is sent that only the player who has the device in
// hand may send; it is the path itself where nobody shares one.
func (p Page) InHand(path string) string {
	if p.Hand == "" {
		return path
	}
	return WithQuery(path, QueryPlayer, p.Hand)
}

// Person is a player as others see them.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Known reports whether the viewer has signed in.
func (p Person) Known() bool { return p.ID != "" }

// Problem is a refused or failed request, shown beside the form that made it.
// Text is a sentence in the reader's language with the remedy.
type Problem struct {
	Code string // "bid_funds", "stale", ...
	Rule string // "R-AUCT-5", or ""
	Text string
	Move string // name of the refused move, so that it shows beside its form

	Field string // name of the field that was wrong, or ""; not every page says it
}

// StatusOr returns the sentence of the status line: usual, or instead the
// handler's own.
func (p Page) StatusOr(usual string) string {
	if p.Message != "" {
		return p.Message
	}
	return usual
}
