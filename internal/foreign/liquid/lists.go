package liquid

import (
	"cmp"
	"slices"
	"strings"
)

// lists makes a filter of a function for lists. of returns the list that a value is.
func lists(of func(r *Run, v any) []any, f func(r *Run, list, args []any) (any, bool)) Filter {
	return func(r *Run, v any, args []any) (any, bool) {
		list := of(r, v)
		if !r.Spend(len(list)) {
			return nil, false
		}
		return f(r, list, args)
	}
}

func ofList(f func(r *Run, list, args []any) (any, bool)) Filter   { return lists((*Run).list, f) }
func ofFlat(f func(r *Run, list, args []any) (any, bool)) Filter   { return lists((*Run).flat, f) }
func ofValues(f func(r *Run, list, args []any) (any, bool)) Filter { return lists((*Run).values, f) }

// onlyLists makes a filter that leaves other values as they are.
func onlyLists(f func(list, args []any) any) Filter {
	return func(r *Run, v any, args []any) (any, bool) {
		list, ok := v.([]any)
		if !ok {
			return v, true
		}
		return f(list, args), r.Spend(len(list))
	}
}

func sizeOf(r *Run, v any, _ []any) (any, bool) {
	if n := r.member(v, "size"); n != nil {
		return n, true
	}
	return 0, true
}

// property returns a member of an item, given its path: author.name
func (r *Run) property(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		v = r.known(r.member(v, key))
	}
	return v
}

func join(r *Run, list, args []any) (any, bool) {
	by := " "
	if len(args) > 0 {
		by = r.Text(args[0])
	}
	parts, size := make([]string, len(list)), 0
	for i, v := range list {
		parts[i] = r.Text(v)
		if size += len(parts[i]) + len(by); size > mostPrinted {
			return nil, false
		}
	}
	return strings.Join(parts, by), true
}

// sorted returns a list in order, by a property or by the items. Items without a value come first, or last if an
// argument says so.
func sorted(key func(r *Run, v any) any) func(r *Run, list, args []any) (any, bool) {
	return func(r *Run, list, args []any) (any, bool) {
		type item struct{ v, by any }
		items := make([]item, len(list))
		for i, v := range list {
			by := v
			if path, ok := arg(args, 0).(string); ok {
				by = r.property(v, path)
			}
			items[i] = item{v, key(r, by)}
		}
		none := -1
		if arg(args, 1) == "last" {
			none = 1
		}
		slices.SortStableFunc(items, func(a, b item) int {
			r.Spend(0)
			if (a.by == nil) != (b.by == nil) {
				if a.by == nil {
					return none
				}
				return -none
			}
			c, ok := order(a.by, b.by)
			if !ok {
				return strings.Compare(r.Text(a.by), r.Text(b.by))
			}
			return c
		})
		out := make([]any, len(items))
		for i, item := range items {
			out[i] = item.v
		}
		return out, true
	}
}

// chosen makes a filter of what it does with the values of a list and a condition: a field is true, or equal to, or
// contains, a second argument: https://jekyllrb.com/docs/liquid/filters/
func chosen(f func(list []any, matches func(v any) bool) any) Filter {
	return ofValues(func(r *Run, list, args []any) (any, bool) {
		path := r.Text(arg(args, 0))
		return f(list, func(v any) bool {
			v = r.property(v, path)
			if len(args) < 2 {
				return truth(v)
			}
			all, ok := v.([]any)
			return r.equal(v, args[1]) ||
				ok && slices.ContainsFunc(all, func(one any) bool { return r.equal(one, args[1]) }) ||
				v != nil && r.Text(v) == r.Text(args[1])
		}), true
	})
}

func reject(list []any, matches func(v any) bool) any {
	return slices.DeleteFunc(slices.Clone(list), matches)
}

// byExpression makes a filter of an expression for the items of a list: where_exp: "name", "name.a == 1"
func byExpression(f func(r *Run, list []any, of func(v any) any) any) Filter {
	return ofValues(func(r *Run, list, args []any) (any, bool) {
		name, ok := arg(args, 0).(string)
		e, ok2 := arg(args, 1).(string)
		if !ok || !ok2 {
			return nil, false
		}
		return f(r, list, func(v any) any { return r.EvalWith(name, v, e) }), true
	})
}

// grouped returns a table with name, items, and size for each value, in the order in which they occur first.
func grouped(r *Run, list []any, of func(v any) any) any {
	var names []string
	groups := map[string][]any{}
	for _, v := range list {
		name := r.Text(of(v))
		if _, ok := groups[name]; !ok {
			names = append(names, name)
		}
		groups[name] = append(groups[name], v)
	}
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = map[string]any{"name": name, "items": groups[name], "size": len(groups[name])}
	}
	return out
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// unique returns a list without repeated items.
func unique(r *Run, list, args []any) (any, bool) {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(v any) bool {
		if path, ok := arg(args, 0).(string); ok {
			v = r.property(v, path)
		}
		var b strings.Builder
		r.write(&b, v, true)
		twice := seen[b.String()]
		seen[b.String()] = true
		return twice
	}), true
}

// sentence returns a list as a part of a sentence: a, b, and c
func sentence(r *Run, list, args []any) (any, bool) {
	and := cmp.Or(r.Text(arg(args, 0)), "and")
	switch n := len(list); n {
	case 0, 1:
		return r.Text(list), true
	case 2:
		return r.Text(list[0]) + " " + and + " " + r.Text(list[1]), true
	default:
		all, ok := join(r, list[:n-1], []any{", "})
		return r.Text(all) + ", " + and + " " + r.Text(list[n-1]), ok
	}
}

func listFilters() map[string]Filter {
	as := func(f func(list []any) any) Filter {
		return ofFlat(func(_ *Run, list, _ []any) (any, bool) { return f(list), true })
	}
	lower := func(r *Run, v any) any {
		if v == nil {
			return nil
		}
		return strings.ToLower(r.Text(v))
	}
	return map[string]Filter{
		"size": sizeOf, "length": sizeOf, "join": ofFlat(join), "uniq": ofFlat(unique), "reject": chosen(reject),
		"where": chosen(func(list []any, matches func(v any) bool) any {
			return reject(list, func(v any) bool { return !matches(v) })
		}),
		"sort":         lists((*Run).pairs, sorted(func(_ *Run, v any) any { return v })),
		"sort_natural": ofFlat(sorted(lower)),
		"first":        func(r *Run, v any, _ []any) (any, bool) { return r.end(v, first), true },
		"last": func(r *Run, v any, _ []any) (any, bool) {
			return r.end(v, func(list []any) any {
				if len(list) == 0 {
					return nil
				}
				return list[len(list)-1]
			}), true
		},
		"reverse": as(func(list []any) any {
			out := slices.Clone(list)
			slices.Reverse(out)
			return out
		}),
		"compact": as(func(list []any) any {
			return slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == nil })
		}),
		"pop":     onlyLists(func(list, _ []any) any { return list[:max(0, len(list)-1)] }),
		"shift":   onlyLists(func(list, _ []any) any { return list[min(1, len(list)):] }),
		"push":    onlyLists(func(list, args []any) any { return slices.Concat(list, args) }),
		"unshift": onlyLists(func(list, args []any) any { return slices.Concat(args, list) }),
		"map": ofFlat(func(r *Run, list, args []any) (any, bool) {
			out := make([]any, len(list))
			for i, v := range list {
				out[i] = r.property(v, r.Text(arg(args, 0)))
			}
			return out, true
		}),
		"concat": ofFlat(func(r *Run, list, args []any) (any, bool) {
			return slices.Concat(list, r.flat(arg(args, 0))), true
		}),
		"sum": ofFlat(func(r *Run, list, args []any) (any, bool) {
			n, whole := 0.0, true
			for _, v := range list {
				if path, ok := arg(args, 0).(string); ok {
					v = r.property(v, path)
				}
				m, isWhole := numeric(v)
				n, whole = n+m, whole && isWhole
			}
			return result(n, whole)
		}),
		"has": chosen(func(list []any, matches func(v any) bool) any { return slices.ContainsFunc(list, matches) }),
		"find": chosen(func(list []any, matches func(v any) bool) any {
			if i := slices.IndexFunc(list, matches); i >= 0 {
				return list[i]
			}
			return nil
		}),
		"find_index": chosen(func(list []any, matches func(v any) bool) any {
			if i := slices.IndexFunc(list, matches); i >= 0 {
				return i
			}
			return nil
		}),
		"group_by": ofValues(func(r *Run, list, args []any) (any, bool) {
			return grouped(r, list, func(v any) any { return r.property(v, r.Text(arg(args, 0))) }), true
		}),
		"where_exp": byExpression(func(_ *Run, list []any, of func(any) any) any {
			return slices.DeleteFunc(slices.Clone(list), func(v any) bool { return !truth(of(v)) })
		}),
		"find_exp": byExpression(func(_ *Run, list []any, of func(any) any) any {
			if i := slices.IndexFunc(list, func(v any) bool { return truth(of(v)) }); i >= 0 {
				return list[i]
			}
			return nil
		}),
		"group_by_exp":             byExpression(grouped),
		"array_to_sentence_string": ofList(sentence),
	}
}
