package liquid

import (
	"math"
	"slices"
	"strconv"
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
		"keys":   func(r *Run, v any, _ []any) (any, bool) { return ends(r.items(v), 0), isTable(v) },
		"values": func(r *Run, v any, _ []any) (any, bool) { return ends(r.items(v), 1), isTable(v) },
		"startswith": func(r *Run, v any, args []any) (any, bool) {
			return strings.HasPrefix(r.Text(v), r.Text(arg(args, 0))), true
		},
		"endswith": func(r *Run, v any, args []any) (any, bool) {
			return strings.HasSuffix(r.Text(v), r.Text(arg(args, 0))), true
		},
		"between": func(r *Run, v any, args []any) (any, bool) { return join(r, r.list(arg(args, 0)), []any{v}) },
		"unique":  ofFlat(unique), "count": sizeOf,
		"max": extreme(1), "min": extreme(-1),
		"float": func(_ *Run, v any, _ []any) (any, bool) {
			n, _ := numeric(v)
			return n, true
		},
		"wordcount": func(r *Run, v any, _ []any) (any, bool) { return len(strings.Fields(r.Text(v))), true },
		"format": func(r *Run, v any, args []any) (any, bool) {
			s, ok := v.(string)
			var b strings.Builder
			for at := strings.IndexByte(s, '%'); ok && at >= 0; at = strings.IndexByte(s, '%') {
				b.WriteString(s[:at])
				switch s = s[at+1:]; {
				case s != "" && s[0] == '%':
					b.WriteByte('%')
				case s != "" && strings.IndexByte("sd", s[0]) >= 0 && len(args) > 0:
					b.WriteString(r.Text(args[0]))
					args = args[1:]
				default:
					return nil, false
				}
				s = s[1:]
			}
			return b.String() + s, ok && len(args) == 0
		},
	}
	out["is iterable"], out["is integer"] = out["is sequence"], is(func(_ *Run, v any, _ []any) bool {
		n, ok := number(v)
		_, point := v.(float64)
		return ok && !point && n == math.Trunc(n)
	})
	return out
}

// ends returns the keys of pairs of key and value, or with 1 the values.
func ends(pairs []any, at int) []any {
	out := make([]any, len(pairs))
	for i, pair := range pairs {
		out[i] = pair.([]any)[at]
	}
	return out
}

// python prints a value as Python's repr does, and reports whether it can.
func (r *Run) python(b *strings.Builder, v any) bool {
	if !r.Spend(1) || b.Len() > mostPrinted {
		return false
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case string:
		quote := "'"
		if strings.Contains(v, quote) && !strings.Contains(v, `"`) {
			quote = `"`
		}
		escaped := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`, quote, `\`+quote).Replace(v)
		b.WriteString(quote + escaped + quote)
	case bool:
		b.WriteString(capitalized(strconv.FormatBool(v)))
	case []any:
		b.WriteByte('[')
		for i, one := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			if !r.python(b, one) {
				return false
			}
		}
		b.WriteByte(']')
	case *Table:
		b.WriteByte('{')
		for i, name := range v.Names {
			if i > 0 {
				b.WriteString(", ")
			}
			r.python(b, name)
			if b.WriteString(": "); !r.python(b, v.Values[name]) {
				return false
			}
		}
		b.WriteByte('}')
	default:
		if _, ok := number(v); !ok {
			return false
		}
		b.WriteString(r.Text(v))
	}
	return true
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

// jinjaLists returns the filters that mean something else in Liquid.
func jinjaLists() map[string]Filter {
	keep := func(want bool) Filter {
		return ofFlat(func(r *Run, list, args []any) (any, bool) { return r.tested(list, args, want, same) })
	}
	keepBy := func(want bool) Filter {
		return ofFlat(func(r *Run, list, args []any) (any, bool) {
			path := r.Text(arg(args, 0))
			of := func(r *Run, v any, _ []any) (any, bool) { return r.property(v, path), true }
			return r.tested(list, args[min(1, len(args)):], want, of)
		})
	}
	return map[string]Filter{
		"list": func(r *Run, v any, _ []any) (any, bool) {
			if !r.Keep {
				return v, true
			}
			return r.each(v), true
		},
		"select": keep(true), "reject": keep(false), "selectattr": keepBy(true), "rejectattr": keepBy(false),
		"map": ofFlat(func(r *Run, list, args []any) (any, bool) {
			f := r.filters[r.Text(arg(args, 0))]
			if path, ok := arg(args, 1).(string); ok && arg(args, 0) == nil {
				f = func(r *Run, v any, _ []any) (any, bool) { return r.property(v, path), true }
			}
			out, ok := make([]any, len(list)), f != nil
			for i, v := range list {
				if ok {
					out[i], ok = f(r, v, args[min(1, len(args)):])
				}
			}
			return out, ok
		}),
		"join": func(r *Run, v any, args []any) (any, bool) {
			list := r.flat(v)
			if r.Keep {
				list = r.each(v)
			}
			return join(r, list, []any{r.Text(arg(args, 0))})
		},
		"string": func(r *Run, v any, _ []any) (any, bool) { return r.Text(v), true },
		"groupby": ofFlat(func(r *Run, list, args []any) (any, bool) {
			path := r.Text(arg(args, 0))
			groups := grouped(r, list, func(v any) any { return r.property(v, path) }).([]any)
			for i, g := range groups {
				group := g.(map[string]any)
				groups[i] = []any{group["name"], group["items"]}
			}
			if !r.Keep { // Nunjucks does not sort them
				return groups, true
			}
			return sorted(func(_ *Run, v any) any { return v.([]any)[0] })(r, groups, nil)
		}),
		"dictsort": func(r *Run, v any, _ []any) (any, bool) {
			return sorted(func(r *Run, v any) any { return strings.ToLower(r.Text(v.([]any)[0])) })(r, r.pairs(v), nil)
		},
		"batch": ofFlat(func(r *Run, list, args []any) (any, bool) {
			n, ok := Int(arg(args, 0))
			if !ok || n < 1 || n > mostSteps {
				return nil, false
			}
			var out []any
			for part := range slices.Chunk(list, n) {
				if fill := arg(args, 1); fill != nil && r.Spend(n) {
					part = slices.Concat(part, slices.Repeat([]any{fill}, n-len(part)))
				}
				out = append(out, part)
			}
			return out, true
		}),
		"indent": func(r *Run, v any, args []any) (any, bool) {
			n, ok := Int(arg(args, 0))
			if arg(args, 0) == nil {
				n, ok = 4, true
			}
			s := r.Text(v)
			if !ok || n < 0 || n > 100 || !r.Spend(strings.Count(s, "\n")*n/64) {
				return nil, false
			}
			prefix := strings.Repeat(" ", n)
			if s = strings.ReplaceAll(s, "\n", "\n"+prefix); arg(args, 1) == true {
				s = prefix + s
			}
			return s, true
		},
		"truncate": func(r *Run, v any, args []any) (any, bool) {
			n, ok := Int(arg(args, 0))
			if arg(args, 0) == nil {
				n, ok = 255, true
			}
			end := "..."
			if own, ok := arg(args, 2).(string); ok {
				end = own
			}
			return r.shortened(r.Text(v), n, end, arg(args, 1) == true), ok && n >= 0
		},
	}
}

// tested returns the items whose value by a filter passes, or does not pass, the test that args name. Without a name,
// the value counts as true.
func (r *Run) tested(list, args []any, want bool, of Filter) (any, bool) {
	test := func(r *Run, v any, _ []any) (any, bool) { return v, true }
	if name, ok := arg(args, 0).(string); ok {
		if test = r.filters["is "+name]; test == nil {
			return nil, false
		}
	}
	var out []any
	for _, item := range list {
		v, _ := of(r, item, nil)
		passes, ok := test(r, v, args[min(1, len(args)):])
		if !ok {
			return nil, false
		}
		if r.truth(passes) == want {
			out = append(out, item)
		}
	}
	return out, r.Spend(len(list))
}

// shortened returns a text of at most n characters. In Jinja, these include the end, and a text that is five characters
// longer stays as it is; Nunjucks has neither. whole means that words may be cut.
func (r *Run) shortened(s string, n int, end string, whole bool) string {
	all := []rune(s)
	cut, most, next := n, n, 1
	if r.Keep {
		cut, most, next = max(0, n-len([]rune(end))), n+5, 0
	}
	if len(all) <= most {
		return s
	}
	s = string(all[:cut])
	if space := strings.LastIndexByte(string(all[:cut+next]), ' '); space >= 0 && !whole {
		s = s[:min(space, len(s))]
	}
	return s + end
}
