package org

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Limits for a text. The parser reads the rest of a text again for each unclosed block, and the rest of a paragraph for
// each character that may start markup. It copies a block of code once per line, and adds a cell for each column
// missing in a row of a table.
const (
	mostOpen    = 8              // unclosed blocks
	mostNested  = 100            // nested blocks, lists on one line, and consecutive captions or property drawers
	mostMarkup  = 20_000_000     // characters of a paragraph that may start markup, times its bytes
	mostNotes   = 10             // nested footnotes
	mostCopied  = 5_000_000_000  // lines of a block of code or LaTeX, times its bytes
	mostCells   = 100_000        // cells of a table, or 8 per byte of it if that is more
	mostKeys    = 20_000_000_000 // keywords (#+key:), times the bytes of the text: values of the same key are joined
	mostAligned = 1_000_000      // per row of a table: cells that may set the alignment of a column, times the columns
	longestLine = bufio.MaxScanTokenSize - 1
)

var (
	// Matches the marker of an item or a footnote.
	marker    = pattern.New(`^\s*(?:(?:[-+*]|\d+[.)]|[a-zA-Z][.)])[ \t]+(?:\[(?:@\d+|[ X-])\][ \t]+)?(?:.*?[ \t]::[ \t]+)?|\[fn:[\w-]+\][ \t]+)`)
	blockLine = pattern.New(`(?i)^\s*(?:#\+(begin|end)_(\w+)|\\(begin|end)\{([^}]+)\}\s*$)`)
	// Matches an item, heading, row, or keyword: a line that ends the paragraph before it.
	ownLine   = pattern.New(`^\s*(?:[-+*]+\s|\d+[.)]\s|\||#)`)
	chainLine = pattern.New(`(?i)^\s*(?:#\+(?:caption|attr_html):|:properties:\s*$)`)
	property  = pattern.New(`^\s*:\S+:`)
)

// block is an open block.
type block struct {
	line, at int    // its position
	name     string // in upper case; for LaTeX with a backslash before it
	raw      bool   // its content is not parsed
}

// checking checks the lines of a text.
type checking struct {
	text          string
	ends          map[string]int // last line on which a block with this name ends
	lines         int            // number of lines of the text
	line, at      int            // position of the line
	open          []block
	keys          int // number of keywords
	chain         int // number of consecutive captions or property drawers
	paragraph     int // bytes of the paragraph
	markup, notes int // in the paragraph
	table         int // first line of the table; 0: none
	size          int // bytes of the table
	columns, rows int // of the table
	aligned       int
}

// check returns an error for a text that takes too long to parse: a diagnostic with its line. Its cost is linear.
func check(text string) *diag.Diagnostic {
	c := checking{text: text, ends: make(map[string]int)}
	for line := range strings.Lines(text) {
		c.lines++
		if name, begins := blockOf(line); !begins {
			c.ends[name] = c.lines
		}
	}
	for line := range strings.Lines(text) {
		c.line++
		if err := c.next(line); err != nil {
			return err
		}
		c.at += len(line)
	}
	if len(c.open) > mostOpen {
		return tooMuch(c.open[0].line, "end each block with #+end_ and its name", "this block and %d more have no end",
			len(c.open)-1)
	}
	return nil
}

// next checks the next line.
func (c *checking) next(line string) *diag.Diagnostic {
	if len(strings.TrimSuffix(line, "\n")) > longestLine {
		return tooMuch(c.line, "break the line", "the line is longer than %d bytes", longestLine)
	}
	depth, rest := markers(line)
	if raw, err := c.block(rest); raw || err != nil {
		return err
	}
	if strings.HasPrefix(strings.TrimLeft(rest, " \t"), "#+") {
		if c.keys++; c.keys*len(c.text) > mostKeys {
			return tooMuch(c.line, "", "the text of %d bytes has more than %d keywords (#+key:)", len(c.text),
				mostKeys/len(c.text))
		}
	}
	switch {
	case chainLine.MatchString(line):
		c.chain++
	case !property.MatchString(line) || strings.EqualFold(strings.TrimSpace(line), ":end:"):
		c.chain = 0
	}
	if max(depth, len(c.open), c.chain) > mostNested {
		return tooMuch(c.line, "", "nested more than %d levels", mostNested)
	}
	if err := c.row(line); err != nil {
		return err
	}
	if strings.TrimSpace(line) == "" || ownLine.MatchString(line) {
		c.paragraph, c.markup, c.notes = 0, 0, 0
	}
	c.paragraph, c.markup, c.notes = c.paragraph+len(line), c.markup+countMarkup(line), max(0,
		c.notes+strings.Count(line, "[fn:")-strings.Count(line, "]"))
	if c.paragraph*c.markup > mostMarkup {
		return tooMuch(c.line, "split the paragraph with blank lines", "the paragraph has too much markup for its length")
	}
	if c.notes > mostNotes {
		return tooMuch(c.line, "", "footnotes in each other, more than %d levels", mostNotes)
	}
	return nil
}

// block starts or ends a block, as the parser does. An end that does not match the innermost block is text. raw says
// that the line is part of code.
func (c *checking) block(line string) (raw bool, err *diag.Diagnostic) {
	name, begins := blockOf(line)
	top := len(c.open) - 1
	switch {
	case top >= 0 && name == c.open[top].name && !begins:
		b := c.open[top]
		c.open = c.open[:top]
		if b.raw && (c.line-b.line)*(c.at-b.at) > mostCopied {
			return true, tooMuch(b.line, "split it into several blocks", "the block has too many lines: %d", c.line-b.line)
		}
		return b.raw, nil
	case top >= 0 && c.open[top].raw:
		return true, nil
	case !begins:
		return false, nil
	}
	b := block{line: c.line, at: c.at, name: name}
	if b.raw = strings.HasPrefix(name, "\\") || name == "SRC" || name == "EXAMPLE" || name == "EXPORT"; b.raw &&
		c.ends[name] < c.line {
		b.raw = false // it is text
		if (c.lines-c.line)*(len(c.text)-c.at) > mostCopied {
			return false, tooMuch(c.line, "end each block with #+end_ and its name",
				"this block has no end, and %d lines follow", c.lines-c.line)
		}
	}
	c.open = append(c.open, b)
	return b.raw, nil
}

// row continues a table, or ends it.
func (c *checking) row(line string) *diag.Diagnostic {
	if line = strings.TrimSpace(line); !strings.HasPrefix(line, "|") {
		c.table, c.size, c.columns, c.rows, c.aligned = 0, 0, 0, 0, 0
		return nil
	}
	c.table = cmp.Or(c.table, c.line)
	columns := len(strings.FieldsFunc(line, func(r rune) bool { return r == '|' }))
	c.size, c.columns, c.rows = c.size+len(line), max(c.columns, columns), c.rows+1
	c.aligned += columns * strings.Count(line, "<")
	if cells := c.columns * c.rows; cells > max(mostCells, 8*c.size) || c.aligned > max(mostAligned, 8*c.size) {
		return tooMuch(c.table, "split it into several tables", "the table has too many cells: %d columns and %d rows",
			c.columns, c.rows)
	}
	return nil
}

// blockOf returns the name of the block that a line starts or ends; "" for other lines.
func blockOf(line string) (name string, begins bool) {
	if !strings.Contains(line, "#+") && !strings.Contains(line, "\\") {
		return "", false
	}
	m := blockLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return "", false
	case m[1] != "":
		return strings.ToUpper(m[2]), strings.EqualFold(m[1], "begin")
	}
	return "\\" + strings.ToUpper(m[4]), strings.EqualFold(m[3], "begin")
}

// markers counts the marks of lists and footnotes before the text of a line, up to mostNested + 1.
func markers(line string) (depth int, rest string) {
	for rest = line; depth <= mostNested; depth++ {
		m := marker.FindString(rest)
		if m == "" {
			break
		}
		rest = rest[len(m):]
	}
	return depth, rest
}

func tooMuch(line int, hint, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: "org-bound", Line: line, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// countMarkup counts the characters of a line that may start markup.
func countMarkup(line string) (n int) {
	for i := range len(line) {
		switch line[i] {
		case '{', '[', '$', '\\', '<', '*', '/', '_', '=', '~', '+':
			n++
		}
	}
	return n
}
