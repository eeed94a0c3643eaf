// Package block reads the text of a page of another tool as a tree of tags, notes, tabs, and lines (Read), which the
// tool writes as Markdown (Writer). It also finds code and the targets of links.
//
// A converted text keeps its line numbers where possible, so messages name the line in the file. Code is not changed.
package block

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Text is a body split into lines.
type Text struct {
	Lines  []string // without their newline
	Places []Place
}

// Place is the position of a line relative to fenced code.
type Place uint8

// Places of lines.
const (
	NoCode Place = iota
	Opening
	Inside
	Closing
)

// MaxNesting is the maximum nesting of blocks, because each level repeats its prefix on every line inside.
const MaxNesting = 100

// TooDeepMessage is the message for blocks that are nested too deeply.
var TooDeepMessage = fmt.Sprintf("admonitions or tabs are nested more than %d levels", MaxNesting)

// fenceLine matches a code fence, also in quotes and lists.
var fenceLine = pattern.New("^[ \\t>]*(?:(?:[-*+]|\\d+[.)])[ \\t]+)?(`{3,}|~{3,})(.*)$")

// New splits a body into lines.
func New(body string) *Text {
	t := &Text{Lines: strings.Split(body, "\n")}
	t.Places = PlacesOf(t.Lines)
	return t
}

// String returns the text.
func (t *Text) String() string { return strings.Join(t.Lines, "\n") }

// PlacesOf returns the position of each line relative to fenced code.
func PlacesOf(lines []string) []Place { return (&Syntax{}).PlacesOf(lines) }

// PlacesOf returns the position of each line relative to fenced code.
func (s *Syntax) PlacesOf(lines []string) []Place {
	places := make([]Place, len(lines))
	i := 0
	f := s.fences(lines, func() int { return i })
	for ; i < len(lines); i++ {
		places[i] = f.Next(lines[i])
	}
	return places
}

// fences returns the fence of the code around the lines of a text; at is the index of the line that is read. With
// Fenced, a fence opens code only if a line below closes it. The time is linear.
func (s *Syntax) fences(lines []string, at func() int) Fence {
	if s.Fenced == nil {
		return Fence{}
	}
	last := map[byte][]int{} // by the character and length of a mark: the last line that closes it
	for i, line := range lines {
		m := fenceLine.FindStringSubmatch(line)
		if m == nil || !Blank(m[2]) {
			continue
		}
		char := m[1][0]
		for n := len(last[char]); n <= len(m[1]); n++ {
			last[char] = append(last[char], -1)
		}
		last[char][len(m[1])] = i
	}
	for _, closed := range last { // a longer mark closes, too
		for n := len(closed) - 2; n >= 0; n-- {
			closed[n] = max(closed[n], closed[n+1])
		}
	}
	return Fence{opens: func(mark, words string) bool {
		closed := last[mark[0]]
		return len(mark) < len(closed) && closed[len(mark)] > at() && s.Fenced(words)
	}}
}

// Fence is the fence of the code around the current line. The zero value is none.
type Fence struct {
	mark   string
	column int
	// opens reports whether a fence with this mark and these words opens code; nil: as in CommonMark
	opens func(mark, words string) bool
}

// Next returns the position of the next line.
func (f *Fence) Next(line string) Place {
	line = strings.TrimSuffix(line, "\r")
	var m []int
	if strings.Contains(line, "```") || strings.Contains(line, "~~~") {
		m = fenceLine.FindStringSubmatchIndex(line)
	}
	if m == nil {
		if f.mark == "" {
			return NoCode
		}
		return Inside
	}
	mark, rest, column := line[m[2]:m[3]], line[m[4]:m[5]], m[2]+3*strings.Count(line[:m[2]], "\t")
	switch {
	case f.mark == "" && !(mark[0] == '`' && strings.Contains(rest, "`")) && (f.opens == nil || f.opens(mark, rest)):
		f.mark, f.column = mark, column
		return Opening
	case f.mark == "":
		return NoCode
	case strings.HasPrefix(mark, f.mark) && Blank(rest) && column < f.column+4: // else it is code itself
		f.mark = ""
		return Closing
	}
	return Inside
}

// left reports whether a line is outside of the list item or construct that contains the code around it, which ends the
// code.
func (f *Fence) left(line string) bool {
	return f.mark != "" && !Blank(line) && !strings.HasPrefix(line, "\t") && IndentOf(line)+3 < f.column &&
		!strings.HasPrefix(strings.TrimLeft(line, " "), ">")
}

// Each replaces the lines outside of fenced code.
func (t *Text) Each(f func(line string) string) {
	for i, line := range t.Lines {
		if t.Places[i] == NoCode {
			t.Lines[i] = f(line)
		}
	}
}

// Outside applies f to the parts of a line that are not code.
func Outside(line string, f func(string) string) string {
	return parted(line, f, func(code string) string { return code })
}

// Around applies f to the parts of a text that a pattern does not match.
func Around(not *pattern.Pattern, s string, f func(string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range not.FindAllStringIndex(s, -1) {
		b.WriteString(f(s[at:m[0]]) + s[m[0]:m[1]])
		at = m[1]
	}
	return b.String() + f(s[at:])
}

// Dedented returns lines without their common indentation.
func Dedented(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " \t")); !Blank(l) && (least < 0 || n < least) {
			least = n
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(max(least, 0), len(l)):]
	}
	return out
}

// InCode applies f to the code in a line, without its backticks.
func InCode(line string, f func(string) string) string {
	return parted(line, func(text string) string { return text }, f)
}

// parted applies text to the parts of a line that are not code, and code to the others.
func parted(line string, text, code func(string) string) string {
	if !strings.Contains(line, "`") {
		return text(line)
	}
	var b strings.Builder
	for line != "" {
		start := strings.IndexByte(line, '`')
		if start < 0 {
			break
		}
		n := len(line[start:]) - len(strings.TrimLeft(line[start:], "`"))
		end := ticks(line, start+n, n)
		if end < 0 {
			break
		}
		b.WriteString(text(line[:start]) + line[start:start+n] + code(line[start+n:end]) + line[end:end+n])
		line = line[end+n:]
	}
	return b.String() + text(line)
}

// ticks returns where the next run of n backticks starts; -1 if there is none.
func ticks(s string, from, n int) int {
	for {
		at := strings.IndexByte(s[from:], '`')
		if at < 0 {
			return -1
		}
		from += at
		length := len(s[from:]) - len(strings.TrimLeft(s[from:], "`"))
		if length == n {
			return from
		}
		from += length
	}
}

// IndentOf returns how many spaces a line begins with.
func IndentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// Blank reports whether a line has no text.
func Blank(line string) bool { return strings.TrimSpace(line) == "" }

// Titled returns a title with a space in front, or "".
func Titled(title string) string {
	if title == "" {
		return ""
	}
	return " " + title
}

// Width returns the number of columns of the spaces and tabs at the start of a text, which starts at a column.
func Width(s string, column int) int {
	at := column
	for _, c := range s {
		switch c {
		case ' ':
			at++
		case '\t':
			at += 4 - at%4
		default:
			return at - column
		}
	}
	return at - column
}
