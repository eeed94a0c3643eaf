package diag

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Write prints the list for people: for each diagnostic one line that editors can parse, the source line with a
// caret under the column, the callers of the template, and the hint. color adds terminal colors.
//
//	content/posts/a.md:3:7: error: "2024-13-01" is not a valid date [date]
//	  3 | date: 2024-13-01
//	    |       ^
//	  hint: write it like 2024-12-31
func (l List) Write(w io.Writer, color bool) error {
	var b strings.Builder
	for _, d := range l {
		d.text(&b, color)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	amber = "\x1b[33m"
	plain = "\x1b[0m"
)

func (d *Diagnostic) text(b *strings.Builder, color bool) {
	paint := func(style, s string) string {
		if !color {
			return s
		}
		return style + s + plain
	}
	place := *d
	place.Message = ""
	if at := strings.TrimSuffix(place.Error(), ": "); at != "" {
		b.WriteString(paint(bold, visible(at)) + ": ")
	}
	style := [...]string{Error: red, Warning: amber, Note: bold}[d.Severity]
	b.WriteString(paint(style, d.Severity.String()+":") + " " + visible(d.Message))
	if d.Rule != "" {
		fmt.Fprintf(b, " [%s]", d.Rule)
	}
	b.WriteByte('\n')
	d.excerpt(b, func(s string) string { return paint(style, s) })
	for caller := range strings.Lines(d.Callers) {
		b.WriteString("  called at " + visible(strings.TrimSuffix(caller, "\n")) + "\n")
	}
	if d.Hint != "" {
		b.WriteString("  hint: " + visible(d.Hint) + "\n")
	}
}

// excerpt prints the source line and a caret under its column.
func (d *Diagnostic) excerpt(b *strings.Builder, paint func(string) string) {
	if d.Excerpt == "" || d.Line == 0 {
		return
	}
	n := fmt.Sprint(d.Line)
	line, col := window([]rune(d.Excerpt), d.Col)
	fmt.Fprintf(b, "  %s | %s\n", n, visible(string(line)))
	if col < 1 || col > len(line)+1 {
		return
	}
	fmt.Fprintf(b, "  %s | ", strings.Repeat(" ", len(n)))
	for _, r := range line[:col-1] {
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case wide(r):
			b.WriteString("  ")
		case !unicode.Is(unicode.Mn, r):
			b.WriteByte(' ')
		}
	}
	b.WriteString(paint("^") + "\n")
}

// shownWidth is the maximum number of characters printed of a line; an ellipsis replaces the others.
const shownWidth = 160

// window returns the part of a line around a column, and the column within that part.
func window(line []rune, col int) ([]rune, int) {
	if len(line) <= shownWidth {
		return line, col
	}
	start := 0
	if col >= 1 && col <= len(line)+1 {
		start = max(0, min(col-shownWidth/2, len(line)-shownWidth))
	}
	end := min(len(line), start+shownWidth)
	out := slices.Clone(line[start:end])
	if start > 0 {
		out[0] = '…'
	}
	if end < len(line) {
		out[len(out)-1] = '…'
	}
	return out, col - start
}

// visible replaces control characters: a file of the site must not print colors or move the cursor.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && r != '\n' && unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// wide reports whether a terminal shows r in two columns: the blocks of scripts and symbols with Unicode's East
// Asian width W or F.
func wide(r rune) bool {
	return r >= 0x1100 && r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0x1F300 && r <= 0x1FAFF || r >= 0x20000 && r <= 0x3FFFD
}
