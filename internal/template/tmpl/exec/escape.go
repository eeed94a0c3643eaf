package exec

import (
	"bytes"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"text/template/parse"
	"unicode/utf8"
)

// html/template ends the pipeline of each action with calls of its escapers, which it does not export. Those of the
// most common contexts are implemented here and print directly; a test compares them with html/template. The others are
// called through templates of html/template: see standard.go.

// prefix is the prefix of the names of escapers.
const prefix = "_html_template_"

func isEscaper(name string) bool { return strings.HasPrefix(name, prefix) }

// writer prints a value.
type writer func(st *state, v any)

// escapers returns a writer that does the same as the escapers at the end of a pipeline, and their number; nil if the
// pipeline does not end with escapers.
func (c *compiler) escapers(p *parse.PipeNode) (write writer, count int) {
	var names []string
	var places []*errorNode
	from, found := len(p.Cmds), false
	for ; from > 1; from-- {
		cmd := p.Cmds[from-1]
		id, ok := cmd.Args[0].(*parse.IdentifierNode)
		if !ok || len(cmd.Args) > 1 || !isEscaper(id.Ident) && !c.isPredefined(id.Ident) {
			break
		}
		found = found || isEscaper(id.Ident)
		names = append([]string{id.Ident}, names...)
		places = append([]*errorNode{{in: c.t, node: cmd, call: id.Ident}}, places...)
	}
	if !found {
		return nil, 0
	}
	if e, ok := contexts[strings.ReplaceAll(strings.Join(names, "|"), prefix, "")]; ok {
		return e.writer(places[0]), len(names)
	}
	return chain(names, places), len(names)
}

// isText reports whether escapers are those of the text of a page, where HTML is not escaped.
func isText(escapers []*parse.CommandNode) bool {
	return len(escapers) == 1 && escapers[0].Args[0].(*parse.IdentifierNode).Ident == prefix+"htmlescaper"
}

// isPredefined reports whether html/template treats a function as an escaper that a template calls explicitly.
func (c *compiler) isPredefined(name string) bool {
	return (name == "html" || name == "urlquery") && c.functions(name) == nil
}

// escaping is a context whose escapers are implemented here.
type escaping int

const (
	inText      escaping = iota // HTML text
	inAttribute                 // a quoted attribute
	inRCDATA                    // a title or textarea
	inURL                       // the start of a URL in a quoted attribute
	inPath                      // the rest of a URL, before its query
	inQuery                     // the query of a URL
	inRefresh                   // a URL in the content of a meta element
	inName                      // the name of an attribute
	inScript                    // a value of JavaScript
)

// contexts are the lists of escapers that html/template appends, by context.
var contexts = map[string]escaping{
	"htmlescaper":                         inText,
	"attrescaper":                         inAttribute,
	"rcdataescaper":                       inRCDATA,
	"urlfilter|urlnormalizer|attrescaper": inURL,
	"urlnormalizer|attrescaper":           inPath,
	"urlescaper|attrescaper":              inQuery,
	"urlfilter|attrescaper":               inRefresh,
	"htmlnamefilter":                      inName,
	"jsvalescaper":                        inScript,
}

// writer returns a function that prints values in a context; a panic of a value names the site.
func (e escaping) writer(site *errorNode) writer {
	if e == inName {
		return named(site)
	}
	return func(st *state, v any) {
		from := st.out.Len()
		st.weigh(site, v)
		st.roomFor(site, e, v)
		st.calling = site
		if st.machine.Replaced != nil && e.replaces(v) || !e.write(st.out, v) {
			st.refuse(site, v)
			st.out.WriteString(e.failsafe())
		}
		st.calling = nil
		st.pay(site, (st.out.Len()-from)/(worthStep/partsOfStep))
		st.room(site, 0)
	}
}

// longText is the size from which a text is checked before it is escaped, and mostCode the largest text that
// html/template may escape.
const (
	longText = 1 << 20
	mostCode = 16 << 20
)

// roomFor ends the execution if the escaped text, which may be several times as long, would exceed the limit.
func (st *state) roomFor(site *errorNode, e escaping, v any) {
	n := textLength(v)
	if n < longText {
		return
	}
	s, isText := v.(string)
	switch {
	case e == inName, e == inScript:
		st.codeRoom(site, v)
	case !isText:
		st.room(site, n)
	default:
		for i := range len(s) {
			if c := s[i]; c < utf8.RuneSelf && escapeAll[c] != "" {
				n += 4
			} else if e != inText && !urlBytes[c] {
				n += 2
			}
		}
		st.room(site, n)
	}
}

// codeRoom does the same for html/template's own escapers.
func (st *state) codeRoom(site *errorNode, v any) {
	if n := textLength(v); n > mostCode {
		st.fail(site, "a text of %d bytes is longer than the %d MB that can be escaped here", n, mostCode>>20)
	}
}

// named prints names of attributes. There are few, so a machine caches the results of html/template.
func named(site *errorNode) writer {
	const most = 1000
	return func(st *state, v any) {
		text, ok := v.(string)
		name, known := st.machine.names[text]
		if !ok || !known {
			from := st.out.Len()
			st.weigh(site, v)
			st.calling = site
			if st.machine.Replaced != nil && inName.replaces(v) || !inName.write(st.out, v) {
				st.refuse(site, v)
				st.out.WriteString(failsafe)
				st.room(site, 0)
				return
			}
			st.calling = nil
			st.room(site, 0)
			if ok && len(st.machine.names) < most {
				if st.machine.names == nil {
					st.machine.names = make(map[string]string)
				}
				st.machine.names[text] = string(st.out.Bytes()[from:])
			}
			return
		}
		st.print(name, site)
	}
}

// write prints a value like html/template in a context. ok is false for a value that is not allowed.
func (e escaping) write(b *bytes.Buffer, v any) (ok bool) {
	switch e {
	case inName, inScript:
		return e.writeCode(b, v)
	}
	switch s := pointed(v).(type) {
	case nil:
	case string:
		return e.text(b, s)
	case template.HTML:
		switch e {
		case inText:
			b.WriteString(string(s))
		case inRCDATA:
			replace(b, string(s), &keepEntities)
		case inAttribute:
			if strings.IndexByte(string(s), '<') < 0 { // no tags to remove
				replace(b, string(s), &keepEntities)
				return true
			}
			b.WriteString(attribute.call(s))
		default:
			return e.text(b, string(s))
		}
	case template.URL:
		switch e {
		case inURL, inPath, inQuery:
			replace(b, NormalizeURL(string(s)), &escapeAll)
		case inRefresh:
			replace(b, string(s), &escapeAll)
		default:
			return e.text(b, string(s))
		}
	case template.CSS, template.JS, template.JSStr, template.HTMLAttr, template.Srcset:
		return e.text(b, reflect.ValueOf(s).String())
	default:
		mustBound(v)
		return e.text(b, fmt.Sprint(printable(v)))
	}
	return true
}

func (e escaping) text(b *bytes.Buffer, s string) (ok bool) {
	switch e {
	case inURL, inRefresh:
		if Dangerous(s) {
			return false
		}
		if e == inURL {
			s = NormalizeURL(s)
		}
	case inPath:
		s = NormalizeURL(s)
	case inQuery:
		s = encoded(s, 0, &queryBytes, false)
	}
	replace(b, s, &escapeAll)
	return true
}

// writeCode prints a value in a context where few values are allowed as they are; html/template handles the others.
func (e escaping) writeCode(b *bytes.Buffer, v any) (ok bool) {
	switch s := v.(type) {
	case template.HTMLAttr:
		if e == inName {
			b.WriteString(string(s))
			return true
		}
	case template.JS:
		if e == inScript {
			b.WriteString(string(s))
			return true
		}
	}
	mustBound(v)
	if e == inScript {
		b.WriteString(scriptValue.call(v))
		return true
	}
	name, ok := filtered(prefix+"htmlnamefilter", attributeName, v)
	if ok {
		b.WriteString(name.(string))
	}
	return ok
}

// Printable is a value of which templates print another one, or nothing for nil.
type Printable interface{ PrintableValue() any }

// pointed follows pointers to the value to print.
func pointed(v any) any {
	switch v := v.(type) {
	case nil, string, template.HTML:
		return v
	case Printable:
		return v.PrintableValue()
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

// NormalizeURL percent-encodes characters that are not allowed in a URL.
func NormalizeURL(s string) string {
	for i := 0; i < len(s); i++ {
		if !urlBytes[s[i]] {
			return encoded(s, i, &urlBytes, true)
		}
	}
	return s
}

// encoded percent-encodes the bytes of a text that are not in a table, starting at from. keep leaves existing
// percent-encoding unchanged.
func encoded(s string, from int, table *[256]bool, keep bool) string {
	const digits = "0123456789abcdef"
	b := append(make([]byte, 0, len(s)+16), s[:from]...)
	for i := from; i < len(s); i++ {
		c := s[i]
		if table[c] || keep && c == '%' && i+2 < len(s) && isHexDigit(s[i+1]) && isHexDigit(s[i+2]) {
			b = append(b, c)
		} else {
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(b)
}

const unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

// The bytes that stay unencoded in URLs, and in their queries.
var (
	urlBytes   = table(unreserved + "!#$&*+,/:;=?@[]")
	queryBytes = table(unreserved)
)

func table(bytes string) (t [256]bool) {
	for i := range len(bytes) {
		t[bytes[i]] = true
	}
	return t
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// replacements of ASCII characters; "" keeps the character.
type replacements [128]string

var (
	escapeAll = replacements{
		0: "\uFFFD", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;",
		'>': "&gt;",
	}
	keepEntities = replacements{0: "\uFFFD", '"': "&#34;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}
)

func replace(b *bytes.Buffer, s string, table *replacements) {
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
