package tmpl

import (
	"bytes"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"text/template/parse"
	"unicode/utf8"
)

// After html/template has escaped a set, {{ .Title }} is the pipeline _Get17 . | escaper, two calls
// through reflection and a formatted write. Fusing makes it one call that writes by itself. The
// escapers of the commonest contexts are written anew below; a test holds them against html/template's.

// fnWrite starts the names of fused functions: _Write3_17 resolves path 17 and writes it escaped for
// context 3.
const fnWrite = "_Write"

// escaping is a context whose escapers are fused.
type escaping int

const (
	inText      escaping = iota + 1 // HTML text
	inAttribute                     // a quoted attribute
	inRCDATA                        // a title or textarea
	inURL                           // the start of an address in a quoted attribute
)

// contexts are the escapers that html/template appends, by context.
var contexts = map[string]escaping{
	"_html_template_htmlescaper":   inText,
	"_html_template_attrescaper":   inAttribute,
	"_html_template_rcdataescaper": inRCDATA,
	"_html_template_urlfilter|_html_template_urlnormalizer|_html_template_attrescaper": inURL,
}

// fuser rewrites the escaped trees of one set.
type fuser struct {
	executor *Executor
	paths    *paths
	funcs    map[string]any
}

func (f *fuser) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			f.action(n)
		case *parse.IfNode:
			f.list(n.List)
			f.list(n.ElseList)
		case *parse.WithNode:
			f.list(n.List)
			f.list(n.ElseList)
		case *parse.RangeNode:
			f.list(n.List)
			f.list(n.ElseList)
		}
	}
}

func (f *fuser) action(n *parse.ActionNode) {
	if len(n.Pipe.Decl) > 0 || len(n.Pipe.Cmds) < 2 {
		return
	}
	head := n.Pipe.Cmds[0]
	id, ok := head.Args[0].(*parse.IdentifierNode)
	if !ok {
		return
	}
	kind, number, ok := pathFunction(id.Ident)
	if !ok || kind == fnGetTrue {
		return
	}
	var names []string
	for _, c := range n.Pipe.Cmds[1:] {
		escaper, ok := c.Args[0].(*parse.IdentifierNode)
		if !ok || len(c.Args) > 1 {
			return
		}
		names = append(names, escaper.Ident)
	}
	context, ok := contexts[strings.Join(names, "|")]
	if !ok {
		return
	}
	fused := fmt.Sprintf("%s%d%s_%d", fnWrite, context, kind, number)
	if f.funcs[fused] == nil {
		f.funcs[fused] = f.executor.bindWrite(kind, f.paths.list[number], context)
	}
	id.Ident = fused
	n.Pipe.Cmds = n.Pipe.Cmds[:1]
}

// bindWrite makes the function that resolves a path and writes it. What it returns prints nothing;
// it is a pointer because that costs no allocation.
func (e *Executor) bindWrite(kind string, path []string, context escaping) any {
	r := e.newResolver(path)
	nothing := new(string)
	if kind == fnCall {
		return func(v any, args ...any) *string {
			e.writeEscaped(must(r.resolve(v, args)), context)
			return nothing
		}
	}
	return func(v any) *string {
		e.writeEscaped(must(r.resolve(v, nil)), context)
		return nothing
	}
}

// writeEscaped writes a value as html/template does in one of the contexts.
func (e *Executor) writeEscaped(v any, context escaping) {
	b := e.out
	if err := room(b, 0); err != nil {
		must(nil, err)
	}
	switch s := indirect(v).(type) {
	case nil:
	case string:
		writeText(b, s, context)
	case template.HTML:
		switch context {
		case inText:
			b.WriteString(string(s))
		case inRCDATA:
			writeReplaced(b, string(s), &keepEntities)
		case inAttribute:
			e.writeStripped(s)
		default:
			writeText(b, string(s), context)
		}
	case template.URL:
		if context == inURL {
			writeReplaced(b, normalizeURL(string(s)), &escapeAll)
		} else {
			writeText(b, string(s), context)
		}
	default:
		writeText(b, fmt.Sprint(printable(v)), context)
	}
}

func writeText(b *bytes.Buffer, s string, context escaping) {
	if context == inURL {
		if !safeURL(s) {
			b.WriteString("#ZgotmplZ")
			return
		}
		s = normalizeURL(s)
	}
	writeReplaced(b, s, &escapeAll)
}

// writeStripped writes HTML into an attribute: its tags are left out. It is rare, and html/template
// itself does it.
func (e *Executor) writeStripped(s template.HTML) {
	const before, after = `<a title="`, `">`
	if e.attribute == nil {
		e.attribute = template.Must(template.New("attribute").Parse(before + `{{ . }}` + after))
	}
	var b strings.Builder
	if err := e.attribute.Execute(&b, s); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	e.out.WriteString(strings.TrimSuffix(strings.TrimPrefix(b.String(), before), after))
}

// indirect follows pointers to the value to print.
func indirect(v any) any {
	switch v.(type) {
	case nil, string, template.HTML:
		return v
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer {
		return v
	}
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	return rv.Interface()
}

// printable follows pointers unless the value can print itself.
func printable(v any) any {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		switch rv.Interface().(type) {
		case fmt.Stringer, error:
			return rv.Interface()
		}
		rv = rv.Elem()
	}
	return rv.Interface()
}

// safeURL reports whether an address has no scheme or one that cannot run anything.
func safeURL(s string) bool {
	if protocol, _, ok := strings.Cut(s, ":"); ok && !strings.Contains(protocol, "/") {
		return strings.EqualFold(protocol, "http") || strings.EqualFold(protocol, "https") || strings.EqualFold(protocol, "mailto")
	}
	return true
}

// replacements of ASCII characters; "" keeps the character.
type replacements [128]string

var (
	escapeAll    = replacements{0: "\uFFFD", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}
	keepEntities = replacements{0: "\uFFFD", '"': "&#34;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}
)

func writeReplaced(b *bytes.Buffer, s string, table *replacements) {
	written := 0
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || table[s[i]] == "" {
			continue
		}
		b.WriteString(s[written:i])
		b.WriteString(table[s[i]])
		written = i + 1
	}
	b.WriteString(s[written:])
}
