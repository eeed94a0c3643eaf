package mkdocs

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
var (
	blockStart  = regexp.MustCompile(`^( *)(/{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$`)
	blockOption = regexp.MustCompile(`^ {4,}(\w+):[ \t]*(.*?)[ \t]*$`)
)

// blocks writes the blocks of PyMdown Extensions (/// note | Title) as the notes and tabs of Python-Markdown, which
// admonitions reads. Blocks of other kinds, such as html, leave their text.
func blocks(lines []string) []string {
	ends := blockEnds(lines)
	var out []string
	for i := 0; i < len(lines); i++ {
		end := ends[i]
		if end == 0 {
			out = append(out, lines[i])
			continue
		}
		m := blockStart.FindStringSubmatch(strings.TrimSuffix(lines[i], "\r"))
		body, options := lines[i+1:end], map[string]string{}
		for len(body) > 0 {
			o := blockOption.FindStringSubmatch(strings.TrimSuffix(body[0], "\r"))
			if o == nil {
				break
			}
			options[o[1]], body = strings.Trim(o[2], `"'`), body[1:]
		}
		out = append(out, m[1]+blockHeader(m[3], m[4], options))
		for range options {
			out = append(out, "")
		}
		indent := "    "
		if blockHeader(m[3], "", nil) == "" {
			indent = ""
		}
		for _, l := range blocks(body) {
			if !block.Blank(l) {
				l = indent + l
			}
			out = append(out, l)
		}
		out = append(out, "")
		i = end
	}
	return out
}

// blockEnds returns, for each line that begins a block that is closed, the line that closes it: the next one of as many
// slashes; 0 for other lines.
func blockEnds(lines []string) []int {
	places := block.PlacesOf(lines)
	ends := make([]int, len(lines))
	next := map[string]int{} // lines by their slashes
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if places[i] != block.NoCode || !strings.HasPrefix(line, "///") {
			continue
		}
		if strings.Trim(line, "/") == "" {
			next[line] = i
		} else if m := blockStart.FindStringSubmatch(strings.TrimSuffix(lines[i], "\r")); m != nil {
			ends[i] = next[m[2]]
		}
	}
	return ends
}

// blockHeader is the first line of a note or tab, "" for blocks that are neither.
func blockHeader(kind, title string, options map[string]string) string {
	quoted := ""
	if title != "" {
		quoted = ` "` + title + `"`
	}
	switch kind {
	case "tab":
		return `=== "` + title + `"`
	case "details":
		mark := "???"
		if strings.EqualFold(options["open"], "true") {
			mark = "???+"
		}
		return mark + " " + alertType(options["type"]) + quoted
	case "admonition":
		return "!!! " + alertType(options["type"]) + quoted
	case "html", "define", "caption", "figure-caption", "table-caption":
		return ""
	}
	return "!!! " + kind + quoted
}
