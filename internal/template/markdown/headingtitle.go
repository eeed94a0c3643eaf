package markdown

import (
	"bytes"
	"html"
	"strings"

	"github.com/gohugoio/hugo-goldmark-extensions/extras"
	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	emojiast "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// headingTitle returns a heading's HTML for the table of contents: rendered without hooks, with inline elements but
// without links.
func (c *Converter) headingTitle(h *ast.Heading, src []byte) string {
	var b bytes.Buffer
	c.writeTitle(&b, h, src)
	return sanitizeTitle(b.String())
}

func (c *Converter) writeTitle(b *bytes.Buffer, parent ast.Node, src []byte) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case passthrough.KindPassthroughInline:
			b.Write(n.(*passthrough.PassthroughInline).Segment.Value(src))
		case ast.KindCodeSpan, ast.KindLink, ast.KindImage, ast.KindEmphasis, ast.KindAutoLink,
			ast.KindRawHTML, ast.KindText, ast.KindString, east.KindStrikethrough, emojiast.KindEmoji,
			extras.KindDelete, extras.KindInsert, extras.KindMark, extras.KindSubscript, extras.KindSuperscript:
			_ = c.plain.Render(titleWriter{b}, src, n) // writing to a buffer does not fail
		default:
			c.writeTitle(b, n, src)
		}
	}
}

// titleWriter is a buffer that goldmark does not wrap in another.
type titleWriter struct{ *bytes.Buffer }

func (w titleWriter) Buffered() int { return w.Len() }
func (w titleWriter) Flush() error  { return nil }

// sanitizeTitle removes from a title all elements except inline ones that are allowed inside a link, and all unsafe
// attributes. A title without elements is returned unchanged.
func sanitizeTitle(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			i = len(s)
		}
		b.WriteString(html.EscapeString(html.UnescapeString(s[:i])))
		s = s[i:]
		if s == "" {
			break
		}
		tag, rest := cutTag(s)
		if tag == "" {
			b.WriteString("&lt;")
			s = s[1:]
			continue
		}
		s = rest
		s = writeTag(&b, tag, s)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// cutTag cuts a tag or comment off the start of s. tag is "" if the "<" does not start one.
func cutTag(s string) (tag, rest string) {
	if strings.HasPrefix(s, "<!--") {
		if i := strings.Index(s, "-->"); i >= 0 {
			return s[:i+3], s[i+3:]
		}
		return s, ""
	}
	if len(s) < 2 || !(s[1] == '/' || s[1] == '!' || s[1] == '?' || isASCIILetter(s[1])) {
		return "", s
	}
	quote := byte(0)
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return s[:i+1], s[i+1:]
		}
	}
	return s, ""
}

// writeTag writes the allowed parts of a tag. It also skips the content of script and style.
func writeTag(b *strings.Builder, tag, rest string) string {
	closing := strings.HasPrefix(tag, "</")
	name := strings.ToLower(tagName(strings.TrimLeft(tag, "</")))
	if name == "script" || name == "style" {
		if end := strings.Index(strings.ToLower(rest), "</"+name); !closing && end >= 0 {
			return rest[end:]
		}
		return rest
	}
	if !titleElement(name) {
		return rest
	}
	if closing {
		b.WriteString("</" + name + ">")
		return rest
	}
	attrs := titleAttributes(name, tag[1+len(name):])
	if attrs == "" && (name == "img" || name == "bdo" || name == "data") {
		return rest
	}
	end := ">"
	if last := tag[strings.LastIndexAny(tag, " \t\r\n\f")+1:]; strings.HasSuffix(last, "/>") && !openValue(last) {
		end = "/>"
	}
	b.WriteString("<" + name + attrs + end)
	return rest
}

// openValue reports whether the last part of a tag is an attribute with a value without quotes, to which the slash belongs.
func openValue(part string) bool {
	_, value, ok := strings.Cut(strings.TrimSuffix(part, "/>"), "=")
	return ok && !strings.HasSuffix(value, `"`) && !strings.HasSuffix(value, "'")
}

func tagName(s string) string {
	for i := range len(s) {
		if !isASCIILetter(s[i]) && !(s[i] >= '0' && s[i] <= '9') {
			return s[:i]
		}
	}
	return s
}

func titleElement(name string) bool {
	switch name {
	case "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "i", "img",
		"ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub",
		"sup", "time", "u", "var", "wbr":
		return true
	}
	return false
}

func titleAttributes(element, s string) string {
	var b strings.Builder
	for {
		s = strings.TrimLeft(s, " \t\r\n\f/")
		end := strings.IndexAny(s, " \t\r\n\f=>/")
		if end <= 0 {
			return b.String()
		}
		name := strings.ToLower(s[:end])
		var value string
		value, s = attributeOf(s[end:])
		if titleAttribute(element, name, value) {
			b.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
		}
	}
}

// attributeOf reads ="value" from the start of s.
func attributeOf(s string) (value, rest string) {
	s = strings.TrimLeft(s, " \t\r\n\f")
	if !strings.HasPrefix(s, "=") {
		return "", s
	}
	s = strings.TrimLeft(s[1:], " \t\r\n\f")
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if i := strings.IndexByte(s[1:], s[0]); i >= 0 {
			return html.UnescapeString(s[1 : i+1]), s[i+2:]
		}
		return "", ""
	}
	i := strings.IndexAny(s, " \t\r\n\f>")
	if i < 0 {
		i = len(s)
	}
	return html.UnescapeString(s[:i]), s[i:]
}

func titleAttribute(element, name, value string) bool {
	switch name {
	case "class", "dir", "id", "lang", "title":
		return true
	case "alt", "align", "height", "width":
		return element == "img"
	case "src":
		scheme, _, ok := strings.Cut(value, ":")
		return element == "img" && (!ok || strings.ContainsAny(scheme, "/?#") ||
			strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
	case "cite":
		return element == "del" || element == "ins" || element == "q"
	case "datetime":
		return element == "del" || element == "ins" || element == "time"
	case "value":
		return element == "data"
	}
	return false
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
