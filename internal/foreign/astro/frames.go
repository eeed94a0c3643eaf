package astro

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// The file name in a comment among the first lines of code is the title of the code:
// https://expressive-code.com/key-features/frames/#file-name-comments

// languages are groups of languages. A name is the title only if its extension is in the group of the code's language.
var languages = [][]string{
	strings.Fields("astro cjs htm html js jsx mjs svelte ts tsx typescript vb vue vue-html"),
	terminals,
	strings.Fields("csv env ini json toml xml yaml yml"),
	strings.Fields("css less sass scss styl stylus xsl"),
	strings.Fields("markdown md mdx"),
}

var terminals = strings.Fields(
	"ansi bash bat batch cmd console fish nu nushell powershell ps ps1 psd1 psm1 sh shell shellscript shellsession zsh")

var (
	fenced      = pattern.New("^\\s*(?:[-*+]\\s+|\\d+[.)]\\s+)*(?:`{3,}|~{3,})\\s*([\\w+#-]*)(.*)$")
	comment     = pattern.New(`^\s*(?://|#|<!--|/\*)\s*(.*?)\s*(?:-->|\*/)?\s*$`)
	fileName    = pattern.New(`^(?i:[a-z]:)?[\w./~%\[\]+\\-]+$`)
	drive       = pattern.New(`^[A-Za-z]:`)
	noName      = pattern.New(`^(?:[.:/\\~]*|\.{2,}(?:[^./\\].*)?)$`)
	pathLike    = pattern.New(`^(?:/|\\|\.[/\\]|~|[A-Za-z]:).|(?:^|[/\\])\.[^/\\]*$`)
	notANumber  = pattern.New(`[^/\\0-9.]`)
	frontMatter = pattern.New(`^(?:---|\+\+\+)$`)
)

// Limits of the search for a file name.
const (
	mostLines  = 4
	mostColumn = 300
)

// framed makes the file name in a comment the title of code.
func framed(lines []string) []string {
	places := block.PlacesOf(lines)
	for start, place := range places {
		if place != block.Opening {
			continue
		}
		end := start + 1
		for end < len(lines) && places[end] == block.Inside {
			end++
		}
		m := fenced.FindStringSubmatch(strings.TrimRight(lines[start], "\r"))
		if m == nil || strings.Contains(m[2], "title=") || strings.Contains(m[2], `frame="none"`) {
			continue
		}
		code := lines[start+1 : end]
		for i := range min(mostLines, len(code)) {
			if name := nameIn(code[i], m[1]); name != "" {
				block.Shorten(lines, start, end, without(code, i))
				lines[start] = strings.TrimRight(lines[start], " \t\r") + " title=" + strconv.Quote(name)
				break
			}
		}
	}
	return lines
}

// without returns code without the line of a comment, and without a blank line or an empty front matter in its place.
func without(code []string, i int) []string {
	code = slices.Delete(slices.Clone(code), i, i+1)
	if i > 0 && i < len(code) && frontMatter.MatchString(strings.TrimSpace(code[i])) &&
		strings.TrimSpace(code[i-1]) == strings.TrimSpace(code[i]) {
		i--
		code = slices.Delete(code, i, i+2)
	}
	if i < len(code) && block.Blank(code[i]) {
		code = slices.Delete(code, i, i+1)
	}
	return code
}

// nameIn returns the file name in a comment that is alone in a line of code; "" if there is none.
func nameIn(line, language string) string {
	m := comment.FindStringSubmatch(line)
	if m == nil || len(m[1]) > mostColumn || strings.HasPrefix(strings.TrimSpace(line), "#!") {
		return ""
	}
	before, name := prefixed(m[1])
	if noName.MatchString(name) || !fileName.MatchString(name) ||
		strings.EqualFold(strings.TrimSpace(before), "@filename") {
		return ""
	}
	var group []string
	if n := slices.IndexFunc(languages, func(list []string) bool { return slices.Contains(list, language) }); n >= 0 {
		group = languages[n]
	}
	typical := pathLike.MatchString(name) ||
		strings.ContainsAny(name, `/\`) && notANumber.MatchString(name) && name == strings.ToLower(name)
	if typical && (before == "" || slices.Contains(terminals, language)) {
		return name
	}
	ext := strings.TrimPrefix(path.Ext(name), ".")
	if ext == "" || group != nil && !slices.Contains(group, ext) {
		return ""
	}
	return name
}

// prefixed splits what is in front of a file name from it: "File name: ", but not the C of C:\ and no protocol of a
// URL.
func prefixed(text string) (before, name string) {
	for i, r := range text {
		if r != ':' && r != '\uff1a' || drive.MatchString(text[:i+1]) && i == 1 || strings.HasPrefix(text[i:], "://") {
			continue
		}
		if name := strings.TrimSpace(text[i+utf8.RuneLen(r):]); fileName.MatchString(name) && !drive.MatchString(text) {
			return text[:i], name
		}
	}
	return "", text
}
