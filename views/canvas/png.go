package canvas

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// fonts are the letters of every PNG, read once. They may be shared, unlike faces.
var fonts = sync.OnceValue(func() (list [2]*opentype.Font) {
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("canvas: a font that is compiled in: " + err.Error())
		}
		list[i] = f
	}
	return list
})

// face is a font in a size.
func (s *Style) face() font.Face {
	f := fonts()[0]
	if s.Bold {
		f = fonts()[1]
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: max(s.Size, 1), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("canvas: a size of letters: " + err.Error()) // it fails on no finite size
	}
	return face
}

// Width is how wide a text is in this style.
func (s *Style) Width(text string) float64 { return s.width(s.face(), text) }

func (s *Style) width(face font.Face, text string) float64 {
	n := len([]rune(text))
	return float64(font.MeasureString(face, text))/64 + s.Spacing*float64(n)
}

// known reports whether the fonts of the PNG have all letters of a text.
func (s *Style) known(face font.Face, text string) bool {
	for _, letter := range text {
		if _, ok := face.GlyphAdvance(letter); !ok {
			return false
		}
	}
	return true
}

// Fit shortens a text until it is no wider than most.
func (s *Style) Fit(text string, most float64) string {
	face := s.face()
	if s.width(face, text) <= most {
		return text
	}
	letters := []rune(text)
	for len(letters) > 1 && s.width(face, string(letters)+"…") > most {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// painter draws on pixels.
type painter struct {
	img *image.RGBA
	ras *vector.Rasterizer
}

// PNG is the picture in pixels.
func (p *Picture) PNG() ([]byte, error) {
	box := image.Rect(0, 0, p.Wide, p.High)
	on := &painter{image.NewRGBA(box), vector.NewRasterizer(p.Wide, p.High)}
	for _, s := range p.shapes {
		s.paint(on)
	}
	var b bytes.Buffer
	err := png.Encode(&b, on.img)
	return b.Bytes(), err
}

// fill paints what the rasterizer holds.
func (p *painter) fill(c Colour) {
	p.ras.Draw(p.img, p.img.Bounds(), image.NewUniform(c.rgba()), image.Point{})
	p.ras.Reset(p.img.Bounds().Dx(), p.img.Bounds().Dy())
}

// polygon adds an area. All have the same sense of rotation, or two that overlap
// would cancel each other.
func (p *painter) polygon(points ...Point) {
	for i, q := range points {
		if i == 0 {
			p.ras.MoveTo(float32(q.X), float32(q.Y))
		} else {
			p.ras.LineTo(float32(q.X), float32(q.Y))
		}
	}
	p.ras.ClosePath()
}

// arc lists points on a circle, clockwise as it is seen.
func arc(at Point, r, from, to float64) []Point {
	const parts = 8
	list := make([]Point, 0, parts+1)
	for i := range parts + 1 {
		a := from + (to-from)*float64(i)/parts
		list = append(list, Point{at.X + r*math.Cos(a), at.Y + r*math.Sin(a)})
	}
	return list
}

func (s rect) paint(p *painter) {
	r := min(s.r, s.w/2, s.h/2)
	var edge []Point
	for i, at := range []Point{{s.x + s.w - r, s.y + r}, {s.x + s.w - r, s.y + s.h - r}, {s.x + r, s.y + s.h - r}, {s.x + r, s.y + r}} {
		from := math.Pi / 2 * float64(i-1)
		edge = append(edge, arc(at, r, from, from+math.Pi/2)...)
	}
	p.polygon(edge...)
	p.fill(s.fill)
}

func (s line) paint(p *painter) {
	for _, part := range s.parts() {
		for i, q := range part {
			if bends(part, i) {
				p.polygon(arc(q, s.wide/2, 0, 2*math.Pi)...)
			}
			if i > 0 {
				p.stroke(part[i-1], q, s.wide/2)
			}
		}
	}
	p.fill(s.stroke)
}

// bends reports whether a line ends or turns at a point, so that it has to be
// made round there; where it goes straight on, that would only show as a knot.
func bends(part []Point, i int) bool {
	if i == 0 || i == len(part)-1 {
		return true
	}
	a, q, b := part[i-1], part[i], part[i+1]
	turn := math.Atan2(b.Y-q.Y, b.X-q.X) - math.Atan2(q.Y-a.Y, q.X-a.X)
	return math.Abs(turn) > 0.1
}

// stroke adds a straight line with half its width.
func (p *painter) stroke(a, b Point, half float64) {
	long := math.Hypot(b.X-a.X, b.Y-a.Y)
	if long == 0 {
		return
	}
	x, y := (b.Y-a.Y)/long*half, -(b.X-a.X)/long*half
	p.polygon(Point{a.X + x, a.Y + y}, Point{b.X + x, b.Y + y}, Point{b.X - x, b.Y - y}, Point{a.X - x, a.Y - y})
}

// parts cuts a line into its dashes.
func (s line) parts() [][]Point {
	if len(s.points) == 0 {
		return nil
	}
	whole := 0.0
	for _, d := range s.dashes {
		whole += d
	}
	if whole <= 0 {
		return [][]Point{s.points}
	}
	var list [][]Point
	now, left, n := []Point{s.points[0]}, s.dashes[0], 0
	for i := 1; i < len(s.points); i++ {
		a, b := s.points[i-1], s.points[i]
		for {
			long := math.Hypot(b.X-a.X, b.Y-a.Y)
			if long < left {
				left -= long
				now = append(now, b)
				break
			}
			a = Point{a.X + (b.X-a.X)*left/long, a.Y + (b.Y-a.Y)*left/long}
			if n%2 == 0 {
				list = append(list, append(now, a))
			}
			n++
			now, left = []Point{a}, max(s.dashes[n%len(s.dashes)], 0.1)
		}
	}
	if n%2 == 0 {
		list = append(list, now)
	}
	return list
}

func (s words) paint(p *painter) {
	face := s.face()
	x := s.at.X
	switch s.Anchor {
	case Middle:
		x -= s.width(face, s.text) / 2
	case End:
		x -= s.width(face, s.text)
	case Start:
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(s.Fill.rgba()), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(s.at.Y * 64)}}
	if s.Spacing == 0 {
		d.DrawString(s.text)
		return
	}
	for _, letter := range s.text {
		d.DrawString(string(letter))
		d.Dot.X += fixed.Int26_6(s.Spacing * 64)
	}
}
