package diagram

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBlock compares with the output of Hugo 0.165: testdata has a diagram for each kind of line in its documentation.
func TestBlock(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(sources) == 0 {
		t.Fatal("no diagrams", err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".txt") + ".html")
		if err != nil {
			t.Fatal(err)
		}
		svg, err := GoAT(strings.TrimSuffix(string(text), "\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := string(svg.Block("w-40", "", "")); got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestBlockAttributes(t *testing.T) {
	svg, err := GoAT("-->")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ width, height, want string }{
		{"", "", "\n\t\t\t\tviewBox=\"0 0 32 25\"\n"},
		{"100", "5<0", "\n\t\t\t\twidth=\"100\"\n\t\t\t\theight=\"5&lt;0\"\n"},
		{"", "50", "\n\t\t\t\t\n\t\t\t\theight=\"50\"\n"},
	} {
		if got := string(svg.Block("c&", tt.width, tt.height)); !strings.Contains(got, tt.want) || !strings.Contains(got, `container c&amp;">`) {
			t.Errorf("width %q, height %q: got %s", tt.width, tt.height, got)
		}
	}
	wrapped := string(svg.Wrapped())
	if !strings.HasPrefix(wrapped, "<svg class='diagram' ") || !strings.Contains(wrapped, string(svg.Inner)) || svg.Width != 32 || svg.Height != 25 {
		t.Errorf("%d x %d, wrapped %s", svg.Width, svg.Height, wrapped)
	}
}

func TestTooLarge(t *testing.T) {
	for text, want := range map[string]string{
		"x\n" + strings.Repeat("-", maxLine+1):                        "line 2 of the diagram is longer than 65535 bytes",
		strings.Repeat("-", 2000) + "\n" + strings.Repeat("\n", 2000): "a diagram of 2001 columns and 2001 lines is too large to draw",
	} {
		if _, err := GoAT(text); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := GoAT(""); err != nil {
		t.Error(err)
	}
}

// FuzzGoAT: for any text, the output is well-formed and always the same.
func FuzzGoAT(f *testing.F) {
	f.Add("-->")
	f.Add(" .-.\n| <&> |\n'-'*o/\\_)( ^v<>+=\t\xff\x00\r\n\u25c9 \u2588")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		svg, err := GoAT(text)
		if err != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(string(svg.Inner)))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, svg.Inner)
			}
		}
		if again, _ := GoAT(text); again != svg {
			t.Error("two drawings differ")
		}
	})
}
