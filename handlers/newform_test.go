package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is picked on the page for a new table is what the table has.
func TestTheBoardThatIsPickedIsTheBoardOfTheTable(t *testing.T) {
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	for edition, book := range map[string]string{"mega": "mega", "us-classic": "us", "sonic": "sonic"} {
		ada.open("/games/new?edition=german-classic").press("#m-open", "edition", edition)
		require.Equal(t, http.StatusOK, ada.last.status, edition)
		game := s.program().get(ada.path)
		assert.Equal(t, edition, game.str("edition"))
		assert.Equal(t, book, game.str("rulebook"), "the board's own")
	}
	ada.open("/games/new?edition=german-classic").press("#m-open", "rulebook", "us")
	assert.Equal(t, "us", s.program().get(ada.path).str("rulebook"), "unless another one is picked")
}

// A form that cannot do with another board comes back with the settings of that board.
func TestTheFormFollowsTheBoard(t *testing.T) {
	s := open(t)
	ada := s.readerAs(s.player("Ada")).open("/games/new?edition=us-classic")
	ada.press("#m-open", "edition", "mark-classic", "title", "Abends")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Contains(t, ada.doc.Find("#problem").Text(), "These are now the settings")
	assert.Contains(t, ada.doc.Find("#op-h").Text(), "marks")
	assert.Equal(t, "Abends", ada.doc.Find("#in-title").AttrOr("value", ""))
	assert.Equal(t, "90", ada.doc.Find("[name='option.end_time']").AttrOr("value", ""))
	ada.press("#m-open", "option.end_time", "60")
	require.Equal(t, http.StatusOK, ada.last.status)
	assert.Equal(t, "mark-classic", s.program().get(ada.path).str("edition"))

	asked := s.browser().post("/games", url.Values{"change": {"1"}, "drawn": {"us-classic us"}, "edition": {"mega"}, "rulebook": {"us"}, "bot.default": {"2"}})
	require.Equal(t, http.StatusOK, asked.status, "no table is opened, and nobody needs a name")
	page := asked.page()
	assert.Contains(t, page.Find("#status").Text(), "These are now the settings")
	assert.Equal(t, "mega", page.Find("[name=rulebook][checked]").AttrOr("value", ""))
	assert.Equal(t, "2", page.Find("[name='bot.default']").AttrOr("value", ""))
	assert.Zero(t, page.Find("#problem").Length())
}

// The settings of a board of one's own are those of its own rulebook.
func TestTheFormKnowsBoardsOfOnesOwn(t *testing.T) {
	s := open(t)
	ada := s.player("Ada")
	board := s.program().get("/editions/mega")
	made := ada.send(http.MethodPost, "/editions", board.json())
	require.Equal(t, http.StatusCreated, made.status, made.text())
	page := s.readerAs(ada).open("/games/new?edition=" + made.str("hash")).doc
	assert.Equal(t, made.str("hash")+" mega", page.Find("[name=drawn]").AttrOr("value", ""))
}

// A refusal stands at the top, where it is read first, and names what is wrong as the form does.
func TestARefusedTableSaysWhereItIsWrong(t *testing.T) {
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	ada.lang = "de"
	ada.open("/games/new").press("#m-open", "players", "2", "bot.default", "3")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	problem := ada.doc.Find("#problem")
	assert.Contains(t, problem.Text(), "Computer dabei")
	assert.NotContains(t, problem.Text(), "bots")
	assert.Contains(t, ada.doc.Find("#status").Text(), "Computer dabei")
	_, focus := problem.Attr("autofocus")
	assert.True(t, focus, "the keyboard begins there")
	assert.Zero(t, problem.Closest("form").Length(), "above the form")
	assert.Equal(t, "true", ada.doc.Find("[name='bot.default']").AttrOr("aria-invalid", ""))
	assert.Zero(t, ada.doc.Find("[name=players][aria-invalid]").Length())
}

// A rulebook that wants a closing hour proposes one: all may stay as it is.
func TestAnUntouchedFormOpensATable(t *testing.T) {
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	ada.open("/games/new?edition=mark-classic&rulebook=mark").press("#m-open")
	require.Equal(t, http.StatusOK, ada.last.status, ada.doc.Find("#problem").Text())
	assert.EqualValues(t, 90, s.program().get(ada.path).at("options", "end_time"))
}
