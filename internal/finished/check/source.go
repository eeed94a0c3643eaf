package check

import (
	"bytes"
	"context"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// traced moves findings to the content files of the pages, to the line with the reported value if there is one. A
// finding whose value is not in the content comes from a template: its message names the content file, or the template
// if all pages share it.
func (s *site) traced(ctx context.Context, said [][]told, groups [][]finding) {
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
		for j, d := range said[i] {
			at := saidAt(text, group[j].value)
			if at < 0 {
				at = fragmentAt(text, group[j].value)
			}
			if at >= 0 && group[j].at >= 0 {
				if placed(d.Rule) {
					said[i][j].owner = content
				}
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

// saidAt returns the offset of a value in a content file: as the target of a link, in quotes, or as a front matter
// value; -1 if it is not there.
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

// fragmentAt returns the offset of the only link in a content file that has the fragment of a URL: "b.md#usage" is
// "/b/#usage" in the page. It returns -1 if there is no such link or more than one.
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
