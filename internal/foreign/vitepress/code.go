package vitepress

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// snippets replaces <<< by the code of files: https://vitepress.dev/guide/markdown#import-code-snippets
func (s *source) snippets() {
	var lines []string
	var nos []int
	var fence block.Fence
	for i, line := range s.lines {
		m := snippet.FindStringSubmatch(line)
		if fence.Next(line) != block.NoCode || m == nil {
			lines, nos = append(lines, line), append(nos, s.nos[i])
			continue
		}
		code := s.snippet(m[2], s.nos[i])
		for _, l := range code {
			lines, nos = append(lines, m[1]+l), append(nos, s.nos[i])
		}
	}
	s.lines, s.nos = lines, nos
}

// snippet returns the fenced code of a file, or of a region in it.
func (s *source) snippet(text string, no int) []string {
	m := parts.FindStringSubmatch(text)
	at, code, ok := s.open(m[1], s.page.File)
	if !ok && m[2] != "" { // a # in the name
		at, code, ok = s.open(m[1]+m[2], s.page.File)
		m[2] = ""
	}
	s.left -= len(code)
	if !ok || s.left < 0 {
		s.leave(no, text, "no such file, or too many")
		return []string{""}
	}
	lines := strings.Split(strings.TrimRight(code, "\n"), "\n")
	if m[2] != "" {
		if found, ok := regionOf(lines, m[2][1:]); ok {
			lines = block.Dedented(found)
		} else {
			s.whole(no, text)
		}
	}
	lang, attrs := m[4], m[5]
	if strings.HasPrefix(lang, ":") {
		lang, attrs = "", lang
	}
	name := at[strings.LastIndexByte(at, '/')+1:]
	if lang == "" {
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			lang = name[i+1:]
		}
	}
	title := m[6]
	if title == "" {
		title = name
	}
	mark := "```"
	for _, l := range lines {
		for n := strings.Index(l, mark); n >= 0; n = strings.Index(l, mark) {
			mark += "`"
		}
	}
	head := mark + lang + attrs
	if m[3] != "" {
		head += " {" + m[3] + "}"
	}
	return append(append([]string{head + " [" + title + "]"}, lines...), mark)
}

var (
	fenced   = pattern.New("^((?:[ \\t>]*(?:[-*+]|\\d+[.)])?[ \\t>]*)(?:`{3,}|~{3,}))[ \\t]*(.*?)[ \\t]*$")
	language = pattern.New(`^([^\s{\[:=]*)(?::(no-)?line-numbers(?:=(\d+))?)?`)
	// filledCode matches the info of code in which Vue evaluates expressions.
	filledCode = pattern.New(`^[^\s{\[:=]*-vue(?:[\s{\[:]|$)`)
	braces     = pattern.New(`\{([\d\s,-]+)\}`)
	title      = pattern.New(`\[([^\]]+)\]`)
	// groupIcon matches the name of an icon in a title: https://vp.yuy1n.io/features.html#named-icons
	groupIcon = pattern.New(`[ \t]*~[^~]+~?[ \t]*$`)
	// marker matches a comment that marks lines of code: https://vitepress.dev/guide/markdown#focus-in-code-blocks
	marker = pattern.New(`[ \t]*(?://|/\*|<!--|#|--|%{1,2}|;{1,2}|"|'|\{/\*)?[ \t]*\[!code[ \t]+([\w+-]+)(?::([^\]]*))?\][ \t]*(?:\*/\}?|-->)?`)
)

// fences converts the options and marks of fenced code to those of sitegen. In groups, code has a title.
func (s *source) fences() {
	t := block.Text{Lines: s.lines, Places: block.PlacesOf(s.lines)}
	var lines []string
	var nos []int
	group := 0 // number of colons
	for i := 0; i < len(t.Lines); i++ {
		line := t.Lines[i]
		lines, nos = append(lines, line), append(nos, s.nos[i])
		if t.Places[i] != block.Opening {
			if n := colonsOf(line); t.Places[i] == block.NoCode && n > 0 {
				switch rest := strings.TrimSpace(strings.TrimLeft(line, " \t>:")); {
				case strings.HasPrefix(rest, "code-group"):
					group = n
				case rest == "" && n >= group:
					group = 0
				}
			}
			continue
		}
		end := i + 1
		for end < len(t.Lines) && t.Places[end] == block.Inside {
			end++
		}
		if m := fenced.FindStringSubmatch(line); m != nil && filledCode.MatchString(m[2]) {
			s.fill(t.Lines[i+1:end], s.nos[i+1:end])
		}
		code, kept, marks := s.unmarked(t.Lines[i+1:end], s.nos[i+1:end])
		lines[len(lines)-1] = s.info(line, marks, group > 0)
		lines, nos = append(lines, code...), append(nos, kept...)
		i = end - 1
	}
	s.lines, s.nos = lines, nos
}

// fill replaces the expressions in lines of code: https://vitepress.dev/guide/using-vue#unescape-in-code-blocks
func (s *source) fill(code []string, nos []int) {
	for i, line := range code {
		if strings.Contains(line, "{{") {
			code[i] = s.scope.filled(line, func(all string) string {
				s.lost.Add(nos[i], "{{…}}", leftOut(strings.Trim(all, "{} ")), writeValue)
				return ""
			})
		}
	}
}

// colonsOf returns the number of colons at the start of a line, or of a line in quotes, if at least three.
func colonsOf(line string) int {
	line = strings.TrimLeft(line, " \t>")
	if n := len(line) - len(strings.TrimLeft(line, ":")); n >= 3 {
		return n
	}
	return 0
}

// unmarked returns code without marks, and the lines that each kind of mark marks.
func (s *source) unmarked(code []string, nos []int) (out []string, kept []int, marks map[string][]int) {
	until := map[string]int{} // last line, of the kinds
	for i, line := range code {
		if strings.Contains(line, "[!code") {
			bare := marker.ReplaceAllString(line, "")
			first := len(out) + 1
			for _, m := range marker.FindAllStringSubmatch(line, -1) {
				kind := map[string]string{
					"++": "ins", "--": "del", "hl": "hl_lines", "highlight": "hl_lines", "focus": "hl_lines",
					"warning": "hl_lines", "error": "hl_lines",
				}[m[1]]
				n, err := strconv.Atoi(m[2])
				if err != nil || n < 1 {
					n = 1
				}
				if kind != "" {
					until[kind] = max(until[kind], min(first+n-1, first+len(code)))
				}
			}
			if line = bare; block.Blank(line) {
				continue
			}
		}
		if s.escaped {
			line = strings.ReplaceAll(strings.ReplaceAll(line, "[!!code", "[!code"), "@@include", "@include")
		}
		out, kept = append(out, line), append(kept, nos[i])
		for _, kind := range []string{"ins", "del", "hl_lines"} {
			if until[kind] >= len(out) {
				if marks == nil {
					marks = map[string][]int{}
				}
				marks[kind] = append(marks[kind], len(out))
			}
		}
	}
	return out, kept, marks
}

// info returns the fence that opens code.
func (s *source) info(line string, marks map[string][]int, inGroup bool) string {
	m := fenced.FindStringSubmatch(line)
	if m == nil || m[2] == "" && marks == nil && !s.numbers {
		return line
	}
	rest := m[2]
	found := language.FindStringSubmatch(rest)
	rest = rest[len(found[0]):]
	lang := strings.TrimSuffix(found[1], "-vue")
	out := m[1] + cmp.Or(map[string]string{"vue-html": "html", "ansi": "text"}[lang], lang)
	if t := title.FindStringSubmatch(braces.ReplaceAllString(rest, "")); t != nil && (inGroup || s.titles) {
		out += ` title="` + strings.ReplaceAll(groupIcon.ReplaceAllString(t[1], ""), `"`, "'") + `"`
	}
	var hits []string
	if b := braces.FindStringSubmatch(rest); b != nil {
		hits = strings.FieldsFunc(b[1], func(c rune) bool { return c == ',' || c == ' ' })
	}
	for _, n := range marks["hl_lines"] {
		hits = append(hits, strconv.Itoa(n))
	}
	if len(hits) > 0 {
		out += ` hl_lines="` + strings.Join(hits, " ") + `"`
	}
	for _, kind := range []string{"ins", "del"} {
		var list []string
		for _, n := range slices.Compact(marks[kind]) {
			list = append(list, strconv.Itoa(n))
		}
		if list != nil {
			out += " " + kind + `="` + strings.Join(list, ",") + `"`
		}
	}
	switch {
	case found[2] != "":
	case found[3] != "":
		out += " linenums=" + found[3]
	case s.numbers || strings.Contains(m[2], ":line-numbers"):
		out += " showLineNumbers"
	}
	return out
}
