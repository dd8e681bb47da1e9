package handlers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/routers"
)

// With -update the answers of the tests replace the examples of the description
// that do not fit their schemas any more. A new example needs its line first.
var update = flag.Bool("update", false, "record examples for handlers/reference/examples")

// recorded are the answers that may become examples, by operation and status.
var recorded = struct {
	sync.Mutex
	bodies map[string][]byte
}{bodies: map[string][]byte{}}

const (
	exampleItems = 2    // that an example shows of a long list
	exampleSize  = 6000 // bytes that are enough for an example
)

// record keeps the answer as an example: of several the one that says most.
func record(route *routers.Route, a *answer) {
	if !*update || a.status >= 300 || a.header.Get("Content-Type") != "application/json" {
		return
	}
	var v any
	if json.Unmarshal(a.body, &v) != nil {
		return
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if out.Encode(shorten(v)) != nil {
		return
	}
	body, key := bytes.TrimSpace(b.Bytes()), fmt.Sprintf("%s %d", route.Operation.OperationID, a.status)
	recorded.Lock()
	defer recorded.Unlock()
	if old := recorded.bodies[key]; old == nil || len(body) <= exampleSize && len(body) > len(old) || len(old) > exampleSize && len(body) < len(old) {
		recorded.bodies[key] = body
	}
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

// writeExamples writes what was recorded.
func writeExamples() error {
	files, err := filepath.Glob("reference/examples/*.json")
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		lines := strings.Split(string(data), "\n")
		for i, line := range lines {
			key, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), `"`), `": `)
			if body := recorded.bodies[key]; ok && body != nil && !keeps(key) {
				end := ""
				if strings.HasSuffix(line, ",") {
					end = ","
				}
				lines[i] = fmt.Sprintf("  %q: %s%s", key, body, end)
			}
		}
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// keeps reports whether the example of an operation and status keeps to its schema.
func keeps(key string) bool {
	doc, err := spec()
	if err != nil {
		return false
	}
	id, status, _ := strings.Cut(key, " ")
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			if o.OperationID != id || o.Responses.Value(status) == nil {
				continue
			}
			m := o.Responses.Value(status).Value.Content["application/json"]
			schema, err := answers.at("paths", path, strings.ToLower(method), "responses", status, "content", "application/json", "schema")
			return err == nil && m != nil && m.Example != nil && schema.Validate(m.Example) == nil
		}
	}
	return false
}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if *update {
		if err := writeExamples(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
