package frontmatter

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// reading is a text being decoded, with the information needed to compute positions in its file.
type reading struct {
	file  string
	src   []byte // the complete file
	text  []byte // the part of src to decode
	start int    // offset of text in src
	line  int    // line of the file on which text begins
	rule  string // of its diagnostics

	lower bool              // keys in lower case
	keeps func(string) bool // isParam of ParseHugo
	keep  bool              // lists keep the case of their keys
	lines map[string]int    // by dotted key path in lower case

	// again collects repeated keys of which the last one counts. It is nil if they are an error.
	again *[]*Error
	// fallbacks: a YAML value with the tag !ENV, which names environment variables, is its default.
	fallbacks bool
}

// problem returns an error at a line and column (both from 1, the column in runes) of the text.
func (c *reading) problem(line, col int, message string) *Error {
	if line <= 1 {
		// The text may begin in the middle of a line.
		_, before := diag.At(c.src, c.start)
		col += before - 1
	}
	line = c.line + max(line, 1) - 1
	return &Error{
		File: c.file, Line: line, Col: max(col, 1), Rule: c.rule, Message: message,
		Excerpt: diag.Line(c.src, line),
	}
}

// problemAt returns an error at a byte offset of the text.
func (c *reading) problemAt(offset int, message string) *Error {
	return errorAt(c.file, c.src, c.start+offset, c.rule, message)
}

func (c *reading) duplicate(line, col int, key, path string) *Error {
	d := c.problem(line, col, fmt.Sprintf("the key %q appears twice", key))
	if first := c.lines[join(path, key)]; first > 0 {
		d.Hint = fmt.Sprintf("it first appears on line %d", first)
	}
	return d
}

// maxRepeated is the maximum number of repeated keys, each of which causes a warning.
const maxRepeated = 100

// repeated records a repeated key. It returns d if that is an error, as one above the maximum always is.
func (c *reading) repeated(d *Error) error {
	if c.again == nil || len(*c.again) == maxRepeated {
		return d
	}
	d.Message += "; the last one counts"
	*c.again = append(*c.again, d)
	return nil
}

// hides reports whether a key overrides one that differs only in case. The one with capitals wins, wherever it
// is: Hugo writes lower-case keys first, and the others over them.
func (c *reading) hides(key string) bool { return key != c.key(key) }

// key returns a key as it is in the result.
func (c *reading) key(k string) string {
	if c.lower {
		return strings.ToLower(k)
	}
	return k
}

// below prepares for the value of a key, which is one of the document itself or of a map below it. The caller calls the
// returned function after the value.
func (c *reading) below(key string, top bool) (after func()) {
	was := c.keep
	if c.keeps != nil && c.lower {
		key = strings.ToLower(key)
		c.keep = was || key == "params" || top && c.keeps(key)
	}
	return func() { c.keep = was }
}

// inList prepares for the items of a list. The caller calls the returned function after them.
func (c *reading) inList() (after func()) {
	was := c.lower
	c.lower = was && !c.keep
	return func() { c.lower = was }
}

// note records the line (from 1, of the text) of a key below path, unless it is already known.
func (c *reading) note(path, key string, line int) {
	full := join(path, key)
	if full == farPath {
		return
	}
	if _, known := c.lines[full]; !known {
		c.lines[full] = c.line + line - 1
	}
}

// item returns the path of an item of a list, and whether its line and those of its keys are recorded: a data file may
// have millions of items.
func (c *reading) item(path string, i int, known bool) (string, bool) {
	if !known || len(c.lines) > 10_000 {
		return "", false
	}
	return join(path, strconv.Itoa(i)), true
}

// farPath replaces all dotted paths longer than maxPath.
const farPath = "\x00"

// join returns the dotted path of key below path, in lower case.
func join(path, key string) string {
	if path == farPath || len(path)+len(key) > maxPath {
		return farPath
	}
	key = strings.ToLower(key)
	if path == "" {
		return key
	}
	return path + "." + key
}

// checkUTF8 returns an error at the first invalid UTF-8 byte of the text.
func (c *reading) checkUTF8() error {
	if utf8.Valid(c.text) {
		return nil
	}
	at := 0
	for at < len(c.text) {
		r, n := utf8.DecodeRune(c.text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	d := c.problemAt(at, fmt.Sprintf("this is not UTF-8 (byte 0x%02x)", c.text[at]))
	d.Hint = "save the file as UTF-8"
	return d
}
