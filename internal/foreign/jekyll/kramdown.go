package jekyll

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://kramdown.gettalong.org/syntax.html#attribute-list-definitions, …#extensions
var (
	blockList = regexp.MustCompile(`^[ \t>]*\{:([^{}]*)\}[ \t]*\r?$`)
	spanList  = regexp.MustCompile("([)\\]*_`>])\\{:[^{}]*\\}")
	idIn      = regexp.MustCompile(`#([\w:-]+)`)
	comment   = regexp.MustCompile(`\{::comment[^{}]*\}`)
	endMark   = regexp.MustCompile(`\{:/(?:comment)?\}`)
	extension = regexp.MustCompile(`\{::(?:options|nomarkdown)[^{}]*\}|\{:/(?:nomarkdown|options)?\}`)
	contents  = regexp.MustCompile(`^\s*\{:[^{}]*\btoc\b[^{}]*\}\s*$`)
	entry     = regexp.MustCompile(`^\s*(?:[-*+]|\d+\.)[ \t]`)
	heading   = regexp.MustCompile(`^#{1,6}[^{]*$`)
	inline    = regexp.MustCompile(`\$\$([^$]+)\$\$`)
)

// kramdownBlocks removes comments and tables of contents, and moves IDs below headings into these.
func kramdownBlocks(t *block.Text) {
	hidden := false
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode && !hidden {
			continue
		}
		if hidden || strings.Contains(line, "{:") {
			line, hidden = uncommented(line, hidden)
		}
		before := ""
		if i > 0 {
			before = strings.TrimRight(t.Lines[i-1], " \t\r")
		}
		switch m := blockList.FindStringSubmatch(line); {
		case m == nil:
		case contents.MatchString(line) && entry.MatchString(before):
			t.Lines[i-1], line = "", ""
		case heading.MatchString(before):
			if id := idIn.FindStringSubmatch(m[1]); id != nil {
				t.Lines[i-1] = before + " {#" + id[1] + "}"
			}
			line = ""
		}
		t.Lines[i] = line
	}
	t.Places = block.PlacesOf(t.Lines)
}

// uncommented removes comments from a line. hidden means that it begins, or ends, in a comment.
func uncommented(line string, hidden bool) (string, bool) {
	var b strings.Builder
	for {
		mark := comment
		if hidden {
			mark = endMark
		}
		m := mark.FindStringIndex(line)
		if !hidden {
			if m == nil {
				b.WriteString(line)
				return b.String(), false
			}
			b.WriteString(line[:m[0]])
		} else if m == nil {
			return b.String(), true
		}
		line, hidden = line[m[1]:], !hidden
	}
}

// kramdownLine converts a line: attribute lists are removed, but IDs stay, and formulas in a text are inline.
func kramdownLine(line string) string {
	if strings.TrimSpace(line) == "^" { // the end of a block
		return ""
	}
	if m := blockList.FindStringSubmatch(line); m != nil {
		return anchor(m[1])
	}
	if !strings.Contains(line, "{:") && !strings.Contains(line, "$$") {
		return line
	}
	inText := strings.TrimSpace(inline.ReplaceAllString(line, "")) != ""
	code := strings.Split(line, "`") // every second part is code
	for i := range code {
		if i%2 == 1 {
			continue
		}
		part := code[i]
		if i > 0 {
			part = "`" + part
		}
		part = spanList.ReplaceAllStringFunc(part, func(s string) string { return s[:1] + anchor(s[1:]) })
		part = extension.ReplaceAllString(part, "")
		if inText {
			part = inline.ReplaceAllString(part, `\($1\)`)
		}
		if i > 0 {
			part = part[1:]
		}
		code[i] = part
	}
	return strings.Join(code, "`")
}

// anchor returns an anchor with the ID in an attribute list; "" if it has none.
func anchor(list string) string {
	if m := idIn.FindStringSubmatch(list); m != nil {
		return `<a id="` + m[1] + `"></a>`
	}
	return ""
}
