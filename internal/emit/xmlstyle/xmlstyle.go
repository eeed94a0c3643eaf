// Package xmlstyle writes the style sheets by which browsers show sitemaps and feeds to people. They are CSS, which
// every browser applies to XML. XSLT could add links, but browsers are removing it: it is off by default from Chrome
// 158 on, and the HTML standard discourages it (https://developer.chrome.com/docs/web-platform/deprecating-xslt).
//
// The words are those of the embedded themes, in the language of the feed, or of the host's main language.
package xmlstyle

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/themes"
)

//go:embed xml.css
var sheet string

// Emissions returns one emission for each host that has style sheets.
func Emissions(src *emission.Source) (out []emission.Emission) {
	d := src.Listing.Site.Config.Discovery
	if d.Stylesheet == "" && d.Feeds.Stylesheet == "" {
		return nil
	}
	for _, h := range src.Listing.Hosts() {
		out = append(out, emission.Emission{
			Name:        h.Dir + config.Stylesheet,
			Fingerprint: func() uint64 { return trace.HashString(sheet) },
			Run: func(in emission.Inputs, create emission.Create) (emission.Emitted, error) {
				return write(src.Listing, h, in, create)
			},
		})
	}
	return out
}

// Sitemaps returns the URL of the style sheet of the sitemaps of a host, "" for none.
func Sitemaps(l *listing.Listing, h listing.Host) string {
	return address(h, h.First(), l.Site.Config.Discovery.Stylesheet)
}

// Feeds returns the URL of the style sheet of the feeds of an edition, "" for none.
func Feeds(l *listing.Listing, e *site.Edition) string {
	for _, h := range l.Hosts() {
		if slices.Contains(h.Editions, e) {
			return address(h, e, l.Site.Config.Discovery.Feeds.Stylesheet)
		}
	}
	return ""
}

// address returns the URL of a style sheet as the setting names it. It has no host where possible, so it also works in
// a preview, and XSLT is allowed, which browsers run only from the host of the document.
func address(h listing.Host, e *site.Edition, setting string) string {
	switch {
	case setting == config.Stylesheet:
		return h.Editions[0].Base.At(fileName(h, e)).Rel()
	case setting == "" || strings.Contains(setting, "://"):
		return setting
	}
	return h.Editions[0].Base.At(setting).Rel()
}

// fileName returns the name of the built-in style sheet in the language of an edition, next to the sitemaps.
func fileName(h listing.Host, e *site.Edition) string {
	if e == h.First() {
		return config.Stylesheet
	}
	return listing.Beside(config.Stylesheet, e.Language.Lower)
}

// write writes the built-in style sheets of a host that the project does not have itself, and warns about a style sheet
// of the project that does not exist.
func write(l *listing.Listing, h listing.Host, in emission.Inputs, create emission.Create) (r emission.Emitted,
	err error,
) {
	d := l.Site.Config.Discovery
	taken := func(file string) bool { return in.Taken != nil && in.Taken(file) }
	for _, e := range h.Editions {
		file := h.Dir + fileName(h, e)
		wanted := d.Feeds.Stylesheet == config.Stylesheet || e == h.First() && d.Stylesheet == config.Stylesheet
		if !wanted || taken(file) {
			continue
		}
		text, err := Text(language(l, e))
		if err != nil {
			return r, err
		}
		if err := r.Write(create, file, "text/css", []byte(text)); err != nil {
			return r, fmt.Errorf("write %s: %w", file, err)
		}
	}
	for _, s := range []struct{ key, value string }{
		{"sitemap.stylesheet", d.Stylesheet}, {"feeds.stylesheet", d.Feeds.Stylesheet},
	} {
		file := h.Dir + strings.TrimPrefix(s.value, "/")
		if s.value == "" || s.value == config.Stylesheet || strings.Contains(s.value, "://") || in.Taken == nil ||
			taken(file) {
			continue
		}
		p := &diag.Diagnostic{
			Rule: "config-value", Severity: diag.Warning, Message: fmt.Sprintf("%s: file not found: %s", s.key, s.value),
			Hint: "put it into a static folder, or write true for the built-in style sheet",
		}
		p.File, p.Line = listing.Origin(l.Site.Config, s.key)
		r.Found = append(r.Found, p)
	}
	return r, nil
}

// language returns the language of an edition; if it is unknown, as in a finished site, that of most pages.
func language(l *listing.Listing, e *site.Edition) *config.Language {
	if e.Language.Key != "" {
		return e.Language
	}
	pages, best := map[*config.Language]int{}, e.Language
	for _, p := range l.Site.Pages {
		this := p.Edition.Language
		if pages[this]++; this.Key != "" && pages[this] > pages[best] {
			best = this
		}
	}
	return best
}

// rightToLeft are the languages of the tables that are written from right to left.
var rightToLeft = []string{"ar", "fa", "he"}

// Text returns the built-in style sheet in a language.
func Text(l *config.Language) (string, error) {
	words, err := themes.Words(l.Tags())
	if err != nil {
		return "", err
	}
	direction, start := "ltr", "left"
	if l.Direction == "rtl" || l.Direction == "" && slices.ContainsFunc(l.Tags(),
		func(tag string) bool { return slices.Contains(rightToLeft, tag) }) {
		direction, start = "rtl", "right"
	}
	return strings.NewReplacer("$direction", direction, "$start", start, "$sitemap", quote(words["html_sitemap"]),
		"$updated", quote(words["updated"]), "$feed", quote(words["feed_file"])).Replace(sheet), nil
}

// quote writes a string of CSS.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\a `).Replace(s) + `"`
}
