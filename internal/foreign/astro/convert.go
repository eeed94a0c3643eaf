package astro

import (
	"cmp"
	"os"
	"path"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// converts reports whether a folder contains a project with Starlight.
func converts(dir string) bool { return detect(os.DirFS(dir), ".") != nil }

// conv is a project that is being converted. Its pages stay where they are.
type conv struct {
	*conversion.Work
	*site
}

func convert(w *conversion.Work) error {
	file := conversion.First(w.Dir, configs()...)
	text, err := os.ReadFile(filepath.Join(w.Dir, file))
	if err != nil {
		return err
	}
	s, err := read(follow.Dir(w.Dir), ".", file, text)
	if err != nil {
		return err
	}
	if !w.Exists(s.docs) {
		return &diag.Diagnostic{File: file, Message: s.docs + " is not a folder", Hint: "correct srcDir"}
	}
	w.Theme = cmp.Or(w.Options.Theme, "docs")
	c := &conv{w, s}
	c.Out.Comment("How sitegen builds what " + file + " describes. The content stays where it is. Keep " + file + ":")
	c.Out.Comment("it says that the pages are written for Starlight.")
	c.Out.Comment("All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run")
	c.write()
	c.report()
	return nil
}

// write writes the settings.
func (c *conv) write() {
	p := detect(c.root, c.dir)
	c.Base(p.Settings.BaseURL, c.file, "site and base")
	if title := cmp.Or(c.Options.Title, p.Title); title != "" {
		c.Out.Set("title", title, "title")
	}
	c.Out.Set("contentDir", p.Docs, "")
	if len(p.Copied) == 0 {
		c.Out.Set("staticDir", p.Static[0], "files that are copied")
	}
	c.Out.Set("theme", c.Theme, "")
	c.Out.Set("capitalizeListTitles", false, "")
	c.Out.Set("folderSections", false, "as in Starlight")
	c.Future()
	if p.Settings.UglyURLs {
		c.Out.Set("uglyURLs", true, "build.format")
	}
	more := p.Settings.More
	c.Out.Top(more)
	c.Out.Table("taxonomies", "Starlight has no lists of tags and categories")
	c.Out.Table("markup.goldmark.renderer", "", conversion.Line("unsafe", true, "HTML in pages is kept"))
	if p.Settings.NoTypographer {
		c.Out.Table("markup.goldmark.extensions.typographer", "",
			conversion.Line("disable", true, "quotes and dashes as they are typed"))
	}
	params, _ := more["params"].(map[string]any)
	if params == nil {
		params = map[string]any{}
	}
	params["sidebar"] = map[string]any{"sort": p.Settings.SidebarSort}
	more["params"] = params
	c.Out.Tables(more)
	for _, f := range p.Copied {
		c.Out.Table("[module.mounts]", "files that are copied", conversion.Line("source", p.Static[0], ""),
			conversion.Line("target", "static", ""))
		c.Out.Table("[module.mounts]", "", conversion.Line("source", f.Dir, ""),
			conversion.Line("target", path.Join("static", f.At), ""))
	}
	c.Out.Cascades("order and names from the sidebar", c.cascades(nil))
}

// outcome is what becomes of a key.
type outcome struct {
	fate conversion.Fate
	text string
}

var computed = outcome{conversion.NeedsYou, "its value is computed: sitegen executes no program"}

// keys of Astro, and of Starlight.
var keys = map[string]outcome{
	"site":          {conversion.Used, "baseURL"},
	"base":          {conversion.Used, "the path of baseURL"},
	"srcDir":        {conversion.Used, "contentDir"},
	"publicDir":     {conversion.Used, "files that are copied"},
	"outDir":        {conversion.Used, "publishDir"},
	"trailingSlash": {conversion.Ignored, "URLs of pages end with a slash"},
	"markdown":      {conversion.NeedsYou, "plugins are programs, which a build does not run; of the rest, smartypants counts"},
	"integrations":  {conversion.NeedsYou, "all but Starlight are programs, which a build does not run"},

	"title":           {conversion.Used, "title"},
	"description":     {conversion.Used, "params.description"},
	"logo":            {conversion.Used, "params.logo"},
	"locales":         {conversion.Used, "languages whose folders exist"},
	"defaultLocale":   {conversion.Used, "defaultContentLanguage"},
	"social":          {conversion.Used, "entries of menus.main"},
	"editLink":        {conversion.Used, "params.editURL"},
	"lastUpdated":     {conversion.Used, "enableGitInfo"},
	"tableOfContents": {conversion.Used, "markup.tableOfContents or params.toc"},
	"pagefind":        {conversion.Ignored, "the theme has a search"},
	"customCss":       {conversion.NeedsYou, "styles of the old theme are not converted: write those that you need into assets/css/custom.css"},
	"components":      {conversion.NeedsYou, "components of the old theme are not converted"},
	"plugins":         {conversion.NeedsYou, "what they do is not converted"},
	"routeMiddleware": {conversion.NeedsYou, "a build runs no programs"},
	"expressiveCode":  {conversion.Ignored, "sitegen has its own highlighting"},
	"pagination":      {conversion.Ignored, "prev and next in front matter turn links off"},
	"titleDelimiter":  {conversion.Ignored, "the title of the head is that of the page, and that of the site"},
	"favicon":         {conversion.Used, "files that are copied"},
	"disable404Route": {conversion.Ignored, "the theme has a page for this"},
	"credits":         {conversion.Ignored, "the themes of sitegen have no such setting"},
}

// report records the outcome of each key.
func (c *conv) report() {
	if c.options == nil {
		c.Note(c.file, 0, "starlight", conversion.NeedsYou,
			"its options are not written out: set title and languages in sitegen.toml")
	}
	for _, in := range []*script.Object{c.config, c.options} {
		for _, key := range keysOf(in) {
			o, known := keys[key]
			switch {
			case in.Get(key) == (script.Unknown{}):
				o = computed
			case key == "integrations" && len(in.List(key)) == 1: // Starlight
				continue
			case key == "sidebar" || key == "redirects" || key == "head":
				continue // reported by their parts
			case !known:
				o = outcome{conversion.Ignored, "it has no effect on how sitegen builds pages"}
			}
			c.say(key, o.fate, "%s", o.text)
		}
	}
	if n := len(c.moved); n > 0 {
		c.say("redirects", conversion.Used, "aliases of %s", words.Count(n, "page"))
	}
	if len(c.away) > 0 {
		c.say("redirects", conversion.NeedsYou,
			"write those to other sites and with parameters into %s/_redirects: %s", c.publicDir(), conversion.Few(c.away))
	}
	if pages := c.routes(); len(pages) > 0 {
		c.Note(c.src+"/pages", 0, "pages", conversion.NeedsYou, "programs make these pages: %s", conversion.Few(pages))
	}
	c.heads()
	for _, l := range c.locales {
		read := c.navigation(l)
		if n := len(read.Named); n > 0 {
			c.say("sidebar", conversion.Used, "weight and linkTitle of %d pages and folders in %s", n, l.language())
		}
	}
}

func keysOf(o *script.Object) []string {
	if o == nil {
		return nil
	}
	return o.Keys
}

// say records the outcome of a key.
func (c *conv) say(key string, fate conversion.Fate, format string, args ...any) {
	c.Note(c.file, c.lines(key), key, fate, format, args...)
}

// heads writes the elements for the head of each page: https://starlight.astro.build/reference/configuration/#head
func (c *conv) heads() {
	text, own, unknown := "", 0, 0
	for _, v := range c.options.List("head") {
		o, _ := v.(*script.Object)
		e := conversion.Element{Name: o.Str("tag"), Attributes: o.Object("attrs"), Text: o.Get("content")}
		switch line, known := e.Template(); {
		case !known:
			unknown++
		case e.Own():
			own++
		default:
			text += line
		}
	}
	if text != "" {
		c.Files = append(c.Files, conversion.File{Path: conversion.HeadEnd, Data: []byte(text)})
		c.say("head", conversion.Used, "%s has the elements", conversion.HeadEnd)
	}
	if own > 0 {
		c.say("head", conversion.Ignored, "the theme has %d of the elements itself", own)
	}
	if unknown > 0 {
		c.say("head", conversion.NeedsYou, "computed: %s; write them into %s", words.Count(unknown, "element"), conversion.HeadEnd)
	}
}
