package migrate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// document is a TOML file that is being written: values at the top level, then tables.
type document struct {
	head   []string
	top    []string
	tables []string
}

// comment adds a line of the introduction.
func (d *document) comment(text string) { d.head = append(d.head, "# "+text) }

// set adds a value at the top level.
func (d *document) set(key string, value any, from string) {
	d.top = append(d.top, line(key, value, from))
}

// table adds a table with its lines, which line and bare make.
func (d *document) table(header, comment string, lines ...string) {
	text := "[" + header + "]\n" + strings.Join(lines, "\n")
	if comment != "" {
		text = "# " + comment + "\n" + text
	}
	d.tables = append(d.tables, text)
}

// raw adds the text of whole tables.
func (d *document) raw(text string) { d.tables = append(d.tables, strings.TrimSpace(text)) }

func (d *document) bytes() []byte {
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

// line is `key = value   # from`.
func line(key string, value any, from string) string {
	s := key + " = " + toml(value)
	if from != "" {
		s += "   # " + from
	}
	return s
}

// toml is a value as TOML writes it: of text, numbers, booleans, and lists of text.
func toml(value any) string {
	switch v := value.(type) {
	case string:
		return quote(v)
	case []string:
		out := make([]string, len(v))
		for i, s := range v {
			out[i] = quote(s)
		}
		return "[" + strings.Join(out, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}

// quote writes text as a basic string of TOML, which JSON's are but for DEL.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // every string has a JSON form
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
