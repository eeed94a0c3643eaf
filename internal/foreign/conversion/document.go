package conversion

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
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

// bare matches keys that TOML doesn't require to be quoted, and dotted ones: https://toml.io/en/v1.0.0#keys
var bare = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// Line returns `key = value   # from`.
func Line(key string, value any, from string) string {
	if !bare.MatchString(key) {
		key = Quote(key)
	}
	s := key + " = " + toml(value)
	if from != "" {
		s += "   # " + from
	}
	return s
}

// toml returns a value in TOML: text, a number, a boolean, or a list of texts.
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
