// Package block reads Markdown in lines: which of them are code, and what the links in it name. The dialects of other
// tools are written on it.
//
// A text keeps its lines wherever that is possible, so that messages name the line in the file. Code stays as it is.
package block

import (
	"fmt"
	"regexp"
	"strings"
)

// Text is a body in lines.
type Text struct {
	Lines  []string // without their newline
	Places []Place
}

// Place is what a line is to fenced code.
type Place uint8

// Places of lines.
const (
	NoCode Place = iota
	Opening
	Inside
	Closing
)

// MaxNesting is the limit for blocks in each other: each level is before the lines in it.
const MaxNesting = 100

// TooDeepMessage says that blocks are nested too deeply.
var TooDeepMessage = fmt.Sprintf("admonitions or tabs are nested more than %d levels", MaxNesting)

// fenceLine is a fence, in quotes and lists, too.
var fenceLine = regexp.MustCompile("^[ \\t>]*(?:(?:[-*+]|\\d+[.)])[ \\t]+)?(`{3,}|~{3,})(.*)$")

// New returns a text in lines.
func New(body string) *Text {
	t := &Text{Lines: strings.Split(body, "\n")}
	t.Places = PlacesOf(t.Lines)
	return t
}

// String returns the text.
func (t *Text) String() string { return strings.Join(t.Lines, "\n") }

// PlacesOf returns what each line is to fenced code.
func PlacesOf(lines []string) []Place {
	places := make([]Place, len(lines))
	var f Fence
	for i, line := range lines {
		places[i] = f.Next(line)
	}
	return places
}

// Fence is that of the code which lines are in, "" for none.
type Fence string

// Next returns what the next line is.
func (f *Fence) Next(line string) Place {
	m := fenceLine.FindStringSubmatch(strings.TrimSuffix(line, "\r"))
	switch {
	case *f == "" && m != nil && !(m[1][0] == '`' && strings.Contains(m[2], "`")):
		*f = Fence(m[1])
		return Opening
	case *f != "" && m != nil && strings.HasPrefix(m[1], string(*f)) && Blank(m[2]):
		*f = ""
		return Closing
	case *f != "":
		return Inside
	}
	return NoCode
}

// Each replaces the lines outside of fenced code.
func (t *Text) Each(f func(line string) string) {
	for i, line := range t.Lines {
		if t.Places[i] == NoCode {
			t.Lines[i] = f(line)
		}
	}
}

// Outside applies f to the parts of a line that are no code.
func Outside(line string, f func(string) string) string {
	if !strings.Contains(line, "`") {
		return f(line)
	}
	var b strings.Builder
	for line != "" {
		start := strings.IndexByte(line, '`')
		if start < 0 {
			break
		}
		n := len(line[start:]) - len(strings.TrimLeft(line[start:], "`"))
		end := strings.Index(line[start+n:], line[start:start+n])
		if end < 0 {
			break
		}
		b.WriteString(f(line[:start]))
		end += start + 2*n
		b.WriteString(line[start:end])
		line = line[end:]
	}
	return b.String() + f(line)
}

// IndentOf returns how many spaces a line begins with.
func IndentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// Blank reports whether a line has no text.
func Blank(line string) bool { return strings.TrimSpace(line) == "" }

// Titled is a title behind what it is the title of.
func Titled(title string) string {
	if title == "" {
		return ""
	}
	return " " + title
}
