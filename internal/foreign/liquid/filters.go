package liquid

import (
	"encoding/json"
	"html"
	"maps"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// arg returns an argument, or nil.
func arg(args []any, i int) any {
	if i < len(args) {
		return args[i]
	}
	return nil
}

// Texts makes a filter of a function for texts.
func Texts(f func(string) string) Filter {
	return func(r *Run, v any, _ []any) (any, bool) { return f(r.Text(v)), true }
}

// withText makes a filter of a function for a text and the texts of two arguments. grows returns the size of its
// result.
func withText(f func(s, a, b string) string, grows func(s, a, b string) int) Filter {
	return func(r *Run, v any, args []any) (any, bool) {
		s, a, b := r.Text(v), r.Text(arg(args, 0)), r.Text(arg(args, 1))
		if n := grows(s, a, b); n > mostPrinted || !r.Spend(n/64) {
			return nil, false
		}
		return f(s, a, b), true
	}
}

func sum(s, a, b string) int { return len(s) + len(a) + len(b) }

func replaced(s, a, b string) int { return len(s) + strings.Count(s, a)*len(b) }

var anyTag = pattern.New(`(?is)<script.*?</script>|<!--.*?-->|<style.*?</style>|<[^<>]*>`)

// standard returns the filters of Liquid and Jekyll that need nothing of a site.
func standard() map[string]Filter {
	all := texts()
	maps.Copy(all, numbers())
	maps.Copy(all, listFilters())
	maps.Copy(all, jinja())
	return all
}

func texts() map[string]Filter {
	return map[string]Filter{
		"upcase": Texts(strings.ToUpper), "upper": Texts(strings.ToUpper), "downcase": Texts(strings.ToLower),
		"lower": Texts(strings.ToLower), "strip": Texts(strings.TrimSpace), "trim": Texts(strings.TrimSpace),
		"lstrip":         Texts(func(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }),
		"rstrip":         Texts(func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }),
		"capitalize":     Texts(capitalized),
		"escape":         Texts(Escaped),
		"e":              Texts(Escaped),
		"escape_once":    Texts(func(s string) string { return Escaped(html.UnescapeString(s)) }),
		"url_encode":     Texts(url.QueryEscape),
		"url_decode":     Texts(func(s string) string { out, _ := url.QueryUnescape(s); return out }),
		"urlencode":      Texts(func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }),
		"title":          Texts(titled),
		"striptags":      Texts(func(s string) string { return strings.TrimSpace(anyTag.ReplaceAllString(s, "")) }),
		"nl2br":          Texts(strings.NewReplacer("\r\n", "<br />\n", "\n", "<br />\n").Replace),
		"strip_newlines": Texts(func(s string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(s) }),
		"newline_to_br":  Texts(strings.NewReplacer("\r\n", "<br />\n", "\n", "<br />\n").Replace),
		"strip_html":     Texts(func(s string) string { return anyTag.ReplaceAllString(s, "") }),
		"append":         withText(func(s, a, _ string) string { return s + a }, sum),
		"prepend":        withText(func(s, a, _ string) string { return a + s }, sum),
		"remove":         withText(func(s, a, _ string) string { return strings.ReplaceAll(s, a, "") }, sum),
		"remove_first":   withText(func(s, a, _ string) string { return strings.Replace(s, a, "", 1) }, sum),
		"replace":        withText(strings.ReplaceAll, replaced),
		"replace_first":  withText(func(s, a, b string) string { return strings.Replace(s, a, b, 1) }, sum),
		"remove_last":    withText(func(s, a, _ string) string { return replaceLast(s, a, "") }, sum),
		"replace_last":   withText(replaceLast, sum),
		"split":          split, "slice": slice, "truncate": truncate, "truncatewords": truncateWords,
		"date": Date, "json": JSON, "default": orDefault, "safe": same, "d": orDefault,
	}
}

func same(_ *Run, v any, _ []any) (any, bool) { return v, true }

func replaceLast(s, a, b string) string {
	at := strings.LastIndex(s, a)
	if at < 0 {
		return s
	}
	return s[:at] + b + s[at+len(a):]
}

// Escaped returns a text with the entities of Ruby's CGI.escapeHTML.
func Escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(s)
}

// titled returns a text whose words begin with a capital letter.
func titled(s string) string {
	words := strings.Split(s, " ")
	for i := range words {
		words[i] = capitalized(words[i])
	}
	return strings.Join(words, " ")
}

func capitalized(s string) string {
	r := []rune(strings.ToLower(s))
	if len(r) > 0 {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

func orDefault(r *Run, v any, args []any) (any, bool) {
	if v == nil || !r.Keep && (!truth(v) || r.is(v, "empty")) || arg(args, 1) == true && !r.truth(v) {
		return arg(args, 0), true
	}
	return v, true
}

// split returns the parts of a text, without empty ones at the end, as in Ruby.
func split(r *Run, v any, args []any) (any, bool) {
	s, by := r.Text(v), r.Text(arg(args, 0))
	if n := strings.Count(s, by); !r.Spend(n) {
		return nil, false
	}
	var parts []string
	if by == " " && !r.Keep || len(args) == 0 {
		parts = strings.Fields(s)
	} else {
		parts = strings.Split(s, by)
	}
	for !r.Keep && len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	out := make([]any, len(parts))
	for i, p := range parts {
		out[i] = p
	}
	return out, true
}

// slice returns a part of a text or list.
func slice(r *Run, v any, args []any) (any, bool) {
	from, _ := Int(arg(args, 0))
	n := 1
	if len(args) > 1 {
		n, _ = Int(args[1])
	}
	list, isList := v.([]any)
	runes := []rune(r.Text(v))
	size := len(runes)
	if isList {
		size = len(list)
	}
	if from < 0 {
		from += size
	}
	if from < 0 || from > size {
		from, n = 0, 0
	}
	to := min(size, from+max(0, min(n, size)))
	if isList {
		return list[from:to], true
	}
	return string(runes[from:to]), true
}

// ending returns the second argument of truncate and truncatewords.
func ending(r *Run, args []any) string {
	if len(args) > 1 {
		return r.Text(args[1])
	}
	return "..."
}

func truncate(r *Run, v any, args []any) (any, bool) {
	n, ok := Int(arg(args, 0))
	if !ok {
		n = 50
	}
	runes, end := []rune(r.Text(v)), ending(r, args)
	if len(runes) <= n {
		return string(runes), true
	}
	return string(runes[:max(0, n-len([]rune(end)))]) + end, true
}

func truncateWords(r *Run, v any, args []any) (any, bool) {
	n, ok := Int(arg(args, 0))
	if !ok {
		n = 15
	}
	s := r.Text(v)
	words := strings.Fields(s)
	if n = max(1, n); len(words) <= n {
		return s, true
	}
	return strings.Join(words[:n], " ") + ending(r, args), true
}

// plain returns a value as encoding/json writes it.
func (r *Run) plain(v any, depth int) any {
	if !r.Spend(0) || depth > mostNested {
		return nil
	}
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = r.plain(one, depth+1)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, one := range v {
			out[key] = r.plain(one, depth+1)
		}
		return out
	case *Table:
		out := make(ordered, len(v.Names))
		for i, key := range v.Names {
			out[i] = [2]any{key, r.plain(v.Values[key], depth+1)}
		}
		return out
	case Object, special:
		return nil
	case nil, string, bool:
		return v
	}
	if n, ok := number(v); ok {
		return n
	}
	return r.Text(v)
}

// ordered is an object of JSON whose keys have an order.
type ordered [][2]any

// MarshalJSON writes the keys in their order.
func (o ordered) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, pair := range o {
		if i > 0 {
			b = append(b, ',')
		}
		for k, v := range pair {
			text, err := marshal(v)
			if err != nil {
				return nil, err
			}
			if b = append(b, text...); k == 0 {
				b = append(b, ':')
			}
		}
	}
	return append(b, '}'), nil
}

// marshal is json.Marshal, but <, >, and & stay.
func marshal(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}

// Inspect returns a value as Ruby's inspect writes it.
func Inspect(r *Run, v any, _ []any) (any, bool) {
	var b strings.Builder
	r.write(&b, v, true)
	return Escaped(b.String()), true
}

// JSON is the filter jsonify.
func JSON(r *Run, v any, _ []any) (any, bool) {
	if _, object := v.(Object); object {
		if _, table := v.(*Table); !table {
			return nil, false
		}
	}
	b, err := marshal(r.plain(v, 0))
	return string(b), err == nil
}

var (
	decimal = pattern.New(`^-?\d+\.\d+$`)
	integer = pattern.New(`^[-+]?\d+`)
)

// numeric returns the number of a value as Liquid's filters read it: of a text, it is the decimal number that it is, or
// the integer at its start. Others are 0.
func numeric(v any) (n float64, whole bool) {
	if s, ok := v.(string); ok {
		s = strings.TrimSpace(s)
		if whole = !decimal.MatchString(s); whole {
			s = integer.FindString(s)
		}
		n, _ = strconv.ParseFloat(s, 64)
		return n, whole
	}
	n, ok := number(v)
	_, point := v.(float64)
	return n, !ok || !point
}

// result returns a number as an integer if it is whole, and otherwise as decimal numbers give it: 0.1 + 0.2 is 0.3.
func result(n float64, whole bool) (any, bool) {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return nil, false
	}
	if whole && math.Abs(n) <= 1<<53 {
		return int(n), true
	}
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	return n, true
}

// of2 makes a filter of a function for two numbers.
func of2(f func(a, b float64) float64) Filter {
	return func(_ *Run, v any, args []any) (any, bool) {
		a, whole := numeric(v)
		b, whole2 := numeric(arg(args, 0))
		return result(f(a, b), whole && whole2)
	}
}

// oneOf2 makes a filter of a function that reports whether the first of two numbers is the result.
func oneOf2(f func(a, b float64) bool) Filter {
	return func(_ *Run, v any, args []any) (any, bool) {
		a, whole := numeric(v)
		b, whole2 := numeric(arg(args, 0))
		if f(a, b) {
			return result(a, whole)
		}
		return result(b, whole2)
	}
}

// rounded makes a filter of a function that rounds.
func rounded(f func(float64) float64) Filter {
	return func(_ *Run, v any, args []any) (any, bool) {
		n, whole := numeric(v)
		digits, _ := Int(arg(args, 0))
		if digits = max(-300, min(digits, 300)); digits <= 0 || whole {
			return result(f(n), true)
		}
		scale := math.Pow10(digits)
		exact, _ := strconv.ParseFloat(strconv.FormatFloat(n*scale, 'g', 15, 64), 64) // of 2.405, which is a bit less
		return result(f(exact)/scale, false)
	}
}

func numbers() map[string]Filter {
	return map[string]Filter{
		"plus":     of2(func(a, b float64) float64 { return a + b }),
		"minus":    of2(func(a, b float64) float64 { return a - b }),
		"times":    of2(func(a, b float64) float64 { return a * b }),
		"modulo":   of2(func(a, b float64) float64 { return a - b*math.Floor(a/b) }),
		"at_least": oneOf2(func(a, b float64) bool { return a >= b }),
		"at_most":  oneOf2(func(a, b float64) bool { return a <= b }),
		"divided_by": func(_ *Run, v any, args []any) (any, bool) {
			a, whole := numeric(v)
			b, whole2 := numeric(arg(args, 0))
			if whole && whole2 {
				return result(math.Floor(a/b), true)
			}
			return result(a/b, false)
		},
		"abs": func(_ *Run, v any, _ []any) (any, bool) {
			n, whole := numeric(v)
			return result(math.Abs(n), whole)
		},
		"ceil": rounded(math.Ceil), "floor": rounded(math.Floor), "round": rounded(math.Round),
		"to_integer": rounded(math.Trunc), "int": rounded(math.Trunc),
	}
}
