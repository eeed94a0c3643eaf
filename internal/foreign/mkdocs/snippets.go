package mkdocs

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// snippets reads the files that a text includes: https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
type snippets struct {
	page  *foreign.Page
	bases []string // folders of the files, relative to the project
	add   []string // files to include at the end of each page
	plain bool     // sections keep their indentation
	on    bool     // the extension is configured
	texts bool     // {!file!}
	codes bool     // {* file *}
	tags  bool     // {% include-markdown "file" %}
	only  bool     // nothing but tags
	docs  string   // folder of the pages

	mark     [2]string         // the marks of tags
	said     map[string]string // options of tags in the configuration
	executed bool              // the macros plugin executes the page

	use   func(syntax string) // counts it
	lost  foreign.Losses
	lines []string
	nos   []int // line of the page, from 1, for each line
	left  int   // remaining bytes
}

// mostIncluded is the maximum number of bytes that a page may include.
const mostIncluded = 4 << 20

const snippetHint = "paths are relative to base_path of pymdownx.snippets"

const tooMuch = "the page includes more than 4 MB"

// snippetsOf returns the reader of snippets for a page.
func (m *manner) snippetsOf(p *foreign.Page) *snippets {
	s := &snippets{page: p, left: mostIncluded, on: m.has("snippets"), use: m.use}
	s.codes = m.has("markdown_include_variants")
	for _, name := range []string{"markdown_include.include", "mdx_include"} {
		s.texts = s.texts || m.has(name)
	}
	s.on = s.on || s.texts
	s.readTags(m)
	options := m.extensions["snippets"]
	for _, dir := range texts(options["base_path"], ".") {
		s.bases = append(s.bases, path.Join(m.dir, strings.TrimPrefix(dir, "$config_dir")))
	}
	s.add = texts(options["auto_append"])
	s.plain = options["dedent_subsections"] != true
	return s
}

// texts returns a value that is a text or a list of texts; others if it is missing.
func texts(v any, others ...string) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			if s, ok := item.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return others
}

var (
	snippet = pattern.New(`^([ \t]*)(;*)(-+8<-+)(?:[ \t]+(?:"((?:\\"|[^"])+)"|'((?:\\'|[^'])+)'))?[ \t]*$`)
	section = pattern.New(`(?i)-+8<-+[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([a-z][\w-]*)[ \t]*\]`)
	ranges  = pattern.New(`^(.+?)((?::-?\d*){1,2}(?:,-?\d*:?-?\d*)*)$`)
	part    = pattern.New(`^(.+):([A-Za-z][\w-]*)$`)
)

// read includes files in the lines of a text.
func (s *snippets) read(lines []string) {
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	nos := make([]int, len(lines))
	for i := range nos {
		nos[i] = i + 1
	}
	s.write(lines, nos, "", nil)
	for _, file := range s.add {
		s.use("snippets")
		s.lines, s.nos = append(s.lines, ""), append(s.nos, len(lines))
		s.include(file, len(lines), "", nil)
	}
}

// write adds lines with an indentation, and in place of a snippet the text of its file. seen are the files around them.
func (s *snippets) write(lines []string, nos []int, indent string, seen []string) {
	list, margin := false, "" // in a list of files, and its indentation
	behind := 0               // the last tag
	for i, line := range lines {
		if i < behind {
			continue
		}
		if behind = i + s.tag(lines[i:], nos[i], indent, seen); behind > i {
			continue
		}
		if m := snippet.FindStringSubmatch(line); m != nil && !s.only {
			file := strings.ReplaceAll(m[4]+m[5], `\`, "")
			switch {
			case m[2] != "": // escaped
				line = m[1] + strings.TrimSpace(line)[1:]
			case file != "":
				s.use("snippets")
				s.include(file, nos[i], indent+m[1], seen)
				continue
			default:
				list, margin = !list, m[1]
				continue
			}
		}
		if !s.only && s.other(line, nos[i], indent, seen) {
			continue
		}
		if file := strings.TrimSpace(line); list && file != "" {
			if !strings.HasPrefix(file, ";") {
				s.use("snippets")
				s.include(file, nos[i], indent+margin, seen)
			}
			continue
		}
		if seen != nil && !s.only && section.MatchString(line) {
			continue
		}
		if line != "" {
			line = indent + line
		}
		s.lines, s.nos = append(s.lines, line), append(s.nos, nos[i])
	}
}

// include adds the text of a file, or a part of it, at a line of the page.
func (s *snippets) include(name string, no int, indent string, seen []string) {
	leave := func(why string) { s.leave(name, no, why) }
	missing := func() { // no error without check_paths
		s.lost.Add(no, "snippet", "a snippet is left out: no such file or section", snippetHint)
	}
	if !s.on {
		leave("the configuration does not have pymdownx.snippets")
		return
	}
	if strings.Contains(name, "://") {
		leave("sitegen includes only files of the project")
		return
	}
	file, text, ok := s.open(name)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if m := ranges.FindStringSubmatch(name); !ok && m != nil {
		if file, text, ok = s.open(m[1]); ok {
			lines = s.dedented(s.between(strings.Split(strings.TrimSuffix(text, "\n"), "\n"), m[2]))
		}
	} else if m := part.FindStringSubmatch(name); !ok && m != nil {
		if file, text, ok = s.open(m[1]); ok {
			if lines, ok = sectionOf(strings.Split(text, "\n"), m[2]); !ok {
				missing()
				return
			}
			lines = s.dedented(lines)
		}
	}
	if !ok {
		missing()
		return
	}
	s.insert(name, file, lines, len(text), no, indent, seen)
}

// leave reports a snippet that is left out.
func (s *snippets) leave(name string, no int, why string) {
	s.lost.Add(no, "snippet "+name, fmt.Sprintf("the snippet %q is left out: %s", name, why), snippetHint)
}

// insert adds lines of a file with a name and a size at a line of the page.
func (s *snippets) insert(name, file string, lines []string, size, no int, indent string, seen []string) {
	s.left -= size
	switch {
	case slices.Contains(seen, file):
		s.leave(name, no, "the file includes itself")
		return
	case s.left < 0:
		s.leave(name, no, tooMuch)
		return
	}
	nos := make([]int, len(lines))
	for i := range nos {
		nos[i] = no
	}
	s.write(lines, nos, indent, append(slices.Clip(seen), file))
}

// open reads the first of the files with a name below the base folders. A base may also be the file.
func (s *snippets) open(name string) (file, text string, ok bool) {
	for _, base := range s.bases {
		if file = path.Join(base, name); path.Join(path.Dir(base), name) == base {
			file = base
		}
		if base != "." && file != base && !strings.HasPrefix(file, base+"/") {
			continue // outside of the folder
		}
		if s.page.Read == nil {
			return "", "", false
		}
		if text, ok := s.page.Read(file); ok {
			return file, strings.ReplaceAll(string(text), "\r\n", "\n"), true
		}
	}
	return "", "", false
}

// between returns ranges of lines, such as ":2:4,7:8". Negative numbers count from the end. Ranges may repeat lines, so
// they count as included here.
func (s *snippets) between(lines []string, list string) (out []string) {
	for r := range strings.SplitSeq(list[1:], ",") {
		from, to, both := strings.Cut(r, ":")
		first, last := 1, len(lines)
		number := func(s string, into *int) {
			if n, err := strconv.Atoi(s); err == nil && n < 0 {
				*into = len(lines) + 1 + n
			} else if err == nil && n > 0 {
				*into = n
			}
		}
		if number(from, &first); both {
			number(to, &last)
		}
		first, last = max(first, 1), min(last, len(lines))
		for n := first - 1; n < last && s.left >= 0; n++ {
			out = append(out, lines[n])
			s.left -= len(lines[n]) + 1
		}
	}
	return out
}

// sectionOf returns the lines of a section.
func sectionOf(lines []string, name string) (out []string, ok bool) {
	for i, line := range lines {
		m := section.FindStringSubmatch(line)
		switch {
		case m == nil || m[2] != name:
			continue
		case strings.EqualFold(m[1], "start"):
			out, ok = lines[i+1:], true
		case ok:
			return out[:len(out)-(len(lines)-i)], true
		}
	}
	return out, ok
}

// dedented removes the common indentation of lines, if the configuration wants that.
func (s *snippets) dedented(lines []string) []string {
	if s.plain {
		return lines
	}
	return block.Dedented(lines)
}
