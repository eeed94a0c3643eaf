package org

import (
	"fmt"
	"regexp"
	"strings"
)

// Limits of a text. The parser reads the rest of a text again for each block that nothing closes, and the rest of a paragraph
// for each character that may begin markup.
const (
	mostOpen   = 8          // blocks that are not closed
	mostNested = 100        // blocks in blocks, and lists on one line
	mostMarkup = 20_000_000 // characters of a paragraph that may begin markup, times its bytes
	mostNotes  = 10         // footnotes in footnotes
)

var (
	blockLine = regexp.MustCompile(`(?i)^\s*(?:#\+(begin|end)_\S+|\\(begin|end)\{)`)
	ownLine   = regexp.MustCompile(`^\s*(?:[-+*]+\s|\d+[.)]\s|\||#)`) // an item, a heading, a row, a keyword: no part of the paragraph before it
	listChain = regexp.MustCompile(`^\s*(?:(?:[-+*]|\d+[.)])[ \t]+){100}`)
)

// check returns an error for a text that takes too long to parse. Its cost is linear.
func check(text string) error {
	var open []int // lines of blocks that are not closed so far
	var paragraph, markup, notes int
	n := 0
	for line := range strings.Lines(text) {
		n++
		if m := blockLine.FindStringSubmatch(line); m != nil {
			if strings.EqualFold(m[1]+m[2], "begin") {
				open = append(open, n)
			} else if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
		switch {
		case len(open) > mostNested, listChain.MatchString(line):
			return fmt.Errorf("line %d: nested more than %d levels", n, mostNested)
		case strings.TrimSpace(line) == "", ownLine.MatchString(line):
			paragraph, markup, notes = 0, 0, 0
		}
		paragraph, markup, notes = paragraph+len(line), markup+countMarkup(line), max(0, notes+strings.Count(line, "[fn:")-strings.Count(line, "]"))
		if paragraph*markup > mostMarkup {
			return fmt.Errorf("line %d: the paragraph has too much markup for its length", n)
		}
		if notes > mostNotes {
			return fmt.Errorf("line %d: footnotes in each other, more than %d levels", n, mostNotes)
		}
	}
	if len(open) > mostOpen {
		return fmt.Errorf("line %d: this block and %d more have no end", open[0], len(open)-1)
	}
	return nil
}

// countMarkup counts the characters of a line that may begin markup.
func countMarkup(line string) (n int) {
	for i := range len(line) {
		switch line[i] {
		case '{', '[', '$', '\\', '<', '*', '/', '_', '=', '~', '+':
			n++
		}
	}
	return n
}
