package dialect

import (
	"regexp"
	"strings"
)

// https://squidfunk.github.io/mkdocs-material/reference/admonitions/ and …/content-tabs/
var (
	admonition = regexp.MustCompile(`^( *)(!!!|\?\?\?\+?)[ \t]*([\w-]*)[^"]*(?:"(.*)")?[ \t]*$`)
	tabHeader  = regexp.MustCompile(`^( *)===[!+]?[ \t]+"(.*)"[ \t]*$`)
)

// admonitions writes the notes of Python-Markdown as alerts and its tabs as the shortcodes of the embedded themes;
// in notes and lists a tab is a paragraph in bold with its text. depth is how many notes are around.
func admonitions(lines []string, depth int) []string {
	places := placesOf(lines)
	var out []string
	for i := 0; i < len(lines); {
		line := strings.TrimSuffix(lines[i], "\r")
		m := header(line)
		if m == nil || places[i] != noCode {
			out = append(out, lines[i])
			i++
			continue
		}
		end := blockEnd(lines, i+1, len(m[1])+4)
		body := admonitions(dedent(lines[i+1:end], len(m[1])+4), depth+1)
		if len(m) == 5 {
			out = append(out, m[1]+"> [!"+alertType(m[3])+"]"+sign(m[2])+titled(m[4]))
			out = append(out, prefixed(body, m[1]+">")...)
			i = end
			continue
		}
		if depth > 0 || m[1] != "" {
			out = append(out, m[1]+"**"+m[2]+"**")
			out = append(out, prefixed(body, strings.TrimSuffix(m[1], " "))...)
			i = end
			continue
		}
		out, i = tabs(out, lines, i)
	}
	return out
}

// header is what admonition, or tabHeader, finds in a line; nil for other lines.
func header(line string) []string {
	switch start := strings.TrimLeft(line, " "); {
	case strings.HasPrefix(start, "!!!"), strings.HasPrefix(start, "???"):
		return admonition.FindStringSubmatch(line)
	case strings.HasPrefix(start, "==="):
		return tabHeader.FindStringSubmatch(line)
	}
	return nil
}

// tooDeepNote returns the line at which notes and tabs of Python-Markdown are nested too deeply, from 1; 0 for none. It sees
// those in code, too, which are never as deep.
func tooDeepNote(lines []string) int {
	var open []int // columns at which those begin that a line may be in
	for i, line := range lines {
		if blank(line) {
			continue
		}
		indent := indentOf(strings.ReplaceAll(line, "\t", "    "))
		for len(open) > 0 && indent < open[len(open)-1]+4 {
			open = open[:len(open)-1]
		}
		if header(strings.TrimSuffix(line, "\r")) != nil {
			if open = append(open, indent); len(open) > maxNesting {
				return i + 1
			}
		}
	}
	return 0
}

// tabs writes the tabs that begin with a line.
func tabs(out, lines []string, i int) ([]string, int) {
	before := "{{< tabs >}}"
	for i < len(lines) {
		m := tabHeader.FindStringSubmatch(strings.TrimSuffix(lines[i], "\r"))
		if m == nil || m[1] != "" {
			break
		}
		out = append(out, before+`{{< tab "`+strings.ReplaceAll(m[2], `"`, `\"`)+`" >}}`)
		end := blockEnd(lines, i+1, 4)
		out = append(out, admonitions(dedent(lines[i+1:end], 4), 1)...)
		before, i = "{{< /tab >}}", end
		for i < len(lines) && blank(lines[i]) && i+1 < len(lines) && tabHeader.MatchString(lines[nextText(lines, i)]) {
			out = append(out, "")
			i++
		}
	}
	after := "{{< /tab >}}{{< /tabs >}}"
	if i < len(lines) && blank(lines[i]) {
		return append(out, after), i + 1
	}
	return append(out, after), i
}

// nextText returns the next line from i that is not blank, or the last one.
func nextText(lines []string, i int) int {
	for i < len(lines)-1 && blank(lines[i]) {
		i++
	}
	return i
}

// blockEnd returns where the lines from i end that are indented, without blank lines at the end.
func blockEnd(lines []string, i, indent int) int {
	end := i
	for ; i < len(lines); i++ {
		if blank(lines[i]) {
			continue
		}
		if indentOf(strings.ReplaceAll(lines[i], "\t", "    ")) < indent {
			break
		}
		end = i + 1
	}
	return end
}

func dedent(lines []string, n int) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), "\t") {
			l = strings.ReplaceAll(l, "\t", "    ")
		}
		out[i] = l[min(n, indentOf(l)):]
	}
	return out
}

// prefixed puts a prefix and a space before lines, and the prefix alone before those that are blank.
func prefixed(lines []string, prefix string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		switch {
		case blank(l):
			out[i] = prefix
		case prefix == "":
			out[i] = l
		default:
			out[i] = prefix + " " + l
		}
	}
	return out
}

func alertType(name string) string {
	if name == "" {
		return "note"
	}
	return strings.ToLower(name)
}

func sign(mark string) string {
	switch mark {
	case "???":
		return "-"
	case "???+":
		return "+"
	}
	return ""
}

func titled(title string) string {
	if title == "" {
		return ""
	}
	return " " + title
}

// https://docusaurus.io/docs/markdown-features/admonitions
var container = regexp.MustCompile(`^( *)(:{3,})([a-z]+)(?:\[(.*)\])?[ \t]*([^{]*)(?:\{.*\})?[ \t]*$`)

// containers writes the admonitions of Docusaurus as alerts.
func containers(lines []string) []string {
	ends := containerEnds(lines)
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		end := ends[i]
		if end == 0 {
			out = append(out, lines[i])
			continue
		}
		m := container.FindStringSubmatch(strings.TrimSuffix(lines[i], "\r"))
		title := m[4]
		if title == "" {
			title = strings.TrimSpace(m[5])
		}
		out = append(out, m[1]+"> [!"+m[3]+"]"+titled(title))
		out = append(out, prefixed(containers(dedent(lines[i+1:end], len(m[1]))), m[1]+">")...)
		out = append(out, "")
		i = end
	}
	return out
}

// containerEnds returns, for each line that begins an admonition of Docusaurus that is closed, the line that closes it; 0
// for others. One that is open takes the next line of its own number of colons.
func containerEnds(lines []string) []int {
	places := placesOf(lines)
	ends := make([]int, len(lines))
	open := map[string][]int{}
	for i, full := range lines {
		line := strings.TrimSpace(full)
		if places[i] != noCode || !strings.HasPrefix(line, ":::") {
			continue
		}
		if m := container.FindStringSubmatch(line); m != nil {
			open[m[2]] = append(open[m[2]], i)
		} else if n := len(open[line]); n > 0 {
			start := open[line][n-1]
			open[line] = open[line][:n-1]
			if container.MatchString(strings.TrimSuffix(lines[start], "\r")) {
				ends[start] = i
			}
		}
	}
	return ends
}

// tooDeep returns the line at which blocks are nested too deeply, from 1; 0 for none. ends are the lines that close those
// that lines begin, 0 for lines that begin none.
func tooDeep(ends []int) int {
	var open []int // ends of those that a line may be in
	for i, end := range ends {
		for len(open) > 0 && open[len(open)-1] < i {
			open = open[:len(open)-1]
		}
		if end == 0 {
			continue
		}
		if open = append(open, end); len(open) > maxNesting {
			return i + 1
		}
	}
	return 0
}
