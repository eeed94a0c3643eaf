package vitepress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// Limits of a page: of bytes that loops write, and of items of a number.
const (
	mostCopied = 1 << 20
	mostItems  = 1000
)

var (
	loop   = pattern.New(`\s(v-for)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	loopIn = pattern.New(`^\s*\(?\s*(\{[^{}]*\}|[\w$]+)\s*(?:,\s*([\w$]+)\s*)?(?:,\s*([\w$]+)\s*)?\)?\s+(?:in|of)\s+([\s\S]+)$`)
	// dynamic matches an attribute whose value is an expression.
	dynamic = pattern.New(`(\s(?::|v-bind:|v-if|v-else-if|v-show|v-text|v-html)[\w-]*=)(?:"([^"]*)"|'([^']*)')`)
)

// copied is a text that loops write, with the line of the page for each of its lines.
type copied struct {
	strings.Builder
	nos []int
}

// add adds a part of a text whose lines have the numbers nos, the first of them that of the last line so far.
func (c *copied) add(text string, nos []int) {
	c.WriteString(text)
	c.nos = append(c.nos, nos[1:1+strings.Count(text, "\n")]...)
}

// loops writes the elements with v-for over known lists as often as their lists have items, and removes those whose
// lists a program computes: https://vuejs.org/guide/essentials/list.
func (w *text) loops() {
	if !slices.ContainsFunc(w.lines, func(line string) bool { return strings.Contains(line, "v-for") }) {
		return
	}
	left := mostCopied
	out := w.copies(w.lines, w.nos, w.raw, &left)
	w.lines, w.nos = strings.Split(out.String(), "\n"), out.nos
	clear(w.raw)
	w.literal()
}

// copies returns a text with these elements written out. nos are the lines of the page for each line, and left is the
// number of bytes that may be added.
func (w *text) copies(lines []string, nos []int, raw map[int]bool, left *int) *copied {
	all := strings.Join(lines, "\n")
	out := &copied{nos: nos[:1:1]}
	at, no := 0, 0
	// skip leaves out the text up to a position, until writes it.
	skip := func(to int) {
		no += strings.Count(all[at:to], "\n")
		at = to
	}
	until := func(to int) {
		out.add(all[at:to], nos[no:])
		skip(to)
	}
	for _, e := range written(lines, raw, loop) {
		if e.directive == "" || e.start < at {
			continue
		}
		until(e.start)
		items, ok := w.items(e.say)
		element := all[e.start:e.from] + all[e.to:e.end]
		part := &copied{nos: nos[no : no+1 : no+1]}
		for i, bound := range items {
			if *left -= len(element); *left < 0 {
				ok = false
				break
			}
			if i > 0 && strings.Contains(element, "\n") {
				part.add("\n", []int{nos[no], nos[no]})
			}
			inner := w.copy(element, nos[no:], bound, left)
			part.add(inner.String(), inner.nos)
		}
		if ok {
			out.add(part.String(), part.nos)
		} else {
			w.lost.Add(nos[no], "v-for", "a list that Vue computes is left out, such as v-for=\""+foreign.Short(e.say)+`"`,
				"write its items")
		}
		skip(e.end)
	}
	until(len(all))
	return out
}

// copy returns an element for an item: its expressions that name the values of the item get names of their own.
func (w *text) copy(element string, nos []int, bound map[string]any, left *int) *copied {
	outer := w.scope.bound
	defer func() { w.scope.bound = outer }()
	w.scope.bound = map[string]any{}
	for _, values := range []map[string]any{outer, bound} {
		for name, v := range values {
			w.scope.bound[name] = v
		}
	}
	out := w.copies(strings.Split(element, "\n"), nos, nil, left)
	lines := strings.Split(out.String(), "\n")
	places := block.PlacesOf(lines)
	named := func(expression string) string {
		if v, ok := w.scope.value(expression); ok && w.scope.isBound(expression) {
			return w.scope.keep(v)
		}
		return expression
	}
	for i, line := range lines {
		if places[i] != block.NoCode {
			continue
		}
		line = dynamic.ReplaceAllStringFunc(line, func(all string) string {
			m := dynamic.FindStringSubmatch(all)
			name := named(m[2] + m[3])
			if name == m[2]+m[3] {
				return all
			}
			return m[1] + `"` + name + `"`
		})
		lines[i] = mustache.ReplaceAllStringFunc(line, func(all string) string {
			return "{{ " + strings.TrimSpace(named(mustache.FindStringSubmatch(all)[1])) + " }}"
		})
	}
	filled := &copied{nos: out.nos}
	filled.WriteString(strings.Join(lines, "\n"))
	return filled
}

// items returns the values that a loop binds for each item; ok is false if a program computes the list.
func (w *text) items(say string) (out []map[string]any, ok bool) {
	m := loopIn.FindStringSubmatch(say)
	if m == nil {
		return nil, false
	}
	list, ok := w.scope.value(m[4])
	add := func(values ...any) {
		bound := map[string]any{}
		for i, v := range values {
			if name := m[i+1]; name != "" && name[0] != '{' {
				bound[name] = v
			}
		}
		if m[1][0] == '{' { // { name, age }
			for name := range strings.SplitSeq(strings.Trim(m[1], "{} "), ",") {
				name = strings.TrimSpace(name)
				bound[name] = script.Member(values[0], name)
			}
		}
		out = append(out, bound)
	}
	n, isNumber := frontmatter.Float(list)
	switch of := list.(type) {
	case []any:
		if slices.Contains(of, any(script.Unknown{})) { // it may be any number of items
			return nil, false
		}
		for i, v := range of {
			add(v, float64(i))
		}
	case *script.Object:
		for i, key := range of.Keys {
			add(of.Values[key], key, float64(i))
		}
	default:
		if !isNumber || n > mostItems {
			return nil, false
		}
		for i := range int(n) {
			add(float64(i+1), float64(i))
		}
	}
	return out, ok
}

var word = pattern.New(`[\w$]+`)

// isBound reports whether an expression names a value of a loop.
func (s *scope) isBound(expression string) bool {
	return len(s.bound) > 0 && slices.ContainsFunc(word.FindAllString(expression, -1), func(name string) bool {
		_, ok := s.bound[name]
		return ok
	})
}

// keep returns a name for a value, which expressions of the page can use.
func (s *scope) keep(v any) string {
	s.kept = append(s.kept, v)
	return fmt.Sprintf("$kept%d", len(s.kept)-1)
}

var keptName = pattern.New(`^\$kept(\d+)$`)
