package indexing

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Cause is what a site says about a URL. The first of these that applies is the cause:
//
//	other-site   the URL is not one of the site
//	redirect     the URL leads to another one
//	draft, future, expired   the content is not published
//	gone         the page was removed
//	missing      no page has the URL
//	robots       robots.txt disallows it
//	noindex, canonical, …   why lists leave the page out (listing.Reason)
//	spelling     the page has another URL
//	file         it is not a page
//	unlisted     no sitemap has the page
//	orphan       no page links to it
//	none         nothing prevents indexing
type Cause struct {
	Cause string `json:"cause"`
	Rule  string `json:"rule,omitempty"`
	Why   string `json:"why"`
	File  string `json:"file,omitempty"` // where that is set
	Line  int    `json:"line,omitempty"`
	To    string `json:"to,omitempty"` // the URL to use
}

// Line is the cause for one URL.
type Line struct {
	Row
	Cause
}

// Site is a finished site, with what is known beyond its files.
type Site struct {
	Tree       *webtree.Tree
	Table      *addresses.Table
	Robots     []byte
	RobotsFile string                   // its name for messages
	Sitemaps   map[int32]string         // the sitemap that lists each file; nil if there are no sitemaps
	Refused    func(file int32) Cause   // why lists leave a page out; zero if they don't
	Absent     func(path string) Cause  // about a path below the root that has no file; zero if nothing is known
	Name       func(path string) string // of a file of the tree, for messages
}

// Explain names the cause for each row, in their order.
func (s *Site) Explain(ctx context.Context, rows []Row) ([]Line, error) {
	x := &explainer{
		Site: s, resolver: s.Tree.Resolver(), robots: sitemap.ParseRobots(s.Robots),
		linked: make([]bool, s.Tree.Len()), dead: map[string]place{}, named: map[string][]int32{},
	}
	if err := x.readLinks(ctx); err != nil {
		return nil, err
	}
	out := make([]Line, len(rows))
	for i, row := range rows {
		out[i] = Line{row, x.cause(row.URL)}
	}
	return out, nil
}

// Summary counts the causes, the most frequent first.
func Summary(lines []Line) (out []Count) {
	at := map[string]int{}
	for _, l := range lines {
		i, ok := at[l.Cause.Cause]
		if !ok {
			i = len(out)
			at[l.Cause.Cause], out = i, append(out, Count{Cause: l.Cause.Cause})
		}
		out[i].URLs++
	}
	slices.SortStableFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.URLs, a.URLs), strings.Compare(a.Cause, b.Cause))
	})
	return out
}

// Count is the number of URLs with a cause.
type Count struct {
	Cause string `json:"cause"`
	URLs  int    `json:"urls"`
}

// explainer is the state of Explain.
type explainer struct {
	*Site
	resolver *webtree.Resolver
	robots   *sitemap.Robots
	linked   []bool             // by file: another page links to it
	dead     map[string]place   // the first link to each path without a file
	named    map[string][]int32 // pages by the last element of their path
}

// place is a position in a file of the tree.
type place struct {
	file int32
	line int
}

// mostPage is the maximum number of bytes read of a page.
const mostPage = 32 << 20

// readLinks reads the links of all pages.
func (x *explainer) readLinks(ctx context.Context) error {
	var reader html.PageReader
	var buf []byte
	for i := range x.Tree.Len() {
		file := int32(i)
		if !x.Tree.File(file).HTML() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		last := lastOf(x.Tree.File(file).Path)
		x.named[last] = append(x.named[last], file)
		data, _, err := x.Tree.Read(file, buf[:0], mostPage)
		if buf = data; err != nil {
			continue // an unreadable page has no links
		}
		page, base := reader.Read(data), ""
		if len(page.Bases) > 0 {
			base = page.Bases[0].Text
		}
		from := x.resolver.Referrer(file, base)
		for _, ref := range page.Refs {
			if ref.Kind != html.Link {
				continue
			}
			switch to := x.resolver.Resolve(from, ref.URL); {
			case to.Kind == webtree.Own && to.File != file:
				x.linked[to.File] = true
			case to.Kind == webtree.Missing && x.dead[to.Path] == place{}:
				x.dead[to.Path] = place{file, 1 + bytes.Count(data[:ref.At], []byte("\n"))}
			}
		}
	}
	return nil
}

// lastOf returns the last element of a page's path, without index.html and the suffix.
func lastOf(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "index.html"), "/")
	return strings.TrimSuffix(strings.TrimSuffix(path.Base("/"+name), ".html"), ".htm")
}

// cause names the cause for a URL.
func (x *explainer) cause(address string) Cause {
	u, err := url.Parse(address)
	if err != nil {
		return Cause{Cause: "other-site", Why: "it is not a valid URL"}
	}
	to := x.resolver.Resolve(x.resolver.At(""), address)
	host := ""
	if to.Kind == webtree.Foreign {
		if to, host = x.sameSite(u, to); host == "" {
			return Cause{Cause: "other-site", Rule: "L4", Why: "it is not below " + x.Tree.Base()}
		}
	}
	switch to.Kind {
	case webtree.Own:
		return x.file(u, to, host)
	case webtree.Missing:
		return x.missing(u, to)
	}
	return Cause{Cause: "other-site", Rule: "L5", Why: "it is not below " + x.Tree.Base()}
}

// sameSite resolves a URL whose host differs from that of the site only by www, and returns that host; "" for others.
func (x *explainer) sameSite(u *url.URL, to webtree.Target) (webtree.Target, string) {
	base, err := url.Parse(x.Tree.Base())
	bare := func(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }
	if err != nil || bare(u.Host) != bare(base.Host) {
		return to, ""
	}
	own := *u
	own.Scheme, own.Host = base.Scheme, base.Host
	return x.resolver.Resolve(x.resolver.At(""), own.String()), u.Host
}

// redirected returns the cause of a URL that a rule of the host redirects; zero if none does.
func (x *explainer) redirected(u *url.URL) Cause {
	if x.Tree.Redirects().Empty() {
		return Cause{}
	}
	a, _ := x.Tree.Redirects().Away(u, x.Tree.Host())
	if a.To == "" {
		return Cause{}
	}
	return Cause{
		Cause: "redirect", Rule: "L9", Why: "a rule redirects it to " +
			a.To, File: x.Name("_redirects"), Line: a.Line, To: a.To,
	}
}

// missing names the cause for a URL without a file.
func (x *explainer) missing(u *url.URL, to webtree.Target) Cause {
	if c := x.redirected(u); c.Cause != "" {
		return c
	}
	if to.Exiled || to.Loop {
		return Cause{Cause: "redirect", Rule: "L9", Why: "the host redirects it"}
	}
	c := x.Absent(to.Path)
	if c.Cause == "" {
		c = Cause{Cause: "missing", Rule: "L11", Why: "no page has this URL"}
		if at, ok := x.dead[to.Path]; ok {
			c.Why, c.File, c.Line = "no page has this URL, but a page links to it", x.Name(x.Tree.File(at.file).Path), at.line
		}
	}
	if like := x.named[lastOf(to.Path)]; len(like) == 1 && to.Path != "" && c.To == "" {
		c.To = x.Table.URL(like[0])
		c.Why += "; a page with the same name is at " + c.To
	}
	return c
}

// agents are the crawlers whose rules count.
var agents = []string{"googlebot", "bingbot"}

// file names the cause for the URL of a file; host is not "" if it is on another host that stands for the site.
func (x *explainer) file(u *url.URL, to webtree.Target, host string) Cause {
	name, own := x.Tree.File(to.File).Path, x.Table.URL(to.File)
	if to.Moved {
		if c := x.redirected(u); c.Cause != "" {
			return c
		}
		return Cause{Cause: "redirect", Rule: "L9", Why: "the host redirects it to " + own, File: x.Name(name), To: own}
	}
	for _, agent := range agents {
		if rule, ok := x.robots.Match(agent, u.RequestURI()); ok && !rule.Allow {
			return Cause{
				Cause: "robots", Rule: "L9", Why: "robots.txt disallows it: " + rule.Pattern, File: x.RobotsFile, Line: rule.Line,
			}
		}
	}
	if c := x.Refused(to.File); c.Cause != "" {
		return c
	}
	if c := x.spelling(u, to, host, own); c.Cause != "" {
		return c
	}
	list, listed := x.Sitemaps[to.File]
	switch {
	case !x.Tree.File(to.File).HTML():
		return Cause{Cause: "file", Why: "it is a file, not a page", File: x.Name(name)}
	case !listed && x.Sitemaps != nil:
		return Cause{Cause: "unlisted", Rule: "sitemap-missing", Why: "no sitemap lists the page", File: x.Name(name)}
	case !x.linked[to.File] && name != "index.html":
		return Cause{Cause: "orphan", Rule: "orphan", Why: "no page links to it", File: x.Name(name)}
	}
	c := Cause{Cause: "none", Why: "nothing prevents indexing", File: x.Name(name)}
	if list != "" {
		c.Why += ": it is in " + list
	}
	return c
}

// spelling names another URL of the page as the cause; zero if the URL is that of the page.
func (x *explainer) spelling(u *url.URL, to webtree.Target, host, own string) Cause {
	c := Cause{Cause: "spelling", Rule: "L8", File: x.Name(x.Tree.File(to.File).Path), To: own}
	_, from := x.Table.Own(to.File)
	switch {
	case host != "":
		c.Why = "the site is at " + x.Tree.Base() + ", not " + host
	case to.Insecure:
		c.Why = "the site is at " + x.Tree.Base() + ", not http"
	case u.RawQuery != "" && !strings.Contains(own, "?") && from != addresses.Canonical:
		c.Why = "it has a query, and the page has no canonical link that names the URL without it"
	case x.Table.Spelled(to):
		return Cause{}
	default:
		c.Why = "the page is at " + own
	}
	return c
}
