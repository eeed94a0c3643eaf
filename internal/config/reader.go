package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// reader gets typed values from a decoded map. A value of another type is reported at its position, and the
// default stays.
type reader struct {
	values map[string]any
	path   string // dotted key of values, "" at the root
	item   string // dotted key with the numbers of items, "menus.main.0": where the tree has the origin
	under  string // "languages.KEY" if a language's values override the root's, else ""
	tree   *tree  // shared by all readers of one configuration
	diags  *diag.List
}

// sub returns the reader of a nested map; a missing one is empty.
func (r reader) sub(key string) reader {
	m, _ := r.value(key).(map[string]any)
	if v := r.value(key); v != nil && m == nil {
		r.wrong(key, "a table", v)
	}
	return r.at(key, m)
}

func (r reader) value(key string) any {
	if r.tree.asked != nil {
		r.tree.asked(join(r.path, strings.ToLower(key)))
	}
	return r.values[strings.ToLower(key)]
}
func (r reader) has(key string) bool { return r.value(key) != nil }
func (r reader) keys() []string      { return slices.Sorted(maps.Keys(r.values)) }

func (r reader) str(key string, into *string) {
	switch v := r.value(key).(type) {
	case nil:
	case string:
		*into = v
	case int, int64, uint64, float64, bool:
		*into = fmt.Sprint(v)
	default:
		r.wrong(key, "a string", v)
	}
}

func (r reader) boolean(key string, into *bool) {
	switch v := r.value(key).(type) {
	case nil:
	case bool:
		*into = v
	case string:
		if b, err := strconv.ParseBool(v); err == nil {
			*into = b
			return
		}
		r.wrong(key, "true or false", v)
	case int, int64, uint64:
		n, ok := frontmatter.Int(v)
		*into = n != 0 || !ok
	default:
		r.wrong(key, "true or false", v)
	}
}

// choice reads a boolean for which no value has a meaning, too.
func (r reader) choice(key string, into **bool) {
	if r.has(key) {
		*into = new(bool)
		r.boolean(key, *into)
	}
}

func (r reader) integer(key string, into *int) {
	switch v := r.value(key).(type) {
	case nil:
	case int, int64, uint64:
		n, ok := frontmatter.Int(v)
		if !ok {
			r.wrong(key, "a whole number", v)
			return
		}
		*into = n
	case float64:
		if v == float64(int(v)) {
			*into = int(v)
			return
		}
		r.wrong(key, "a whole number", v)
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			*into = n
			return
		}
		r.wrong(key, "a whole number", v)
	default:
		r.wrong(key, "a whole number", v)
	}
}

func (r reader) number(key string, into *float64) {
	v := r.value(key)
	n, ok := frontmatter.Float(v)
	if text, is := v.(string); is {
		f, err := strconv.ParseFloat(text, 64)
		n, ok = f, err == nil
	}
	switch {
	case ok:
		*into = n
	case v != nil:
		r.wrong(key, "a number", v)
	}
}

// fill reads all fields of a struct: the key of a field is its name or that in its tag, "-" for none.
func (r reader) fill(into any) {
	v := reflect.ValueOf(into).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		key := cmp.Or(field.Tag.Get("key"), field.Name)
		if key == "-" {
			continue
		}
		switch p := v.Field(i).Addr().Interface().(type) {
		case *string:
			r.str(key, p)
		case *bool:
			r.boolean(key, p)
		case *int:
			r.integer(key, p)
		case *float64:
			r.number(key, p)
		case *[]string:
			r.list(key, p)
		default:
			r.sub(key).fill(p)
		}
	}
}

// list reads a list of strings; a single string counts as a list of one, as in Hugo.
func (r reader) list(key string, into *[]string) {
	v := r.value(key)
	if v == nil {
		return
	}
	out, ok := stringsOf(v)
	if !ok {
		r.wrong(key, "a list of strings", v)
		return
	}
	*into = out
}

func stringsOf(v any) ([]string, bool) {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "[") {
			var out []string
			if json.Unmarshal([]byte(v), &out) == nil { // from the environment
				return out, true
			}
		}
		return []string{v}, true
	case []string:
		return v, true
	case []any:
		out := make([]string, len(v))
		for i, e := range v {
			switch e := e.(type) {
			case string:
				out[i] = e
			case int, int64, uint64, float64, bool:
				out[i] = fmt.Sprint(e)
			default:
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

// tables reads a list of maps; a single map counts as a list of one.
func (r reader) tables(key string) []reader {
	var out []reader
	switch v := r.value(key).(type) {
	case nil:
	case map[string]any:
		out = append(out, r.at(key, v))
	case []any:
		for i, e := range v {
			m, ok := e.(map[string]any)
			if !ok {
				r.wrong(key, "a list of tables", e)
				continue
			}
			out = append(out, r.at(key, m).nth(i))
		}
	default:
		r.wrong(key, "a list of tables", v)
	}
	return out
}

func (r reader) at(key string, m map[string]any) reader {
	lower := strings.ToLower(key)
	r.values, r.path, r.item = m, join(r.path, lower), join(r.item, lower)
	return r
}

// nth returns the reader as that of an item of a list of tables.
func (r reader) nth(i int) reader {
	r.item = join(r.item, strconv.Itoa(i))
	return r
}

// wrong reports a value of the wrong type.
func (r reader) wrong(key, want string, v any) {
	d := r.problem(key, diag.Error, fmt.Sprintf("%s must be %s, not %s", r.spelled(key), want, diag.Value(v)))
	d.Rule = "config-type"
}

// problem adds a diagnostic at the position of key, or of the nearest table above it.
func (r reader) problem(key string, s diag.Severity, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: s, Message: message}
	path := r.full(join(r.item, key))
	for path != "" && r.tree.origin[path] == "" {
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
	d.File, d.Line = splitPosition(r.tree.origin[path])
	*r.diags = append(*r.diags, d)
	return d
}

// full returns a dotted path: below the language if that sets it or a table above it.
func (r reader) full(path string) string {
	path = strings.ToLower(path)
	if r.under == "" {
		return path
	}
	for at := path; at != ""; at = at[:max(0, strings.LastIndexByte(at, '.'))] {
		if r.tree.origin[join(r.under, at)] != "" {
			return join(r.under, path)
		}
		if r.tree.origin[at] != "" {
			break
		}
	}
	return path
}

// spelled returns the dotted path of key as spelled in the files.
func (r reader) spelled(key string) string { return r.tree.spelled(r.full(join(r.path, key))) }

// Position returns the file and line that set a dotted lower-case key for a language, or else for all (l may be
// nil). For a key that is not set, it returns those of the nearest table above; for one that a flag sets, nothing.
func (c *Config) Position(l *Language, path string) (file string, line int) {
	r := reader{tree: &tree{origin: c.Origin}}
	if l != nil {
		r.under = "languages." + l.Lower
	}
	for at := r.full(path); at != ""; at = at[:max(0, strings.LastIndexByte(at, '.'))] {
		switch c.Origin[at] {
		case "":
		case "flag":
			return "", 0
		default:
			return splitPosition(c.Origin[at])
		}
	}
	return "", 0
}

// aboutParam is a message of an embedded theme about a parameter, and the value in it.
var aboutParam = regexp.MustCompile(`^(params(?:\.\w+)+)(?:[^"]*"([^"]+)")?`)

// PlaceParams gives the messages of embedded themes about parameters the positions where the configuration sets these.
func (c *Config) PlaceParams(l diag.List) diag.List {
	out := slices.Clone(l)
	for i, d := range l {
		key, about := "", d.About
		if d.Rule == "broken-image" && d.File == "" { // on a page without a file, or on all pages
			for _, lang := range c.Languages {
				key = cmp.Or(key, keyOf("params", lang.Params, about))
			}
		} else if m := aboutParam.FindStringSubmatch(d.Message); m != nil && strings.HasPrefix(d.File, "(") {
			key, about = strings.ToLower(m[1]), m[2]
		}
		if file, line := c.Position(nil, key); line > 0 {
			placed := *d
			placed.File, placed.Line, placed.Col, placed.About = file, line, 0, about
			if d.Rule == "broken-image" {
				placed.Hint = "correct the path, or add the file to assets/ or static/"
			}
			out[i] = &placed
		}
	}
	return out
}

// keyOf returns the dotted key of a text in a value at a key, the first in the order of keys; "" if there is none.
func keyOf(key string, value any, text string) string {
	switch v := value.(type) {
	case string:
		if v == text {
			return key
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if found := keyOf(key+"."+name, v[name], text); found != "" {
				return found
			}
		}
	}
	return ""
}

// splitPosition splits "hugo.toml:3"; the position of any other origin has only a file.
func splitPosition(origin string) (file string, line int) {
	if i := strings.LastIndexByte(origin, ':'); i > 0 {
		if n, err := strconv.Atoi(origin[i+1:]); err == nil {
			return origin[:i], n
		}
	}
	return origin, 0
}
