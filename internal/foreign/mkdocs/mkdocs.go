// Package mkdocs reads projects of MkDocs: https://www.mkdocs.org/user-guide/
package mkdocs

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

const name = "MkDocs"

// Tool is MkDocs.
var Tool = &foreign.Tool{
	Name: name, ID: "mkdocs", FeedLimit: "length of the rss plugin in mkdocs.yml",
	Configs: configs(), Detect: detect, Stated: fromStated, Converts: converts, Convert: convert, InPlace: true,
	// https://www.mkdocs.org/user-guide/writing-your-docs/
	Sources: func(dir string) *foreign.Sources {
		r := &foreign.Sources{Extensions: foreign.Markdown(".mkd", ".mkdn"), Index: []string{"index", "README", "_index"}}
		if file, _ := foreign.ConfigIn(os.DirFS(dir), ".", configs()...); file != "" {
			_, values, _ := readValues(os.DirFS(dir), file)
			r.Folder = docsOf(values)
		}
		return r
	},
}

// docsOf returns the folder of the pages, relative to that of the configuration.
func docsOf(values map[string]any) string {
	docs := path.Clean(cmp.Or(foreign.TextOf(values["docs_dir"]), "docs"))
	if !fs.ValidPath(docs) {
		return "docs"
	}
	return docs
}

// ownTemplates is the hint for templates of the project.
const ownTemplates = "put your own templates into layouts/, as Go templates"

// hasTemplates reports whether a folder has templates that override those of the theme.
func hasTemplates(root fs.FS, dir string) bool {
	for _, pattern := range []string{"/*.html", "/*/*.html"} {
		if found, err := fs.Glob(root, dir+pattern); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// noEffect returns a warning about a key of the configuration.
func noEffect(chain []foreign.YAML, key, message, hint string) *diag.Diagnostic {
	file, line := lineOf(chain, key)
	return &diag.Diagnostic{
		Rule: "dialect", Severity: diag.Warning, File: file, Line: line, Message: message, Hint: hint,
	}
}

// detect reads https://www.mkdocs.org/user-guide/configuration/#docs_dir and …/#theme.
func detect(root fs.FS, dir string) *foreign.Project {
	for _, config := range configs() {
		file, _ := foreign.ConfigIn(root, dir, config)
		if file == "" {
			continue
		}
		chain, values, err := readValues(root, file)
		docs := docsOf(values)
		m := mannerOf(values, dir, path.Join(dir, docs)).files(root)
		p := project(m, root, values, docs)
		p.File, p.Title = file, foreign.TextOf(values["site_name"])
		if err != nil {
			p.Wrong = err
		}
		folders := p.Settings.Folders
		p.Settings = settings(m, values)
		p.Settings.Folders, p.Settings.Attributes = folders, true
		at := func(plugin string) (string, int) { return itemBelow(chain, "plugins", plugin) }
		p.Settings.Nav = func(isPage func(string) bool) []any {
			all := shelve(root, p.Docs, published(p))
			n, cascades, given, _ := m.cascades(all, values, isPage)
			p.Warnings = append(p.Warnings, m.navWarnings(values, all, &n, func(item string) (string, int) {
				return lineBelow(chain, "nav", func(text string) bool {
					return item != "" && strings.HasSuffix(strings.TrimRight(text, ` "',`), item)
				})
			})...)
			if len(all.twice) > 0 {
				p.Warnings = append(p.Warnings, &diag.Diagnostic{
					Rule: "dialect", Severity: diag.Warning, File: path.Join(p.Docs, all.twice[0]),
					Message: "not published, as in MkDocs: index.md is the page of its folder: " + conversion.Few(all.twice),
					Hint:    "rename one of the two",
				})
			}
			if len(cascades) == 0 && !given {
				return nil
			}
			return cascades
		}
		p.Warnings = append(p.Warnings, m.warnings(values, at)...)
		if list, _ := values["hooks"].([]any); len(list) > 0 {
			p.Warnings = append(p.Warnings, noEffect(chain, "hooks", "hooks have no effect: "+noHooks,
				"check whether pages depend on them"))
		}
		theme, _ := values["theme"].(map[string]any)
		if custom := foreign.TextOf(theme["custom_dir"]); custom != "" && hasTemplates(root, path.Join(dir, custom)) {
			p.Warnings = append(p.Warnings, noEffect(chain, "theme", "the templates in theme.custom_dir have no effect",
				ownTemplates))
		}
		if foreign.IsDir(root, p.Docs) {
			return p
		}
	}
	return nil
}

// project returns a project with what applies to its pages; docs is the folder of the pages in the project's folder.
func project(m *manner, root fs.FS, values map[string]any, docs string) *foreign.Project {
	p := &foreign.Project{Docs: m.docs, Dialect: dialect(m)}
	excludes, err := m.unpublished(values)
	p.Wrong = err
	p.Dialect.Excludes = func(file string, folder bool) bool {
		file = strings.TrimPrefix(file, m.docs+"/")
		return excludes(file, folder) || !folder && (m.editions != nil && m.editions.excludes(file) ||
			isReadme(file) && beside(root, docs, file, excludes))
	}
	if e := m.editions; e != nil {
		p.Settings.Folders = e.contents(root, m.docs)
	}
	theme, _ := values["theme"].(map[string]any)
	custom := path.Clean(foreign.TextOf(theme["custom_dir"]))
	below, ok := strings.CutPrefix(custom, docs+"/")
	if docs == "." {
		below, ok = custom, custom != "." && fs.ValidPath(custom)
	}
	if ok {
		p.Ignore = append([]string{below + "/**"}, p.Ignore...) // templates
	}
	if m.on("meta") {
		p.Ignore = append(p.Ignore, "**/"+m.metaFile())
	}
	p.Settings.Dollars, p.Settings.Parens, p.Settings.Attributes = m.math, m.math, true
	if m.wrong != nil {
		p.Warnings = diag.From(m.wrong)
		p.Warnings.Forgive("the authors are left out")
	}
	return p
}

// beside reports whether the page of the folder of a README.md is index.md:
// https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages
func beside(root fs.FS, docs, file string, excludes func(file string, folder bool) bool) bool {
	return slices.ContainsFunc(pageEnds, func(end string) bool {
		index := path.Join(path.Dir(file), "index"+end)
		return foreign.Exists(root, path.Join(docs, index)) && !excludes(index, false)
	})
}

// noHooks says why hooks have no effect: https://www.mkdocs.org/user-guide/configuration/#hooks
const noHooks = "a build runs no programs"

// noPush says why the branch of mkdocs gh-deploy has no effect.
const noPush = "nothing is pushed to a branch; sitegen init --ci writes how a host publishes the site"

// published returns a function that reports whether a file in the folder of pages is published.
func published(p *foreign.Project) func(file string) bool {
	ignored, _ := glob.NewSet(p.Ignore)
	return func(file string) bool {
		return !ignored.Match(file) && !p.Dialect.Excludes(path.Join(p.Docs, file), false)
	}
}

// fromStated returns the project of pages for which sitegen.toml says in tool.mkdocs how they are read.
func fromStated(root fs.FS, docs string, values map[string]any) *foreign.Project {
	m := mannerOf(values, ".", docs).files(root)
	return project(m, root, values, docs)
}

// settings returns the settings of a configuration. URLs keep capital letters and, with use_directory_urls: false, end
// in page.html.
func settings(m *manner, values map[string]any) foreign.Settings {
	markup := m.markup()
	more := m.site()
	for _, key := range [][2]string{{"site_description", "description"}, {"site_author", "author"}} {
		if s := foreign.TextOf(values[key[0]]); s != "" {
			tableIn(more, "params")[key[1]] = s
		}
	}
	if edit, _ := editURL(values); edit != "" {
		tableIn(more, "params")["editURL"] = edit
	}
	if s := foreign.TextOf(values["copyright"]); s != "" {
		more["copyright"] = s
	}
	if s := locale(values); s != "" && m.editions == nil {
		more["locale"] = s
	}
	if markup.numbers {
		tableIn(tableIn(more, "markup"), "highlight")["lineNos"] = true
	}
	if markup.types {
		tableIn(tableIn(tableIn(tableIn(more, "markup"), "goldmark"), "parser"), "attribute")["block"] = true
	}
	if markup.smarty {
		tableIn(tableIn(tableIn(more, "markup"), "goldmark"), "extensions")["typographer"] = m.typographer()
	}
	return foreign.Settings{
		BaseURL:  foreign.BaseURL(foreign.TextOf(values["site_url"]), ""),
		KeepCase: true, UglyURLs: m.ugly, More: more,
		SidebarSort: fileOrder, Dollars: markup.math, Parens: markup.math, AutoIDType: markup.ids,
		NoTypographer: !markup.smarty, Emoji: markup.emoji, HardWraps: markup.breaks,
		Future: m.future(),
	}
}

// fileOrder is the order of pages without a navigation: by the names of files, and folders last.
const fileOrder = "file"

// locale returns the language of the theme.
func locale(values map[string]any) string {
	theme, _ := values["theme"].(map[string]any)
	return strings.ReplaceAll(cmp.Or(foreign.TextOf(theme["language"]), foreign.TextOf(theme["locale"])), "_", "-")
}

// editURL returns the URL where a page is edited, with {path}:
// https://www.mkdocs.org/user-guide/configuration/#edit_uri. unread means that edit_uri_template has more than the
// path.
func editURL(values map[string]any) (url string, unread bool) {
	text := func(key string) string { return foreign.TextOf(values[key]) }
	repo, uri := strings.TrimSuffix(text("repo_url"), "/"), text("edit_uri")
	if t := text("edit_uri_template"); t != "" {
		if uri = strings.ReplaceAll(t, "{path}", "\x00"); strings.Contains(uri, "{") {
			return "", true
		}
		uri = strings.ReplaceAll(uri, "\x00", "{path}")
	}
	if v, given := values["edit_uri"]; given && v == "" {
		return "", false
	}
	switch {
	case uri != "":
	case strings.Contains(repo, "github.com"), strings.Contains(repo, "gitlab.com"):
		uri = "edit/master/docs/"
	case strings.Contains(repo, "bitbucket.org"):
		uri = "src/default/docs/"
	default:
		return "", false
	}
	if !strings.Contains(uri, "://") {
		if repo == "" {
			return "", false
		}
		uri = repo + "/" + strings.TrimPrefix(uri, "/")
	}
	if !strings.Contains(uri, "{path}") {
		uri = strings.TrimSuffix(uri, "/") + "/{path}"
	}
	return uri, false
}

// hide leaves pages out of the tree that MkDocs leaves out of its navigation, and returns them: those that nav does not
// have, or without one those of not_in_nav. https://www.mkdocs.org/user-guide/configuration/#not_in_nav
func (m *manner) hide(n *nav.Navigation, pages []string, given bool, values map[string]any) []string {
	text, _ := values["not_in_nav"].(string)
	unlisted, _ := foreign.ParsePatterns(text)
	return n.Hide(pages, func(file string) bool {
		return !m.isPost(file) && (given && !n.Named[file] || !given && unlisted.Match(file))
	})
}

// unpublished returns a function that reports whether MkDocs does not publish a file in the folder of pages, or
// anything in a folder: https://www.mkdocs.org/user-guide/configuration/#exclude_docs
func (m *manner) unpublished(values map[string]any) (excludes func(file string, folder bool) bool, err error) {
	var lists [2]foreign.Patterns
	for i, key := range []string{"exclude_docs", "draft_docs"} {
		text, _ := values[key].(string)
		if i == 0 {
			text = ".*\n/templates/\n" + text
		}
		var wrong error
		if lists[i], wrong = foreign.ParsePatterns(text); wrong != nil {
			err = fmt.Errorf("%s: %w", key, wrong)
		}
	}
	more, wrong := m.excluded()
	return func(file string, folder bool) bool {
		if folder {
			return lists[0].Prunes(file) || lists[1].Prunes(file)
		}
		return lists[0].Match(file) || lists[1].Match(file) || more != nil && more.MatchString(file)
	}, cmp.Or(err, wrong)
}

// excluded returns the files that the plugin exclude names; nil if it names none. In its globs, an asterisk also
// matches slashes: https://github.com/apenwarr/mkdocs-exclude
func (m *manner) excluded() (*regexp.Regexp, error) {
	var all []string
	for _, key := range []string{"glob", "regex"} {
		for _, expr := range texts(m.plugins["exclude"][key]) {
			if key == "glob" {
				expr = shellGlob.ReplaceAllStringFunc(expr, func(part string) string {
					switch {
					case part == "*":
						return ".*"
					case part == "?":
						return "."
					case part[0] == '[' && len(part) > 2:
						return strings.Replace(strings.ReplaceAll(part, `\`, `\\`), "[!", "[^", 1)
					}
					return regexp.QuoteMeta(part)
				}) + "$"
			}
			if _, err := regexp.Compile(expr); err != nil {
				return nil, fmt.Errorf("plugins.exclude: %w", err)
			}
			all = append(all, expr)
		}
	}
	if all == nil {
		return nil, nil
	}
	return regexp.Compile("^(?s:" + strings.Join(all, "|") + ")")
}

// shellGlob matches a part of a pattern of Python's fnmatch.
var shellGlob = pattern.New(`\[!?\]?[^\]]*\]|[*?]|[^*?\[]+|\[`)
