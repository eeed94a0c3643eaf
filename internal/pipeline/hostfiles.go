package pipeline

import (
	"maps"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/hosting"
)

// Files that tell hosts how to serve the site. What the project has of the first three in its static folder goes
// into them.
const (
	headersFile   = "_headers"   // https://docs.netlify.com/routing/headers/, https://developers.cloudflare.com/pages/configuration/headers/
	redirectsFile = "_redirects" // https://docs.netlify.com/routing/redirects/
	apacheFile    = ".htaccess"  // https://httpd.apache.org/docs/2.4/howto/htaccess.html
	nginxFile     = "_nginx.conf"
	nojekyllFile  = ".nojekyll" // https://docs.github.com/en/pages: else names that begin with _ are left out
	cnameFile     = "CNAME"
)

// How many rules of a _headers file hosts read: Cloudflare Pages; the others name no limit.
const (
	mostRules = 100
	manyRules = 1000
)

// mergedFiles are the files of the static folder that go into one that this build writes.
func (p *project) mergedFiles() map[string]bool {
	d := &p.cfg.Deploy
	out := map[string]bool{}
	if p.writesHeaders() || d.For("nginx", "apache") {
		out[headersFile] = true
	}
	if d.For("netlify", "cloudflare", "gitlab-pages", "nginx", "apache") {
		out[redirectsFile] = true
	}
	if d.For("apache") {
		out[apacheFile] = true
	}
	return out
}

func (p *project) writesHeaders() bool {
	return p.cfg.Discovery.Headers || p.cfg.Deploy.For("netlify", "cloudflare")
}

// noteType notes the media type of a feed, and of a compressed sitemap, whose types hosts do not know by their names
// (rule J3).
func noteType(types map[string]string, o written) {
	switch o.mediaType {
	case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/gzip":
		types[o.file] = servedAs(o.mediaType)
	}
}

// typed returns the feeds and compressed sitemaps that the build wrote, those of templates included.
func (h *hostFiles) typed() map[string]string {
	out := maps.Clone(h.types)
	for _, p := range h.site.Pages {
		for _, t := range p.Targets {
			if discovery.IsRSS(t) && h.out.Has(t.File) {
				out[t.File] = servedAs("application/rss+xml")
			}
		}
	}
	return out
}

// servedAs is a feed's media type with its encoding. JSON has none to tell (RFC 8259 §8.1).
func servedAs(mediaType string) string {
	if strings.HasSuffix(mediaType, "+xml") {
		return mediaType + "; charset=utf-8"
	}
	return mediaType
}

// writeHostFiles writes the files for the configured hosts, and with discovery.headers the types alone.
func (b *build) writeHostFiles(types map[string]string) diag.List {
	d := &b.cfg.Deploy
	if !b.writesHeaders() && len(d.Hosts) == 0 {
		return nil
	}
	h := &hostFiles{
		project: &b.project, site: b.site, listing: b.listing, out: b.out, copied: b.copied, types: types, tasks: b.tasks, index: b.done.searched(),
	}
	var found diag.List
	facts := h.hostFacts()
	for _, host := range h.hosts() {
		found = append(found, h.writeHostFilesOf(host, facts.site(h, host))...)
	}
	return found
}

// hostFiles writes the files for hosts.
type hostFiles struct {
	*project
	site    *site.Site
	listing *discovery.Listing // sealed
	out     sink
	copied
	types map[string]string // media types of what was emitted, by path
	tasks []task            // with their outputs
	index []written         // files of the search index
}

// writeHostFilesOf writes those of one host, whose root is a folder of the output.
func (h *hostFiles) writeHostFilesOf(host string, s *hosting.Site) diag.List {
	var found diag.List
	d := &h.cfg.Deploy
	add := func(name string, data []byte) {
		file := path.Join(host, name)
		switch {
		case h.out.Has(file) && h.mergedFiles()[name]:
			found = append(found, &diag.Diagnostic{
				Rule: "J3", Severity: diag.Warning,
				Message: "what hosts must know is not added to " + file + ": a page or a template writes it",
				Hint:    "write it as a file of the static folder, or leave out discovery.headers and deploy.hosts",
			})
		case !h.out.Has(file) && (len(data) > 0 || name == nojekyllFile):
			found = append(found, problem(h.out.Add(file, data, "sitegen"))...)
		}
	}
	own := h.own
	if h.writesHeaders() {
		most := mostRules
		if d.For("netlify") && !d.For("cloudflare") {
			most = manyRules
		}
		add(headersFile, s.WriteHeaders(own[headersFile], most))
	}
	if d.For("netlify", "cloudflare", "gitlab-pages") {
		others := d.For("cloudflare", "gitlab-pages")
		add(redirectsFile, s.WriteRedirects(own[redirectsFile], hosting.Reader{
			Force: !others, Exact: others, NotFound: !others,
		}))
	}
	if d.For("nginx") {
		add(nginxFile, s.WriteNginx(own[redirectsFile], own[headersFile]))
	}
	if d.For("apache") {
		add(apacheFile, s.WriteApache(own[apacheFile], own[redirectsFile], own[headersFile]))
	}
	if d.For("github-pages") {
		add(nojekyllFile, nil)
		if name := h.customDomain(); d.CNAME && name != "" {
			add(cnameFile, []byte(name+"\n"))
		}
	}
	return found
}

// customDomain is the name that GitHub Pages serves the site under; "" for its own, and for one that has the site in
// a folder, as that belongs to another repository.
func (p *project) customDomain() string {
	u, err := url.Parse(p.cfg.BaseURL)
	if err != nil || strings.Trim(u.Path, "/") != "" || strings.HasSuffix(u.Hostname(), ".github.io") || u.Port() != "" ||
		net.ParseIP(u.Hostname()) != nil || !strings.Contains(u.Hostname(), ".") {
		return ""
	}
	return u.Hostname()
}

// hostFacts is what hosts must know, by paths of the output.
type hostFacts struct {
	files     map[string]*hosting.File
	redirects []redirect
}

type redirect struct {
	file string // "old/index.html"
	to   site.URL
	path string // instead of to: below the base of the same host
}

// hostFacts collects them.
func (h *hostFiles) hostFacts() *hostFacts {
	f := &hostFacts{files: map[string]*hosting.File{}}
	for file, mediaType := range h.typed() {
		f.at(file).Type = mediaType
	}
	if len(h.cfg.Deploy.Hosts) == 0 {
		return f
	}
	h.sameNames(f)
	h.linkFeeds(f)
	h.linkVersions(f)
	h.markImmutable(f)
	for i := range h.site.Aliases {
		a := &h.site.Aliases[i]
		f.redirects = append(f.redirects, redirect{file: a.File, to: a.URL})
	}
	if h.cfg.DisableAliases {
		h.aliasesWithoutPages(f)
	}
	for _, m := range h.listing.Moves() {
		plain, err := url.PathUnescape(m.From)
		if file := strings.TrimPrefix(path.Join(m.Host, plain, "index.html"), "/"); err == nil && strings.HasSuffix(plain, "/") && !h.out.Has(file) {
			f.redirects = append(f.redirects, redirect{file: file, path: m.To})
		}
	}
	return f
}

// sameNames adds the outputs of pages that have the name of a file with a type, and are something else.
func (h *hostFiles) sameNames(f *hostFacts) {
	names := map[string]bool{}
	for file := range f.files {
		names[path.Base(file)] = true
	}
	for _, p := range h.site.Pages {
		for _, t := range p.Targets {
			if names[path.Base(t.File)] {
				f.at(t.File)
			}
		}
	}
}

// aliasesWithoutPages adds the aliases of a site that wants no pages for them.
func (h *hostFiles) aliasesWithoutPages(f *hostFacts) {
	for _, p := range h.site.Pages {
		for _, alias := range p.Aliases {
			file := path.Clean("/" + alias)[1:]
			if h.cfg.Multihost {
				file = path.Join(p.Edition.Language.Lower, file)
			}
			if !strings.HasSuffix(file, ".html") {
				file = path.Join(file, "index.html")
			}
			if p.Link && !p.URL.IsZero() && !h.out.Has(file) {
				f.redirects = append(f.redirects, redirect{file: file, to: p.URL})
			}
		}
	}
}

func (f *hostFacts) at(file string) *hosting.File {
	if f.files[file] == nil {
		f.files[file] = &hosting.File{Path: file}
	}
	return f.files[file]
}

// linkFeeds tells the hubs of feeds in headers, too, for readers that look there first (WebSub §4).
func (h *hostFiles) linkFeeds(f *hostFacts) {
	for _, feed := range h.listing.FeedFiles() {
		if !h.out.Has(feed.File) {
			continue
		}
		for _, hub := range h.cfg.Discovery.Feeds.Hubs {
			f.at(feed.File).Links = append(f.at(feed.File).Links, "<"+hub+`>; rel="hub"`)
		}
		if len(h.cfg.Discovery.Feeds.Hubs) > 0 {
			f.at(feed.File).Links = append(f.at(feed.File).Links, "<"+feed.URL+`>; rel="self"`)
		}
	}
}

// linkVersions tells the languages of files that have no head to say them in (rule H6): outputs of pages that are
// no HTML and no feeds, and files beside pages that the sitemap lists.
func (h *hostFiles) linkVersions(f *hostFacts) {
	link := func(file string, p *site.Page, address func(*site.Page) string) {
		for _, a := range h.listing.OutputAlternates(p, address) {
			f.at(file).Links = append(f.at(file).Links, "<"+a.Href+`>; rel="alternate"; hreflang="`+a.Lang+`"`)
		}
	}
	for _, p := range h.site.Pages {
		if len(p.Translations) < 2 {
			continue
		}
		for _, t := range p.Targets {
			if !t.Format.IsHTML && !discovery.IsRSS(t) && h.out.Has(t.File) {
				link(t.File, p, func(v *site.Page) string { return h.outputOf(v, t.Format.Name) })
			}
		}
		for _, r := range p.Resources {
			if r.Resource != nil && r.Home == p && r.File != "" && len(h.cfg.Discovery.Files) > 0 && h.listed.Match(r.File) {
				link(r.File, p, func(v *site.Page) string { return resourceOf(v, r.Name) })
			}
		}
	}
}

// outputOf is the address of a page's output in a format, "" when it has none.
func (h *hostFiles) outputOf(p *site.Page, format string) string {
	for _, t := range p.Targets {
		if t.Format.Name == format && h.out.Has(t.File) {
			return t.URL.Abs()
		}
	}
	return ""
}

// resourceOf is the address of a page's own file of that name.
func resourceOf(p *site.Page, name string) string {
	for _, r := range p.Resources {
		if r.Resource != nil && r.Home == p && r.Name == name && r.File != "" {
			return r.URL.Abs()
		}
	}
	return ""
}

// markImmutable marks the files whose names hold a hash of their bytes: processed images, fingerprinted resources,
// the parts of the search index.
func (h *hostFiles) markImmutable(f *hostFacts) {
	for i := range h.tasks {
		for _, o := range h.tasks[i].result.outputs {
			if o.made != "" || o.from == "" && hosting.Fingerprinted(o.file) {
				f.at(o.file).Immutable = true
			}
		}
	}
	for _, w := range h.index {
		if path.Base(w.file) != searchEntry {
			f.at(w.file).Immutable = true
		}
	}
}

// site returns what one host must know.
func (f *hostFacts) site(h *hostFiles, host string) *hosting.Site {
	e := h.editionOf(host)
	prefix, below := e.Base.Prefix(), func(file string) (string, bool) {
		if host == "" {
			return "/" + file, true
		}
		rest, ok := strings.CutPrefix(file, host+"/")
		return "/" + rest, ok
	}
	s := &hosting.Site{Prefix: prefix}
	if len(h.cfg.Deploy.Hosts) > 0 {
		s.Secure, s.NoIndex = h.cfg.Deploy.Security, h.listing.Preview()
		s.NotFound = h.notFoundPages(below)
	}
	for _, file := range slices.Sorted(maps.Keys(f.files)) {
		if at, ok := below(file); ok {
			one := *f.files[file]
			one.Path = prefix + at
			s.Files = append(s.Files, one)
		}
	}
	for _, r := range f.redirects {
		at, ok := below(r.file)
		if !ok {
			continue
		}
		m := hosting.Move{From: prefix + strings.TrimSuffix(at, "index.html"), To: (&url.URL{Path: prefix}).EscapedPath() + r.path}
		if r.path == "" {
			m.To = r.to.Rel()
			if r.to.Base().Origin() != e.Base.Origin() {
				m.To = r.to.Abs()
			}
		}
		s.Redirects = append(s.Redirects, m)
	}
	slices.SortStableFunc(s.Redirects, func(x, y hosting.Move) int { return strings.Compare(x.From, y.From) })
	return s
}

// editionOf is the edition whose settings count for a host.
func (h *hostFiles) editionOf(host string) *site.Edition {
	for _, e := range h.site.Editions {
		if host == "" && e.Language.Default || host == e.Language.Lower {
			return e
		}
	}
	return h.site.Editions[0]
}

// notFoundPages returns the folders of a host that have a 404 page.
func (h *hostFiles) notFoundPages(below func(string) (string, bool)) []string {
	var out []string
	for _, e := range h.site.Editions {
		if e.NotFound == nil || len(e.NotFound.Targets) == 0 || !h.out.Has(e.NotFound.Targets[0].File) {
			continue
		}
		if at, ok := below(e.NotFound.Targets[0].File); ok && path.Base(at) == "404.html" {
			out = append(out, strings.Trim(path.Dir(at), "/"))
		}
	}
	slices.Sort(out)
	return out
}
