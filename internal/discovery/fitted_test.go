package discovery

import (
	"net/url"
	"testing"

	"github.com/sitegen/sitegen/internal/html"
)

// A text that is remembered is what making it again gives, for its page and for no other; what a build does
// not use is forgotten by the one after the next.
func TestFitted(t *testing.T) {
	const text = `<p><a href="b">b</a></p>`
	var f *Fitted
	for build := range 4 {
		f = f.Next(1)
		for _, address := range []string{"https://example.org/a/", "https://example.org/c/"} {
			base, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got, err := f.portable(text, address); err != nil || got != html.Portable(text, base) {
					t.Errorf("build %d at %s: %q, %v", build, address, got, err)
				}
			}
		}
		if len(f.now) != 2 || f.held == 0 {
			t.Errorf("build %d remembers %d texts of %d bytes", build, len(f.now), f.held)
		}
	}
	if f = f.Next(1).Next(1); len(f.old)+len(f.now) != 0 {
		t.Error("what nobody uses is remembered")
	}
	if _, err := f.portable(text, "://"); err == nil {
		t.Error("no address, no error")
	}
}
