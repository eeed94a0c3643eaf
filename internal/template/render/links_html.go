package render

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/template/view"
)

// checkHTML reports broken links and images in raw HTML of the text of a page. As in Hugo and MkDocs, HTML is printed
// as written, so its paths are URLs relative to the page. Output of shortcodes inside such a path is not known here.
func (c *call) checkHTML(p *view.Page, text string, at func(offset int) hookContext) {
	var r html.PageReader
	doc := r.Read([]byte(text))
	for _, ref := range doc.Refs {
		if ref.Optional || ref.Kind == html.Social || c.fill != nil && c.fill.holes.Fill(ref.URL) != ref.URL {
			continue
		}
		u, err := url.Parse(valid(ref.URL))
		if err != nil {
			continue
		}
		what := "link"
		if ref.Kind == html.Image {
			what = "image"
		}
		where := at(ref.At)
		l := &Link{hookContext: where, Destination: ref.URL}
		if m := l.mention(); u.IsAbs() || u.Host != "" {
			c.checkAbsolute(m, u, what)
		} else if m.page = p; u.Path != "" && !c.leadsToOutput(p, u) {
			m.at.Hint = c.hintForHTML(where.PageInner, u)
			c.report(m, u, what, bases(view.Model(p), c.run.linkTargets())[0], ref.URL)
		}
	}
}

// leadsToOutput reports whether a URL on a page leads to an output that is or may be written.
func (c *call) leadsToOutput(p *view.Page, u *url.URL) bool {
	from := bases(view.Model(p), c.run.linkTargets())[0]
	at, err := url.Parse(from.URL.Rel())
	if err != nil || from.URL.IsZero() {
		return false
	}
	below, ok := strings.CutPrefix(at.ResolveReference(u).Path, percent.Unescape(from.Edition.Base.Prefix())+"/")
	return ok && slices.ContainsFunc(answering(below), func(file string) bool { return c.isOutput(from.Edition, file) })
}

// hintForHTML suggests the URL for a path in HTML that would have a target in Markdown.
func (c *call) hintForHTML(p *view.Page, u *url.URL) string {
	found, err := c.linked(p, u.Path, true)
	if err != nil || found.address == "" {
		return ""
	}
	return fmt.Sprintf("a path in HTML is a URL: write %q, or use Markdown", withQuery(found.address, u))
}
