package hosting

import "testing"

func TestDropped(t *testing.T) {
	for _, c := range []struct {
		host, file string
		dropped    bool
	}{
		{"netlify", "tags/.net/index.html", true},
		{"netlify", ".well-known/x.txt", false},
		{"netlify", ".well-known/.x/y.txt", true},
		{"netlify", "a/.well-known/x.txt", false},
		{"netlify", "tags/c#/index.html", true},
		{"netlify", "tags/what?/index.html", true},
		{"netlify", "_x/a.b/index.html", false},
		{"cloudflare", "tags/.net/index.html", false},
		{"cloudflare", "functions/index.html", true},
		{"cloudflare", "docs/functions/index.html", false},
		{"cloudflare", "docs/node_modules/index.html", true},
		{"cloudflare", "tags/c#/index.html", false},
		{"github-pages", "tags/.net/index.html", false},
		{"github-pages", "_x/index.html", false},
		{"github-pages", "a/.github/index.html", true},
		{"apache", "tags/.net/index.html", false},
		{"apache", "tags/.htaccess/index.html", true},
		{"nginx", "tags/.net/index.html", false},
		{"", "tags/.net/index.html", false},
	} {
		if why := Dropped(c.host, c.file); (why != "") != c.dropped {
			t.Errorf("%s, %s: %q", c.host, c.file, why)
		}
	}
	h, err := ParseHost("netlify")
	if err != nil || h.Dropped("a/.b") == "" || (Host{}).Dropped("a/.b") != "" {
		t.Error("a Host must say the same as its name")
	}
}
