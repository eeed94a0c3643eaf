package sitemap

import (
	"fmt"
	"strings"
	"testing"
)

// setFindings are the rules that a set of files breaks.
func setFindings(o CheckOptions, files ...string) string {
	v := NewValidator(o)
	for i, text := range files {
		v.File(fmt.Sprint(i), "", strings.NewReader(text))
	}
	return ruleList(v.Close())
}

// TestEqualDates: a hundred equal dates look like those of a build (rule M2).
func TestEqualDates(t *testing.T) {
	file := func(n int, last string) string {
		var b strings.Builder
		b.WriteString("<urlset" + ns + ">")
		for i := range n {
			date := "2026-01-02T03:04:05Z"
			if i == n-1 {
				date = last
			}
			fmt.Fprintf(&b, "<url><loc>https://a.example/%d</loc><lastmod>%s</lastmod></url>", i, date)
		}
		return b.String() + "</urlset>"
	}
	for _, c := range []struct {
		n    int
		last string
		want string
	}{{100, "2026-01-02T03:04:05Z", "M2"}, {100, "2026-01-02T04:04:05+01:00", "M2"}, {100, "2026-01-03", ""}, {99, "2026-01-02T03:04:05Z", ""}} {
		if got := setFindings(CheckOptions{}, file(c.n, c.last)); got != c.want {
			t.Errorf("%d, the last %s: %q, want %q", c.n, c.last, got, c.want)
		}
	}
}

// TestVersionsListed: a version that no sitemap lists is reported when all sitemaps are known (rule H1).
func TestVersionsListed(t *testing.T) {
	page := func(path string) string {
		return `<url><loc>https://a.example/` + path + `</loc><xhtml:link rel="alternate" hreflang="en" href="https://a.example/en/"/>` +
			`<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de/"/><xhtml:link rel="alternate" hreflang="fr" href="https://fr.example/"/></url>`
	}
	begin := "<urlset" + ns + ` xmlns:xhtml="http://www.w3.org/1999/xhtml">`
	both := begin + page("en/") + page("de/") + "</urlset>"
	one := begin + page("en/") + "</urlset>"
	for _, c := range []struct {
		o    CheckOptions
		file string
		want string
	}{
		{CheckOptions{}, one, ""},
		{CheckOptions{Complete: true}, one, "H1"},
		{CheckOptions{Complete: true}, both, ""},
		{CheckOptions{Complete: true, Unlisted: func(loc string) bool { return loc == "https://a.example/de/" }}, one, ""},
		{CheckOptions{Complete: true, Unlisted: func(loc string) bool { return loc == "https://a.example/" }}, one, "H1"},
	} {
		if got := setFindings(c.o, c.file); got != c.want {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}

// TestForbidden: robots.txt forbids what a sitemap lists (rule L9); a byte order mark in a text (rule T3).
func TestForbidden(t *testing.T) {
	o := CheckOptions{Allowed: func(loc string) bool { return loc != "https://a.example/b" }}
	if got := setFindings(o, "https://a.example/a\nhttps://a.example/b\n"); got != "L9" {
		t.Errorf("%q", got)
	}
	if got := setFindings(CheckOptions{}, "\ufeffhttps://a.example/a\n"); got != "T3" {
		t.Errorf("%q", got)
	}
	if got := setFindings(CheckOptions{}, "\ufeff<urlset"+ns+"><url><loc>https://a.example/</loc></url></urlset>"); got != "" {
		t.Errorf("%q", got)
	}
}
