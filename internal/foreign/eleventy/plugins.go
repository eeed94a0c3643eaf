package eleventy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
)

// plugins are the names of plugins of markdown-it that a project installs, without "markdown-it-":
// https://www.11ty.dev/docs/languages/markdown/#add-your-own-plugins
type plugins []string

// pluginsOf reads the names from a package.json. They are sorted.
func pluginsOf(manifest []byte) (out plugins) {
	var v struct{ Dependencies, DevDependencies map[string]any }
	_ = json.Unmarshal(manifest, &v) // npm reports errors in it
	for _, list := range []map[string]any{v.Dependencies, v.DevDependencies} {
		for name := range list {
			if name = name[strings.LastIndex(name, "/")+1:]; name == highlighter {
				out = append(out, name)
			}
			if rest, ok := strings.CutPrefix(name, "markdown-it-"); ok && !slices.Contains(out, rest) {
				out = append(out, rest)
			}
		}
	}
	slices.Sort(out)
	return out
}

// highlighter is Eleventy's own plugin for code: https://www.11ty.dev/docs/plugins/syntaxhighlight/
const highlighter = "eleventy-plugin-syntaxhighlight"

// opening matches a fence whose language has a difference or lines to mark, such as diff-js or js/0,2.
var opening = pattern.New("^([ \\t>]*(?:`{3,}|~{3,}) *)(?:(diff)-\\w+|([\\w-]+)/([\\d,/ -]*))\\s*$")

// marked returns the part of an info string that marks lines, which count from 0: one list of them, or those that are
// added and those that are removed.
func marked(lists []string) (out string) {
	names := []string{""}
	if len(lists) == 2 {
		names = []string{"ins=", "del="}
	}
	for i, list := range lists[:min(len(lists), len(names))] {
		var lines []string
		for item := range strings.SplitSeq(list, ",") {
			from, to, _ := strings.Cut(strings.TrimSpace(item), "-")
			first, err := strconv.Atoi(from)
			last, wrong := strconv.Atoi(cmp.Or(to, from))
			if err == nil && wrong == nil {
				lines = append(lines, fmt.Sprintf("%d-%d", first+1, last+1))
			}
		}
		if lines != nil {
			out += " " + names[i] + "{" + strings.Join(lines, ",") + "}"
		}
	}
	return out
}

// code returns code between fences, or in HTML without blank lines, which would end a block of HTML. lines are those to
// mark, or those that are added and removed.
func (r *text) code(run *liquid.Run, body, lang, lines string) string {
	body = strings.TrimRight(body, " \t\r\n")
	if name, _ := run.TagAbove(); name != "" || path.Ext(r.page.File) != ".md" {
		body = strings.ReplaceAll(liquid.Escaped(strings.Trim(body, "\n")), "\n\n", "\n&#10;")
		return fmt.Sprintf("<pre><code class=%q>%s</code></pre>", "language-"+lang, body)
	}
	return liquid.Fenced(run.Before(), lang+marked(strings.Fields(lines)), body) + "\n"
}

// has reports whether one of the plugins is installed.
func (p plugins) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(p, name) })
}

// dollars reports whether $x$ is a formula.
func (p plugins) dollars() bool {
	return p.has("katex", "texmath", "mathjax", "mathjax3", "mathjax3-pro", "math", "mathspan", "latex2img", "mathup")
}

// extras returns the settings markup.goldmark.extensions for the marks that plugins read; nil for none. The strikethrough
// of GitHub would read ~2~, too.
func (p plugins) extras() map[string]any {
	list := map[string]any{}
	for name, key := range map[string]string{"ins": "insert", "sub": "subscript", "sup": "superscript"} {
		if p.has(name) {
			list[key] = map[string]any{"enable": true}
		}
	}
	if len(list) == 0 {
		return nil
	}
	out := map[string]any{"extras": list}
	if p.has("sub") {
		out["strikethrough"], list["delete"] = false, map[string]any{"enable": true}
	}
	return out
}

var (
	contents = pattern.New(`(?i)^\s*(?:\[\[(?:_?toc_?)\]\]|\[toc\]|\$\{toc\}|@\[toc\](?:\([^)]*\))?)\s*$`)
	fence    = pattern.New(`^( {0,3})(:{3,})[ \t]*([\w-]*)[ \t]*(.*)$`)
)

// convert converts the constructs of plugins that sitegen's Markdown does not have.
func (p plugins) convert(t *block.Text) {
	line := func(s string) string { return s }
	if p.has("attrs", "attributes") {
		line = block.WithoutAttributes
	}
	if p.has("abbr") {
		tree := block.Read(t.String(), &block.Syntax{})
		mark := block.Abbreviations(tree.Nodes, false)
		w := block.NewWriter()
		for _, n := range tree.Nodes {
			w.Lines(n)
		}
		if *t = *block.New(strings.Join(w.Out, "\n")); mark != nil {
			before := line
			line = func(s string) string { return mark(before(s)) }
		}
	}
	for i, s := range t.Lines {
		if m := opening.FindStringSubmatch(s); m != nil && t.Places[i] == block.Opening && p.has(highlighter) {
			t.Lines[i] = m[1] + m[2] + m[3] + marked(strings.Split(m[4], "/"))
		}
	}
	toc := p.has("table-of-contents", "toc-done-right", "toc", "toc-and-anchor")
	var notes block.InlineNotes
	if p.has("footnote") {
		before := line
		line = func(s string) string { return notes.Move(before(s)) }
	}
	var open []string // not nil if there was a container: the colons of containers that are open
	t.Each(func(s string) string {
		if toc && contents.MatchString(s) {
			return ""
		}
		m := fence.FindStringSubmatch(s)
		if m == nil || !p.has("container") {
			return line(s)
		}
		if m[3] != "" {
			open = append(open, m[2])
			title := ""
			if m[4] != "" { // programs of projects show it
				title = "\n" + m[1] + "**" + m[4] + "**\n"
			}
			return fmt.Sprintf("\n%s<div class=%q>\n%s", m[1], m[3], title)
		}
		if i := slices.Index(open, m[2]); i >= 0 {
			open = open[:i]
			return "\n" + m[1] + "</div>\n"
		}
		return s
	})
	for range open { // they end with the page
		t.Lines[len(t.Lines)-1] += "\n\n</div>\n"
	}
	if open != nil || notes != nil {
		*t = *block.New(strings.Join(append(t.Lines, notes...), "\n"))
	}
}

// breaks reports whether the configuration makes each line break in a paragraph a break.
func breaks(config []byte) bool { return bytes.Contains(config, []byte("breaks: true")) }
