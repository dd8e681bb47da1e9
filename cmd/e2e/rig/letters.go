package rig

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Letters name the fonts that a browser has. A page measures otherwise with
// other fonts, and every machine has its own: so those of a test are made here,
// with the widths and heights of well-known ones and a box for each letter.
type Letters string

// Fonts that a browser may be given, and those of the machine.
const (
	OfMachine  Letters = ""
	DejaVu     Letters = "dejavu" // all that a fresh Debian has; among the widest
	Liberation Letters = "liberation"
	Mono       Letters = "mono"
	Noto       Letters = "noto" // among the narrowest
)

//go:embed letters/*.txt
var letters embed.FS

// face is one font: how wide its letters are, in units of its em.
type face struct {
	family                 string
	weight, em             int
	ascent, descent, extra int
	widths                 map[rune]int
}

// install writes the fonts into a folder and returns the file that has a
// browser use them and no others.
func (l Letters) install(dir string) (config string, err error) {
	text, err := letters.ReadFile("letters/" + string(l) + ".txt")
	if err != nil {
		return "", fmt.Errorf("find letters: %w", err)
	}
	faces, err := readFaces(string(text))
	if err != nil {
		return "", fmt.Errorf("read letters %s: %w", l, err)
	}
	for _, f := range faces {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.ttf", f.family, f.weight)), f.truetype(), 0o600); err != nil {
			return "", fmt.Errorf("write letters: %w", err)
		}
	}
	alias := func(generic, family string) string {
		return "<match><test name=\"family\"><string>" + generic + "</string></test><edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>" + family + "</string></edit></match>"
	}
	config = filepath.Join(dir, "fonts.conf")
	rules := `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>` + dir + "</dir><cachedir>" + filepath.Join(dir, "cache") + "</cachedir>" +
		alias("serif", "Letters serif") + alias("sans-serif", "Letters sans") + alias("system-ui", "Letters sans") + alias("monospace", "Letters sans") + "</fontconfig>"
	if err := os.WriteFile(config, []byte(rules), 0o600); err != nil {
		return "", fmt.Errorf("write letters: %w", err)
	}
	return config, nil
}

// readFaces reads a file of measures: a line for each face, below it one for
// each width with the letters that have it.
func readFaces(text string) (faces []face, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if !strings.HasPrefix(lines.Text(), "\t") {
			f := face{widths: map[rune]int{}}
			if _, err := fmt.Sscan(lines.Text(), &f.family, &f.weight, &f.em, &f.ascent, &f.descent, &f.extra); err != nil {
				return nil, err
			}
			faces = append(faces, f)
			continue
		}
		width, err := strconv.Atoi(words[0])
		if err != nil {
			return nil, err
		}
		for _, word := range words[1:] {
			from, to, many := strings.Cut(word, "-")
			if !many {
				to = from
			}
			first, err := strconv.ParseUint(from, 16, 16)
			if err != nil {
				return nil, err
			}
			last, err := strconv.ParseUint(to, 16, 16)
			if err != nil {
				return nil, err
			}
			for r := rune(first); r <= rune(last); r++ {
				faces[len(faces)-1].widths[r] = width
			}
		}
	}
	return faces, lines.Err()
}

// truetype writes the face as a TrueType font. Its first glyph, which letters
// get that it does not have, is as wide as its em.
func (f face) truetype() []byte {
	runes := make([]rune, 0, len(f.widths))
	for r := range f.widths {
		runes = append(runes, r)
	}
	slices.Sort(runes)
	count := len(runes) + 1
	high, bold := f.em*7/10, 0
	if f.weight >= 700 {
		bold = 1
	}

	var glyphs, places, widths, groups bytes.Buffer
	add := func(width int, empty bool) {
		put(&places, uint32(glyphs.Len())) //nolint:gosec // a few kilobytes
		put(&widths, int16(width), int16(0))
		if !empty {
			right := width * 9 / 10
			put(&glyphs, int16(1), int16(0), int16(0), int16(right), int16(high), uint16(3), uint16(0), [4]byte{1, 1, 1, 1},
				int16(0), int16(0), int16(right), int16(0), int16(0), int16(high), int16(0), int16(-high))
		}
	}
	add(f.em, false)
	for i, r := range runes {
		add(f.widths[r], r == ' ' || r == 0xa0 || r >= 0x2000 && r <= 0x200a || r == 0x202f)
		put(&groups, r, r, uint32(i+1))
	}
	put(&places, uint32(glyphs.Len())) //nolint:gosec // a few kilobytes

	cmap := packed(uint16(0), uint16(1), uint16(3), uint16(10), uint32(12), uint16(12), uint16(0), uint32(16+groups.Len()), uint32(0), uint32(len(runes)), groups.Bytes())
	head := packed(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5f0f3cf5), uint16(3), uint16(f.em), uint64(0), uint64(0),
		int16(0), int16(f.descent), int16(f.em), int16(f.ascent), uint16(bold), uint16(8), int16(2), int16(1), int16(0))
	hhea := packed(uint32(0x10000), int16(f.ascent), int16(f.descent), int16(f.extra), uint16(2*f.em), [3]int16{}, int16(1), [2]int16{}, [4]int16{}, int16(0), uint16(count))
	maxp := packed(uint32(0x10000), uint16(count), uint16(4), uint16(1), uint16(0), uint16(0), uint16(1), [8]uint16{})
	os2 := packed(uint16(4), int16(f.em/2), uint16(f.weight), uint16(5), uint16(0), [10]int16{}, int16(0), [10]byte{}, [4]uint32{1}, [4]byte{'r', 'i', 'g', ' '},
		[]uint16{0x40, 0x20}[bold], uint16(runes[0]), uint16(runes[len(runes)-1]), int16(f.ascent), int16(f.descent), int16(f.extra), uint16(f.ascent), uint16(-f.descent),
		[2]uint32{1}, int16(f.em/2), int16(high), uint16(0), uint16(' '), uint16(1))
	post := packed(uint32(0x30000), uint32(0), int16(0), int16(0), [5]uint32{})
	return sfnt([]table{
		{"OS/2", os2}, {"cmap", cmap}, {"glyf", glyphs.Bytes()}, {"head", head}, {"hhea", hhea}, {"hmtx", widths.Bytes()},
		{"loca", places.Bytes()}, {"maxp", maxp}, {"name", f.names(bold)}, {"post", post},
	})
}

// names is the table of the font's names.
func (f face) names(bold int) []byte {
	family, style := "Letters "+f.family, []string{"Regular", "Bold"}[bold]
	var list, text bytes.Buffer
	named := map[int]string{1: family, 2: style, 4: family + " " + style, 6: strings.ReplaceAll(family, " ", "") + "-" + style}
	for _, id := range []int{1, 2, 4, 6} {
		said := packed(utf16.Encode([]rune(named[id])))
		put(&list, uint16(3), uint16(1), uint16(0x409), uint16(id), uint16(len(said)), uint16(text.Len())) //nolint:gosec // short words
		text.Write(said)
	}
	return packed(uint16(0), uint16(4), uint16(6+list.Len()), list.Bytes(), text.Bytes())
}

type table struct {
	tag  string
	body []byte
}

// sfnt puts the tables of a font into one file.
func sfnt(tables []table) []byte {
	var index, bodies bytes.Buffer
	put(&index, uint32(0x10000), uint16(len(tables)), uint16(128), uint16(3), uint16(16*len(tables)-128))
	at := 12 + 16*len(tables)
	for _, t := range tables {
		body := append(slices.Clone(t.body), make([]byte, (4-len(t.body)%4)%4)...)
		sum := uint32(0)
		for i := 0; i < len(body); i += 4 {
			sum += binary.BigEndian.Uint32(body[i:])
		}
		put(&index, []byte(t.tag), sum, uint32(at+bodies.Len()), uint32(len(t.body))) //nolint:gosec // a few kilobytes
		bodies.Write(body)
	}
	return append(index.Bytes(), bodies.Bytes()...)
}

func packed(values ...any) []byte {
	var b bytes.Buffer
	put(&b, values...)
	return b.Bytes()
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if err := binary.Write(b, binary.BigEndian, v); err != nil {
			panic(err) // a type without a size
		}
	}
}
