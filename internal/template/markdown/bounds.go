package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Limits for a text. For some small texts goldmark needs time that grows with the square of their size, or memory for
// content that is not in them. Such a text is an error with its position. The limits count characters and not time, so
// they are the same everywhere.
const (
	// MaxNesting limits nested quotes and lists on one line, and nested shortcodes.
	MaxNesting = 500
	// maxCells limits the cells of a table; for large tables the limit is 8 per byte. Rows shorter than the header get
	// empty cells.
	maxCells = 100_000
	// maxWork limits the work for one paragraph: the number of marks for which goldmark may search the rest of the
	// paragraph, times its bytes.
	maxWork = 1_000_000_000
	// maxGrowth limits the HTML of a text beyond the first MB, as a multiple of its size: a reference may repeat a long
	// URL.
	maxGrowth = 64
)

// outgrown returns the error for a text whose HTML becomes too large, at a byte offset.
func (s *session) outgrown(offset int) error {
	if s.Len() <= 1<<20 || s.Len() <= maxGrowth*len(s.source) {
		return nil
	}
	return s.diagnose(diag.Error, boundRule, offset,
		fmt.Sprintf("the text becomes more than %d times as long in HTML", maxGrowth), "")
}

const boundRule = "markdown-bound"

// tooMuch returns an error if the text exceeds a limit.
func (s *session) tooMuch() error {
	if len(s.source) < 500 {
		return nil // too short for any limit
	}
	c := bounds{s: s}
	for at := 0; at < len(s.source); {
		end := at + len(s.source[at:])
		if i := bytes.IndexByte(s.source[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if err := c.line(at, s.source[at:end]); err != nil {
			return err
		}
		at = end
	}
	return c.paragraph(len(s.source))
}

// bounds checks the lines of a text.
type bounds struct {
	s     *session
	fence []byte // closing fence of the fenced code around the line; nil outside

	start         int // of the paragraph
	lines         int // lines of the paragraph
	marks         int // marks in the paragraph for which goldmark searches the other end
	html          bool
	columns, rows int    // of the table, if the paragraph is one
	before        []byte // the line before
	work          int    // of the line with the most work: each cell of a table is parsed separately
}

func (c *bounds) line(at int, line []byte) error {
	rest, depth := containers(line)
	if depth > MaxNesting {
		return c.s.diagnose(diag.Error, boundRule, at,
			fmt.Sprintf("quotes and lists are nested more than %d levels deep", MaxNesting), "")
	}
	if c.fence != nil {
		if bytes.HasPrefix(rest, c.fence) && len(bytes.Trim(rest, string(c.fence[:1])+" \t\r\n")) == 0 {
			c.fence = nil
		}
		return nil
	}
	if fence := fenceOf(rest); fence != nil {
		c.fence = fence
		return c.paragraph(at)
	}
	if len(bytes.TrimSpace(rest)) == 0 {
		return c.paragraph(at)
	}
	if c.lines > 0 && !c.html && c.columns == 0 && isItem(line) {
		if err := c.paragraph(at); err != nil {
			return err
		}
	}
	if c.lines == 0 {
		c.start, c.html = at, isHTMLBlock(rest)
	}
	c.lines++
	marks := c.s.conv.countMarks(rest)
	c.marks += marks
	c.work = max(c.work, marks*len(rest))
	switch {
	case c.columns > 0:
		c.rows++
	case c.lines > 1 && isDelimiterRow(rest) && bytes.IndexByte(c.before, '|') >= 0:
		c.columns = bytes.Count(rest, []byte{'|'})
	}
	c.before = rest
	return nil
}

// paragraph ends a paragraph before an offset.
func (c *bounds) paragraph(end int) error {
	size := end - c.start
	work := c.marks * size
	if c.columns > 0 {
		work = c.work
	}
	var err error
	switch cells := c.columns * (c.rows + 1); {
	case c.lines == 0 || c.html:
	case cells > max(maxCells, 8*size):
		err = c.s.diagnose(diag.Error, boundRule, c.start,
			fmt.Sprintf("the table has %d cells: %d columns and %d rows", cells, c.columns,
				c.rows+1), "split it into several tables")
	case work > maxWork:
		err = c.s.diagnose(diag.Error, boundRule, c.start,
			fmt.Sprintf("the paragraph of %d bytes has %d brackets, quotes, and other marks", size,
				c.marks), "split it with blank lines; put code between lines of ```")
	}
	*c = bounds{s: c.s, fence: c.fence}
	return err
}

// isItem reports whether a line starts a list item wherever it is, and so ends the paragraph before it.
func isItem(line []byte) bool {
	rest := bytes.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || len(rest) < 3 {
		return false
	}
	bullet := rest[0] == '-' || rest[0] == '+' || rest[0] == '*'
	return bullet && rest[1] == ' ' && len(bytes.TrimSpace(rest[2:])) > 0
}

// containers returns a line without the marks of quotes and lists before its text, and their nesting depth as far as
// the line tells: every two columns of indentation before a list count as one more list.
func containers(line []byte) (rest []byte, depth int) {
	columns := 0
	for len(line) > 0 {
		n := 0
		switch ch := line[0]; {
		case ch == ' ':
			columns++
			line = line[1:]
			continue
		case ch == '\t':
			columns += 4
			line = line[1:]
			continue
		case ch == '>':
			n = 1
		case ch == '-' || ch == '+' || ch == '*':
			n = 1
		case ch >= '0' && ch <= '9':
			for n < len(line) && n < 10 && line[n] >= '0' && line[n] <= '9' {
				n++
			}
			if n < len(line) && (line[n] == '.' || line[n] == ')') {
				n++
			} else {
				n = 0
			}
		}
		if n == 0 || line[0] != '>' && n < len(line) && line[n] != ' ' && line[n] != '\t' && line[n] != '\n' {
			break
		}
		if depth == 0 {
			depth = columns / 2
		}
		depth++
		line = line[n:]
	}
	return line, depth
}

// fenceOf returns the closing fence for fenced code that starts on a line; nil if none does.
func fenceOf(line []byte) []byte {
	for _, ch := range []byte("`~") {
		n := 0
		for n < len(line) && line[n] == ch {
			n++
		}
		if n >= 3 && (ch == '~' || bytes.IndexByte(line[n:], '`') < 0) {
			return line[:n]
		}
	}
	return nil
}

// countMarks counts the characters that may start a link, an element, code, emphasis, or a formula.
func (c *Converter) countMarks(line []byte) int {
	n := 0
	for _, open := range c.openers {
		n += bytes.Count(line, open)
	}
	for i, ch := range line {
		n += int(marks[ch])
		// The typographer goes to the end of a row of quotes for each of them.
		if (ch == '"' || ch == '\'') && i > 0 && line[i-1] == ch {
			n++
		}
	}
	return n
}

// marks is 1 for each byte that countMarks counts.
var marks = func() (list [256]uint8) {
	for _, ch := range []byte("[<`*_~!{&=^+") {
		list[ch] = 1
	}
	return list
}()

func isDelimiterRow(line []byte) bool {
	return bytes.IndexByte(line, '-') >= 0 && bytes.IndexByte(line, '|') >= 0 && len(bytes.Trim(line, "|:- \t\r\n")) == 0
}

// isHTMLBlock reports whether a line starts a block of HTML, whose content goldmark does not parse
// (https://spec.commonmark.org/0.31.2/#html-blocks): a comment or similar, or a complete tag.
func isHTMLBlock(line []byte) bool {
	if len(line) < 2 || line[0] != '<' {
		return false
	}
	if line[1] == '!' || line[1] == '?' {
		return true
	}
	end := bytes.IndexByte(line, '>')
	name := bytes.TrimLeft(line[1:], "/")
	if i := bytes.IndexAny(name, " \t\r\n/>"); i >= 0 {
		name = name[:i]
	}
	return htmlBlocks[string(bytes.ToLower(name))] || end > 0 && len(bytes.TrimSpace(line[end+1:])) == 0
}

// htmlBlocks are the elements that start a block of HTML wherever their tag ends.
var htmlBlocks = func() map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(`address article aside base basefont blockquote body caption center col colgroup dd details dialog
		dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3
		h4 h5 h6 head header hr html iframe legend li link main menu menuitem
		nav noframes ol optgroup option p param pre script search section style summary table
		tbody td textarea tfoot th thead title tr track ul`) {
		out[name] = true
	}
	return out
}()
