package jekyll

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	// separator matches a line below the head of a table, or between its bodies, and footer one above its foot.
	separator = pattern.New(`^[+|: \t-]*-[+|: \t-]*$`)
	footer    = pattern.New(`^[+|: \t=]*=[+|: \t=]*$`)
	// alignment matches what such a line says of a column.
	alignment = pattern.New(`(:?)-+(:?)`)
	// element matches code in HTML, whose bars do not end a cell.
	element = pattern.New(`<code.*?>.*?</code>`)
	// anyTag matches a tag.
	anyTag = pattern.New(`<(/?)([A-Za-z][\w:-]*)[^<>]*>`)
)

// tables writes tables as Markdown has them. A table is a block of lines that all contain a bar; it needs no head, may
// have several bodies, and no bar is needed at the ends of a row: https://kramdown.gettalong.org/syntax.html#tables
func tables(list []*block.Node) {
	for _, n := range list {
		tables(n.Inside)
		column := 0 // of the text of the list item that the lines may be in
		for i := 0; i < len(n.Lines); {
			l, above := n.Lines[i], i == 0 || isBoundary(n.Lines[i-1].Text)
			text := strings.TrimLeft(l.Text, " ")
			indent := len(l.Text) - len(text)
			if m := item.FindStringSubmatchIndex(l.Text); m != nil && !l.Code {
				column = m[10]
			} else if above && text != "" && indent < column {
				column = 0
			}
			end := i
			if above && !l.Code && indent >= column && indent < column+4 {
				for end < len(n.Lines) && !n.Lines[end].Code && isRow(n.Lines[end].Text) {
					end++
				}
			}
			if end > i && (end == len(n.Lines) || isBoundary(n.Lines[end].Text) ||
				column > 0 && item.MatchString(n.Lines[end].Text)) {
				id := ""
				if end < len(n.Lines) && blockList.MatchString(n.Lines[end].Text) { // it goes into the last cell
					id, n.Lines[end].Text = anchor(n.Lines[end].Text), ""
				}
				table(n.Lines[i:end], l.Text[:indent], id)
			}
			i = max(i+1, end)
		}
	}
}

// isBoundary reports whether a block may begin below a line, and end above it.
func isBoundary(line string) bool {
	return block.Blank(line) || blockList.MatchString(line) || strings.TrimSpace(line) == "^"
}

// notRow matches text without a bar at its start that kramdown takes for a row, but not its author: a template that is
// not executed, the operator || of a program, and a formula; or another block.
var notRow = pattern.New(`^[ \t]*[^|\s].*(?:\{[{%]|\|\||\$)|^[ \t]*(?:\{[{%]|\$|[<>])`)

// isRow reports whether a line may be in a table: it contains a bar that is neither escaped nor in code or an element.
func isRow(line string) bool {
	if separator.MatchString(line) || footer.MatchString(line) {
		return strings.Contains(line, "|")
	}
	if notRow.MatchString(inline.ReplaceAllString(line, "")) || item.MatchString(line) {
		return false
	}
	return strings.Contains(withoutElements(withoutCode(line)), "|")
}

// withoutElements returns a text without its elements of HTML and without escaped characters.
func withoutElements(s string) string {
	var b strings.Builder
	depth, at := 0, 0
	for _, m := range anyTag.FindAllStringSubmatchIndex(s, -1) {
		if depth == 0 {
			b.WriteString(s[at:m[0]])
		}
		switch at = m[1]; {
		case m[2] < m[3]:
			depth = max(0, depth-1)
		case !block.IsVoid(s[m[4]:m[5]]):
			depth++
		}
	}
	return strings.ReplaceAll(b.String()+s[at:], `\|`, "")
}

// table writes the table in some lines, which are indented by a prefix, and an anchor in its last cell. It is none if
// it has no row.
func table(lines []block.Line, prefix, id string) {
	var rows [][]string
	var aligned []string
	head, foot, columns := false, false, 0
	leading := strings.HasPrefix(strings.TrimLeft(lines[0].Text, " "), "|")
	same := id == "" // the table is one of Markdown
	for i, l := range lines {
		same = same && (i == 1) == separator.MatchString(l.Text) && !item.MatchString(l.Text) && l.Text == escapeBars(l.Text)
		switch {
		case separator.MatchString(l.Text):
			if len(rows) > 0 && !head && !foot {
				head, aligned = true, alignments(l.Text)
			}
		case footer.MatchString(l.Text):
			foot = true
		default:
			cells := cellsOf(l.Text, leading)
			rows, columns = append(rows, cells), max(columns, len(cells))
		}
	}
	if len(rows) == 0 || head && len(rows) == 1 ||
		same && !foot && columns == len(rows[0]) && columns == len(aligned) {
		return
	}
	if !head {
		rows = append([][]string{nil}, rows...)
	}
	if last := &rows[len(rows)-1]; id != "" {
		*last = append(*last, make([]string, columns-len(*last))...)
		(*last)[columns-1] += id
	}
	out := make([]string, 0, len(rows)+1)
	for i, cells := range rows {
		cells = append(cells, make([]string, columns-len(cells))...)
		out = append(out, prefix+"| "+strings.Join(cells, " | ")+" |")
		if i == 0 {
			aligned = append(aligned, make([]string, columns)...)
			for k, a := range aligned {
				if a == "" {
					aligned[k] = "---"
				}
			}
			out = append(out, prefix+"|"+strings.Join(aligned[:columns], "|")+"|")
		}
	}
	for i := range lines {
		if lines[i].Text = ""; i < len(out) {
			lines[i].Text = out[i]
		}
	}
	if len(out) > len(lines) {
		lines[len(lines)-1].Text = strings.Join(out[len(lines)-1:], "\n")
	}
}

// alignments returns the alignments of columns in a separator.
func alignments(line string) (out []string) {
	for _, m := range alignment.FindAllStringSubmatch(line, -1) {
		out = append(out, m[1]+"---"+m[2])
	}
	return out
}

// bars escapes bars, but not those that are escaped.
var bars = strings.NewReplacer(`\|`, `\|`, "|", `\|`)

// cellsOf returns the cells of a row. leading means that the first row of the table starts with a bar.
func cellsOf(line string, leading bool) []string {
	line = escapeBars(line)
	var cells []string
	start := 0
	for i := range len(line) {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			cells = append(cells, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	cells = append(cells, strings.TrimSpace(line[start:]))
	if leading && cells[0] == "" {
		cells = cells[1:]
	}
	if n := len(cells); n > 0 && cells[n-1] == "" {
		cells = cells[:n-1]
	}
	return cells
}

// escapeBars escapes the bars in the code of a line.
func escapeBars(line string) string {
	line = element.ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, "|", "&#124;") })
	return block.InCode(line, bars.Replace)
}
