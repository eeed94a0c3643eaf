package render

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// notes has the links between pages, found in their texts, front matter, and file names before anything is rendered.
type notes struct {
	from   map[*site.Page][]*site.Page // pages with links to or embeds of a page, by title
	embeds map[*site.Page][]*site.Page // the pages that a page embeds
}

// readNotes collects the links of all pages.
func (r *Run) readNotes() *notes {
	out := &notes{map[*site.Page][]*site.Page{}, map[*site.Page][]*site.Page{}}
	for _, p := range r.o.Site.Pages {
		if p.Doc == nil || p.URL.IsZero() {
			continue
		}
		for _, link := range p.Doc.Links {
			target, embed := strings.CutPrefix(link, "!")
			if rest, relative := strings.CutPrefix(target, "./"); relative {
				target = "/" + path.Join(path.Dir(p.Doc.Path), rest)
			}
			to, _ := r.named(p, target)
			if to == nil || to == p {
				continue
			}
			if embed && !slices.Contains(out.embeds[p], to) {
				out.embeds[p] = append(out.embeds[p], to)
			}
			if p.ListAlways && !slices.Contains(out.from[to], p) {
				out.from[to] = append(out.from[to], p)
			}
		}
	}
	for _, list := range out.from {
		slices.SortFunc(list, func(a, b *site.Page) int {
			return cmp.Or(strings.Compare(strings.ToLower(a.LinkTitle), strings.ToLower(b.LinkTitle)),
				strings.Compare(a.Key, b.Key))
		})
	}
	return out
}

// reaches reports whether a page embeds another one, directly or through embedded pages.
func (n *notes) reaches(from, to *site.Page, seen map[*site.Page]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(n.embeds[from], func(p *site.Page) bool { return n.reaches(p, to, seen) })
}

// backlinks returns the pages that link to a page, and records the question.
func (r *Run) backlinks(c *view.Call, p *site.Page) []*site.Page {
	list := r.notes().from[p]
	keys := make([]string, len(list))
	for i, from := range list {
		keys[i] = from.Key
	}
	c.Ask(trace.Resolve, "backlinks\x00"+view.KeyOf(p), trace.HashStrings(keys...))
	return list
}

// mayEmbed reports whether a page can embed another one without an endless loop, and records the question.
func (r *Run) mayEmbed(c *view.Call, from, page *site.Page) bool {
	n, answer := r.notes(), uint64(1)
	if slices.Contains(n.embeds[from], page) && !n.reaches(page, from, map[*site.Page]bool{}) {
		answer = 2
	}
	c.Ask(trace.Resolve, strings.Join([]string{"embed", view.KeyOf(from), view.KeyOf(page)}, "\x00"), answer)
	return answer == 2
}

// embed renders an ![[embed]] of a page that is alone in its paragraph: the text of the page, or the part with an ID. ok
// is false if it must be a link, because pages embed each other or the part does not exist.
func embed(c *call, from, page *site.Page, id string, h markdown.WikiHook) (out []byte, ok bool, err error) {
	if !c.run.mayEmbed(&c.Call, from, page) {
		return nil, false, nil
	}
	v := c.Views.Page(page)
	content, err := c.Content(v)
	if err != nil {
		return nil, false, err
	}
	to, err := c.address(v)
	if err != nil {
		return nil, false, err
	}
	part, ok := html.Part(string(content), id, fmt.Sprintf("e%d-%d-", h.Position.Line, h.Position.Col), to)
	if !ok {
		return nil, false, nil
	}
	if err := c.fill.countEmbedded(from, h.Position, len(part)); err != nil {
		return nil, false, err
	}
	link := to
	if id != "" {
		link += "#" + id
	}
	title := strings.TrimFunc(string(h.Text), unicode.IsSpace)
	return []byte(`<div class="embed"><p class="embed-title"><a href="` + tmpl.EscapeURL(link) + `">` + title +
		"</a></p>\n" + part + "\n</div>"), true, nil
}

// maxEmbedded limits the HTML of all pages that a text embeds, in bytes: 40 notes, each of which embeds the next one
// twice, expand to 2^40 texts.
const maxEmbedded = 2 << 20

// countEmbedded reports a text that exceeds maxEmbedded.
func (f *filling) countEmbedded(from *site.Page, at markdown.Position, size int) error {
	if f == nil {
		return nil
	}
	if f.embedded += size; f.embedded <= maxEmbedded {
		return nil
	}
	return &diag.Diagnostic{
		Rule: "markdown-bound", File: from.Doc.File, Line: at.Line, Col: at.Col,
		Message: fmt.Sprintf("the pages embedded up to here have more than %d MB of HTML",
			maxEmbedded>>20), Hint: "link to some of them instead",
	}
}

// askAboutNotes asks again which pages link to a page, or whether one may embed another.
func (r *Run) askAboutNotes(c *call, how, key string) {
	first, second, _ := strings.Cut(key, "\x00")
	from := r.views.PageByKey(first)
	if from == nil {
		return
	}
	if how == "backlinks" {
		r.backlinks(&c.Call, view.Model(from))
		return
	}
	page := r.views.PageByKey(second)
	if page == nil {
		return
	}
	r.mayEmbed(&c.Call, view.Model(from), view.Model(page))
}
