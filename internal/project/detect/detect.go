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
	Docs  string // its folder of Markdown files, relative to the project; "." for the project's own
	Title string // of the site; "" when not known
	URL   string // of the site; "" when not known

	Ignore    []string // glob patterns of what is no content in Docs
	Permalink string   // Jekyll's setting
}

// Files are the files in a project's folder that an answer may depend on, beside those in content folders.
func Files() []string { return append(append(tools(), vaultFiles()...), "README.md") }

// vaultFiles are the files by which a vault says which folder holds templates.
func vaultFiles() []string {
	return []string{".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"}
}

// tools are the files that Find looks into.
func tools() []string {
	return []string{"mkdocs.yml", "mkdocs.yaml", "docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs", "docusaurus.config.mts", "docusaurus.config.cts", "_config.yml"}
}

// Find returns the tool that a project was written for.
func Find(root fs.FS) Tool {
	for _, name := range tools() {
		text, ok := head(root, name, 1<<16)
		if !ok {
			continue
		}
		t := Tool{Name: "Docusaurus", File: name, Docs: "docs", Title: assigned(text, "title"), Ignore: []string{"**/_*.md", "**/_*.mdx", "**/_*/**"}}
		if name == "_config.yml" {
			if !isDir(root, "_posts") && !isDir(root, "_layouts") && !isDir(root, "_drafts") {
				continue
			}
			t = Tool{Name: "Jekyll", File: name, Docs: ".", Title: cmp.Or(atTop(text, "title"), atTop(text, "name")), Ignore: jekyllIgnores(text), Permalink: atTop(text, "permalink")}
			t.URL = absolute(atTop(text, "url"), atTop(text, "baseurl"))
		}
		if strings.HasPrefix(name, "mkdocs") {
			t.Ignore = nil
			t.Name, t.Title, t.URL = "MkDocs", atTop(text, "site_name"), absolute(atTop(text, "site_url"), "")
			// https://www.mkdocs.org/user-guide/configuration/#docs_dir and …/#theme
			if dir := atTop(text, "docs_dir"); dir != "" && fs.ValidPath(path.Clean(dir)) {
				t.Docs = path.Clean(dir)
			}
			if dir, below := strings.CutPrefix(path.Clean(assigned(text, "custom_dir")), t.Docs+"/"); below {
				t.Ignore = []string{dir + "/**"} // templates
			}
		}
		if isDir(root, t.Docs) {
			return t
		}
	}
	if isDir(root, "_posts") && isDir(root, "_layouts") {
		return Tool{Name: "Jekyll", File: "_posts", Docs: ".", Ignore: jekyllIgnores(nil)} // its configuration may be missing
	}
	if isDir(root, ".obsidian") {
		return Tool{Name: "Obsidian", File: ".obsidian", Docs: ".", Ignore: templates(root)}
	}
	return Tool{}
}

// templates are the folders of a vault that hold templates of notes: https://obsidian.md/help/plugins/templates
func templates(root fs.FS) []string {
	out := []string{"Templates/**", "templates/**", "_templates/**"}
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

var templateFolder = regexp.MustCompile(`"(?:folder|templates_folder)"\s*:\s*"([^"\\]+)"`)

// jekyllIgnores is what Jekyll does not read as pages: folders that begin with an underscore, drafts among them, what it
// wrote, and what its configuration excludes. https://jekyllrb.com/docs/structure/
func jekyllIgnores(config []byte) []string {
	out := []string{"_*/**", "_*", "vendor/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE.md"}
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
	files := []string{path.Join(content, home), path.Join(content, "index.md"), path.Join(content, "_index.md"), path.Join(content, "README.md"), "README.md"}
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
	for _, m := range heading.FindAllSubmatch(body, -1) {
		s := picture.ReplaceAllString(string(m[1]), "")
		s = emphasis.Replace(tag.ReplaceAllString(linked.ReplaceAllString(s, "$1"), ""))
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			return s
		}
	}
	return ""
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
