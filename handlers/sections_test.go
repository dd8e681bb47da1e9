package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fragmentHeaders are those with which htmx fetches a table.
func fragmentHeaders(have string) []string {
	list := []string{"Accept", "text/html", "HX-Request", "true"}
	if have != "" {
		list = append(list, "BH-Have", have)
	}
	return list
}

func haveOf(doc *goquery.Document) string { return doc.Find("#have").AttrOr("data-have", "") }

// patched is what a browser shows after an answer: the table of the answer, with the
// elements it had in place of those that the answer leaves out.
func patched(t *testing.T, shown *goquery.Document, a *answer) *goquery.Document {
	t.Helper()
	if a.status == http.StatusNoContent {
		return shown
	}
	require.Equal(t, http.StatusOK, a.status, a.text())
	doc := a.page()
	doc.Find("[data-same]").Each(func(_ int, same *goquery.Selection) {
		if n, err := strconv.Atoi(same.AttrOr("data-same", "")); err == nil { // so many, whose ids count on
			name := strings.TrimRight(same.AttrOr("id", ""), "0123456789")
			first, err := strconv.Atoi(same.AttrOr("id", "")[len(name):])
			require.NoError(t, err)
			for i := n - 1; i > 0; i-- {
				same.AfterHtml(fmt.Sprintf("<%s id=%q data-same></%[1]s>", goquery.NodeName(same), name+strconv.Itoa(first+i)))
			}
		}
	})
	doc.Find("#table[data-same]").Each(func(_ int, table *goquery.Selection) {
		table.RemoveAttr("data-same")
		for _, one := range shown.Find("#table").Get(0).Attr {
			if strings.HasPrefix(one.Key, "hx-") && one.Key != "hx-get" {
				table.SetAttr(one.Key, one.Val)
			}
		}
	})
	doc.Find("[data-same]").Each(func(_ int, same *goquery.Selection) {
		had := shown.Find("#table #" + same.AttrOr("id", ""))
		require.Equal(t, 1, had.Length(), "the page never had %s", same.AttrOr("id", ""))
		require.Equal(t, goquery.NodeName(same), goquery.NodeName(had))
		had = had.Clone()
		if class, ok := same.Attr("class"); ok {
			had.SetAttr("class", class)
		}
		same.ReplaceWithSelection(had)
	})
	dated(doc)
	if said, some := strings.CutPrefix(haveOf(doc), ","); some {
		doc.Find("#have").SetAttr("data-have", merged(haveOf(shown), said))
	}
	return doc
}

// merged is what a page has after an answer that said what is another now.
func merged(had, said string) string {
	all := map[string]string{}
	for _, list := range []string{had, said} {
		for pair := range strings.SplitSeq(list, ",") {
			name, digest, _ := strings.Cut(pair, "=")
			all[name] = digest
		}
	}
	var list []string
	for name, digest := range all {
		if digest != "" {
			list = append(list, name+"="+digest)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// dated brings the fields of every form up to date, as the script does.
func dated(doc *goquery.Document) {
	table := doc.Find("#table")
	doc.Find("input[type=hidden][name=seq]").Each(func(_ int, field *goquery.Selection) {
		field.SetAttr("value", table.AttrOr("data-seq", ""))
		if asks := field.Next(); asks.AttrOr("name", "") == "offer" {
			asks.SetAttr("value", table.AttrOr("data-offer", ""))
		}
	})
}

// tableHTML is the table as it is seen: without the lines of past turns that only the
// film of a reader needs who has missed them.
func tableHTML(t *testing.T, doc *goquery.Document) string {
	t.Helper()
	table := doc.Find("#table").Clone()
	table.Find(missedLines).Remove()
	text, err := goquery.OuterHtml(table)
	require.NoError(t, err)
	require.NotEmpty(t, text)
	return text
}

// missedLines finds the lines of turns that were over when their reader first heard of them.
const missedLines = "#tape > .past > ol[hidden]"

// A browser that says what it has is sent the rest, and shows what a fresh page would
// show, whatever was lost or came late, for a whole game and in every seat.
func TestSectionsMakeTheSameTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := running(ada, ben)
	readers := []*client{ada, ben, eve}
	shown := make([]*goquery.Document, len(readers))
	for i, c := range readers {
		shown[i] = c.get(game, "Accept", "text/html").page()
		require.NotEmpty(t, haveOf(shown[i]))
		same := c.get(game, fragmentHeaders(haveOf(shown[i]))...)
		assert.Equal(t, http.StatusNoContent, same.status, "nothing is new: %s", same.text())
		assert.Empty(t, same.body)
	}
	rng := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // no secret
	whole, sent, runs, classes, missed := 0, 0, 0, 0, 0
	ways := make([]string, len(readers))
	for move := 0; (move < 50 || missed == 0 && move < 500) && playOn(t, game, ada, ben); move++ { // who misses the end of a turn is up to the dice
		for i, c := range readers {
			if rng.IntN(4) == 0 {
				continue // the answer is lost
			}
			fresh := c.get(game, fragmentHeaders("")...)
			a := c.get(game, fragmentHeaders(haveOf(shown[i]))...)
			assert.NotContains(t, a.text(), `&#34;head&#34;`, "a hash is sent while a number is awaited")
			runs += a.page().Find("#board li[data-same]:not([data-same=''])").Length()
			classes += a.page().Find("#board li[class][data-same]").Length()
			missed += a.page().Find(missedLines + " > li[data-beat]").Length()
			assert.Zero(t, fresh.page().Find(missedLines).Length(), "a fresh page has no film to play")
			shown[i] = patched(t, shown[i], a)
			if to := waysIn(a.page()); to != "" {
				ways[i] = to
			}
			if ways[i] != "" {
				require.Equal(t, waysIn(fresh.page()), ways[i], "move %d, reader %d", move, i)
			}
			whole, sent = whole+len(fresh.body), sent+len(a.body)
			require.Equal(t, withoutTime(tableHTML(t, fresh.page())), withoutTime(tableHTML(t, shown[i])), "move %d, reader %d", move, i)
		}
	}
	assert.Less(t, sent, whole*2/3, "what is the same is left out")
	assert.Positive(t, runs, "several spaces are left out as one")
	assert.Positive(t, classes, "spaces on the way of a piece change their class alone")
	assert.Positive(t, missed, "the film gets the lines of a turn that is over")
}

// Who moves says what their page has as well, and is answered with the rest; what is
// refused is shown whole.
func TestSectionsAfterAMoveOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	c := toMove(game, ada, ben)
	shown := c.get(game, "Accept", "text/html").page()
	a := c.post(game+"/moves", url.Values{"move": {"roll"}}, fragmentHeaders(haveOf(shown))...)
	assert.Equal(t, "no-store", a.header.Get("Cache-Control"))
	shown = patched(t, shown, a)
	whole := c.get(game, fragmentHeaders("")...)
	assert.Less(t, len(a.body), len(whole.body)*4/5)
	assert.Equal(t, withoutTime(tableHTML(t, whole.page())), withoutTime(tableHTML(t, shown)))

	other := ada
	if c == ada {
		other = ben
	}
	refused := other.post(game+"/moves", url.Values{"move": {"roll"}}, fragmentHeaders(haveOf(other.get(game, "Accept", "text/html").page()))...)
	assert.Equal(t, http.StatusUnprocessableEntity, refused.status)
	assert.NotContains(t, refused.text(), "data-same")
	assert.NotEmpty(t, refused.page().Find("#act").Text())
}

// waysIn is the links in the header that an answer brings, "" if it leaves them out.
func waysIn(doc *goquery.Document) string {
	links, _ := doc.Find("hx-partial[hx-target='#ways']").Html()
	return links
}

// A browser whose screen has no room for the next spaces is not sent them until it has.
func TestSectionsThatAreNotSeen(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seen := haveOf(ada.get(game, "Accept", "text/html").page())
	require.Contains(t, seen, "ahead=")
	unseen := regexp.MustCompile(`ahead=\w*`).ReplaceAllString(seen, "ahead=hidden")
	assert.Equal(t, http.StatusNoContent, ada.get(game, fragmentHeaders(unseen)...).status, "nothing that is seen is new")
	playOn(t, game, ada, ben)
	playOn(t, game, ada, ben)
	a := ada.get(game, fragmentHeaders(unseen)...)
	strip := a.page().Find("#strip")
	_, same := strip.Attr("data-same")
	assert.True(t, same)
	assert.Empty(t, strip.Children().Nodes, "it is not seen")
	said := haveOf(a.page())
	require.True(t, strings.HasPrefix(said, ","), said)
	require.NotContains(t, said, "ahead=", "what it has is not said to be new")
	now := merged(unseen, said)
	require.Contains(t, now, "ahead=hidden,")
	a = ada.get(game, fragmentHeaders(strings.Replace(now, "ahead=hidden", "ahead=", 1))...)
	whole := ada.get(game, fragmentHeaders("")...)
	want, _ := whole.page().Find("#strip").Html()
	got, _ := a.page().Find("#strip").Html()
	assert.NotEmpty(t, want)
	assert.Equal(t, want, got, "the screen is a small one now")
}

// playOn lets one of the players make a move, and reports whether the game goes on.
func playOn(t *testing.T, game string, players ...*client) bool {
	t.Helper()
	for _, c := range players {
		state := c.get(game)
		if state.str("status") != "playing" {
			return false
		}
		if moves, _ := state.at("moves").([]any); len(moves) > 0 && state.asks([]int{0, 1}) == state.num("seat") {
			a := play(c, game, state)
			require.Equal(t, http.StatusOK, a.status, a.text())
			return true
		}
	}
	require.Fail(t, "nobody can move")
	return false
}

// withoutTime is a page without what it says about the time that is left.
func withoutTime(html string) string { return countdown.leaveOut(html) }

// What a browser claims to have can be anything; the answer fits the bytes that it
// names, or is whole.
func TestSectionsOfNobodyAreNotLeftOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game, other := runningAt("open", ada, ben), runningAt("open", ada, ben)
	whole := ada.get(game, fragmentHeaders("")...)
	require.NotContains(t, whole.text(), "data-same")
	german := s.player("Uwe")
	german.lang = "de"
	many := strings.Repeat("board=1,", 2000) + haveOf(whole.page())
	damaged := strings.NewReplacer("=", "=!").Replace(haveOf(whole.page()))
	for name, have := range map[string]string{"damaged": damaged, "thousands": many, "nonsense": ";=,,==,board", "numbers": "board=0,act=zzzzzzzzzzzzzzzzzzzzzzzz"} {
		a := ada.get(game, fragmentHeaders(have)...)
		assert.Equal(t, tableHTML(t, whole.page()), tableHTML(t, patched(t, whole.page(), a)), name)
		assert.Empty(t, a.page().Find("#table [data-same]").Nodes, name)
	}
	for name, page := range map[string]*goquery.Document{
		"another seat": ben.get(game, "Accept", "text/html").page(), "another table": ada.get(other, "Accept", "text/html").page(), "another language": german.get(game, "Accept", "text/html").page(),
	} {
		a := ada.get(game, fragmentHeaders(haveOf(page))...)
		assert.Equal(t, tableHTML(t, whole.page()), tableHTML(t, patched(t, page, a)), name)
	}
}

// A reader who is somebody else at the next fetch sees what they see who come now:
// one who has signed out, has become a player, or has taken another language.
func TestSectionsOfAReaderWhoHasChanged(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("open", ada, ben)
	out, uwe := s.program(), s.player("Uwe")
	uwe.lang = "de"
	for name, change := range map[string]struct{ was, is *client }{
		"signed out": {ada, out}, "signed in": {out, ben}, "another language": {out, uwe}, "another seat": {ada, ben},
	} {
		shown := change.was.get(game, "Accept", "text/html").page()
		now := patched(t, shown, change.is.get(game, fragmentHeaders(haveOf(shown))...))
		want := change.is.get(game, fragmentHeaders("")...).page()
		dated(want)
		assert.Equal(t, withoutTime(tableHTML(t, want)), withoutTime(tableHTML(t, now)), name)
	}
}

// An answer that leaves something out is of no use to a cache.
func TestSectionsAreNotKept(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	have := haveOf(ada.get(game, "Accept", "text/html").page())
	playOn(t, game, ada, ben)
	a := ada.get(game, fragmentHeaders(have)...)
	assert.Equal(t, "no-store", a.header.Get("Cache-Control"))
	assert.Contains(t, strings.Join(a.header.Values("Vary"), ", "), http.CanonicalHeaderKey("BH-Have"))
	assert.Contains(t, a.text(), `id="log"`)
	assert.Contains(t, a.text(), fmt.Sprintf("data-seq=%q", itoa(ada.get(game).num("seq"))))
}

// Watchers are sent what is kept of the answer to the one before them: the very bytes
// that are drawn anew for a reader who takes no coding. What is personal is neither
// kept nor taken from there.
func TestWatchersShareAnswers(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve, fay := s.player("Ada"), s.player("Ben"), s.player("Eve"), s.player("Fay")
	game := running(ada, ben)
	stranger := s.program()
	kept := func() string {
		return regexp.MustCompile(`bankhalter_answers_kept (\d+)`).FindStringSubmatch(stranger.get("/metrics").text())[1]
	}
	for move := 0; move < 12 && playOn(t, game, ada, ben); move++ {
		have := haveOf(stranger.get(game, fragmentHeaders("")...).page())
		playOn(t, game, ada, ben)
		short := regexp.MustCompile(`page=\w*`).ReplaceAllString(haveOf(stranger.get(game, fragmentHeaders("")...).page()), "page=0")
		for _, header := range [][]string{{"Accept", "text/html"}, fragmentHeaders(""), fragmentHeaders(have), fragmentHeaders(short)} {
			for _, c := range []*client{stranger, stranger, eve, fay} {
				plain := c.get(game, append([]string{"Accept-Encoding", "identity"}, header...)...)
				for takes, long := range map[string]string{"gzip": "gzip", "gzip, deflate, br, zstd": "zstd"} {
					packed := c.get(game, append([]string{"Accept-Encoding", takes}, header...)...)
					switch n := len(plain.body); {
					case n >= 32<<10:
						require.Equal(t, long, packed.header.Get("Content-Encoding"))
					case n >= 1<<10: // shorter ones are not compressed
						require.Equal(t, "gzip", packed.header.Get("Content-Encoding"))
					}
					assert.Equal(t, withoutTime(plain.text()), withoutTime(unpacked(t, packed)))
					assert.Equal(t, plain.header.Get("Cache-Control"), packed.header.Get("Cache-Control"))
					assert.Equal(t, plain.header.Get("Content-Language"), packed.header.Get("Content-Language"))
					assert.Equal(t, plain.header.Get("Content-Type"), packed.header.Get("Content-Type"))
					assert.Contains(t, strings.Join(packed.header.Values("Vary"), ", "), "Cookie")
				}
			}
		}
	}
	assert.NotEqual(t, "0", kept())
	coded := append([]string{"Accept-Encoding", "gzip, deflate, br, zstd"}, fragmentHeaders("")...)
	strangers := unpacked(t, stranger.get(game, coded...))
	watchers := unpacked(t, eve.get(game, coded...))
	assert.Equal(t, withoutTime(watchers), withoutTime(unpacked(t, fay.get(game, coded...))))
	assert.NotEqual(t, strangers, watchers, "they have notes")
	for _, c := range []*client{eve, fay} {
		assert.NotContains(t, watchers, c.get("/me").str("id"))
	}
	before := kept()
	for _, c := range []*client{ada, ben} {
		own := unpacked(t, c.get(game, coded...))
		assert.Contains(t, own, c.get("/me").str("id"), "they are told of their own")
		assert.NotContains(t, strangers+watchers, c.get("/me").str("id"))
		assert.NotContains(t, strangers+watchers, "data-offer")
	}
	assert.Equal(t, before, kept(), "nothing of theirs is kept")
	german := s.program()
	german.lang = "de"
	assert.NotEqual(t, strangers, unpacked(t, german.get(game, coded...)))
}

// unpacked is the text of an answer that came compressed.
func unpacked(t *testing.T, a *answer) string {
	t.Helper()
	var r io.Reader
	var err error
	switch a.header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(bytes.NewReader(a.body))
	case "zstd":
		r, err = zstd.NewReader(bytes.NewReader(a.body), zstd.WithDecoderConcurrency(1))
	default:
		return a.text()
	}
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}
