package check

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Emission checks the sitemaps that a build writes for one host against the protocol and the output. A finding in one
// of sitegen's own files is a bug in sitegen; in a file from a project's template it is a mistake in the template.
//
// It checks that each URL has a file in the output (rule L11) and is listed once (L7), that text sitemaps list the same
// URLs as XML sitemaps (T3), that the versions of a page name each other (H1), that an index names existing files (I7)
// and is not older than they are (I6), and all other rules of sitemap.Validator.
type Emission struct {
	o        EmissionOptions
	v        *sitemap.Validator
	resolver *webtree.Resolver // of the output folder; nil without a valid base
	children []indexed
	extra    map[string]bool // URLs that the configuration adds
}

// EmissionOptions describes the host.
type EmissionOptions struct {
	Base string // URL of the host's root, ending with a slash
	Dir  string // folder of the output for the root; "" or ending with a slash
	// URLs that the configuration adds, absolute or relative to Base: they need no file
	Added        []string
	Now          time.Time              // see sitemap.CheckOptions
	AnyDirectory bool                   // see sitemap.CheckOptions
	Has          func(file string) bool // whether the output has a file
}

// indexed is an entry of an index.
type indexed struct{ index, loc string }

// NewEmission starts a check.
func NewEmission(o EmissionOptions) *Emission {
	a := &Emission{o: o, extra: map[string]bool{}}
	// Rules of the host are not read: the listing knows them.
	has := func(file string) bool { return file != "_redirects" && file != "_headers" && o.Has(o.Dir+file) }
	if tree, err := webtree.Unlisted(nil, has, webtree.Options{Base: o.Base}); err == nil {
		a.resolver = tree.Resolver()
	}
	for _, loc := range o.Added {
		a.extra[a.absolute(loc)] = true
	}
	a.v = sitemap.NewValidator(sitemap.CheckOptions{
		Now: o.Now, SameText: true, Exists: a.exists, AnyDirectory: o.AnyDirectory,
		Unlisted: a.exists, // the listing decides which versions are named (H5)
	})
	return a
}

// absolute returns a configured URL as absolute and normalized.
func (a *Emission) absolute(loc string) string {
	if !strings.Contains(loc, "://") {
		loc = a.o.Base + strings.TrimPrefix(loc, "/")
	}
	if norm, err := sitemap.Normalize(loc); err == nil {
		return norm
	}
	return loc
}

// File checks one file of the host. file is its path in the output.
func (a *Emission) File(file string, data []byte) {
	// the latter contains a key for IndexNow
	if name := path.Base(file); name == "robots.txt" || name == string(data)+".txt" {
		return
	}
	checked := a.v.File(file, a.o.Base+strings.TrimPrefix(file, a.o.Dir), bytes.NewReader(data))
	for _, loc := range checked.Children {
		a.children = append(a.children, indexed{file, loc})
	}
}

// exists reports whether a URL has a file in the output or is not on this site.
func (a *Emission) exists(loc string) bool {
	return a.extra[loc] || a.at(loc).Kind != webtree.Missing
}

// at returns the target of a URL, by the table of addresses of a host that accepts every form of a URL.
func (a *Emission) at(loc string) webtree.Target {
	if a.resolver == nil {
		return webtree.Target{Kind: webtree.Foreign} // the base is not a URL
	}
	return a.resolver.Resolve(a.resolver.At(""), loc)
}

// Findings appends the findings to those that the emission itself reported, without duplicates.
func (a *Emission) Findings(found diag.List) diag.List {
	found = slices.Clip(found) // the caller's list must not change
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
			continue // they are dates of files and commits, and may all be the same
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

// Absent returns the sitemaps that an index names but that are not in the output (rule I7). Call it after all
// emissions, because an index may name a feed.
func (a *Emission) Absent() (found diag.List) {
	for _, c := range a.children {
		// a sitemap has no other form: /sitemap is not sitemap.xml
		if to := a.at(c.loc); !a.extra[c.loc] && (to.Kind == webtree.Missing || to.Kind == webtree.Own &&
			!a.o.Has(a.o.Dir+to.Path)) {
			found = append(found, &diag.Diagnostic{
				Rule: "I7", File: c.index,
				Message: "the index names a sitemap that does not exist: " + c.loc,
			})
		}
	}
	return found
}
