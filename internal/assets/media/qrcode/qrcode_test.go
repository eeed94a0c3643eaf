package qrcode

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// TestTerminalIsTheCode reads the half blocks back into modules and compares them with the picture.
func TestTerminalIsTheCode(t *testing.T) {
	const address = "http://192.168.1.20:1313/blog/"
	text, err := Terminal(address, false)
	if err != nil {
		t.Fatal(err)
	}
	img, err := PNG(address, "low", 2)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(img))
	if err != nil {
		t.Fatal(err)
	}
	border := (want.Bounds().Dx()/2 - moduleCount(text)) / 2
	for row, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		for x, r := range []rune(line) {
			for half, light := range []bool{r == '█' || r == '▀', r == '█' || r == '▄'} {
				y := 2*row + half
				if y >= moduleCount(text) {
					continue
				}
				v, _, _, _ := want.At(2*(x+border), 2*(y+border)).RGBA()
				if light != (v != 0) {
					t.Fatalf("module %d,%d: light is %v", x, y, light)
				}
			}
		}
	}
}

func moduleCount(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	return len([]rune(line))
}

func TestColorPaintsBoth(t *testing.T) {
	text, err := Terminal("x", true)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "\x1b[97;40m") || !strings.HasSuffix(line, "\x1b[0m\n") {
			t.Fatalf("a line without colors: %q", line)
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := PNG("x", "best", 2); err == nil || err.Error() != `a level is one of low, medium, quartile, high, not "best"` {
		t.Errorf("an unknown level: %v", err)
	}
	if _, err := PNG("x", "low", 1); err == nil {
		t.Error("a scale of 1 is no error")
	}
	if _, err := Terminal(strings.Repeat("x", 4000), false); err == nil {
		t.Error("a text that is too long is no error")
	}
}
