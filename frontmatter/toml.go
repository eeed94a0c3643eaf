package frontmatter

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlHints contains hints for the most common mistakes, by a part of the message.
var tomlHints = []struct{ part, hint string }{
	{"expected '=' after", `write key = "value" in TOML: key: value is YAML`},
	{"at start of value", `a value is text in quotes, a number, true or false, a date, or a [list]`},
	{"already exists", "add the keys below it to the table that has this name above"},
	{"strings cannot have new lines", "the quoted text is never closed on this line"},
}

// decodeTOML reads a TOML document.
func decodeTOML(c *reading) (any, error) {
	if err := c.checkTOML(); err != nil {
		return nil, err
	}
	var m map[string]any
	if err := toml.Unmarshal(c.text, &m); err != nil {
		var e *toml.DecodeError
		if !errors.As(err, &e) {
			return nil, c.problem(1, 1, "the TOML cannot be read: "+err.Error())
		}
		line, col := e.Position()
		d := c.problem(line, col, "the TOML cannot be read: "+strings.TrimPrefix(e.Error(), "toml: "))
		for _, h := range tomlHints {
			if strings.Contains(d.Message, h.part) {
				d.Hint = h.hint
			}
		}
		return nil, d
	}
	c.noteTOML()
	if m == nil {
		m = map[string]any{}
	}
	return c.tomlValue(m, "")
}

// noteTOML records the lines of the keys and of the tables in lists; the text must be valid.
func (c *reading) noteTOML() {
	var p unstable.Parser
	p.Reset(c.text)
	last := map[string]int{} // index of the last table, by the path of a list of tables
	table := ""
	line, at := 1, 0
	for p.NextExpression() {
		e := p.Expression()
		path := ""
		if e.Kind == unstable.KeyValue {
			path = table
		}
		for it := e.Key(); it.Next(); {
			key := it.Node()
			if to := int(key.Raw.Offset); to > at {
				line += bytes.Count(c.text[at:to], []byte{'\n'})
				at = to
			}
			c.note(path, string(key.Data), line)
			path = join(path, string(key.Data))
			n, list := last[path]
			switch {
			case e.Kind == unstable.ArrayTable && it.IsLast():
				if list {
					n++
				}
				last[path] = n
				path = join(path, strconv.Itoa(n))
				c.note("", path, line)
			case list:
				path = join(path, strconv.Itoa(n))
			}
		}
		if e.Kind != unstable.KeyValue {
			table = path
		}
	}
}

// tomlValue converts a decoded value to the types of Block. path is its key path, for messages.
func (c *reading) tomlValue(v any, path string) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		return c.tomlTable(v, path)
	case []any:
		defer c.inList()()
		for i := range v {
			var err error
			if v[i], err = c.tomlValue(v[i], path); err != nil {
				return nil, err
			}
		}
	case toml.LocalDate:
		return Local{Year: v.Year, Month: time.Month(v.Month), Day: v.Day, HasDate: true}, nil
	case toml.LocalTime:
		return Local{Hour: v.Hour, Minute: v.Minute, Second: v.Second, Nano: v.Nanosecond, HasTime: true}, nil
	case toml.LocalDateTime:
		return Local{
			Year: v.Year, Month: time.Month(v.Month), Day: v.Day,
			Hour: v.Hour, Minute: v.Minute, Second: v.Second, Nano: v.Nanosecond,
			HasDate: true, HasTime: true,
		}, nil
	}
	return v, nil
}

// tomlTable is tomlValue for a table. For keys that differ only in case, see hides.
func (c *reading) tomlTable(m map[string]any, path string) (any, error) {
	var hidden []string
	for _, k := range slices.Sorted(maps.Keys(m)) { // capitals come first
		if slices.Contains(hidden, k) {
			continue
		}
		after := c.below(k, path == "")
		v, err := c.tomlValue(m[k], join(path, k))
		after()
		if err != nil {
			return nil, err
		}
		name := c.key(k)
		if c.hides(k) {
			delete(m, k)
			hidden = append(hidden, name)
		}
		m[name] = v
	}
	return m, nil
}
