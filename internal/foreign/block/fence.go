package block

import (
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

var (
	lineNumbers = pattern.New(`^[\d\s,-]+$`)
	lineNumber  = pattern.New(`^\d{1,9}$`)
	option      = pattern.New(`([A-Za-z_][\w-]*)=("(?:\\.|[^"\\])*"|'[^']*'|[^\s{},]+)`)
	// marks matches lines that are marked, also with a label: {1,3-4}, ins={5}, del={"A": 6}
	// https://expressive-code.com/key-features/text-markers/
	marks   = pattern.New(`"(?:\\.|[^"\\])*"|'[^']*'|(?:\b(ins|del|mark|collapse)=)?\{(?:"[^"{}]*"\s*:)?([\d\s,-]+)\}`)
	options = pattern.New(`^\s*(?:[.#][\w-]+|[A-Za-z_][\w-]*=(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w.-]+)|\s|,)+$`)
)

// Fences converts the words after the language of fenced code to attributes: highlighted lines, titles and line
// numbers. Unknown words are dropped.
func Fences(body string) string {
	if !strings.Contains(body, "```") && !strings.Contains(body, "~~~") {
		return body
	}
	t := New(body)
	for i, line := range t.Lines {
		if m := fenceLine.FindStringSubmatchIndex(line); t.Places[i] == Opening && !Blank(line[m[4]:]) {
			t.Lines[i] = line[:m[4]] + info(line[m[4]:])
		}
	}
	return strings.Join(t.Lines, "\n")
}

// unquote returns a value without its quotes. Within double ones, a backslash makes a quote text.
func unquote(s string) string {
	n := len(s)
	if n < 2 || s[0] != s[n-1] || s[0] != '"' && s[0] != '\'' {
		return strings.Trim(s, `"'`)
	}
	if s[0] == '"' {
		return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s[1 : n-1])
	}
	return s[1 : n-1]
}

// info returns the info string of a fence in sitegen's notation:
func info(s string) string {
	s = strings.TrimSpace(s)
	lang, rest := s, ""
	if at := strings.IndexAny(s, " \t{"); at >= 0 {
		lang, rest = s[:at], strings.TrimSpace(s[at:])
	}
	if strings.Contains(lang, "=") { // ``` title="x"
		lang, rest = "", s
	}
	if rest == "" {
		return lang
	}
	lines := map[string]string{}
	rest = marks.ReplaceAllStringFunc(rest, func(s string) string {
		m := marks.FindStringSubmatch(s)
		if m[2] == "" { // a text in quotes
			return s
		}
		lines[m[1]] += "," + m[2]
		return " "
	})
	braces := ""
	bare := option.ReplaceAllStringFunc(rest, func(found string) string { // braces in a value are text
		return strings.Repeat("=", len(found))
	})
	if a, b := strings.IndexByte(bare, '{'), strings.LastIndexByte(bare, '}'); a >= 0 && b > a {
		braces, rest = rest[a+1:b], rest[:a]+" "+rest[b+1:]
	}
	if lang == "" { // ```{.python title="x"}, ```{r, echo=FALSE}
		first := strings.FieldsFunc(braces, func(c rune) bool { return c == ' ' || c == ',' })
		if len(first) > 0 && !strings.Contains(first[0], "=") {
			lang = strings.TrimPrefix(first[0], ".")
			braces = strings.TrimLeft(strings.TrimPrefix(braces, first[0]), " ,")
		}
	}
	var out []string
	for _, kind := range []struct{ key, lines, between string }{
		{"hl_lines", lines[""] + lines["mark"], " "}, {"ins", lines["ins"], ","}, {"del", lines["del"], ","},
	} {
		if list := strings.FieldsFunc(kind.lines, func(c rune) bool { return c == ' ' || c == ',' }); len(list) > 0 {
			out = append(out, kind.key+`="`+strings.Join(list, kind.between)+`"`)
		}
	}
	if options.MatchString(braces) && lang != "r" {
		out = append(out, strings.TrimSpace(braces))
	}
	for _, m := range option.FindAllStringSubmatch(rest, -1) {
		value := unquote(m[2])
		switch m[1] {
		case "ins", "del", "hl_lines":
			if lineNumbers.MatchString(value) { // else text that is marked
				out = append(out, m[1]+"="+strconv.Quote(value))
			}
		case "title", "wrap":
			out = append(out, m[1]+"="+strconv.Quote(value))
		case "linenums", "linenostart":
			if start := strings.Fields(value); len(start) > 0 && lineNumber.MatchString(start[0]) { // and a step
				out = append(out, "linenos=true", "linenostart="+strconv.Quote(start[0]))
			}
		}
	}
	if strings.Contains(rest, "showLineNumbers") && !strings.Contains(rest, "showLineNumbers=false") &&
		!strings.Contains(rest, "showLineNumbers={false}") {
		out = append(out, "linenos=true")
	}
	if len(out) == 0 {
		return lang
	}
	return lang + " {" + strings.Join(out, " ") + "}"
}

// Shorten writes code in place of the lines from the fence at start to the one at end, which may be missing. Blank lines
// below it replace the other lines, so what follows keeps its line numbers.
func Shorten(lines []string, start, end int, code []string) {
	copy(lines[start+1:], code)
	next := start + 1 + len(code)
	if end < len(lines) {
		lines[next] = lines[end]
		next++
	}
	for i := next; i <= min(end, len(lines)-1); i++ {
		lines[i] = ""
	}
}
