package mkdocs

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

var (
	// codeFile matches the code of a file: {* src/a.py ln[1:3,5] hl[2] *}
	// https://github.com/tiangolo/markdown-include-variants
	codeFile = pattern.New(`^([ \t]*)\{\*[ \t]+(\S+)((?:[ \t]+\w+\[[^\]]*\])*)[ \t]*\*\}[ \t]*$`)
	// textFile matches the text of a file: {!src/a.md!}
	// https://github.com/cmacmackin/markdown-include
	textFile = pattern.New(`^([ \t]*)\{!>?[ \t]*([^!]+?)[ \t]*!\}[ \t]*$`)
	// lineRanges matches the lines of a file: a.md[ln:1-3,5]
	lineRanges = pattern.New(`^(.+)\[ln:([\d,-]+)\]$`)
	numbers    = pattern.New(`(\w+)\[([^\]]*)\]`)
)

// aboveHint is the hint for files above the project.
const aboveHint = "they must exist in the git repository around the project, at most three folders up"

// other includes a file that other extensions than snippets name in a line, and reports whether there is one.
func (s *snippets) other(line string, no int, indent string, seen []string) bool {
	if m := textFile.FindStringSubmatch(line); m != nil && s.texts {
		name := m[2]
		if r := lineRanges.FindStringSubmatch(name); r != nil {
			name = r[1] + ranged(strings.ReplaceAll(r[2], "-", ":"))
		}
		s.use("mdx_include")
		s.use("markdown_include.include")
		s.include(name, no, indent+m[1], seen)
		return true
	}
	m := codeFile.FindStringSubmatch(line)
	if m == nil || !s.codes {
		return false
	}
	s.use("markdown_include_variants")
	options := map[string]string{}
	for _, o := range numbers.FindAllStringSubmatch(m[3], -1) {
		options[o[1]] = o[2]
	}
	file, text, ok := s.open(m[2])
	leave := func(why string) bool {
		s.lost.Add(no, "code "+m[2], fmt.Sprintf("the code of %q is left out: %s", m[2], why),
			"paths are relative to the project")
		return true
	}
	if !ok && strings.HasPrefix(m[2], "../") {
		s.lost.Add(no, "code above", "code of files above the project is left out", aboveHint)
		return true
	}
	if !ok {
		return leave("no such file")
	}
	if s.left -= len(text); s.left < 0 {
		return leave(tooMuch)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	shown := make([]string, len(lines)) // the numbers of the lines to show
	for i := range shown {
		shown[i] = strconv.Itoa(i + 1)
	}
	marked := map[string]bool{}
	if options["hl"] != "" {
		for _, n := range s.between(shown, ranged(options["hl"])) {
			marked[n] = true
		}
	}
	if options["ln"] != "" {
		shown = s.between(shown, ranged(options["ln"]))
	}
	if s.left < 0 {
		return leave(tooMuch)
	}
	var code, hits []string
	for i, n := range shown {
		at, _ := strconv.Atoi(n)
		if code = append(code, lines[at-1]); marked[n] {
			hits = append(hits, strconv.Itoa(i+1))
		}
	}
	first := "````" + map[string]string{".py": "python", ".js": "javascript"}[path.Ext(file)]
	if first == "````" {
		first += strings.TrimPrefix(path.Ext(file), ".")
	}
	if len(hits) > 0 {
		first += ` hl_lines="` + strings.Join(hits, " ") + `"`
	}
	for _, l := range append(append([]string{first}, code...), "````") {
		if l != "" {
			l = indent + m[1] + l
		}
		s.lines, s.nos = append(s.lines, l), append(s.nos, no)
	}
	return true
}

// ranged returns ranges for between; a single number is a range of one line.
func ranged(list string) string {
	parts := strings.Split(list, ",")
	for i, r := range parts {
		if !strings.Contains(r, ":") {
			parts[i] = r + ":" + r
		}
	}
	return ":" + strings.Join(parts, ",")
}
