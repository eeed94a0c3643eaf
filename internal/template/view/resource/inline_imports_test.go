package resource

import (
	"slices"
	"strings"
	"testing"
)

func TestInlineImports(t *testing.T) {
	files := map[string]string{
		"css/a.css": "a\n@import \"./sub/b.css\";\n", "css/sub/b.css": "b\n@import '../a.css'", "css/c.css": "c",
	}
	resolve := func(text string, skip bool) (string, []string, error) {
		in := inliner{options: &importOptions{skip}, seen: map[string]bool{}, asset: func(name string) ([]byte, string, bool) {
			text, ok := files[name]
			return []byte(text), name, ok
		}}
		out, err := in.resolve("css/main.css", text)
		return strings.Join(strings.Fields(out), " "), in.asked, err
	}
	got, asked, err := resolve("@import \"a.css\";\n@import url(\"c.css\");\n@import \"c.css\" screen;\n@import \"tailwindcss\";\n@import \"c.css\"; /* why */\n", false)
	if want := `a b @import url("c.css"); @import "c.css" screen; @import "tailwindcss"; c`; got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if want := []string{"css/a.css", "css/sub/b.css", "css/c.css"}; !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
	if _, _, err := resolve("x\n@import \"none.css\";", false); err == nil || !strings.Contains(err.Error(), "assets/css/main.css:2:") {
		t.Error(err)
	}
	if got, _, err := resolve("@import \"none.css\";", true); got != `@import "none.css";` || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
