package foreign

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// IsNo reports whether a value is false, including no and off as in YAML 1.1, which other tools read.
func IsNo(v any) bool {
	s, ok := v.(string)
	return v == false || ok && slices.Contains([]string{"no", "n", "off", "false"}, strings.ToLower(strings.TrimSpace(s)))
}

// Unshared deletes the keys with which sitegen moves or hides a page, and that are values like any other in the tools.
func Unshared(values map[string]any) {
	for _, key := range []string{"_build", "build", "headless", "markup", "outputs", "url"} {
		delete(values, key)
	}
}

// shortDate matches a date with single digits or slashes, which is text in YAML.
var shortDate = pattern.New(`^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:([ T])(\d\d?):(\d\d?)(.*))?$`)

// PaddedDate returns a date with hyphens and the zeros that it lacks, and other texts as they are.
func PaddedDate(s string) string {
	m := shortDate.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	out := fmt.Sprintf("%s-%02s-%02s", m[1], m[2], m[3])
	if m[4] != "" {
		out += fmt.Sprintf("%s%02s:%02s%s", m[4], m[5], m[6], m[7])
	}
	return out
}

// Published makes a draft of a page with published: false. In sitegen, that key is a date.
func Published(values map[string]any) {
	if published, ok := values["published"].(bool); ok {
		if delete(values, "published"); !published {
			values["draft"] = true
		}
	}
}

// Closed returns the text of a page whose YAML front matter ends with a line ... with --- in its place: YAML, MkDocs,
// Jekyll and Pandoc allow both.
func Closed(text []byte) []byte {
	if !bytes.HasPrefix(text, []byte("---")) || !bytes.Contains(text, []byte("\n...")) {
		return text
	}
	for at, line := 0, 0; at < len(text); line++ {
		end := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		switch s := string(bytes.TrimRight(text[at:end], " \t\r\n")); {
		case s == "..." && line > 0:
			return slices.Concat(text[:at], []byte("---"), text[at+3:])
		case s == "---" && line > 0, s != "---" && line == 0:
			return text
		}
		at = end
	}
	return text
}

// Ended returns the text of a page that is all front matter, without an end, with one:
// https://github.com/jonschlinkert/gray-matter
func Ended(text []byte) []byte {
	if !bytes.HasPrefix(text, []byte("---\n")) || bytes.Contains(text[3:], []byte("\n---")) {
		return text
	}
	return slices.Concat(text, []byte("\n---\n"))
}

// unquoted matches a line of YAML with a value that is text, but is not valid without quotes.
var unquoted = pattern.New(`^([A-Za-z_][\w-]*:[ \t]+)([^\s"'\[{|>&*!#%@\x60-].*:(?:[ \t].*)?)$`)

// Repaired returns the front matter of a page that is not valid YAML, with the offset of its body, as far as it can be
// read; nil if it cannot. said tells what is read.
func Repaired(file string, text []byte) (front *frontmatter.Block, said string) {
	for _, way := range []struct {
		of   func(text []byte) []byte
		said string
	}{
		{quoted, "values with a colon are read as text"},
		{emptied, "the page has no values"},
		{unopened, "the line is text"},
	} {
		repaired := way.of(text)
		if front, err := frontmatter.Parse(file, repaired); err == nil {
			front.Body -= len(repaired) - len(text)
			return front, way.said
		}
	}
	return nil, ""
}

// quoted returns the text of a page with quotes around the values in its YAML front matter that need them, such as
// title: Caching: in memory.
func quoted(text []byte) []byte {
	var out bytes.Buffer
	for i, rest := 0, text; len(rest) > 0; i++ {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		end := rest[len(line) : len(rest)-len(after)]
		s := strings.TrimRight(string(line), " \t\r")
		if (s == "---") != (i == 0) {
			if i == 0 {
				return text
			}
			out.Write(rest)
			break
		}
		if m := unquoted.FindStringSubmatch(s); m != nil {
			out.WriteString(m[1] + "'" + strings.ReplaceAll(m[2], "'", "''") + "'")
			line = line[len(s):]
		}
		out.Write(line)
		out.Write(end)
		rest = after
	}
	return out.Bytes()
}

// emptied returns the text of a page with empty lines in place of its front matter, of which the marks stay.
func emptied(text []byte) []byte {
	end := bytes.Index(text, []byte("\n---"))
	if !bytes.HasPrefix(text, []byte("---")) || end < 0 {
		return text
	}
	lines := bytes.Count(text[:end], []byte("\n"))
	return slices.Concat([]byte("---"+strings.Repeat("\n", lines)), text[end:])
}

// unopened returns the text of a page whose front matter is never closed with a thematic break in place of its mark.
func unopened(text []byte) []byte {
	if !bytes.HasPrefix(text, []byte("---")) || bytes.Contains(text, []byte("\n---")) {
		return text
	}
	return slices.Concat([]byte("***"), text[3:])
}

// Words returns a list unchanged, or the words of a text, separated by spaces and commas.
func Words(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case string:
		var out []any
		for _, w := range strings.FieldsFunc(v, func(c rune) bool { return c == ' ' || c == ',' }) {
			out = append(out, strings.TrimPrefix(w, "#"))
		}
		return out
	}
	return nil
}

var heading1 = pattern.New(`(?i)<h1[\s>]`)

// startOfDocument matches the beginning of a complete HTML document.
var startOfDocument = pattern.New(`(?is)^(?:\s|<!--.*?-->|\{%.*?%\})*<(?:!doctype|html)\b`)

// Document gives a page in HTML the layout for complete documents, if its text is one. In another page, the
// theme shows no title if the text shows one.
func Document(values map[string]any, body []byte) {
	if startOfDocument.Match(body) {
		values["layout"] = "document"
	} else {
		HideTitle(values, body)
	}
}

// HideTitle hides the title in the theme if the text already shows one as HTML.
func HideTitle(values map[string]any, body []byte) {
	if _, said := values["hidetitle"]; said || !heading1.Match(body) {
		return
	}
	t := block.New(string(body))
	t.Each(func(line string) string {
		block.Outside(line, func(s string) string {
			if heading1.MatchString(s) {
				values["hidetitle"] = true
			}
			return s
		})
		return line
	})
}

// Written returns the front matter as the file of the page has it.
func (p *Page) Written() map[string]any {
	if p.Read != nil {
		text, _ := p.Read(p.File)
		if front, err := frontmatter.Parse(p.File, Closed(text)); err == nil && front.Values != nil {
			return front.Values
		}
	}
	return p.Values
}

// Move copies a value to another key, unless that key is set.
func Move(values map[string]any, from, to string) {
	if v, ok := values[from]; ok && values[to] == nil {
		values[to] = v
	}
}

// HeadElement reads an element that a page adds to its head, with these attributes, as far as the themes have it, and
// reports whether it did.
func HeadElement(values, attributes map[string]any) bool {
	content := TextOf(attributes["content"])
	key, value := "", any(content)
	switch name := TextOf(attributes["name"]) + TextOf(attributes["property"]); {
	case name == "description" || name == "og:description":
		key = "description"
	case name == "robots" && strings.Contains(content, "noindex"):
		key, value = "noindex", true
	case name == "og:image":
		key = "cover"
	case TextOf(attributes["rel"]) == "canonical":
		key, value = "canonical", TextOf(attributes["href"])
	case name == "og:title" || name == "og:type" || name == "og:url" || strings.HasPrefix(name, "twitter:"):
		return true // the themes write their own
	}
	if key == "" || value == "" {
		return false
	}
	if values[key] == nil {
		values[key] = value
	}
	return true
}
