package sitemaps

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/xmlstyle"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// writeOwn writes the sitemaps from the project's template, one per language, at the same URLs as the built-in ones,
// with an index if there are several. Their content is checked but not changed: violations of the protocol and unlisted
// pages are warnings. ok is false if there is no such template.
func (x *host) writeOwn(text emission.Text, create emission.Create, r *emission.Emitted) (roots []string, ok bool,
	err error,
) {
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: x.l.Site.Now, AnyDirectory: x.hugoAddresses()})
	unlisted := map[string]listing.Exclusion{}
	for _, ex := range x.l.Unlisted {
		if !ex.Page.URL.IsZero() && ex.Reason != "empty" { // a template need not know which lists have links
			unlisted[x.l.Address(ex.Page)], unlisted[x.l.Permalink(ex.Page)] = ex, ex
		}
	}
	report := &diag.Reporter{}
	var files []indexed
	for _, e := range x.h.Editions {
		if !x.inSitemaps(e) {
			continue
		}
		name := x.ownName(e)
		data, err := x.o.Sitemap(text, e, x.h.Dir+name)
		if err != nil || data == nil {
			return nil, false, err
		}
		loc := x.h.Editions[0].Base.At(name).Abs()
		checked := v.File(x.h.Dir+name, loc, bytes.NewReader(data))
		r.URLs += checked.New
		x.checkOwn(x.h.Dir+name, data, unlisted, report)
		if err := writeFile(x.h.Dir+name, data, create, r); err != nil {
			return nil, false, err
		}
		files = append(files, indexed{loc, checked.LastMod})
		roots = append(roots, loc)
	}
	for _, f := range v.Close() {
		r.Found = append(r.Found, ownFinding(f))
	}
	r.Found = append(r.Found, report.List()...)
	if len(files) < 2 {
		return roots, len(files) > 0, nil
	}
	roots, err = x.indexOver(files, text, create, r)
	return roots, true, err
}

// ownFinding returns a warning about a problem in the output of the project's template.
func ownFinding(f sitemap.Finding) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: f.Rule, Severity: diag.Warning, File: f.File, Line: f.Line,
		Message: fmt.Sprintf("the project's sitemap template breaks the protocol: %s: %q", f.Message, f.Value),
	}
}

// ownName returns the file name of the sitemap of a language.
func (x *host) ownName(e *site.Edition) string {
	switch {
	case x.hugoAddresses():
		return e.Language.Lower + "/" + listing.SitemapName(e)
	case len(x.h.Editions) > 1:
		return listing.Beside(listing.SitemapName(x.h.First()), e.Language.Lower)
	}
	return listing.SitemapName(e)
}

// indexOver writes the index of the languages of a host, with the project's template if there is one, and returns the
// URLs to announce.
func (x *host) indexOver(
	files []indexed, text emission.Text, create emission.Create, r *emission.Emitted,
) ([]string, error) {
	name := listing.SitemapName(x.h.First())
	data, err := x.renderIndex(text, true, r)
	if err != nil {
		return nil, err
	}
	if data != nil {
		roots := x.checkIndex(data, files, r)
		return roots, writeFile(x.h.Dir+name, data, create, r)
	}
	var list []sitemap.IndexEntry
	for _, f := range files {
		list = append(list, sitemap.IndexEntry{Loc: f.loc, LastMod: f.lastMod})
	}
	w, err := sitemap.NewWriter(sitemap.Options{
		Base: x.h.Base, Name: name, Extra: list, AlwaysIndex: true,
		Stylesheet: xmlstyle.Sitemaps(x.l, x.h),
		Create: func(name string) (io.WriteCloser, error) {
			r.Files = append(r.Files, x.h.Dir+name)
			return create(x.h.Dir+name, mediaType(name))
		},
	})
	if err != nil {
		return nil, err
	}
	if _, err := w.Close(); err != nil {
		return nil, err
	}
	return []string{x.h.Editions[0].Base.At(name).Abs()}, nil
}

// checkOwn warns about unlisted pages in a sitemap.
func (x *host) checkOwn(name string, data []byte, unlisted map[string]listing.Exclusion, report *diag.Reporter) {
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			return // the validator has already reported it
		}
		if ex, there := unlisted[e.Loc]; there {
			report.Add(ex.Rule, x.l.Source(ex.Page),
				fmt.Sprintf("the project's sitemap template lists %s in %s, but %s", e.Loc, name,
					strings.TrimPrefix(ex.Why, "that ")))
		}
	}
}

func writeFile(name string, data []byte, create emission.Create, r *emission.Emitted) error {
	out, err := create(name, mediaType(name))
	if err != nil {
		return err
	}
	r.Files = append(r.Files, name)
	h := &hashed{out: out, into: &r.Hashes, name: name}
	_, err = h.Write(data)
	return errors.Join(err, h.Close())
}
