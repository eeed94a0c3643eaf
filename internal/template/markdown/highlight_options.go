package markdown

import (
	"errors"
	"fmt"
	stdhtml "html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
)

// settings are the options of one highlighting: those of the site, overridden by those of the block.
// https://gohugo.io/functions/transform/highlight/#options
type settings struct {
	markup.Highlight
	noHighlight bool
	shellWords  bool     // see the function of that name
	lines       [][2]int // overrides HlLines; real line numbers
	code, kind  *string  // override the code and the language (HighlightCodeBlock)
}

// isHighlightOption reports whether an attribute of a code block, in lower case, is an option rather than an attribute
// of the element.
func isHighlightOption(name string) bool {
	switch name {
	case "anchorlinenos", "guesssyntax", "hl_lines", "hl_inline", "lineanchors", "linenos",
		"linenostart", "linenumbersintable", "noclasses", "nohl", "style", "tabwidth", "wrapperclass":
		return true
	}
	return false
}

// parseOptions reads "linenos=table, hl_lines=1 3-5".
func parseOptions(s string) (map[string]any, error) {
	out := map[string]any{}
	s = strings.Trim(s, " ")
	if s == "" {
		return out, nil
	}
	for pair := range strings.SplitSeq(s, ",") {
		key, value, ok := strings.Cut(pair, "=")
		key = strings.Trim(key, " ")
		if !ok || strings.Contains(value, "=") {
			return nil, fmt.Errorf("the highlighting option %q is not of the form key=value", key)
		}
		out[strings.ToLower(key)] = value
	}
	return out, nil
}

// applyAny applies options given to a template function: nil, a map or a string.
func (s *settings) applyAny(opts any) error {
	switch o := opts.(type) {
	case nil:
		return nil
	case map[string]any:
		return s.apply(o)
	case string:
		m, err := parseOptions(o)
		if err != nil {
			return err
		}
		return s.apply(m)
	case fmt.Stringer:
		return s.applyAny(o.String())
	}
	return fmt.Errorf("highlighting options must be a map or a string, not %T", opts)
}

// apply sets options. Keys are not case-sensitive, and unknown ones are ignored, as in Hugo.
func (s *settings) apply(opts map[string]any) error {
	lower := make(map[string]any, len(opts))
	for _, k := range slices.Sorted(maps.Keys(opts)) { // of keys that differ only in case, always the same one wins
		lower[strings.ToLower(k)] = opts[k]
	}
	base := 1
	if v, ok := lower["linenostart"]; ok {
		n, err := toInt(v)
		if err != nil {
			return fmt.Errorf("linenostart: %w", err)
		}
		base, s.LineNoStart = n, n
	}
	for _, k := range slices.Sorted(maps.Keys(lower)) {
		if err := s.set(k, lower[k], base); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

func (s *settings) set(key string, v any, base int) (err error) {
	switch key {
	case "anchorlinenos":
		s.AnchorLineNos, err = toBool(v)
	case "codefences":
		s.CodeFences, err = toBool(v)
	case "guesssyntax":
		s.GuessSyntax, err = toBool(v)
	case "hl_inline":
		s.HlInline, err = toBool(v)
	case "hl_lines":
		if ranges, ok := v.([][2]int); ok {
			s.lines = shift(ranges, base)
		} else {
			s.HlLines, s.lines = toString(v), nil
		}
	case "lineanchors":
		s.LineAnchors = toString(v)
	case "linenos":
		return s.setLineNos(v)
	case "linenumbersintable":
		s.LineNumbersInTable, err = toBool(v)
	case "noclasses":
		s.NoClasses, err = toBool(v)
	case "nohl":
		s.noHighlight, err = toBool(v)
	case "shellwords":
		s.shellWords, err = toBool(v)
	case "style":
		s.Style = toString(v)
	case "tabwidth":
		s.TabWidth, err = toInt(v)
	case "wrapperclass":
		s.WrapperClass = toString(v)
	case "code":
		code := toString(v)
		s.code = &code
	case "type":
		kind := toString(v)
		s.kind = &kind
	}
	return err
}

func (s *settings) setLineNos(v any) error {
	text, ok := v.(string)
	if !ok {
		on, err := toBool(v)
		s.LineNos = on
		return err
	}
	switch text {
	case "table", "inline":
		s.LineNumbersInTable = text == "table"
	}
	s.LineNos = text != "false"
	return nil
}

// anchorDefault gives the lines of the n-th block of a page unique anchors.
func (s *settings) anchorDefault(n int) {
	if s.LineAnchors == "" {
		s.LineAnchors = "hl-" + strconv.Itoa(n)
	}
}

// ranges returns the numbers of the lines to highlight.
func (s *settings) ranges() [][2]int {
	if s.lines != nil {
		return slices.Clone(s.lines)
	}
	var out [][2]int
	for _, field := range strings.Fields(s.HlLines) {
		first, last, isRange := strings.Cut(field, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err1 != nil || err2 != nil {
			return nil
		}
		out = append(out, [2]int{from + s.LineNoStart - 1, to + s.LineNoStart - 1})
	}
	return out
}

// formatterOptions returns the options of chroma's HTML formatter.
func (s *settings) formatterOptions() []html.Option {
	prefix := ""
	if s.LineAnchors != "" {
		prefix = stdhtml.EscapeString(s.LineAnchors) + "-" // chroma does not escape it
	}
	opts := []html.Option{
		html.TabWidth(s.TabWidth),
		html.WithLineNumbers(s.LineNos),
		html.BaseLineNumber(s.LineNoStart),
		html.LineNumbersInTable(s.LineNumbersInTable),
		html.WithClasses(!s.NoClasses),
		html.WithLinkableLineNumbers(s.AnchorLineNos, prefix),
		html.InlineCode(s.HlInline),
	}
	if r := s.ranges(); r != nil {
		opts = append(opts, html.HighlightLines(r))
	}
	return opts
}

func shift(ranges [][2]int, by int) [][2]int {
	out := make([][2]int, len(ranges))
	for i, r := range ranges {
		out[i] = [2]int{r[0] + by, r[1] + by}
	}
	return out
}

// unknownStyle returns the error for a style that chroma does not have.
func unknownStyle(name string) error {
	err := fmt.Errorf("markup.highlight.style: unknown style %q", name)
	if near := diag.Nearest(name, styleNames()); near != "" {
		err = fmt.Errorf("%w; did you mean %q?", err, near)
	}
	return err
}

func toBool(v any) (bool, error) {
	switch v := v.(type) {
	case bool:
		return v, nil
	case string:
		if v == "" {
			return false, nil
		}
		b, err := strconv.ParseBool(v)
		if err != nil {
			return false, fmt.Errorf("%q is neither true nor false", v)
		}
		return b, nil
	case nil:
		return false, nil
	}
	n, err := toInt(v)
	return n != 0, err
}

func toInt(v any) (int, error) {
	switch v := v.(type) {
	case int:
		return v, nil
	case int64:
		return int(v), nil
	case uint64:
		return int(v), nil
	case float64:
		return int(v), nil
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil {
			return 0, fmt.Errorf("%q is not a whole number", v)
		}
		return n, nil
	case nil:
		return 0, errors.New("no value")
	}
	return 0, fmt.Errorf("%v is not a whole number", v)
}

func toString(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// lowerASCII is strings.ToLower; the names of styles and languages are ASCII.
func lowerASCII(s string) string { return strings.ToLower(s) }
