package funcs

import (
	"fmt"
	"html"
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"
)

// truncate cuts a text to a number of characters, between words if possible, and adds an ellipsis. In safe HTML only
// the text counts, and open elements are closed at the cut.
func truncate(length any, args ...any) (template.HTML, error) {
	const fn = "strings.Truncate"
	limit, err := integer(fn, length)
	if err != nil {
		return "", err
	}
	if len(args) < 1 || len(args) > 2 {
		return "", countError(fn, "2 or 3", len(args)+1)
	}
	ellipsis := " …"
	if len(args) == 2 {
		if ellipsis, err = str(fn, args[0]); err != nil {
			return "", err
		}
		if _, safe := args[0].(template.HTML); !safe {
			ellipsis = html.EscapeString(ellipsis)
		}
	}
	v := args[len(args)-1]
	text, err := str(fn, v)
	if err != nil {
		return "", err
	}
	if _, safe := v.(template.HTML); safe {
		return template.HTML(truncateHTML(text, limit, ellipsis)), nil
	}
	if cut := cutAt(text, limit, nil); cut >= 0 {
		return template.HTML(html.EscapeString(text[:cut]) + ellipsis), nil
	}
	return template.HTML(html.EscapeString(text)), nil
}

func truncateHTML(text string, limit int, ellipsis string) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	var tags []htmlTag
	cut := cutAt(text, limit, &tags)
	if cut < 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:cut])
	b.WriteString(ellipsis)
	closed := "" // going back, the element of an end tag until its start tag is found
	for i := len(tags) - 1; i >= 0; i-- {
		switch tag := tags[i]; {
		case closed != "" || tag.pos >= cut:
			if closed == tag.name {
				closed = ""
			}
		case tag.end:
			closed = tag.name
		default:
			fmt.Fprintf(&b, "</%s>", tag.name)
		}
	}
	return b.String()
}

// htmlTag is a start or end tag, with its offset.
type htmlTag struct {
	name string
	pos  int
	end  bool
}

// cutAt returns the offset after which text has more than limit characters: that of the last word that fits, else of
// the character itself; -1 if all of it fits. With tags, the text is HTML: its tags do not count and are collected.
func cutAt(text string, limit int, tags *[]htmlTag) int {
	word, solid, n := 0, 0, 0 // end of the last word, end of the last character that is not a space, characters
	for i := 0; i < len(text); {
		if tags != nil && text[i] == '<' {
			if tag, length := readTag(text[i:]); length > 0 {
				word = solid
				if tag.name != "" {
					tag.pos = i
					*tags = append(*tags, tag)
				}
				i += length
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		n++
		switch {
		case unicode.IsSpace(r):
			word = solid
		case isCJK(r):
			word = solid
			solid = i + size
			if n <= limit {
				word = solid
			}
		default:
			solid = i + size
		}
		if n > limit {
			if word == 0 {
				return i
			}
			return word
		}
		i += size
	}
	return -1
}

// readTag reads the tag at the start of s; length 0 if there is none. A tag ends at the first > and may span lines only
// inside its first word. Void elements have an empty name here, since they need no end tag.
func readTag(s string) (tag htmlTag, length int) {
	end := strings.IndexByte(s, '>')
	if end < 2 {
		return tag, 0
	}
	inner := s[1:end]
	if rest, ok := strings.CutPrefix(inner, "/"); ok && rest != "" && rest[0] != ' ' {
		tag.end = true
		inner = rest
	}
	word, attributes, spaced := strings.Cut(inner, " ")
	fields := strings.Fields(word)
	if len(fields) == 0 {
		return htmlTag{}, 0
	}
	name, empty := fields[0], false
	if spaced {
		empty = strings.TrimSpace(attributes) == "/"
		if !empty && strings.Contains(attributes, "\n") {
			return htmlTag{}, 0
		}
	} else if len(word) > 1 && strings.HasSuffix(word, "/") {
		empty = true
	}
	switch name {
	case "br", "col", "link", "base", "img", "param", "area", "hr", "input":
		empty = true
	}
	if !empty {
		tag.name = name
	}
	return tag, end + 1
}
