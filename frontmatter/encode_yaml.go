package frontmatter

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	yaml "go.yaml.in/yaml/v4"
)

// encodeYAML writes a YAML document; see Encode.
func encodeYAML(value any) ([]byte, error) {
	value, restore := standIns(value)
	node, err := yamlNode(value)
	if err != nil {
		return nil, err
	}
	out, err := yaml.Dump(node, yaml.WithIndent(2), yaml.WithCompactSeqIndent(),
		yaml.WithLineWidth(-1), yaml.WithQuotePreference(yaml.QuoteSingle))
	if restore == nil || err != nil {
		return out, err
	}
	return []byte(restore.Replace(string(out))), nil
}

// yamlNode returns v as a node: keys sorted by their bytes, each Local as text, quoted texts where Hugo quotes
// them, and integers of type float64 with a point, which preserves their type.
func yamlNode(v any) (*yaml.Node, error) {
	n := &yaml.Node{}
	var children []any
	switch v := v.(type) {
	case map[string]any:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		for _, key := range slices.Sorted(maps.Keys(v)) {
			children = append(children, key, v[key])
		}
	case []any:
		n.Kind, n.Tag, children = yaml.SequenceNode, "!!seq", v
	case Local:
		return yamlNode(v.String())
	case string:
		err := n.Encode(v)
		quoted := n.Style == yaml.DoubleQuotedStyle || strings.ContainsAny(v, `\#`) || strings.Contains(v, "- ")
		if quoted && !strings.ContainsFunc(v, unicode.IsControl) {
			n.Style = yaml.SingleQuotedStyle
		}
		return n, err
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!float", Value: strconv.FormatFloat(v, 'f', 1, 64)}, nil
		}
		return n, n.Encode(v)
	default:
		return n, n.Encode(v)
	}
	for _, child := range children {
		c, err := yamlNode(child)
		if err != nil {
			return nil, err
		}
		n.Content = append(n.Content, c)
	}
	return n, nil
}

// standIns returns v with characters above U+FFFF replaced by private ones that it does not contain, and a
// replacer that restores them in the document; nil if there are none. The encoder would escape them, although
// YAML 1.2 §5.1 considers them printable.
func standIns(v any) (any, *strings.Replacer) {
	seen := map[rune]bool{}
	see := func(s string) string {
		for _, r := range s {
			seen[r] = true
		}
		return s
	}
	replaceText(v, see)
	next, last := rune(0xE000), rune(0xF8FF)
	var there, back []string
	for _, r := range slices.Sorted(maps.Keys(seen)) {
		for next <= last && seen[next] {
			next++
		}
		if r > 0xFFFF && next <= last {
			there, back = append(there, string(r), string(next)), append(back, string(next), string(r))
			next++
		}
	}
	if there == nil {
		return v, nil
	}
	return replaceText(v, strings.NewReplacer(there...).Replace), strings.NewReplacer(back...)
}

// replaceText returns a copy of v with every text replaced, including keys.
func replaceText(v any, text func(string) string) any {
	switch v := v.(type) {
	case string:
		return text(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = replaceText(v[i], text)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[text(k)] = replaceText(v[k], text)
		}
		return out
	}
	return v
}
