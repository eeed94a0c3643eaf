package content

import (
	"bytes"
	"html"
	"regexp"
	"strings"
)

// heading returns the plain text of the first heading of a body and its level, or "" and 0. It provides the title if
// the front matter has none, so it looks at lines only and does not parse the body.
func heading(body []byte, markup string) (text string, level int) {
	switch markup {
	case "html":
		return htmlHeading(body), 1
	case "org", "asciidoc", "rst", "pandoc":
		return "", 0
	}
	var fence []byte
	var last []byte // the previous line, if it may be the text of an underlined heading
	for len(body) > 0 {
		var line []byte
		line, body, _ = bytes.Cut(body, []byte{'\n'})
		line = bytes.TrimRight(line, " \t\r")
		text := bytes.TrimLeft(line, " ")
		indent := len(line) - len(text)
		if fence != nil {
			if indent < 4 && bytes.HasPrefix(text, fence) && len(bytes.Trim(text, string(fence[:1]))) == 0 {
				fence = nil
			}
			continue
		}
		switch {
		case len(text) == 0 || indent > 3:
			last = nil
			continue
		case bytes.HasPrefix(text, []byte("```")) || bytes.HasPrefix(text, []byte("~~~")):
			n := len(text) - len(bytes.TrimLeft(text, string(text[:1])))
			fence, last = text[:n], nil
			continue
		case text[0] == '#':
			marks := len(text) - len(bytes.TrimLeft(text, "#"))
			if rest := text[marks:]; marks <= 6 && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t') {
				if t := plain(string(rest)); t != "" {
					return t, marks
				}
			}
		case last != nil && underline(text):
			if text[0] == '=' {
				return plain(string(last)), 1
			}
			return plain(string(last)), 2
		}
		if last = text; bytes.IndexByte([]byte("-*+>|<#"), text[0]) >= 0 {
			last = nil
		}
	}
	return "", 0
}

// underline reports whether a line makes the previous line a heading.
func underline(line []byte) bool {
	return len(bytes.Trim(line, "=")) == 0 || len(bytes.Trim(line, "-")) == 0
}

var (
	closing    = regexp.MustCompile(`(^|[ \t])#+$`)
	attributes = regexp.MustCompile(`\s*\{[^{}]*\}$`)
	shortcodes = regexp.MustCompile(`\{\{[<%].*?[>%]\}\}`)
	links      = regexp.MustCompile(`!?\[([^\[\]]*)\](\([^()]*\)|\[[^\[\]]*\])`)
	tags       = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|<!--.*?-->`)
	escapes    = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
	emphasis   = regexp.MustCompile("\\*+|`+|~~|(^|[^\\pL\\pN])_+|_+([^\\pL\\pN]|$)")
)

var (
	wikiLinks = regexp.MustCompile(`!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]`)
	marks     = regexp.MustCompile(`==([^=\s](?:[^=]*[^=\s])?)==`)
	blockName = regexp.MustCompile(`\s+\^[A-Za-z0-9-]+$`)
)

// ofNote returns the text of a heading with [[links]] and ==marks==, and without the name of its block.
func ofNote(s string) string {
	s = marks.ReplaceAllString(wikiLinks.ReplaceAllString(s, "$1"), "$1")
	return strings.TrimSpace(blockName.ReplaceAllString(s, ""))
}

// plain removes the Markdown syntax from the text of a heading.
func plain(s string) string {
	s = strings.TrimSpace(s)
	s = attributes.ReplaceAllString(s, "")
	s = strings.TrimSpace(closing.ReplaceAllString(s, ""))
	s = shortcodes.ReplaceAllString(s, "")
	s = links.ReplaceAllString(s, "$1")
	s = tags.ReplaceAllString(s, "")
	var b strings.Builder
	for s != "" {
		// Escaped characters are not marks.
		at := escapes.FindStringSubmatchIndex(s)
		if at == nil {
			b.WriteString(emphasis.ReplaceAllString(s, "$1$2"))
			break
		}
		b.WriteString(emphasis.ReplaceAllString(s[:at[0]], "$1$2"))
		b.WriteString(s[at[2]:at[3]])
		s = s[at[1]:]
	}
	return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
}

var htmlHeadings = regexp.MustCompile(`(?is)<h([1-6])(?:\s[^>]*)?>(.*?)</h[1-6]>`)

func htmlHeading(body []byte) string {
	m := htmlHeadings.FindSubmatch(body)
	if m == nil {
		return ""
	}
	text := tags.ReplaceAllString(string(m[2]), "")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}
