package frontmatter

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	yaml "go.yaml.in/yaml/v4"
)

// maxValues is the maximum number of values in a document after aliases are expanded. A few hundred bytes of
// nested aliases can expand to billions of values ("billion laughs"); real documents are far smaller.
const maxValues = 1_000_000

// decodeYAML decodes one YAML document. Further documents of the stream are ignored, as in Hugo.
func decodeYAML(c *reading) (any, error) {
	if err := c.checkYAML(); err != nil {
		return nil, err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(c.text, &root); err != nil {
		return nil, c.yamlError(err)
	}
	if root.Kind != yaml.DocumentNode || len(root.Content) == 0 {
		return nil, nil // nothing but comments
	}
	r := yamlReader{reading: c}
	value, _, err := r.value(root.Content[0], "", true)
	return value, err
}

// yamlReader converts nodes to values.
type yamlReader struct {
	*reading
	done   map[*yaml.Node]counted // anchored nodes, so an alias shares the value
	inside map[*yaml.Node]bool    // anchored nodes being read: an alias to one of them would be infinite
	depth  int                    // number of lists and maps around the current value
}

type counted struct {
	value any
	size  int
}

// value returns the value of n and the number of values in it. path is the dotted key path of n, as far as
// known.
func (r *yamlReader) value(n *yaml.Node, path string, known bool) (v any, size int, err error) {
	if n = r.fallback(n); n.Kind == yaml.AliasNode {
		if r.inside[n.Alias] {
			return nil, 0, r.problem(n.Line, n.Column, fmt.Sprintf("the alias *%s is inside the value that it names", n.Value))
		}
		if s, ok := r.done[n.Alias]; ok {
			return s.value, s.size, nil
		}
		return r.value(n.Alias, path, known)
	}
	if n.Anchor != "" {
		if r.done == nil {
			r.done, r.inside = map[*yaml.Node]counted{}, map[*yaml.Node]bool{}
		}
		r.inside[n] = true
		defer func() {
			delete(r.inside, n)
			r.done[n] = counted{v, size}
		}()
	}
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		if r.depth++; r.depth > MaxNesting {
			return nil, 0, r.problem(n.Line, n.Column, fmt.Sprintf("values are nested more than %d levels deep", MaxNesting))
		}
		defer func() { r.depth-- }()
	}
	switch n.Kind {
	case yaml.MappingNode:
		return r.mapping(n, path, known)
	case yaml.SequenceNode:
		return r.sequence(n, path, known)
	}
	v, err = r.scalar(n)
	return v, 1, err
}

// fallback returns the default of a value with the tag !ENV; null if it has none. Other nodes are returned as they are.
func (r *yamlReader) fallback(n *yaml.Node) *yaml.Node {
	for r.fallbacks && n.Tag == "!ENV" {
		if n.Kind != yaml.SequenceNode || len(n.Content) < 2 {
			return &yaml.Node{Kind: yaml.ScalarNode, Line: n.Line, Column: n.Column}
		}
		n = n.Content[len(n.Content)-1]
	}
	return n
}

func (r *yamlReader) sequence(n *yaml.Node, path string, known bool) (any, int, error) {
	list := make([]any, 0, len(n.Content))
	size := 1
	defer r.inList()()
	for i, c := range n.Content {
		at, noted := r.item(path, i, known && c.Kind == yaml.MappingNode)
		if noted {
			r.note("", at, c.Line)
		}
		item, itemSize, err := r.value(c, at, noted)
		if err != nil {
			return nil, 0, err
		}
		if size += itemSize; size > maxValues {
			return nil, 0, r.tooMany(n)
		}
		list = append(list, item)
	}
	return list, size, nil
}

// keysOf returns the keys in a list of keys and values.
func keysOf(pairs []*yaml.Node) map[string]bool {
	keys := make(map[string]bool, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		keys[pairs[i].Value] = true
	}
	return keys
}

// mapping reads the keys of n. For repeated keys, see repeated and hides. Keys written out override keys merged
// with <<, and of several merged maps the first wins (https://yaml.org/type/merge.html).
func (r *yamlReader) mapping(n *yaml.Node, path string, known bool) (any, int, error) {
	m := make(map[string]any, len(n.Content)/2)
	size := 1
	var merged []any
	var keys map[string]bool // as written; filled after the first two keys that differ only in case
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		if key = r.fallback(key); key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return nil, 0, r.problem(key.Line, key.Column, "a key must be a single value, not a list or a map")
		}
		below := ""
		merge := key.Value == "<<" && key.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0
		if !merge {
			if _, twice := m[r.key(key.Value)]; twice {
				if keys == nil {
					keys = keysOf(n.Content[:i])
				}
				if keys[key.Value] {
					if err := r.repeated(r.duplicate(key.Line, key.Column, key.Value, path)); err != nil {
						return nil, 0, err
					}
				} else if !r.hides(key.Value) {
					keys[key.Value] = true
					continue
				}
			}
			if keys != nil {
				keys[key.Value] = true
			}
			if known {
				r.note(path, key.Value, key.Line)
				below = join(path, key.Value)
			}
		}
		after := r.below(key.Value, known && path == "")
		v, valueSize, err := r.value(val, below, known && !merge)
		after()
		if err != nil {
			return nil, 0, err
		}
		if size += valueSize; size > maxValues {
			return nil, 0, r.tooMany(n)
		}
		switch v := v.(type) {
		case map[string]any:
			if merge {
				merged = append(merged, v)
				continue
			}
		case []any:
			if merge {
				merged = append(merged, v...)
				continue
			}
		}
		if merge {
			return nil, 0, r.problem(val.Line, val.Column, "<< must name a map or a list of maps")
		}
		m[r.key(key.Value)] = v
	}
	for _, from := range merged {
		from, ok := from.(map[string]any)
		if !ok {
			return nil, 0, r.problem(n.Line, n.Column, "<< must name a map or a list of maps")
		}
		for k, v := range from {
			if _, own := m[k]; !own {
				m[k] = v
			}
		}
	}
	return m, size, nil
}

func (r *yamlReader) tooMany(n *yaml.Node) error {
	message := fmt.Sprintf("the document has more than %d values", maxValues)
	if r.done != nil {
		message = "the aliases of this document expand to too many values"
	}
	return r.problem(n.Line, n.Column, message)
}

// scalar converts a scalar: a quoted or block scalar is a string, a tag sets the type, otherwise the text
// decides.
func (r *yamlReader) scalar(n *yaml.Node) (any, error) {
	if n.Style&yaml.TaggedStyle == 0 {
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			return n.Value, nil
		}
		return plainScalar(n.Value), nil
	}
	wrong := func() error {
		return r.problem(n.Line, n.Column, fmt.Sprintf("%q is not a valid %s", n.Value, n.ShortTag()))
	}
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		switch strings.ToLower(n.Value) {
		case "true", "yes", "on", "y":
			return true, nil
		case "false", "no", "off", "n":
			return false, nil
		}
		return nil, wrong()
	case "!!int":
		switch v := plainScalar(n.Value).(type) {
		case int64, uint64:
			return v, nil
		}
		return nil, wrong()
	case "!!float":
		switch v := plainScalar(n.Value).(type) {
		case int64:
			return float64(v), nil
		case uint64:
			return float64(v), nil
		case float64:
			return v, nil
		}
		return nil, wrong()
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
		if err != nil {
			return nil, wrong()
		}
		return string(data), nil
	}
	return n.Value, nil // !!str, !!timestamp and tags of others
}

// yamlHints contains hints for the most common mistakes, by a part of the message.
var yamlHints = []struct{ part, hint string }{
	{"mapping values are not allowed", `put the value in quotes: ": " inside it begins a new key`},
	{"tab character", "indent with spaces: YAML allows no tabs there"},
	{"cannot start any token", "put the value in quotes"},
	{"expected ',' or ']'", "the list that begins here is never closed"},
	{"expected ',' or '}'", "the map that begins here is never closed"},
	{"end of stream", "the quoted text that begins here is never closed"},
	{"expected <document start>", "front matter keys must start at the beginning of the line"},
	{"expected key", "check the indentation of this line and of the one before"},
}

// yamlError converts an error of the YAML reader to an Error.
func (c *reading) yamlError(err error) error {
	var e *yaml.LoadError
	if !errors.As(err, &e) {
		return c.problem(1, 1, "the YAML cannot be read: "+err.Error())
	}
	mark := e.Mark
	// If something is never closed, the position where it was opened is more useful than the end.
	if strings.Contains(e.ContextMsg, "flow") || strings.Contains(e.ContextMsg, "quoted scalar") {
		mark = e.ContextMark
	}
	message := "the YAML cannot be read: " + e.Message
	if e.ContextMsg != "" {
		message += " (" + e.ContextMsg + ")"
	}
	var d *Error
	if mark.Line > 0 {
		d = c.problem(mark.Line, mark.Column, message)
	} else {
		d = c.problemAt(max(0, controlCharacter(c.text)), message)
	}
	for _, h := range yamlHints {
		if strings.Contains(e.Message, h.part) {
			d.Hint = h.hint
			break
		}
	}
	if strings.HasPrefix(d.Excerpt, "\t") {
		d.Hint = "indent with spaces: YAML allows no tabs there"
	}
	if at := c.problem(e.Mark.Line, e.Mark.Column, message); e.Mark.Line > 0 && hintBefore(at) != "" {
		at.Hint = hintBefore(at)
		return at
	}
	return d
}

// hintBefore returns a hint for a mistake that the text before the position of an error shows, or "".
func hintBefore(e *Error) string {
	line := []rune(e.Excerpt)
	line = line[:min(e.Col-1, len(line))]
	key, _, _ := strings.Cut(e.Excerpt, ":")
	text := strings.TrimSpace(string(line))
	switch {
	case strings.Contains(e.Message, "expected ','") && strings.HasPrefix(e.Excerpt[len(string(line)):], `"`):
		return "separate the values with commas"
	case strings.Contains(e.Message, "mapping values") && strings.HasPrefix(key, " ") && key == string(line):
		return "indent the key like the one before it, or put the text in quotes"
	case strings.Contains(e.Message, "not find expected") && (strings.HasSuffix(text, `"`) || strings.HasSuffix(text, "'")):
		return `the quoted text ends before this: write \" for a quote in "…", and '' for one in '…'`
	}
	return ""
}

// controlCharacter returns the offset of the first character that YAML forbids, or -1.
func controlCharacter(text []byte) int {
	for i, b := range text {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7f {
			return i
		}
	}
	return -1
}
