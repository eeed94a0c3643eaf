package block

import (
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// wikiLink matches a [[link]] or ![[embed]], mdLink a link to another Markdown file.
var (
	wikiLink = pattern.New(`(!?)\[\[([^\[\]|#\n\\]+)[^\[\]\n]*\]\]`)
	mdLink   = pattern.New(`\]\(<?([^()<>\s:#]+\.md)(?:#[^()<>\s]*)?>?[ \t)]`)
)

// Links returns the targets of the links in a Markdown body, each once: of a [[link]]; of an ![[embed]] with the prefix
// "!"; and the path of a Markdown file, with "./" if it is relative to the page's folder, or "/" if it is relative to
// the root.
func Links(body []byte) (out []string) {
	t := New(string(body))
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	t.Each(func(line string) string {
		return Outside(line, func(s string) string {
			if strings.Contains(s, "[[") {
				for _, m := range wikiLink.FindAllStringSubmatch(s, -1) {
					add(m[1] + strings.TrimSpace(m[2]))
				}
			}
			if strings.Contains(s, ".md") {
				for _, m := range mdLink.FindAllStringSubmatch(s, -1) {
					if to, err := url.PathUnescape(m[1]); err == nil {
						add(rooted(to))
					}
				}
			}
			return s
		})
	})
	return out
}

func rooted(to string) string {
	if strings.HasPrefix(to, "/") {
		return to
	}
	return "./" + to
}

// oneTilde matches a URL, or text between two single tildes.
var oneTilde = pattern.New(`(https?://[^\s<>]*)|(^|[^~\\])~([^~\s](?:[^~]*[^~\s])?)~($|[^~])`)

// Tildes keeps a text between two single tildes as it is: only sitegen's Markdown, as GitHub's, strikes it through.
func Tildes(s string) string {
	if strings.Count(s, "~") < 2 {
		return s
	}
	return oneTilde.ReplaceAllStringFunc(s, func(all string) string {
		if m := oneTilde.FindStringSubmatch(all); m[1] == "" {
			return m[2] + "&#126;" + m[3] + "&#126;" + m[4]
		}
		return all
	})
}

const (
	inTarget = `[^\s()<>{}"=]|\([^\s()<>{}]*\)`
	inStart  = `[^\s()<>{}"'=]|\([^\s()<>{}]*\)` // at its start: a single quote begins the title
	inTitle  = `"[^"\n]*"|'[^'\n]*'`
)

// spaced matches the target of a link that contains a space, and its title. "=100x50" behind a space is a size.
var spaced = pattern.New(`\]\([ \t]*((?:` + inTarget + `)+(?:[ \t]+(?:` + inStart + `)(?:` + inTarget + `|=)*)+?)` +
	`([ \t]+(?:` + inTitle + `))?[ \t]*\)`)

// Spaced writes the targets of links and pictures in a text that contain spaces in angle brackets. CommonMark needs
// these; Python-Markdown and kramdown do not.
func Spaced(s string) string {
	if !strings.Contains(s, "](") {
		return s
	}
	return spaced.ReplaceAllString(s, "](<$1>$2)")
}

const (
	oneAttribute  = `(?:[.#][^\s{}"<>]+|[\w:-]+=(?:"[^"{}]*"|[^\s"{}=]+)|v-pre)`
	allAttributes = `\{[ \t]*` + oneAttribute + `(?:[ \t]+` + oneAttribute + `)*[ \t]*\}`
)

// itAttributes matches the attributes of markdown-it-attrs behind inline elements, of which code is not in the text, and
// at the end of a line or of a cell.
var itAttributes = pattern.New(`([)\]*_=~^+])` + allAttributes + `|^` + allAttributes + `|[ \t]+` + allAttributes +
	`([ \t]*\||$)`)

// colon matches attributes behind "{:", as projects configure markdown-it-attrs whose pages come from kramdown.
var colon = pattern.New(`\{:[ \t]*((?:` + oneAttribute + `|[\w-]+)(?:[ \t]+(?:` + oneAttribute + `|[\w-]+))*)[ \t]*\}`)

// braced returns such attributes in braces, without those that have no value.
func braced(attributes string) string {
	m := colon.FindStringSubmatch(attributes)
	s := strings.TrimSpace(bareWord.ReplaceAllString(" "+m[1]+" ", " "))
	if s == "" {
		return ""
	}
	return "{" + s + "}"
}

var bareWord = pattern.New(`(?:[ \t]+[\w-]+)+[ \t]`)

var heading = pattern.New(`^ {0,3}#{1,6}[ \t]`)

// WithoutAttributes removes the attributes of markdown-it-attrs, except those of headings, from a line:
// https://github.com/arve0/markdown-it-attrs
func WithoutAttributes(line string) string {
	if !strings.Contains(line, "}") {
		return line
	}
	line = Outside(line, func(s string) string { return colon.ReplaceAllStringFunc(s, braced) })
	if heading.MatchString(line) {
		return line
	}
	return Outside(line, func(s string) string { return itAttributes.ReplaceAllString(s, "$1$2") })
}
