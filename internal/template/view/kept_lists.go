package view

import (
	"cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// keptKey identifies the result of a function for a list of the site.
type keptKey struct {
	id       sliceID
	question string
}

// keptList is the result, with the facets that were read for it.
type keptList struct {
	pages         Pages
	cards, params bool
	others        []trace.Step
	spent         tmpl.Spent
}

func (k *keptList) size() int { return 200 + 8*len(k.pages) }

// mostKept limits the results that are kept, in pages: a question that names the page itself ("all pages except this
// one") has as many answers as there are pages.
func (s *perSite) mostKept() int64 { return 1<<16 + 8*int64(len(s.site.Pages)) }

// keep answers a where or sort of a list of the site. Themes ask the same question about the same list on every page,
// so the result is kept, and one question about the list is recorded instead of one for each of its pages. Each page
// pays for the result once, whichever page makes it.
func (c *Call) keep(v any, question string, answer func() (any, error)) (any, error) {
	ps, ok := v.(Pages)
	if !ok || len(ps) == 0 || c.watched != nil {
		return answer()
	}
	source := c.Views.frozenList(ps)
	if source == nil {
		return answer()
	}
	key := keptKey{idOf(ps), question}
	if k, ok := c.Kept(key).(*keptList); ok {
		c.asksAgain(source, k)
		return k.pages, nil
	}
	if k, ok := c.Views.answers.Load(key); ok {
		k := k.(*keptList)
		if ok, err := c.Afford(k.spent); ok || err != nil {
			c.Keep(key, k, k.size())
			c.asksAgain(source, k)
			return k.pages, err
		}
	}
	outer, warnings := c.Recorder, len(c.Warnings)
	w := &watch{owner: c, pages: ps}
	c.watched, c.Recorder, c.Seen = w, &trace.Recorder{}, nil // everything that the result reads must be recorded
	c.Apart(&c.Call)
	var spent tmpl.Spent
	var exhausted error
	out, err := func() (any, error) {
		defer func() { spent, exhausted = c.EndApart() }() // also if it panics
		return answer()
	}()
	read := c.Recorder.Record()
	c.watched, c.Recorder = nil, outer
	k := &keptList{cards: w.cards, params: w.params, others: read.Steps, spent: spent}
	c.asksAgain(source, k)
	if err := cmp.Or(err, exhausted, c.Pay(spent)); err != nil {
		return nil, err
	}
	if k.pages, ok = out.(Pages); !ok || len(c.Warnings) != warnings || !k.repeatable() {
		return out, nil
	}
	c.Keep(key, k, k.size())
	if n := int64(len(k.pages)) + 8; c.Views.keptPages.Add(n) > c.Views.mostKept() {
		c.Views.keptPages.Add(-n)
		return out, nil
	}
	if kept, loaded := c.Views.answers.LoadOrStore(key, k); loaded {
		return kept.(*keptList).pages, nil
	}
	if len(k.pages) > 0 && &k.pages[0] != &ps[0] {
		c.Views.answers.Store(idOf(k.pages), &list{key: source.key + "|" + question, pages: k.pages, from: source.root()})
	}
	return k.pages, nil
}

// repeatable reports whether repeating the question only records. Reading a body also adds the values that it stored.
func (k *keptList) repeatable() bool {
	const most = 16
	for _, s := range k.others {
		if s.Kind == trace.PageBody || s.Kind == trace.PageText || s.Kind == trace.PageSummary {
			return false
		}
	}
	return len(k.others) <= most
}

// asksAgain records the facets that were read for a result.
func (c *Call) asksAgain(source *list, k *keptList) {
	if c.Recorder == nil {
		return
	}
	if k.cards {
		source.record(c, trace.PageCard)
	}
	if k.params {
		source.record(c, trace.PageParams)
	}
	for _, s := range k.others {
		c.Recorder.Ask(s.Kind, s.Key, s.Answer)
	}
}

// watch collects the facets that are read from the pages of a list while they are visited in order.
type watch struct {
	owner         *Call // other calls, such as those of bodies, record their own questions
	pages         Pages
	at            int
	cards, params bool
}

// sees reports whether reading p's facet needs no separate question, since there will be one about the entire list.
func (w *watch) sees(c *Call, p *Page, facet trace.Kind) bool {
	if w == nil || w.owner != c || facet != trace.PageCard && facet != trace.PageParams {
		return false
	}
	for w.pages[w.at] != p {
		if w.at+1 == len(w.pages) || w.pages[w.at+1] != p {
			return false
		}
		w.at++
	}
	if facet == trace.PageCard {
		w.cards = true
	} else {
		w.params = true
	}
	return true
}
