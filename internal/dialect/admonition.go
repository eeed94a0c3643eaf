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
		m := admonition.FindStringSubmatch(line)
		if m == nil {
			m = tabHeader.FindStringSubmatch(line)
		}
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
	places := placesOf(lines)
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSuffix(lines[i], "\r")
		m := container.FindStringSubmatch(line)
		end := -1
		if m != nil && places[i] == noCode {
			end = containerEnd(lines, places, i+1, m[2])
		}
		if end < 0 {
			out = append(out, lines[i])
			continue
		}
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

func containerEnd(lines []string, places []place, i int, marks string) int {
	depth := 1
	for ; i < len(lines); i++ {
		if places[i] != noCode {
			continue
		}
		line := strings.TrimSpace(lines[i])
		if m := container.FindStringSubmatch(line); m != nil && m[2] == marks {
			depth++
		}
		if line == marks {
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
