package web

import (
	"bytes"
	"net/http"
	"time"

	"github.com/a-h/templ"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
)

// SharedAnswers keeps the pages and documents that many were sent last, compressed as they were
// sent: the next reader who is to see the same is sent the same bytes.
type SharedAnswers struct {
	kept *lru.Cache[sharedAnswer, *sentAnswer]
}

// sharedAnswer is everything that such a page depends on.
type sharedAnswer struct {
	page   page.Page
	format Format
	takes  codings // if none, it is sent plainly, and not kept
	of     any
}

// sentAnswer is a page as it was sent.
type sentAnswer struct {
	status int
	kind   string // as Content-Type says it
	tag    string
	coding coding
	body   []byte
}

// NewSharedAnswers returns one that keeps nothing yet, and never more than most answers.
func NewSharedAnswers(most int) *SharedAnswers {
	kept, _ := lru.New[sharedAnswer, *sentAnswer](most) // only a size below 1 is an error
	return &SharedAnswers{kept}
}

// Len returns the number of answers that are kept.
func (a *SharedAnswers) Len() int { return a.kept.Len() }

// somebody stands for every reader who has signed in.
const somebody = "somebody"

// Respond is web.Respond for a model that is the same for all readers
// to whom of, which must be comparable, is the same. What is drawn is told no more
// of the reader than whether they have signed in.
func (a *SharedAnswers) Respond(c echo.Context, of any, model func() (Model, error)) error {
	r := c.Request()
	key := sharedAnswer{c.(*requestContext).kit.Page(c), FormatOf(r), codingsOf(r), of}
	if key.page.Viewer.Known() {
		key.page.Viewer = page.Person{ID: somebody}
	}
	x, ok := a.kept.Get(key)
	if !ok {
		m, err := model()
		if err != nil {
			return err
		}
		if x, err = key.make(c, m); err != nil {
			return err
		}
		if key.takes != (codings{}) {
			a.kept.Add(key, x)
		}
	}
	if x.status == http.StatusNoContent {
		Vary(c, VaryBy)
		return c.NoContent(x.status)
	}
	h := c.Response().Header()
	if key.format != FormatJSON {
		h.Set("Content-Language", key.page.Lang)
	}
	if x.coding != "" {
		h.Set(echo.HeaderContentEncoding, string(x.coding))
	}
	return Reply(c, x.status, x.kind, x.tag, x.body)
}

// make draws and compresses a page, or writes and compresses a document.
func (k *sharedAnswer) make(c echo.Context, m Model) (*sentAnswer, error) {
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	began := time.Now()
	x := &sentAnswer{status: http.StatusOK, kind: htmlType}
	body, err := k.draw(c, m, b, x)
	if err != nil {
		return nil, err
	}
	rendered(c, began)
	if k.format == FormatFragment && len(body) == 0 {
		return &sentAnswer{status: http.StatusNoContent}, nil
	}
	if x.coding = k.takes.of(body); x.coding == "" {
		x.body = bytes.Clone(body)
		return x, nil
	}
	packed := templ.GetBuffer()
	defer templ.ReleaseBuffer(packed)
	x.coding.pack(packed, body, k.format)
	x.body = bytes.Clone(packed.Bytes())
	return x, nil
}

// draw is the body of an answer in the format that was requested, with its type and tag.
func (k *sharedAnswer) draw(c echo.Context, m Model, b *bytes.Buffer, x *sentAnswer) ([]byte, error) {
	if k.format == FormatJSON {
		x.kind = jsonType
		err := encode(b, documentOf(c, m))
		x.tag = ContentTag("j", b.Bytes())
		return b.Bytes(), err
	}
	if err := component(m, k.format, k.page).Render(c.Request().Context(), b); err != nil {
		return nil, err
	}
	kind, body := bodyOf(k.format, b.Bytes())
	x.tag = pageTag(kind, body)
	return body, nil
}
