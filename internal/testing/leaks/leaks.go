// Package leaks finds syntax of other tools in the visible text of a finished site: what a reader of the pages sees
// because a converter did not read it.
package leaks

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Leak is syntax in the text of a page.
type Leak struct {
	File string
	Name string // of the construct: "snippet"
	Text string // the text around it
}

// pattern matches a construct in a text.
type pattern struct {
	name string
	find *regexp.Regexp
}

// patterns returns the constructs that are searched for.
func patterns() (out []pattern) {
	for _, p := range [][2]string{
		{"container", `(?m)^\s*:::+`},
		{"block", `(?m)^\s*///+ +\w`},
		{"admonition", `(?m)^\s*(?:!!!|\?\?\?\+?) +\w`},
		{"tab", `(?m)^\s*===[!+]? +["“]`},
		{"callout", `(?m)^\s*\[![\w-]+\]`},
		{"snippet", `-+8<-+`},
		{"icon", `:(?:material|fontawesome|octicons|simple)-[\w-]+:`},
		{"emoji", `(?:^|\s):[a-z][a-z0-9_+]+:(?:\s|$)`},
		{"keys", `\+\+[\w-]+(?:\+[\w-]+)*\+\+`},
		{"mark", `==[^\s=][^=]*==`},
		{"insert", `\^\^[^\s^][^^]*\^\^`},
		{"critic", `\{(?:\+\+|--|==|~~|>>)`},
		{"abbreviation", `(?m)^\s*\*\[[^\]]+\]:`},
		{"value", `\{\{-?\s*[\w"'.$]`},
		{"tag", `\{%-?\s*\w`},
		{"shortcode", `\{\{[<%]`},
		{"attribute list", `\{:?\s*[.#][A-Za-z][\w-]*(?:\s[^{}]*)?\}`},
		{"attributes", `\{:?\s*[\w-]+=["'][^"'{}]*["'][^{}]*\}`},
		{"table of contents", `(?i)\[\[?_?toc_?\]?\]`},
		{"file", `<<< *[@./]`},
		{"include", `<!--\s*@?include|\{[!*] *[\w./]+[^{}]*[!*]\}`},
		{"reference", `(?m)^\s*\[[^\]^]+\]:\s+(?:<?https?:|/|\.)`},
		{"link", `\]\((?:https?:|/|\.|#)[^)\s]*\)`},
		{"picture", `!\[[^\]]*\]\(`},
		{"wiki link", `!?\[\[[^\[\]]+\]\]`},
		{"import", `(?m)^\s*import\s+[\w{*][^\n]*\sfrom\s+["'“‘]`},
		{"export", `(?m)^\s*export (?:const|default|function) `},
		{"comment", `\{/\*|\*/\}|%%[^%\s]`},
		{"comment of HTML", `<!--|-->`},
		{"component", `</?[A-Z]\w*(?:\s[^<>]*|/)?>`},
		{"block ID", `(?m) \^[\w-]+$`},
		{"fence", "(?m)^\\s*(?:```|~~~)"},
		{"formula", `\$\$`},
		{"footnote", `\[\^[\w-]+\]`},
		{"front matter", `(?m)^---\s*\n\s*\w+:`},
	} {
		out = append(out, pattern{p[0], regexp.MustCompile(p[1])})
	}
	return out
}

// In returns the syntax in the pages of a folder, by file.
func In(root fs.FS) (out []Leak, err error) {
	all := patterns()
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".html" {
			return err
		}
		doc, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		text := visible(doc)
		for _, p := range all {
			for _, m := range p.find.FindAllStringIndex(text, -1) {
				out = append(out, Leak{file, p.name, around(text, m[0], m[1])})
			}
		}
		return nil
	})
	return out, err
}

// around returns the line that contains a part of a text, at most 100 bytes of it.
func around(text string, from, to int) string {
	start := strings.LastIndexByte(text[:from], '\n') + 1
	if from < to && text[from] == '\n' {
		start = from + 1
	}
	end := len(text)
	if n := strings.IndexByte(text[to:], '\n'); n >= 0 {
		end = to + n
	}
	start, end = max(start, from-40), min(end, max(to+40, start))
	return strings.TrimSpace(strings.ToValidUTF8(text[start:end], ""))
}

// hidden lists the elements whose text is not prose: code, formulas, and what browsers do not show.
var hidden = map[string]bool{
	"script": true, "style": true, "code": true, "pre": true, "kbd": true, "samp": true, "textarea": true,
	"template": true, "math": true, "svg": true, "head": true, "noscript": true, "iframe": true,
}

// inline lists the elements that do not start a line.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "cite": true, "em": true, "i": true, "mark": true, "q": true,
	"s":     true,
	"small": true, "span": true, "strong": true, "sub": true, "sup": true, "del": true, "ins": true, "u": true,
}

// visible returns the text of a page that is not code, with a line for each block.
func visible(doc []byte) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(doc))
	var inside []string // hidden elements
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if len(inside) == 0 {
				b.WriteString(html.UnescapeString(string(z.Text())))
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if hidden[string(name)] {
				inside = append(inside, string(name))
				b.WriteString("\u00a0") // code separates words
			} else if !inline[string(name)] && len(inside) == 0 {
				b.WriteByte('\n')
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if n := len(inside); n > 0 && inside[n-1] == string(name) {
				inside = inside[:n-1]
			} else if n == 0 && !inline[string(name)] {
				b.WriteByte('\n')
			}
		}
	}
}
