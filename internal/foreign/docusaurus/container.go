package docusaurus

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

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
		out = append(out, m[1]+"> [!"+m[3]+"]"+block.Titled(title))
		out = append(out, block.Prefixed(containers(block.Dedent(lines[i+1:end], len(m[1]))), m[1]+">")...)
		out = append(out, "")
		i = end
	}
	return out
}

// containerEnds returns, for each line that begins an admonition of Docusaurus that is closed, the line that closes it;
// 0 for others. One that is open takes the next line of its own number of colons.
func containerEnds(lines []string) []int {
	places := block.PlacesOf(lines)
	ends := make([]int, len(lines))
	open := map[string][]int{}
	for i, full := range lines {
		line := strings.TrimSpace(full)
		if places[i] != block.NoCode || !strings.HasPrefix(line, ":::") {
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
