package listing

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing/naming"
	"github.com/sitegen/sitegen/internal/site"
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
				return h.editions[0].Base.At((&hostEmission{l: l, h: h}).languageFile(ed, own)).Abs()
			}
		}
	}
	return ""
}

// languageFile is the name of the sitemap of a language.
func (x *hostEmission) languageFile(e *edition, own bool) string {
	if own {
		return x.ownName(e)
	}
	name := mapName(x.h.first())
	switch {
	case x.hugoAddresses():
		name = e.Language.Lower + "/" + mapName(e)
	case x.pattern() == byLanguage:
		name = naming.Beside(name, naming.FileSafe(e.Language.Lower))
	case x.pattern() != "" || x.filesBeside():
		return name // of the index
	}
	if x.l.Site.Config.Discovery.Gzip {
		name += ".gz"
	}
	return name
}

// renderIndex renders the project's own index of a host; nil when there is none, or none is called for: it
// names one sitemap a language, as Hugo's does.
func (x *hostEmission) renderIndex(text Text, own bool, r *Emitted) ([]byte, error) {
	if x.o.Index == nil || len(x.h.editions) < 2 {
		return nil, nil
	}
	data, err := x.o.Index(text, x.h.first().Edition, x.h.dir+mapName(x.h.first()))
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

// indexed is a sitemap that an index must name.
type indexed struct {
	loc     string
	lastMod time.Time // newest in it
}

// feedAddresses are those of the feeds that are there, or will be.
func (fr feedReader) feedAddresses() map[string]bool {
	out := map[string]bool{}
	for i := range fr.editions {
		for j := range fr.editions[i].feeds {
			if f := &fr.editions[i].feeds[j]; !f.updates || len(fr.changes(f.set)) > 0 {
				out[fr.absolute(f.page, f.url)] = true
			}
		}
	}
	return out
}

// checkIndex warns about what is wrong with the project's own index over these sitemaps, and returns the
// addresses to announce: the index, and what it does not name.
func (x *hostEmission) checkIndex(data []byte, files []indexed, r *Emitted) []string {
	name := mapName(x.h.first())
	root := x.h.editions[0].Base.At(name).Abs()
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: x.l.Site.Now, AnyDirectory: true})
	v.File(x.h.dir+name, root, bytes.NewReader(data))
	for _, f := range v.Close() {
		r.Found = append(r.Found, ownFinding(f))
	}
	warn := func(rule, loc, message string) {
		line := 0
		if i := bytes.Index(data, []byte(loc)); i >= 0 {
			line = 1 + bytes.Count(data[:i], []byte("\n"))
		}
		r.Found = append(r.Found, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, File: x.h.dir + name, Line: line, Message: message})
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
	there := x.l.feedReader().feedAddresses() // they may be written at the same time
	for _, f := range files {
		there[f.loc] = true
		date, ok := named[f.loc]
		switch {
		case !ok:
			warn("X4", f.loc, fmt.Sprintf("the project's sitemap index template does not list %s, but robots.txt does", f.loc))
			roots = append(roots, f.loc)
		case !date.IsZero() && date.Before(f.lastMod):
			warn("I6", f.loc, fmt.Sprintf("the project's sitemap index template dates %s %s, which lists a page of %s", f.loc, date.Format(time.RFC3339), f.lastMod.Format(time.RFC3339)))
		}
	}
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			return roots
		}
		rest, ours := strings.CutPrefix(e.Loc, x.h.base)
		if ours && !there[e.Loc] && !x.o.Taken(x.h.dir+rest) {
			warn("I7", e.Loc, fmt.Sprintf("the project's sitemap index template lists %s, which does not exist", e.Loc))
		}
	}
}
