package query

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type word string

func (w *word) ReadQuery(values []string) bool {
	if values[0] != "good" {
		return false
	}
	*w = word(values[0])
	return true
}

type around struct {
	Lang string `query:"lang"`
}

type asked struct {
	around
	Limit  int        `query:"limit,filled,expect=limit" schema:",min=1,max=100,default=100"`
	At     *uint32    `query:"at,filled"`
	Skip   uint64     `query:"skip" schema:",max=9"`
	Deed   int8       `query:"deed,lax,absent=-1" schema:",max=63"`
	Turn   int        `query:"turn,laxpage,absent=-1"`
	Own    bool       `query:"own"`
	Seen   *bool      `query:"seen"`
	Sort   string     `query:"sort" schema:",enum=age/size"`
	File   bool       `query:"file,empty"`
	Word   word       `query:"word,expect=word"`
	Group  []string   `query:"group,empty"`
	Option url.Values `query:"option.*"`
}

func TestReadTakesWhatIsDeclared(t *testing.T) {
	usual := asked{Limit: 100, Deed: -1, Turn: -1, Option: url.Values{}}
	with := func(change func(*asked)) asked {
		x := usual
		change(&x)
		return x
	}
	five, no := uint32(5), false
	for text, want := range map[string]asked{
		"":                        usual,
		"other=1&skip=&word=":     usual,
		"sort=size&seen=off":      with(func(x *asked) { x.Sort, x.Seen = "size", &no }),
		"lang=de&own=yes&file":    with(func(x *asked) { x.Lang, x.Own, x.File = "de", true, true }),
		"limit=7&at=5&skip=9":     with(func(x *asked) { x.Limit, x.At, x.Skip = 7, &five, 9 }),
		"deed=63&turn=0&own=0":    with(func(x *asked) { x.Deed, x.Turn = 63, 0 }),
		"deed=64":                 usual,
		"deed=x":                  usual,
		"deed=-1":                 usual,
		"word=good&group=a&group": with(func(x *asked) { x.Word, x.Group = "good", []string{"a", ""} }),
		"option.a=1&optional=2":   with(func(x *asked) { x.Option = url.Values{"option.a": {"1"}} }),
	} {
		from, err := url.ParseQuery(text)
		require.NoError(t, err)
		got := asked{Skip: 4}
		assert.Nil(t, Read(from, &got, false), text)
		assert.Equal(t, want, got, text)
	}
}

func TestReadNamesWhatMakesNoSense(t *testing.T) {
	for text, want := range map[string]Fault{
		"limit=":          {"limit", "limit", nil},
		"limit=0":         {"limit", "limit", nil},
		"limit=101":       {"limit", "limit", nil},
		"at=":             {"at", Whole, nil},
		"at=-1":           {"at", Whole, nil},
		"at=4294967296":   {"at", Whole, nil},
		"skip=10":         {"skip", Whole, nil},
		"skip=1.5":        {"skip", Whole, nil},
		"turn=x":          {"turn", Whole, nil},
		"word=bad":        {"word", "word", nil},
		"word=bad&skip=x": {"skip", Whole, nil},
		"deed=x&skip=+":   {"skip", Whole, nil},
		"turn=-1&group=a": {"turn", Whole, nil},
		"own=maybe":       {"own", Truth, nil},
		"seen=maybe":      {"seen", Truth, nil},
		"sort=colour":     {"sort", Whole, []string{"age", "size"}},
	} {
		from, err := url.ParseQuery(text)
		require.NoError(t, err)
		got := asked{}
		assert.Equal(t, &want, Read(from, &got, false), text)
	}
	got := asked{}
	assert.Nil(t, Read(url.Values{"turn": {"x"}}, &got, true), "a page passes over it")
	assert.Equal(t, -1, got.Turn)
}

func TestFieldsRefusesWhatIsNotDeclared(t *testing.T) {
	for name, bad := range map[string]any{
		"no tag": struct{ A string }{},
		"bad option": struct {
			A string `query:"a,never"`
		}{},
		"no number": struct {
			A int `query:"a,absent=x"`
		}{},
	} {
		assert.Panics(t, func() { Fields(reflect.TypeOf(bad)) }, name)
	}
}
