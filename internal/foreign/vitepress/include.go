package vitepress

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// source is a text with the files that it includes: https://vitepress.dev/guide/markdown#markdown-file-inclusion
type source struct {
	*manner
	page  *foreign.Page
	lost  foreign.Losses
	scope *scope
	lines []string
	nos   []int       // line of the page, from 1, for each line
	fence block.Fence // code around the next line
	left  int         // remaining bytes
}

// mostIncluded is the maximum number of bytes that a page may include.
const mostIncluded = 4 << 20

var (
	include = pattern.New(`<!--\s*@include:\s*(.*?)\s*-->`)
	within  = pattern.New(`^(.*?)(#[^\s{]+)?(?:\{(\d*),?(\d*)\})?$`)
	snippet = pattern.New(`^([ \t]{0,3})<<<[ \t]*(.+?)[ \t]*$`)
	// parts of a snippet: path, region, lines with language and attributes, title
	parts = pattern.New(`^(.+?)(#[\w-]+)?(?: ?\{(\d+(?:[,-]\d+)*)? ?([^\s}]+)? ?([^\s}]+)?\})? ?(?:\[(.+)\])?$`)
	// region matches the comment at the start or end of a region in many languages
	region = pattern.New(`(?i)^\s*(?:(?://|/\*|<!--|\(\*|--|'|::|rem\b|\{/\*)\s*#?|#)\s*(?:pragma\s+)?(end)?\s?region\b:?\s*(.*?)\s*(?:\*/\}?|-->|\*\))?\s*$`)
)

// read includes files in the lines of a page.
func (s *source) read(lines []string) {
	nos := make([]int, len(lines))
	for i := range nos {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
		nos[i] = i + 1
	}
	s.importParts(lines)
	s.write(lines, nos, s.page.File, nil)
}

var (
	imported = pattern.New(`^\s*import\s+([A-Z]\w*)\s+from\s+['"]([^'"]+\.md)['"]`)
	alone    = pattern.New(`^ {0,3}<([A-Z]\w*)\s*(?:/>|></([A-Z]\w*)>)\s*$`)
)

// importParts makes includes of the components that are Markdown files, where they are alone in a line.
func (s *source) importParts(lines []string) {
	files := map[string]string{}
	for _, line := range lines {
		if m := imported.FindStringSubmatch(line); m != nil {
			files[m[1]] = m[2]
		}
	}
	if len(files) == 0 {
		return
	}
	for i, place := range block.PlacesOf(lines) {
		m := alone.FindStringSubmatch(lines[i])
		if m != nil && place == block.NoCode && files[m[1]] != "" && (m[2] == "" || m[2] == m[1]) {
			lines[i] = "<!--@include: " + files[m[1]] + "-->"
		}
	}
}

// write adds lines, and in place of includes the text of the files. file is the origin of the lines, seen the files
// around them.
func (s *source) write(lines []string, nos []int, file string, seen []string) {
	for i, line := range lines {
		m := include.FindStringSubmatchIndex(line)
		if m == nil || s.isExample(line, line[m[2]:m[3]], file) {
			s.fence.Next(line)
			s.lines, s.nos = append(s.lines, line), append(s.nos, nos[i])
			continue
		}
		before, after, from := line[:m[0]], line[m[1]:], len(s.lines)
		s.include(line[m[2]:m[3]], nos[i], file, seen)
		if len(s.lines) == from {
			s.lines, s.nos = append(s.lines, ""), append(s.nos, nos[i])
		}
		if before != "" {
			s.lines[from] = before + s.lines[from]
		}
		if after != "" {
			s.lines[len(s.lines)-1] += include.ReplaceAllString(after, "")
		}
	}
}

// isExample reports whether the include in a line is code that shows how to write one, since its file does not exist.
func (s *source) isExample(line, name, file string) bool {
	fence := s.fence
	m := within.FindStringSubmatch(name)
	if fence.Next(line) == block.NoCode || m == nil {
		return false
	}
	_, _, ok := s.open(m[1], file)
	return !ok
}

// include adds the text of a file, or a part of it. A range counts the lines of the whole file, or of the part.
func (s *source) include(name string, no int, file string, seen []string) {
	m := within.FindStringSubmatch(name)
	if m == nil {
		return
	}
	at, text, ok := s.open(m[1], file)
	s.left -= len(text)
	switch {
	case !ok:
		s.leave(no, name, "no such file")
		return
	case slices.Contains(seen, at) || at == s.page.File:
		s.leave(no, name, "the file includes itself")
		return
	case s.left < 0:
		s.leave(no, name, fmt.Sprintf("the page includes more than %d MB", mostIncluded>>20))
		return
	}
	start := 0 // number of lines of the front matter
	if b, err := frontmatter.Parse(at, []byte(text)); err == nil {
		start = strings.Count(text[:b.Body], "\n")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if part := strings.TrimPrefix(m[2], "#"); part != "" {
		found, ok := regionOf(lines, part)
		if !ok {
			found, ok = below(lines, part)
		}
		if ok {
			lines, start = found, 0
		} else {
			s.whole(no, name)
		}
	}
	first, _ := strconv.Atoi(m[3])
	last, err := strconv.Atoi(m[4])
	if err != nil {
		last = len(lines)
	}
	if strings.HasSuffix(name, "}") && !strings.Contains(name, ",") {
		last = first
	}
	first = max(first-1, start)
	lines = lines[min(first, len(lines)):min(max(last, first), len(lines))]
	nos := make([]int, len(lines))
	for i := range nos {
		nos[i] = no
	}
	s.write(lines, nos, at, append(slices.Clip(seen), at))
}

func (s *source) leave(no int, name, why string) {
	s.lost.Add(no, "include "+name, fmt.Sprintf("the file %q is left out: %s", name, why),
		"paths are relative to the page; @ is the folder of the pages")
}

// whole reports that a file has no such part: VitePress shows all of it.
func (s *source) whole(no int, name string) {
	s.lost.Add(no, "include "+name, fmt.Sprintf("all lines of the file %q are shown: it has no such part", name),
		"name a region or a heading of the file")
}

// open reads a file. @ is the folder of the pages.
func (s *source) open(name, from string) (file, text string, ok bool) {
	file = path.Join(path.Dir(from), name)
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		file = path.Join(s.src, rest)
	}
	if s.page.Read == nil {
		return file, "", false
	}
	data, ok := s.page.Read(file)
	return file, strings.ReplaceAll(string(data), "\r\n", "\n"), ok
}

// regionOf returns the lines of a region, without the comments of others in it.
func regionOf(lines []string, name string) (out []string, ok bool) {
	for _, line := range lines {
		m := region.FindStringSubmatch(line)
		switch {
		case m == nil:
			if ok {
				out = append(out, line)
			}
		case m[1] == "" && m[2] == name:
			ok = true
		case m[1] != "" && ok && (m[2] == name || m[2] == ""):
			return out, true
		}
	}
	return out, ok
}

var heading = pattern.New(`^(#{1,6})[ \t]+(.*?)(?:[ \t]+\{#([\w-]+)\})?[ \t]*#*[ \t]*$`)

// below returns the section of the heading with an ID.
func below(lines []string, id string) (out []string, ok bool) {
	level := 0
	for _, line := range lines {
		if m := heading.FindStringSubmatch(line); m != nil {
			switch {
			case ok && len(m[1]) <= level:
				return out, true
			case !ok && (m[3] == id || m[3] == "" && slug(m[2]) == strings.ToLower(id)):
				ok, level = true, len(m[1])
			}
		}
		if ok {
			out = append(out, line)
		}
	}
	return out, ok
}

// slug returns the ID of a heading.
func slug(text string) string {
	return words.Hyphens(tags.ReplaceAllString(text, ""))
}
