// Package jekyll reads projects of Jekyll: https://jekyllrb.com/docs/
package jekyll

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

const name = "Jekyll"

// Tool is Jekyll.
var Tool = &foreign.Tool{
	Name: name, ID: "jekyll", FeedLimit: "feed.posts_limit in _config.yml",
	Configs: configs,
	Detect:  detect, Converts: converts, Convert: convert, Sources: sources,
}

// configs are the names of the configuration; the first one that exists is read.
var configs = []string{"_config.yml", "_config.yaml", "_config.toml"}

// config is the configuration of a project.
type config struct {
	file   string         // path; "": there is none
	values map[string]any // those that could be read
	lines  map[string]int // of the keys
	err    error
}

// read reads the configuration in a folder.
func read(root fs.FS, dir string) config {
	file, text := foreign.ConfigIn(root, dir, configs...)
	if file == "" {
		return config{}
	}
	format := frontmatter.YAML
	if path.Ext(file) == ".toml" {
		format = frontmatter.TOML
	}
	value, lines, err := frontmatter.DecodeLast(format, file, text)
	values, _ := value.(map[string]any)
	return config{file: file, values: values, lines: lines, err: err}
}

// detect reads https://jekyllrb.com/docs/configuration/options/. The configuration may be missing.
func detect(root fs.FS, dir string) *foreign.Project {
	has := func(name string) bool { return foreign.Exists(root, path.Join(dir, name)) }
	if c := read(root, dir); c.file != "" && isProject(c.values, has) {
		p := project(root, c, dir)
		p.File, p.Wrong = c.file, c.err
		return p
	}
	found := slices.DeleteFunc(slices.Clone(reserved), func(name string) bool {
		return !foreign.IsDir(root, path.Join(dir, name))
	})
	other, _ := fs.Glob(root, path.Join(dir, "*eleventy*")) // a configuration of Eleventy
	if len(found) == 0 || other != nil {
		return nil
	}
	pages, _ := fs.Glob(root, path.Join(dir, "*.[hm]*[dln]")) // .md, .markdown, .html
	if (len(found) == 1 || slices.Contains(reserved[5:], found[0])) &&
		!slices.ContainsFunc(pages[:min(len(pages), 20)], func(file string) bool {
			text, _ := foreign.Head(root, file, foreign.MostConfig)
			return ofJekyll.Match(text)
		}) {
		return nil
	}
	p := project(root, config{}, dir)
	p.File = path.Join(dir, found[0])
	return p
}

// reserved are the names of Jekyll's folders; the last two may be those of another tool.
var reserved = []string{"_posts", "_layouts", "_plugins", "_sass", "_drafts", "_data", "_includes"}

// ofJekyll matches a page with a layout, whose name has an extension in other tools, or with Jekyll's values and tags.
var ofJekyll = pattern.New(`^---\r?(?s:.*)(?:\nlayout:[ \t]*["']?[\w-]+["']?[ \t]*\r?\n|` +
	`\{\{-?[ \t]*site\.|\{%-?[ \t]*(?:link|post_url|include)[ \t])`)

// project returns a project with its configuration, which may be missing.
func project(root fs.FS, c config, dir string) *foreign.Project {
	s := settingsOf(root, c, dir)
	p := &foreign.Project{
		Docs: dir, Title: s.title(),
		Homes: []string{"index.md"}, Blog: true, Dialect: s.dialect(),
	}
	p.Ignore, p.Keep = []string{"**/_*/**", "**/_*", "**/~*"}, s.kept
	if s.Parent != "" {
		p.Ignore = append(p.Ignore, s.Parent+"/**") // it contains only collections
	}
	p.Settings.Folders, p.Settings.More, p.Settings.Parens = s.folders(), s.more(), true
	p.Settings.Dollars, p.Settings.AutoIDType = s.Dollars, "kramdown"
	p.Settings.NoLinkify, p.Settings.Emoji = !s.linkifies(), slices.Contains(s.plugins(), "jemoji")
	p.Settings.Future, p.Settings.KeepCase = c.values["future"] == true, true
	p.Settings.BaseURL = foreign.BaseURL(foreign.TextOf(c.values["url"]), foreign.TextOf(c.values["baseurl"]))
	if s.Zone != time.UTC {
		p.Settings.TimeZone = s.Zone.String()
	}
	return p
}

// more returns the settings that sitegen shares with Jekyll, as in sitegen.toml.
func (s *settings) more() map[string]any {
	out := map[string]any{}
	maps.Copy(out, s.editions())
	params := map[string]any{}
	if text := strings.Join(strings.Fields(s.description()), " "); text != "" {
		params["description"] = text
	}
	if name := s.author(); name != "" {
		params["author"] = name
	}
	if len(params) > 0 {
		out["params"] = params
	}
	if n, ok := s.Config.values["paginate"].(uint64); ok {
		at := path.Clean("/" + cmp.Or(foreign.TextOf(s.Config.values["paginate_path"]), "page:num"))
		dir, name := path.Split(at) // the folder is that of the list
		if name == ":num" {
			name = path.Base(dir) + "/:num"
		}
		out["pagination"] = map[string]any{"pagerSize": int64(n), "path": name}
	}
	if s.Feed != "" {
		out["feeds"] = map[string]any{"home": map[string]any{"names": map[string]any{"atom": s.Feed}}}
	}
	if terms := s.archives(); len(terms) > 0 {
		out["permalinks"] = map[string]any{"term": terms}
	}
	return out
}

// archives returns the permalinks of tags and categories: https://github.com/jekyll/jekyll-archives
func (s *settings) archives() map[string]any {
	terms := map[string]any{}
	options, _ := s.Config.values["jekyll-archives"].(map[string]any)
	links, _ := options["permalinks"].(map[string]any)
	enabled := names(options["enabled"])
	for one, many := range map[string]string{"tag": "tags", "category": "categories"} {
		if options["enabled"] == true || slices.Contains(enabled, "all") || slices.Contains(enabled, many) {
			link := cmp.Or(foreign.TextOf(links[one]), "/"+one+"/:name/")
			terms[many] = strings.ReplaceAll(written(link, link), ":name", ":slug")
		}
	}
	return terms
}

// title returns the title of the site; "" for none.
func (s *settings) title() string {
	return cmp.Or(foreign.TextOf(s.Config.values["title"]), foreign.TextOf(s.Config.values["name"]))
}

// description returns the description of the site, or its tagline; "" for neither.
func (s *settings) description() string {
	return cmp.Or(foreign.TextOf(s.Config.values["description"]), foreign.TextOf(s.Config.values["tagline"]))
}

// author returns the name of the author: a text, or a table with a name.
func (s *settings) author() string {
	if table, ok := s.Config.values["author"].(map[string]any); ok {
		return foreign.TextOf(table["name"])
	}
	return foreign.TextOf(s.Config.values["author"])
}

// linkifies reports whether a URL in a text is a link: kramdown, which is the default, makes none.
// https://jekyllrb.com/docs/configuration/markdown/
func (s *settings) linkifies() bool {
	return !strings.EqualFold(cmp.Or(foreign.TextOf(s.Config.values["markdown"]), "kramdown"), "kramdown")
}

func (s *settings) plugins() []string {
	return append(names(s.Config.values["plugins"]), names(s.Config.values["gems"])...)
}

// folders returns the folders of posts and collections, and included folders whose names start with an underscore, such
// as _pages.
func (s *settings) folders() (out []foreign.Folder) {
	add := func(dir, at string) {
		out = append(out, foreign.Folder{Dir: path.Join(s.Dir, dir), At: at})
		for _, l := range s.Languages {
			if path.Dir(l.folder) == dir {
				out = append(out, foreign.Folder{Dir: path.Join(s.Dir, l.folder), At: at, Lang: l.key})
			}
		}
	}
	for _, l := range s.Languages {
		if path.Dir(l.folder) == "." {
			out = append(out, foreign.Folder{Dir: path.Join(s.Dir, l.folder), Lang: l.key})
		}
	}
	add(path.Join(s.Parent, "_posts"), "posts")
	for _, name := range slices.Sorted(maps.Keys(s.Collections)) {
		add(path.Join(s.Parent, "_"+name), name)
	}
	list, _ := s.Config.values["include"].([]any)
	for _, v := range list {
		name, _ := v.(string)
		if name = strings.Trim(name, "/"); strings.HasPrefix(name, "_") && name != "_posts" && name != "_drafts" &&
			name == path.Base(name) {
			add(name, "")
		}
	}
	return out
}

// isProject reports whether a folder with a _config.yml is a Jekyll project, because Hexo and Jupyter Book use the same
// file name. has reports whether the folder contains a name.
func isProject(config map[string]any, has func(name string) bool) bool {
	if has("scaffolds") || has("_toc.yml") {
		return false
	}
	theme := foreign.TextOf(config["theme"])
	return slices.ContainsFunc([]string{"_posts", "_layouts", "_drafts", "_includes", "Gemfile"}, has) ||
		slices.ContainsFunc([]string{"collections", "remote_theme", "kramdown", "baseurl", "plugins", "gems", "defaults"},
			func(key string) bool { return config[key] != nil }) ||
		slices.ContainsFunc([]string{"jekyll-", "minima", "just-the-docs", "minimal-mistakes"},
			func(name string) bool { return strings.HasPrefix(theme, name) })
}

// exclude sets unread and kept. A name in the configuration may also be a folder, or the beginning of a name, and its
// stars stand for any characters.
// https://jekyllrb.com/docs/configuration/options/#global-configuration
func (s *settings) exclude() {
	include := append(names(s.Config.values["include"]), ".htaccess")
	for _, name := range include {
		s.kept = append(s.kept, name+"*", name+"*/**", "**/"+name)
	}
	unread := slices.Concat([]string{
		"**/node_modules/**", "gemfiles/**", "Gemfile*", "vendor/{bundle,cache,gems,ruby}/**",
	}, s.Notes)
	for _, name := range names(s.Config.values["exclude"]) {
		if slices.Contains(include, name) {
			continue
		}
		unread = append(unread, name, name+"/**", name+"*", name+"*/**")
		if strings.Contains(name, "*") {
			unread = append(unread, path.Join(path.Dir(name), "**", path.Base(name)))
		}
	}
	invalid := func(pattern string) bool { _, err := glob.NewSet([]string{pattern}); return err != nil }
	s.kept = slices.DeleteFunc(s.kept, invalid)
	s.keeps, _ = glob.NewSet(s.kept)
	s.unread, _ = glob.NewSet(slices.DeleteFunc(unread, invalid))
}

// excluded reports whether the configuration excludes a file or folder of the project, or Jekyll does.
func (s *settings) excluded(rel string) bool {
	if strings.Contains("/"+rel, "/_posts/") && s.isPage(rel) && !post.MatchString(rel) {
		return true
	}
	return s.unread.Match(rel) && !s.keeps.Match(rel)
}

// isPage reports whether a file has the extension of a page.
func (s *settings) isPage(file string) bool {
	return isHTML(file) || slices.Contains(s.Markdown, strings.ToLower(path.Ext(file)))
}

// excludes is excluded for a file of a build, or hidden. In a folder of posts or drafts, files that are no pages are.
func (s *settings) excludes(file string, folder bool) bool {
	name, rel := path.Base(file), strings.TrimPrefix(file, s.Dir+"/")
	hidden := strings.ContainsRune(".#~", rune(name[0])) || strings.HasSuffix(name, "~")
	if !folder && !s.isPage(rel) && (strings.Contains("/"+rel, "/_drafts/") ||
		strings.Contains("/"+rel, "/_posts/") && !slices.Contains(s.plugins(), "jekyll-postfiles")) {
		return true
	}
	return hidden && !s.keeps.Match(rel) || s.excluded(rel)
}

// names returns the valid paths in a list of the configuration.
func names(v any) (out []string) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, item := range list {
		name, _ := item.(string)
		if name = path.Clean(strings.Trim(name, "/ ")); fs.ValidPath(name) && name != "." && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// inlineDollars matches a setting of MathJax or KaTeX that makes $x$ a formula:
// https://docs.mathjax.org/en/latest/options/input/tex.html, https://katex.org/docs/autorender
var inlineDollars = pattern.New(`inlineMath['"]?\s*:[^}]{0,80}?\[\s*['"]\$['"]|left['"]?\s*:\s*['"]\$['"]`)

// oneDollar reports whether the templates of a project make $x$ a formula. kramdown reads only $$x$$.
func oneDollar(root fs.FS, dir string) bool {
	for _, folder := range []string{"_includes", "_layouts"} {
		opened, err := root.Open(path.Join(dir, folder)) // what is opened decides what the project is, also if it is missing
		if err != nil {
			continue
		}
		_ = opened.Close()
		entries, _ := fs.ReadDir(root, path.Join(dir, folder))
		for _, e := range entries {
			text, _ := foreign.Head(root, path.Join(dir, folder, e.Name()), foreign.MostConfig)
			if inlineDollars.Match(text) {
				return true
			}
		}
	}
	return false
}
