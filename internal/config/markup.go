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
	m.str("defaultmarkdownhandler", &o.DefaultHandler)
	r.boolean("enableemoji", &o.Emoji)
	m.boolean("wikilinks", &o.WikiLinks)

	g := m.sub("goldmark")
	g.boolean("duplicateresourcefiles", &o.Goldmark.DuplicateResourceFiles)
	readExtensions(g.sub("extensions"), &o.Goldmark.Extensions)

	p := g.sub("parser")
	p.boolean("autodefinitiontermid", &o.Goldmark.Parser.AutoDefinitionTermID)
	p.boolean("autoheadingid", &o.Goldmark.Parser.AutoHeadingID)
	p.str("autoheadingidtype", &o.Goldmark.Parser.AutoIDType) // before v0.144
	p.str("autoidtype", &o.Goldmark.Parser.AutoIDType)
	p.boolean("wrapstandaloneimagewithinparagraph", &o.Goldmark.Parser.WrapStandAloneImageWithinParagraph)
	if v, old := p.value("attribute").(bool); old { // a bool meant titles
		o.Goldmark.Parser.AttributeTitle = v
	} else {
		a := p.sub("attribute")
		a.boolean("block", &o.Goldmark.Parser.AttributeBlock)
		a.boolean("title", &o.Goldmark.Parser.AttributeTitle)
	}

	n := g.sub("renderer")
	n.boolean("hardwraps", &o.Goldmark.Renderer.HardWraps)
	n.boolean("unsafe", &o.Goldmark.Renderer.Unsafe)
	n.boolean("xhtml", &o.Goldmark.Renderer.XHTML)

	h := g.sub("renderhooks")
	readEmbeddedHook(h.sub("link"), &o.Goldmark.UseEmbeddedLink)
	readEmbeddedHook(h.sub("image"), &o.Goldmark.UseEmbeddedImage)

	readHighlight(m.sub("highlight"), &o.Highlight)
	readPygments(r, &o.Highlight, highlight)
	t := m.sub("tableofcontents")
	t.integer("startlevel", &o.TOC.StartLevel)
	t.integer("endlevel", &o.TOC.EndLevel)
	t.boolean("ordered", &o.TOC.Ordered)
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
	c := r.sub("cjk")
	c.boolean("enable", &e.CJK.Enable)
	c.boolean("eastasianlinebreaks", &e.CJK.EastAsianLineBreaks)
	c.str("eastasianlinebreaksstyle", &e.CJK.EastAsianLineBreaksStyle)
	c.boolean("escapedspace", &e.CJK.EscapedSpace)
	r.boolean("definitionlist", &e.DefinitionList)
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
		f := r.sub("footnote")
		f.boolean("enable", &e.Footnote.Enable)
		f.boolean("enableautoidprefix", &e.Footnote.AutoIDPrefix)
		f.str("backlinkhtml", &e.Footnote.BacklinkHTML)
	}
	r.boolean("linkify", &e.Linkify)
	r.str("linkifyprotocol", &e.LinkifyProtocol)
	p := r.sub("passthrough")
	p.boolean("enable", &e.Passthrough.Enable)
	d := p.sub("delimiters")
	readDelimiters(d, "block", &e.Passthrough.Block)
	readDelimiters(d, "inline", &e.Passthrough.Inline)
	r.boolean("strikethrough", &e.Strikethrough)
	r.boolean("table", &e.Table)
	r.boolean("tasklist", &e.TaskList)
	if v, old := r.value("typographer").(bool); old {
		e.Typographer.Disable = !v
		return
	}
	t := r.sub("typographer")
	t.boolean("disable", &e.Typographer.Disable)
	for name, into := range map[string]*string{
		"apostrophe": &e.Typographer.Apostrophe, "ellipsis": &e.Typographer.Ellipsis,
		"emdash": &e.Typographer.EmDash, "endash": &e.Typographer.EnDash,
		"leftanglequote": &e.Typographer.LeftAngleQuote, "leftdoublequote": &e.Typographer.LeftDoubleQuote,
		"leftsinglequote": &e.Typographer.LeftSingleQuote, "rightanglequote": &e.Typographer.RightAngleQuote,
		"rightdoublequote": &e.Typographer.RightDoubleQuote, "rightsinglequote": &e.Typographer.RightSingleQuote,
	} {
		t.str(name, into)
	}
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
	var options string
	r.str("pygmentsoptions", &options)
	values := map[string]any{}
	for option := range strings.SplitSeq(options, ",") {
		if key, value, ok := strings.Cut(option, "="); ok {
			values[strings.ToLower(strings.TrimSpace(key))] = strings.TrimSpace(value)
		}
	}
	readHighlight(r.at("pygmentsoptions", values), h)
}

func readHighlight(r reader, h *markup.Highlight) {
	for name, into := range map[string]*bool{
		"anchorlinenos": &h.AnchorLineNos, "codefences": &h.CodeFences, "guesssyntax": &h.GuessSyntax,
		"hl_inline": &h.HlInline, "linenumbersintable": &h.LineNumbersInTable, "noclasses": &h.NoClasses,
	} {
		r.boolean(name, into)
	}
	switch v := r.value("linenos").(type) {
	case string: // "table" and "inline" enable numbers and choose their place
		h.LineNos = v == "table" || v == "inline" || v == "true"
		if v == "table" || v == "inline" {
			h.LineNumbersInTable = v == "table"
		}
	default:
		r.boolean("linenos", &h.LineNos)
	}
	r.str("hl_lines", &h.HlLines)
	r.str("lineanchors", &h.LineAnchors)
	r.integer("linenostart", &h.LineNoStart)
	r.str("style", &h.Style)
	r.integer("tabwidth", &h.TabWidth)
	r.str("wrapperclass", &h.WrapperClass)
}

// unwrapImages sets wrapStandAloneImageWithinParagraph to false if an embedded theme is used: its hook makes a
// figure of an image with a title, which is not allowed in a paragraph. An explicit setting takes precedence.
func (l *loader) unwrapImages(c *Config) {
	if c.EmbeddedTheme == "" && c.DefaultTheme == "" ||
		c.Origin["markup.goldmark.parser.wrapstandaloneimagewithinparagraph"] != "" {
		return
	}
	if info := l.stat(l.at(c.LayoutDir)); c.EmbeddedTheme == "" && c.Hugo && info != nil && info.IsDir() {
		return // it may have its own layouts for everything
	}
	c.Markup.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
}

// enableMath makes `$…$`, `$$…$$`, and `\(…\)` formulas if an embedded theme shows them, in sitegen's own
// projects, and in those of other tools according to the tool. Delimiters in the configuration replace only
// `$…$`, so adding one does not turn the others into text: https://gohugo.io/configuration/markup/#passthrough
func (l *loader) enableMath(c *Config, project *foreign.Project) {
	if c.Hugo || c.EmbeddedTheme == "" && c.DefaultTheme == "" {
		return
	}
	p := &c.Markup.Goldmark.Extensions.Passthrough
	const key = "markup.goldmark.extensions.passthrough."
	if c.Origin[key+"enable"] != "" && !p.Enable {
		return
	}
	p.Enable, p.Dollars = true, markup.WarnDollars
	has := func(open string) bool {
		return slices.ContainsFunc(slices.Concat(p.Block, p.Inline), func(pair [2]string) bool { return pair[0] == open })
	}
	if !has("$$") {
		p.Block = append(p.Block, [2]string{"$$", "$$"})
	}
	if !has(`\(`) {
		p.Inline = append(p.Inline, [2]string{`\(`, `\)`})
	}
	if !l.tree.says(key+"delimiters.inline") && (c.Tool.Plain() || project.Settings.Dollars) {
		p.Inline = append(p.Inline, [2]string{"$", "$"})
	}
	if has("$") {
		p.Dollars = markup.PandocDollars
	}
}
