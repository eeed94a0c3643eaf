package docusaurus

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	module     = regexp.MustCompile(`^(import\s+(['"{*]|[\w$]+\s*(,|from\b))|export\s+(const|let|var|function|default|\{|\*))`)
	headingID  = regexp.MustCompile(`^(\s{0,3}#{1,6}\s.*)\{/\*\s*#([\w:.-]+)\s*\*/\}\s*$`)
	jsxComment = regexp.MustCompile(`\{/\*.*?\*/\}`)
	tabsOpen   = regexp.MustCompile(`^\s*<Tabs(\s[^>]*)?>\s*$`)
	tabsClose  = regexp.MustCompile(`^\s*</Tabs>\s*$`)
	itemOpen   = regexp.MustCompile(`^\s*<TabItem\s+([^>]*)>\s*$`)
	itemClose  = regexp.MustCompile(`^\s*</TabItem>\s*$`)
	attribute  = regexp.MustCompile(`\b(label|value)=["']([^"']*)["']`)
	component  = regexp.MustCompile(`</?([A-Z][\w.]*)(?:\s[^<>]*)?/?>`)
	mdxLink    = regexp.MustCompile(`\]\(([^)\s:]+)\.mdx([)#?\s])`)
)

// mdx takes out what is JavaScript: imports, exports, comments and components, save tabs.
// https://docusaurus.io/docs/markdown-features/react
func mdx(t *block.Text) {
	script := false
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode {
			continue
		}
		script = !block.Blank(line) && (script || module.MatchString(line) && (i == 0 || block.Blank(t.Lines[i-1]) || script))
		if script {
			t.Lines[i] = ""
			script = true
			continue
		}
		switch m := itemOpen.FindStringSubmatch(line); {
		case tabsOpen.MatchString(line):
			t.Lines[i] = "{{< tabs >}}"
		case tabsClose.MatchString(line):
			t.Lines[i] = "{{< /tabs >}}"
		case itemClose.MatchString(line):
			t.Lines[i] = "{{< /tab >}}"
		case m != nil:
			t.Lines[i] = `{{< tab "` + tabLabel(m[1]) + `" >}}`
		default:
			line = headingID.ReplaceAllString(line, "$1{#$2}") // https://docusaurus.io/docs/markdown-features/toc#heading-ids
			t.Lines[i] = block.Outside(line, func(s string) string {
				s = jsx(s, i > 0 && !block.Blank(t.Lines[i-1]) && strings.HasPrefix(strings.TrimSpace(line), "<"))
				s = mdxLink.ReplaceAllString(jsxComment.ReplaceAllString(s, ""), "]($1.md$2")
				return component.ReplaceAllString(s, "")
			})
		}
	}
}

func tabLabel(attributes string) string {
	label := ""
	for _, m := range attribute.FindAllStringSubmatch(attributes, -1) {
		if m[1] == "label" || label == "" {
			label = m[2]
		}
	}
	return label
}

// components names the components of a text that have no meaning here.
func components(t *block.Text) (found []foreign.Problem) {
	seen := map[string]bool{"Tabs": true, "TabItem": true}
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode {
			continue
		}
		block.Outside(line, func(s string) string {
			for _, m := range component.FindAllStringSubmatch(s, -1) {
				if !seen[m[1]] {
					seen[m[1]] = true
					found = append(found, foreign.Problem{
						Line: i + 1, Name: m[1], Message: fmt.Sprintf("the component <%s> is left out, its text is kept", m[1]),
						Hint: "write it as Markdown, or as a shortcode of the project",
					})
				}
			}
			return s
		})
	}
	return found
}
