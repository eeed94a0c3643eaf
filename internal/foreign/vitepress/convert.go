package vitepress

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// converts reports whether a folder contains a VitePress configuration.
func converts(dir string) bool { return conversion.First(dir, configs()...) != "" }

// vp is a project that is being converted. Its pages stay where they are.
type vp struct {
	*conversion.Work
	*config
}

func convert(p *conversion.Work) error {
	file := conversion.First(p.Dir, configs()...)
	text, err := os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	c, err := read(follow.Dir(p.Dir), ".", file, text)
	if err != nil {
		return err
	}
	if !p.Exists(c.src) {
		return &diag.Diagnostic{File: file, Message: "srcDir is not a folder", Hint: "correct srcDir"}
	}
	p.Theme = cmp.Or(p.Options.Theme, "docs")
	v := &vp{p, c}
	v.Out.Comment("How sitegen builds what " + file + " describes. The content stays where it is. Keep .vitepress:")
	v.Out.Comment("it says that the pages are written for VitePress, and which files are published.")
	v.Out.Comment("All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run")
	v.first()
	v.tables()
	v.report()
	return nil
}

// first writes the values at the top level.
func (v *vp) first() {
	settings := v.config.settings()
	v.Base(settings.BaseURL, v.file, "sitemap.hostname and base")
	if title := cmp.Or(v.Options.Title, v.locales[0].text("title"), v.site.Str("title")); title != "" {
		v.Out.Set("title", title, "title")
	}
	v.Out.Set("contentDir", v.locales[0].dir, "")
	v.Out.Set("staticDir", path.Join(v.src, "public"), "files that are copied")
	v.Out.Set("theme", v.Theme, "")
	v.Out.Set("disablePathToLower", true, "URLs keep capital letters, as in VitePress")
	v.Out.Set("capitalizeListTitles", false, "")
	v.Out.Set("folderSections", false, "as in VitePress")
	v.Out.Set("enableEmoji", true, "")
	v.Future()
}

// tables writes the tables.
func (v *vp) tables() {
	more := v.more()
	v.Out.Top(more)
	v.Out.Table("taxonomies", "VitePress has no lists of tags and categories")
	v.Out.Table("markup.goldmark.renderer", "", conversion.Line("unsafe", true, "HTML in pages is kept"))
	v.Out.Table("markup.goldmark.parser", "",
		conversion.Line("autoIDType", "vitepress", "headings have the IDs that they have in VitePress"))
	v.Out.Table("markup.goldmark.extensions.typographer", "",
		conversion.Line("disable", true, "quotes and dashes as they are typed"))
	v.Out.Tables(more)
	v.Out.Cascades("order and names from the sidebars", v.cascades(v.isPage))
}

func (v *vp) isPage(file string) bool {
	return v.Exists(path.Join(v.locales[0].dir, file))
}

// report records the outcome of each key.
func (v *vp) report() {
	if v.site == nil {
		v.Note(v.file, 0, "configuration", conversion.NeedsYou,
			"the file exports no object that is written out: set title and baseURL in sitegen.toml")
		return
	}
	for _, key := range v.site.Keys {
		v.key(key)
	}
	if theme := v.site.Object("themeConfig"); theme != nil {
		for _, key := range theme.Keys {
			v.themeKey(key, "themeConfig."+key)
		}
	}
	v.heads()
	v.message()
	files, _ := v.Markdown(v.src)
	for _, file := range files {
		if isRoute(file) {
			v.Note(path.Join(v.src, file), 0, "dynamic route", conversion.NeedsYou,
				"a program fills its pages: write each as a file")
		}
	}
	if v.Exists(".vitepress/theme") {
		v.colors()
		v.Note(".vitepress/theme", 0, "theme", conversion.NeedsYou,
			"components and styles"+conversion.OfOldTheme)
	}
	for _, l := range v.locales {
		at := "themeConfig.sidebar"
		if l.object.Get("themeConfig", "sidebar") != nil {
			at = cmp.Or(l.key, "root") + "." + at
		}
		list := l.navigation(v.config, func(file string) bool { return v.isPage(v.below(l, file)) })
		read := nav.Read(list, func(file string) bool { return v.isPage(v.below(l, file)) })
		slices.Sort(read.Missing)
		for _, name := range slices.Compact(read.Missing) {
			v.say(at, conversion.NeedsYou, "no such page: %s", path.Join(l.key, name))
		}
		if n := len(read.Named); n > 0 {
			v.say(at, conversion.Used, "weight and linkTitle of %s in %s", words.Count(n, "page"), l.lang)
		}
	}
}

// say records the outcome of a key, which has the keys of the objects around it before it: "themeConfig.nav".
func (v *vp) say(key string, fate conversion.Fate, format string, args ...any) {
	path := strings.Split(key, ".")
	v.Note(v.file, v.lines(path...), path[len(path)-1], fate, format, args...)
}

// key records the outcome of a key at the top level: https://vitepress.dev/reference/site-config
func (v *vp) key(key string) {
	if v.site.Get(key) == (script.Unknown{}) && key != "head" && !slices.Contains(programs, key) {
		v.say(key, conversion.NeedsYou, "its value is computed: sitegen executes no program")
		return
	}
	switch key {
	case "cleanUrls":
		v.say(key, conversion.Used, "%s", map[bool]string{true: "URLs without an extension", false: "URLs with .html"}[v.clean()])
	case "lastUpdated":
		v.say(key, conversion.Used, "%s", map[bool]string{
			true: "enableGitInfo", false: "no dates from git, as without enableGitInfo",
		}[v.site.Get(key) == true])
	case "rewrites":
		if len(v.moves) == 0 {
			v.say(key, conversion.NeedsYou, "the rewrites are computed: set url in the front matter")
			return
		}
		v.say(key, conversion.Used, "contentDir and URLs")
	case "markdown":
		if options := v.site.Object(key); options != nil {
			for _, option := range options.Keys {
				v.markdown(option, "markdown."+option)
			}
		}
	case "themeConfig", "head": // reported by their parts
	default:
		v.said(siteKeys[key], key)
	}
}

// outcome is what becomes of a key.
type outcome struct {
	fate conversion.Fate
	text string
}

// said records the outcome of a key at a place; other keys have no effect.
func (v *vp) said(o outcome, at string) {
	if o.fate == "" {
		o = outcome{conversion.Ignored, "the themes of sitegen have no such setting"}
	}
	v.say(at, o.fate, "%s", o.text)
}

var runsNothing = outcome{conversion.NeedsYou, "a build runs no programs: check whether pages depend on it"}

// siteKeys are keys at the top level.
var siteKeys = map[string]outcome{
	"title":           {conversion.Used, "title"},
	"description":     {conversion.Used, "params.description"},
	"lang":            {conversion.Used, "locale"},
	"base":            {conversion.Used, "the path of baseURL"},
	"srcDir":          {conversion.Used, "contentDir"},
	"locales":         {conversion.Used, "languages whose folders exist"},
	"srcExclude":      {conversion.Used, "these files are not published"},
	"sitemap":         {conversion.Used, "sitemaps are always written"},
	"outDir":          {conversion.Ignored, "publishDir is the folder of the output"},
	"titleTemplate":   {conversion.Used, "params.titleTemplate"},
	"appearance":      {conversion.Ignored, "light and dark mode follow the reader's settings"},
	"ignoreDeadLinks": {conversion.Ignored, "links without a target are warnings; --strict makes errors of them"},
	"vite":            runsNothing, "vue": runsNothing, "transformPageData": runsNothing, "transformHead": runsNothing,
	"transformHtml": runsNothing, "buildEnd": runsNothing, "postRender": runsNothing,
}

// themeKeys are keys of the default theme.
var themeKeys = map[string]outcome{
	"nav":         {conversion.Used, "menus.main, without levels"},
	"socialLinks": {conversion.Used, "entries of menus.main"},
	"editLink":    {conversion.Used, "params.editURL"},
	"lastUpdated": {conversion.Used, "enableGitInfo"},
	"siteTitle":   {conversion.Used, "params.logo.title, if it is false"},
	"search":      {conversion.Used, "the theme has a search"},
	"logo":        {conversion.Used, "params.logo"},
}

// markdown records the outcome of an option for texts: https://vitepress.dev/reference/site-config#markdown
func (v *vp) markdown(option, at string) {
	switch value := v.site.Get("markdown", option); {
	case value == (script.Unknown{}):
		v.say(at, conversion.NeedsYou, "its value is computed: sitegen executes no program")
	case option == "math" || option == "lineNumbers":
		v.say(at, conversion.Used, "%s", map[bool]string{true: "on", false: "off"}[value == true])
	case option == "attrs":
		v.say(at, conversion.Used, "the delimiters of attribute lists")
	case option == "container":
		v.say(at, conversion.Used, "the titles of containers")
	default:
		v.say(at, conversion.Ignored, "it has no effect on how sitegen reads texts")
	}
}

// themeKey records the outcome of a key of the default theme.
func (v *vp) themeKey(key, at string) {
	if v.site.Get("themeConfig", key) == (script.Unknown{}) {
		v.say(at, conversion.NeedsYou, "its value is computed: sitegen executes no program")
		return
	}
	switch copyright := v.locales[0].text("themeConfig", "footer", "copyright"); {
	case key == "sidebar": // reported with its pages
	case key == "footer":
		if copyright != "" {
			v.say(at, conversion.Used, "copyright")
		}
	case key == "outline":
		levels, off := v.outline()
		switch {
		case off:
			v.say(at, conversion.Used, "params.toc")
		case levels != nil:
			v.say(at, conversion.Used, "markup.tableOfContents")
		default:
			v.said(themeKeys[key], at)
		}
	case key == "siteTitle" && v.site.Get("themeConfig", key) != false:
		v.say(at, conversion.Ignored, "the header shows the title of the site")
	default:
		v.said(themeKeys[key], at)
	}
}

var (
	cssRule  = pattern.New(`([^{}]*)\{([^{}]*)\}`)
	cssValue = pattern.New(`(--[\w-]+)[ \t]*:[ \t]*([^;}\n]+)`)
	cssColor = pattern.New(`^(?:#[0-9A-Fa-f]{3,8}|(?:rgb|hsl|oklch)a?\([\d\s.,%/-]+\))$`)
	cssName  = pattern.New(`^var\((--[\w-]+)\)$`)
)

// colors makes the color of links in the styles of the old theme that of the new one:
// https://vitepress.dev/guide/extending-default-theme#customizing-css
func (v *vp) colors() {
	files, _ := v.List(".vitepress/theme", ".css")
	light, dark := map[string]string{}, map[string]string{}
	for _, file := range files {
		text, ok := foreign.Head(v.root, path.Join(v.dir, ".vitepress/theme", file), foreign.MostConfig)
		if !ok {
			continue
		}
		for _, rule := range cssRule.FindAllStringSubmatch(cssComment.ReplaceAllString(string(text), ""), -1) {
			into := map[string]map[string]string{":root": light, ".dark": dark}[strings.TrimSpace(rule[1])]
			for _, value := range cssValue.FindAllStringSubmatch(rule[2], -1) {
				if into != nil {
					into[value[1]] = strings.TrimSpace(value[2])
				}
			}
		}
	}
	color := func(from ...map[string]string) string {
		name := "--vp-c-brand-1"
		for range 8 {
			value := ""
			for _, values := range from {
				value = cmp.Or(value, values[name])
			}
			if cssColor.MatchString(value) {
				return value
			}
			m := cssName.FindStringSubmatch(value)
			if m == nil {
				return ""
			}
			name = m[1]
		}
		return ""
	}
	at := color(light)
	if at == "" {
		return
	}
	accent := "--sg-accent: light-dark(" + at + ", " + cmp.Or(color(dark, light), at) + ")"
	if v.Exists("assets/css/custom.css") {
		v.Note(".vitepress/theme", 0, "--vp-c-brand-1", conversion.NeedsYou, "assets/css/custom.css is there: %s", accent)
		return
	}
	css := "/* --vp-c-brand-1 of .vitepress/theme */\n:root { " + accent + " }\n"
	v.Files = append(v.Files, conversion.File{Path: "assets/css/custom.css", Data: []byte(css)})
	v.Note(".vitepress/theme", 0, "--vp-c-brand-1", conversion.Used, "--sg-accent in assets/css/custom.css")
}

var cssComment = pattern.New(`(?s)/\*.*?\*/`)
