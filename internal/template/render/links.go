package render

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// A path in the text of a page is resolved in this order:
//
//  1. the source file that an editor opens for it: a page, or a file of the content, of a static folder, or of assets;
//  2. the file at this URL for a browser that shows the page: a page, or a copied file;
//  3. the result of Hugo: a page by its path from the root, an asset or a static file by its name.
//
// A path that is still not found may be an output that is made later, such as a feed: Diagnostic.Unless has it checked
// when all outputs are known. Hugo projects follow only Hugo's rule.

// linkTargets are the pages and files of the site, by the paths that links may use.
type linkTargets struct {
	sources   map[string][]located // by path in the content: "guide/a.ar.md"
	outputs   map[string]located   // by path in the output folder
	others    map[string]bool      // output paths of redirects, and of outputs that may be written, such as feeds
	originals map[*content.Document]*site.Page
}

// readLinkTargets returns the link targets of the site. Paths are composed (NFC), those of sources in lower case.
func (r *Run) readLinkTargets() *linkTargets {
	x := &linkTargets{map[string][]located{}, map[string]located{}, map[string]bool{}, map[*content.Document]*site.Page{}}
	for _, a := range r.o.Site.Aliases {
		x.others[words.Composed(a.File)] = true
	}
	for _, p := range r.o.Site.Pages {
		if p.Doc != nil && !p.URL.IsZero() {
			x.add(p.Doc.Path, located{page: p, in: p})
			if p.Edition.Language.Lower == p.Doc.Lang {
				x.originals[p.Doc] = p
			}
		}
		for _, t := range p.Targets {
			switch {
			case t.Lost:
			case t.Format.IsHTML:
				x.outputs[words.Composed(t.File)] = located{page: p, in: p, url: t.URL}
			default:
				x.others[words.Composed(t.File)] = true
			}
		}
		for _, f := range p.Resources {
			if f.Resource == nil {
				continue
			}
			there := located{file: f, in: p}
			x.add(f.Path, there)
			if shared := strings.TrimSuffix(f.Path, f.Resource.Name) + f.Key; !strings.EqualFold(shared, f.Path) {
				x.add(shared, there)
			}
			if f.File != "" && !f.Lost {
				x.outputs[words.Composed(f.File)] = there
			}
		}
	}
	return x
}

func (x *linkTargets) add(at string, there located) {
	key := contentKey(at)
	x.sources[key] = append(x.sources[key], there)
}

func contentKey(at string) string { return strings.ToLower(words.Composed(at)) }

// source finds the target of a path in the content for a page. Of several languages it prefers that of the page, then
// the one in which the document is written. root is the required content folder; -1 for any.
func (x *linkTargets) source(from *site.Page, at string, root int, link bool) (out located) {
	for _, there := range x.sources[contentKey(at)] {
		switch {
		case there.page != nil && (!link || root >= 0 && there.page.Doc.Root != root):
		case there.file != nil && root >= 0 && there.file.Root != root:
		case there.in.Edition == from.Edition:
			return there
		case out.in == nil || there.page != nil && there.page.Edition.Language.Lower == there.page.Doc.Lang:
			out = there
		}
	}
	return out
}

// located is the target of a URL or a link. Both page and file are nil if there is none.
type located struct {
	page *site.Page
	file *site.Resource
	in   *site.Page // the page, or the page that the file belongs to
	url  site.URL   // of an output of the page, if it is known which one is meant
}

func (l located) found() bool { return l.page != nil || l.file != nil }

// answer returns a hash of l.
func (l located) answer() uint64 {
	if l.file != nil {
		return view.ResourceHash(l.file)
	}
	return trace.HashStrings(view.KeyOf(l.page), l.url.Abs())
}

// leads finds the page (for links) or the content file that a path in the text of a page leads to.
func (r *Run) leads(c *call, from *site.Page, ref string, link bool) located {
	found := r.follow(from, ref, link)
	how := "file"
	if link {
		how = "link"
	}
	c.Ask(trace.Resolve, strings.Join([]string{how, from.Edition.Language.Lower, view.KeyOf(from), ref}, "\x00"),
		found.answer())
	return found
}

func (r *Run) follow(from *site.Page, ref string, link bool) located {
	if found, sure := r.fromSource(from, ref, link); found.found() || sure {
		return found
	}
	for _, at := range bases(from, r.linkTargets()) {
		for _, file := range r.outputsAt(at, ref) {
			there := r.linkTargets().outputs[words.Composed(file)]
			switch {
			case there.file != nil, there.page != nil && link:
				return there.nearer(from)
			}
		}
	}
	return located{}
}

// nearer returns the translation of the page in the language of a page that links to it, if there is one.
func (l located) nearer(from *site.Page) located {
	if l.page != nil && l.page.Edition != from.Edition && l.url.Same(l.page.URL) && from.Untranslated {
		if own := from.Edition.PageAt(l.page.Path); own != nil && !own.URL.IsZero() {
			return located{page: own, in: own}
		}
	}
	return l
}

// bases returns the pages whose URLs resolve relative links in the text of a page: for a page without a URL, the one
// that shows it, and where a page shows the text of another language, also the original.
func bases(from *site.Page, x *linkTargets) []*site.Page {
	if from.URL.IsZero() && from.Owner != nil {
		from = from.Owner
	}
	if original := x.originals[from.Doc]; from.Doc != nil && original != nil && original != from {
		return []*site.Page{from, original}
	}
	return []*site.Page{from}
}

// fromSource finds the file that an editor opens. sure says that the path names a file of another language, so other
// rules must not be tried.
func (r *Run) fromSource(from *site.Page, ref string, link bool) (found located, sure bool) {
	at, inside := sourcePath(from, ref)
	if lang := languageIn(r.o.Site, ref); link && lang != nil && from.Doc != nil && lang.Language.Lower != from.Doc.Lang &&
		inside {
		page, err := lang.GetPage("/"+at, from)
		if err == nil && page != nil && !page.URL.IsZero() {
			return located{page: page, in: page}, true
		}
		return r.linkTargets().source(from, at, -1, link), true
	}
	if inside && link {
		if page, err := from.Edition.GetPage("/"+at, from); err == nil && page != nil && !page.URL.IsZero() {
			return located{page: page, in: page}, false
		}
	}
	if inside {
		if found := r.linkTargets().source(from, at, -1, link); found.found() {
			return found, false
		}
	}
	if found := r.onDisk(from, ref, link); found.found() {
		return found, false
	}
	if !strings.HasPrefix(ref, "/") {
		for _, list := range [][]*site.Resource{from.Resources, aboveFiles(from)} {
			if file := namedFile(list, ref); file != nil {
				return located{file: file, in: from}, false
			}
		}
	}
	return located{}, false
}

// aboveFiles returns the files of the folder that a page is in.
func aboveFiles(from *site.Page) []*site.Resource {
	if from.Kind == site.Regular && from.Parent != nil {
		return from.Parent.Resources
	}
	return nil
}

// namedFile finds a file of a page by the name in its metadata.
func namedFile(list []*site.Resource, ref string) *site.Resource {
	want := path.Clean(ref)
	for _, f := range list {
		if f.Resource != nil && strings.EqualFold(f.Name, want) {
			return f
		}
	}
	return nil
}

// sourcePath resolves a path in the text of a page to a path in the content; false if it leads out of the content.
func sourcePath(from *site.Page, ref string) (at string, inside bool) {
	if strings.HasPrefix(ref, "/") {
		return strings.TrimPrefix(path.Clean(ref), "/"), true
	}
	var folder string
	switch {
	case from.Doc != nil && from.Doc.Adapter == nil:
		folder = path.Dir(from.Doc.Path)
	case from.IsNode():
		folder = strings.TrimPrefix(from.Path, "/")
	default:
		folder = strings.TrimPrefix(path.Dir(from.Path), "/")
	}
	at = path.Join(folder, ref)
	if at == "." {
		at = ""
	}
	return at, at != ".." && !strings.HasPrefix(at, "../")
}

// languageIn returns the edition whose language is in the name of a file, as in "a.ar.md"; nil for none.
func languageIn(s *site.Site, ref string) *site.Edition {
	base := path.Base(ref)
	name := strings.TrimSuffix(base, path.Ext(base))
	_, key, ok := cutLast(name, ".")
	if !ok {
		return nil
	}
	i := slices.IndexFunc(s.Editions, func(e *site.Edition) bool { return strings.EqualFold(e.Language.Key, key) })
	if i < 0 {
		return nil
	}
	return s.Editions[i]
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i <= 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// onDisk resolves a relative path on disk to a page or file in the content folders. Languages and mounts may have
// separate folders.
func (r *Run) onDisk(from *site.Page, ref string, link bool) located {
	name := r.diskPath(from, ref)
	if name == "" {
		return located{}
	}
	for i := range r.o.Tree.Roots {
		at, ok := r.o.Tree.Roots[i].Path(name)
		if !ok {
			continue
		}
		if found := r.linkTargets().source(from, at, i, link); found.found() {
			return found
		}
		for _, e := range r.o.Site.Editions {
			if lang := r.o.Tree.Roots[i].Lang; !link || lang != e.Language.Lower {
				continue
			} else if from.Doc.Lang == lang {
				e = from.Edition
			}
			if page, err := e.GetPage("/"+at, from); err == nil && page != nil && !page.URL.IsZero() {
				return located{page: page, in: page}
			}
		}
	}
	return located{}
}

// diskPath returns the file that a relative path in the text of a page leads to; "" if that is not known.
func (r *Run) diskPath(from *site.Page, ref string) string {
	t := r.o.Tree
	if t == nil || from.Doc == nil || from.Doc.Adapter != nil || from.Doc.Root >= len(t.Roots) ||
		strings.HasPrefix(ref, "/") {
		return ""
	}
	return filepath.Join(filepath.Dir(t.Roots[from.Doc.Root].Name(from.Doc.Path)), filepath.FromSlash(ref))
}

// outputsAt returns the output files that may be sent, on the host of a page, for a path in a link on it.
func (r *Run) outputsAt(from *site.Page, ref string) []string {
	var out []string
	for _, below := range pathsBelow(from, ref) {
		for _, file := range answering(below) {
			if r.o.Site.Config.Multihost {
				file = from.Edition.Language.Lower + "/" + file
			}
			out = append(out, file)
		}
	}
	return out
}

// pathsBelow returns the paths below the base URL, without a leading slash, that a browser may request for a path in a
// link on a page. One with a leading slash is taken to be below the base URL, too.
func pathsBelow(from *site.Page, ref string) []string {
	if from.URL.IsZero() && !strings.HasPrefix(ref, "/") {
		return nil
	}
	prefix := ""
	if base := from.Edition.Base; base != nil {
		prefix = percent.Unescape(base.Prefix())
	}
	at := ref
	if !strings.HasPrefix(ref, "/") {
		dir, _ := path.Split(prefix + percent.Unescape(from.URL.Below()))
		at = dir + ref
	}
	whole := path.Clean(at)
	if strings.HasSuffix(at, "/") || strings.HasSuffix(at, "/.") || strings.HasSuffix(at, "/..") {
		whole = strings.TrimSuffix(whole, "/") + "/"
	}
	var out []string
	if below, ok := strings.CutPrefix(whole, prefix+"/"); ok {
		out = append(out, below)
	}
	if prefix != "" && strings.HasPrefix(ref, "/") {
		out = append(out, whole[1:])
	}
	return out
}

// answering returns the files that a host may send for a path.
func answering(below string) []string {
	var out []string
	hosting.Host{}.Find(below, func(file string) bool {
		out = append(out, file)
		return false
	})
	return out
}

// linked is the target of a path in the text of a page, for a template or a link.
type linked struct {
	address string             // its URL; "" for none
	file    *resource.Resource // nil: a page, or not known
}

// linked resolves a path in the text of a page in the order above. Without link, only files count.
func (c *call) linked(p *view.Page, ref string, link bool) (out linked, err error) {
	from := view.Model(p)
	if ref == "" {
		return linked{}, nil
	}
	found := c.run.leads(c, from, ref, link)
	switch {
	case found.file != nil:
		out.file = c.Views.Resource(found.file)
		if out.address, err = out.file.RelPermalink(&c.Call); c.elsewhere(from, found) {
			out.address = found.file.URL.Abs()
		}
		return out, err
	case found.page != nil:
		if out.address, err = c.address(c.Views.Page(found.page)); c.elsewhere(from, found) {
			out.address = found.page.URL.Abs() // its card is already a recorded question
		}
		if !found.url.IsZero() && !found.url.Same(found.page.URL) {
			out.address = found.url.Rel()
		}
		return out, err
	}
	for _, find := range []func(*site.Page, string) (linked, error){c.fromFolders, c.copied} {
		if out, err = find(from, ref); out.address != "" || err != nil {
			return out, err
		}
	}
	if out, err = c.asHugo(p, ref, link); out.address != "" || err != nil || link ||
		!c.run.o.Site.Config.Markup.WikiLinks {
		return out, err
	}
	if _, file := c.run.wiki(c, from, ref); file != nil { // cover: "[[a.jpg]]"
		out.file = c.Views.Resource(file)
		out.address, err = out.file.RelPermalink(&c.Call)
	}
	return out, err
}

// elsewhere reports whether a target is on another host than the page that links to it.
func (c *call) elsewhere(from *site.Page, to located) bool {
	return c.run.o.Site.Config.Multihost && to.in.Edition != from.Edition
}

// fromFolders resolves a relative path on disk to a file of a static folder or of assets.
func (c *call) fromFolders(from *site.Page, ref string) (linked, error) {
	name := c.run.diskPath(from, ref)
	if name == "" || !strings.HasPrefix(path.Clean(ref), "../") {
		return linked{}, nil
	}
	cfg := c.run.o.Site.Config
	for _, kind := range []string{"static", "assets"} {
		own := cfg.StaticDirs
		if kind == "assets" {
			own = []string{cfg.AssetDir}
		}
		for _, m := range cfg.Component(kind, own...) {
			dir := filepath.FromSlash(m.Dir)
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(cfg.Project, dir)
			}
			below, err := filepath.Rel(dir, name)
			if err != nil || !filepath.IsLocal(below) || below == "." {
				continue
			}
			at := path.Join(m.At, filepath.ToSlash(below))
			var file *resource.Resource
			if kind == "assets" {
				file = c.Resources().Asset(&c.Call, at)
			} else if file, err = resource.GetStatic(&c.Call, at); err != nil {
				return linked{}, err
			}
			if file != nil {
				address, err := file.RelPermalink(&c.Call)
				return linked{address, file}, err
			}
		}
	}
	return linked{}, nil
}

// copied finds the static file at a URL.
func (c *call) copied(from *site.Page, ref string) (linked, error) {
	for _, at := range bases(from, c.run.linkTargets()) {
		for _, below := range pathsBelow(at, ref) {
			for _, name := range answering(below) {
				file, err := resource.GetStatic(&c.Call, name)
				if err != nil {
					return linked{}, err
				}
				if file == nil {
					continue
				}
				address, err := file.RelPermalink(&c.Call)
				if name != below {
					address = at.Edition.Base.At("/").Rel() + (&url.URL{Path: below}).EscapedPath() // of a folder
				}
				return linked{address, file}, err
			}
		}
	}
	return linked{}, nil
}

// asHugo resolves a path by Hugo's rules, and finds a static file by its name.
func (c *call) asHugo(p *view.Page, ref string, link bool) (out linked, err error) {
	ref = strings.TrimPrefix(ref, "./")
	lang, doc := languageIn(c.run.o.Site, ref), view.Model(p).Doc
	if link && (lang == nil || doc == nil || lang.Language.Lower == doc.Lang) { // else that language has no such page
		v, err := c.Get(p, []string{"GetPage"}, ref)
		if q, ok := v.(*view.Page); err == nil && ok && q != nil {
			out.address, err = c.address(q)
		}
		if out.address != "" || err != nil {
			return out, err
		}
	}
	v, err := c.Get(p, []string{"Resources", "Get"}, ref)
	if err != nil {
		return out, err
	}
	if out.file, _ = v.(*resource.Resource); out.file == nil {
		out.file = c.Resources().Asset(&c.Call, ref)
	}
	if out.file == nil && !strings.HasPrefix(path.Clean(ref), "..") {
		if out.file, err = resource.GetStatic(&c.Call, ref); err != nil {
			return out, err
		}
	}
	if out.file != nil {
		out.address, err = out.file.RelPermalink(&c.Call)
	}
	return out, err
}

// getLinked implements resources.GetLinked: the file that a path in the text of a page leads to; nil for none.
func (c *call) getLinked(page, ref any) (any, error) {
	p, ok := page.(*view.Page)
	if !ok {
		return nil, fmt.Errorf("resources.GetLinked requires a page, not %T", page)
	}
	found, err := c.linked(p, tmpl.Text(ref), false)
	if found.file == nil || err != nil {
		return nil, err
	}
	return found.file, nil
}

// valid escapes characters in a destination that browsers accept and url.Parse does not: a single percent sign, and a
// colon in the first element of a path.
func valid(written string) string {
	if _, err := url.Parse(written); err == nil {
		return written
	}
	var b strings.Builder
	for i := range len(written) {
		b.WriteByte(written[i])
		if written[i] == '%' && !(i+2 < len(written) && percent.IsHex(written[i+1]) && percent.IsHex(written[i+2])) {
			b.WriteString("25")
		}
	}
	for _, form := range []string{b.String(), "./" + b.String()} {
		if _, err := url.Parse(form); err == nil && (form[0] != '.' || !strings.Contains(written, "://")) {
			return form
		}
	}
	return written // such as https://{host}/, for readers
}

// mention is a link or image in the text or front matter of a page.
type mention struct {
	page      *view.Page
	at        diag.Diagnostic // file, line, column; zero if not known
	written   string
	elsewhere bool // not in the file of the page: in the configuration
}

// mention returns the link with its position.
func (l *Link) mention() mention {
	m := mention{page: l.PageInner, written: l.Destination}
	if doc := view.Model(l.PageInner).Doc; doc != nil {
		m.at.File, m.at.Line, m.at.Col = doc.File, l.position.Line, l.position.Col
	}
	return m
}

// broken reports a link or image without a target, unless the finished site serves it: for example, a feed or an alias.
// It returns the URL to print: as written or, on a page that shows the text of another language, resolved from the
// original.
func (c *call) broken(m mention, u *url.URL, what string) string {
	from := view.Model(m.page)
	href := u.String()
	all := bases(from, c.run.linkTargets())
	base := all[len(all)-1]
	if relative := u.Path != "" && u.Path[0] != '/' && !u.IsAbs() && u.Host == ""; relative &&
		(len(all) > 1 || c.toOutput(base, u.Path)) {
		if at, err := url.Parse(base.URL.Rel()); err == nil {
			href = at.ResolveReference(u).String() // lists show the text, too
		}
	}
	if prefix := base.Edition.Base.Prefix(); prefix != "" && strings.HasPrefix(href, "/") &&
		!strings.HasPrefix(href, prefix+"/") {
		if c.toOutput(base, u.Path) || isSource(u.Path) {
			href = prefix + href
		}
	} else if isSource(u.Path) && !u.IsAbs() && u.Host == "" && len(pathsBelow(base, u.Path)) == 0 && !base.URL.IsZero() {
		at := *u // another site above this one on the host is unlikely to have such a file
		at.Path, at.RawPath = percent.Unescape(prefix)+path.Join("/", u.Path), ""
		href = at.String()
	}
	c.report(m, u, what, base, href)
	return href
}

// report keeps the message about a link or image with a URL on a page of the finished site, unless the site serves that
// URL.
func (c *call) report(m mention, u *url.URL, what string, base *site.Page, href string) {
	from := view.Model(m.page)
	d := m.at
	d.Rule, d.Severity = "broken-"+what, diag.Warning
	if d.Message = fmt.Sprintf("%s %q matches no page or file", what, m.written); d.File == "" {
		if from.Doc != nil && !m.elsewhere {
			d.File = from.Doc.File
		} else {
			d.Message += " (while rendering " + c.Subject() + ")"
			d.About = m.written
		}
	}
	if d.Hint == "" && what == "link" && u.Host == "" && config.LooksLikeHost(u.Path) {
		d.Hint = "for another site, write https://" + m.written
	}
	switch {
	case !base.URL.IsZero():
		d.Unless = view.KeyOf(base) + "\x00" + href
	case !isSource(u.Path): // pages that show the text may have something there
		return
	}
	c.Warnings = append(c.Warnings, &d)
}

// linkFrom implements urls.Linked PAGE DESTINATION [POSITION [KIND]]: the URL of a link ("link") or image ("image") in
// the text or front matter of a page, as in Markdown. A broken one is reported at the position.
func (c *call) linkFrom(page, path any, more ...any) (string, error) {
	p, ok := page.(*view.Page)
	if !ok {
		return "", fmt.Errorf("urls.Linked requires a page, not %T", page)
	}
	m, what := mention{page: p, written: tmpl.Text(path)}, "link"
	if len(more) > 0 {
		position := tmpl.Text(more[0])
		if _, ok := view.CutPosition(&m.at, position); ok {
			m.at.About = m.written
		}
		m.elsewhere = position == ""
	}
	if len(more) > 1 {
		what = tmpl.Text(more[1])
	}
	if what != "link" && what != "image" {
		return "", fmt.Errorf("urls.Linked: unknown kind %q, use link or image", what)
	}
	to := m.written
	if what == "link" {
		to = destination(c, p, to, true)
	}
	u, err := url.Parse(valid(to))
	switch {
	case err != nil:
		return m.written, nil
	case u.IsAbs() || u.Host != "":
		c.checkAbsolute(m, u, what)
		return m.written, nil
	}
	return c.target(m, u, what)
}

// isSource reports whether a path is that of a Markdown file, to which a URL never leads.
func isSource(at string) bool {
	switch path.Ext(at) {
	case ".md", ".markdown", ".mdown":
		return true
	}
	return false
}

// Hint suggests the intended target of a broken link in the text of a page; "" for none.
func (r *Run) Hint(p *site.Page, destination string) string {
	u, err := url.Parse(destination)
	if err != nil || u.IsAbs() || u.Host != "" || p.Doc == nil {
		return ""
	}
	return r.views.Hint(p, u.Path)
}

// ofSite reports whether a URL with a host belongs to the site of a page.
func ofSite(p *view.Page, u *url.URL) bool {
	base := view.Model(p).Edition.Base
	if base == nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	own, err := url.Parse(base.Origin())
	return err == nil && own.Host != "" && strings.EqualFold(own.Host, u.Host)
}

// checkAbsolute checks the scheme of a URL, and if it belongs to the site, its target. It is printed as written.
func (c *call) checkAbsolute(m mention, u *url.URL, what string) {
	from := view.Model(m.page)
	if meant := webtree.Meant(u); meant != "" && !c.run.o.Site.Config.Hugo {
		m.at.Hint = fmt.Sprintf("did you mean %s?", meant)
		c.report(m, u, what, from, m.written)
	}
	if c.run.o.Site.Config.Hugo || !ofSite(m.page, u) {
		return
	}
	prefix := percent.Unescape(from.Edition.Base.Prefix())
	if below, ok := strings.CutPrefix(u.Path, prefix+"/"); ok {
		if slices.ContainsFunc(answering(below), func(file string) bool { return c.isOutput(from.Edition, file) }) {
			return
		}
	}
	c.broken(m, u, what)
}

// toOutput reports whether a path in a link on a page leads to an output that is or may be written.
func (c *call) toOutput(from *site.Page, ref string) bool {
	return slices.ContainsFunc(pathsBelow(from, ref), func(below string) bool {
		return slices.ContainsFunc(answering(below), func(file string) bool { return c.isOutput(from.Edition, file) })
	})
}

// isOutput reports whether a file is the output of a page, a redirect, or a content file on the host of a language.
func (c *call) isOutput(e *site.Edition, file string) bool {
	if c.run.o.Site.Config.Multihost {
		file = e.Language.Lower + "/" + file
	}
	return c.run.askForOutput(c, file)
}

func (r *Run) askForOutput(c *call, file string) bool {
	key := words.Composed(file)
	_, there := r.linkTargets().outputs[key]
	there = there || r.linkTargets().others[key]
	c.Ask(trace.Resolve, "output\x00"+file, trace.HashBool(there))
	return there
}
