package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Together makes one diagnostic of those that one place of a template, or of the content, gave for many pages.
func (l List) Together() List {
	const by = " (while rendering "
	type place struct {
		file, message string
		line, col     int
	}
	first := map[place]*Diagnostic{}
	more := map[*Diagnostic]int{}
	out := l[:0:0]
	said := map[Diagnostic]bool{}
	for _, d := range l {
		if d.Rule != "template" && said[*d] {
			continue // of a place in the content that several pages show, or in a template, whatever it renders
		}
		said[*d] = true
		i := strings.LastIndex(d.Message, by)
		if !ofTemplate(d) || i < 0 {
			out = append(out, d)
			continue
		}
		at := place{d.File, d.Message[:i], d.Line, d.Col}
		if first[at] == nil {
			one := *d
			first[at] = &one
			out = append(out, &one)
			continue
		}
		more[first[at]]++
	}
	for _, d := range out {
		if n := more[d]; n > 0 {
			d.Message = fmt.Sprintf("%s and %d more)", strings.TrimSuffix(d.Message, ")"), n)
		}
	}
	return out
}

// InOrder returns the list with the messages about one file that follow each other in the order of lines and columns.
func (l List) InOrder() List {
	out := slices.Clone(l)
	for i := 0; i < len(out); {
		end := i + 1
		for end < len(out) && out[end].File == out[i].File {
			end++
		}
		slices.SortStableFunc(out[i:end], func(a, b *Diagnostic) int {
			return cmp.Or(a.Line-b.Line, a.Col-b.Col)
		})
		i = end
	}
	return out
}

// ofTemplate reports whether d is said by a template, or of one.
func ofTemplate(d *Diagnostic) bool { return d.Rule == "template" || d.Rule == "template-message" }

// Strict returns the list with its warnings turned into errors.
func (l List) Strict() List {
	out := make(List, len(l))
	for i, d := range l {
		e := *d
		e.Severity = Error
		out[i] = &e
	}
	return out
}

// OncePerPage keeps the first of messages that say the same of a page, or of the site, in one feed after the other:
// "atom.xml: …" and "posts/atom.xml: …". Of characters that XML does not have (rule U4), and of elements without a
// namespace (E2), a page has one message.
func (l List) OncePerPage() List {
	type said struct{ rule, file, message string }
	told := map[said]bool{}
	return slices.DeleteFunc(l, func(d *Diagnostic) bool {
		file, message, ofFeed := strings.Cut(d.Message, ": ")
		if !ofFeed || strings.Contains(file, " ") {
			message = d.Message
		}
		if d.File != "" && (d.Rule == "U4" || d.Rule == "E2") {
			message = ""
		}
		key := said{d.Rule, d.File, message}
		again := told[key]
		told[key] = true
		return again
	})
}

// OnceOfImages leaves out what was said of an image before: several images are made of one.
func (l List) OnceOfImages() List {
	said := map[Diagnostic]bool{}
	return slices.DeleteFunc(l, func(d *Diagnostic) bool {
		again := d.Rule == "image" && said[*d]
		said[*d] = true
		return again
	})
}
