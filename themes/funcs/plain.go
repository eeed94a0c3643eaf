package funcs

import (
	"strings"
	"unicode"
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
// < that begins no tag is text ("I <3 it"), a > in an attribute value ends no tag. It gives what
// html/template makes of safe HTML in an attribute, which is what Hugo builds upon.
func stripTags(s string) string {
	all := s
	tags := false // some tag or comment had more to it than its beginning
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
		if rest, ok := strings.CutPrefix(s, "<!--"); ok {
			tags = tags || rest != ""
			_, s, _ = strings.Cut(rest, "-->")
			continue
		}
		start, end := tagName(s)
		if end == 0 {
			if strings.TrimPrefix(s[1:], "/") == "" {
				b.WriteString(s) // the text ends in < or </
				break
			}
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		name := s[start:end]
		tags = tags || end < len(s)
		s = afterTag(s[end:])
		if start == 1 {
			s = afterText(&b, s, strings.ToLower(name))
		}
	}
	if !tags {
		return all
	}
	return b.String()
}

// afterText returns what follows the content of an element that holds only text; that of textarea and
// title is shown, up to its last <.
func afterText(b *strings.Builder, s, tag string) string {
	switch tag {
	case "script", "style", "textarea", "title":
	default:
		return s
	}
	text, rest, ended := untilEnd(s, tag)
	if tag == "textarea" || tag == "title" {
		if i := strings.LastIndexByte(text, '<'); i >= 0 && ended {
			text = text[:i]
		}
		b.WriteString(text)
	}
	return rest
}

// tagName returns where the name of the tag that s begins with stands, 0 and 0 when s begins with no
// tag. The name of an end tag starts at 2.
func tagName(s string) (start, end int) {
	start = 1
	if strings.HasPrefix(s, "</") {
		start = 2
	}
	if start >= len(s) || !isLetter(s[start]) {
		return 0, 0
	}
	for end = start + 1; end < len(s); end++ {
		c := s[end]
		inside := (c == ':' || c == '-') && end+1 < len(s) && isAlnum(s[end+1])
		if !isAlnum(c) && !inside {
			break
		}
	}
	return start, end
}

func isAlnum(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// afterTag returns what follows the tag whose attributes s begins with, "" when it does not end or
// has an attribute without a name or with a quote or < in it: what follows is then not sure to be text.
func afterTag(s string) string {
	for {
		s = strings.TrimLeft(s, blanks)
		n := strings.IndexAny(s, blanks+"=>")
		if n < 0 || strings.ContainsAny(s[:n], `"'<`) {
			return ""
		}
		if s[n] == '>' {
			return s[n+1:]
		}
		if n == 0 {
			return ""
		}
		s = strings.TrimLeft(s[n:], blanks)
		value, ok := strings.CutPrefix(s, "=")
		if !ok {
			continue
		}
		s = strings.TrimLeft(value, blanks)
		ends := blanks + ">"
		quoted := s != "" && (s[0] == '"' || s[0] == '\'')
		if quoted {
			ends, s = s[:1], s[1:]
		}
		end := strings.IndexAny(s, ends)
		if end < 0 {
			return ""
		}
		if s = s[end:]; quoted {
			s = s[1:]
		}
	}
}

const blanks = " \t\n\f\r"

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

// untilEnd returns the text up to the end tag of an element that holds only text, and what follows
// that tag.
func untilEnd(s, tag string) (text, rest string, ended bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], "</")
		if i < 0 {
			return s, "", false
		}
		i += from
		from = i + 2
		if end := from + len(tag); end < len(s) && strings.EqualFold(s[from:end], tag) && (isBlank(s[end]) || s[end] == '>' || s[end] == '/') {
			return s[:i], afterTag(s[end:]), true
		}
	}
}
