package canvas_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/views/canvas"
)

func painted(t *testing.T, p *canvas.Picture) image.Image {
	t.Helper()
	body, err := p.PNG()
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(body))
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, p.Wide, p.High), img.Bounds())
	return img
}

func at(img image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
}

var red, blue = color.RGBA{0xff, 0, 0, 0xff}, color.RGBA{0, 0, 0xff, 0xff}

func TestRectAndLine(t *testing.T) {
	p := &canvas.Picture{Wide: 100, High: 60}
	p.Rect(0, 0, 100, 60, 20, "#0000ff")
	p.Line([]canvas.Point{{X: 10, Y: 30}, {X: 50, Y: 30}, {X: 20, Y: 30}, {X: 90, Y: 30}}, 6, nil, "#ff0000")
	img := painted(t, p)
	assert.Equal(t, color.RGBA{}, at(img, 0, 0), "the corner is round")
	assert.Equal(t, blue, at(img, 50, 5))
	for _, x := range []int{10, 30, 50, 89} {
		assert.Equal(t, red, at(img, x, 30), "a line that turns back on itself is whole at %d", x)
	}
	assert.Equal(t, blue, at(img, 30, 36))
}

func TestDashes(t *testing.T) {
	p := &canvas.Picture{Wide: 100, High: 20}
	p.Rect(0, 0, 100, 20, 0, "#0000ff")
	p.Line([]canvas.Point{{X: 0, Y: 10}, {X: 40, Y: 10}, {X: 100, Y: 10}}, 4, []float64{20, 20}, "#ff0000")
	img := painted(t, p)
	for x, want := range map[int]color.RGBA{10: red, 30: blue, 50: red, 70: blue, 90: red} {
		assert.Equal(t, want, at(img, x, 10), "at %d", x)
	}
}

func TestText(t *testing.T) {
	style := canvas.Style{Size: 24, Bold: true, Fill: "#ff0000", Anchor: canvas.End}
	p := &canvas.Picture{Wide: 120, High: 40, Title: `a <b> & "c"`}
	p.Text(110, 30, "Äda\x00 <&", style)
	img := painted(t, p)
	inked := func(from, to int) (n int) {
		for x := from; x < to; x++ {
			for y := range 40 {
				if at(img, x, y).R > 0 {
					n++
				}
			}
		}
		return n
	}
	assert.Positive(t, inked(60, 111))
	assert.Zero(t, inked(112, 120), "it ends at its place")
	assert.Greater(t, style.Width("Ada Ada"), style.Width("Ada"))
	short := style.Fit("Bartholomäus der Große", 100)
	assert.LessOrEqual(t, style.Width(short), 100.0)
	assert.Contains(t, short, "…")
	assert.Equal(t, "Ada", style.Fit("Ada", 100))

	texts := []string{}
	for d := xml.NewDecoder(bytes.NewReader(p.SVG())); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "well-formed, whatever the names are")
		if s, ok := tok.(xml.CharData); ok && len(bytes.TrimSpace(s)) > 0 {
			texts = append(texts, string(s))
		}
	}
	assert.Equal(t, []string{`a <b> & "c"`, "Äda <&"}, texts)
}
