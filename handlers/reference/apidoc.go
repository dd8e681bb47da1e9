package reference

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// apiDoc is the part of the description for programs from which pages are made.
type apiDoc struct {
	Paths    map[string]map[string]operationDoc `json:"paths"`
	Chapters []chapterDoc                       `json:"x-chapters"`
	Moves    map[string]json.RawMessage         `json:"x-moves"`
	Names    struct {
		Schemas struct {
			MoveName struct {
				Enum []string `json:"enum"`
			}
		} `json:"schemas"`
	} `json:"components"`
	Problems map[string]codeDoc `json:"x-problems"`
}

// chapterDoc is a part of the page, with the operations in their order.
type chapterDoc struct {
	ID         string   `json:"id"`
	Operations []string `json:"operations"`
}

// operationDoc is what is known of an operation.
type operationDoc struct {
	ID string `json:"operationId"`
	wording
	German wording `json:"x-de"`
	Curl   string  `json:"x-curl"`
	Needs  string  `json:"x-needs"` // what its example takes besides a shell: mail, passkey, notices or operator

	method, path string
}

// wording says what an operation is for.
type wording struct {
	Summary     string `json:"summary"`
	Description string `json:"description"`
}

// in is the wording in a language.
func (o *operationDoc) in(lang string) wording {
	if lang == text.German {
		return o.German
	}
	return o.wording
}

// operations are all operations by their id.
func (d *apiDoc) operations() map[string]operationDoc {
	all := map[string]operationDoc{}
	for path, methods := range d.Paths {
		for method, o := range methods {
			o.method, o.path = strings.ToUpper(method), path
			all[o.ID] = o
		}
	}
	return all
}

// codeDoc is what is known of the code of a problem.
type codeDoc struct {
	Status []int    `json:"status"`
	Rules  []string `json:"rules"` // that may decide so, if it comes from the rules of the game
}

// Document reads the description; that it can be read is tested.
var Document = sync.OnceValue(func() *apiDoc {
	var d apiDoc
	if err := json.Unmarshal(OpenAPI, &d); err != nil {
		panic("handlers: openapi.json: " + err.Error())
	}
	return &d
})

//go:embed openapi.json
var OpenAPI []byte

// showOpenAPI is the description for programs.
func (s *Handler) showOpenAPI(c echo.Context) error {
	return web.Reply(c, http.StatusOK, "application/json", web.ContentTag("o", OpenAPI), OpenAPI)
}
