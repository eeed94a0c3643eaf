package frontmatter

import "bytes"

// span is the position of a front matter block in its source.
type span struct {
	format     Format
	start, end int // of the text between the delimiters; of the complete object for JSON
	line       int // line (from 1) of start
	opener     int // offset of the opening delimiter
	body       int // offset of the body
	bodyLine   int
}

// bom is the UTF-8 byte order mark, which some editors write at the beginning.
const bom = "\uFEFF"

// split finds the front matter of src by Hugo's rules: a byte order mark and blank lines may come first; a
// block opened by --- or +++ ends at the next line that starts with the same three characters (an indented one
// does not end it); a JSON object ends at its closing brace. Text after the three characters belongs to what
// follows. file is the name of src in the Error for a block that is never closed.
func split(file string, src []byte) (span, error) {
	at := 0
	if bytes.HasPrefix(src, []byte(bom)) {
		at = len(bom)
	}
	s := span{line: 1, bodyLine: 1, body: at}
	line := 1
	for at < len(src) && isSpace(src[at]) {
		if src[at] == '\n' {
			line++
		}
		at++
	}
	rest := src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("---")):
		s.format = YAML
	case bytes.HasPrefix(rest, []byte("+++")):
		s.format = TOML
	case len(rest) > 0 && rest[0] == '{' && looksLikeJSON(rest):
		return splitJSON(file, src, at, line)
	case bytes.HasPrefix(rest, orgKey):
		return splitOrg(src, at, line), nil
	default:
		return s, nil
	}
	s.opener, s.line = at, line
	s.start = at + 3
	if n := newline(src[s.start:]); n > 0 {
		s.start += n
		s.line++
	}
	s.bodyLine = s.line
	delim := rest[:3]
	// The closing delimiter is searched from the start of the block if that is the start of a line, else from
	// the next line on.
	i := s.start
	if src[i-1] != '\n' {
		i = nextLine(src, i)
		s.bodyLine++
	}
	for i < len(src) {
		if bytes.HasPrefix(src[i:], delim) {
			s.end = i
			s.body = i + 3
			if n := newline(src[s.body:]); n > 0 {
				s.body += n
				s.bodyLine++
			}
			return s, nil
		}
		i = nextLine(src, i)
		s.bodyLine++
	}
	e := errorAt(file, src, s.opener, blockRule, "the front matter that begins here is never closed")
	e.Hint = "end it with a line " + string(delim)
	return s, e
}

// looksLikeJSON distinguishes an object from text that begins with a brace, like a shortcode: the brace must be
// followed by a key or the end of the object.
func looksLikeJSON(src []byte) bool {
	for _, c := range src[1:] {
		if !isSpace(c) {
			return c == '"' || c == '}'
		}
	}
	return true
}

// splitJSON finds the end of the object that begins at src[at]; braces inside strings are ignored.
func splitJSON(file string, src []byte, at, line int) (span, error) {
	s := span{format: JSON, start: at, opener: at, line: line, bodyLine: line}
	depth, quoted := 0, false
	for i := at; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n':
			s.bodyLine++
		case c == '\\':
			if i++; i < len(src) && src[i] == '\n' {
				s.bodyLine++
			}
		case c == '"':
			quoted = !quoted
		case c == '{' && !quoted:
			depth++
		case c == '}' && !quoted:
			if depth--; depth > 0 {
				continue
			}
			s.end, s.body = i+1, i+1
			if n := newline(src[s.body:]); n > 0 {
				s.body += n
				s.bodyLine++
			}
			return s, nil
		}
	}
	e := errorAt(file, src, at, blockRule, "the JSON front matter that begins here is never closed")
	e.Hint = "a closing brace or quote is missing"
	return s, e
}

// isSpace reports whether a character is allowed before front matter.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// newline returns the length of the line ending at the start of b, or 0.
func newline(b []byte) int {
	switch {
	case len(b) > 0 && b[0] == '\n':
		return 1
	case len(b) > 1 && b[0] == '\r' && b[1] == '\n':
		return 2
	}
	return 0
}

// nextLine returns the offset after the line that contains src[i], or len(src).
func nextLine(src []byte, i int) int {
	n := bytes.IndexByte(src[i:], '\n')
	if n < 0 {
		return len(src)
	}
	return i + n + 1
}
