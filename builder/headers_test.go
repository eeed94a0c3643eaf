package builder

import (
	"fmt"
	"strings"
	"testing"
)

// TestHeaderRules: the project's own rules stand, ours come after them in a block of their own.
func TestHeaderRules(t *testing.T) {
	files := typedFiles{
		"index.xml": "application/rss+xml; charset=utf-8", "atom.xml": "application/atom+xml; charset=utf-8",
		"ä/feed.json": "application/feed+json", "sitemap-1.xml.gz": "application/gzip",
	}
	for _, c := range []struct{ name, own, want string }{
		{"none", "", headersBegin + `
/%C3%A4/feed.json
  Content-Type: application/feed+json
/atom.xml
  Content-Type: application/atom+xml; charset=utf-8
/index.xml
  Content-Type: application/rss+xml; charset=utf-8
/sitemap-1.xml.gz
  Content-Type: application/gzip
` + headersEnd + "\n"},
		{"own types stand", "/*.xml\n  content-type: text/xml\n/*\n  X-Frame-Options: DENY", "/*.xml\n  content-type: text/xml\n/*\n  X-Frame-Options: DENY\n\n" + headersBegin + `
/%C3%A4/feed.json
  Content-Type: application/feed+json
/sitemap-1.xml.gz
  Content-Type: application/gzip
` + headersEnd + "\n"},
		{"all types are its own", "/*\n  Content-Type: text/plain\n", "/*\n  Content-Type: text/plain\n"},
		{"an old block", "/a\n  X: y\n\n" + headersBegin + "\n/index.xml\n  Content-Type: old/type\n" + headersEnd + "\n/*\n  Content-Type: text/plain\n", "/a\n  X: y\n/*\n  Content-Type: text/plain\n"},
	} {
		if got := string(mergeHeaders([]byte(c.own), headerRules(files, []byte(c.own)))); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestHeaderRulesMany: hosts read so many rules and no more.
func TestHeaderRulesMany(t *testing.T) {
	files := typedFiles{"index.xml": "application/rss+xml", "feed.json": "application/feed+json"}
	for n := range 200 {
		files[fmt.Sprintf("tags/%d/index.xml", n)] = "application/rss+xml"
	}
	want := "/*/index.xml\n  Content-Type: application/rss+xml\n/feed.json\n  Content-Type: application/feed+json\n/index.xml\n  Content-Type: application/rss+xml\n"
	if got := string(headerRules(files, nil)); got != want {
		t.Errorf("%s", got)
	}
	if strings.Contains(want, "tags") {
		t.Error("a rule for each")
	}
}
