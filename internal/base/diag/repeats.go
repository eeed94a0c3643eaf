package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Together merges diagnostics that one position in a template, in the content, or in the configuration caused on many
// pages.
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
		same := *d
		same.Hint = "" // pages for which a file is shown may have different ones
		if d.Rule != "template" && said[same] {
			continue // position in content that several pages show, or in a template, whatever page it renders
		}
		said[same] = true
		i := strings.LastIndex(d.Message, by)
		if !ofTemplate(d) && d.File != "" || i < 0 {
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

// InOrder sorts runs of consecutive messages about one file by line and column.
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

// ofTemplate reports whether d comes from a template or is about one.
func ofTemplate(d *Diagnostic) bool { return d.Rule == "template" || d.Rule == "template-message" }

// Strict returns the list with warnings turned into errors.
func (l List) Strict() List {
	out := make(List, len(l))
	for i, d := range l {
		e := *d
		if d.Severity == Warning {
			e.Severity = Error
		}
		out[i] = &e
	}
	return out
}

// OncePerPage drops repeated messages about one page, or about the site, in several feeds: "atom.xml: …" and
// "posts/atom.xml: …". Each page also gets only one message about characters that XML does not allow (rule U4),
// and one about elements without a namespace (E2).
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

// OnceOfImages drops repeated messages about one source image, of which several images may be made.
func (l List) OnceOfImages() List {
	said := map[Diagnostic]bool{}
	return slices.DeleteFunc(l, func(d *Diagnostic) bool {
		again := d.Rule == "image" && said[*d]
		said[*d] = true
		return again
	})
}
