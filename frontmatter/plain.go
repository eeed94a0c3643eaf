package frontmatter

import (
	"strings"
	"unicode/utf8"
)

// readPlain reads a YAML block that contains only comments and keys with a plain or quoted scalar, a list of
// those in brackets, or such a list with one item per line. line is the line of the file on which block begins.
// It returns nil for everything else, including doubtful cases; the YAML decoder reads those. Its results equal
// those of the decoder.
func readPlain(block []byte, line int) (map[string]any, map[string]int) {
	if !plainText(block) {
		return nil, nil
	}
	p := plainReader{rest: string(block), line: line - 1}
	n := plainKeys(p.rest)
	values, lines := make(map[string]any, n), make(map[string]int, n)
	for p.next() {
		if p.cur == "" || p.cur[0] == '#' {
			continue
		}
		key, rest, ok := plainKey(p.cur)
		if !ok {
			return nil, nil
		}
		if _, twice := values[key]; twice {
			return nil, nil
		}
		lines[key] = p.line
		var v any
		if rest == "" {
			v, ok = p.list()
		} else if v, ok = scalarOrFlow(rest); ok {
			// An indented line would continue the value.
			ok = !p.indented()
		}
		if !ok {
			return nil, nil
		}
		values[key] = v
	}
	return values, lines
}

// plainKeys returns the number of lines of a block that begin neither with a space nor with the dash of a list.
func plainKeys(block string) (n int) {
	for line := range strings.Lines(block) {
		if c := line[0]; c != ' ' && c != '-' && c != '#' && c != '\n' {
			n++
		}
	}
	return n
}

// plainText reports whether b is UTF-8 without characters that are special in YAML: control characters other
// than line ends, and the line ends and byte order marks of YAML 1.1.
func plainText(b []byte) bool {
	ascii := true
	for i, c := range b {
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case c >= ' ' && c != 0x7f || c == '\n':
		case c == '\r' && i+1 < len(b) && b[i+1] == '\n':
		default:
			return false
		}
	}
	if ascii {
		return true
	}
	if !utf8.Valid(b) {
		return false
	}
	for i, c := range b {
		switch c {
		case 0xC2: // U+0080 to U+009F
			if b[i+1] < 0xA0 {
				return false
			}
		case 0xE2: // U+2028, U+2029
			if b[i+1] == 0x80 && (b[i+2] == 0xA8 || b[i+2] == 0xA9) {
				return false
			}
		case 0xEF: // U+FEFF, and U+FFFE and U+FFFF
			if b[i+1] == 0xBB && b[i+2] == 0xBF || b[i+1] == 0xBF && b[i+2] >= 0xBE {
				return false
			}
		}
	}
	return true
}

// plainReader iterates over the lines of a block.
type plainReader struct {
	rest string // after the current line
	cur  string // the current line without trailing blanks
	line int
}

// next moves to the next line, and reports whether there is one.
func (p *plainReader) next() bool {
	if p.rest == "" {
		return false
	}
	p.cur, p.rest = cutLine(p.rest)
	p.line++
	return true
}

// indented reports whether the next non-blank line begins with a space.
func (p *plainReader) indented() bool {
	for rest := p.rest; rest != ""; {
		var line string
		if line, rest = cutLine(rest); line != "" {
			return line[0] == ' '
		}
	}
	return false
}

// list reads the "- item" lines after a key without a value; without such lines the value is nil.
func (p *plainReader) list() (any, bool) {
	var items []any
	indent := -1
	for p.rest != "" {
		line, rest := cutLine(p.rest)
		if line == "" {
			p.rest = rest
			p.line++
			continue
		}
		item := strings.TrimLeft(line, " ")
		at := len(line) - len(item)
		if !strings.HasPrefix(item, "- ") {
			if at > 0 || item[0] == '-' || item[0] == '#' {
				return nil, false
			}
			break
		}
		if indent < 0 {
			indent = at
		}
		if at != indent {
			return nil, false
		}
		v, ok := plainValue(strings.TrimLeft(item[2:], " "))
		if !ok {
			return nil, false
		}
		items = append(items, v)
		p.rest = rest
		p.line++
	}
	if items == nil {
		return nil, true
	}
	return items, true
}

// cutLine returns the first line of s without trailing blanks, and the rest.
func cutLine(s string) (line, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		line, rest = s[:i], s[i+1:]
	} else {
		line = s
	}
	return strings.TrimRight(line, " \r"), rest
}

// plainKey splits "key: rest"; the key, of ASCII letters, digits, "_" and "-", is returned in lower case.
func plainKey(line string) (key, rest string, ok bool) {
	i, lower := 0, true
	for ; i < len(line) && line[i] != ':'; i++ {
		switch c := line[i]; {
		case c >= 'a' && c <= 'z', c == '_':
		case c >= 'A' && c <= 'Z':
			lower = false
		case (c >= '0' && c <= '9' || c == '-') && i > 0:
		default:
			return "", "", false
		}
	}
	if i == 0 || i > 64 || i == len(line) {
		return "", "", false
	}
	key, rest = line[:i], line[i+1:]
	if rest != "" && rest[0] != ' ' {
		return "", "", false
	}
	if !lower {
		key = strings.ToLower(key)
	}
	return key, strings.TrimLeft(rest, " "), true
}

// scalarOrFlow reads a scalar or a list in brackets.
func scalarOrFlow(s string) (any, bool) {
	if s[0] != '[' {
		return plainValue(s)
	}
	if s[len(s)-1] != ']' {
		return nil, false
	}
	s = strings.Trim(s[1:len(s)-1], " ")
	items := []any{}
	for s != "" {
		var item string
		if s[0] == '"' || s[0] == '\'' {
			end := strings.IndexByte(s[1:], s[0])
			if end < 0 {
				return nil, false
			}
			item, s = s[:end+2], strings.TrimLeft(s[end+2:], " ")
			if s != "" && s[0] != ',' {
				return nil, false
			}
		} else {
			end := strings.IndexByte(s, ',')
			if end < 0 {
				end = len(s)
			}
			item, s = strings.TrimRight(s[:end], " "), s[end:]
			for i := range len(item) {
				if !flowSafe(item[i]) {
					return nil, false
				}
			}
		}
		v, ok := plainValue(item)
		if !ok {
			return nil, false
		}
		items = append(items, v)
		if s != "" {
			if s = strings.TrimLeft(s[1:], " "); s == "" {
				return nil, false // a comma before the bracket
			}
		}
	}
	return items, true
}

// flowSafe reports whether c has no special meaning in a list in brackets.
func flowSafe(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf ||
		c == ' ' || c == '-' || c == '_' || c == '.' || c == '/' || c == '+' || c == '(' || c == ')'
}

// plainValue reads a scalar that ends with its line: quoted without escapes, or plain with a first character
// that has no special meaning.
func plainValue(s string) (any, bool) {
	if s == "" {
		return nil, false
	}
	switch c := s[0]; {
	case c == '"' || c == '\'':
		if len(s) < 2 || s[len(s)-1] != c {
			return nil, false
		}
		in := s[1 : len(s)-1]
		if strings.IndexByte(in, c) >= 0 || c == '"' && strings.IndexByte(in, '\\') >= 0 {
			return nil, false
		}
		return in, true
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= utf8.RuneSelf:
	case c == '/', c == '(', c == '_', c == '+', c == '.', c == '$', c == '~':
	case c == '-' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
	default:
		return nil, false
	}
	// ": " and a colon at the end make a key, " #" begins a comment.
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case ':':
			if i+1 == len(s) || s[i+1] == ' ' {
				return nil, false
			}
		case '#':
			if s[i-1] == ' ' {
				return nil, false
			}
		}
	}
	return plainScalar(s), true
}
