package render

import (
	"html/template"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// Themes often cache a menu of the entire site with the page in its context, though most of them read little of that
// page, such as its section. Such a partial is executed with a stand-in for the page, which records what is read from
// it. Another page with the same answers gets the same result without execution. A partial that does more than read the
// page (for example, compares it with another) runs once per page.

// pagePartial is a partial whose context contains a page.
type pagePartial struct {
	name     string
	dot      any
	page     *view.Page // the page that a stand-in replaces
	variants string     // part of the cache key
}

// newPagePartial returns the pagePartial of a call; nil for a context without a page, and if results depend on the page
// being rendered.
func newPagePartial(c *call, name string, dot any, variants string) *pagePartial {
	if c.InBody || c.fill != nil || c.Number != 1 || c.Shortcode != nil {
		return nil
	}
	o := &pagePartial{name: name, dot: dot, variants: variants}
	switch v := dot.(type) {
	case *view.Page:
		o.choose(v)
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if p, ok := v[k].(*view.Page); ok {
				o.choose(p)
			}
		}
	}
	if o.page == nil {
		return nil
	}
	return o
}

// choose prefers p if it is deeper in the tree than the current page: pages above it are the same for many pages.
func (o *pagePartial) choose(p *view.Page) {
	if p == nil || !view.IsWhole(p) {
		return
	}
	if o.page == nil || len(view.Model(p).Path) > len(view.Model(o.page).Path) {
		o.page = p
	}
}

// key returns everything that the partial depends on except the page.
func (o *pagePartial) key(c *call) (key string, ok bool) {
	var b strings.Builder
	for _, part := range []string{o.name, c.Language(), c.Target.Format.Name, view.LanguageOf(o.page.Site()), o.variants} {
		b.WriteString(part)
		b.WriteByte(0)
	}
	m, _ := o.dot.(map[string]any)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		writeIdentity(&b, k, 0)
		if m[k] == any(o.page) {
			b.WriteString(" page")
		} else if !writeIdentity(&b, m[k], 0) {
			return "", false
		}
		b.WriteByte(0)
	}
	return b.String(), true
}

// with returns the context with the page replaced by another value.
func (o *pagePartial) with(in *tmpl.Standin) any {
	m, ok := o.dot.(map[string]any)
	if !ok {
		return in
	}
	m = maps.Clone(m)
	for k, v := range m {
		if v == any(o.page) {
			m[k] = in
		}
	}
	return m
}

// sharedKey identifies the results of a partial for pages that it does not distinguish, sharedName the tally of a
// partial.
type (
	sharedKey  string
	sharedName string
)

// sharing has the results of a partial by what it read from the page. It is a tree, since each read depends on the
// answers before.
type sharing struct {
	mu   sync.Mutex
	root reading
}

// reading is one read of the partial from the page, or its result after the last read.
type reading struct {
	path []string
	args []any
	next map[string]*reading // by answer
	made *cachedPartial
}

// tally counts for one partial how often sharing succeeded.
type tally struct {
	mu                      sync.Mutex
	spoiled, missed, shared int
}

// count counts, and reports whether sharing is still useful.
func (t *tally) count(spoiled, missed, shared int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spoiled, t.missed, t.shared = t.spoiled+spoiled, t.missed+missed, t.shared+shared
	return (t.spoiled < 4 || t.spoiled < t.shared) && (t.missed < 64 || t.missed < 4*t.shared)
}

// shared returns the result of a partial for another page with the same answers, or executes it with a stand-in. ok is
// false if it must be executed with the page itself.
func (at cached) shared(w *Worker, c *call, once bool) (value any, ok bool, err error) {
	key, ok := at.byPage.key(c)
	if !ok {
		return nil, false, nil
	}
	n, _ := w.run.memo.LoadOrStore(sharedName(at.byPage.name), &tally{})
	t := n.(*tally)
	if !t.count(0, 0, 0) {
		return nil, false, nil
	}
	v, _ := w.run.memo.LoadOrStore(sharedKey(key), &sharing{})
	s := v.(*sharing)
	if made := s.find(w, c, at); made != nil {
		t.count(0, 0, 1)
		ok, err := c.afford(at, made, once)
		return made.value, ok || err != nil, err
	}
	a := &attempt{page: at.byPage.page}
	inner := c.apart()
	inner.Stores, inner.merged, inner.first = maps.Clone(c.Stores), maps.Clone(c.merged), nil
	in := &tmpl.Standin{}
	in.Read = func(scope tmpl.Scope, path []string, args []any) (any, error) {
		return a.read(in, scope.(*view.Call), path, args)
	}
	end := w.exec.Watch(in)
	value, err = w.partial(inner, at.byPage.name, at.byPage.with(in))
	end()
	if err != nil || in.Spoiled() || in.Within(value) {
		t.count(1, 0, 0)
		inner.forget()
		return nil, false, nil
	}
	t.count(0, 1, 0)
	read := inner.Recorder.Record()
	rest := slices.Clone(read.Steps)
	made, repeatable, err := at.took(w, c, inner, value, slices.Concat(a.asked.Record().Steps, rest))
	if err != nil {
		return nil, true, err
	}
	if repeatable && !a.lost {
		of := *made
		of.steps, of.answer, of.settled = rest, 0, false
		if at.piece != "" && len(of.outputs) == 0 && settled(rest) {
			of.answer, of.settled = valueHash(value)
		}
		if w.run.mayRemember(of.size()) {
			s.add(a.log, &of)
		}
	}
	value, err = c.gave(at, made, once && repeatable)
	return value, true, err
}

// attempt is one execution with a stand-in.
type attempt struct {
	page  *view.Page
	asked trace.Recorder // questions about the page
	log   []answered
	lost  bool // a value was read that cannot be compared
}

// answered is one value read from the page.
type answered struct {
	path   []string
	args   []any
	answer string
}

// read reads a value from the page.
func (a *attempt) read(in *tmpl.Standin, c *view.Call, path []string, args []any) (any, error) {
	for path[0] == "Page" && len(args) == 0 {
		if path = path[1:]; len(path) == 0 {
			return in, nil
		}
	}
	if path[0] == "Site" && (len(path) > 1 || len(args) == 0) {
		return c.Get(a.page.Site(), path[1:], args...)
	}
	before := c.Recorder
	c.Recorder, c.Seen = &a.asked, nil // earlier questions are recorded elsewhere
	v, err := c.Get(a.page, path, args...)
	c.Recorder, c.Seen = before, nil
	if err != nil {
		return nil, err
	}
	const most = 100
	answer, ok := answerOf(v)
	for _, arg := range args {
		_, known := answerOf(arg)
		ok = ok && known
	}
	if !ok || len(a.log) == most {
		a.lost = true
	} else {
		a.log = append(a.log, answered{path, slices.Clone(args), answer})
	}
	return v, nil
}

// answerOf returns a text that identifies a value; false if there is none.
func answerOf(v any) (string, bool) {
	const most = 50
	var b strings.Builder
	switch v := v.(type) {
	case template.HTML:
		return "html " + string(v), true
	case view.Pages:
		if len(v) > most {
			return "", false
		}
		b.WriteString("pages")
		for _, p := range v {
			if p == nil || !view.IsWhole(p) {
				return "", false
			}
			b.WriteByte(0)
			b.WriteString(view.Model(p).Key)
		}
		return b.String(), true
	case *view.Page:
		if v != nil && !view.IsWhole(v) {
			return "", false
		}
	}
	ok := writeIdentity(&b, v, 0)
	return b.String(), ok
}

// find returns the result of the partial for a page, if another page has the same answers.
func (s *sharing) find(w *Worker, c *call, at cached) *cachedPartial {
	inner := c.apart()
	defer inner.forget()
	inner.Stores, inner.merged, inner.first = maps.Clone(c.Stores), maps.Clone(c.merged), nil
	end := w.exec.Run(&inner.Call)
	defer end()
	for r := &s.root; ; {
		s.mu.Lock()
		path, args, made := r.path, r.args, r.made
		s.mu.Unlock()
		if made != nil {
			if changed(c, inner) {
				return nil
			}
			return made.for_(at, inner.Recorder.Record().Steps)
		}
		if path == nil {
			return nil
		}
		v, err := inner.Get(at.byPage.page, path, args...)
		if err != nil {
			return nil
		}
		answer, ok := answerOf(v)
		if !ok {
			return nil
		}
		s.mu.Lock()
		r = r.next[answer]
		s.mu.Unlock()
		if r == nil {
			return nil
		}
	}
}

// for_ returns the result of the partial for a page about which some questions were asked.
func (p *cachedPartial) for_(at cached, asked []trace.Step) *cachedPartial {
	out := *p
	if p.settled && settled(asked) {
		out.steps = []trace.Step{{Question: trace.Question{Kind: trace.Piece, Key: at.piece}, Answer: p.answer}}
	} else {
		out.steps = slices.Concat(asked, p.steps)
	}
	return &out
}

// changed reports whether c had effects since it was copied.
func changed(from, c *call) bool {
	return c.Pager != from.Pager || len(c.Warnings) != len(from.Warnings) || c.draws != from.draws ||
		c.adopted != from.adopted ||
		c.OfPage != from.OfPage || c.deferrals != from.deferrals || len(c.blocks) > 0 || len(c.Outputs) > 0
}

// add adds the result of the partial after all these reads.
func (s *sharing) add(log []answered, made *cachedPartial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.root
	for _, a := range log {
		if r.made != nil {
			return
		}
		if r.path == nil {
			r.path, r.args, r.next = a.path, a.args, make(map[string]*reading)
		} else if !slices.Equal(r.path, a.path) {
			return
		}
		if r.next[a.answer] == nil {
			r.next[a.answer] = &reading{}
		}
		r = r.next[a.answer]
	}
	if r.path == nil {
		r.made = made
	}
}
