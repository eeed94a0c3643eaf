// Package qrcode turns text into QR codes: pictures for pages, and text for a terminal.
package qrcode

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// Levels returns the names of the levels of error correction, the weakest first.
func Levels() []string { return []string{"low", "medium", "quartile", "high"} }

// PNG returns an image of the code for a text. The level is one of Levels; scale is the number of pixels per module, at
// least 2 (the minimum of the library). A text that does not fit into a code (about 2,900 bytes) is an error.
func PNG(text, level string, scale int) ([]byte, error) {
	if scale < 2 {
		return nil, fmt.Errorf("a module needs 2 pixels, not %d", scale)
	}
	code, err := encode(text, level)
	if err != nil {
		return nil, err
	}
	code.Scale = scale
	return code.PNG(), nil
}

func encode(text, level string) (*qr.Code, error) {
	for i, name := range Levels() {
		if name == level {
			return qr.Encode(text, qr.Level(i)) // qr.L, qr.M, qr.Q and qr.H count from 0
		}
	}
	return nil, fmt.Errorf("a level is one of %s, not %q", strings.Join(Levels(), ", "), level)
}

// quiet is the width of the empty border that scanners need (ISO/IEC 18004: 4 modules). On a screen half of it is
// enough.
const quiet = 2

// Terminal returns the code for a text as lines of half blocks, each character two modules high. It paints the light
// modules, so the code is right on a dark background. With color, it sets both colors itself and is right on any
// background.
func Terminal(text string, color bool) (string, error) {
	code, err := encode(text, "low")
	if err != nil {
		return "", err
	}
	light := func(x, y int) bool { return !code.Black(x, y) } // outside of the code everything is light
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		if color {
			b.WriteString("\x1b[97;40m")
		}
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString(halfBlock(light(x, y), y+1 < code.Size+quiet && light(x, y+1)))
		}
		if color {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func halfBlock(upper, lower bool) string {
	switch {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return " "
}
