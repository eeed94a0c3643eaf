package render

import (
	"context"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Body is a rendered body with facts about its text; a Worker reads the HTML. Several goroutines may read it at once.
type Body struct {
	Truncated  bool
	unfinished bool // placeholder that a page sees for its own body while that is rendered
	private    bool // rendered for one layout: see ownBody
	divided    bool // the summary ends at a divider
	usesStore  bool // shortcodes or hooks read or wrote .Page.Store
	cjk        bool // words are counted as in Chinese, Japanese, and Korean

	*bodyExtras
	trace []trace.ID // its questions, if there is a Round
	reads uint64     // Reads
	name  string     // see bodyName

	text       bodyText
	hash       uint64                    // of the entire body
	summarized uint64                    // hash of the summary, and of whether the text continues after it
	facts      atomic.Pointer[textFacts] // nil until they are needed
}

// bodyExtras has the values that a body needs while it is rendered, and that few need later. Bodies without any share
// one value.
type bodyExtras struct {
	TOC      *markdown.Fragments // of a body that is being rendered; nil if it is HTML already, or stored after the text
	Warnings diag.List

	asked   *trace.Recorder   // questions, until the build has recorded them
	stored  map[string]any    // values that shortcodes and hooks put into .Page.Store
	outputs []resource.Output // resources that shortcodes and hooks published
	called  []string          // shortcodes in texts that its shortcodes rendered
	// The table of contents if TOC does not have it: while the body is being filled, and for Org mode.
	toc template.HTML
}

var noExtras = &bodyExtras{}

// slim replaces empty extras of the finished body b by the shared empty value, which must not be changed.
func (b *Body) slim() {
	if t := b.bodyExtras; t.TOC == nil && len(t.Warnings) == 0 && t.asked == nil && t.stored == nil &&
		len(t.outputs)+len(t.called) == 0 && t.toc == "" {
		b.bodyExtras = noExtras
	}
}

// Body returns the body of p, and renders it if no worker has done so.
func (w *Worker) Body(ctx context.Context, p *site.Page) (*Body, error) {
	var t site.Target
	if len(p.Targets) > 0 {
		t = p.Targets[0]
	}
	v, format := w.run.views.Page(p), w.run.formatOf(t)
	if b := w.run.keptBody(v, format); b != nil {
		return b, nil
	}
	if b := w.recall(asking{w: w, ctx: ctx, target: t}, v, format); b != nil {
		return w.run.keepBody(v, format, b), nil
	}
	c := w.newCall(ctx, v, t)
	return w.body(c, c.Page)
}

// body returns the body of p for the call c. While a body is being filled, its own shortcodes and hooks see an empty
// one, as in Hugo. A cycle through other pages is an error.
func (w *Worker) body(c *call, p *view.Page) (*Body, error) {
	return w.bodyIn(c, p, w.bodyFormat(c))
}

func (w *Worker) bodyIn(c *call, p *view.Page, format string) (*Body, error) {
	outline := strings.HasPrefix(format, outlineOf)
	f := c.filled()
	if c.fill != nil && c.Page == p && (!outline || f != nil && (f.outline || f.mixing)) { // even when it is kept: see again
		return c.fill.unfinished(), nil
	}
	if b := w.run.keptBody(p, format); b != nil {
		return b, nil
	}
	for x := c; x != nil; x = x.parent {
		if x.fill != nil && x.Page == p && (!outline || x.fill.outline) {
			return nil, c.cycle(p)
		}
	}
	if b := w.recall(asking{w: w, ctx: c.Context, asker: c}, p, format); b != nil {
		return w.run.keepBody(p, format, b), nil
	}
	b, err := w.fillBody(c, p, format, private{})
	if err != nil {
		return nil, err
	}
	b.reads = b.asked.Record().Reads()
	w.packTOC(b)
	w.putAway(b)
	if round := w.run.o.Round; round != nil {
		b.trace = round.Keep(b.asked.Record(), w.askedBefore(p, format))
		w.reuse(b.asked)
		b.asked = nil
	}
	b.slim()
	kept := w.run.keepBody(p, format, b)
	if kept == b {
		w.run.note(b)
	}
	return kept, nil
}

// cycle returns the error for a body that depends on itself, with the pages in between.
func (c *call) cycle(p *view.Page) error {
	chain := []string{site.NameOf(view.Model(p))}
	for x := c; x != nil; x = x.parent {
		if x.fill == nil {
			continue
		}
		chain = append(chain, site.NameOf(view.Model(x.Page)))
		if x.Page == p {
			break
		}
	}
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	d := &diag.Diagnostic{Rule: "body-cycle", Message: "the texts of pages need each other: " + strings.Join(chain, " → ")}
	if view.Model(p).Doc != nil {
		d.File = view.Model(p).Doc.File
	}
	return d
}

// bodyFormat returns the output format for bodies in c.
func (w *Worker) bodyFormat(c *call) string { return w.run.formatOf(c.Target) }

// formatOf returns the output format for bodies in a target. It is "" unless a shortcode or hook has a template for a
// format, so that bodies are usually rendered once for all formats.
func (r *Run) formatOf(t site.Target) string {
	if f := t.Format; f != nil && r.theme.store.HasFormat(f) {
		return strings.ToLower(f.Name)
	}
	return ""
}

// bodyKey identifies an additional body of a page.
type bodyKey struct {
	page   *view.Page
	format string
}

func (r *Run) keptBody(p *view.Page, format string) *Body {
	if format == "" && view.Model(p).ID < len(r.bodies) && r.o.Site.Pages[view.Model(p).ID] == view.Model(p) {
		return r.bodies[view.Model(p).ID].Load()
	}
	if b, ok := r.memo.Load(bodyKey{p, format}); ok {
		return b.(*Body)
	}
	return nil
}

// keepBody stores b, unless another worker was faster. It returns the stored body.
func (r *Run) keepBody(p *view.Page, format string, b *Body) *Body {
	if format == "" && view.Model(p).ID < len(r.bodies) && r.o.Site.Pages[view.Model(p).ID] == view.Model(p) {
		if r.bodies[view.Model(p).ID].CompareAndSwap(nil, b) {
			return b
		}
		return r.bodies[view.Model(p).ID].Load()
	}
	kept, _ := r.memo.LoadOrStore(bodyKey{p, format}, b)
	return kept.(*Body)
}

// HasShortcode reports whether the body of p calls a shortcode, also in texts that it or the layout renders. Bodies that
// are being rendered know only their own text, so that they do not need each other.
func (c *call) HasShortcode(p *view.Page, name string) (bool, error) {
	parts, _, err := c.parts(p)
	if err != nil {
		return false, err
	}
	direct := map[string]bool{}
	noteShortcodes(direct, parts)
	if direct[name] || c.Page == p && c.called[name] {
		return true, nil
	}
	if len(direct) == 0 || c.fill != nil {
		return false, nil
	}
	b, err := c.body(p)
	return err == nil && slices.Contains(b.called, name), err
}

// noteShortcodes adds the names of the shortcodes that a text calls.
func noteShortcodes(names map[string]bool, parts []markdown.Part) {
	for _, p := range parts {
		if p.Call != nil {
			names[p.Call.Name] = true
			noteShortcodes(names, p.Call.Inner)
		}
	}
}

// Source reads the text of p again and records the question.
func (c *call) Source(p *view.Page) (src string, line int, err error) {
	doc := view.Model(p).Doc
	c.Ask(trace.Source, doc.File, c.run.o.Tree.SourceHash(doc))
	body, line, err := c.run.o.Tree.Body(doc, c.w.source[:0])
	if err == nil {
		err = c.Step(20 + len(body)/64)
	}
	if err != nil {
		return "", 0, err
	}
	src = string(body)
	if cap(body) <= tmpl.KeepBuffer {
		c.w.source = body[:0]
	}
	return src, line, nil
}

// parts reads the body of p and splits it into text and shortcode calls.
func (c *call) parts(p *view.Page) (parts []markdown.Part, line int, err error) {
	if view.Model(p).Doc == nil {
		return nil, 1, nil
	}
	src, line, err := c.Source(p)
	if err != nil {
		return nil, 0, err
	}
	parts, err = markdown.ParseShortcodes(view.Model(p).Doc.File, line, src, func(name string) (bool, error) {
		return c.usesInner(p, name)
	})
	if err != nil && c.run.o.Site.Config.Lenient {
		found := diag.From(err)
		found.Forgive("the shortcodes of the page are shown as text")
		c.Warnings = append(c.Warnings, found...)
		return []markdown.Part{{Text: src}}, line, nil
	}
	return parts, line, err
}

// seal hashes a finished body. The hash is the answer to questions.
func (b *Body) seal() {
	h := trace.HashStrings(b.text.html, string(b.toc))
	for _, s := range []span{b.text.content, b.text.summary, b.text.rest} {
		h = trace.Mix(trace.Mix(h, uint64(s.low)), uint64(s.high))
	}
	h = trace.Mix(trace.Mix(h, trace.HashBool(b.Truncated)), trace.HashBool(b.usesStore))
	h = trace.Mix(h, trace.HashBool(b.divided))
	if b.TOC != nil {
		h = hashHeadings(trace.Mix(h, trace.HashStrings(b.TOC.Identifiers...)), b.TOC.Headings)
	}
	if len(b.called) > 0 {
		h = trace.Mix(h, trace.HashStrings(b.called...))
	}
	for _, k := range slices.Sorted(maps.Keys(b.stored)) {
		h = trace.Mix(h, trace.HashString(k+"="+fmt.Sprint(b.stored[k])))
	}
	for _, o := range b.outputs {
		h = trace.Mix(h, trace.HashStrings(o.File, o.MediaType, o.From, string(o.Bytes), o.Part))
		if o.Image != nil {
			h = trace.Mix(h, trace.HashString(o.Image.Key().String()))
		}
	}
	b.hash = h
	b.summarized = trace.Mix(trace.HashString(b.text.html[b.text.summary.low:b.text.summary.high]),
		trace.HashBool(b.Truncated))
	b.summarized = trace.Mix(b.summarized, trace.HashBool(b.divided))
}

func hashHeadings(h uint64, list []*markdown.Heading) uint64 {
	h = trace.Mix(h, uint64(len(list)))
	for _, x := range list {
		h = hashHeadings(trace.Mix(trace.Mix(h, uint64(x.Level)), trace.HashStrings(x.ID, x.Title)), x.Headings)
	}
	return h
}
