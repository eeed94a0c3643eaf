package jekyll

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://kramdown.gettalong.org/syntax.html#attribute-list-definitions, …#extensions
var (
	blockList = regexp.MustCompile(`^[ \t>]*\{:([^{}]*)\}[ \t]*\r?$`)
	oneList   = `[ \t]*(?:[.#][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'))`
	spanList  = regexp.MustCompile("([)\\]*_`>])\\{:[^{}]*\\}|^([ \\t>]*(?:[-*+]|\\d+\\.)[ \\t]+)\\{:[^{}]*\\}[ \\t]*|[ \\t]*\\{:(?:" +
		oneList + `)+[ \t]*\}`)
	idIn      = regexp.MustCompile(`#([\w:-]+)`)
	comment   = regexp.MustCompile(`\{::comment[^{}]*\}`)
	endMark   = regexp.MustCompile(`\{:/(?:comment)?\}`)
	extension = regexp.MustCompile(`\{::(?:options|nomarkdown)[^{}]*\}|\{:/(?:nomarkdown|options)?\}`)
	contents  = regexp.MustCompile(`^\s*\{:[^{}]*\btoc\b[^{}]*\}\s*$`)
	entry     = regexp.MustCompile(`^\s*(?:[-*+]|\d+\.)[ \t]`)
	heading   = regexp.MustCompile(`^#{1,6}[^{]*$`)
	inline    = regexp.MustCompile(`\$\$([^$]+)\$\$`)
	// escaped matches a formula whose delimiters are escaped for kramdown.
	escaped = regexp.MustCompile(`\\\\([(\[])(.+?)\\\\([)\]])`)
	// openTag matches a line that ends with a tag of HTML.
	openTag = regexp.MustCompile(`^\s*<[A-Za-z][^<>]*>\s*$`)
)

// kramdownBlocks removes comments and tables of contents, and moves IDs below headings, and sizes below images, into
// their lines.
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
		case strings.HasSuffix(before, ")") && strings.Contains(before, "!["):
			t.Lines[i-1], line = before+strings.TrimLeft(line, " \t>"), ""
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

var (
	// separator matches a line between the head and the body of a table, or between its bodies.
	separator = regexp.MustCompile(`^[ \t]*\|?[ \t]*:?[-=]+:?[ \t]*(?:[|+][ \t]*:?[-=]*:?[ \t]*)*$`)
	row       = regexp.MustCompile(`^ {0,3}\|.*\|[ \t]*$`)
)

// tables writes tables without a head, and those with several bodies, as Markdown has them:
// https://kramdown.gettalong.org/syntax.html#tables
func tables(list []*block.Node) {
	for _, n := range list {
		tables(n.Inside)
		for i := 0; i < len(n.Lines); i++ {
			end := i
			for end < len(n.Lines) && !n.Lines[end].Code && strings.HasPrefix(strings.TrimLeft(n.Lines[end].Text, " "), "|") {
				end++
			}
			if end-i > 0 && (i == 0 || block.Blank(n.Lines[i-1].Text)) {
				table(n.Lines[i:end])
			}
			i = max(i, end-1)
		}
	}
}

// table writes a table that begins with the first of some lines.
func table(lines []block.Line) {
	rows := make([]string, 0, len(lines))
	for _, l := range lines {
		if !separator.MatchString(l.Text) || len(rows) == 1 && !strings.Contains(l.Text, "=") {
			rows = append(rows, l.Text)
		}
	}
	if len(rows) == 0 || !row.MatchString(rows[0]) && !separator.MatchString(lines[0].Text) {
		return
	}
	if len(rows) < 2 || !separator.MatchString(rows[1]) {
		cells := strings.Count(strings.Trim(strings.TrimSpace(rows[0]), "|"), "|") + 1
		rows[0] = strings.Repeat("| ", cells) + "|\n" + strings.Repeat("|---", cells) + "|\n" + rows[0]
	}
	for i := range lines {
		if lines[i].Text = ""; i < len(rows) {
			lines[i].Text = rows[i]
		}
	}
}

// kramdown converts the lines of a text.
type kramdown struct {
	base          string                   // path of the site
	abbreviations func(line string) string // marks abbreviations; nil if there are none
	before        string                   // the last line
	formula       bool                     // it begins, or is in, a formula of several lines
}

// line converts a line: attribute lists are removed, but IDs and sizes stay, and formulas in a text are inline.
func (k *kramdown) line(line string) string {
	before := k.before
	if k.before = line; strings.TrimSpace(line) == "$$" {
		if k.formula = !k.formula; k.formula && openTag.MatchString(before) { // a formula in HTML
			return "\n" + line
		}
		return line
	}
	if k.formula {
		return line
	}
	line = k.converted(line)
	if strings.TrimSpace(before) == "$$" && strings.HasPrefix(strings.TrimLeft(line, " "), "</") {
		line = "\n" + line
	}
	return line
}

func (k *kramdown) converted(line string) string {
	if strings.TrimSpace(line) == "^" { // the end of a block
		return ""
	}
	if m := blockList.FindStringSubmatch(line); m != nil {
		return anchor(m[1])
	}
	if strings.Contains(line, "![") && strings.Contains(line, "{:") {
		line = block.Sized(line, "{:", k.base)
	}
	if strings.Contains(line, "{:") || strings.Contains(line, "$$") || strings.Contains(line, `\\`) {
		line = spans(line)
	}
	if k.abbreviations != nil {
		line = k.abbreviations(line)
	}
	return line
}

// spans converts attribute lists, extensions, and formulas in a line.
func spans(line string) string {
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
		part = spanList.ReplaceAllStringFunc(part, func(s string) string {
			at := strings.Index(s, "{:")
			before := s[:at]
			if block.Blank(before) {
				before = ""
			}
			return before + anchor(s[at:])
		})
		part = extension.ReplaceAllString(part, "")
		part = escaped.ReplaceAllString(part, `\$1$2\$3`)
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
