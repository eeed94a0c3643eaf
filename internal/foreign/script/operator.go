package script

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/tdewolff/parse/v2/js"

	"github.com/sitegen/sitegen/frontmatter"
)

// Text returns a value as JavaScript turns it into a text; ok is false for objects, lists, functions, null, and values
// that are Unknown.
func Text(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		return number(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	}
	return "", false
}

// number writes a number as https://tc39.es/ecma262/#sec-numeric-types-number-tostring
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "Inf", "Infinity", 1), "+")
	case v == 0:
		return "0"
	case size >= 1e-6 && size < 1e21:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	return digits + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}

// truthy reports whether a value counts as true; ok is false if that is not known.
func truthy(v any) (yes, ok bool) {
	switch v := v.(type) {
	case Unknown:
		return false, false
	case bool:
		return v, true
	case string:
		return v != "", true
	case float64:
		return v != 0 && !math.IsNaN(v), true
	}
	return v != nil, true
}

func (p *Program) unary(e *js.UnaryExpr) any {
	v := p.operand(e.X)
	if e.Op == js.VoidToken { // void 0, as esbuild writes undefined
		return nil
	}
	switch n, ok := v.(float64); {
	case ok && e.Op == js.NegToken:
		return -n
	case ok && e.Op == js.PosToken:
		return n
	case e.Op == js.NotToken:
		if yes, ok := truthy(v); ok {
			return !yes
		}
	}
	return Unknown{}
}

// binary returns the result of an operator whose operands are known. && and similar ones need only the first operand if
// that is the result.
func (p *Program) binary(e *js.BinaryExpr) any {
	a := p.operand(e.X)
	yes, known := truthy(a)
	switch e.Op {
	case js.AndToken, js.OrToken:
		switch {
		case !known:
			return Unknown{}
		case yes == (e.Op == js.OrToken):
			return a
		}
		return p.operand(e.Y)
	case js.NullishToken:
		switch {
		case !known:
			return Unknown{}
		case a != nil:
			return a
		}
		return p.operand(e.Y)
	}
	b := p.operand(e.Y)
	if x, ok := a.(float64); ok {
		if y, ok := b.(float64); ok {
			return arithmetic(e.Op, x, y)
		}
	}
	x, one := Text(a)
	y, two := Text(b)
	_, texts := a.(string)
	_, both := b.(string)
	switch {
	case (a == nil || b == nil) && a != any(Unknown{}) && b != any(Unknown{}):
		switch e.Op {
		case js.EqEqEqToken, js.EqEqToken:
			return a == nil && b == nil
		case js.NotEqEqToken, js.NotEqToken:
			return a != nil || b != nil
		}
		return Unknown{}
	case !one || !two:
		return Unknown{}
	case e.Op == js.AddToken && (texts || both):
		return p.spent(x + y)
	case e.Op == js.EqEqEqToken || e.Op == js.EqEqToken && texts == both:
		return a == b
	case e.Op == js.NotEqEqToken || e.Op == js.NotEqToken && texts == both:
		return a != b
	case texts && both:
		return compared(e.Op, strings.Compare(x, y))
	}
	return Unknown{}
}

// operand returns the value of an operand. A build has no environment variables, as on most machines; alone, such a
// value is unknown.
func (p *Program) operand(e js.IExpr) any {
	v := p.value(e)
	if v != any(Unknown{}) {
		return v
	}
	object := ""
	switch e := e.(type) {
	case *js.DotExpr:
		object = e.X.String()
	case *js.IndexExpr:
		object = e.X.String()
	case *js.GroupExpr:
		return p.operand(e.X)
	}
	if object = strings.NewReplacer("(", "", ")", "").Replace(object); object == "process.env" || object == "import.meta.env" {
		return nil
	}
	return v
}

func arithmetic(op js.TokenType, x, y float64) any {
	switch op {
	case js.AddToken:
		return x + y
	case js.SubToken:
		return x - y
	case js.MulToken:
		return x * y
	case js.DivToken:
		return x / y
	case js.ModToken:
		return math.Mod(x, y)
	case js.ExpToken:
		return math.Pow(x, y)
	case js.EqEqToken, js.EqEqEqToken:
		return x == y
	case js.NotEqToken, js.NotEqEqToken:
		return x != y
	}
	switch {
	case x < y:
		return compared(op, -1)
	case x > y:
		return compared(op, 1)
	case x == y:
		return compared(op, 0)
	}
	return Unknown{} // one is NaN
}

// compared returns the result of an operator that orders values.
func compared(op js.TokenType, order int) any {
	switch op {
	case js.LtToken:
		return order < 0
	case js.LtEqToken:
		return order <= 0
	case js.GtToken:
		return order > 0
	case js.GtEqToken:
		return order >= 0
	}
	return Unknown{}
}

// Member returns a property of a value: a key of an object, an item, or a length; nil, which is undefined, if it is
// missing. Keys of a map, which is front matter, are in lower case, and its numbers of several types.
func Member(v any, key string) any {
	switch of := v.(type) {
	case *Object:
		if v, ok := of.Values[key]; ok || !of.open {
			return v
		}
	case map[string]any:
		value := of[strings.ToLower(key)]
		if n, ok := frontmatter.Float(value); ok { // as numbers of JavaScript are
			return n
		}
		return value
	case []any:
		if slices.Contains(of, any(Unknown{})) { // it may be any number of items
			return Unknown{}
		}
		if key == "length" {
			return float64(len(of))
		}
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(of) {
			return of[i]
		} else if err == nil {
			return nil
		}
	case string:
		units := utf16.Encode([]rune(of))
		if key == "length" {
			return float64(len(units))
		}
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(units) {
			return string(utf16.Decode(units[i : i+1]))
		}
	}
	return Unknown{}
}

// method returns the result of a method of texts, numbers, and lists.
func (p *Program) method(dot *js.DotExpr, args []js.Arg) any {
	name := dot.Y.String()
	if (name == "map" || name == "filter") && len(args) == 1 {
		return p.each(p.value(dot.X), args[0].Value, name == "filter")
	}
	if !slices.Contains([]string{"toUpperCase", "toLowerCase", "trim", "toString", "join"}, name) || len(args) > 1 {
		return Unknown{}
	}
	v, argument := p.value(dot.X), any(nil)
	if len(args) == 1 {
		argument = p.value(args[0].Value)
	}
	if list, ok := v.([]any); ok && name == "join" {
		between, ok := argument.(string)
		if argument == nil {
			between, ok = ",", true
		}
		parts := make([]string, len(list))
		for i, item := range list {
			var isText bool
			parts[i], isText = Text(item)
			ok = ok && (isText || item == nil)
		}
		if !ok {
			return Unknown{}
		}
		return p.spent(strings.Join(parts, between))
	}
	text, isText := v.(string)
	if name == "toString" && argument == nil {
		text, isText = Text(v)
	}
	if !isText {
		return Unknown{}
	}
	switch name {
	case "toUpperCase":
		text = strings.ToUpper(text)
	case "toLowerCase":
		text = strings.ToLower(text)
	case "trim":
		text = strings.TrimSpace(text)
	case "join":
		return Unknown{}
	}
	return p.spent(text)
}

// each returns the results of a function for the items of a list, or the items for which it is true.
func (p *Program) each(v any, f js.IExpr, filter bool) any {
	list, ok := v.([]any)
	if p.left -= len(list); !ok || p.left < 0 {
		return Unknown{}
	}
	out := []any{}
	for i, item := range list {
		result := p.apply(f, []any{item, float64(i)})
		if !filter {
			out = append(out, result)
			continue
		}
		switch yes, known := truthy(result); {
		case !known:
			return Unknown{}
		case yes:
			out = append(out, item)
		}
	}
	return out
}
