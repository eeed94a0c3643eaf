package check

import (
	"bytes"
	"context"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// traced moves findings to the content files that pages were made of: to the line that says what was found, where
// there is one. A finding that its content does not say, as it comes from a template, names the content file; one of
// all pages names the template.
func (s *site) traced(ctx context.Context, told []diag.List, groups [][]finding) {
	if s.o.Sources == nil || len(groups) == 0 {
		return
	}
	sources := s.o.Sources(ctx)
	for i, group := range groups {
		if group[0].file < 0 {
			continue
		}
		page := s.tree.Host().Path(s.tree.File(group[0].file).Path)
		name := sources[page]
		var text []byte
		if name != "" {
			var err error
			if text, err = s.o.ReadSource(name); err != nil {
				name = ""
			}
		}
		for j, d := range told[i] {
			at := saidAt(text, group[j].value)
			if at < 0 {
				at = fragmentAt(text, group[j].value)
			}
			if at >= 0 && group[j].at >= 0 {
				d.Message += " (in " + d.File + ")"
				d.File = name
				d.Line, d.Col = diag.At(text, at)
				d.Excerpt = diag.Line(text, d.Line)
				continue
			}
			if s.shared[group[j]] == 0 {
				if name != "" {
					d.Message += " (made from " + name + ")"
				}
			} else if s.o.Template != nil {
				if template := s.o.Template(ctx, page); template != "" {
					d.Message += ": fix it in " + template
				}
			}
		}
	}
}

// saidAt returns where a content file says a value: as the target of a link, in quotes, or as a value of its
// front matter; -1 when it does not.
func saidAt(text []byte, value string) int {
	if value == "" {
		return -1
	}
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(value))
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(value)
		before := i > 0 && (strings.IndexByte("(\"'<=", text[i-1]) >= 0 || len(value) > 7 &&
			strings.IndexByte(" \n", text[i-1]) >= 0)
		after := end == len(text) || strings.IndexByte(")\"'>] \r\n", text[end]) >= 0
		if before && after {
			return i
		}
		from = end
	}
}

// fragmentAt returns where a content file has the one link with the fragment of an address: "b.md#usage" is
// "/b/#usage" in the page. -1 when there is none, or more than one.
func fragmentAt(text []byte, address string) int {
	i := strings.LastIndexByte(address, '#')
	if i < 0 || i == len(address)-1 {
		return -1
	}
	fragment, found := address[i:], -1
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(fragment))
		if i < 0 {
			return found
		}
		i += from
		from = i + len(fragment)
		if from == len(text) || strings.IndexByte(")\"'>] \r\n", text[from]) < 0 {
			continue
		}
		at := 1 + bytes.LastIndexAny(text[:i], "(\"'<= \n")
		if at == 0 || strings.IndexByte(" \n", text[at-1]) >= 0 {
			continue // a word of the text
		}
		if found >= 0 {
			return -1
		}
		found = at
	}
}
