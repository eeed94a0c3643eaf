package config

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/foreign"
)

// readMarkup reads [markup]: https://gohugo.io/configuration/markup/ The defaults are Hugo's, except that
// highlighted code in sitegen's own projects gets classes: the embedded themes have colors for light and dark
// mode, which inline styles could not follow.
func readMarkup(r reader, hugo bool) markup.Options {
	o := markup.DefaultOptions()
	o.Highlight.NoClasses = hugo
	highlight := o.Highlight
	m := r.sub("markup")
	r.boolean("enableemoji", &o.Emoji)
	g := m.sub("goldmark")
	g.sub("parser").str("autoheadingidtype", &o.Goldmark.Parser.AutoIDType) // before v0.144
	m.fill(&o)
	readExtensions(g.sub("extensions"), &o.Goldmark.Extensions)

	p := g.sub("parser")
	if v, old := p.value("attribute").(bool); old { // a bool meant titles
		o.Goldmark.Parser.AttributeTitle = v
	} else {
		a := p.sub("attribute")
		a.boolean("block", &o.Goldmark.Parser.AttributeBlock)
		a.boolean("title", &o.Goldmark.Parser.AttributeTitle)
	}

	h := g.sub("renderhooks")
	readEmbeddedHook(h.sub("link"), &o.Goldmark.UseEmbeddedLink)
	readEmbeddedHook(h.sub("image"), &o.Goldmark.UseEmbeddedImage)

	readLineNumbers(m.sub("highlight"), &o.Highlight)
	readPygments(r, &o.Highlight, highlight)
	return o
}

// readEmbeddedHook reads useEmbedded, and enableDefault, its name before v0.148.
func readEmbeddedHook(r reader, into *string) {
	if r.has("enabledefault") {
		var on bool
		r.boolean("enabledefault", &on)
		*into = "never"
		if on {
			*into = "fallback"
		}
	}
	r.str("useembedded", into)
}

func readExtensions(r reader, e *markup.Extensions) {
	x := r.sub("extras")
	for name, into := range map[string]*bool{
		"delete": &e.Extras.Delete, "insert": &e.Extras.Insert, "mark": &e.Extras.Mark,
		"subscript": &e.Extras.Subscript, "superscript": &e.Extras.Superscript,
	} {
		x.sub(name).boolean("enable", into)
	}
	if _, old := r.value("footnote").(bool); old { // a bool before v0.151
		r.boolean("footnote", &e.Footnote.Enable)
	} else {
		r.sub("footnote").fill(&e.Footnote)
	}
	d := r.sub("passthrough").sub("delimiters")
	readDelimiters(d, "block", &e.Passthrough.Block)
	readDelimiters(d, "inline", &e.Passthrough.Inline)
	if v, old := r.value("typographer").(bool); old {
		e.Typographer.Disable = !v
		return
	}
	r.sub("typographer").fill(&e.Typographer)
}

// readDelimiters reads a list of pairs: [['\(', '\)'], ['$$', '$$']].
func readDelimiters(r reader, key string, into *[][2]string) {
	list, ok := r.value(key).([]any)
	if !ok {
		if v := r.value(key); v != nil {
			r.wrong(key, "a list of pairs of strings", v)
		}
		return
	}
	*into = nil
	for _, e := range list {
		pair, ok := stringsOf(e)
		if !ok || len(pair) != 2 {
			r.wrong(key, "a list of pairs of strings", e)
			return
		}
		*into = append(*into, [2]string{pair[0], pair[1]})
	}
}

// readPygments reads the highlighting keys of Hugo before 0.60. As in Hugo, they win over markup.highlight
// where that has the default value, and pygmentsOptions always wins.
func readPygments(r reader, h *markup.Highlight, defaults markup.Highlight) {
	if h.Style == defaults.Style {
		r.str("pygmentsstyle", &h.Style)
	}
	if h.CodeFences == defaults.CodeFences {
		r.boolean("pygmentscodefences", &h.CodeFences)
	}
	if h.GuessSyntax == defaults.GuessSyntax {
		r.boolean("pygmentscodefencesguesssyntax", &h.GuessSyntax)
	}
	if h.NoClasses == defaults.NoClasses && r.has("pygmentsuseclasses") {
		var classes bool
		r.boolean("pygmentsuseclasses", &classes)
		h.NoClasses = !classes
	}
	var written string
	r.str("pygmentsoptions", &written)
	values := map[string]any{}
	for option := range strings.SplitSeq(written, ",") {
		if key, value, ok := strings.Cut(option, "="); ok {
			values[strings.ToLower(strings.TrimSpace(key))] = strings.TrimSpace(value)
		}
	}
	options := r.at("pygmentsoptions", values)
	options.fill(h)
	readLineNumbers(options, h)
}

// readLineNumbers reads lineNos.
func readLineNumbers(r reader, h *markup.Highlight) {
	switch v := r.value("linenos").(type) {
	case string: // "table" and "inline" enable numbers and choose their place
		h.LineNos = v == "table" || v == "inline" || v == "true"
		if v == "table" || v == "inline" {
			h.LineNumbersInTable = v == "table"
		}
	default:
		r.boolean("linenos", &h.LineNos)
	}
}

// unwrapImages sets wrapStandAloneImageWithinParagraph to false if an embedded theme is used: its hook makes a
// figure of an image with a title, which is not allowed in a paragraph. An explicit setting takes precedence.
func (l *loader) unwrapImages(c *Config) {
	if c.EmbeddedTheme == "" && c.DefaultTheme == "" {
		return
	}
	if info := l.stat(l.at(c.LayoutDir)); c.EmbeddedTheme == "" && c.Hugo && info != nil && info.IsDir() {
		return // it may have its own layouts for everything
	}
	for m := range c.Locals {
		m.Markup.Goldmark.Parser.FiguresInParagraphs = true
		if !c.says(m, "markup.goldmark.parser.wrapStandAloneImageWithinParagraph") {
			m.Markup.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
		}
	}
}

// enableMath makes `$…$`, `$$…$$`, and `\(…\)` formulas if an embedded theme shows them, in sitegen's own
// projects, and in those of other tools according to the tool. Delimiters in the configuration replace only
// `$…$`, so adding one does not turn the others into text: https://gohugo.io/configuration/markup/#passthrough
func (l *loader) enableMath(c *Config, project *foreign.Project) {
	if c.Hugo || c.EmbeddedTheme == "" && c.DefaultTheme == "" {
		return
	}
	for m := range c.Locals {
		l.enableMathIn(c, m, project)
	}
}

func (l *loader) enableMathIn(c *Config, m *Local, project *foreign.Project) {
	p := &m.Markup.Goldmark.Extensions.Passthrough
	const key = "markup.goldmark.extensions.passthrough."
	if c.says(m, key+"enable") && !p.Enable {
		return
	}
	if !c.Tool.Plain() && project.Settings.NoMath && !c.says(m, key+"enable") {
		p.Enable = false
		return
	}
	p.Enable, p.Dollars = true, markup.WarnDollars
	has := func(open string) bool {
		return slices.ContainsFunc(slices.Concat(p.Block, p.Inline), func(pair [2]string) bool { return pair[0] == open })
	}
	if !has("$$") {
		p.Block = append(p.Block, [2]string{"$$", "$$"})
	}
	switch says := l.tree.saysBelow(m, key+"delimiters.inline"); {
	case !c.Tool.Plain() && !project.Settings.Parens && !says: // an escaped parenthesis, as in CommonMark
		p.Inline = slices.DeleteFunc(p.Inline, func(pair [2]string) bool { return pair[0] == `\(` })
	case !has(`\(`):
		p.Inline = append(p.Inline, [2]string{`\(`, `\)`})
	}
	if !l.tree.saysBelow(m, key+"delimiters.inline") && (c.Tool.Plain() || project.Settings.Dollars) {
		p.Inline = append(p.Inline, [2]string{"$", "$"})
	}
	if has("$") {
		p.Dollars = markup.PandocDollars
		return
	}
	p.Advice = l.advice(key+"delimiters.inline", `[['$', '$'], ['\(', '\)']]`)
}

// enableExtras applies markup.extras to the settings that it stands for and that have no value: emojis, marks,
// superscripts, and subscripts. The strikethrough of GitHub would read ~2~, too, so that of Hugo's extras replaces it.
// Without the setting, pages that use these get a warning, except in projects of other tools, which have their own
// rules. It has no effect in a Hugo project.
func (l *loader) enableExtras(c *Config) {
	if c.Hugo {
		return
	}
	for m := range c.Locals {
		l.enableExtrasIn(c, m)
	}
}

func (l *loader) enableExtrasIn(c *Config, local *Local) {
	const key = "markup.goldmark.extensions."
	open := func(key string) bool { return !c.says(local, key) }
	m := &local.Markup
	g := &m.Goldmark.Extensions
	if c.Tool.Plain() {
		m.Unread.Callout, m.InfoTitles = true, true
		if open("markup.wikiLinks") && !m.WikiLinks {
			m.Unread.WikiLinks = l.advice("markup.wikiLinks", "true")
		}
	}
	if !m.Extras {
		if c.Tool.Plain() && open("markup.extras") {
			m.Unread.Emoji = open("enableEmoji")
			m.Unread.Mark = !g.Extras.Mark && open(key+"extras.mark.enable")
			m.Unread.Superscript = !g.Extras.Superscript && open(key+"extras.superscript.enable")
			m.Unread.Subscript = !g.Extras.Subscript && open(key+"extras.subscript.enable")
			m.Unread.Advice = l.advice("markup.extras", "true")
		}
		return
	}
	if open("enableEmoji") {
		local.EnableEmoji, m.Emoji = true, true
	}
	for name, into := range map[string]*bool{
		"mark": &g.Extras.Mark, "superscript": &g.Extras.Superscript, "subscript": &g.Extras.Subscript,
	} {
		if open(key + "extras." + name + ".enable") {
			*into = true
		}
	}
	if g.Extras.Subscript && open(key+"strikethrough") && open(key+"extras.delete.enable") {
		g.Strikethrough, g.Extras.Delete = false, true
	}
}
