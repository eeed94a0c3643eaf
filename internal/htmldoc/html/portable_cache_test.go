package html

import (
	"net/url"
	"testing"
)

// A cached text equals a new conversion, for its page and for no other, and the cache never exceeds its size.
func TestPortables(t *testing.T) {
	const text = `<p><a href="b">b</a></p>`
	for _, c := range []struct{ room, held int }{{1 << 10, 2}, {10, 0}} {
		f := &Portables{Most: c.room}
		for _, address := range []string{"https://example.org/a/", "https://example.org/c/"} {
			base, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got, err := f.Of(text, address); err != nil || got != Portable(text, base) {
					t.Errorf("at %s: %q, %v", address, got, err)
				}
			}
		}
		if len(f.made) != c.held {
			t.Errorf("with room for %d bytes %d texts are held, want %d", c.room, len(f.made), c.held)
		}
		if _, err := f.Of(text, "://"); err == nil {
			t.Error("no address, no error")
		}
	}
}
