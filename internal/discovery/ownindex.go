package discovery

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/sitemap"
)

// OwnIndex renders the index over the sitemaps of several languages with the project's own template
// (layouts/sitemapindex.xml); nil without an error when it has none.
type OwnIndex func(text Text, e *site.Edition, file string) ([]byte, error)

// SitemapURL is the absolute address of the sitemap of a language, or of that of its host when languages do
// not have one each. own says that the project's template writes it.
func (l *Listing) SitemapURL(e *site.Edition, own bool) string {
	for _, h := range l.hosts() {
		for _, ed := range h.editions {
			if ed.Edition == e {
				return h.editions[0].Base.At(l.languageFile(h, ed, own)).Abs()
			}
		}
	}
	return ""
}

// languageFile is the name of the sitemap of a language.
func (l *Listing) languageFile(h host, e *edition, own bool) string {
	if own {
		return l.ownName(h, e)
	}
	name := mapName(h.first())
	switch {
	case l.hugoAddresses(h):
		name = e.Language.Lower + "/" + mapName(e)
	case l.pattern(h) == byLanguage:
		name = beside(name, fileSafe(e.Language.Lower))
	case l.pattern(h) != "" || l.filesBeside():
		return name // of the index
	}
	if l.Site.Config.Discovery.Gzip {
		name += ".gz"
	}
	return name
}

// renderIndex renders the project's own index of a host; nil when there is none, or none is called for: it
// names one sitemap a language, as Hugo's does.
func (l *Listing) renderIndex(h host, o EmitOptions, text Text, own bool, r *Emitted) ([]byte, error) {
	if o.Index == nil || len(h.editions) < 2 {
		return nil, nil
	}
	data, err := o.Index(text, h.first().Edition, h.dir+mapName(h.first()))
	if data == nil || err != nil || own || l.pattern(h) == byLanguage {
		return data, err
	}
	r.Found = append(r.Found, &diag.Diagnostic{
		Rule: "U10", Severity: diag.Warning,
		Message: "the project's template for the index of sitemaps is not used: it names one sitemap a language, and discovery.split divides them otherwise",
		Hint:    `set split = "language", or remove sitemapindex.xml from the layouts`,
	})
	return nil, nil
}

// indexed is a sitemap that an index must name.
type indexed struct {
	loc     string
	lastMod time.Time // newest in it
}

// checkIndex warns about what is wrong with the project's own index over these sitemaps, and returns the
// addresses to announce: the index, and what it does not name.
func (l *Listing) checkIndex(h host, o EmitOptions, data []byte, files []indexed, r *Emitted) []string {
	name := mapName(h.first())
	root := h.editions[0].Base.At(name).Abs()
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: l.Site.Now, AnyDirectory: true})
	v.File(h.dir+name, root, bytes.NewReader(data))
	for _, f := range v.Close() {
		r.Found = append(r.Found, ownFinding(f))
	}
	warn := func(rule, loc, message string) {
		line := 0
		if i := bytes.Index(data, []byte(loc)); i >= 0 {
			line = 1 + bytes.Count(data[:i], []byte("\n"))
		}
		r.Found = append(r.Found, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, File: h.dir + name, Line: line, Message: message})
	}
	named := map[string]time.Time{}
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			break // its end, or what the validator has told
		}
		named[e.Loc] = e.LastMod
	}
	roots := []string{root}
	there := map[string]bool{}
	for _, f := range files {
		there[f.loc] = true
		date, ok := named[f.loc]
		switch {
		case !ok:
			warn("X4", f.loc, fmt.Sprintf("the project's template for the index of sitemaps does not name %s: robots.txt does", f.loc))
			roots = append(roots, f.loc)
		case !date.IsZero() && date.Before(f.lastMod):
			warn("I6", f.loc, fmt.Sprintf("the project's template for the index of sitemaps dates %s %s, which lists a page of %s", f.loc, date.Format(time.RFC3339), f.lastMod.Format(time.RFC3339)))
		}
	}
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			return roots
		}
		rest, ours := strings.CutPrefix(e.Loc, h.base)
		if ours && !there[e.Loc] && !o.Taken(h.dir+rest) {
			warn("I7", e.Loc, fmt.Sprintf("the project's template for the index of sitemaps names %s, which is not there", e.Loc))
		}
	}
}
