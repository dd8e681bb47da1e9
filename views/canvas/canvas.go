// Package canvas draws simple pictures once, as SVG and as PNG: rectangles, lines and
// text in flat colours. The letters of the PNG are those of the Go fonts, which are
// compiled in, so that no font of the machine matters.
package canvas

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// Colour is a colour as in a style sheet: "#1c5a43".
type Colour string

// rgba reads it; what cannot be read is black.
func (c Colour) rgba() color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(string(c), "#"), 16, 32)
	if err != nil || len(c) != len("#rrggbb") {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

// Point is a place on a picture, from its upper left corner.
type Point struct{ X, Y float64 }

// Anchor says which end of a text stands at its place.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Style is how a text is set.
type Style struct {
	Size    float64 // of the letters, in units
	Bold    bool
	Anchor  Anchor
	Fill    Colour
	Spacing float64 // between letters
}

// Picture is a drawing of so many units, of which each is a pixel of the PNG.
// Shapes cover those drawn before.
type Picture struct {
	Wide, High int
	Title      string // said in place of the picture
	shapes     []shape
}

// shape is one thing drawn.
type shape interface {
	svg(b *strings.Builder)
	paint(p *painter)
}

type rect struct {
	x, y, w, h, r float64
	fill          Colour
}

type line struct {
	points []Point
	wide   float64
	dashes []float64
	stroke Colour
}

type words struct {
	at   Point
	text string
	Style
}

// Rect draws a rectangle with corners of radius r.
func (p *Picture) Rect(x, y, w, h, r float64, fill Colour) {
	p.shapes = append(p.shapes, rect{x, y, w, h, r, fill})
}

// Line draws a line through points, with dashes and gaps of these lengths; none:
// it is whole.
func (p *Picture) Line(points []Point, wide float64, dashes []float64, stroke Colour) {
	p.shapes = append(p.shapes, line{points, wide, dashes, stroke})
}

// Text writes a line of text whose letters stand on y.
func (p *Picture) Text(x, y float64, text string, s Style) {
	p.shapes = append(p.shapes, words{Point{x, y}, text, s})
}

// SVG is the picture as a document.
func (p *Picture) SVG() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img"><title>%s</title>`,
		p.Wide, p.High, p.Wide, p.High, escape(p.Title))
	for _, s := range p.shapes {
		s.svg(&b)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (s rect) svg(b *strings.Builder) {
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s" fill="%s"/>`, num(s.x), num(s.y), num(s.w), num(s.h), num(s.r), escape(string(s.fill)))
}

func (s line) svg(b *strings.Builder) {
	b.WriteString(`<polyline fill="none" stroke-linejoin="round" stroke-linecap="round" stroke="` + escape(string(s.stroke)) + `" stroke-width="` + num(s.wide) + `"`)
	if len(s.dashes) > 0 {
		b.WriteString(` stroke-dasharray="`)
		for i, d := range s.dashes {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(num(d))
		}
		b.WriteByte('"')
	}
	b.WriteString(` points="`)
	for i, p := range s.points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(num(p.X) + "," + num(p.Y))
	}
	b.WriteString(`"/>`)
}

func (s words) svg(b *strings.Builder) {
	fmt.Fprintf(b, `<text x="%s" y="%s" font-family="Go, 'Noto Sans', 'DejaVu Sans', sans-serif" font-size="%s" fill="%s"`, num(s.at.X), num(s.at.Y), num(s.Size), escape(string(s.Fill)))
	if s.Bold {
		b.WriteString(` font-weight="700"`)
	}
	if s.Spacing != 0 {
		b.WriteString(` letter-spacing="` + num(s.Spacing) + `"`)
	}
	if face := s.face(); s.text != "" && s.known(face, s.text) { // as wide as in the PNG, whatever font the reader has
		b.WriteString(` lengthAdjust="spacingAndGlyphs" textLength="` + num(s.width(face, s.text)) + `"`)
	}
	b.WriteString([]string{"", ` text-anchor="middle"`, ` text-anchor="end"`}[s.Anchor] + ">" + escape(s.text) + "</text>")
}

// num writes a length.
func num(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }

// escape writes text so that it stands in XML as it is; what XML has no place for is left out.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0xfffe || r == 0xffff || r >= 0xd800 && r < 0xe000 {
			return -1
		}
		return r
	}, s)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
