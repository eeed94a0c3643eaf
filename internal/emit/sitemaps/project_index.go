package sitemaps

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// URL returns the absolute URL of the sitemap of a language, or that of its host if the languages share one. own says
// that the project's template writes it.
func URL(l *listing.Listing, e *site.Edition, own bool) string {
	for _, h := range l.Hosts() {
		if slices.Contains(h.Editions, e) {
			return h.Editions[0].Base.At((&host{l: l, h: h}).languageFile(e, own)).Abs()
		}
	}
	return ""
}

// Of returns the URL of the sitemap that lists p, before limits split it; "" if none does.
func Of(l *listing.Listing, p *site.Page) string {
	for _, h := range l.Hosts() {
		groups, _ := (&host{l: l, h: h}).groups()
		for _, g := range groups {
			if slices.Contains(g.pages, p) {
				return h.Dir + g.name
			}
		}
	}
	return ""
}

// languageFile returns the file name of the sitemap of a language.
func (x *host) languageFile(e *site.Edition, own bool) string {
	if own {
		return x.ownName(e)
	}
	name := listing.SitemapName(x.h.First())
	switch {
	case x.hugoAddresses():
		name = e.Language.Lower + "/" + listing.SitemapName(e)
	case x.pattern() == byLanguage:
		name = listing.Beside(name, fileSafe(e.Language.Lower))
	case x.pattern() != "" || x.separateFiles():
		return name // the index has this name
	}
	if x.l.Site.Config.Discovery.Gzip {
		name += ".gz"
	}
	return name
}

// renderIndex renders the project's index of a host. It returns nil if there is no template, or no index is needed:
// like Hugo's, the index names one sitemap per language.
func (x *host) renderIndex(text emission.Text, own bool, r *emission.Emitted) ([]byte, error) {
	if x.o.Index == nil || len(x.h.Editions) < 2 {
		return nil, nil
	}
	data, err := x.o.Index(text, x.h.First(), x.h.Dir+listing.SitemapName(x.h.First()))
	if data == nil || err != nil || own || x.pattern() == byLanguage {
		return data, err
	}
	r.Found = append(r.Found, &diag.Diagnostic{
		Rule: "U10", Severity: diag.Warning,
		Message: "the project's sitemap index template is not used: it lists one sitemap per language, but discovery.split splits them differently",
		Hint:    `set split = "language", or remove sitemapindex.xml from the layouts`,
	})
	return nil, nil
}

// indexed is a sitemap that an index must contain.
type indexed struct {
	loc     string
	lastMod time.Time // the newest date in it
}

// feedAddresses returns the URLs of all feeds, written or not yet written.
func feedAddresses(l *listing.Listing) map[string]bool {
	out := map[string]bool{}
	for _, s := range l.Sets() {
		for i := range s.Feeds {
			if f := &s.Feeds[i]; !f.Updates || len(l.Contents(s).Changes()) > 0 {
				out[l.Absolute(f.List, f.URL)] = true
			}
		}
	}
	return out
}

// checkIndex warns about problems in the project's index of these sitemaps, and returns the URLs to announce: the
// index, and the sitemaps that it does not contain.
func (x *host) checkIndex(data []byte, files []indexed, r *emission.Emitted) []string {
	name := listing.SitemapName(x.h.First())
	root := x.h.Editions[0].Base.At(name).Abs()
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: x.l.Site.Now, AnyDirectory: true})
	v.File(x.h.Dir+name, root, bytes.NewReader(data))
	for _, f := range v.Close() {
		r.Found = append(r.Found, ownFinding(f))
	}
	warn := func(rule, loc, message string) {
		line := 0
		if i := bytes.Index(data, []byte(loc)); i >= 0 {
			line = 1 + bytes.Count(data[:i], []byte("\n"))
		}
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: rule, Severity: diag.Warning, File: x.h.Dir + name, Line: line,
			Message: message,
		})
	}
	var list []indexed
	named := map[string]time.Time{}
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			break // its end, or an error that the validator has already reported
		}
		named[e.Loc] = e.LastMod
		list = append(list, indexed{e.Loc, e.LastMod})
	}
	roots := []string{root}
	there := feedAddresses(x.l) // feeds may be written at the same time
	for _, f := range files {
		there[f.loc] = true
		date, ok := named[f.loc]
		switch {
		case !ok:
			warn("X4", f.loc, fmt.Sprintf("the project's sitemap index template does not list %s, but robots.txt does", f.loc))
			roots = append(roots, f.loc)
		case !date.IsZero() && date.Before(f.lastMod):
			warn("I6", f.loc, fmt.Sprintf("the project's sitemap index template dates %s %s, which lists a page of %s",
				f.loc, date.Format(time.RFC3339), f.lastMod.Format(time.RFC3339)))
		}
	}
	for _, e := range list {
		rest, ours := strings.CutPrefix(e.loc, x.h.Base)
		if ours && !there[e.loc] && !x.o.Taken(x.h.Dir+rest) {
			warn("I7", e.loc, fmt.Sprintf("the project's sitemap index template lists %s, which does not exist", e.loc))
		}
	}
	return roots
}
