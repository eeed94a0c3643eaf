package listing

import (
	"fmt"
	"io"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing/attached"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Create opens a file of the output folder by its slash path. Files of one Emission may be open at
// the same time. After an error, which ends the build, some may stay open.
type Create func(file, mediaType string) (io.WriteCloser, error)

// EmitOptions is what the listing cannot know by itself; the zero value is a project that brings
// nothing of its own.
type EmitOptions struct {
	// Robots is the project's robots.txt, from its static folder or rendered from its template; it is
	// written with Sitemap lines added. nil: the project has none.
	Robots []byte
	// RobotsBlock says that Robots is the file in the output itself, so that it is written with a block of
	// Sitemap lines that the next run replaces.
	RobotsBlock bool
	// Own reports whether the project renders this RSS output with a template of its own. nil: never.
	Own func(*site.Page, site.Target) bool
	// Sitemap renders a sitemap with a template of the project. nil: there is none.
	Sitemap OwnSitemap
	// Index renders the index over the sitemaps of several languages with a template of the project. nil:
	// there is none.
	Index OwnIndex
	// Taken reports whether the project brings a file itself (a static sitemap.xml, say): it is not
	// written then. It is not asked for robots.txt. nil: never.
	Taken func(file string) bool
}

// Inputs are what an Emission reads beside the listing.
type Inputs struct {
	Text Text
	// Assets tells facts of files of the output. nil: what the listing has.
	Assets attached.Assets
	// Taken is asked in place of that of EmitOptions while the Emission runs. nil: that.
	Taken func(file string) bool
	// Reuse is what the Emission left before. nil: files do not stay as they are given to Create, so that nothing of
	// them can be taken over.
	Reuse *Reuse
}

// Emission is one piece of what a listing writes. Pieces are independent of each other and may run at
// the same time, each with a Text of its own.
type Emission struct {
	Name string // what it is, for progress and errors: "sitemap", "posts/index.xml"
	// Base is the absolute address at which the files of sitemaps are served, Dir their folder in the output,
	// "" or "fr/"; Base is "" for feeds, and when no base URL is known.
	Base, Dir string
	Alone     bool // Fingerprint hashes all that Run takes from the configuration and the site, too

	run         func(Inputs, Create) (Emitted, error)
	fingerprint func() uint64
	stands      func(*Emitted) bool // nil: always
}

// Emitted says what an Emission wrote.
type Emitted struct {
	Files []string // slash paths in the output folder, in the order of their creation
	URLs  int      // addresses in sitemaps
	Items int      // items in feeds
	Found diag.List

	// For the ledger: hashes of sitemaps, ids of Atom feeds, and what stands in archives.
	hashes   []fileHash
	feedIDs  []feedID
	archived []archivedItem

	items []feedItems // for the next build
}

// Run writes the files. Problems of the user's pages are in Emitted.Found; the error is for a file that
// cannot be written and a text that cannot be rendered.
func (e Emission) Run(in Inputs, create Create) (Emitted, error) { return e.run(in, create) }

// Fingerprint hashes all that Run takes from the listing, as far as another build with the same configuration, site
// and templates can have other values: what rendered pages say of themselves, the ledger, and the clock. Two builds
// in which these, and all that Run reads from its Inputs, are the same write the same, if what the first wrote Stands.
func (e Emission) Fingerprint() uint64 { return e.fingerprint() }

// Stands reports whether what an emission with the same Fingerprint wrote has the dates that Run would write.
func (e Emission) Stands(was *Emitted) bool { return e.stands == nil || e.stands(was) }

// Emissions returns everything that is to be written: the sitemaps (with sitemap.txt and robots.txt)
// and the feeds, in a fixed order. Call it on the sealed Listing, after the pages are rendered.
func (l *Listing) Emissions(o EmitOptions) []Emission {
	if o.Taken == nil {
		o.Taken = func(string) bool { return false }
	}
	var out []Emission
	shared := &html.Portables{}
	reading := func(in Inputs) (*Listing, EmitOptions) {
		l, o := l, o
		if in.Assets != nil {
			l = l.WithAssets(in.Assets)
		}
		if in.Taken != nil {
			o.Taken = in.Taken
		}
		return l, o
	}
	f := &fingerprints{l: l}
	for _, h := range l.hosts() {
		out = append(out, Emission{
			Name: h.dir + "sitemap", Base: h.base, Dir: h.dir,
			run: func(in Inputs, create Create) (Emitted, error) {
				l, o := reading(in)
				x := &hostEmission{l, h, o}
				r, err := x.emitHost(in.Text, create)
				x.date(&r)
				return r, err
			},
			fingerprint: sync.OnceValue(func() uint64 { return f.host(o) }),
			stands:      (&hostEmission{l, h, o}).dates,
		})
	}
	sets := 0
	for i := range l.editions {
		for _, s := range l.editions[i].sets {
			var feeds []*plan
			for j := range s.feeds {
				f := &s.feeds[j]
				if !o.Taken(f.file) && (o.Own == nil || f.target.Format == nil || !o.Own(f.page, f.target)) {
					feeds = append(feeds, f)
				}
			}
			if len(feeds) > 0 {
				sets++
				out = append(out, Emission{
					Name: feeds[0].file,
					run: func(in Inputs, create Create) (Emitted, error) {
						l, _ := reading(in)
						return l.feedReader().writeSet(s, feeds, shared, in, create)
					},
					fingerprint: sync.OnceValue(func() uint64 { return f.set(s, feeds) }),
				})
			}
		}
	}
	if sets > 1 { // else no text is asked for again: a set remembers those of its own files
		shared.Most = max(portablesLeast, len(l.Site.Pages)*portablesPage)
	}
	return out
}

// How many bytes of texts are held for other feeds at most: archived feeds have all texts of a site. A feed without a limit
// has the summaries of all pages.
const (
	portablesLeast = 8 << 20
	portablesPage  = 1 << 10
)

// hostEmission writes the sitemaps and the robots.txt of a host.
type hostEmission struct {
	l *Listing
	h host
	o EmitOptions
}

// emitHost writes the sitemaps and the robots.txt of a host.
func (x *hostEmission) emitHost(text Text, create Create) (r Emitted, err error) {
	preview := x.l.Preview()
	var roots []string
	if x.h.base != "" && !preview && !x.o.Taken(x.h.dir+mapName(x.h.first())) {
		if roots, err = x.anySitemaps(text, create, &r); err != nil {
			return r, fmt.Errorf("write %ssitemap: %w", x.h.dir, err)
		}
	}
	roots = x.withUpdates(roots, &r)
	if err := x.writeRobots(roots, preview, create, &r); err != nil {
		return r, fmt.Errorf("write %srobots.txt: %w", x.h.dir, err)
	}
	if err := x.writeKey(preview, create, &r); err != nil {
		return r, fmt.Errorf("write the key of IndexNow: %w", err)
	}
	return r, nil
}

// writeKey writes the file by which a host owns its key of IndexNow (rule W2). Previews have none: nobody may be
// told of them (rule X7).
func (x *hostEmission) writeKey(preview bool, create Create, r *Emitted) error {
	key := x.l.Site.Config.Notify.IndexNowKey
	file := x.h.dir + key + ".txt"
	if key == "" || preview || x.o.Taken(file) {
		return nil
	}
	return write(file, []byte(key), create, r)
}

// write writes a text file as a whole.
func write(file string, content []byte, create Create, r *Emitted) error {
	out, err := create(file, "text/plain")
	if err != nil {
		return err
	}
	r.Files = append(r.Files, file)
	_, err = out.Write(content)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return err
}

// anySitemaps writes the sitemaps of the project's template, or ours.
func (x *hostEmission) anySitemaps(text Text, create Create, r *Emitted) ([]string, error) {
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

// Preview reports whether the build is one that must not be found (rule X7).
func (l *Listing) Preview() bool { return l.Site.Config.Preview() }

// writeRobots writes robots.txt: the project's own or one that allows everything, with Sitemap lines
// (rule X4).
func (x *hostEmission) writeRobots(roots []string, preview bool, create Create, r *Emitted) error {
	cfg, robots := x.l.Site.Config, x.o.Robots
	asked := cfg.EnableRobotsTXT || robots != nil
	if x.h.first().Language.DisableKinds["robotstxt"] || !asked && !cfg.Discovery.Robots {
		return nil
	}
	if !cfg.Discovery.Robots {
		roots = nil
	}
	content := sitemap.MergeRobots(robots, roots...)
	if x.o.RobotsBlock {
		content = sitemap.UpdateRobots(robots, roots...)
	}
	if preview {
		content = []byte(sitemap.DisallowAll)
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: "X7", Severity: diag.Warning,
			Message: fmt.Sprintf("robots.txt disallows everything, and no sitemap is written: %q is an environment for previews", cfg.Environment),
		})
	}
	if asked && x.h.editions[0].Base.Prefix() != "" {
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: "X1", Severity: diag.Warning,
			Message: fmt.Sprintf("crawlers do not read %s: robots.txt must be at the root of the host", x.h.editions[0].Base.At("/robots.txt").Rel()),
			Hint:    "add its lines to the robots.txt of the host",
		})
	}
	return write(x.h.dir+"robots.txt", content, create, r)
}
