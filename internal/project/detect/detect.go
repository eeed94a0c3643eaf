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
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Tool is what wrote for another program leave in the folder of their project.
type Tool struct {
	Name  string // "MkDocs", "Docusaurus", "Obsidian"; "" when none is known
	File  string // what tells: "mkdocs.yml", ".obsidian"
	Docs  string // its folder of Markdown files, relative to the project: ".", "docs", "../docs"
	Title string // of the site; "" when not known
	URL   string // of the site; "" when not known

	Ignore []string // glob patterns of files in Docs that are not content
	Route  string   // where Docusaurus has its docs on the site: "docs", or "" for the top
	Static []string // folders of files that are published as they are, relative to the project

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
		text, ok := head(root, file, 1<<16)
		if !ok {
			continue
		}
		var t Tool
		switch {
		case name == "_config.yml":
			t = jekyll(root, dir, text)
		case strings.HasPrefix(name, "mkdocs"):
			t = mkdocs(dir, inherited(root, file, text))
		default:
			t = docusaurus(root, dir, text)
		}
		t.File = file
		if t.Name != "" && isDir(root, t.Docs) {
			return t
		}
	}
	if isDir(root, path.Join(dir, "_posts")) && isDir(root, path.Join(dir, "_layouts")) {
		return Tool{Name: "Jekyll", File: path.Join(dir, "_posts"), Docs: dir, Ignore: jekyllIgnores(nil)} // its configuration may be missing
	}
	return Tool{}
}

// inherited returns the text of a configuration of MkDocs, followed by those that it inherits from.
func inherited(root fs.FS, file string, text []byte) []byte {
	all := text
	for range 10 {
		parent := atTop(text, "INHERIT")
		if parent == "" {
			break
		}
		file = path.Join(path.Dir(file), parent)
		var ok bool
		if text, ok = head(root, file, 1<<16); !ok {
			break
		}
		all = slices.Concat(all, []byte("\n"), text)
	}
	return all
}

// mkdocs reads https://www.mkdocs.org/user-guide/configuration/#docs_dir and …/#theme.
func mkdocs(dir string, text []byte) Tool {
	docs := path.Clean(cmp.Or(atTop(text, "docs_dir"), "docs"))
	if !fs.ValidPath(docs) {
		docs = "docs"
	}
	t := Tool{Name: "MkDocs", Docs: path.Join(dir, docs), Title: atTop(text, "site_name"), URL: absolute(atTop(text, "site_url"), "")}
	if below, ok := strings.CutPrefix(path.Clean(assigned(text, "custom_dir")), docs+"/"); ok {
		t.Ignore = []string{below + "/**"} // templates
	}
	return t
}

// jekyll reads https://jekyllrb.com/docs/configuration/options/.
func jekyll(root fs.FS, dir string, text []byte) Tool {
	if !Jekyll(text, func(name string) bool {
		_, err := fs.Stat(root, path.Join(dir, name))
		return err == nil
	}) {
		return Tool{}
	}
	return Tool{
		Name: "Jekyll", Docs: dir, Title: cmp.Or(atTop(text, "title"), atTop(text, "name")),
		URL: absolute(atTop(text, "url"), atTop(text, "baseurl")), Ignore: jekyllIgnores(text),
	}
}

// Jekyll reports whether a folder with a _config.yml is a project of Jekyll: has tells which names are in it. Files of that
// name are those of Hexo and Jupyter Book, too.
func Jekyll(config []byte, has func(name string) bool) bool {
	if has("scaffolds") || has("_toc.yml") {
		return false
	}
	return slices.ContainsFunc([]string{"_posts", "_layouts", "_drafts", "_includes", "Gemfile"}, has) || jekyllKeys.Match(config)
}

// jekyllKeys are keys that only Jekyll has, and themes that only it has.
var jekyllKeys = regexp.MustCompile(`(?m)^(?:collections|remote_theme|kramdown|theme[ \t]*:[ \t]*["']?(?:jekyll-|minima|just-the-docs|minimal-mistakes))`)

// templates are the folders of a vault that hold templates of notes: https://obsidian.md/help/plugins/templates
func templates(root fs.FS) []string {
	out := []string{templateNames()}
	for _, name := range vaultFiles() {
		if text, ok := head(root, name, 1<<16); ok {
			for _, m := range templateFolder.FindAllSubmatch(text, -1) {
				if dir := path.Clean(strings.Trim(string(m[1]), "/")); fs.ValidPath(dir) && dir != "." {
					out = append(out, dir+"/**")
				}
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

var templateFolder = regexp.MustCompile(`"(?:folder|templates_folder)"\s*:\s*"([^"\\]+)"`)

// jekyllIgnores is what Jekyll does not read as pages: folders that begin with an underscore, drafts among them, what it
// wrote, and what its configuration excludes. https://jekyllrb.com/docs/structure/
func jekyllIgnores(config []byte) []string {
	out := []string{"**/_*/**", "**/_*", "vendor/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE.md"}
	if m := excluded.FindSubmatch(config); m != nil {
		for _, name := range listed.FindAllSubmatch(m[1], -1) {
			if dir := path.Clean(strings.Trim(string(name[1]), "/")); fs.ValidPath(dir) && dir != "." {
				out = append(out, dir, dir+"/**")
			}
		}
	}
	return out
}

var (
	excluded = regexp.MustCompile(`(?m)^exclude:[ \t]*((?:\[[^\]]*\])|(?:\r?\n[ \t]*-[^\n]*)+)`)
	listed   = regexp.MustCompile(`[\[,\n][ \t-]*["']?([^"',\]\s]+)`)
)

// absolute is the URL of a site, with a slash at its end; "" where the host is not known.
func absolute(host, below string) string {
	u, err := url.Parse(host)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(host, "/")+"/"+strings.Trim(below, "/"), "/") + "/"
}

// assignment is a line `key: value` of YAML or of a JavaScript object.
var assignment = regexp.MustCompile(`(?m)^([ \t]*)["']?([A-Za-z_]+)["']?:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'#{\[!&*][^\n#]*))`)

// assigned returns the first value of a key among the least indented ones; "" if the key is missing, or its value is not a
// plain string.
func assigned(text []byte, key string) (value string) {
	value, _ = least(text, key)
	return value
}

// atTop returns the value of a key that is not below another one.
func atTop(text []byte, key string) string {
	if value, indent := least(text, key); indent == 0 {
		return value
	}
	return ""
}

// least returns the value of a key and how far it is indented, -1 for none.
func least(text []byte, key string) (value string, indent int) {
	indent = -1
	for _, m := range assignment.FindAllSubmatch(text, -1) {
		if string(m[2]) == key && (indent < 0 || len(m[1]) < indent) {
			indent = len(m[1])
			value = strings.TrimSpace(string(slices.Concat(m[3], m[4], bytes.TrimRight(m[5], " \t\r,"))))
		}
	}
	return value, indent
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
		if text, ok := head(root, name, headSize); ok {
			if title := titleOf(text); title != "" {
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
func titleOf(text []byte) string {
	meta, body := split(text)
	for line := range bytes.Lines(meta) {
		if key, value := pair(line); key == "title" {
			return strings.Trim(value, `"' `)
		}
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
