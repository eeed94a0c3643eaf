package docusaurus

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// npmOptions are the options of the plugin npm2yarn, which shows commands of npm in a tab for each package manager:
// https://docusaurus.io/docs/markdown-features/code-blocks#npm2yarn-remark-plugin
type npmOptions struct {
	on         bool     // the configuration imports the plugin
	sync       bool     // all its tabs change together
	converters []string // package managers after npm; of those that are functions, ""
}

// npmOptions reads the options of the plugin from the lists of plugins of the configuration.
func (l *layout) npmOptions(program *script.Program) npmOptions {
	o := npmOptions{on: program.Mentions("remark-plugin-npm2yarn"), converters: []string{"yarn", "pnpm", "bun"}}
	for _, of := range slices.Concat(l.instances("docs"), l.instances("blog"), l.instances("pages")) {
		for _, plugin := range of.List("remarkPlugins") {
			pair, _ := plugin.([]any)
			if len(pair) < 2 {
				continue
			}
			options, _ := pair[1].(*script.Object)
			o.sync = o.sync || options.Get("sync") == true
			if list := options.List("converters"); list != nil {
				o.converters = nil
				for _, v := range list {
					name, _ := v.(string)
					o.converters = append(o.converters, name)
				}
			}
		}
	}
	return o
}

// npmFence matches the line above commands of npm, with the markers of lists and quotes before it.
var npmFence = pattern.New("^((?:[ \\t>]|(?:[-*+]|\\d{1,9}[.)])[ \\t])*)(`{3,}|~{3,})[ \\t]*([^\\s`]+)[ \\t]+npm2yarn[ \\t\\r]*$")

// commands writes lines in which commands of npm get their tabs.
func (p *page) commands(n *block.Node) {
	start, from := -1, 0 // of the code, and of the lines that are not written yet
	var fence block.Fence
	for i := 0; i < len(n.Lines) && p.npm.on; i++ {
		l := &n.Lines[i]
		if !l.Code {
			continue
		}
		switch place := fence.Next(l.Text); {
		case place == block.Opening && npmFence.MatchString(l.Text):
			start = i
		case place == block.Closing && start >= 0:
			p.Lines(&block.Node{Lines: n.Lines[from:start]})
			p.managers(n.Lines[start : i+1])
			start, from = -1, i+1
		}
	}
	p.Lines(&block.Node{Lines: n.Lines[from:]})
}

// managers writes fenced commands of npm as tabs.
func (p *page) managers(lines []block.Line) {
	m := npmFence.FindStringSubmatch(lines[0].Text)
	n := &block.Node{Line: lines[0].No, First: m[1], Rest: strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, m[1])}
	var code []string
	for _, l := range lines[1 : len(lines)-1] {
		text, ok := strings.CutPrefix(l.Text, n.Rest)
		if !ok {
			text = l.Text[min(block.IndentOf(l.Text), len(n.Rest)):]
		}
		code = append(code, text)
	}
	text, group := strings.Join(code, "\n"), ""
	if p.npm.sync {
		group = "npm2yarn"
	}
	p.Quote(n, "[!tabs]"+block.Titled(group), func() {
		for _, name := range append([]string{"npm"}, p.npm.converters...) {
			converted, ok := text, name == "npm"
			if !ok {
				converted, ok = npmTo(name, text)
			}
			if !ok {
				p.Lose(&block.Tag{Line: n.Line}, "npm2yarn", "a tab of npm2yarn is left out",
					"sitegen converts commands to yarn, pnpm, and bun")
				continue
			}
			label := map[string]string{"yarn": "Yarn", "bun": "Bun"}[name]
			if label == "" {
				label = name
			}
			p.Quote(&block.Node{Line: n.Line}, "[!tab] "+label, func() {
				p.Line(m[2] + m[3])
				for line := range strings.SplitSeq(converted, "\n") {
					p.Line(line)
				}
				p.Line(m[2])
			})
		}
	})
}
