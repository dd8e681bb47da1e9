package handlers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/bankhalter/bankhalter/handlers"
)

// With -update the requests and answers of the tests become the examples of the
// description: of operations that have none, and in place of those that do not
// fit their schemas any more.
var update = flag.Bool("update", false, "record examples for handlers/reference/examples")

// recorded is the JSON that may become an example, by operation and status, or
// "request" for what was sent.
var recorded = struct {
	sync.Mutex
	bodies map[string][]byte
}{bodies: map[string][]byte{}}

const (
	exampleItems = 2    // that an example shows of a long list
	exampleSize  = 6000 // bytes that are enough for an example
)

// record keeps what was sent and answered as examples, if it was not refused.
func record(t testing.TB, route *routers.Route, req *http.Request, a *answer) {
	t.Helper()
	if !*update || a.status >= 300 {
		return
	}
	if a.header.Get("Content-Type") == "application/json" {
		recordJSON(exampleKey(route.Operation, strconv.Itoa(a.status)), a.body)
	}
	if req.Header.Get("Content-Type") == "application/json" {
		recordJSON(exampleKey(route.Operation, requested), again(t, req))
	}
}

// requested stands in the key of an example for the status of an answer.
const requested = "request"

func exampleKey(o *openapi3.Operation, of string) string { return o.OperationID + " " + of }

// recordJSON keeps one of several: the one that says most and is not too long.
func recordJSON(key string, data []byte) {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return
	}
	body, err := oneLine(shorten(v))
	if err != nil {
		return
	}
	recorded.Lock()
	defer recorded.Unlock()
	if old := recorded.bodies[key]; old == nil || len(body) <= exampleSize && len(body) > len(old) || len(old) > exampleSize && len(body) < len(old) {
		recorded.bodies[key] = body
	}
}

// oneLine is JSON as the files of examples have it.
func oneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

var anyToken = regexp.MustCompile(`bh_[A-Z2-7]{26}`)

// shorten cuts lists and hides tokens.
func shorten(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = shorten(v[k])
		}
	case []any:
		for i := range v {
			v[i] = shorten(v[i])
		}
		return v[:min(len(v), exampleItems)]
	case string:
		return anyToken.ReplaceAllString(v, "bh_7K2QX4MZP5R3TWNB6VHDYCJ4EA")
	}
	return v
}

// writeExamples writes the files of examples: those that fit, and what was
// recorded in place of the others.
func writeExamples() error {
	doc, err := spec()
	if err != nil {
		return err
	}
	operations := map[string]examplePlaces{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			operations[o.OperationID] = placesOf(path, method, o)
		}
	}
	for _, chapter := range handlers.Document().Chapters {
		file := filepath.Join("reference", "examples", chapter.ID+".json")
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var written map[string]json.RawMessage
		if err := json.Unmarshal(data, &written); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		var lines []string
		for i := range chapter.Operations {
			for _, place := range operations[chapter.Operations[i].ID] {
				if body := place.example(written[place.key]); body != nil {
					lines = append(lines, fmt.Sprintf("  %q: %s", place.key, body))
				}
			}
		}
		if err := os.WriteFile(file, []byte("{\n"+strings.Join(lines, ",\n")+"\n}\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// examplePlaces are where the description has examples of an operation.
type examplePlaces []examplePlace

type examplePlace struct {
	key   string
	media *openapi3.MediaType
	path  []string // to its schema
}

// placesOf are the JSON of the accepted answers of an operation and of its request.
func placesOf(path, method string, o *openapi3.Operation) (list examplePlaces) {
	here := []string{"paths", path, strings.ToLower(method)}
	add := func(of string, content openapi3.Content, where ...string) {
		if media := content["application/json"]; media != nil {
			list = append(list, examplePlace{exampleKey(o, of), media, slices.Concat(here, where, []string{"content", "application/json", "schema"})})
		}
	}
	for _, status := range slices.Sorted(maps.Keys(o.Responses.Map())) {
		if strings.HasPrefix(status, "2") {
			add(status, o.Responses.Value(status).Value.Content, "responses", status)
		}
	}
	if o.RequestBody != nil {
		add(requested, o.RequestBody.Value.Content, "requestBody")
	}
	return list
}

// example is the written example if it fits its schema or nothing was recorded
// to replace it.
func (p examplePlace) example(written json.RawMessage) []byte {
	body := recorded.bodies[p.key]
	if body == nil || p.fits() {
		return written
	}
	return body
}

func (p examplePlace) fits() bool {
	schema, err := answers.at(p.path...)
	return err == nil && p.media.Example != nil && schema.Validate(p.media.Example) == nil
}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	cluster.Close()
	if *update {
		if err := writeExamples(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
