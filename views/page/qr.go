package page

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// QR is an address as a QR code, drawn in a box of Size by Size modules with the
// quiet zone of four modules that scanners need.
type QR struct {
	Size int
	Path string // data of an SVG path, all dark modules
}

// quiet is the margin of a QR code, in modules.
const quiet = 4

// NewQR encodes an address; false if it is too long for a code that a telephone reads.
func NewQR(address string) (QR, bool) {
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil || len(address) > 300 {
		return QR{}, false
	}
	n := code.Bounds().Dx()
	var b strings.Builder
	for y := range n {
		for x := 0; x < n; x++ {
			from := x
			for x < n && color.GrayModel.Convert(code.At(x, y)).(color.Gray).Y < 128 {
				x++
			}
			if x > from {
				b.WriteString("M" + strconv.Itoa(from+quiet) + " " + strconv.Itoa(y+quiet) + "h" + strconv.Itoa(x-from) + "v1h-" + strconv.Itoa(x-from) + "z")
			}
		}
	}
	return QR{n + 2*quiet, b.String()}, true
}

// Box is the viewBox of the drawing.
func (q QR) Box() string { return "0 0 " + strconv.Itoa(q.Size) + " " + strconv.Itoa(q.Size) }
