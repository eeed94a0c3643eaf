package lookup

import (
	"strings"
	"testing"
)

// TestLookupsOfParts: which of several files is used as a partial, a shortcode, or a hook.
func TestLookupsOfParts(t *testing.T) {
	for _, c := range []struct{ what, path, name, lang, files, want string }{
		{"partial", "-", "a.html", "en", "_partials/a.html", "_partials/a.html"},
		{"partial", "-", "a", "en", "_partials/a.html", "_partials/a.html"},
		{"partial", "-", "A.html", "en", "_partials/a.html", "_partials/a.html"},
		{"partial", "-", "a.html", "en", "partials/a.html", "partials/a.html"},
		{"partial", "-", "a.html", "en", "_partials/a.html partials/a.html", "_partials/a.html"},
		{"partial", "-", "a.html", "en", "partials/a.html theme:_partials/a.html", "partials/a.html"},
		{"partial", "-", "a.html", "en", "theme:_partials/a.html", "theme:_partials/a.html"},
		{"partial", "-", "a.html", "en", "_partials/a.html theme:_partials/a.html", "_partials/a.html"},
		{"partial", "-", "a.html", "fr", "_partials/a.html _partials/a.fr.html", "_partials/a.fr.html"},
		{"partial", "-", "a.html", "en", "_partials/a.html _partials/a.fr.html", "_partials/a.html"},
		{"partial", "-", "a.html", "en", "_partials/a.fr.html", ""},
		{"partial", "-", "a.html", "en", "_partials/sub/a.html", ""},
		{"partial", "-", "sub/a.html", "en", "_partials/sub/a.html", "_partials/sub/a.html"},
		{"partial", "-", "sub/a", "en", "_partials/sub/a.html", "_partials/sub/a.html"},
		{"partial", "-", "/sub/a.html", "en", "_partials/sub/a.html", "_partials/sub/a.html"},
		{"partial", "-", "a.css", "en", "_partials/a.css _partials/a.html", "_partials/a.css"},
		{"partial", "-", "a.js", "en", "_partials/a.html", ""},
		{"partial", "-", "a.json", "en", "_partials/a.json", "_partials/a.json"},
		{"partial", "-", "a.min", "en", "_partials/a.min.html", ""},
		{"partial", "-", "_partials/a.html", "en", "_partials/a.html", "_partials/a.html"},
		{"partial", "-", "partials/a.html", "en", "_partials/a.html", "_partials/a.html"},
		{"partial", "-", "a.html", "en", "a.html", ""},
		{"partial", "-", "a.html", "en", "_shortcodes/a.html", ""},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.html", "_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "shortcodes/x.html", "shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.html shortcodes/x.html", "_shortcodes/x.html"},
		{"shortcode", "/posts/a", "X", "en", "_shortcodes/x.html", "_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "posts/_shortcodes/x.html _shortcodes/x.html", "posts/_shortcodes/x.html"},
		{"shortcode", "/docs/a", "x", "en", "posts/_shortcodes/x.html _shortcodes/x.html", "_shortcodes/x.html"},
		{"shortcode", "/docs/a", "x", "en", "posts/_shortcodes/x.html", ""},
		{"shortcode", "/posts/deep/a", "x", "en", "posts/_shortcodes/x.html _shortcodes/x.html", "posts/_shortcodes/x.html"},
		{"shortcode", "/posts/deep/a", "x", "en", "posts/deep/_shortcodes/x.html posts/_shortcodes/x.html", "posts/deep/_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "fr", "_shortcodes/x.html _shortcodes/x.fr.html", "_shortcodes/x.fr.html"},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.html _shortcodes/x.fr.html", "_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "theme:_shortcodes/x.html", "theme:_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.html theme:_shortcodes/x.html", "_shortcodes/x.html"},
		{"shortcode", "/posts/a", "x", "en", "shortcodes/x.html theme:_shortcodes/x.html", "shortcodes/x.html"},
		{"shortcode", "/posts/a", "g/x", "en", "_shortcodes/g/x.html", "_shortcodes/g/x.html"},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/g/x.html", ""},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.json", ""},
		{"shortcode", "/posts/a", "x", "en", "_shortcodes/x.txt", ""},
		{"shortcode", "/posts/a", "x", "en", "_partials/x.html x.html", ""},
		{"hook", "/posts/a", "link", "en", "_markup/render-link.html", "_markup/render-link.html"},
		{"hook", "/posts/a", "link", "en", "_default/_markup/render-link.html", "_default/_markup/render-link.html"},
		{"hook", "/posts/a", "link", "en", "posts/_markup/render-link.html _markup/render-link.html", "posts/_markup/render-link.html"},
		{"hook", "/docs/a", "link", "en", "posts/_markup/render-link.html _markup/render-link.html", "_markup/render-link.html"},
		{"hook", "/docs/a", "link", "en", "posts/_markup/render-link.html", ""},
		{"hook", "/posts/deep/a", "link", "en", "posts/_markup/render-link.html _markup/render-link.html", "posts/_markup/render-link.html"},
		{"hook", "/posts/a", "link", "fr", "_markup/render-link.html _markup/render-link.fr.html", "_markup/render-link.fr.html"},
		{"hook", "/posts/a", "link", "en", "_markup/render-link.html _markup/render-link.fr.html", "_markup/render-link.html"},
		{"hook", "/posts/a", "link", "en", "_markup/render-link.fr.html", ""},
		{"hook", "/posts/a", "link", "en", "_markup/render-link.json", ""},
		{"hook", "/posts/a", "link", "en", "_markup/render-image.html", ""},
		{"hook", "/posts/a", "image", "en", "_markup/render-image.html _markup/render-link.html", "_markup/render-image.html"},
		{"hook", "/posts/a", "heading", "en", "_markup/render-heading.html", "_markup/render-heading.html"},
		{"hook", "/posts/a", "table", "en", "_markup/render-table.html", "_markup/render-table.html"},
		{"hook", "/posts/a", "link", "en", "theme:_markup/render-link.html", "theme:_markup/render-link.html"},
		{"hook", "/posts/a", "link", "en", "_markup/render-link.html theme:posts/_markup/render-link.html", "theme:posts/_markup/render-link.html"},
		{"hook", "/posts/a", "codeblock", "en", "_markup/render-codeblock.html", "_markup/render-codeblock.html"},
		{"hook", "/posts/a", "codeblock go", "en", "_markup/render-codeblock.html _markup/render-codeblock-go.html", "_markup/render-codeblock-go.html"},
		{"hook", "/posts/a", "codeblock js", "en", "_markup/render-codeblock.html _markup/render-codeblock-go.html", "_markup/render-codeblock.html"},
		{"hook", "/posts/a", "codeblock js", "en", "_markup/render-codeblock-go.html", ""},
		{"hook", "/posts/a", "blockquote regular", "en", "_markup/render-blockquote.html", "_markup/render-blockquote.html"},
		{"hook", "/posts/a", "blockquote alert", "en", "_markup/render-blockquote.html _markup/render-blockquote-alert.html", "_markup/render-blockquote-alert.html"},
		{"hook", "/posts/a", "blockquote regular", "en", "_markup/render-blockquote.html _markup/render-blockquote-regular.html", "_markup/render-blockquote-regular.html"},
		{"hook", "/posts/a", "blockquote alert", "en", "_markup/render-blockquote-regular.html", ""},
		{"hook", "/posts/a", "passthrough block", "en", "_markup/render-passthrough.html _markup/render-passthrough-block.html", "_markup/render-passthrough-block.html"},
		{"hook", "/posts/a", "passthrough inline", "en", "_markup/render-passthrough.html _markup/render-passthrough-block.html", "_markup/render-passthrough.html"},
	} {
		s := storeOfNames(t, strings.Fields(c.files)...)
		d := Descriptor{Kind: "page", Layout: "single", Format: "html", Media: "text/html", Lang: c.lang}
		got := ""
		switch c.what {
		case "partial":
			if e := s.Partial(c.name, c.lang); e != nil {
				got = e.Shown
			}
		case "shortcode":
			if e, _ := s.Shortcode(c.name, c.path, d); e != nil {
				got = e.Shown
			}
		case "hook":
			d.Hook, d.Detail, _ = strings.Cut(c.name, " ")
			if e := s.Hook(c.path, d, true); e != nil {
				got = e.Shown
			}
		}
		if got != c.want {
			t.Errorf("%s %s for %s in %s, of %s\n got %q\nwant %q", c.what, c.name, c.path, c.lang, c.files, got, c.want)
		}
	}
}
