package webpage

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where no element says what the main content is, it is what most of the other pages do not say.
func TestMainContentBySubtraction(t *testing.T) {
	hashes := func(menu, footer, second string) (out []uint64) {
		files := texts{"old.html": `<!doctype html><meta http-equiv=refresh content="0; url=/1.html">`}
		for n, text := range []string{"<p>One.</p>", second, "<p>Three</p><p>Shared by two</p>", "<p>Four</p><p>Shared by two</p>"} {
			files[fmt.Sprintf("%d.html", n)] = fmt.Sprintf("<!doctype html><title>%d</title><body><ul><li><a href=/>Home</a></li>%s</ul><div>%s</div><div>%s</div>", n, menu, text, footer)
		}
		set := read(t, "", files, Options{})
		for i := range set.Pages[:4] {
			out = append(out, set.Pages[i].Main)
		}
		return out
	}
	first := hashes("", "2025", "<p>Two.</p>")
	if diff := cmp.Diff(first, hashes("<li><a href=/new/>New</a></li>", "2026", "<p>Two.</p>")); diff != "" {
		t.Errorf("the menu and the footer changed (-before +after):\n%s", diff)
	}
	changed := hashes("", "2025", "<p>Two, and more.</p>")
	if changed[1] == first[1] {
		t.Error("an edited page has the same content")
	}
	changed[1] = first[1]
	if diff := cmp.Diff(first, changed); diff != "" {
		t.Errorf("one page was edited (-before +after):\n%s", diff)
	}
	if first[2] == first[3] {
		t.Error("two pages have the same content")
	}
}
