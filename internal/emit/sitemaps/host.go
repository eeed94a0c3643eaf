// Package sitemaps writes the sitemaps of each host with their indexes, and the robots.txt that names them.
package sitemaps

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
)

// host writes the sitemaps and the robots.txt of a host.
type host struct {
	l *listing.Listing
	h listing.Host
	o emission.Options
}

func newHost(src *emission.Source, h listing.Host) *host {
	o := src.Options
	o.Robots = o.RobotsOf(h.Editions[0])
	return &host{src.Listing, h, o}
}

// Emissions returns one emission for each host.
func Emissions(src *emission.Source) (out []emission.Emission) {
	for _, h := range src.Listing.Hosts() {
		out = append(out, emission.Emission{
			Name: h.Dir + "sitemap", Base: h.Base, Dir: h.Dir,
			Run: func(in emission.Inputs, create emission.Create) (emission.Emitted, error) {
				src := src.Reading(in)
				x := newHost(src, h)
				r, err := x.write(in.Text, create)
				for i := range r.Hashes {
					r.Hashes[i].Changed = x.fileChanged(r.Hashes[i].Name, r.Hashes).Unix()
				}
				return r, err
			},
			Fingerprint: sync.OnceValue(func() uint64 { return fingerprint(src) }),
			Dated:       newHost(src, h).dates,
		})
	}
	return out
}

// fingerprint hashes the inputs of the sitemaps and robots.txt of any host, except the dates of changed files. They
// name language versions on other hosts, too.
func fingerprint(src *emission.Source) uint64 {
	l := src.Listing
	var w codec.Digest
	// News grow old, videos expire, and future dates arrive. The output is the same until the next such moment.
	next, _ := Next(l)
	emission.StoreTime(&w.Writer, next)
	w.Bool(l.Site.Now.IsZero())
	w.Bool(src.Options.Robots != nil)
	w.Text(string(src.Options.Robots))
	for _, lang := range slices.Sorted(maps.Keys(src.Options.RobotsIn)) {
		w.Text(string(src.Options.RobotsIn[lang]))
	}
	for _, p := range l.Site.Pages {
		w.Fixed(src.Page(p))
		emission.StoreTime(&w.Writer, l.Remembered(p).Added)
		facts := l.Facts(p)
		w.Bool(facts.NoIndex)
		w.Text(facts.Canonical)
		facts.Media.Store(&w.Writer)
		w.Flush()
	}
	for _, file := range l.Files() {
		w.Text(file.Path)
		emission.StoreTime(&w.Writer, file.Date)
		w.Bool(file.About.DayOnly)
		for _, a := range file.Alternates {
			w.Text(a.Lang)
			w.Text(a.Href)
		}
		w.Flush()
	}
	for _, ex := range l.Unlisted { // a template of the project may list it
		w.Int(ex.Page.ID)
		w.Text(ex.Rule)
		w.Text(ex.Why)
		w.Flush()
	}
	return w.Sum()
}

// write writes the sitemaps and the robots.txt of a host.
func (x *host) write(text emission.Text, create emission.Create) (r emission.Emitted, err error) {
	var roots []string
	writes := x.h.Base != "" && !x.l.Site.Config.Preview() && !x.o.NoSitemap
	name := listing.SitemapName(x.h.First())
	owned := func(name, without string) {
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: "X4", Severity: diag.Note, Message: x.h.Dir + name + " is a file of the project: sitegen writes no " + without,
		})
	}
	switch taken := x.o.Taken(x.h.Dir + name); {
	case writes && taken:
		roots = []string{x.h.Editions[0].Base.At(name).Abs()}
		owned(name, "sitemap, and announces that one")
	case writes:
		if text := listing.TextName(name); x.l.Site.Config.Discovery.TextSitemap && x.o.Taken(x.h.Dir+text) {
			owned(text, "text sitemap")
		}
		if roots, err = x.anySitemaps(text, create, &r); err != nil {
			return r, fmt.Errorf("write %ssitemap: %w", x.h.Dir, err)
		}
	}
	roots = x.withUpdates(roots, &r)
	if err := x.writeRobots(roots, create, &r); err != nil {
		return r, fmt.Errorf("write %srobots.txt: %w", x.h.Dir, err)
	}
	return r, nil
}

// anySitemaps writes the sitemaps of the project's template, or the built-in ones.
func (x *host) anySitemaps(text emission.Text, create emission.Create, r *emission.Emitted) ([]string, error) {
	if x.o.Sitemap != nil {
		if roots, ok, err := x.writeOwn(text, create, r); ok || err != nil {
			return roots, err
		}
	}
	index, err := x.renderIndex(text, false, r)
	if err != nil {
		return nil, err
	}
	return x.writeSitemaps(index, create, r)
}

// hashed is a writer that hashes the content of a file.
type hashed struct {
	out  io.WriteCloser
	d    *xxhash.Digest
	into *[]emission.FileHash
	name string
}

// Write writes through.
func (h *hashed) Write(b []byte) (int, error) {
	if h.d == nil {
		h.d = xxhash.New()
	}
	h.d.Write(b)
	return h.out.Write(b)
}

// Close closes the file and notes its hash.
func (h *hashed) Close() error {
	if h.d != nil {
		*h.into = append(*h.into, emission.FileHash{Name: h.name, Sum: max(1, h.d.Sum64())})
	}
	return h.out.Close()
}

// fileChanged returns when the bytes of a file last changed, if known (rule I6). The dates in the file do not tell,
// since a removed page leaves none.
func (x *host) fileChanged(name string, hashes []emission.FileHash) time.Time {
	before, ok := x.l.FileBefore(name)
	if !ok {
		return time.Time{}
	}
	for _, f := range hashes {
		if f.Name == name && f.Sum != before.Main {
			return x.l.Site.Now.UTC().Truncate(time.Second)
		}
	}
	return before.Changed
}

// dates reports whether the files of an emission still have the same dates. A new ledger or clock may give the same
// bytes another date.
func (x *host) dates(r *emission.Emitted) bool {
	return !slices.ContainsFunc(r.Hashes,
		func(f emission.FileHash) bool { return f.Changed != x.fileChanged(f.Name, r.Hashes).Unix() })
}
