package content

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseName(t *testing.T) {
	l := languages{"en": true, "fr": true, "pt-br": true, "xx": false}
	tests := []struct {
		name string
		want fileName
	}{
		{"about.md", fileName{base: "about", rest: "about.md", ext: "md"}},
		{"about.fr.md", fileName{base: "about", rest: "about.md", ext: "md", lang: "fr"}},
		{"about.FR.MD", fileName{base: "about", rest: "about.MD", ext: "md", lang: "fr"}},
		{"a.pt-br.md", fileName{base: "a", rest: "a.md", ext: "md", lang: "pt-br"}},
		{"a.de.md", fileName{base: "a.de", rest: "a.de.md", ext: "md"}},
		{"a.xx.md", fileName{base: "a", rest: "a.md", ext: "md", lang: "xx", disabled: true}},
		{"en.md", fileName{base: "en", rest: "en.md", ext: "md"}},
		{"fr.wikipedia.md", fileName{base: "fr.wikipedia", rest: "fr.wikipedia.md", ext: "md", lang: "fr"}},
		{"a.en.b.md", fileName{base: "a", rest: "a.md", ext: "md", lang: "en"}},
		{"a.en.fr.md", fileName{base: "a.en", rest: "a.en.md", ext: "md", lang: "fr"}},
		{"Dots.In.Name.v1.2.md", fileName{base: "Dots.In.Name.v1.2", rest: "Dots.In.Name.v1.2.md", ext: "md"}},
		{"pack.tar.gz", fileName{base: "pack.tar", rest: "pack.tar.gz", ext: "gz"}},
		{"img.fr.png", fileName{base: "img", rest: "img.png", ext: "png", lang: "fr"}},
		{"noext", fileName{base: "noext", rest: "noext"}},
		{"end.", fileName{base: "end", rest: "end.", ext: ""}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, l.parse(tt.name), cmp.AllowUnexported(fileName{})); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}

func TestLogical(t *testing.T) {
	for in, want := range map[string]string{
		"My Fancy  Post & Co": "my-fancy--post-&-co", "already-so": "already-so", "Ærø İ": "ærø-i", "UPPER_Case": "upper_case",
	} {
		if got := logical(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
