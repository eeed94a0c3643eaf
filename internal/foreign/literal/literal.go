// Package literal reads the values that configurations in JavaScript and TypeScript write out, without executing anything.
package literal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Object is an object of a program, with its keys in the order of the file.
type Object struct {
	Keys   []string
	Values map[string]any
}

// Get is the value below some keys; nil where one is missing. It works on a nil object.
func (o *Object) Get(keys ...string) any {
	for i, key := range keys {
		if o == nil {
			return nil
		}
		if i == len(keys)-1 {
			return o.Values[key]
		}
		o, _ = o.Values[key].(*Object)
	}
	return nil
}

// Str is a text below some keys, "" for anything else.
func (o *Object) Str(keys ...string) string {
	s, _ := o.Get(keys...).(string)
	return s
}

// Object is an object below some keys, nil for anything else.
func (o *Object) Object(keys ...string) *Object {
	out, _ := o.Get(keys...).(*Object)
	return out
}

// List is a list below some keys, nil for anything else.
func (o *Object) List(keys ...string) []any {
	out, _ := o.Get(keys...).([]any)
	return out
}

var (
	exported   = regexp.MustCompile(`(?m)^\s*(?:module\.exports\s*=|export\s+default\b)\s*`)
	identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*`)
	returned   = regexp.MustCompile(`\breturn\s*[{(]`)
	bareWord   = regexp.MustCompile(`^[\w.+-]+`)
	bareKey    = regexp.MustCompile(`^[\w$]+`)
)

// Export reads the object that a file in JavaScript, TypeScript, or JSON exports, as far as it is written out: texts,
// numbers, lists, and objects. What must be computed is nil. The result is nil if the file exports nothing like it. The
// error is a *NestingError.
func Export(text string) (*Object, error) {
	l := &literal{text: text}
	if m := exported.FindStringIndex(text); m != nil {
		l.at = m[1]
		l.blank()
		if name := identifier.FindString(text[l.at:]); name != "" {
			l.at = definition(text, name)
		}
	}
	if l.at < 0 {
		return nil, nil
	}
	out, _ := l.value().(*Object)
	if l.tooDeep != nil {
		return nil, l.tooDeep
	}
	return out, nil
}

// maxNesting is the limit for brackets in brackets. A bracket that nothing closes has what is after it read again.
const maxNesting = 500

// NestingError says where the brackets of a text are nested too deeply. Both numbers begin at 1.
type NestingError struct{ Line, Col int }

// Error implements error.
func (e *NestingError) Error() string {
	return fmt.Sprintf("brackets are nested more than %d levels", maxNesting)
}

// definition is where the value of a name begins, or what a function returns; -1 if it is not in the file.
func definition(text, name string) int {
	if name != "async" && name != "function" {
		m := regexp.MustCompile(`\b(?:const|let|var)\s+` + regexp.QuoteMeta(name) + `\b[^=]*=\s*`).FindStringIndex(text)
		if m != nil {
			return m[1]
		}
	}
	if m := returned.FindStringIndex(text); m != nil {
		return m[1] - 1
	}
	return -1
}

// literal reads values from the text of a program.
type literal struct {
	text string
	at   int

	depth   int // brackets that are open
	tooDeep *NestingError
}

// blank skips white space and comments.
func (l *literal) blank() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			l.at++
		case strings.HasPrefix(rest, "//"):
			l.at += lengthTo(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			l.at += lengthTo(rest, "*/")
		default:
			return
		}
	}
}

// lengthTo is the length of a text up to the end of a mark, or to its own end.
func lengthTo(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

// next is the next character that is no blank; 0 at the end.
func (l *literal) next() byte {
	if l.blank(); l.at < len(l.text) {
		return l.text[l.at]
	}
	return 0
}

// value reads a value up to the comma or bracket after it.
func (l *literal) value() any {
	if l.depth++; l.depth > maxNesting+1 && l.tooDeep == nil {
		before := l.text[:l.at]
		l.tooDeep = &NestingError{1 + strings.Count(before, "\n"), l.at - strings.LastIndexByte(before, '\n')}
		l.at = len(l.text) // nothing more is read
	}
	defer func() { l.depth-- }()
	var out any
	switch c := l.next(); {
	case c == '{':
		out = l.object()
	case c == '[':
		out = l.list()
	case c == '(':
		start := l.at
		l.at++
		out = l.value()
		if l.next() != ')' { // several: parameters
			if l.tooDeep == nil {
				l.at = start
			}
			l.expression()
			return nil
		}
		l.at++
	case c == '\'' || c == '"' || c == '`':
		out = l.quoted()
	default:
		word := bareWord.FindString(l.text[l.at:])
		out = plainWord(word)
		l.at += len(word)
	}
	end := l.at
	switch c := l.next(); {
	case c == 0 || strings.IndexByte(",;)]}", c) >= 0:
	case strings.HasPrefix(l.text[l.at:], "as ") || strings.HasPrefix(l.text[l.at:], "satisfies "):
		l.expression()
	case strings.Contains(l.text[end:l.at], "\n") && identifier.MatchString(l.text[l.at:]): // a statement without a semicolon
	default:
		l.expression()
		return nil
	}
	return out
}

func plainWord(word string) any {
	if word == "true" || word == "false" {
		return word == "true"
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return n
	}
	return nil
}

// expression skips what must be computed, up to the comma or bracket after it.
func (l *literal) expression() {
	depth := 0
	for {
		switch c := l.next(); {
		case c == 0:
			return
		case c == '\'' || c == '"' || c == '`':
			l.quoted()
			continue
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return
			}
		case depth == 0 && (c == ',' || c == ';'):
			return
		}
		l.at++
	}
}

// quoted reads a text; nil if a template has expressions in it.
func (l *literal) quoted() any {
	quote := l.text[l.at]
	var b strings.Builder
	computed := false
	for l.at++; l.at < len(l.text) && l.text[l.at] != quote; l.at++ {
		c := l.text[l.at]
		switch {
		case c == '\\' && l.at+1 < len(l.text):
			l.at++
			if c = l.text[l.at]; c == 'n' {
				c = '\n'
			}
		case quote == '`' && strings.HasPrefix(l.text[l.at:], "${"):
			computed = true
		}
		b.WriteByte(c)
	}
	l.at++
	if computed {
		return nil
	}
	return b.String()
}

func (l *literal) list() any {
	out := []any{}
	for l.at++; l.next() != 0 && l.next() != ']'; {
		before := l.at
		out = append(out, l.value())
		if !l.comma(before) {
			break
		}
	}
	l.at++
	return out
}

// comma skips a comma; false where nothing was read, so reading must end.
func (l *literal) comma(before int) bool {
	if l.next() == ',' {
		l.at++
	}
	return l.at > before
}

func (l *literal) object() any {
	out := &Object{Values: map[string]any{}}
	for l.at++; l.next() != 0 && l.next() != '}'; {
		before := l.at
		key := ""
		if c := l.next(); c == '\'' || c == '"' {
			key, _ = l.quoted().(string)
		} else if key = bareKey.FindString(l.text[l.at:]); key != "" {
			l.at += len(key)
		}
		if l.next() == ':' && key != "" {
			l.at++
			if out.Values[key] == nil {
				out.Keys = append(out.Keys, key)
			}
			out.Values[key] = l.value()
		} else { // a method, or what is spread
			l.expression()
		}
		if !l.comma(before) {
			break
		}
	}
	l.at++
	return out
}
