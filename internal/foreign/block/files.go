package block

import (
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/percent"
)

var (
	htmlComment   = pattern.New(`(?s)<!--.*?-->`)
	reference     = pattern.New(`(?m)^[ \t>]*\[[^\]\n]+\]:[ \t]*\n?[ \t]*(?:<([^<>\n]*)>|(\S+))`)
	htmlAttribute = pattern.New(`(?i)[\s"'](?:src|href|poster|data|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))`)
	scheme        = pattern.New(`^[A-Za-z][A-Za-z0-9+.-]*:`)
)

// fileKeys are the front matter keys whose values may name files.
var fileKeys = []string{
	"attachment", "attachments", "audio", "banner", "cover", "download", "downloads", "enclosure", "file", "files",
	"image", "images", "resources", "src", "thumbnail", "video",
}

// Files returns the files that the links of a page may name, each once. Paths are as in links, without query and
// fragment; if wikiLinks is set, "[[" marks targets of [[links]] and ![[embeds]], which may be in any folder. body is
// the result of Text. Code, comments, and URLs of other sites are skipped.
func Files(values map[string]any, body []byte, wikiLinks bool) (out []string) {
	seen := map[string]bool{"": true}
	add := func(to string) {
		if !seen[to] {
			seen[to] = true
			out = append(out, to)
		}
	}
	link := func(to string) { add(fileOf(to)) }
	wiki := func(s string) {
		if !wikiLinks {
			return
		}
		for _, m := range wikiLink.FindAllStringSubmatch(s, -1) {
			add("[[" + strings.TrimSpace(m[2]))
		}
	}
	text := htmlComment.ReplaceAllString(withoutCode(string(body)), "")
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "](")
		if !found {
			break
		}
		rest = after
		link(destination(after))
	}
	for _, m := range reference.FindAllStringSubmatch(text, -1) {
		link(m[1] + m[2])
	}
	for _, m := range htmlAttribute.FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(m[1]+m[2]+m[3], ",") { // of srcset
			part, _, _ = strings.Cut(strings.TrimSpace(part), " ")
			link(part)
		}
		link(m[1] + m[2] + m[3])
	}
	wiki(text)
	var inFront func(v any, named bool)
	inFront = func(v any, named bool) {
		switch v := v.(type) {
		case string:
			wiki(v)
			if named {
				link(v)
			}
		case []any:
			for _, item := range v {
				inFront(item, named)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				inFront(v[key], slices.Contains(fileKeys, strings.ToLower(key)))
			}
		}
	}
	inFront(values, false)
	return out
}

// withoutCode returns a text without fenced code and inline code.
func withoutCode(body string) string {
	t := New(body)
	for i := range t.Lines {
		if t.Places[i] != NoCode {
			t.Lines[i] = ""
			continue
		}
		var b strings.Builder
		Outside(t.Lines[i], func(s string) string {
			b.WriteString(s)
			b.WriteByte(' ')
			return s
		})
		t.Lines[i] = b.String()
	}
	return strings.Join(t.Lines, "\n")
}

// longest is the maximum length of a destination that can name a file.
const longest = 4096

// destination returns the target of the link whose parenthesis was just opened:
// https://spec.commonmark.org/0.31.2/#link-destination
func destination(text string) string {
	text = text[:min(len(text), longest)]
	text = strings.TrimLeft(text, " \t\n")
	if rest, ok := strings.CutPrefix(text, "<"); ok {
		to, _, _ := strings.Cut(rest, ">")
		return to
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c <= ' ':
			return text[:i]
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return text[:i]
			}
		}
	}
	return ""
}

// fileOf returns the path in a destination, or "" if it does not name a file of the folder.
func fileOf(to string) string {
	to = strings.TrimPrefix(strings.TrimSpace(to), "pathname://") // of Docusaurus
	to = strings.TrimPrefix(to, "@site/")
	if scheme.MatchString(to) || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "{}\n") {
		return ""
	}
	to = html.UnescapeString(unescape(to))
	if i := strings.IndexAny(to, "?#"); i >= 0 {
		to = to[:i]
	}
	if strings.HasSuffix(to, "/") {
		return ""
	}
	return percent.Unescape(to)
}

// unescape removes the backslashes before punctuation.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
