package render

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// wikiFiles are the files that [[links]] may name: pages of each edition, without extension and language, and other
// files by their names.
type wikiFiles struct {
	pages map[*site.Edition]*wikiNames[site.Page]
	files *wikiNames[site.Resource]
	left  wikiNames[site.Left] // pages that are not built
}

// readWikiFiles returns the files of the site by name.
func (r *Run) readWikiFiles() *wikiFiles {
	w := &wikiFiles{pages: map[*site.Edition]*wikiNames[site.Page]{}, files: &wikiNames[site.Resource]{}}
	for _, p := range r.o.Site.Pages {
		if p.Doc != nil && !p.URL.IsZero() {
			if w.pages[p.Edition] == nil {
				w.pages[p.Edition] = &wikiNames[site.Page]{}
			}
			w.pages[p.Edition].add(wikiPath(p.Doc), p)
		}
		for _, f := range p.Resources {
			if f.Page == nil {
				w.files.add(wikiName(f.Path), f)
			}
		}
	}
	for i := range r.o.Site.Left {
		w.left.add(wikiPath(r.o.Site.Left[i].Doc), &r.o.Site.Left[i])
	}
	w.left.sort()
	for _, names := range w.pages {
		names.sort()
	}
	w.files.sort()
	return w
}

// wikiNames finds files by the target of a [[link]].
type wikiNames[T any] struct {
	byPath map[string]*T
	byName map[string][]wikiPlace[T] // by the last element of the path; the nearest to the root first
}

type wikiPlace[T any] struct {
	path string // as wikiName returns it
	file *T
}

func (w *wikiNames[T]) add(at string, file *T) {
	if w.byPath == nil {
		w.byPath, w.byName = map[string]*T{}, map[string][]wikiPlace[T]{}
	}
	if w.byPath[at] == nil {
		w.byPath[at] = file
	}
	name := path.Base(at)
	w.byName[name] = append(w.byName[name], wikiPlace[T]{at, file})
}

func (w *wikiNames[T]) sort() {
	for _, list := range w.byName {
		slices.SortStableFunc(list, func(a, b wikiPlace[T]) int {
			return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
		})
	}
}

// find returns the file with the given path, or the one in the folder, or the first one; nil for none.
func (w *wikiNames[T]) find(want, folder string) *T {
	if w == nil {
		return nil
	}
	if strings.HasPrefix(want, "./") || strings.HasPrefix(want, "../") {
		return w.byPath[path.Join(folder, want)]
	}
	if strings.Contains(want, "/") {
		if file := w.byPath[want]; file != nil {
			return file
		}
	}
	fits := func(at string) bool { return at == want || strings.HasSuffix(at, "/"+want) }
	if at := path.Join(folder, path.Base(want)); fits(at) && w.byPath[at] != nil {
		return w.byPath[at]
	}
	list := w.byName[path.Base(want)]
	if i := slices.IndexFunc(list, func(n wikiPlace[T]) bool { return fits(n.path) }); i >= 0 {
		return list[i].file
	}
	return nil
}

// wikiName returns a path as links are compared: in lower case and in NFC, because files made on macOS have names in
// NFD.
func wikiName(path string) string { return words.Composed(strings.ToLower(path)) }

// wikiPath returns the path of a page's file for links, without extension and language.
func wikiPath(d *content.Document) string {
	at := strings.TrimSuffix(wikiName(d.Path), "."+strings.ToLower(d.Ext))
	return strings.TrimSuffix(at, "."+d.Lang)
}

// wiki finds the target of a [[link]] on a page, as Obsidian does: the file with that path or name. Of several, the one
// in the page's folder wins, then the one nearest to the root. Both results are nil if there is none.
func (r *Run) wiki(c *call, from *site.Page, target string) (page *site.Page, file *site.Resource) {
	page, file = r.named(from, target)
	answer := view.KeyOf(page)
	switch {
	case file != nil:
		answer = "file\x00" + file.Resource.File + "\x00" + file.URL.Rel() + fmt.Sprint(file.Shown())
	case page == nil:
		answer += r.unbuilt(from, target) // the message depends on it
	}
	c.Ask(trace.Resolve, strings.Join([]string{"wiki", from.Edition.Language.Lower, view.KeyOf(from), target}, "\x00"),
		trace.HashString(answer))
	return page, file
}

// named returns the page or the file that a [[link]] names.
func (r *Run) named(from *site.Page, target string) (page *site.Page, file *site.Resource) {
	want, folder := wikiTarget(from, target)
	names := r.wikis()
	if page = names.pages[from.Edition].find(want, folder); page != nil {
		return page, nil
	}
	return nil, names.files.find(want, folder)
}

// wikiTarget returns the target of a [[link]] on a page, and the page's folder, as paths that can be compared.
func wikiTarget(from *site.Page, target string) (want, folder string) {
	if from.Doc != nil {
		folder = path.Dir(wikiName(from.Doc.Path))
	}
	return strings.TrimPrefix(strings.TrimSuffix(wikiName(target), ".md"), "/"), folder
}

// unbuilt returns why the page that a [[link]] names is not built, such as "draft"; "" if no such page exists.
func (r *Run) unbuilt(from *site.Page, target string) string {
	if left := r.wikis().left.find(wikiTarget(from, target)); left != nil {
		return left.Reason
	}
	return ""
}

// wikiLink renders a [[link]] or an ![[embed]]: pages with the link hook, pictures as an img, sound and video with
// their elements. A missing target is shown as text, and reported.
func (c *call) wikiLink(context hookContext, h markdown.WikiHook) ([]byte, bool, error) {
	from := context.PageInner
	page, file := view.Model(from), (*site.Resource)(nil)
	if h.Target != "" {
		page, file = c.run.wiki(c, view.Model(from), h.Target)
	}
	id, ok := "", true
	if page != nil && h.Fragment != "" {
		var err error
		if id, ok, err = c.wikiPlace(page, h.Fragment); err != nil {
			return nil, false, err
		}
	}
	switch {
	case page != nil && !ok: // Obsidian opens the page at its top
		c.missing(context, fmt.Sprintf("[[%s#%s]] matches no heading or block", h.Target, h.Fragment))
		if h.Target == "" {
			return nil, false, nil
		}
		return c.wikiPage(context, page, "", h)
	case h.Target == "":
		if id == "" { // the title of the page
			return c.wikiPage(context, page, "", h)
		}
		return []byte(`<a href="` + tmpl.EscapeURL("#"+id) + `">` + string(h.Text) + "</a>"), true, nil
	case page != nil && h.Embed && h.Block:
		if out, ok, err := embed(c, view.Model(from), page, id, h); ok || err != nil {
			return out, ok, err
		}
		return c.wikiPage(context, page, id, h)
	case page != nil:
		return c.wikiPage(context, page, id, h)
	case file != nil:
		return c.wikiFile(file, h), true, nil
	}
	message := fmt.Sprintf("[[%s]] matches no file", h.Target)
	if reason := c.run.unbuilt(view.Model(from), h.Target); reason != "" {
		message = fmt.Sprintf("[[%s]] leads to a page that is not built: %s", h.Target, reason)
	}
	c.missing(context, message)
	return nil, false, nil
}

// missing warns about a link that leads nowhere.
func (c *call) missing(context hookContext, message string) {
	d := &diag.Diagnostic{
		Rule: "broken-link", Severity: diag.Warning, Line: context.position.Line, Col: context.position.Col,
		Message: message,
	}
	if from := view.Model(context.PageInner); from.Doc != nil {
		d.File = from.Doc.File
	}
	c.Warnings = append(c.Warnings, d)
}

func (c *call) wikiPage(
	context hookContext, page *site.Page, id string, h markdown.WikiHook,
) ([]byte, bool, error) {
	fragment := ""
	if id != "" {
		fragment = "#" + id
	}
	link := &Link{
		hookContext: context, Destination: (&url.URL{Path: page.Path}).String() + fragment, Text: h.Text,
		PlainText: string(h.Text), Attributes: map[string]any{},
	}
	out, ok, err := c.linkHook(context.Page, "link", link)
	if ok || err != nil {
		return out, ok, err
	}
	to, err := c.address(c.Views.Page(page))
	return []byte(`<a href="` + tmpl.EscapeURL(to+fragment) + `">` + string(h.Text) + "</a>"), true, err
}

func (c *call) wikiFile(f *site.Resource, h markdown.WikiHook) []byte {
	src := tmpl.EscapeURL(f.URL.Rel())
	kind, _, _ := strings.Cut(f.MediaType, "/")
	if h.Fragment != "" && kind != "image" && !strings.HasPrefix(h.Fragment, "height=") { // #page=3, #t=10
		src += tmpl.EscapeURL("#" + h.Fragment)
	}
	switch {
	case h.Embed && kind == "image":
		width, height := f.Shown()
		before, last := "", h.Alias
		if i := strings.LastIndexByte(h.Alias, '|'); i >= 0 {
			before, last = h.Alias[:i], h.Alias[i+1:]
		}
		alt := h.Alias
		if w, rest, _ := strings.Cut(last, "x"); w != "" {
			// ![[picture.png|300]], 300x200, or ![[picture.png|alt|300]]
			if n, err := strconv.Atoi(w); err == nil && n > 0 {
				height, alt = scaled(n, width, height), before
				if m, err := strconv.Atoi(rest); err == nil && m > 0 {
					height = m
				}
				width = n
			}
		}
		size := ""
		if width > 0 && height > 0 {
			size = fmt.Sprintf(` width="%d" height="%d"`, width, height)
		}
		return []byte(`<img src="` + src + `" alt="` + tmpl.EscapeAttribute(alt) + `"` + size + ` loading="lazy">`)
	case h.Embed && (kind == "audio" || kind == "video"):
		return []byte(`<` + kind + ` src="` + src + `" controls preload="metadata"></` + kind + `>`)
	}
	return []byte(`<a href="` + src + `">` + string(template.HTML(h.Text)) + "</a>")
}

// scaled returns the height that keeps the proportions for a width.
func scaled(to, width, height int) int {
	if width == 0 {
		return 0
	}
	return (to*height + width/2) / width
}
