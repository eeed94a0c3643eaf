package dialect

import (
	"regexp"
	"strings"
)

// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
var (
	blockStart  = regexp.MustCompile(`^( *)(/{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$`)
	blockOption = regexp.MustCompile(`^ {4,}(\w+):[ \t]*(.*?)[ \t]*$`)
)

// blocks writes the blocks of PyMdown Extensions (/// note | Title) as the notes and tabs of Python-Markdown, which
// admonitions reads. Blocks of other kinds, such as html, leave their text.
func blocks(lines []string) []string {
	places := placesOf(lines)
	var out []string
	for i := 0; i < len(lines); i++ {
		m := blockStart.FindStringSubmatch(strings.TrimSuffix(lines[i], "\r"))
		end := -1
		if m != nil && places[i] == noCode {
			end = blockClose(lines, places, i+1, m[2])
		}
		if end < 0 {
			out = append(out, lines[i])
			continue
		}
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
			if !blank(l) {
				l = indent + l
			}
			out = append(out, l)
		}
		out = append(out, "")
		i = end
	}
	return out
}

// blockClose is the line that closes a block, -1 for none: as many slashes as it began with.
func blockClose(lines []string, places []place, i int, slashes string) int {
	for ; i < len(lines); i++ {
		if places[i] == noCode && strings.TrimSpace(lines[i]) == slashes {
			return i
		}
	}
	return -1
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
