// Package leaks finds syntax of Markdown, templates, and other tools in the visible text of a finished page: what a
// reader sees because no converter read it.
package leaks

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// Leak is syntax in the text of a page.
type Leak struct {
	File string
	Name string // of the construct: "snippet"
	Text string // the text around it
	At   int    // position in the document
}

// pattern matches a construct in a text.
type pattern struct {
	name string
	// may lists texts of which each match contains one: most pages have none of them.
	may  []string
	find *regexp.Regexp // its first group
	// unsure means that ordinary texts contain it, too: only a search for all reports it.
	unsure bool
}

// line matches the start of a line, word that of a word.
const (
	line = `(?m:^)[ \t\x{a0}]*`
	word = `(?:(?m:^)|[\s(\x{a0}])`
)

// patterns returns the constructs that are searched for.
var patterns = sync.OnceValue(func() (out []pattern) {
	add := func(unsure bool, name, before, find string, may ...string) {
		out = append(out, pattern{name, may, regexp.MustCompile(before + "(" + find + ")"), unsure})
	}
	sure := func(name, before, find string, may ...string) { add(false, name, before, find, may...) }
	unsure := func(name, before, find string, may ...string) { add(true, name, before, find, may...) }
	sure("container", line, `:::+`, ":::")
	sure("block", line, `///+ +\w`, "///")
	sure("admonition", line, `(?:!!!|\?\?\?\+?) +[a-z][\w-]*(?: [a-z-]+)*(?: +["“][^\n]*)?[ \t]*(?m:$)`, "!!!", "???")
	sure("tab", line, `===[!+]? +["“]`, "===")
	sure("callout", line, `(?:> *)?\[!\w[\w-]*\]`, "[!")
	sure("snippet", "", `-+8<-+`, "-8<-")
	sure("icon", "", `:(?:material|fontawesome|octicons|simple)-[\w-]+:`, ":material-", ":fontawesome-", ":octicons-",
		":simple-")
	unsure("emoji", word, `:[a-z][a-z0-9_+]+:(?:\s|$)`, ":")
	sure("progress bar", "", `\[=+ *\d+(?:\.\d+)?[%/]`, "[=")
	sure("keys", word, `\+\+[\w-]+(?:\+[\w-]+)*\+\+`, "++")
	sure("mark", word, `==[^\s=][^=\n]*==`, "==")
	sure("insert", "", `\^\^[^\s^][^^\n]*\^\^`, "^^")
	sure("critic", "", `\{(?:\+\+|--|==|~~|>>)`, "{++", "{--", "{==", "{~~", "{>>")
	sure("abbreviation", line, `\*\[[^\]\n]+\]:`, "*[")
	// not braces of formulas: \frac{{a}}{b}
	sure("value", `(?:^|[^\\\w^_{}])`, `\{\{-?\s*[\w"'.$/#@][^{}\n]*\}\}`, "{{")
	sure("tag", "", `\{%-?\s*\w`, "{%")
	sure("shortcode", "", `\{\{[<%]`, "{{<", "{{%")
	sure("attribute list", `(?:^|[^{])`, `\{:?\s*[.#][A-Za-z][\w-]*(?:\s[^{}\n]*)?\}|\{:[ \w][^{}\n]*\}`, "{")
	sure("attributes", `(?:^|[^{])`, `\{:?\s*[\w-]+=["'][^"'{}\n]*["'][^{}\n]*\}`, "{")
	sure("table of contents", "", `(?i)\[\[?_?toc_?\]?\]`, "[")
	sure("file", "", `<<< *[@./]`, "<<<")
	sure("include", "", `<!--\s*@?include|\{[!*] *[\w./]+[^{}\n]*[!*]\}`, "<!--", "{!", "{*")
	sure("reference", line, `\[[^\]^\n]+\]:\s+(?:<?https?:|/|\.)`, "]:")
	sure("link by a label", word, `\[[^\]^\n]+\]\[(?:[A-Za-z][^\]\n]*)?\]`, "][")
	sure("link", "", `\]\((?:https?:|/|\.|#)[^)\s]*\)`, "](")
	sure("picture", "", `!\[[^\]\n]*\]\(`, "![")
	sure("wiki link", word, `!?\[\[[\p{L}./#][^\[\]\n]*\]\]`, "[[")
	sure("import", line, `import\s+[\w{*][^\n]*\sfrom\s+["'“‘]`, "import")
	sure("export", line, `export (?:const|default|function) [\w{]`, "export ")
	sure("comment", "", `\{/\*|\*/\}|%%[^%\s][^%\n]*%%|<!--`, "{/*", "*/}", "%%", "<!--")
	unsure("end of a comment", "", `-->|%%[^%\s]`, "-->", "%%")
	sure("component", "", `<[A-Z]\w*(?:\s[^<>]*)?/>|</[A-Z]\w*>`, "/>", "</")
	unsure("tag of a component", "", `<[A-Z]\w*(?:\s[^<>]*)?>`, "<")
	unsure("block ID", "", `(?m) \^[\w-]+$`, " ^")
	sure("fence", line, "(?:```|~~~)", "```", "~~~")
	unsure("formula", "", `\$\$`, "$$")
	sure("footnote", line, `\[\^[\w-]+\]:`, "[^")
	unsure("mark of a footnote", "", `\[\^[\w-]+\]`, "[^")
	sure("front matter", "", `(?m:^)---[ \t]*\n\s*\w+:`, "---")
	return out
})

// Find returns the syntax in a text, by construct. all includes what may be ordinary text.
func Find(text *html.Prose, all bool) (out []Leak) {
	for _, p := range patterns() {
		if p.unsure && !all || !p.possible(text.Text) {
			continue
		}
		for _, m := range p.find.FindAllSubmatchIndex(text.Text, -1) {
			out = append(out, Leak{Name: p.name, Text: around(text.Text, m[2], m[3]), At: text.At(m[2])})
		}
	}
	return out
}

func (p *pattern) possible(text []byte) bool {
	return slices.ContainsFunc(p.may, func(s string) bool { return bytes.Contains(text, []byte(s)) })
}

// around returns the line that contains a part of a text, at most about 100 bytes of it. A line may be as long as the
// text, and have a match every few bytes, so only its part around the match is looked at.
func around(text []byte, from, to int) string {
	start, end := max(0, from-40), min(len(text), max(to, from)+40, from+200)
	start += bytes.LastIndexByte(text[start:from], '\n') + 1
	if to = min(to, end); to < end {
		if n := bytes.IndexByte(text[to:end], '\n'); n >= 0 {
			end = to + n
		}
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(text[start:max(start, end)]), ""))
}
