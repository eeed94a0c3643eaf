package themes

import (
	"fmt"
	"path"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/trace"
)

// pathIndex finds pages by what people call them.
type pathIndex struct {
	byPath []map[string]*site.Page // by language index, then logical path
	byName []map[string]*site.Page // by language index, then last segment; nil when several share it
}

func (r *Run) pathIndex() *pathIndex {
	return once(&r.paths, func() *pathIndex {
		n := len(r.o.Site.Editions)
		x := &pathIndex{byPath: make([]map[string]*site.Page, n), byName: make([]map[string]*site.Page, n)}
		for i := range n {
			x.byPath[i] = make(map[string]*site.Page, len(r.o.Site.Pages)/n)
			x.byName[i] = make(map[string]*site.Page)
		}
		for _, p := range r.o.Site.Pages {
			if p.Kind == site.NotFound {
				continue
			}
			i := p.Edition.Language.Index
			x.byPath[i][p.Path] = p
			name := path.Base(p.Path)
			if _, taken := x.byName[i][name]; taken {
				x.byName[i][name] = nil
			} else {
				x.byName[i][name] = p
			}
		}
		return x
	})
}

// lookup finds the page of a language that ref names: a rooted path, or one relative to the page
// from (nil: to the content folder). With byName a single word may also be the last segment of any
// page's path, if only one has it; that several have is an error.
// https://gohugo.io/methods/page/getpage/
func (r *Run) lookup(e *site.Edition, from *site.Page, ref string, byName bool) (*site.Page, error) {
	ref = strings.TrimSuffix(strings.ReplaceAll(ref, "\\", "/"), "/")
	x := r.pathIndex()
	byPath := x.byPath[e.Language.Index]
	if ref == "" {
		return byPath["/"], nil
	}
	file := contentExtension(ref)
	if from != nil && ref[0] != '/' {
		if p := byPath[r.logical(path.Join(startOf(from, file && strings.HasPrefix(ref, "../")), ref))]; p != nil {
			return p, nil
		}
		if file && from.Doc != nil {
			// Relative to the file itself, as an editor resolves it.
			if p := byPath[r.logical(path.Join("/", path.Dir(from.Doc.Path), ref))]; p != nil {
				return p, nil
			}
		}
	}
	if ref[0] == '.' {
		return nil, nil
	}
	if p := byPath[r.logical(path.Join("/", ref))]; p != nil {
		return p, nil
	}
	if strings.Contains(ref, "/") || !byName && from != nil {
		return nil, nil
	}
	p, ok := x.byName[e.Language.Index][path.Base(r.logical("/"+ref))]
	if ok && p == nil {
		return nil, fmt.Errorf("page reference %q is ambiguous", ref)
	}
	return p, nil
}

// startOf is the folder that a relative reference starts from: of a branch page its own, of another
// page the one around it; inside means a bundle's own folder.
func startOf(p *site.Page, inside bool) string {
	if p.Kind != site.Regular || inside && p.Doc != nil && p.Doc.Form == content.Leaf {
		return p.Path
	}
	return path.Dir(p.Path)
}

func contentExtension(ref string) bool {
	switch strings.ToLower(path.Ext(ref)) {
	case ".md", ".markdown", ".mdown", ".html", ".htm":
		return true
	}
	return false
}

// logical turns a path to a content file, or a logical path in any case, into a logical path.
func (r *Run) logical(p string) string {
	p = strings.ReplaceAll(strings.ToLower(p), " ", "-")
	named := false
	if contentExtension(p) {
		named = true
		p = strings.TrimSuffix(p, path.Ext(p))
		for _, l := range r.o.Site.Config.Languages {
			if base, ok := strings.CutSuffix(p, "."+l.Lower); ok {
				p = base
				break
			}
		}
	}
	for _, index := range []string{"/_index", "/index"} {
		if base, ok := strings.CutSuffix(p, index); ok && (named || index == "/_index" || base != "") {
			p = base
			break
		}
	}
	if p == "" {
		return "/"
	}
	return p
}

// find is lookup for templates: it records the question.
func (r *Run) find(c *Call, e *site.Edition, from *site.Page, ref string) (*Page, error) {
	p, err := r.resolve(c, e, from, ref, false)
	return r.pageView(p), err
}

func (r *Run) resolve(c *Call, e *site.Edition, from *site.Page, ref string, byName bool) (*site.Page, error) {
	p, err := r.lookup(e, from, ref, byName)
	if c != nil && c.rec != nil {
		var answer uint64
		if p != nil {
			answer = hashString(p.Key)
		}
		start := ""
		if from != nil {
			start = from.Key
		}
		c.ask(trace.Resolve, e.Language.Lower+" "+start+" "+ref, answer)
	}
	return p, err
}

// GetPage is the page that a path names, relative to this one or rooted; nil when there is none
// (Page): https://gohugo.io/methods/page/getpage/
func (p *Page) GetPage(c *Call, ref ...string) (*Page, error) {
	at, err := getPagePath(ref)
	if err != nil {
		return nil, err
	}
	return p.run.find(c, p.p.Edition, p.p, at)
}

// Ref is the absolute address of the page that the argument names: a path, or a map with path, lang
// and outputFormat (string): https://gohugo.io/methods/page/ref/
func (p *Page) Ref(c *Call, args any) (string, error) { return c.ref(p, args, false) }

// RelRef is the same address without scheme and host (string):
// https://gohugo.io/methods/page/relref/
func (p *Page) RelRef(c *Call, args any) (string, error) { return c.ref(p, args, true) }
