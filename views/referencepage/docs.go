package referencepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/views/page"
)

// DocsData is the page about the interface for programs.
type DocsData struct {
	Chapters []DocsChapter
	Moves    []DocsMove
	Limits   []DocsLimit
	Bots     []DocsBot
}

// DocsChapter is a part of the examples.
type DocsChapter struct {
	ID         string
	Operations []DocsOperation
}

// DocsOperation is one operation with an example that can be copied.
type DocsOperation struct {
	ID, Method, Path string
	Summary, Text    string
	Curl             string
	Needs            string // the example's requirements besides a shell, "" if none
}

// DocsMove is a move with an example of its body.
type DocsMove struct{ Name, Body string }

// DocsLimit is one limit; 0 is none.
type DocsLimit struct {
	Key, By           string
	PerMinute, AtOnce int
}

// DocsBot is a whole player.
type DocsBot struct{ File, Text string }

// docsSections are the parts of the page after the examples.
func docsSections() []string {
	return []string{"moves", "problems", "streams", "keys", "safe", "limits", "bots"}
}

// spans splits a text at its backticks: every second part is code.
func spans(text string) []string { return strings.Split(text, "`") }

// orDash is a number, or a dash for none.
func orDash(n int) string {
	if n == 0 {
		return "–"
	}
	return page.Itoa(n)
}
