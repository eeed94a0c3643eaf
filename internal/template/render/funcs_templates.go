package render

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// addTemplateFunctions adds the functions that run or look for templates:
// https://gohugo.io/functions/partials/ and https://gohugo.io/functions/templates/
func (w *Worker) addTemplateFunctions(t *tmpl.Functions) {
	t.Add("partials", "Include", func(name string, context ...any) (any, error) {
		return w.partial(w.call(), name, tmpl.Optional(context))
	}, "partial")
	t.Printers = map[string]func(*bytes.Buffer, []any) (any, bool, error){
		"partials.Include": func(out *bytes.Buffer, args []any) (any, bool, error) {
			return w.printPartial(w.call(), args[0].(string), tmpl.Optional(args[1:]), out)
		},
	}
	t.Add("partials", "IncludeCached", func(name string, context any, variants ...any) (any, error) {
		return w.partialOfPage(w.call(), name, context, variants)
	}, "partialCached")
	t.Add("templates", "Exists", func(v any) bool {
		name := tmpl.Text(v)
		name = strings.ToLower(strings.TrimPrefix(name, "/"))
		return w.call().templateExists(strings.TrimPrefix(lookup.Modern("/"+name), "/"))
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

// templateExists reports whether there is a template of this modern path.
func (c *call) templateExists(name string) bool {
	there := c.run.theme.store.Exists(name)
	c.Recorder.Ask(trace.Template, "exists "+name, trace.HashBool(there))
	return there
}

// cachedPartial is what a partial gave, with the questions that it asked: those of the partial, or the one
// about it as a piece.
type cachedPartial struct {
	value   any
	steps   []trace.Step
	outputs []resource.Output
	ofPage  bool // it is that of one page
	spent   tmpl.Spent

	// all that it asked besides the page in its context has one answer for all: steps may be one about a piece,
	settled bool
	answer  uint64 // with this answer
}

// partialKey names what a partial gave.
type partialKey string

// cached names a remembered partial.
type cached struct {
	key   string
	piece string // the question about it as a whole; "": there is none

	ofPage bool          // the key names the page that is being rendered
	open   *opening      // nil: it is not shared between pages
	alike  func() string // piece, where that is worth while only if the partial asked much; nil: there is none
}

// partialOfPage is partialCached, for which all pager pages of one page are the same unless a variant differs: as in
// Hugo, the first of them gives the result.
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

// firstKey names what partialCached gives on the first pager page; false where there is none.
func (c *call) firstKey(name string, variants []any) (string, bool) {
	if c.first == nil {
		return "", false
	}
	varied, ok := variantsKey(variants)
	return name + varied, ok
}

// variantsKey names variants; false when that cannot be said in few words.
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

// partialCached is partial with a memory. What it remembers is used only where the partial could
// not have given anything else: the key holds, besides the name and the variants, everything that the
// partial reads of its context. So it equals partial byte for byte, in any order of pages.
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
				at.open = open(c, name, dot, varied)
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

// pieceLike names what a partial gives as a piece: of the home page where the partial gives the same there, since what
// it reads of its context, which the key holds, is the same; else of its context. "": it has no name.
func (w *Worker) pieceLike(c *call, u *unit, name string, dot any, variants []any, key string) string {
	p, ok := dot.(*view.Page)
	if !ok || p == nil || !view.IsWhole(p) {
		return ""
	}
	aside := apart(w, c) // what is asked here is not part of what is rendered
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

// byName executes a partial.
func byName(name string, dot any) func(*call) (any, error) {
	return func(c *call) (any, error) { return c.w.partial(c, name, dot) }
}

// remembered returns what a partial gave under a key, or executes it. The page pays the same in both cases: what the
// partial takes if nothing is remembered, once for each key. After it began something that keeps partials from being
// remembered, it pays each time.
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
	if at.open != nil && !ok {
		if value, ok, err := at.shared(w, c, once); ok {
			return value, err
		}
	}
	inner := apart(w, c)
	value, err := execute(inner)
	if err != nil {
		_, _ = inner.Settle()
		return nil, err
	}
	read := inner.Recorder.Record()
	defer w.reuse(read)
	made, repeatable, err := at.took(w, c, inner, value, read.Steps)
	if err != nil {
		return nil, err
	}
	return c.gave(at, made, once && repeatable)
}

// afford has c use what a partial gave elsewhere, unless that is too much for its page.
func (c *call) afford(at cached, made *cachedPartial, once bool) (ok bool, err error) {
	if ok, err = c.Afford(made.spent); !ok || err != nil {
		return ok, err
	}
	_, err = c.gave(at, made, once)
	return true, err
}

// gave has c use what a partial gave, and keep it if the page does not pay for it again.
func (c *call) gave(at cached, made *cachedPartial, once bool) (any, error) {
	if once {
		c.Keep(at.key, made, 200+len(at.key)+tmpl.Size(made.value))
	}
	return c.replay(made)
}

// apart returns a copy of c for a partial that may be remembered, which records and pays by itself.
func apart(w *Worker, c *call) *call {
	inner := c.clone()
	inner.Recorder, inner.Outputs, inner.Seen, inner.blocks = w.recorder(), nil, nil, nil
	inner.Apart(&c.Call.Call)
	return inner
}

// forget ends a call apart whose outcome does not count.
func (c *call) forget() {
	_, _ = c.Settle()
	c.w.reuse(c.Recorder.Record())
}

// took makes what inner did a part of c, which pays for it, and remembers what a partial gave there if it gives that
// again.
func (at cached) took(w *Worker, c, inner *call, value any, steps []trace.Step) (made *cachedPartial, repeatable bool,
	err error,
) {
	inner.Note(tmpl.Size(value) / 64)
	spent, err := inner.Settle()
	if err == nil {
		err = c.Pay(spent)
	}
	if err != nil {
		return nil, false, err
	}
	ofPage := inner.OfPage != c.OfPage // which its own text need not show: content views and other templates ask, too
	repeatable = inner.Pager == nil && len(inner.Warnings) == 0 && inner.draws == 0 && inner.adopted == c.adopted &&
		len(inner.blocks) == 0 && (at.ofPage || !ofPage)
	c.blocks = append(c.blocks, inner.blocks...)
	c.Pager, c.Warnings, c.draws = inner.Pager, inner.Warnings, inner.draws
	c.deferrals, c.OfPage = inner.deferrals, inner.OfPage
	c.Stores, c.merged, c.adopted = inner.Stores, inner.merged, inner.adopted
	made = &cachedPartial{value: value, steps: steps, outputs: inner.Outputs, ofPage: ofPage, spent: spent}
	if repeatable {
		made.steps = slices.Clone(steps)
		if answer, ok := at.answer(made); ok {
			made.steps = []trace.Step{{Question: trace.Question{Kind: trace.Piece, Key: at.piece}, Answer: answer}}
		}
		if ps, ok := value.(view.Pages); ok {
			w.run.views.Place(ps)
		}
		if w.run.mayRemember(len(at.key) + made.size()) {
			w.run.memo.Store(partialKey(at.key), made)
		}
	}
	return made, repeatable, nil
}

// answer is that to the question about what a partial gave as a piece; false where it is not asked as a whole.
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

// readsMany reports whether a partial asked about many pages, so that one question in place of theirs is worth while.
func readsMany(steps []trace.Step) bool {
	const few = 16
	return len(steps) > few || slices.ContainsFunc(steps, func(s trace.Step) bool {
		return s.Kind == trace.List || s.Kind == trace.ListCard || s.Kind == trace.ListParams
	})
}

// size is about how many bytes a remembered partial takes.
func (p *cachedPartial) size() int {
	n := 200 + 64*len(p.steps) + tmpl.Size(p.value)
	for _, o := range p.outputs {
		n += 100 + len(o.Bytes)
	}
	return n
}

// What partials gave is remembered up to so many bytes, and so many more for each page of the site; after that partials
// are executed each time.
const (
	maxRemembered  = 128 << 20
	pageRemembered = 64 << 10
)

// mayRemember reports whether there is room for so many bytes more.
func (r *Run) mayRemember(bytes int) bool {
	room := int64(maxRemembered + pageRemembered*len(r.o.Site.Pages))
	if r.rememberedBytes.Add(int64(bytes)) <= room {
		return true
	}
	r.rememberedBytes.Add(-int64(bytes))
	return false
}

// replay records what a remembered partial asked, and publishes what it published.
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

// replayed is how many questions of a remembered partial are recorded in a step.
const replayed = 8

// dotMark stands in a cacheKey before the context as a whole.
const dotMark = "\x02"

// cacheKey is what the result of a partial depends on; ok is false when that cannot be said in few
// words (its context is a map of lists): then it is not remembered.
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

// tellsApart writes a part of a context into a key, and records that it was read. false: it cannot be written, so the
// key must have the context itself, and what the partial asks is recorded when it is executed.
func (c *call) tellsApart(b *strings.Builder, dot any, path []string) bool {
	recorder, start := c.Recorder, b.Len()
	c.Recorder, c.Seen = c.w.recorder(), nil
	v, err := c.Get(dot, path)
	read := c.Recorder.Record()
	c.Recorder, c.Seen = recorder, nil
	defer c.w.reuse(read)
	if err != nil || !writeIdentity(b, v, 0) {
		text := b.String()[:start]
		b.Reset()
		b.WriteString(text)
		return false
	}
	c.Recorder.Add(read)
	return true
}
