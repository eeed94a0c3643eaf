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
)

// source is a text with the files that it includes: https://vitepress.dev/guide/markdown#markdown-file-inclusion
type source struct {
	*manner
	page  *foreign.Page
	lost  foreign.Losses
	lines []string
	nos   []int // line of the page, from 1, for each line
	left  int   // remaining bytes
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
	region = pattern.New(`(?i)^\s*(?://|/\*|<!--|\(\*|--|'|::|rem\b|\{/\*)?\s*#?\s*(?:pragma\s+)?(end)?\s?region\b:?\s*(.*?)\s*(?:\*/\}?|-->|\*\))?\s*$`)
)

// read includes files in the lines of a page.
func (s *source) read(lines []string) {
	nos := make([]int, len(lines))
	for i := range nos {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
		nos[i] = i + 1
	}
	s.write(lines, nos, s.page.File, nil)
}

// write adds lines, and in place of includes the text of the files. file is the origin of the lines, seen the files
// around them.
func (s *source) write(lines []string, nos []int, file string, seen []string) {
	for i, line := range lines {
		m := include.FindStringSubmatchIndex(line)
		if m == nil {
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

// include adds the text of a file, or a part of it.
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
	if b, err := frontmatter.Parse(at, []byte(text)); err == nil {
		text = text[b.Body:]
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if part := strings.TrimPrefix(m[2], "#"); part != "" {
		found, ok := regionOf(lines, part)
		if !ok {
			found, ok = below(lines, part)
		}
		if !ok {
			s.leave(no, name, "the file has no such part")
			return
		}
		lines = found
	}
	first, _ := strconv.Atoi(m[3])
	last, err := strconv.Atoi(m[4])
	if err != nil {
		last = len(lines)
	}
	if strings.HasSuffix(name, "}") && !strings.Contains(name, ",") {
		last = first
	}
	first = max(first, 1)
	lines = lines[min(first-1, len(lines)):min(max(last, first-1), len(lines))]
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
