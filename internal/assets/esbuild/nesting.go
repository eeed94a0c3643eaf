package esbuild

import (
	"bytes"
)

// maxNesting limits the depth of brackets. esbuild takes 20 seconds for 2,000 nested functions.
const maxNesting = 500

// checkNesting returns an error with the position at which a script or style sheet is nested too deeply. It recognizes
// strings, but not comments or regular expressions: an unclosed bracket in one of these counts until the brackets
// around it close.
func checkNesting(name, text string) error {
	var open []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			i = stringEnd(text, i)
		case '(', '[', '{':
			if open = append(open, c); len(open) > maxNesting {
				return wrong(name, text, i, "nested more than %d levels", maxNesting)
			}
		case ')', ']', '}':
			opener := byte('(')
			if c != ')' {
				opener = c - 2 // their distance in ASCII
			}
			if at := bytes.LastIndexByte(open, opener); at >= 0 {
				open = open[:at]
			}
		}
	}
	return nil
}

// stringEnd returns the index of the quote or line break that ends a string, or the last byte.
func stringEnd(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start], '\n':
			return i
		}
	}
	return len(text) - 1
}
