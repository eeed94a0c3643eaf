package conversion

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Document is a TOML file under construction: values at the top level, then tables.
type Document struct {
	head   []string
	top    []string
	tables []string
}

// Comment adds a line of the introduction.
func (d *Document) Comment(text string) { d.head = append(d.head, "# "+text) }

// Set adds a value at the top level.
func (d *Document) Set(key string, value any, from string) {
	d.top = append(d.top, Line(key, value, from))
}

// Table adds a table; lines are the results of Line.
func (d *Document) Table(header, comment string, lines ...string) {
	text := "[" + header + "]\n" + strings.Join(lines, "\n")
	if comment != "" {
		text = "# " + comment + "\n" + text
	}
	d.tables = append(d.tables, text)
}

// Top adds the values that are not tables.
func (d *Document) Top(values map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if _, table := values[key].(map[string]any); !table {
			d.Set(key, values[key], "")
		}
	}
}

// Tables adds the values that are tables, except taxonomies.
func (d *Document) Tables(values map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if table, ok := values[key].(map[string]any); ok && key != "taxonomies" {
			d.Values(key, "", table)
		}
	}
}

// Has reports whether there is a table.
func (d *Document) Has(header string) bool {
	return slices.ContainsFunc(d.tables, func(text string) bool {
		return strings.HasPrefix("\n"+text, "\n["+header+"]\n") || strings.Contains(text, "\n["+header+"]\n")
	})
}

// Raw adds the text of complete tables.
func (d *Document) Raw(text string) { d.tables = append(d.tables, strings.TrimSpace(text)) }

func (d *Document) bytes() []byte {
	parts := []string{strings.Join(d.head, "\n"), strings.Join(d.top, "\n")}
	parts = append(parts, d.tables...)
	var b bytes.Buffer
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p + "\n")
	}
	return b.Bytes()
}

// Values adds a table with values, and the tables in it. Empty tables are left out.
func (d *Document) Values(header, comment string, values map[string]any) {
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if _, table := values[key].(map[string]any); !table && tables(values[key]) == nil {
			lines = append(lines, Line(key, values[key], ""))
		}
	}
	if len(lines) > 0 {
		d.Table(header, comment, lines...)
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if inner, ok := values[key].(map[string]any); ok {
			d.Values(header+"."+simple(key), "", inner)
		}
		for _, item := range tables(values[key]) {
			var lines []string
			for _, k := range slices.Sorted(maps.Keys(item)) {
				lines = append(lines, simple(k)+" = "+toml(item[k]))
			}
			d.Table("["+header+"."+simple(key)+"]", "", lines...)
		}
	}
}

// tables returns a list of which all items are tables; nil for other values.
func tables(v any) (out []map[string]any) {
	list, _ := v.([]any)
	for _, item := range list {
		table, ok := item.(map[string]any)
		if !ok {
			return nil
		}
		out = append(out, table)
	}
	return out
}

// Menu adds a menu, by its dotted key, with entries in their order.
func (d *Document) Menu(key, comment string, entries []Link) {
	for i, l := range entries {
		var lines []string
		if l.Name != "" { // else the title of the page is used
			lines = append(lines, Line("name", l.Name, ""))
		}
		if l.Page != "" {
			lines = append(lines, Line("pageRef", l.Page, ""))
		} else {
			lines = append(lines, Line("url", l.URL, ""))
		}
		d.Table("["+key+"]", comment, append(lines, Line("weight", i+1, ""))...)
		comment = ""
	}
}

// Cascades adds cascades.
func (d *Document) Cascades(comment string, cascades []any) {
	for _, c := range cascades {
		var lines []string
		values, _ := c.(map[string]any)
		for _, key := range slices.SortedFunc(maps.Keys(values), inOrder) {
			name := key
			if key == "linktitle" {
				name = "linkTitle"
			}
			lines = append(lines, Line(name, values[key], ""))
		}
		d.Table("[cascade]", comment, lines...)
		comment = ""
	}
}

// inOrder sorts the keys of a cascade as people write them.
func inOrder(a, b string) int {
	order := []string{"weight", "linktitle", "title", "sidebar", "url", "aliases", "layout", "build"}
	at := func(key string) int {
		if i := slices.Index(order, key); i >= 0 {
			return i
		}
		if key == "target" {
			return len(order) + 1
		}
		return len(order)
	}
	return cmp.Or(at(a)-at(b), strings.Compare(a, b))
}

// bare matches keys that TOML doesn't require to be quoted, and dotted ones: https://toml.io/en/v1.0.0#keys
var bare = pattern.New(`^[A-Za-z0-9_.-]+$`)

// simple returns a key without dots as it is written in TOML.
func simple(key string) string {
	if strings.Contains(key, ".") || !bare.MatchString(key) {
		return Quote(key)
	}
	return key
}

// Line returns `key = value   # from`.
func Line(key string, value any, from string) string {
	if !bare.MatchString(key) {
		key = Quote(key)
	}
	s := key + " = " + toml(value)
	if list, ok := value.([]any); ok && len(s) > 100 { // one item per line
		s = key + " = ["
		for _, item := range list {
			s += "\n\t" + toml(item) + ","
		}
		s += "\n]"
	}
	if from != "" {
		s += "   # " + from
	}
	return s
}

// toml returns a value in TOML. Tables are inline and have sorted keys; those without a value are left out.
func toml(value any) string {
	switch v := value.(type) {
	case string:
		return Quote(v)
	case []string:
		out := make([]string, len(v))
		for i, s := range v {
			out[i] = Quote(s)
		}
		return "[" + strings.Join(out, ", ") + "]"
	case []any:
		out := make([]string, len(v))
		for i, item := range v {
			out[i] = toml(item)
		}
		return "[" + strings.Join(out, ", ") + "]"
	case map[string]any:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if v[key] != nil {
				out = append(out, simple(key)+" = "+toml(v[key]))
			}
		}
		return "{" + strings.Join(out, ", ") + "}"
	case nil:
		return `""`
	default:
		return fmt.Sprint(v)
	}
}

// Quote returns text as a TOML basic string, which differs from a JSON string only in DEL.
func Quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // every string has a JSON form
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
