package mkdocs

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://squidfunk.github.io/mkdocs-material/reference/admonitions/ and …/content-tabs/
var (
	admonition = regexp.MustCompile(`^( *)(!!!|\?\?\?\+?)[ \t]*([\w-]*)[^"]*(?:"(.*)")?[ \t]*$`)
	tabHeader  = regexp.MustCompile(`^( *)===[!+]?[ \t]+"(.*)"[ \t]*$`)
)

// admonitions writes the notes of Python-Markdown as alerts and its tabs as the shortcodes of the embedded themes;
// in notes and lists a tab is a paragraph in bold with its text. depth is how many notes are around.
func admonitions(lines []string, depth int) []string {
	places := block.PlacesOf(lines)
	var out []string
	for i := 0; i < len(lines); {
		line := strings.TrimSuffix(lines[i], "\r")
		m := header(line)
		if m == nil || places[i] != block.NoCode {
			out = append(out, lines[i])
			i++
			continue
		}
		end := block.Indented(lines, i+1, len(m[1])+4)
		body := admonitions(block.Dedent(lines[i+1:end], len(m[1])+4), depth+1)
		if len(m) == 5 {
			out = append(out, m[1]+"> [!"+alertType(m[3])+"]"+sign(m[2])+block.Titled(m[4]))
			out = append(out, block.Prefixed(body, m[1]+">")...)
			i = end
			continue
		}
		if depth > 0 || m[1] != "" {
			out = append(out, m[1]+"**"+m[2]+"**")
			out = append(out, block.Prefixed(body, strings.TrimSuffix(m[1], " "))...)
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

// tooDeepNote returns the line at which notes and tabs of Python-Markdown are nested too deeply, from 1; 0 for none. It
// sees those in code, too, which are never as deep.
func tooDeepNote(lines []string) int {
	var open []int // columns at which those begin that a line may be in
	for i, line := range lines {
		if block.Blank(line) {
			continue
		}
		indent := block.IndentOf(strings.ReplaceAll(line, "\t", "    "))
		for len(open) > 0 && indent < open[len(open)-1]+4 {
			open = open[:len(open)-1]
		}
		if header(strings.TrimSuffix(line, "\r")) != nil {
			if open = append(open, indent); len(open) > block.MaxNesting {
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
		end := block.Indented(lines, i+1, 4)
		out = append(out, admonitions(block.Dedent(lines[i+1:end], 4), 1)...)
		before, i = "{{< /tab >}}", end
		for i < len(lines) && block.Blank(lines[i]) && i+1 < len(lines) && tabHeader.MatchString(lines[nextText(lines, i)]) {
			out = append(out, "")
			i++
		}
	}
	after := "{{< /tab >}}{{< /tabs >}}"
	if i < len(lines) && block.Blank(lines[i]) {
		return append(out, after), i + 1
	}
	return append(out, after), i
}

// nextText returns the next line from i that is not blank, or the last one.
func nextText(lines []string, i int) int {
	for i < len(lines)-1 && block.Blank(lines[i]) {
		i++
	}
	return i
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
