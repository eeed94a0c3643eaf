package markdown

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortcodeTag is one tag: {{< name args >}}, {{< name />}} or {{< /name >}}.
type shortcodeTag struct {
	offset          int // of "{{"
	name            string
	percent, inline bool
	closing         bool // {{< /name >}}, or {{< / >}} for the innermost open one
	selfClosed      bool // {{< name />}}
	named           map[string]any
	positional      []any
	lastName        string // a word that is a name if "=" follows
	style           argumentStyle
}

type argumentStyle int

const (
	noArguments argumentStyle = iota
	positionalArguments
	namedArguments
)

// shortcodeLexer finds tags in a text. The syntax is that of Hugo's parser/pageparser.
type shortcodeLexer struct {
	src string
	pos int
}

// next returns the text up to the next tag and the tag; nil at the end.
func (l *shortcodeLexer) next() (string, *shortcodeTag, error) {
	var text strings.Builder
	start := l.pos
	for {
		i := nextDelimiter(l.src[l.pos:])
		if i < 0 {
			rest := l.src[start:]
			l.pos = len(l.src)
			if text.Len() == 0 {
				return rest, nil, nil
			}
			text.WriteString(rest)
			return text.String(), nil, nil
		}
		at := l.pos + i
		before := l.src[start:at]
		l.pos = at + len("{{<")
		if !strings.HasPrefix(l.src[l.pos:], "/*") {
			if text.Len() > 0 {
				text.WriteString(before)
				before = text.String()
			}
			tag, err := l.tag(at)
			return before, tag, err
		}
		comment, err := l.comment(at)
		if err != nil {
			return "", nil, err
		}
		text.WriteString(before)
		text.WriteString(comment)
		start = l.pos
	}
}

// nextDelimiter returns the index of the next {{< or {{%; -1 if there is none.
func nextDelimiter(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], "{{")
		if i < 0 || from+i+2 >= len(s) {
			return -1
		}
		if c := s[from+i+2]; c == '<' || c == '%' {
			return from + i
		}
		from += i + 1
	}
}

// right returns the delimiter that ends the tag at offset.
func (l *shortcodeLexer) right(offset int) string {
	if l.src[offset+2] == '%' {
		return "%}}"
	}
	return ">}}"
}

// comment reads {{</* … */>}} and returns the text that it means.
func (l *shortcodeLexer) comment(offset int) (string, error) {
	right := l.right(offset)
	end := strings.Index(l.src[l.pos:], "*/"+right)
	if end <= 1 {
		return "", &shortcodeError{offset: offset, message: "the comment of a shortcode must be closed", hint: "write */" +
			right}
	}
	inner := l.src[l.pos+2 : l.pos+end]
	l.pos += end + len("*/") + len(right)
	return l.src[offset:offset+3] + inner + right, nil
}

// tag reads the tag at offset; pos is after its opening delimiter.
func (l *shortcodeLexer) tag(offset int) (*shortcodeTag, error) {
	t := &shortcodeTag{offset: offset, percent: l.src[offset+2] == '%'}
	right := l.right(offset)
	for {
		if strings.HasPrefix(l.src[l.pos:], right) {
			l.pos += len(right)
			if t.name == "" && !t.closing {
				return nil, &shortcodeError{offset: offset, message: "shortcode has no name"}
			}
			return t, nil
		}
		if l.pos >= len(l.src) {
			return nil, &shortcodeError{offset: offset, message: "unclosed shortcode action", hint: "end it with " + right}
		}
		if err := l.element(t, right); err != nil {
			return nil, l.unclosed(err, t, right)
		}
	}
}

// unclosed adds a hint to an error below the line on which a tag starts: the tag probably lacks its end.
func (l *shortcodeLexer) unclosed(err error, t *shortcodeTag, right string) error {
	var e *shortcodeError
	if errors.As(err, &e) && e.offset > t.offset {
		if lines := strings.Count(l.src[t.offset:e.offset], "\n"); lines > 0 {
			e.hint = fmt.Sprintf("the shortcode %q starts %d lines above and has no %s there", t.name, lines, right)
		}
	}
	return err
}

// element reads one item inside a tag: white space, a slash, the name, an argument, or a value.
func (l *shortcodeLexer) element(t *shortcodeTag, right string) error {
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	switch {
	case r == ' ' || r == '\t' || r == '\r' || r == '\n':
		l.pos += size
	case r == '=':
		l.pos += size
		return l.value(t)
	case r == '/':
		l.pos += size
		if t.name == "" {
			t.closing = true
		} else {
			t.selfClosed = true
		}
	case r == '\\':
		l.pos += size
		if next := l.peek(); next == '`' {
			return l.fail("unrecognized escape character")
		} else if next == '"' {
			return l.argument(t, true)
		}
	case t.name != "" && !t.closing && (isWord(r) || r == '-' || r == '"' || r == '`'):
		return l.argument(t, false)
	case t.name == "" && isWord(r):
		return l.name(t, right)
	default:
		e := l.fail(fmt.Sprintf("unrecognized character in shortcode action: %#U", r))
		e.hint = "quote arguments that are not plain words"
		if strings.HasPrefix(strings.TrimLeft(l.src[l.pos:], "%>"), "}}") {
			e.hint = "end it with " + right
		} else if unicode.Is(unicode.Quotation_Mark, r) {
			e.hint = straightQuotes
		}
		return e
	}
	return nil
}

// straightQuotes is the hint for a value that ends too early, and for typographic quotes.
const straightQuotes = "put a value that is not one word in straight double quotes: \"…\""

func (l *shortcodeLexer) fail(message string) *shortcodeError {
	return &shortcodeError{offset: l.pos, message: message}
}

func (l *shortcodeLexer) peek() byte {
	if l.pos < len(l.src) {
		return l.src[l.pos]
	}
	return 0
}

// name reads the name, with slashes for folders.
func (l *shortcodeLexer) name(t *shortcodeTag, right string) error {
	start := l.pos
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if r == '.' && strings.HasPrefix(l.src[l.pos:], ".inline ") {
			t.inline = true
		} else if r == '.' {
			return l.fail("period in shortcode name only allowed for inline identifiers")
		} else if !isWord(r) && r != '-' && r != '/' {
			break
		}
		l.pos += size
	}
	t.name = l.src[start:l.pos]
	if !t.closing {
		return nil
	}
	for l.peek() == ' ' || l.peek() == '\t' {
		l.pos++
	}
	if !strings.HasPrefix(l.src[l.pos:], right) {
		return &shortcodeError{offset: t.offset, message: "unclosed shortcode", hint: "end it with " + right}
	}
	return nil
}

// argument reads a positional argument or the name of a named one. escaped says that it starts with \".
func (l *shortcodeLexer) argument(t *shortcodeTag, escaped bool) error {
	start := l.pos
	if c := l.peek(); c == '"' || c == '`' {
		if t.style == namedArguments {
			return l.fail("got quoted positional parameter. Cannot mix named and positional parameters")
		}
		t.style = positionalArguments
		v, err := l.quoted(escaped)
		t.positional, t.lastName = append(t.positional, v), v
		return err
	}
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !isWord(r) && r != '-' && r != '.' {
			break
		}
		l.pos += size
	}
	word := l.src[start:l.pos]
	named := strings.HasPrefix(strings.TrimLeft(l.src[l.pos:], " \t\r\n"), "=")
	switch {
	case t.style == noArguments && named:
		t.style = namedArguments
	case t.style == noArguments:
		t.style = positionalArguments
	case named && t.style == positionalArguments:
		return &shortcodeError{
			offset:  start,
			message: fmt.Sprintf("got named parameter '%s'. Cannot mix named and positional parameters", word),
		}
	case !named && t.style == namedArguments:
		return &shortcodeError{
			offset:  start,
			message: fmt.Sprintf("got positional parameter '%s'. Cannot mix named and positional parameters", word),
			hint:    straightQuotes,
		}
	}
	t.lastName = word
	if !named {
		t.positional = append(t.positional, typed(word))
	}
	return nil
}

// value reads the value after "=".
func (l *shortcodeLexer) value(t *shortcodeTag) error {
	at := l.pos - 1
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !unicode.IsSpace(r) {
			break
		}
		l.pos += size
	}
	if t.name == "" || t.lastName == "" {
		return &shortcodeError{offset: at, message: "a value has no name before its ="}
	}
	if len(t.positional) > 0 { // name = value, with a space before "="
		t.positional = t.positional[:len(t.positional)-1]
		if len(t.positional) > 0 {
			return &shortcodeError{
				offset:  at,
				message: fmt.Sprintf("got named parameter '%s'. Cannot mix named and positional parameters", t.lastName),
			}
		}
		t.positional, t.style = nil, namedArguments
	}
	v, err := l.bareOrQuoted()
	if err != nil {
		return err
	}
	if t.named == nil {
		t.named = map[string]any{}
	}
	t.named[t.lastName] = v
	t.lastName = ""
	return nil
}

func (l *shortcodeLexer) bareOrQuoted() (any, error) {
	switch c := l.peek(); {
	case c == '"' || c == '`':
		return l.quoted(false)
	case c == '\\' && strings.HasPrefix(l.src[l.pos:], `\"`):
		l.pos++
		return l.quoted(true)
	}
	start := l.pos
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if unicode.IsSpace(r) {
			break
		}
		l.pos += size
	}
	return typed(l.src[start:l.pos]), nil
}

// quoted reads a string: `raw` over several lines, "quoted" on one line with \" for a quote or, if escaped is set,
// \"quoted\".
func (l *shortcodeLexer) quoted(escaped bool) (string, error) {
	start := l.pos
	quote := l.src[l.pos]
	l.pos++
	if quote == '`' {
		end := strings.IndexByte(l.src[l.pos:], '`')
		if end < 0 {
			return "", &shortcodeError{offset: start, message: "unterminated raw string in shortcode parameter-argument"}
		}
		v := l.src[l.pos : l.pos+end]
		l.pos += end + 1
		return v, nil
	}
	quotes := false
	for from := l.pos; l.pos < len(l.src) && l.src[l.pos] != '\n'; l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\' && strings.HasPrefix(l.src[l.pos+1:], `"`):
			if escaped {
				v := l.src[from:l.pos]
				l.pos += 2
				return v, nil
			}
			quotes = true
			l.pos++
		case c == '\\' && strings.HasPrefix(l.src[l.pos+1:], "`"):
			return "", l.fail("unrecognized escape character")
		case c == '"':
			v := l.src[from:l.pos]
			l.pos++
			if quotes { // in this case Hugo drops all backslashes
				v = strings.ReplaceAll(v, `\`, "")
			}
			return v, nil
		}
	}
	return "", &shortcodeError{offset: start, message: "unterminated quoted string in shortcode parameter-argument"}
}

// skipTo moves to the end of the closing tag of an inline shortcode, whose content is a template and is not parsed, and
// returns where the tag starts.
func (l *shortcodeLexer) skipTo(name string) (end int, ok bool) {
	for from := l.pos; ; {
		i := nextDelimiter(l.src[from:])
		if i < 0 {
			return 0, false
		}
		at := from + i
		from = at + len("{{<")
		rest, ok := strings.CutPrefix(strings.TrimLeft(l.src[from:], " \t\r\n"), "/")
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), name)
		if !ok {
			continue
		}
		if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), l.right(at)); ok {
			l.pos = len(l.src) - len(rest)
			return at, true
		}
	}
}

// isWord reports whether a name or a bare argument may contain r.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

var (
	bareInt   = regexp.MustCompile(`^[-+]?\d+$`)
	bareFloat = regexp.MustCompile(`^[-+]?\d*\.\d+$`)
)

// typed converts a bare word to a bool, int, float64, or string. 1e3 is a string.
func typed(word string) any {
	switch {
	case word == "true" || word == "false":
		return word == "true"
	case bareInt.MatchString(word):
		if n, err := strconv.Atoi(word); err == nil {
			return n
		}
	case bareFloat.MatchString(word):
		if f, err := strconv.ParseFloat(word, 64); err == nil {
			return f
		}
	}
	return word
}
