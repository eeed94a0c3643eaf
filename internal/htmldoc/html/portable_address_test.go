package html

import (
	"net/url"
	"testing"
)

// TestAddressesAsResolved: URLs that are handled without parsing give the same result as package url.
func TestAddressesAsResolved(t *testing.T) {
	pages := []string{
		"https://example.org/", "https://example.org", "http://example.org:8080/a/b/", "https://example.org/a/../b/", "https://example.org/a?q=1",
		"https://ann@example.org/a/", "https://example.org/%C3%A4/", "https://example.org/\u00e4/", "file:///a/b", "/a/b/", "//example.org/a/", "mailto:a",
		"https://example.org/a/.b/", "https://example.org/a#b", "HTTPS://EXAMPLE.org/a/",
	}
	refs := []string{
		"", "/", "//", "//other.org/a", "/a", "/a/b/", "/a//b", "/a/./b", "/a/../b", "/a/.b", "/a/b/..", "/a b", "/%41", "/\u00e4", "/a?b", "/a#b", "/a:b",
		"#", "#b", "#b/c", "#b%20c", "#b#c", "#\u00e4", "#?b", "?b#c", "a", "a#b", "./#b", "https://example.org/#b", "https://example.org/a/b/#b", "http://example.org:8080/a/b/#b",
		"http://example.org:8080/a/b/#b%20", "http://example.org:8080/a/b/c#b", "https://example.org/a/.b/#b", "https://example.org#b",
	}
	for _, page := range pages {
		base, err := url.Parse(page)
		if err != nil {
			t.Fatal(err)
		}
		p := portable{home: homeOf(base)}
		base.Fragment = ""
		for _, ref := range refs {
			u, err := base.Parse(ref)
			if got, ok := p.absolute(ref, false); ok != (err == nil) || ok && got != u.String() {
				t.Errorf("%s at %s is %s, want %s", ref, page, got, u)
			}
			if err != nil {
				continue
			}
			want := u.Fragment
			u.Fragment, u.RawFragment = "", ""
			wantOK := want != "" && u.String() == base.String()
			if id, ok := p.fragment(ref); ok != wantOK || ok && id != want {
				t.Errorf("%s at %s leads to %q, %v, want %q, %v", ref, page, id, ok, want, wantOK)
			}
		}
	}
}
