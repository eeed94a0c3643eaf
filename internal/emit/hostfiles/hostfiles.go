// Package hostfiles writes the files that tell hosts how to serve a site. It turns the outputs of a build into the
// model of internal/htmldoc/hosting, and writes the files of each configured host. ReadRules reads such files from the
// project, for the rules that they contain about its pages.
package hostfiles

import (
	"fmt"
	"maps"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/config/podcast"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Files that tell hosts how to serve the site. The first three are merged with the project's files of the same name in
// its static folder.
const (
	// https://docs.netlify.com/routing/headers/, https://developers.cloudflare.com/pages/configuration/headers/
	Headers      = "_headers"
	Redirects    = "_redirects" // https://docs.netlify.com/routing/redirects/
	apacheFile   = ".htaccess"  // https://httpd.apache.org/docs/2.4/howto/htaccess.html
	nginxFile    = "_nginx.conf"
	nojekyllFile = ".nojekyll" // https://docs.github.com/en/pages: without it, names that begin with _ are not served
	cnameFile    = "CNAME"
)

// Merged returns the names of static files that are merged into a file of the build.
func Merged(cfg *config.Config) map[string]bool {
	d := &cfg.Deploy
	out := map[string]bool{}
	if writesHeaders(cfg) || d.For("nginx", "apache") {
		out[Headers] = true
	}
	if d.For("netlify", "cloudflare", "gitlab-pages", "nginx", "apache") {
		out[Redirects] = true
	}
	if d.For("apache") {
		out[apacheFile] = true
	}
	return out
}

func writesHeaders(cfg *config.Config) bool {
	return cfg.Discovery.Headers || cfg.Deploy.For("netlify", "cloudflare")
}

// NeedsType reports whether hosts do not know the media type of a file by its name: feeds and compressed sitemaps (rule
// J3), Markdown, and chapters of podcasts.
func NeedsType(mediaType string) bool {
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/gzip", podcast.ChaptersType,
		markdown:
		return true
	}
	return false
}

// markdown is the media type of Markdown: RFC 7763.
const markdown = "text/markdown"

// typed returns the feeds, compressed sitemaps, and lists in Markdown of the build, including those of templates.
func (h *Input) typed() map[string]string {
	out := map[string]string{}
	for file, mediaType := range h.Types {
		if !hosting.IsCopy(file) { // one rule is for all of them
			out[file] = servedAs(mediaType)
		}
	}
	for _, p := range h.Site.Pages {
		for _, t := range p.Targets {
			if listing.IsRSS(t) && h.Has(t.File) {
				out[t.File] = servedAs("application/rss+xml")
			}
		}
	}
	return out
}

// servedAs returns a media type with its encoding. JSON has no such parameter (RFC 8259 §8.1).
func servedAs(mediaType string) string {
	if strings.HasSuffix(mediaType, "+xml") || mediaType == markdown {
		return mediaType + "; charset=utf-8"
	}
	return mediaType
}

// Input describes the outputs of a build.
type Input struct {
	Config    *config.Config
	Site      *site.Site
	Listing   *listing.Listing // sealed
	Has       func(file string) bool
	Add       func(file string, data []byte) diag.List
	Hosts     []string          // output folders that are the root of a host; "" is the output folder itself
	Types     map[string]string // media types by file, where hosts do not know them: see NeedsType
	Immutable []string          // files whose names change with their content
	Own       map[string][]byte // the project's files listed by Merged, by name
}

// Write writes the files for the configured hosts, or only the media types if discovery.headers is set. It returns the
// paths in the output folder, without index.html, that some host answers with 410.
func Write(h *Input) (gone []string, found diag.List) {
	found = h.without410()
	found = append(found, h.unsaid()...)
	if !writesHeaders(h.Config) && len(h.Config.Deploy.Hosts) == 0 {
		return nil, found
	}
	facts := h.facts()
	for _, host := range h.Hosts {
		found = append(found, h.write(host, facts.site(h, host))...)
	}
	if h.answers410() {
		gone = facts.gone
	}
	return gone, found
}

// write writes the files of one host, whose root is a folder of the output.
func (h *Input) write(host string, s *hosting.Site) diag.List {
	var found diag.List
	d := &h.Config.Deploy
	add := func(name string, data []byte) {
		file := path.Join(host, name)
		switch {
		case h.Has(file) && Merged(h.Config)[name]:
			found = append(found, &diag.Diagnostic{
				Rule: "J3", Severity: diag.Warning,
				Message: "the settings for hosts are not added to " + file + ": a page or a template writes it",
				Hint:    "move it to a file in the static folder, or turn off discovery.headers and deploy.hosts",
			})
		case !h.Has(file) && (len(data) > 0 || name == nojekyllFile):
			found = append(found, h.Add(file, data)...)
		}
	}
	own := h.Own
	if writesHeaders(h.Config) {
		add(Headers, s.WriteHeaders(own[Headers], hosting.HeaderReader{
			Most: hosting.HeaderRulesOf(d.Hosts, ownLimits(h.Config)), Splat: d.For("cloudflare") && !d.For("netlify"),
		}))
	}
	if d.For("netlify", "cloudflare", "gitlab-pages") {
		others := d.For("cloudflare", "gitlab-pages")
		add(Redirects, s.WriteRedirects(own[Redirects], hosting.Reader{
			Force: !others, Exact: others, Errors: !others,
		}))
	}
	found = append(found, h.dropped(host)...)
	if d.For("nginx") {
		add(nginxFile, s.WriteNginx(own[Redirects], own[Headers]))
	}
	if d.For("apache") {
		add(apacheFile, s.WriteApache(own[apacheFile], own[Redirects], own[Headers]))
	}
	if d.For("github-pages") {
		add(nojekyllFile, nil)
		if name := h.customDomain(); d.CNAME && name != "" {
			add(cnameFile, []byte(name+"\n"))
		}
	}
	return found
}

// dropped warns of pages that a configured host does not serve.
func (h *Input) dropped(host string) (found diag.List) {
	for _, p := range h.Site.Pages {
		for _, t := range p.Targets {
			if !h.Has(t.File) {
				continue
			}
			if list := Dropped(h.Config, host, t.File); list != nil {
				list[0].File, list[0].Line, list[0].About = p.Position()
				found = append(found, list...)
				break
			}
		}
	}
	return found
}

// Dropped warns of an output that configured hosts do not serve. root is the folder of its host in the output.
func Dropped(cfg *config.Config, root, output string) diag.List {
	below, ok := strings.CutPrefix(output, root)
	if !ok {
		return nil
	}
	var all []string
	for _, host := range cfg.Deploy.Hosts {
		if why := hosting.Dropped(host, strings.TrimPrefix(below, "/")); why != "" {
			all = append(all, why)
		}
	}
	if all == nil {
		return nil
	}
	return diag.List{{
		Rule: "host-dropped", Severity: diag.Warning, Message: "readers won't get " + output + ": " + strings.Join(all, "; "),
		Hint: "give it another url, slug, or name",
	}}
}

// customDomain returns the custom domain of the site on GitHub Pages. It is "" for a github.io domain, and for a base
// URL with a path, whose domain belongs to another repository.
func (h *Input) customDomain() string {
	u, err := url.Parse(h.Config.BaseURL)
	if err != nil || strings.Trim(u.Path, "/") != "" || strings.HasSuffix(u.Hostname(), ".github.io") || u.Port() != "" ||
		net.ParseIP(u.Hostname()) != nil || !strings.Contains(u.Hostname(), ".") {
		return ""
	}
	return u.Hostname()
}

// facts has the redirects, headers, and media types that hosts need, by output path.
type facts struct {
	files     map[string]*hosting.File
	copies    []string // see hosting.Copies
	redirects []redirect
	gone      []string // "old/", "old.pdf"
}

type redirect struct {
	file string // "old/index.html"
	to   site.URL
	page *site.Page // of to
	path string     // instead of to: path below the base URL of the same host
}

// facts collects the facts that hosts need.
func (h *Input) facts() *facts {
	f := &facts{files: map[string]*hosting.File{}}
	for file, mediaType := range h.typed() {
		f.at(file).Type = mediaType
		f.at(file).NoIndex = mediaType == hosting.MarkdownType
	}
	h.copies(f)
	h.described(f)
	if len(h.Config.Deploy.Hosts) == 0 {
		return f
	}
	h.sameNames(f)
	h.linkFeeds(f)
	h.linkVersions(f)
	h.markImmutable(f)
	for i := range h.Site.Aliases {
		a := &h.Site.Aliases[i]
		f.redirects = append(f.redirects, redirect{file: a.File, to: a.URL, page: a.To})
	}
	h.aliasesWithoutPages(f)
	for _, m := range h.Listing.Moves() {
		plain, err := url.PathUnescape(m.From)
		if file := strings.TrimPrefix(path.Join(m.Host, plain, "index.html"), "/"); err == nil &&
			strings.HasSuffix(plain, "/") && !h.Has(file) {
			f.redirects = append(f.redirects, redirect{file: file, path: m.To})
		}
	}
	if h.Config.Deploy.Gone {
		h.removed(f)
	}
	return f
}

// removed adds the URLs of pages that the ledger knows and that no output and no redirect answers now.
func (h *Input) removed(f *facts) {
	redirected := map[string]bool{}
	for _, r := range f.redirects {
		redirected[r.file] = true
	}
	answered := func(file string) bool { return h.Has(file) || redirected[file] }
	for _, g := range h.Listing.Gone() {
		plain, err := url.PathUnescape(g.Path)
		if err != nil || !slices.Contains(h.Hosts, g.Host) {
			continue
		}
		file := strings.TrimPrefix(path.Join(g.Host, plain), "/")
		if answered(file) || answered(path.Join(file, "index.html")) || answered(file+".html") {
			continue
		}
		if strings.HasSuffix(plain, "/") && file != "" {
			file += "/"
		}
		f.gone = append(f.gone, file)
	}
}

// answers410 reports whether a configured host can answer 410.
func (h *Input) answers410() bool { return len(h.unable()) < len(h.Config.Deploy.Hosts) }

// unable returns the configured hosts that cannot answer 410: GitHub Pages has no rules, Cloudflare and GitLab accept
// only redirects, and with these, Netlify reads the same file. See hosting.Reader.
func (h *Input) unable() (hosts []string) {
	d := &h.Config.Deploy
	for _, host := range d.Hosts {
		shared := host == "netlify" && d.For("cloudflare", "gitlab-pages")
		if shared || slices.Contains([]string{"cloudflare", "gitlab-pages", "github-pages"}, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// without410 warns of the configured hosts that cannot answer 410 although deploy.gone asks for it.
func (h *Input) without410() diag.List {
	d, hosts := &h.Config.Deploy, h.unable()
	if !d.Gone {
		return nil
	}
	p := &diag.Diagnostic{Rule: "deploy-gone", Severity: diag.Warning}
	p.File, p.Line = listing.Origin(h.Config, "deploy.gone")
	switch {
	case len(d.Hosts) == 0:
		p.Message = "deploy.gone has no effect without deploy.hosts"
		p.Hint = `set hosts, for example hosts = ["netlify"]`
	case len(hosts) > 0:
		p.Message = "for removed URLs, " + strings.Join(hosts, ", ") + " can send only status 404 (not found), not 410 (gone)"
		p.Hint = "netlify, nginx, and apache can send 410; netlify only without cloudflare and gitlab-pages, which " +
			"read the same _redirects"
	case d.For("netlify") && !h.has404():
		p.Message = "for removed URLs, Netlify sends status 404 (not found), not 410 (gone), because the site has no 404 page"
		p.Hint = "add layouts/404.html"
	default:
		return nil
	}
	return diag.List{p}
}

// has404 reports whether the site has a page for missing files.
func (h *Input) has404() bool {
	return slices.ContainsFunc(h.Hosts, func(host string) bool { return h.Has(path.Join(host, "404.html")) })
}

// copies adds the texts of pages in Markdown, whose canonical URLs are those of the pages.
func (h *Input) copies(f *facts) {
	for _, p := range h.Site.Pages {
		file, _ := h.Listing.MarkdownCopy(p)
		switch {
		case file == "" || !h.Has(file):
		case hosting.IsCopy(file):
			f.copies = append(f.copies, file)
		default: // the page has another suffix
			one := f.at(file)
			one.Type, one.NoIndex = hosting.MarkdownType, true
			one.Links = append(one.Links, "<"+h.Listing.Canonical(p)+`>; rel="canonical"`)
		}
	}
}

// sameNames adds page outputs that have the name of a typed file and another media type.
func (h *Input) sameNames(f *facts) {
	names := map[string]bool{}
	for file := range f.files {
		names[path.Base(file)] = true
	}
	for _, p := range h.Site.Pages {
		for _, t := range p.Targets {
			if names[path.Base(t.File)] {
				f.at(t.File)
			}
		}
	}
}

// unsaid warns if hosts do not learn what the project says about files that are not pages (rule L9): they have no head
// to say it in.
func (h *Input) unsaid() diag.List {
	if writesHeaders(h.Config) || h.Config.Deploy.For("nginx", "apache") || h.Config.Preview() {
		return nil
	}
	silent := func(f listing.File) bool { return !f.NoIndex() && f.Canonical == "" }
	files := slices.DeleteFunc(h.Listing.Described(), silent)
	if len(files) == 0 {
		return nil
	}
	d := &diag.Diagnostic{
		Rule: "L9", Severity: diag.Warning, File: files[0].About.File, Line: files[0].About.Line,
		Message: "no effect: the host does not get what this says about " + files[0].Path,
		Hint: `search engines read it in HTTP headers: set deploy.hosts to netlify, cloudflare, nginx, or apache, or ` +
			`discovery.headers to true`,
	}
	if n := len(files) - 1; n > 0 {
		d.Message += fmt.Sprintf(" (and %s)", words.Count(n, "more file"))
	}
	return diag.List{d}
}

// described adds what the project says about files that are not pages.
func (h *Input) described(f *facts) {
	for _, file := range h.Listing.Described() {
		one := f.at(file.Path)
		one.Alone = true
		one.NoIndex = one.NoIndex || file.NoIndex()
		if file.Canonical != "" {
			one.Links = append(one.Links, "<"+file.Canonical+`>; rel="canonical"`)
		}
		for _, a := range file.Alternates {
			one.Links = append(one.Links, "<"+a.Href+`>; rel="alternate"; hreflang="`+a.Lang+`"`)
		}
	}
}

// aliasesWithoutPages adds the aliases as redirects for which the site writes no pages.
func (h *Input) aliasesWithoutPages(f *facts) {
	for _, p := range h.Site.Pages {
		if !p.Edition.Language.DisableAliases {
			continue
		}
		for _, alias := range p.Aliases {
			file := path.Clean("/" + alias)[1:]
			if !strings.HasSuffix(file, ".html") {
				file = path.Join(file, "index.html")
			}
			if p.Link && !p.URL.IsZero() && !h.Has(file) {
				f.redirects = append(f.redirects, redirect{file: file, to: p.URL, page: p})
			}
		}
	}
}

func (f *facts) at(file string) *hosting.File {
	if f.files[file] == nil {
		f.files[file] = &hosting.File{Path: file}
	}
	return f.files[file]
}

// linkFeeds adds the hubs of feeds to HTTP headers, where some readers look first (WebSub §4).
func (h *Input) linkFeeds(f *facts) {
	for _, feed := range h.Listing.FeedFiles() {
		if !h.Has(feed.File) {
			continue
		}
		for _, hub := range h.Config.Discovery.Feeds.Hubs {
			f.at(feed.File).Links = append(f.at(feed.File).Links, "<"+hub+`>; rel="hub"`)
		}
		if len(h.Config.Discovery.Feeds.Hubs) > 0 {
			f.at(feed.File).Links = append(f.at(feed.File).Links, "<"+feed.URL+`>; rel="self"`)
		}
	}
}

// linkVersions adds the language versions of files that have no HTML head (rule H6): page outputs other than HTML and
// feeds, and files next to pages that the sitemap lists.
func (h *Input) linkVersions(f *facts) {
	link := func(file string, p *site.Page, address func(*site.Page) string) {
		for _, a := range outputAlternates(h.Listing, p, address) {
			f.at(file).Links = append(f.at(file).Links, "<"+a.Href+`>; rel="alternate"; hreflang="`+a.Lang+`"`)
		}
	}
	for _, p := range h.Site.Pages {
		if len(p.Translations) < 2 {
			continue
		}
		for _, t := range p.Targets {
			if !t.Format.IsHTML && !listing.IsRSS(t) && h.Has(t.File) {
				link(t.File, p, func(v *site.Page) string { return h.outputOf(v, t.Format.Name) })
			}
		}
		for _, r := range p.Resources {
			if r.Resource != nil && r.Home == p && r.File != "" && h.Config.Discovery.Files.Match(r.File) &&
				f.files[r.File] == nil { // else the project says more about it
				link(r.File, p, func(v *site.Page) string { return resourceOf(v, r.Name) })
			}
		}
	}
}

// outputAlternates returns the hreflang set of an output of p that is not an HTML page, and so has no head to say it
// in (rule H6): address gives that of the same output of another version, "" when it has none.
func outputAlternates(l *listing.Listing, p *site.Page, address func(*site.Page) string) []listing.Alternate {
	if len(p.Translations) < 2 || address(p) == "" {
		return nil
	}
	set := slices.DeleteFunc(l.AppendAlternates(nil, p, address, listing.AnyVersion),
		func(a listing.Alternate) bool { return a.Href == "" })
	if len(slices.DeleteFunc(slices.Clone(set), func(a listing.Alternate) bool { return a.Lang == "x-default" })) < 2 {
		return nil
	}
	return set
}

// outputOf returns the URL of a page's output in a format; "" if it has none.
func (h *Input) outputOf(p *site.Page, format string) string {
	for _, t := range p.Targets {
		if t.Format.Name == format && h.Has(t.File) {
			return t.URL.Abs()
		}
	}
	return ""
}

// resourceOf returns the URL of a page resource by name.
func resourceOf(p *site.Page, name string) string {
	for _, r := range p.Resources {
		if r.Resource != nil && r.Home == p && r.Name == name && r.File != "" {
			return r.URL.Abs()
		}
	}
	return ""
}

// markImmutable marks the files whose names contain a hash of their content.
func (h *Input) markImmutable(f *facts) {
	for _, file := range h.Immutable {
		f.at(file).Immutable = true
	}
}

// site returns the facts for one host.
func (f *facts) site(h *Input, host string) *hosting.Site {
	e := h.editionOf(host)
	prefix, below := e.Base.Prefix(), func(file string) (string, bool) {
		if host == "" {
			return "/" + file, true
		}
		rest, ok := strings.CutPrefix(file, host+"/")
		return "/" + rest, ok
	}
	s := &hosting.Site{Prefix: prefix, Copies: hosting.Copies{Origin: e.Base.Origin()}}
	for _, file := range f.copies {
		if at, ok := below(file); ok {
			s.Copies.Files = append(s.Copies.Files, prefix+at)
		}
	}
	if len(h.Config.Deploy.Hosts) > 0 {
		s.Secure, s.NoIndex = h.Config.Deploy.Security, h.Listing.Site.Config.Preview()
		s.NotFound = h.notFoundPages(below)
	}
	for _, file := range slices.Sorted(maps.Keys(f.files)) {
		if at, ok := below(file); ok {
			one := *f.files[file]
			one.Path = prefix + at
			s.Files = append(s.Files, one)
		}
	}
	for _, file := range f.gone {
		if at, ok := below(file); ok {
			s.Gone = append(s.Gone, prefix+at)
		}
	}
	for _, r := range f.redirects {
		at, ok := below(r.file)
		if !ok {
			continue
		}
		m := hosting.Move{
			From: prefix + strings.TrimSuffix(at, "index.html"),
			To:   (&url.URL{Path: prefix}).EscapedPath() + r.path,
		}
		if r.path == "" {
			m.To = r.to.Rel()
			if r.to.Base().Origin() != e.Base.Origin() {
				m.To = r.to.Abs()
			}
			if r.page != nil && !h.Config.Hugo && h.Listing.AddressOf(r.page, r.to) != r.to.Abs() {
				m.To = strings.TrimSuffix(m.To, "index.html")
			}
		}
		s.Redirects = append(s.Redirects, m)
	}
	slices.SortStableFunc(s.Redirects, func(x, y hosting.Move) int { return strings.Compare(x.From, y.From) })
	return s
}

// editionOf returns the edition whose settings apply to a host.
func (h *Input) editionOf(host string) *site.Edition {
	for _, e := range h.Site.Editions {
		if host == "" && e.Language.Default || host == e.Language.Lower {
			return e
		}
	}
	return h.Site.Editions[0]
}

// notFoundPages returns the folders of a host that have a 404 page.
func (h *Input) notFoundPages(below func(string) (string, bool)) []string {
	var out []string
	for _, e := range h.Site.Editions {
		if e.NotFound == nil || len(e.NotFound.Targets) == 0 || !h.Has(e.NotFound.Targets[0].File) {
			continue
		}
		if at, ok := below(e.NotFound.Targets[0].File); ok && path.Base(at) == "404.html" {
			out = append(out, strings.Trim(path.Dir(at), "/"))
		}
	}
	slices.Sort(out)
	return out
}
