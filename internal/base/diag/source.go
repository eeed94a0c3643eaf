package diag

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// At returns the line and the column (both from 1, the column in runes) of a byte offset of src.
func At(src []byte, offset int) (line, col int) {
	offset = max(0, min(offset, len(src)))
	line = bytes.Count(src[:offset], []byte{'\n'}) + 1
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	return line, utf8.RuneCount(src[start:offset]) + 1
}

// Find sets the position of a diagnostic to the first occurrence of the text that it is about. If the
// diagnostic already has the line of a key in front matter, only the value of that key is searched; if the text
// is not there, the line stays.
func (d *Diagnostic) Find(src []byte) {
	if d.About == "" {
		return
	}
	start, end := 0, len(src)
	if d.Line > 0 {
		start, end = valueAt(src, d.Line)
	}
	if at := indexWord(src[start:end], []byte(d.About)); at >= 0 {
		d.Line, d.Col = At(src, start+at)
	}
}

// indexWord returns the index of a text in src, preferably where it is not part of a longer word, or -1.
func indexWord(src, word []byte) int {
	first := bytes.Index(src, word)
	for at := first; at >= 0; {
		before, _ := utf8.DecodeLastRune(src[:at])
		after, _ := utf8.DecodeRune(src[at+len(word):])
		if !inWord(before) && !inWord(after) {
			return at
		}
		next := bytes.Index(src[at+1:], word)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return first
}

func inWord(r rune) bool { return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// valueAt returns the range of the value of a key in front matter. It ends before the next line that is neither
// indented nor begins like an item of a list, a text of a list, or the end of a list.
func valueAt(src []byte, line int) (start, end int) {
	for ; line > 1; line-- {
		i := bytes.IndexByte(src[start:], '\n')
		if i < 0 {
			return len(src), len(src)
		}
		start += i + 1
	}
	if bytes.HasPrefix(src[start:], []byte{'['}) { // TOML: a table, or the tables of a list
		header, _, _ := bytes.Cut(src[start:], []byte{'\n'})
		for end = start; end < len(src); {
			line, _, _ := bytes.Cut(src[end:], []byte{'\n'})
			if bytes.HasPrefix(line, []byte{'['}) && !bytes.Equal(line, header) {
				break
			}
			end = min(len(src), end+len(line)+1)
		}
		return start, end
	}
	if i := bytes.IndexAny(src[start:], ":=\n"); i >= 0 && src[start+i] != '\n' {
		start += i + 1
	}
	for end = start; end < len(src); {
		i := bytes.IndexByte(src[end:], '\n')
		if i < 0 {
			return start, len(src)
		}
		end += i + 1
		if next := src[end:]; len(next) == 0 || !bytes.ContainsRune([]byte(" \t\r\n-\"'[]{}#"), rune(next[0])) ||
			bytes.HasPrefix(next, []byte("---")) {
			break
		}
	}
	return start, end
}

// maxExcerpt is the maximum length of an excerpt in bytes: a line of a megabyte helps nobody.
const maxExcerpt = 4000

// Line returns line n (from 1) of src without its newline, truncated after 4000 bytes, or "".
func Line(src []byte, n int) string {
	for ; n > 1; n-- {
		i := bytes.IndexByte(src, '\n')
		if i < 0 {
			return ""
		}
		src = src[i+1:]
	}
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		src = src[:i]
	}
	src = bytes.TrimSuffix(src, []byte{'\r'})
	if len(src) > maxExcerpt {
		src = src[:maxExcerpt]
		for len(src) > 0 && !utf8.Valid(src[max(0, len(src)-utf8.UTFMax):]) {
			src = src[:len(src)-1]
		}
	}
	return string(bytes.ToValidUTF8(src, []byte("\uFFFD")))
}

// InSource returns a Diagnostic of severity Error at a byte offset of src, with an excerpt.
func InSource(file string, src []byte, offset int, message string) *Diagnostic {
	line, col := At(src, offset)
	return &Diagnostic{File: file, Line: line, Col: col, Message: message, Excerpt: Line(src, line)}
}

// FillExcerpts adds excerpts to the diagnostics that have a line but no excerpt. read returns a file by its
// slash path relative to the project; for a sorted list it is called once per file. Files that it cannot read
// add nothing.
func (l List) FillExcerpts(read func(file string) ([]byte, error)) {
	var file string
	var src []byte
	for _, d := range l {
		if d.Line < 1 || d.Excerpt != "" || d.File == "" {
			continue
		}
		if d.File != file {
			file = d.File
			var err error
			if src, err = read(file); err != nil {
				src = nil
			}
		}
		d.Excerpt = Line(src, d.Line)
	}
}
