package listing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing/naming"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// OwnSitemap renders the sitemap of a language with the project's own template (layouts/sitemap.xml); nil
// without an error when it has none.
type OwnSitemap func(text Text, e *site.Edition, file string) ([]byte, error)

// writeOwn writes the sitemaps that the project's template makes, one a language, at the addresses that ours
// would have, with an index over several. What they hold is checked, not changed: what the protocol forbids
// is a warning, and so is a page that may not be listed. ok is false when there is no such template.
func (x *hostEmission) writeOwn(text Text, create Create, r *Emitted) (roots []string, ok bool, err error) {
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: x.l.Site.Now, AnyDirectory: x.hugoAddresses()})
	unlisted := map[string]Exclusion{}
	for _, ex := range x.l.Unlisted {
		if !ex.Page.URL.IsZero() {
			unlisted[x.l.address(ex.Page)] = ex
		}
	}
	report := &diag.Reporter{}
	var files []indexed
	for _, e := range x.h.editions {
		if !x.inSitemaps(e.Edition) {
			continue
		}
		name := x.ownName(e)
		data, err := x.o.Sitemap(text, e.Edition, x.h.dir+name)
		if err != nil || data == nil {
			return nil, false, err
		}
		loc := x.h.editions[0].Base.At(name).Abs()
		checked := v.File(x.h.dir+name, loc, bytes.NewReader(data))
		r.URLs += checked.URLs
		x.checkOwn(x.h.dir+name, data, unlisted, report)
		if err := writeFile(x.h.dir+name, data, create, r); err != nil {
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

// ownFinding makes a warning of what is wrong with what a template of the project wrote.
func ownFinding(f sitemap.Finding) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: f.Rule, Severity: diag.Warning, File: f.File, Line: f.Line,
		Message: fmt.Sprintf("the project's sitemap template breaks the protocol: %s: %q", f.Message, f.Value),
	}
}

// ownName is the name of the sitemap of a language.
func (x *hostEmission) ownName(e *edition) string {
	switch {
	case x.hugoAddresses():
		return e.Language.Lower + "/" + mapName(e)
	case len(x.h.editions) > 1:
		return naming.Beside(mapName(x.h.first()), e.Language.Lower)
	}
	return mapName(e)
}

// indexOver writes the index over the languages of a host, with the project's template for it if there is
// one, and returns the addresses to announce.
func (x *hostEmission) indexOver(files []indexed, text Text, create Create, r *Emitted) ([]string, error) {
	name := mapName(x.h.first())
	data, err := x.renderIndex(text, true, r)
	if err != nil {
		return nil, err
	}
	if data != nil {
		roots := x.checkIndex(data, files, r)
		return roots, writeFile(x.h.dir+name, data, create, r)
	}
	var list []sitemap.IndexEntry
	for _, f := range files {
		list = append(list, sitemap.IndexEntry{Loc: f.loc, LastMod: f.lastMod})
	}
	w, err := sitemap.NewWriter(sitemap.Options{
		Base: x.h.base, Name: name, Extra: list, AlwaysIndex: true,
		Create: func(name string) (io.WriteCloser, error) {
			r.Files = append(r.Files, x.h.dir+name)
			return create(x.h.dir+name, naming.MediaType(name))
		},
	})
	if err != nil {
		return nil, err
	}
	if _, err := w.Close(); err != nil {
		return nil, err
	}
	return []string{x.h.editions[0].Base.At(name).Abs()}, nil
}

// checkOwn warns about pages in a sitemap that may not be listed.
func (x *hostEmission) checkOwn(name string, data []byte, unlisted map[string]Exclusion, report *diag.Reporter) {
	for reader := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}); ; {
		e, err := reader.Next()
		if err != nil {
			return // the validator has told
		}
		if ex, there := unlisted[e.Loc]; there {
			report.Add(ex.Rule, x.l.fileOf(ex.Page), fmt.Sprintf("the project's sitemap template lists %s in %s, but %s", e.Loc, name, strings.TrimPrefix(ex.Why, "that ")))
		}
	}
}

func writeFile(name string, data []byte, create Create, r *Emitted) error {
	out, err := create(name, naming.MediaType(name))
	if err != nil {
		return err
	}
	r.Files = append(r.Files, name)
	h := &hashed{out: out, into: &r.hashes, name: name}
	_, err = h.Write(data)
	return errors.Join(err, h.Close())
}
