package liquid

import (
	"math"
	"strings"
)

// jinja returns filters and tests of Jinja that Liquid does not have:
// https://jinja.palletsprojects.com/en/stable/templates/#list-of-builtin-filters
func jinja() map[string]Filter {
	is := func(f func(r *Run, v any, args []any) bool) Filter {
		return func(r *Run, v any, args []any) (any, bool) { return f(r, v, args), true }
	}
	rest := func(by func(args []any) any, left float64) Filter {
		return is(func(_ *Run, v any, args []any) bool {
			n, ok := number(v)
			d, ok2 := number(by(args))
			return ok && ok2 && d != 0 && n-d*math.Floor(n/d) == left
		})
	}
	two := func([]any) any { return 2 }
	same := is(func(r *Run, v any, args []any) bool { return r.equal(v, arg(args, 0)) })
	out := map[string]Filter{
		"is odd": rest(two, 1), "is even": rest(two, 0),
		"is divisibleby": rest(func(args []any) any { return arg(args, 0) }, 0),
		"is eq":          same, "is equalto": same, "is sameas": same,
		"is string": is(func(_ *Run, v any, _ []any) bool {
			_, ok := v.(string)
			return ok
		}),
		"is number": is(func(_ *Run, v any, _ []any) bool {
			_, ok := number(v)
			return ok
		}),
		"is mapping": is(func(_ *Run, v any, _ []any) bool { return isTable(v) }),
		"is sequence": is(func(_ *Run, v any, _ []any) bool {
			_, list := v.([]any)
			_, text := v.(string)
			return list || text || isTable(v)
		}),
		"is true":  is(func(_ *Run, v any, _ []any) bool { return v == true }),
		"is false": is(func(_ *Run, v any, _ []any) bool { return v == false }),
		"is in":    is(func(r *Run, v any, args []any) bool { return r.compare(arg(args, 0), "contains", v) }),
		"get": func(r *Run, v any, args []any) (any, bool) {
			if out := r.member(v, arg(args, 0)); out != nil {
				return out, true
			}
			return arg(args, 1), true
		},
		"list":   onlyLists(func(list, _ []any) any { return list }),
		"unique": ofFlat(unique), "count": sizeOf,
		"max": extreme(1), "min": extreme(-1),
		"float": func(_ *Run, v any, _ []any) (any, bool) {
			n, _ := numeric(v)
			return n, true
		},
		"wordcount": func(r *Run, v any, _ []any) (any, bool) { return len(strings.Fields(r.Text(v))), true },
		"format": func(r *Run, v any, args []any) (any, bool) {
			s, ok := v.(string)
			for _, a := range args {
				before, after, more := strings.Cut(s, "%s")
				if ok = ok && more; ok {
					s = before + r.Text(a) + after
				}
			}
			return s, ok && !strings.Contains(s, "%")
		},
	}
	out["is iterable"], out["is integer"] = out["is sequence"], is(func(_ *Run, v any, _ []any) bool {
		n, ok := number(v)
		_, point := v.(float64)
		return ok && !point && n == math.Trunc(n)
	})
	return out
}

// isTable reports whether a value is a table.
func isTable(v any) bool {
	_, object := v.(Object)
	_, table := v.(map[string]any)
	return object || table
}

// extreme makes a filter that returns the largest item of a list, or with -1 the smallest.
func extreme(sign int) Filter {
	return ofFlat(func(_ *Run, list, _ []any) (any, bool) {
		if len(list) == 0 {
			return nil, false
		}
		out := list[0]
		for _, v := range list[1:] {
			c, ok := order(v, out)
			if !ok {
				return nil, false
			}
			if c*sign > 0 {
				out = v
			}
		}
		return out, true
	})
}
