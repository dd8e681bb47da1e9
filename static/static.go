// Package static holds the files that every page loads: style sheet, script
// and icon. Each is served under a name with its hash, so that it may be kept
// for ever; the package knows nothing of games or pages.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"
)

//go:embed *.js *.png *.svg css vendor
var embedded embed.FS

// Names of the files, as Path takes them.
const (
	Style  = "style.css"
	Aside  = "aside.css"        // beside Style, of all pages but running tables
	Admin  = "admin.css"        // beside Style, of the operator's pages
	Draft  = "draft.css"        // beside Style, of the editor of boards
	Book   = "rulebook.css"     // beside Style, of a rulebook
	Notice = "announcement.css" // beside Style, where the operator announces something or bans
	Script = "app.js"           // htmx and our scripts in one
	Others = "others.js"        // beside Script, of all pages but tables
	Replay = "replay.js"        // beside Script, of a table as it stood once
	Tryout = "tryout.js"        // beside Script, of a waiting room
	Read   = "announcement.js"  // beside Script, where the operator announces something
	Early  = "twice.js"         // runs before anything can be pressed
	Alone  = "contact.js"       // the part of Script that pages without it have
	Sounds = "sound.js"         // fetched in the first press on a table's page
	Return = "offline.js"       // of the page that is shown without a server
	Icon   = "favicon.svg"
	Asked  = "favicon-asked.svg" // of a table that waits for the reader

	// Manifest says how the site is installed on a home screen.
	Manifest = "manifest.webmanifest"
)

// scripts are the parts of the script, in the order in which they need each other.
var scripts = []string{"vendor/htmx-4.0.1.min", "fair", "follow", "contact", "stream", "live", "press", "unfold", "film", "end_turn", "menu", "proof", "clock", "share", "attention", "away", "unread"}

// others are the parts of the script of all pages but that of a table.
var others = []string{"day", "passkey", "push", "unsaved"}

// sheets are the parts of the style sheet, in the order in which they count.
var sheets = []string{"tokens", "base", "frame", "board", "scene", "pieces", "parts", "deals", "film", "auction", "pages", "clocks", "talk", "modes"}

// asides are the parts of the style sheet of all pages but that of a running table,
// which is looked at in a hurry.
var asides = []string{"wide", "story", "ending", "room", "proof", "lobby", "day", "rules", "books", "orders", "time_control", "api", "notices"}

// What a browser does not read is not sent: in style sheets comments, the space around
// punctuation, quotes around a word and the nought before a point.
var tightenings = []struct {
	what *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(?s)/\*.*?\*/`), ""},
	{regexp.MustCompile(`\s+`), " "},
	{regexp.MustCompile(` ?([{};,>~]) ?`), "$1"},
	{regexp.MustCompile(`(\() | (\))`), "$1$2"},
	{regexp.MustCompile(`: `), ":"},
	{regexp.MustCompile(`([ :,(+*/-])0\.(\d)`), "$1.$2"},
	{regexp.MustCompile(`([\d)]) ([*/]) `), "$1$2"},
	{regexp.MustCompile(`="([A-Za-z][\w-]*)"\]`), "=$1]"},
	{regexp.MustCompile(`;}`), "}"},
}

// Prefix is where Handler expects to be mounted.
const Prefix = "/static/"

// File is one file, ready to be served.
type File struct {
	Name string // with hash: style.0123456789ab.css
	Type string
	Body []byte
	Gzip []byte
	tag  string

	taken  atomic.Int64           // how many take brotli
	brotli atomic.Pointer[[]byte] // nil until it is made
}

type files struct {
	byName map[string]*File // with hash
	path   map[string]string
}

// all is built once, on first use, from the embedded files.
var all = sync.OnceValue(func() *files {
	fs := &files{byName: map[string]*File{}, path: map[string]string{}}
	for name, parts := range map[string][]string{Script: scripts, Others: others} {
		var script [][]byte
		for _, part := range parts {
			body := read(part + ".js")
			if !strings.HasPrefix(part, "vendor/") {
				body = shortened(body)
			}
			script = append(script, body)
		}
		fs.add(name, scriptType+"; charset=utf-8", bytes.Join(script, []byte(";\n")))
	}
	for _, name := range []string{Early, Alone, Sounds, Return, Replay, Tryout, Read} {
		fs.add(name, scriptType+"; charset=utf-8", shortened(read(name)))
	}
	for name, parts := range map[string][]string{Style: sheets, Aside: asides} {
		var style [][]byte
		for _, part := range parts {
			style = append(style, tightened(read("css/"+part+".css")))
		}
		fs.add(name, styleType, bytes.Join(style, []byte("\n")))
	}
	for _, name := range []string{Admin, Draft, Book, Notice} {
		fs.add(name, styleType, tightened(read("css/"+name)))
	}
	fs.add(Icon, "image/svg+xml", read(Icon))
	fs.add(Asked, "image/svg+xml", read(Asked))
	for _, size := range iconSizes {
		fs.add(iconName(size), "image/png", read(iconName(size)))
	}
	fs.add(Manifest, "application/manifest+json", manifest(fs))
	return fs
})

const styleType = "text/css; charset=utf-8"

// tightened is a style sheet that means the same in fewer bytes.
func tightened(sheet []byte) []byte {
	for _, t := range tightenings {
		sheet = t.what.ReplaceAll(sheet, []byte(t.to))
	}
	return bytes.TrimSpace(sheet)
}

// shortened is a script of ours that means the same in fewer bytes: without comments,
// with short names for what no other script sees.
func shortened(script []byte) []byte {
	body, err := minifier.Bytes(scriptType, script)
	if err != nil {
		panic(fmt.Sprintf("static: a script is no script: %v", err))
	}
	return body
}

const scriptType = "text/javascript"

var minifier = func() *minify.M {
	m := minify.New()
	m.Add(scriptType, &js.Minifier{})
	return m
}()

// iconSizes are those of the icons for home screens, in pixels.
var iconSizes = []int{192, 512}

func iconName(size int) string { return fmt.Sprintf("icon-%d.png", size) }

// manifest is the same for all: the pages that it opens speak the reader's language.
func manifest(fs *files) []byte {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}
	icons := []icon{{fs.path[Icon], "any", "image/svg+xml", "any"}}
	for _, size := range iconSizes {
		icons = append(icons, icon{fs.path[iconName(size)], fmt.Sprintf("%dx%[1]d", size), "image/png", "any maskable"})
	}
	body, err := json.Marshal(map[string]any{
		"id": "/", "start_url": "/", "scope": "/", "name": "Bankhalter", "short_name": "Bankhalter", "display": "standalone",
		"background_color": "#f1ebdf", "theme_color": "#1c5a43", "categories": []string{"games"}, "icons": icons,
	})
	if err != nil {
		panic(err) // it is made of strings
	}
	return body
}

func read(name string) []byte {
	b, err := embedded.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("static: %s is not embedded: %v", name, err))
	}
	return b
}

func (fs *files) add(name, kind string, body []byte) {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:6])
	ext := path.Ext(name)
	f := &File{
		Name: strings.TrimSuffix(name, ext) + "." + hash + ext,
		Type: kind, Body: body, Gzip: Squeeze(body), tag: hash,
	}
	fs.byName[f.Name] = f
	fs.path[name] = Prefix + f.Name
}

// Path is the address of a file, with its hash; an unknown name panics, as it
// can only be a slip in a template.
func Path(name string) string {
	p, ok := all().path[name]
	if !ok {
		panic("static: no file " + name)
	}
	return p
}

// Lookup finds a file by the name in its address.
func Lookup(name string) (*File, bool) {
	f, ok := all().byName[name]
	return f, ok
}

// ServeHTTP answers with the file: compressed if the client can, for ever
// cacheable, with validators and ranges.
func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	coding, body := f.packed(r.Header.Get("Accept-Encoding"))
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	h.Set("ETag", `"`+f.tag+coding+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// Kept is the address of a file for the page that is shown without a server: its
// worker answers to it from what it keeps, and leaves the file of all other pages alone.
func Kept(name string) string { return Path(name) + "?offline" }

// Worker is the script that shows messages while no page is open, and the HTML page
// offline, under the content security policy given, where the server does not answer.
// Of files that page may name those Kept under Style and Return.
func Worker(offline, policy string) []byte {
	head, err := json.Marshal(map[string]any{"page": offline, "policy": policy, "files": []string{Path(Style), Path(Return)}})
	if err != nil {
		panic(err) // it is made of strings
	}
	return slices.Concat([]byte("const offline = "), head, []byte(";\n"), read("worker.js"))
}
