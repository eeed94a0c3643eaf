package pipeline

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/sitemap"
)

// check holds what an emission wrote, byte for byte as it will be written, to the protocol and to the output: with
// --strict every build does. It returns what the emission itself told with what is found besides.
func (b *build) check(e discovery.Emission, r *record) (diag.List, error) {
	if !b.audits || e.Base == "" || r.emitted == nil || r.found.Err() != nil {
		return r.found, nil
	}
	a := b.newAudit(e)
	for _, o := range r.outputs {
		data, err := readOutput(b.out, o.file)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", o.file, err)
		}
		a.file(o.file, data)
	}
	return append(a.add(r.found), a.absent()...), nil
}

// absentPages warns about pages that sitemaps and feeds name and that no file of the output is for (rule L11). Every build
// looks. That text and XML sitemaps name the same addresses (T3), that versions name each other (H1), that feeds name
// what may be listed, and that their dates agree follows from the one listing: --strict reads it back from the files.
func (b *build) absentPages() (found diag.List) {
	for _, p := range b.site.Pages {
		if !b.listing.InFeeds(p) || b.out.Has(p.Targets[0].File) {
			continue
		}
		found = append(found, &diag.Diagnostic{
			Rule: "L11", Severity: diag.Warning, File: pageFile(job{page: p}),
			Message: fmt.Sprintf("sitemaps and feeds name %s, but the file %s is not written", p.URL.Rel(), p.Targets[0].File),
		})
	}
	return found
}

// audit holds the sitemaps of one host to the protocol and to the output. What it finds in sitegen's own files is a mistake of sitegen;
// in those of a project's template it is one of the template.
//
// It asks that each address is a file of the output (rule L11) and listed once (L7), that the text
// sitemaps list what the XML ones do (T3), that the versions of a page name each other (H1), that an
// index names files that are there (I7) and is not older than they are (I6), and for all else that
// sitemap.Validator knows.
type audit struct {
	b        *build
	emission discovery.Emission
	v        *sitemap.Validator
	children []indexed
	extra    map[string]bool // addresses that the configuration adds
}

// indexed is a line of an index.
type indexed struct{ index, loc string }

// newAudit begins the audit of what e writes.
func (b *build) newAudit(e discovery.Emission) *audit {
	a := &audit{b: b, emission: e, extra: map[string]bool{}}
	d := b.cfg.Discovery
	for _, u := range d.URLs {
		a.extra[a.absolute(u.Loc)] = true
	}
	for _, loc := range d.Sitemaps {
		a.extra[a.absolute(loc)] = true
	}
	a.v = sitemap.NewValidator(sitemap.CheckOptions{
		Now: b.o.Clock, SameText: true, Exists: a.exists, Unlisted: a.exists, // the listing decides which versions are named (H5)
		AnyDirectory: d.Scope == "host" || d.SitemapAddresses == "hugo",
	})
	return a
}

// absolute is a configured address in normal form.
func (a *audit) absolute(loc string) string {
	if !strings.Contains(loc, "://") {
		loc = a.emission.Base + strings.TrimPrefix(loc, "/")
	}
	if norm, err := sitemap.Normalize(loc); err == nil {
		return norm
	}
	return loc
}

// file checks one file.
func (a *audit) file(file string, data []byte) {
	if path.Base(file) == robotsFile {
		return
	}
	checked := a.v.File(file, a.emission.Base+strings.TrimPrefix(file, a.emission.Dir), bytes.NewReader(data))
	for _, loc := range checked.Children {
		a.children = append(a.children, indexed{file, loc})
	}
}

// exists reports whether an address has a file in the output, or is none of this site.
func (a *audit) exists(loc string) bool {
	file, ours := a.output(loc)
	if !ours || a.extra[loc] {
		return true
	}
	if file == "" || strings.HasSuffix(file, "/") {
		return a.b.out.Has(file + "index.html")
	}
	// A host serves /a from a.html or a/index.html as well.
	return a.b.out.Has(file) || a.b.out.Has(file+".html") || a.b.out.Has(file+"/index.html")
}

// output is the path in the output folder of an address below the base.
func (a *audit) output(loc string) (file string, ours bool) {
	loc, _, _ = strings.Cut(loc, "?")
	base, err := sitemap.Normalize(a.emission.Base)
	if err != nil {
		base = a.emission.Base
	}
	rest, ours := strings.CutPrefix(loc, base)
	rest, err = url.PathUnescape(rest)
	return a.emission.Dir + rest, ours && err == nil
}

// add appends what was found to what the emission itself told, once.
func (a *audit) add(found diag.List) diag.List {
	found = slices.Clip(found) // it is part of a record
	type place struct {
		rule, file string
		line       int
	}
	told := map[place]bool{}
	for _, d := range found {
		told[place{d.Rule, d.File, d.Line}] = true
	}
	tell := func(rule, file string, line int, message string) {
		if !told[place{rule, file, line}] {
			found = append(found, &diag.Diagnostic{Rule: rule, File: file, Line: line, Message: message})
		}
	}
	for _, f := range a.v.Close() {
		if f.Rule == "M2" {
			continue // the dates are those of files and commits: they may well all be the same
		}
		message := f.Message
		if f.Value != "" {
			message += fmt.Sprintf(": %q", f.Value)
		}
		if f.Entry != "" && f.Entry != f.Value {
			message += fmt.Sprintf(" (%q)", f.Entry)
		}
		tell(f.Rule, f.File, f.Line, message)
	}
	return found
}

// absent finds what an index names that is not there (rule I7). All emissions are done: an index may name a feed.
func (a *audit) absent() (found diag.List) {
	for _, c := range a.children {
		if file, ours := a.output(c.loc); ours && !a.extra[c.loc] && !a.b.out.Has(file) {
			found = append(found, &diag.Diagnostic{Rule: "I7", File: c.index, Message: "the index names a sitemap that is not there: " + c.loc})
		}
	}
	return found
}
