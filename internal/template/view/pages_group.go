package view

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// PageGroup has pages that share a key: https://gohugo.io/methods/pages/groupby/ All methods of Pages work on it.
type PageGroup struct {
	Key any
	Pages
}

// PagesGroup is a list of groups.
type PagesGroup []PageGroup

// Len is the number of pages in all groups (int).
func (g PagesGroup) Len() int {
	n := 0
	for _, x := range g {
		n += len(x.Pages)
	}
	return n
}

// Reverse are the groups in reverse order (PagesGroup).
func (g PagesGroup) Reverse() PagesGroup {
	out := slices.Clone(g)
	slices.Reverse(out)
	return out
}

// GroupBy groups by the value of a method of Page; the order of the keys is asc (default) or desc
// (PagesGroup): https://gohugo.io/methods/pages/groupby/
func (ps Pages) GroupBy(c *Call, method string, order ...string) (PagesGroup, error) {
	if _, ok := reflect.TypeFor[*Page]().MethodByName(method); !ok {
		return nil, tmpl.NoMember(reflect.TypeFor[*Page](), method)
	}
	return ps.groupBy(c, order, func(p *Page) (any, bool, error) {
		v, err := c.Name(p, method, nil)
		return v, true, err
	})
}

// GroupByParam groups by a parameter; pages without it are left out (PagesGroup):
// https://gohugo.io/methods/pages/groupbyparam/
func (ps Pages) GroupByParam(c *Call, key string, order ...string) (PagesGroup, error) {
	c.askEach(ps, trace.PageParams)
	var kind reflect.Type // of the first value: values of other types are left out, as in Hugo
	return ps.groupBy(c, order, func(p *Page) (any, bool, error) {
		v, _ := tmpl.Params(p.p.Params).Lookup(key)
		if v == nil {
			return nil, false, nil
		}
		t := reflect.TypeOf(v)
		if kind == nil && t.Kind() != reflect.Slice {
			kind = t
		}
		return v, t == kind, nil
	})
}

func (ps Pages) groupBy(c *Call, order []string, key func(*Page) (any, bool, error)) (PagesGroup, error) {
	var out PagesGroup
	at := make(map[any]int)
	for _, p := range ps {
		k, ok, err := key(p)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		id := k
		if rv := reflect.ValueOf(k); rv.IsValid() && !rv.Comparable() {
			continue // a map or a list, which Hugo also leaves out
		}
		i, have := at[id]
		if !have {
			i = len(out)
			at[id] = i
			out = append(out, PageGroup{Key: k})
		}
		out[i].Pages = append(out[i].Pages, p)
	}
	col := collatorFor(c, ps.lang(c))
	slices.SortStableFunc(out, func(a, b PageGroup) int { return compareKeys(col, a.Key, b.Key) })
	if isDescending(order) {
		slices.Reverse(out)
	}
	return out, nil
}

// compareKeys compares the keys of groups: numbers by size, text in the order of its language, other values by their
// text.
func compareKeys(col *words.Collator, a, b any) int {
	if x, ok := tmpl.Number(a); ok {
		if y, ok := tmpl.Number(b); ok {
			return cmp.Compare(x, y)
		}
	}
	if x, ok := a.(time.Time); ok {
		if y, ok := b.(time.Time); ok {
			return x.Compare(y)
		}
	}
	return col.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// GroupByDate groups by the formatted date, the newest first unless the order is asc (PagesGroup):
// https://gohugo.io/methods/pages/groupbydate/
func (ps Pages) GroupByDate(c *Call, layout string, order ...string) (PagesGroup, error) {
	return groupByTime(c, ps.ByDate(c), (*Page).Date, layout, order)
}

// GroupByPublishDate groups by publish date (PagesGroup):
// https://gohugo.io/methods/pages/groupbypublishdate/
func (ps Pages) GroupByPublishDate(c *Call, layout string, order ...string) (PagesGroup, error) {
	return groupByTime(c, ps.ByPublishDate(c), (*Page).PublishDate, layout, order)
}

// GroupByExpiryDate groups by expiry date (PagesGroup):
// https://gohugo.io/methods/pages/groupbyexpirydate/
func (ps Pages) GroupByExpiryDate(c *Call, layout string, order ...string) (PagesGroup, error) {
	return groupByTime(c, ps.ByExpiryDate(c), (*Page).ExpiryDate, layout, order)
}

// GroupByLastmod groups by the date of the last change (PagesGroup):
// https://gohugo.io/methods/pages/groupbylastmod/
func (ps Pages) GroupByLastmod(c *Call, layout string, order ...string) (PagesGroup, error) {
	return groupByTime(c, ps.ByLastmod(c), (*Page).Lastmod, layout, order)
}

// GroupByParamDate groups by a parameter that is a date; pages without it are of the year 1 (PagesGroup):
// https://gohugo.io/methods/pages/groupbyparamdate/
func (ps Pages) GroupByParamDate(c *Call, key, layout string, order ...string) (PagesGroup, error) {
	c.askEach(ps, trace.PageParams)
	dates := make(map[*Page]time.Time)
	dated := slices.Clone(ps)
	for _, p := range ps {
		v, _ := tmpl.Params(p.p.Params).Lookup(key)
		dates[p], _ = c.timeOf(v)
	}
	slices.SortStableFunc(dated, func(a, b *Page) int { return cmp.Compare(dates[a].Unix(), dates[b].Unix()) })
	return groupByTime(c, dated, func(p *Page) time.Time { return dates[p] }, layout, order)
}

// groupByTime groups pages sorted by a date, the oldest first.
func groupByTime(c *Call, sorted Pages, date func(*Page) time.Time, layout string, order []string) (PagesGroup, error) {
	ascending := false
	if len(order) > 0 {
		switch strings.ToLower(order[0]) {
		case "asc", "rev", "reverse":
			ascending = true
		}
	}
	if !ascending {
		sorted = sorted.Reverse(c)
	}
	var out PagesGroup
	for _, p := range sorted {
		key := c.formatTime(layout, date(p))
		if len(out) == 0 || out[len(out)-1].Key != key {
			out = append(out, PageGroup{Key: key})
		}
		g := &out[len(out)-1]
		g.Pages = append(g.Pages, p)
	}
	return out, nil
}

// formatTime formats a time as the function time.Format does, in the language of the page.
func (c *Call) formatTime(layout string, t time.Time) string {
	if c != nil && c.Executor != nil {
		if v, err := c.Executor.Call("time.Format", layout, t); err == nil {
			return fmt.Sprint(v)
		}
	}
	return t.Format(layout)
}

// timeOf converts a value to a time as the function time.AsTime does.
func (c *Call) timeOf(v any) (time.Time, bool) {
	if t, ok := v.(time.Time); ok {
		return t, true
	}
	if v == nil || c == nil || c.Executor == nil {
		return time.Time{}, false
	}
	x, err := c.Executor.Call("time.AsTime", v)
	if err != nil {
		return time.Time{}, false
	}
	t, ok := x.(time.Time)
	return t, ok
}

// group implements the function group: pages with a key. https://gohugo.io/functions/collections/group/
func (c *Call) group(key, items any) (any, error) {
	if key == nil {
		return nil, errors.New("group: nil is not a valid key to group by")
	}
	pages, err := toPages(items)
	if err != nil {
		return nil, fmt.Errorf("group: %w", err)
	}
	return PageGroup{Key: key, Pages: pages}, nil
}
