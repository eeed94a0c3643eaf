package render

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// addTemplateFunctions adds the functions that execute or find templates: https://gohugo.io/functions/partials/ and
// https://gohugo.io/functions/templates/
func (w *Worker) addTemplateFunctions(t *tmpl.Functions) {
	t.Add("partials", "Include", func(name string, context ...any) (any, error) {
		c := w.call()
		name, err := c.partialName(name)
		if err != nil {
			return nil, err
		}
		return w.partial(c, name, tmpl.Optional(context))
	}, "partial")
	t.Printers = map[string]func(*bytes.Buffer, []any) (any, bool, error){
		"partials.Include": func(out *bytes.Buffer, args []any) (any, bool, error) {
			c := w.call()
			name, err := c.partialName(args[0].(string))
			if err != nil {
				return nil, false, err
			}
			return w.printPartial(c, name, tmpl.Optional(args[1:]), out)
		},
	}
	t.Add("partials", "IncludeCached", func(name string, context any, variants ...any) (any, error) {
		c := w.call()
		name, err := c.partialName(name)
		if err != nil {
			return nil, err
		}
		return w.partialOfPage(c, name, context, variants)
	}, "partialCached")
	t.Add("templates", "Exists", func(v any) bool {
		return w.call().templateExists(strings.ToLower(strings.TrimPrefix(tmpl.Text(v), "/")))
	})
	t.Add("templates", "Defer", func(...any) (any, error) {
		return nil, errors.New("write templates.Defer as in {{ with (templates.Defer (dict \"key\" \"x\")) }} … {{ end }}")
	})
	t.Alone["_Defer"] = func(name string, options ...any) (any, error) {
		return w.call().deferBlock(name, tmpl.Optional(options))
	}
	w.addDecorators(t)
	t.Add("templates", "Current", func() *tmpl.CurrentTemplate { return tmpl.Current(&w.call().Call) })
}

// partialName returns the name of the partial that the running template means.
func (c *call) partialName(name string) (string, error) {
	var f *tmpl.File
	if t := c.Template(); t != nil {
		f = t.File()
	}
	return tmpl.PartialName(f, name)
}

// templateExists reports whether a template has this path, in Hugo's new layout or as its file is named.
func (c *call) templateExists(name string) bool {
	there := c.run.theme.store.Exists(name)
	c.Recorder.Ask(trace.Template, "exists "+name, trace.HashBool(there))
	return there
}

// cachedPartial is the result of a partial with its questions: those of the partial, or the one about it as a piece.
type cachedPartial struct {
	value   any
	bytes   int // size of value
	steps   []trace.Step
	outputs []resource.Output
	ofPage  bool // it belongs to one page
	spent   tmpl.Spent

	// All its questions, except those about the page in its context, have one answer for all pages: steps may be one
	// about a piece,
	settled bool
	answer  uint64 // with this answer
}

// partialKey identifies the result of a partial.
type partialKey string

// cached identifies a cached partial.
type cached struct {
	key   string
	piece string // the question about the entire result; "": none

	ofPage bool          // the key contains the page being rendered
	byPage *pagePartial  // nil: it is not shared between pages
	alike  func() string // computes piece if the partial asked many questions; nil: there is none
}

// partialOfPage is partialCached where all pager pages of a page share a result unless a variant differs. As in Hugo,
// the first pager page determines it.
func (w *Worker) partialOfPage(c *call, name string, dot any, variants []any) (any, error) {
	key, ok := c.firstKey(name, variants)
	if !ok {
		return w.partialCached(c, name, dot, variants)
	}
	if value, ok := c.first[key]; ok && c.Number > 1 {
		return value, nil
	}
	waiting := c.deferrals
	value, err := w.partialCached(c, name, dot, variants)
	if err == nil && c.Number == 1 && c.deferrals == waiting {
		if c.firstBytes += len(key) + tmpl.Size(value); c.firstBytes <= maxRemembered/2 {
			c.first[key] = value
		}
	}
	return value, err
}

// firstKey identifies a result of partialCached on the first pager page; false if there is none.
func (c *call) firstKey(name string, variants []any) (string, bool) {
	if c.first == nil {
		return "", false
	}
	varied, ok := variantsKey(variants)
	return name + varied, ok
}

// variantsKey identifies variants; false if the key would be too long.
func variantsKey(variants []any) (string, bool) {
	if len(variants) == 0 {
		return "", true
	}
	var b strings.Builder
	for _, v := range variants {
		b.WriteByte(0)
		if !writeIdentity(&b, v, 0) {
			return "", false
		}
	}
	return b.String(), true
}

// partialCached is partial with a cache. A cached result is used only if the partial cannot have another one: the key
// contains, in addition to name and variants, everything that the partial reads from its context. So it equals partial
// byte for byte, for any order of pages.
func (w *Worker) partialCached(c *call, name string, dot any, variants []any) (any, error) {
	u, err := w.partialUnit(c, name)
	if err != nil {
		return nil, err
	}
	d := u.file.Depends()
	if d.Stores || c.MarkupScope != "" || w.exec.Watched(dot, variants) {
		return w.partial(c, name, dot)
	}
	if _, many := dot.(map[string]any); !d.Page && (d.Dot || many) {
		if piece, ok := c.pieceKey(name, dot, variants); ok {
			at := cached{key: piece, piece: piece}
			if varied, ok := variantsKey(variants); ok {
				at.byPage = newPagePartial(c, name, dot, varied)
			}
			return w.remembered(c, at, byName(name, dot))
		}
	}
	key, ok := w.cacheKey(c, u, dot, variants)
	if !ok {
		return w.partial(c, name, dot)
	}
	at := cached{key: key, ofPage: d.Page}
	if !d.Page {
		at.alike = func() string { return w.pieceLike(c, u, name, dot, variants, key) }
	}
	return w.remembered(c, at, byName(name, dot))
}

// pieceLike returns the question for a partial as a piece. Its context is the home page, if the partial has the same
// result there because everything that it reads from its context is in the key; else its own context. "": there is no
// such question.
func (w *Worker) pieceLike(c *call, u *unit, name string, dot any, variants []any, key string) string {
	p, ok := dot.(*view.Page)
	if !ok || p == nil || !view.IsWhole(p) {
		return ""
	}
	aside := c.apart() // these questions are not part of the rendering
	defer aside.forget()
	end := w.exec.Run(&aside.Call)
	defer end()
	if !strings.Contains(key, dotMark) {
		home := p.Site().Home()
		if there, ok := w.cacheKey(aside, u, home, variants); !ok || there != key {
			return ""
		}
		p = home
	}
	piece, _ := aside.pieceKey(name, p, variants)
	return piece
}

// byName returns a function that executes a partial.
func byName(name string, dot any) func(*call) (any, error) {
	return func(c *call) (any, error) { return c.w.partial(c, name, dot) }
}

// remembered returns the cached result for a key, or executes the partial. The cost for the page is the same in both
// cases: the cost of executing the partial, once per key. If the partial used something that prevents caching, the page
// pays each time.
func (w *Worker) remembered(c *call, at cached, execute func(*call) (any, error)) (any, error) {
	if made, ok := c.Kept(at.key).(*cachedPartial); ok {
		return c.replay(made)
	}
	once := c.Pager == nil && len(c.Warnings) == 0 && c.draws == 0
	v, ok := w.run.memo.Load(partialKey(at.key))
	if ok {
		made := v.(*cachedPartial)
		if ok, err := c.afford(at, made, once); ok || err != nil {
			return made.value, err
		}
	}
	if at.byPage != nil && !ok {
		if value, ok, err := at.shared(w, c, once); ok {
			return value, err
		}
	}
	inner := c.apart()
	value, err := execute(inner)
	if err != nil {
		_, _ = inner.EndApart()
		return nil, err
	}
	read := inner.Recorder.Record()
	made, repeatable, err := at.took(w, c, inner, value, read.Steps)
	if err != nil {
		return nil, err
	}
	return c.gave(at, made, once && repeatable)
}

// afford makes c use a cached result, unless that exceeds the limits of its page.
func (c *call) afford(at cached, made *cachedPartial, once bool) (ok bool, err error) {
	if ok, err = c.Afford(made.spent); !ok || err != nil {
		return ok, err
	}
	_, err = c.gave(at, made, once)
	return true, err
}

// gave makes c use a result, and stores it if the page does not pay for it again.
func (c *call) gave(at cached, made *cachedPartial, once bool) (any, error) {
	if once {
		c.Keep(at.key, made, 200+len(at.key)+made.bytes)
	}
	return c.replay(made)
}

// apart returns a copy of c for a partial that may be cached, with its own recorder and costs.
func (c *call) apart() *call {
	inner := c.clone()
	inner.Recorder, inner.Outputs, inner.Seen, inner.blocks = &trace.Recorder{}, nil, nil, nil
	inner.Apart(&c.Call.Call)
	return inner
}

// forget ends such a copy whose result is not used.
func (c *call) forget() {
	_, _ = c.EndApart()
}

// took merges inner into c, including its costs, and caches the result of a partial if it is repeatable.
func (at cached) took(w *Worker, c, inner *call, value any, steps []trace.Step) (made *cachedPartial, repeatable bool,
	err error,
) {
	bytes := tmpl.Size(value)
	inner.Note(bytes / 64)
	spent, err := inner.EndApart()
	if err == nil {
		err = c.Pay(spent)
	}
	if err != nil {
		return nil, false, err
	}
	ofPage := inner.OfPage != c.OfPage // indirectly, for example by content views and other templates
	repeatable = inner.Pager == nil && len(inner.Warnings) == 0 && inner.draws == 0 && inner.adopted == c.adopted &&
		len(inner.blocks) == 0 && (at.ofPage || !ofPage)
	c.blocks = append(c.blocks, inner.blocks...)
	c.Pager, c.Warnings, c.draws = inner.Pager, inner.Warnings, inner.draws
	c.deferrals, c.OfPage = inner.deferrals, inner.OfPage
	c.Stores, c.merged, c.adopted = inner.Stores, inner.merged, inner.adopted
	made = &cachedPartial{
		value: value, bytes: bytes, steps: steps, outputs: inner.Outputs, ofPage: ofPage, spent: spent,
	}
	if repeatable {
		made.steps = slices.Clone(steps)
		if answer, ok := at.answer(made); ok {
			made.steps = []trace.Step{{Question: trace.Question{Kind: trace.Piece, Key: at.piece}, Answer: answer}}
		}
		if ps, ok := value.(view.Pages); ok {
			w.run.views.Number(ps)
		}
		if w.run.mayRemember(len(at.key) + made.size()) {
			w.run.memo.Store(partialKey(at.key), made)
		}
	}
	return made, repeatable, nil
}

// answer returns the answer to the question about a result as a piece; false if there is no such question.
func (at *cached) answer(made *cachedPartial) (answer uint64, ok bool) {
	if len(made.outputs) > 0 || at.piece == "" && (at.alike == nil || !readsMany(made.steps)) || !settled(made.steps) {
		return 0, false
	}
	if at.piece == "" {
		if at.piece = at.alike(); at.piece == "" {
			return 0, false
		}
	}
	return valueHash(made.value)
}

// readsMany reports whether a partial asked about many pages, so that one question should replace them.
func readsMany(steps []trace.Step) bool {
	const few = 16
	return len(steps) > few || slices.ContainsFunc(steps, func(s trace.Step) bool {
		return s.Kind == trace.List || s.Kind == trace.ListCard || s.Kind == trace.ListParams
	})
}

// size estimates the bytes that a cached partial takes.
func (p *cachedPartial) size() int {
	n := 200 + 64*len(p.steps) + p.bytes
	for _, o := range p.outputs {
		n += 100 + len(o.Bytes)
	}
	return n
}

// Limit of the cache for partials: this many bytes, plus so many per page of the site. Beyond that, partials are
// executed each time.
const (
	maxRemembered  = 128 << 20
	pageRemembered = 64 << 10
)

// mayRemember reports whether there is room for more bytes in the cache.
func (r *Run) mayRemember(bytes int) bool {
	room := int64(maxRemembered + pageRemembered*len(r.o.Site.Pages))
	if r.rememberedBytes.Add(int64(bytes)) <= room {
		return true
	}
	r.rememberedBytes.Add(-int64(bytes))
	return false
}

// replay records the questions of a cached partial, and publishes its resources.
func (c *call) replay(p *cachedPartial) (any, error) {
	for _, s := range p.steps {
		c.Recorder.Ask(s.Kind, s.Key, s.Answer)
	}
	for _, o := range p.outputs {
		c.Publish(o)
	}
	if p.ofPage {
		c.OfPage++
	}
	return p.value, c.Step(len(p.steps) / replayed)
}

// replayed is the number of questions of a cached partial that cost one step.
const replayed = 8

// dotMark precedes a context in a cacheKey if the entire context is part of it.
const dotMark = "\x02"

// cacheKey returns everything that the result of a partial depends on. ok is false if that is too long (for example,
// the context is a map of lists), so the result is not cached.
func (w *Worker) cacheKey(c *call, u *unit, dot any, variants []any) (key string, ok bool) {
	d := u.file.Depends()
	var b strings.Builder
	for _, part := range []string{u.file.Path, c.Language()} {
		b.WriteString(part)
		b.WriteByte(0)
	}
	if c.Target.Format != nil {
		b.WriteString(c.Target.Format.Name)
	}
	for _, v := range variants {
		b.WriteByte(0)
		if !writeIdentity(&b, v, 0) {
			return "", false
		}
	}
	if d.Page {
		b.WriteByte(1)
		writeIdentity(&b, c.Page, 0)
		b.WriteString(c.Target.File)
	}
	if d.Dot {
		b.WriteString(dotMark)
		ok = writeIdentity(&b, dot, 0)
		return b.String(), ok
	}
	for _, path := range d.Paths {
		b.WriteByte(3)
		if !c.tellsApart(&b, dot, path) {
			b.WriteString(dotMark)
			if !writeIdentity(&b, dot, 0) {
				return "", false
			}
		}
	}
	return b.String(), true
}

// tellsApart writes a part of a context into a key, and records that it was read. It returns false if the part cannot
// be written. Then the key must contain the context itself, and questions are recorded during execution.
func (c *call) tellsApart(b *strings.Builder, dot any, path []string) bool {
	recorder, start := c.Recorder, b.Len()
	c.Recorder, c.Seen = &trace.Recorder{}, nil
	v, err := c.Get(dot, path)
	read := c.Recorder.Record()
	c.Recorder, c.Seen = recorder, nil
	if err != nil || !writeIdentity(b, v, 0) {
		text := b.String()[:start]
		b.Reset()
		b.WriteString(text)
		return false
	}
	c.Recorder.Add(read)
	return true
}
