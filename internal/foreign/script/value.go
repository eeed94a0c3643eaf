package script

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2/js"
)

// value returns a value if it is a literal: a text, number, boolean, null, list, object, or a variable with such a
// value. Other values are Unknown.
func (p *Program) value(e js.IExpr) any {
	if p.left--; p.left < 0 {
		return Unknown{}
	}
	switch e := e.(type) {
	case *js.GroupExpr:
		return p.value(e.X)
	case *js.LiteralExpr:
		return literal(e)
	case *js.TemplateExpr:
		return p.template(e)
	case *js.UnaryExpr:
		return p.unary(e)
	case *js.BinaryExpr:
		return p.binary(e)
	case *js.CondExpr:
		if yes, ok := truthy(p.operand(e.Cond)); ok && yes {
			return p.value(e.X)
		} else if ok {
			return p.value(e.Y)
		}
	case *js.ArrayExpr:
		return p.list(e)
	case *js.ObjectExpr:
		return p.object(e)
	case *js.Var:
		d := declaration(e)
		if v, ok := p.bound[d]; ok {
			return v
		}
		value, known := p.declared[d]
		if in, ok := p.imports[string(e.Name())]; ok && !known {
			return p.imported(in)
		}
		if v, ok := p.globals[string(e.Name())]; ok && !known {
			return v
		}
		if name := string(e.Name()); name == "undefined" && !known {
			return nil
		} else if name == "__dirname" && !known {
			return "."
		}
		if !known || slices.Contains(p.reading, d) {
			return Unknown{}
		}
		p.reading = append(p.reading, d)
		out := p.value(value)
		p.reading = p.reading[:len(p.reading)-1]
		return out
	case *js.CallExpr:
		return p.call(e)
	case *js.DotExpr:
		return Member(p.value(e.X), e.Y.String())
	case *js.IndexExpr:
		if key, ok := Text(p.value(e.Y)); ok {
			return Member(p.value(e.X), key)
		}
	}
	return Unknown{}
}

func literal(e *js.LiteralExpr) any {
	switch e.TokenType {
	case js.StringToken:
		return unquote(string(e.Data))
	case js.TrueToken:
		return true
	case js.FalseToken:
		return false
	case js.NullToken:
		return nil
	case js.DecimalToken, js.IntegerToken, js.BinaryToken, js.OctalToken, js.HexadecimalToken:
		text := strings.ReplaceAll(string(e.Data), "_", "")
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			return n
		}
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			return float64(n)
		}
	}
	return Unknown{}
}

// template returns the value of a template literal if the texts of all its expressions are known.
func (p *Program) template(e *js.TemplateExpr) any {
	if e.Tag != nil {
		return Unknown{}
	}
	var b strings.Builder
	for _, part := range e.List {
		s, ok := Text(p.value(part.Expr))
		if !ok {
			return Unknown{}
		}
		b.WriteString(unescape(strings.TrimSuffix(string(part.Value[1:]), "${")) + s)
	}
	tail := string(e.Tail)
	return p.spent(b.String() + unescape(tail[1:len(tail)-1]))
}

// spent returns a text that was put together, and counts the work for it.
func (p *Program) spent(s string) any {
	if p.left -= len(s) / 64; p.left < 0 {
		return Unknown{}
	}
	return s
}

func (p *Program) list(e *js.ArrayExpr) any {
	out := []any{}
	for _, item := range e.List {
		switch {
		case item.Value == nil:
			out = append(out, nil)
		case !item.Spread:
			out = append(out, p.value(item.Value))
		default:
			if more, ok := p.value(item.Value).([]any); ok {
				out = append(out, more...)
			} else {
				out = append(out, Unknown{})
			}
		}
	}
	return out
}

func (p *Program) object(e *js.ObjectExpr) any {
	out := &Object{Values: map[string]any{}}
	for i := range e.List {
		switch item := &e.List[i]; {
		case item.Spread:
			p.spread(out, item.Value)
		case item.Name == nil: // shorthand for a variable, or a method
			if v, ok := item.Value.(*js.Var); ok {
				out.set(string(v.Name()), p.value(v))
			} else if m, ok := item.Value.(*js.MethodDecl); ok && m.Name.Computed == nil {
				out.set(keyOf(&m.Name.PropertyName), Unknown{})
			}
		case item.Name.Computed != nil:
			key, ok := p.value(item.Name.Computed).(string)
			if !ok { // the key is unknown
				p.spread(out, item.Name.Computed)
				continue
			}
			out.set(key, p.value(item.Value))
		default:
			out.set(keyOf(item.Name), p.value(item.Value))
		}
	}
	return out
}

// call returns the result of a function of the project that only returns a value. Functions of packages with names such
// as defineConfig return their argument.
func (p *Program) call(e *js.CallExpr) any {
	if p.elements && isElement(e.X) {
		return p.element(e.Args.List)
	}
	in, f := p, p.resolved(e.X)
	name := ""
	if v, ok := f.(*js.Var); ok {
		if name = string(v.Name()); p.imports[name].module != "" {
			in, f = p.origin(p.imports[name])
		}
	}
	if dot, ok := e.X.(*js.DotExpr); ok && dot.X.String() == "JSON" && dot.Y.String() == "stringify" &&
		len(e.Args.List) == 1 {
		return p.json(e.Args.List[0].Value)
	}
	if dot, ok := e.X.(*js.DotExpr); ok {
		switch dot.X.String() + "." + dot.Y.String() {
		case "require.resolve", "path.resolve", "path.join":
			return p.path(e)
		}
		if v := p.method(dot, e.Args.List); v != any(Unknown{}) {
			return v
		}
	}
	body := (*js.BlockStmt)(nil)
	if in != nil {
		body = in.body(f)
	}
	switch {
	case body == nil && strings.HasPrefix(name, "define") && len(e.Args.List) == 1:
		return p.configured(e.Args.List[0].Value)
	case p.imports[name].module == "vue" && slices.Contains(reactive, name) && len(e.Args.List) == 1:
		return p.value(e.Args.List[0].Value)
	case body == nil:
		return Unknown{}
	}
	return in.apply(f, p.args(e))
}

// path returns the path from the folder of the program that a function makes of its arguments; Unknown for a module of a
// package.
func (p *Program) path(e *js.CallExpr) any {
	var parts []string
	for _, v := range p.args(e) {
		s, ok := v.(string)
		if parts = append(parts, s); !ok {
			return Unknown{}
		}
	}
	if len(parts) == 0 || parts[0] == "" || parts[0][0] != '.' {
		return Unknown{}
	}
	return "./" + path.Join(parts...)
}

// apply returns the result of a function for these arguments.
func (p *Program) apply(f js.IExpr, args []any) any {
	body := p.body(f)
	if body == nil || p.depth == mostDepth {
		return Unknown{}
	}
	old := map[*js.Var]any{}
	for i, to := range p.parameters(f) {
		value := any(Unknown{})
		if i < len(args) {
			value = args[i]
		}
		p.bind(to.Binding, value, old)
	}
	p.depth++
	out := p.returned(body)
	p.depth--
	p.release(old)
	return out
}

// release gives the variables that were bound their old values.
func (p *Program) release(old map[*js.Var]any) {
	for v, value := range old {
		if p.bound[v] = value; value == nil {
			delete(p.bound, v)
		}
	}
}

// reactive are the functions of Vue whose results have the value of the argument in templates:
// https://vuejs.org/api/reactivity-core
var reactive = []string{"ref", "shallowRef", "reactive", "shallowReactive", "readonly"}

// json returns the value of an expression as JSON.
func (p *Program) json(e js.IExpr) any {
	text, ok := appendJSON(nil, p.value(e))
	if !ok {
		return Unknown{}
	}
	return p.spent(string(text))
}

// appendJSON appends a value as JSON. ok is false if a part of it must be computed.
func appendJSON(out []byte, v any) (_ []byte, ok bool) {
	switch v := v.(type) {
	case Unknown:
		return nil, false
	case *Object:
		for i, key := range v.Keys {
			out = append(out, "{,"[min(i, 1)])
			out, _ = appendJSON(out, key)
			if out, ok = appendJSON(append(out, ':'), v.Values[key]); !ok {
				return nil, false
			}
		}
		if len(v.Keys) == 0 {
			out = append(out, '{')
		}
		return append(out, '}'), true
	case []any:
		out = append(out, '[')
		for i, item := range v {
			if i > 0 {
				out = append(out, ',')
			}
			if out, ok = appendJSON(out, item); !ok {
				return nil, false
			}
		}
		return append(out, ']'), true
	}
	text, err := json.Marshal(v)
	return append(out, text...), err == nil
}

// parameters returns the parameters of a function.
func (p *Program) parameters(f js.IExpr) []js.BindingElement {
	switch f := p.resolved(f).(type) {
	case *js.FuncDecl:
		return f.Params.List
	case *js.ArrowFunc:
		return f.Params.List
	case *js.MethodDecl:
		return f.Params.List
	}
	return nil
}

// bind gives the names of a parameter, such as a or {a, b: {c}}, their values, and adds those that they had to old.
func (p *Program) bind(to js.IBinding, value any, old map[*js.Var]any) {
	switch to := to.(type) {
	case *js.Var:
		v := declaration(to)
		old[v], p.bound[v] = p.bound[v], value
	case *js.BindingObject:
		for _, item := range to.List {
			v, _ := item.Value.Binding.(*js.Var)
			switch {
			case item.Key != nil:
				p.bind(item.Value.Binding, Member(value, keyOf(item.Key)), old)
			case v != nil:
				p.bind(v, Member(value, string(v.Name())), old)
			}
		}
	}
}

// imported returns an exported value of another file; Unknown for packages.
func (p *Program) imported(from imported) any {
	in, e := p.origin(from)
	switch {
	case in == nil || p.depth == mostDepth:
		return Unknown{}
	case e == nil: // a key of a JSON file
		o, _ := in.value(in.exported).(*Object)
		if v := o.Get(from.name); v != nil {
			return v
		}
		return Unknown{}
	}
	p.depth++
	defer func() { p.depth-- }()
	return in.value(e)
}

// origin returns the program that a name is imported from, and its expression there; nil for packages and unknown
// files.
func (p *Program) origin(from imported) (*Program, js.IExpr) {
	for range mostDepth {
		if p = p.file(from.module); p == nil {
			return nil, nil
		}
		again, ok := p.imports["export "+from.name]
		if !ok {
			break
		}
		from = again
	}
	if from.name == "default" {
		return p, p.exported
	}
	return p, p.exports[from.name]
}

// file returns the program of a relative module; nil if it does not exist.
func (p *Program) file(module string) *Program {
	if !strings.HasPrefix(module, ".") || p.read == nil {
		return nil
	}
	at := path.Join(p.dir, module)
	names := []string{at}
	for _, ext := range []string{".ts", ".js", ".mts", ".mjs", "/index.ts", "/index.js", "/index.mts", "/index.mjs"} {
		names = append(names, at+ext)
	}
	if ext := path.Ext(at); ext == ".js" || ext == ".mjs" { // as TypeScript writes the names of its files
		names = append(names, strings.TrimSuffix(at, "js")+"ts")
	}
	for _, name := range names {
		if known, ok := p.files[name]; ok {
			return known
		}
		if len(p.files) == mostFiles {
			return nil
		}
		text, ok := p.read(name)
		if !ok {
			continue
		}
		other, err := p.program(name, text)
		if err != nil {
			other = nil
		}
		if p.files == nil {
			p.files = map[string]*Program{}
		}
		p.files[name] = other
		return other
	}
	return nil
}

// spread adds the keys of an object. An unknown object may have any key, so all values become Unknown.
func (p *Program) spread(out *Object, e js.IExpr) {
	switch from := p.value(e).(type) {
	case *Object:
		p.left -= len(from.Keys)
		out.open = out.open || from.open
		for _, key := range from.Keys {
			out.set(key, from.Values[key])
		}
	case Unknown:
		out.open = true
		for _, key := range out.Keys {
			out.Values[key] = Unknown{}
		}
	}
}

func keyOf(n *js.PropertyName) string {
	if n.Literal.TokenType == js.StringToken {
		return unquote(string(n.Literal.Data))
	}
	return string(n.Literal.Data)
}

// unquote returns the text of a quoted string.
func unquote(s string) string {
	if len(s) < 2 {
		return s
	}
	return unescape(s[1 : len(s)-1])
}

// unescape reads https://tc39.es/ecma262/#prod-EscapeSequence.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'v':
			b.WriteByte('\v')
		case '0':
			b.WriteByte(0)
		case '\n':
		case 'x', 'u':
			r, n := codePoint(s[i:])
			if high := r; utf16.IsSurrogate(r) && strings.HasPrefix(s[i+n:], `\u`) {
				low, more := codePoint(s[i+n+1:])
				if both := utf16.DecodeRune(high, low); both != utf8.RuneError {
					r, n = both, n+1+more
				}
			}
			b.WriteRune(r)
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// codePoint reads x41, u0041 or u{41}, and returns its length.
func codePoint(s string) (rune, int) {
	digits, length := "", 0
	switch {
	case strings.HasPrefix(s, "u{"):
		end := max(2, strings.IndexByte(s, '}'))
		digits, length = s[2:end], end+1
	case s[0] == 'u':
		length = min(5, len(s))
		digits = s[1:length]
	default:
		length = min(3, len(s))
		digits = s[1:length]
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || n > utf8.MaxRune {
		return utf8.RuneError, min(length, len(s))
	}
	return rune(n), length
}
