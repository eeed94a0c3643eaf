package check

import (
	"net/netip"
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// resolve calls Resolver.Resolve, once for each URL of a page.
func (w *worker) resolve(ref string) webtree.Target {
	if t, ok := w.seen[ref]; ok {
		return t
	}
	t := w.resolver.Resolve(w.referrer, ref)
	if len(w.seen) < mostSeen {
		w.seen[ref] = t
	}
	return t
}

// references checks the links and files of a page. A URL that occurs several times is checked at its first position.
func (w *worker) references() {
	type key struct {
		kind html.RefKind
		url  string
	}
	told := make(map[key]bool, len(w.doc.Refs))
	for _, r := range w.doc.Refs {
		k := key{r.Kind, r.URL}
		if told[k] {
			continue
		}
		if len(told) < mostSeen {
			told[k] = true
		}
		w.p.refs++
		w.reference(r)
	}
	if w.p.notFound && w.p.stub == nil {
		w.relative()
	}
	w.openGraph()
}

// reference checks one URL.
func (w *worker) reference(r html.Ref) {
	if r.URL == "" {
		if r.Kind == html.Link {
			w.add("link-empty", r.At, "", "")
		} else {
			w.add("asset-empty", r.At, "", "")
		}
		return
	}
	to := w.resolve(r.URL)
	local := "asset-local"
	if r.Kind == html.Link {
		local = "link-local"
	}
	if w.suspicious(r.URL, to, r.At, local) {
		return
	}
	switch r.Kind {
	case html.Link:
		w.follow(r, to)
	case html.Social:
		w.social(r, to)
	case html.Module:
		w.module(r, to)
	case html.Symbol:
		w.symbol(r, to)
	case html.Form:
		w.form(r, to)
	case html.Data:
		if w.s.gone(to) {
			w.dead("json-ld-dead", r, to)
		}
	default:
		w.asset(r, to)
	}
}

// suspicious reports URLs that are wrong for any purpose. local is the rule for URLs on the author's own computer: a
// link there may be intended, but any other use of it in a page is a mistake.
func (w *worker) suspicious(ref string, to webtree.Target, at int, local string) bool {
	switch {
	case leftover(ref):
		w.add("link-template", at, ref, "")
	case to.Kind == webtree.Invalid:
		w.add("link-invalid", at, ref, "")
	case to.Kind == webtree.Other && to.Scheme == "file", to.Kind == webtree.Foreign && !w.s.off[local] &&
		localHost(to.URL):
		w.add(local, at, ref, "")
	case to.Kind == webtree.Other && webtree.Misspelt(to.Scheme) != "":
		w.add("link-scheme", at, ref, webtree.Misspelt(to.Scheme))
	default:
		return false
	}
	return true
}

// leftover reports whether a URL contains the output of a failed template.
func leftover(ref string) bool {
	for _, sign := range []string{
		"{{", "}}", "{%", "<%", "%7B%7B", "%7b%7b", "ZgotmplZ", "%!", "[object Object]",
		"[object%20Object]",
	} {
		if strings.Contains(ref, sign) && !strings.HasPrefix(ref, "data:") && !strings.HasPrefix(ref, "javascript:") {
			return true
		}
	}
	return ref == "undefined" || strings.HasSuffix(ref, "/undefined") || strings.HasSuffix(ref, "<nil>")
}

// localHost reports whether a URL leads to the developer's own computer.
func localHost(ref string) bool {
	u, err := url.Parse(ref)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// follow checks a link.
func (w *worker) follow(r html.Ref, to webtree.Target) {
	if to.Insecure {
		w.add("link-http", r.At, r.URL, "")
	}
	switch to.Kind {
	case webtree.Own:
		form := addresses.None
		if !to.Moved {
			form = addresses.FormOf(w.s.tree.File(to.File).Path, to.Path)
		}
		w.p.links = append(w.p.links, link{to.File, int32(r.At), form})
		if to.Moved {
			w.add("link-redirect", r.At, r.URL, w.s.tree.Path(to.File))
		}
		w.anchor(r, to)
	case webtree.Missing:
		switch {
		case !w.s.gone(to):
		case to.Loop:
			w.add("redirect-loop", r.At, r.URL, "")
		default:
			w.dead("link-dead", r, to)
		}
	case webtree.Outside:
		w.outside(r, to)
	case webtree.Foreign:
		w.outward(r, to)
	}
}

// dead reports a missing file, or the existing file if only the case of its name differs.
func (w *worker) dead(id string, r html.Ref, to webtree.Target) {
	if file, ok := w.s.otherCase(to.Path); ok {
		w.add("asset-case", r.At, r.URL, w.s.tree.File(file).Path)
		return
	}
	note := ""
	if r.Optional {
		note = " (in noscript, or fetched ahead)"
	}
	w.add(id, r.At, r.URL, note)
}

func (w *worker) outside(r html.Ref, to webtree.Target) {
	// the root may be another site
	if u, err := url.Parse(to.URL); err == nil && to.Forgot && u.Path != "/" && u.Path != "" {
		w.add("link-prefix", r.At, r.URL, w.s.tree.Prefix())
	}
}

// outward collects a URL on another host.
func (w *worker) outward(r html.Ref, to webtree.Target) {
	if w.s.o.Ask != nil && len(w.p.external) < mostSeen {
		w.p.external = append(w.p.external, outward{w.intern(to.URL), r.At})
	}
}

// anchor checks the fragment of a link: immediately for a link within the page, else after all pages are read.
func (w *worker) anchor(r html.Ref, to webtree.Target) {
	f := to.Fragment
	if i := strings.Index(f, ":~:"); i >= 0 { // a text fragment: https://wicg.github.io/scroll-to-text-fragment/
		f = f[:i]
	}
	if f == "" || strings.EqualFold(f, "top") || f[0] == '/' || f[0] == '!' || !w.s.tree.File(to.File).HTML() {
		return
	}
	to.Fragment = f
	w.fragment("anchor-dead", r, to)
}

// fragment checks that a file has the element of a URL.
func (w *worker) fragment(rule string, r html.Ref, to webtree.Target) {
	if to.File != w.p.file {
		w.p.anchors = append(w.p.anchors,
			anchor{to.File, r.At, w.intern(to.Fragment), w.intern(r.URL), rule == "sprite-dead"})
	} else if !w.p.has(r.URL, to.Fragment) {
		w.add(rule, r.At, r.URL, "this page")
	}
}

// asset checks a file that the page loads.
func (w *worker) asset(r html.Ref, to webtree.Target) {
	if to.Scheme == "http" && w.s.tree.Secure() && (to.Kind == webtree.Foreign || to.Insecure) && r.Kind != html.File {
		w.add("mixed-content", r.At, r.URL, "")
	}
	switch to.Kind {
	case webtree.Own:
		if f := w.s.tree.File(to.File); (r.Kind == html.Script || r.Kind == html.Module) && isScript(f) {
			w.p.scripts = append(w.p.scripts, to.File)
		}
		if r.Kind == html.Frame {
			w.p.links = append(w.p.links, link{to.File, int32(r.At), addresses.None})
		} else if len(w.loads) < mostSeen {
			w.loads[to.File] = true
		}
	case webtree.Missing:
		if w.s.gone(to) {
			w.dead("asset-dead", r, to)
		}
	case webtree.Outside:
		w.outside(r, to)
	case webtree.Foreign:
		w.outward(r, to)
	}
}

// social checks the pictures that other sites show for the page.
func (w *worker) social(r html.Ref, to webtree.Target) {
	if !isAbsolute(r.URL) {
		w.add("social-relative", r.At, r.URL, "")
	}
	if w.s.gone(to) {
		w.add("social-dead", r.At, r.URL, "")
	}
}

func (w *worker) openGraph() {
	c := w.p.canonical
	if c == nil {
		return
	}
	for _, g := range w.doc.OpenGraph {
		if g.Name != "og:url" || g.Value == "" {
			continue
		}
		to := w.resolve(g.Value)
		if same := to.Kind == c.to.Kind && (to.Kind == webtree.Own && to.File == c.to.File || to.URL == c.to.URL); !same {
			w.add("social-url", g.At, g.Value, c.url)
		}
	}
}

// relative reports relative URLs in 404.html, which a host shows at any depth.
func (w *worker) relative() {
	if len(w.doc.Bases) > 0 {
		return
	}
	for _, r := range w.doc.Refs {
		if r.URL == "" || strings.HasPrefix(r.URL, "/") || strings.HasPrefix(r.URL, "#") || isAbsolute(r.URL) ||
			strings.Contains(strings.SplitN(r.URL, "/", 2)[0], ":") || r.Kind == html.Module && bare(r.URL) {
			continue
		}
		w.add("notfound-relative", r.At, r.URL, "")
	}
}

// linkedData checks scripts of linked data.
func (w *worker) linkedData() {
	for _, j := range w.doc.JSONLD {
		switch {
		case j.Err != "":
			w.add("json-ld-invalid", j.ErrAt, "", j.Err)
		case !j.Context:
			w.add("json-ld-context", j.At, "", "")
		}
	}
}

// otherCase finds a file whose path differs in upper and lower case only.
func (s *site) otherCase(p string) (int32, bool) {
	lower := strings.ToLower(p)
	for _, form := range []string{lower, lower + ".html", path.Join(lower, "index.html")} {
		if file, ok := s.lower[form]; ok && !strings.HasPrefix(s.tree.File(file).Path, strings.TrimSuffix(p, "/")) {
			return file, true
		}
	}
	return 0, false
}
