package check

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// sameLanguage compares the languages of two tags, without script and region.
func sameLanguage(a, b string) bool {
	base := func(tag string) string {
		t, err := language.Parse(tag)
		if err != nil {
			return strings.ToLower(tag)
		}
		b, _ := t.Base()
		return b.String()
	}
	return base(a) == base(b)
}

// titles checks titles and descriptions.
func (w *worker) titles() {
	p, d := w.p, w.doc
	if len(d.Titles) == 0 || d.Titles[0].Text == "" {
		at := 0
		if len(d.Titles) > 0 {
			at = d.Titles[0].At
		}
		w.add("title-missing", at, "", "")
	} else {
		p.title = html.Text{Text: w.intern(d.Titles[0].Text), At: d.Titles[0].At}
	}
	if n := utf8.RuneCountInString(p.title.Text); w.s.limits.Title > 0 && n > w.s.limits.Title {
		w.add("title-long", p.title.At, "", fmt.Sprintf("%d characters", n))
	}
	if len(d.Titles) > 1 {
		w.add("title-repeated", d.Titles[1].At, d.Titles[1].Text, "")
	}
	if len(d.Descriptions) > 1 {
		w.add("description-repeated", d.Descriptions[1].At, d.Descriptions[1].Text, "")
	}
	switch {
	case len(d.Descriptions) > 0 && d.Descriptions[0].Text != "":
		p.description = html.Text{Text: w.intern(d.Descriptions[0].Text), At: d.Descriptions[0].At}
	case !p.noIndex && !p.notFound && !p.later:
		w.add("description-missing", 0, "", "")
	}
	if n := utf8.RuneCountInString(p.description.Text); w.s.limits.Description > 0 && n > w.s.limits.Description {
		w.add("description-long", p.description.At, "", fmt.Sprintf("%d characters", n))
	}
}

// directives returns the directives for robots meta elements that Google, Bing and Yandex document, and others in
// common use.
func directives() []string {
	return []string{
		"all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "archive", "nosnippet", "noimageindex",
		"notranslate", "nocache",
		"noodp", "noydir", "nositelinkssearchbox", "indexifembedded", "max-snippet", "max-image-preview", "max-video-preview",
		"unavailable_after",
		"noai", "noimageai", "noyaca",
	}
}

func (w *worker) robots() {
	index, noIndex := false, html.Text{At: -1}
	for _, r := range w.doc.Robots {
		for token := range strings.SplitSeq(r.Text, ",") {
			name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(token)), ":")
			switch name = strings.TrimSpace(name); {
			case name == "index" || name == "all":
				index = true
			case name == "noindex" || name == "none":
				noIndex = r
			case name == "unavailable_after" || name == "":
			case !slices.Contains(directives(), name):
				if strings.HasPrefix(r.Text, "unavailable_after") {
					continue // its date may contain
				}
				w.add("robots-unknown", r.At, name, "")
			}
		}
	}
	if index && noIndex.At >= 0 {
		w.add("robots-conflict", noIndex.At, noIndex.Text, "")
	}
}

// resolveKept resolves a URL for a reference that is kept after the page is read.
func (w *worker) resolveKept(url string, at int) reference {
	to := w.resolve(url)
	to.URL, to.Path = w.intern(to.URL), w.intern(to.Path)
	return reference{w.intern(url), at, to}
}

func (w *worker) canonical() {
	p, d := w.p, w.doc
	for _, l := range d.Late {
		w.add("canonical-body", l.At, l.Text, "")
	}
	if len(d.Canonicals) == 0 {
		if !p.noIndex && !p.notFound && p.stub == nil && len(d.Late) == 0 && w.s.tree.Base() != "" {
			w.add("canonical-missing", 0, "", "")
		}
		return
	}
	first := d.Canonicals[0]
	ref := w.resolveKept(first.Text, first.At)
	p.canonical = &ref
	for _, c := range d.Canonicals[1:] {
		if c.Text != first.Text {
			w.add("canonical-repeated", c.At, c.Text, "")
		}
	}
	if w.suspicious(first.Text, ref.to, first.At, "asset-local") || p.stub != nil {
		return // the target of a redirect is reported for the redirect
	}
	switch {
	case !isAbsolute(first.Text):
		w.add("canonical-relative", first.At, first.Text, "")
	case ref.to.Insecure:
		w.add("canonical-http", first.At, first.Text, "")
	}
	switch to := ref.to; {
	case w.s.tree.Base() == "" && to.Kind == webtree.Foreign:
	case to.Kind == webtree.Foreign:
		w.add("canonical-foreign", first.At, first.Text, "")
	case w.s.gone(to):
		w.add("canonical-dead", first.At, first.Text, "")
	case to.Kind == webtree.Own && to.Moved:
		w.add("canonical-redirect", first.At, first.Text, w.s.tree.Path(to.File))
	}
}

func isAbsolute(ref string) bool {
	u, err := url.Parse(ref)
	return err == nil && u.Scheme != "" && u.Host != ""
}

// versions checks the language versions that a page names, without reading the other pages.
func (w *worker) versions() {
	p := w.p
	seen := map[string]string{}
	for _, a := range w.doc.Alternates {
		code, ok := sitemap.Hreflang(a.Lang)
		if !ok {
			w.add("hreflang-code", a.At, a.Lang, "")
			continue
		}
		if !isAbsolute(a.URL) {
			w.add("hreflang-relative", a.At, a.URL, "")
		}
		if before, twice := seen[code]; twice && before != a.URL {
			w.add("hreflang-repeated", a.At, code, "")
		}
		seen[code] = a.URL
		if len(p.versions) >= mostSeen {
			break
		}
		ref := w.resolveKept(a.URL, a.At)
		w.suspicious(a.URL, ref.to, a.At, "asset-local")
		p.versions = append(p.versions, version{w.intern(code), ref})
	}
}

// dates checks the dates for machines: in linked data, meta elements and time elements.
func (w *worker) dates() {
	type pair struct{ published, modified []moment }
	pairs := map[string]*pair{}
	for _, d := range w.doc.Dates {
		what := cmp.Or(d.Name, "the time")
		t, whole, ok := readDate(d.Value)
		plain := d.From == "time" && d.Name == ""
		if !ok {
			if !plain || !readTime(d.Value) {
				w.add("date-invalid", d.At, d.Value, what)
			}
			continue
		}
		if plain {
			continue
		}
		if now := w.s.o.Now; !now.IsZero() && t.After(now.Add(zones)) {
			w.future = true
			w.add("date-future", d.At, d.Value, what)
		}
		of := pairs[d.From]
		if of == nil {
			of = &pair{}
			pairs[d.From] = of
		}
		switch s := (moment{t, whole, d}); d.Name {
		case "datePublished", "article:published_time":
			of.published = append(of.published, s)
		case "dateModified", "article:modified_time":
			of.modified = append(of.modified, s)
		}
	}
	for _, from := range []string{"json-ld", "meta", "time"} {
		of := pairs[from]
		if of == nil || len(of.published) != 1 || len(of.modified) != 1 {
			continue // it is not clear which of them belong together
		}
		if m, p := of.modified[0], of.published[0]; m.before(p) {
			w.add("date-order", m.At, "", fmt.Sprintf("%s %s is before %s %s", m.Name, m.Value, p.Name, p.Value))
		}
	}
}
