package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Bounds of a text. Some small texts take goldmark time that grows with the square of their size, or memory for what is
// not in them: what would is an error at its place. All of them count, so that they are the same everywhere.
const (
	// MaxNesting bounds quotes and lists in each other on one line, and shortcodes in each other.
	MaxNesting = 500
	// maxCells bounds the cells of a table, or 8 for each byte of its text: rows that are shorter than the header get
	// empty ones.
	maxCells = 100_000
	// maxWork bounds, for one paragraph, the marks of which each may have goldmark look at the rest of it: their number
	// times its bytes.
	maxWork = 1_000_000_000
	// maxGrowth bounds the HTML of a text, in parts of its size, beyond the first MB: a reference may repeat a long
	// address.
	maxGrowth = 64
)

// outgrown is the error of a text whose HTML becomes too large, at a byte offset.
func (s *session) outgrown(offset int) error {
	if s.Len() <= 1<<20 || s.Len() <= maxGrowth*len(s.source) {
		return nil
	}
	return s.diagnose(diag.Error, boundRule, offset,
		fmt.Sprintf("the text becomes more than %d times as long in HTML", maxGrowth), "")
}

const boundRule = "markdown-bound"

// tooMuch looks for what goldmark should not be given, and returns it as an error.
func (s *session) tooMuch() error {
	if len(s.source) < 500 {
		return nil // too little for any of it
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

// bounds goes through the lines of a text.
type bounds struct {
	s     *session
	fence []byte // what ends the fenced code that the line is in; nil outside

	start         int // of the paragraph
	lines         int // of it
	marks         int // in it: what goldmark looks for the other end of
	html          bool
	columns, rows int    // of the table that it is
	before        []byte // the line before
	work          int    // of the worst line: the cells of a table are texts of their own
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

// isItem reports whether a line begins an item of a list wherever it is, and so ends the paragraph before it.
func isItem(line []byte) bool {
	rest := bytes.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || len(rest) < 3 {
		return false
	}
	bullet := rest[0] == '-' || rest[0] == '+' || rest[0] == '*'
	return bullet && rest[1] == ' ' && len(bytes.TrimSpace(rest[2:])) > 0
}

// containers returns a line without the marks of quotes and lists before its text, and how deep it lies in them, as far
// as the line itself tells: two columns before a list are one more list.
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

// fenceOf returns what ends fenced code that begins on a line; nil when none does.
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

// countMarks counts what begins a link, an element, code, emphasis, or a formula.
func (c *Converter) countMarks(line []byte) int {
	n := 0
	for _, open := range c.openers {
		n += bytes.Count(line, open)
	}
	for i, ch := range line {
		n += int(marks[ch])
		// the typographer goes to the end of a row of quotes for each
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

// isHTMLBlock reports whether a line begins a block of HTML, which goldmark does not look into
// (https://spec.commonmark.org/0.31.2/#html-blocks): a comment or the like, or one whole tag.
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

// htmlBlocks are the elements that begin a block of HTML wherever their tag ends.
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
