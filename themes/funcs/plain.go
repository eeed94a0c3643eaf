package funcs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns the text of HTML as Hugo's plainify and .Plain make it: without tags, comments, scripts
// and styles; the ends of paragraphs and <br> become newlines, other newlines spaces, and of several
// spaces in a row the first stays. Character references stay as they are. Text without < and > is
// returned unchanged.
func Plain(html string) string {
	if !strings.ContainsAny(html, "<>") {
		return html
	}
	s := stripTags(paragraphs.Replace(html))
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if r == lineBreak {
			r = '\n'
		}
		is := unicode.IsSpace(r)
		if !is || !space {
			b.WriteRune(r)
		}
		space = is
	}
	return b.String()
}

// lineBreak stands for a newline while newlines of the source are spaces. It is no character.
const lineBreak = '\ufdd0'

var paragraphs = strings.NewReplacer(
	"\n", " ", "</p>", string(lineBreak), "<br>", string(lineBreak), "<br />", string(lineBreak))

// stripTags returns what a browser would show of an HTML snippet, apart from character references. A
// < that begins no tag is text ("I <3 it"), a > in an attribute value ends no tag.
func stripTags(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		if strings.HasPrefix(s, "<!--") {
			_, s, _ = strings.Cut(s[4:], "-->")
			continue
		}
		name, closing := tagName(s)
		if name == 0 {
			if strings.TrimPrefix(s[1:], "/") == "" {
				b.WriteString(s) // the text ends in < or </
				break
			}
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		tag := s[name-tagLen(s, name) : name]
		s = afterTag(s[name:])
		if closing {
			continue
		}
		switch tag = strings.ToLower(tag); tag {
		case "script", "style", "textarea", "title":
			text, rest := untilEnd(s, tag)
			if tag == "textarea" || tag == "title" {
				b.WriteString(text)
			}
			s = rest
		}
	}
	return b.String()
}

// tagName returns the offset at which the name of the tag that s begins with ends, 0 when s begins
// with no tag.
func tagName(s string) (end int, closing bool) {
	i := 1
	if i < len(s) && s[i] == '/' {
		i++
		closing = true
	}
	if i >= len(s) || !isLetter(s[i]) {
		return 0, false
	}
	for i++; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c), '0' <= c && c <= '9':
			continue
		case (c == ':' || c == '-') && i+1 < len(s) && (isLetter(s[i+1]) || '0' <= s[i+1] && s[i+1] <= '9'):
			continue
		}
		break
	}
	return i, closing
}

func tagLen(s string, end int) int {
	if s[1] == '/' {
		return end - 2
	}
	return end - 1
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// afterTag returns what follows the tag whose attributes s begins with, "" when it does not end.
func afterTag(s string) string {
	for i := 0; i < len(s); {
		switch s[i] {
		case '>':
			return s[i+1:]
		case '\'', '"', '<':
			return "" // no attribute begins so: a parser that must be sure shows nothing after it
		case '=':
			i++
			for i < len(s) && isBlank(s[i]) {
				i++
			}
			if i < len(s) && (s[i] == '"' || s[i] == '\'') {
				end := strings.IndexByte(s[i+1:], s[i])
				if end < 0 {
					return ""
				}
				i += end + 2
				continue
			}
			end := strings.IndexAny(s[i:], " \t\n\f\r>")
			if end < 0 {
				return ""
			}
			i += end
		default:
			_, n := utf8.DecodeRuneInString(s[i:])
			i += n
		}
	}
	return ""
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// untilEnd returns the text up to the end tag of an element that holds only text, and what follows.
func untilEnd(s, tag string) (text, rest string) {
	for from := 0; ; {
		i := strings.Index(s[from:], "</")
		if i < 0 {
			return s, ""
		}
		i += from
		from = i + 2
		if end := from + len(tag); end < len(s) && strings.EqualFold(s[from:end], tag) && (isBlank(s[end]) || s[end] == '>' || s[end] == '/') {
			return s[:i], afterTag(s[end:])
		}
	}
}
