// Package detect tells from the files of a project what it is where nobody said so: which folder holds
// the content, whether a blog or documentation, and its title.
//
// Every answer is a pure function of the tree, the same for build and preview and on any machine. Few files
// are looked at, however large the project is: names of the folders near the top, and the beginnings of
// a fixed number of pages.
package detect

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign/mkdocs"
)

// Tool is what wrote for another program leave in the folder of their project.
type Tool struct {
	Name  string // "MkDocs", "Docusaurus", "Obsidian"; "" when none is known
	File  string // what tells: "mkdocs.yml", ".obsidian"
	Wrong error  // why File was not read: a *literal.NestingError, or nil
	Docs  string // its folder of Markdown files, relative to the project: ".", "docs", "../docs"
	Title string // of the site; "" when not known
	URL   string // of the site; "" when not known

	Ignore []string // glob patterns of files in Docs that are not content
	Keep   []string // and of those that are, although their names are hidden
	Route  string   // where Docusaurus has its docs on the site: "docs", or "" for the top
	Static []string // folders of files that are published as they are, relative to the project

	Math        bool // $…$ is a formula: Docusaurus has remark-math
	KeepNumbers bool // numbers at the beginning of names are no positions: numberPrefixParser of Docusaurus is false
}

// vaultFiles are the files by which a vault says which folder holds templates.
func vaultFiles() []string {
	return []string{".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"}
}

// tools are the files that Find looks into.
func tools() []string {
	return []string{"mkdocs.yml", "mkdocs.yaml", "docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs", "docusaurus.config.mts", "docusaurus.config.cts", "_config.yml"}
}

// nested are the usual names of the folder in which a repository of something else keeps the project of its site.
func nested() []string {
	return []string{"website", "docs", "documentation", "site", "docs-site", "dev-docs"}
}

// Find returns the tool that a project was written for. root reads paths that begin with "../", too: the pages of a site may
// be next to its project. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#path
func Find(root fs.FS) Tool {
	if t := in(root, "."); t.Name != "" {
		return t
	}
	if isDir(root, ".obsidian") {
		return Tool{Name: "Obsidian", File: ".obsidian", Docs: ".", Ignore: templates(root)}
	}
	for _, dir := range nested() {
		if t := in(root, dir); t.Name != "" {
			return t
		}
	}
	return Tool{}
}

// in returns the tool whose configuration is in a folder.
func in(root fs.FS, dir string) Tool {
	for _, name := range tools() {
		file := path.Join(dir, name)
		text, ok := head(root, file, mostConfig)
		if !ok {
			continue
		}
		var t Tool
		switch {
		case name == "_config.yml":
			t = jekyllTool(root, dir, values(root, file, text))
		case strings.HasPrefix(name, "mkdocs"):
			t = mkdocsTool(dir, values(root, file, text))
		default:
			t = docusaurus(root, dir, text)
		}
		t.File = file
		if t.Name != "" && isDir(root, t.Docs) {
			return t
		}
	}
	if isDir(root, path.Join(dir, "_posts")) && isDir(root, path.Join(dir, "_layouts")) {
		ignore, keep := jekyllFiles(nil)
		return Tool{Name: "Jekyll", File: path.Join(dir, "_posts"), Docs: dir, Ignore: ignore, Keep: keep} // its configuration may be missing
	}
	return Tool{}
}

// mostConfig is how much of a configuration is read.
const mostConfig = 1 << 20

// values are those of a configuration in YAML, with what it inherits; nil if it cannot be read, which the build reports.
func values(root fs.FS, file string, text []byte) (all map[string]any) {
	chain, _ := mkdocs.Read(file, func(name string) ([]byte, error) {
		if name == file {
			return text, nil
		}
		inherited, ok := head(root, name, mostConfig)
		if !ok {
			return nil, fs.ErrNotExist
		}
		return inherited, nil
	})
	for _, c := range chain {
		all = mkdocs.Merge(all, c.Root)
	}
	return all
}

// textOf is a value as one line of text, and "" for what is no text or number. Of a list it is the last item: the default of
// !ENV [NAME, default].
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case uint64, int64, float64:
		return fmt.Sprint(v)
	case []any:
		if len(v) > 0 {
			return textOf(v[len(v)-1])
		}
	}
	return ""
}

// mkdocsTool reads https://www.mkdocs.org/user-guide/configuration/#docs_dir and …/#theme.
func mkdocsTool(dir string, root map[string]any) Tool {
	docs := path.Clean(cmp.Or(textOf(root["docs_dir"]), "docs"))
	if !fs.ValidPath(docs) {
		docs = "docs"
	}
	t := Tool{Name: "MkDocs", Docs: path.Join(dir, docs), Title: textOf(root["site_name"]), URL: absolute(textOf(root["site_url"]), "")}
	theme, _ := root["theme"].(map[string]any)
	if below, ok := strings.CutPrefix(path.Clean(textOf(theme["custom_dir"])), docs+"/"); ok {
		t.Ignore = []string{below + "/**"} // templates
	}
	return t
}

// jekyllTool reads https://jekyllrb.com/docs/configuration/options/.
func jekyllTool(root fs.FS, dir string, config map[string]any) Tool {
	if !Jekyll(config, func(name string) bool {
		_, err := fs.Stat(root, path.Join(dir, name))
		return err == nil
	}) {
		return Tool{}
	}
	t := Tool{
		Name: "Jekyll", Docs: dir, Title: cmp.Or(textOf(config["title"]), textOf(config["name"])),
		URL: absolute(textOf(config["url"]), textOf(config["baseurl"])),
	}
	t.Ignore, t.Keep = jekyllFiles(config)
	return t
}

// Jekyll reports whether a folder with a _config.yml is a project of Jekyll: has tells which names are in it. Files of that
// name are those of Hexo and Jupyter Book, too.
func Jekyll(config map[string]any, has func(name string) bool) bool {
	if has("scaffolds") || has("_toc.yml") {
		return false
	}
	theme := textOf(config["theme"])
	return slices.ContainsFunc([]string{"_posts", "_layouts", "_drafts", "_includes", "Gemfile"}, has) ||
		slices.ContainsFunc([]string{"collections", "remote_theme", "kramdown"}, func(key string) bool { return config[key] != nil }) ||
		slices.ContainsFunc([]string{"jekyll-", "minima", "just-the-docs", "minimal-mistakes"}, func(name string) bool { return strings.HasPrefix(theme, name) })
}

// templates are the folders of a vault that hold templates of notes: https://obsidian.md/help/plugins/templates
func templates(root fs.FS) []string {
	out := []string{templateNames()}
	for _, name := range vaultFiles() {
		text, ok := head(root, name, mostConfig)
		if !ok {
			continue
		}
		value, _, err := frontmatter.Decode(frontmatter.JSON, name, text)
		settings, _ := value.(map[string]any)
		for _, key := range []string{"folder", "templates_folder"} {
			dir, ok := settings[key].(string)
			if dir = path.Clean(strings.Trim(dir, "/")); ok && err == nil && fs.ValidPath(dir) && dir != "." {
				out = append(out, literally(dir)+"/**")
			}
		}
	}
	return out
}

// templateNames is a pattern of the names that folders of templates have where no settings name one: Templates, in any
// folder, also behind a number or a sign that puts it in its place, as in "01 Templates" or "_templates".
func templateNames() string {
	before := []string{""}
	for range 6 {
		before = append(before, before[len(before)-1]+"[!a-zA-Z]")
	}
	return "**/{" + strings.Join(before, ",") + "}{Templates,templates,TEMPLATES,Template,template,Vorlagen,Modèles,Plantillas,Modelli,Sjablonen,Szablony,Шаблоны,模板,テンプレート}/**"
}

// literally is a glob pattern of one name.
func literally(name string) string {
	var b strings.Builder
	for _, c := range name {
		if strings.ContainsRune(`*?[]{}\`, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// jekyllFiles are what Jekyll does not read: folders that begin with an underscore, drafts among them, what tools keep in the
// folder, and what its configuration excludes; and what it reads although the name is hidden.
// https://jekyllrb.com/docs/configuration/options/#global-configuration
func jekyllFiles(config map[string]any) (ignore, keep []string) {
	ignore = []string{
		"**/_*/**", "**/_*", "**/~*", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE.md", "**/node_modules/**",
		"gemfiles/**", "Gemfile*", "vendor/{bundle,cache,gems,ruby}/**",
	}
	include := append(names(config["include"]), ".htaccess")
	for _, name := range include {
		keep = append(keep, name, name+"/**", "**/"+name)
	}
	for _, name := range names(config["exclude"]) {
		if slices.Contains(include, name) {
			continue
		}
		if ignore = append(ignore, name, name+"/**", name+"*", name+"*/**"); strings.Contains(name, "*") { // it stands for folders, too
			ignore = append(ignore, path.Join(path.Dir(name), "**", path.Base(name)))
		}
	}
	return ignore, keep
}

// names are paths in a project that a configuration lists.
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

// absolute is the URL of a site, with a slash at its end; "" where the host is not known.
func absolute(host, below string) string {
	u, err := url.Parse(host)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(host, "/")+"/"+strings.Trim(below, "/"), "/") + "/"
}

// Title returns the title of a site whose content lies in a folder: that of the tool, or the heading of the
// first file of its home page. why names the file; both are "" when no file tells.
func Title(root fs.FS, t Tool, content string) (title, why string) {
	if t.Title != "" {
		return t.Title, t.File
	}
	home := "index.md"
	if t.Name == "Obsidian" {
		home = "Home.md"
	}
	if t.Name == "Jekyll" {
		return titleIn(root, path.Join(content, "index.md")) // it publishes no README.md
	}
	return titleIn(root, path.Join(content, home), path.Join(content, "index.md"), path.Join(content, "_index.md"), path.Join(content, "README.md"), "README.md")
}

// titleIn returns the title of the first file that has one.
func titleIn(root fs.FS, files ...string) (title, why string) {
	for _, name := range files {
		if text, ok := head(root, name, mostConfig); ok {
			if title := titleOf(name, text); title != "" {
				return title, name
			}
		}
	}
	return "", ""
}

var (
	heading  = regexp.MustCompile(`(?m)^#[ \t]+(.+?)[ \t]*#*[ \t]*\r?$`)
	picture  = regexp.MustCompile(`!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])`)
	linked   = regexp.MustCompile(`\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])`)
	tag      = regexp.MustCompile(`<[^>]*>`)
	emphasis = strings.NewReplacer("**", "", "__", "", "*", "", "`", "")
)

// titleOf returns the title in a file's front matter, or the text of its first heading.
func titleOf(name string, text []byte) string {
	body := text
	if front, err := frontmatter.Parse(name, text); err == nil {
		if title := textOf(front.Values["title"]); title != "" {
			return title
		}
		body = text[front.Body:]
	}
	for _, m := range heading.FindAllSubmatch(codeText.ReplaceAllFunc(body, inLine), -1) {
		s := picture.ReplaceAllString(string(m[1]), "")
		s = emphasis.Replace(tag.ReplaceAllString(linked.ReplaceAllString(s, "$1"), ""))
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			return s
		}
	}
	return ""
}

// inLine keeps code in a line, which may be in a heading, and drops blocks of code.
func inLine(code []byte) []byte {
	if bytes.IndexByte(code, '\n') < 0 {
		return code
	}
	return nil
}

// headSize is how much of a file is read.
const headSize = 4096

// head returns the beginning of a file.
func head(root fs.FS, name string, size int64) ([]byte, bool) {
	f, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	text, err := io.ReadAll(io.LimitReader(f, size))
	return bytes.TrimPrefix(text, []byte("\uFEFF")), err == nil
}

func isDir(root fs.FS, name string) bool {
	info, err := fs.Stat(root, name)
	return err == nil && info.IsDir()
}
