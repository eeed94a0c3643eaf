package exec

import (
	"fmt"
	"html/template"
	"strings"
	"text/template/parse"
)

// failsafe is printed by html/template instead of a value that is not allowed in its context. Here such a value is an
// error, except for values that are harmless: URLs with other schemes that run nothing (tel:, xmpp:), and attributes
// whose names start with data-. With Machine.Replaced everything is done as in html/template.
const failsafe = "ZgotmplZ"

// Refused is the error for a value that is not allowed where a template prints it.
type Refused struct {
	Message string
	Hint    string
}

func (r *Refused) Error() string { return r.Message }

// refuse ends the execution because of a value that is not allowed, or reports that it is replaced.
func (st *state) refuse(site *errorNode, v any) {
	st.calling = nil
	report := st.machine.Replaced
	err := refused(site.call, v)
	if report == nil {
		st.fail(site, "error calling %s: %w", site.call, err)
	}
	err.Message = fmt.Sprintf("%s is printed in place of %q, as in Hugo", failsafe, short(v))
	report(st.failure(site, "error calling %s: %w", site.call, err))
}

// short returns the beginning of a value, for messages.
func short(v any) string {
	const most = 60
	text := []rune(fmt.Sprint(v))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// replaces reports whether html/template replaces a value that is allowed here.
func (e escaping) replaces(v any) bool {
	switch e {
	case inURL, inRefresh:
		out, _ := filterURL(v)
		text, ok := out.(string)
		return ok && !safeURL(text)
	case inName:
		text, ok := v.(string)
		return ok && dataName(strings.ToLower(text))
	}
	return false
}

// failsafe returns the text that html/template prints in a context instead of a value.
func (e escaping) failsafe() string {
	if e == inName {
		return failsafe
	}
	return "#" + failsafe
}

// safeURL is html/template's rule for URLs.
func safeURL(s string) bool {
	if protocol, _, ok := strings.Cut(s, ":"); ok && !strings.Contains(protocol, "/") {
		return strings.EqualFold(protocol, "http") || strings.EqualFold(protocol, "https") ||
			strings.EqualFold(protocol, "mailto")
	}
	return true
}

// refused returns the error of an escaper for a value.
func refused(escaper string, v any) *Refused {
	text := short(v)
	switch strings.TrimPrefix(escaper, prefix) {
	case "srcsetescaper":
		return &Refused{
			fmt.Sprintf("%q can't be printed in srcset: a URL in it can run a script, or more than a width follows a URL", text),
			"check where the URLs come from",
		}
	case "urlfilter":
		return &Refused{
			fmt.Sprintf("the URL %q can run a script or contains a document, so it can't be printed", text),
			"check where the URL comes from; if nobody else can change it, print it with safeURL",
		}
	case "htmlnamefilter":
		return &Refused{
			fmt.Sprintf("%q can't be printed as the name of an attribute", text),
			"print the whole attribute with safeHTMLAttr; if others write the value, escape it with htmlEscape first",
		}
	case "cssvaluefilter":
		return &Refused{
			fmt.Sprintf("%q can't be printed as a value in a style", text),
			"if nobody else can change the value, print it with safeCSS",
		}
	}
	return &Refused{
		fmt.Sprintf("%q can't be printed here", text),
		"print it elsewhere, or say that it is safe (safeHTML, safeURL, safeCSS, safeJS)",
	}
}

// Escapers returns the escapers that trees call, for text/template: they reject and allow the same values as compiled
// templates. replaced is like Machine.Replaced.
func Escapers(trees map[string]*parse.Tree, replaced func(error)) map[string]any {
	out := map[string]any{"_eval_args_": evalArgs}
	var look func(n parse.Node)
	pipe := func(p *parse.PipeNode) {
		if p == nil {
			return
		}
		for _, cmd := range p.Cmds {
			for _, arg := range cmd.Args {
				look(arg)
			}
		}
	}
	list := func(l *parse.ListNode) {
		if l == nil {
			return
		}
		for _, n := range l.Nodes {
			look(n)
		}
	}
	branch := func(b *parse.BranchNode) {
		pipe(b.Pipe)
		list(b.List)
		list(b.ElseList)
	}
	look = func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ListNode:
			list(n)
		case *parse.ActionNode:
			pipe(n.Pipe)
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.IdentifierNode:
			if isEscaper(n.Ident) && out[n.Ident] == nil {
				out[n.Ident] = reporting(n.Ident, replaced)
			}
		}
	}
	for _, t := range trees {
		list(t.Root)
	}
	return out
}

// reporting returns html/template's escaper by name, with an error for a value that is not allowed.
func reporting(name string, report func(error)) func(v any) (any, error) {
	standard := standardEscaper(name)
	return func(v any) (any, error) {
		if report != nil {
			escaped := standard.call(v)
			if replaced(v, escaped) {
				report(&Refused{Message: fmt.Sprintf("%s is printed in place of %q, as in Hugo", failsafe, short(v))})
			}
			return escaped, nil
		}
		out, ok := filtered(name, standard, v)
		if !ok {
			return nil, refused(name, v)
		}
		return out, nil
	}
}

// filtered returns the result of an escaper for a value. ok is false if it rejects the value.
func filtered(name string, standard standard, v any) (out any, ok bool) {
	switch name {
	case prefix + "urlfilter":
		return filterURL(v)
	case prefix + "htmlnamefilter":
		if s, text := v.(string); text && dataName(strings.ToLower(s)) {
			return strings.ToLower(s), true
		}
	}
	escaped := standard.call(v)
	return escaped, !replaced(v, escaped)
}

// replaced reports whether an escaper replaced a value or a part of it by the failsafe.
func replaced(v any, escaped string) bool {
	n := strings.Count(escaped, failsafe)
	return n > 0 && n > strings.Count(fmt.Sprint(v), failsafe)
}

// Dangerous reports whether a URL can run a script, read files of the reader, or show a document that it contains:
// javascript:, vbscript:, file:, and data: except pictures (the rule of goldmark). It reads URLs as browsers do, which
// skip white space and control characters at the start, and tabs and line breaks everywhere:
// https://url.spec.whatwg.org/#concept-basic-url-parser
func Dangerous(address string) bool {
	if i := strings.IndexAny(address, ":/?#"); i < 0 || address[i] != ':' {
		return false // without a scheme
	}
	const enough = len("data:image/jpeg;")
	var short [enough]byte
	b := short[:0]
	for i := 0; i < len(address) && len(b) < enough; i++ {
		switch c := address[i]; {
		case c == '\t', c == '\n', c == '\r', len(b) == 0 && c <= ' ':
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	scheme, rest, ok := strings.Cut(string(b), ":")
	if !ok {
		return false
	}
	switch scheme {
	case "javascript", "vbscript", "file":
		return true
	case "data":
		kind, picture := strings.CutPrefix(rest, "image/")
		return !picture || !strings.HasPrefix(kind, "png;") && !strings.HasPrefix(kind, "gif;") &&
			!strings.HasPrefix(kind, "jpeg;") && !strings.HasPrefix(kind, "webp;")
	}
	return false
}

// filterURL is html/template's filter for the beginning of a URL. ok is false for one that is dangerous.
func filterURL(v any) (out any, ok bool) {
	if s, text := v.(string); text {
		return s, !Dangerous(s)
	}
	switch u := pointed(v).(type) {
	case template.URL:
		return u, true
	case nil:
		return "", true
	}
	text := fmt.Sprint(printable(v))
	return text, !Dangerous(text)
}

// dataName reports whether an attribute is one for scripts of the page: data-*.
func dataName(name string) bool {
	rest, ok := strings.CutPrefix(name, "data-")
	if !ok || rest == "" {
		return false
	}
	for i := range len(rest) {
		switch c := rest[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == ':':
		default:
			return false
		}
	}
	return true
}
