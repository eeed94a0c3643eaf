// Package obsidian reads the notes of Obsidian: https://obsidian.md/help/
package obsidian

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

const name = "Obsidian"

// Tool is Obsidian.
var Tool = &foreign.Tool{
	Name: name, ID: "obsidian", Notice: notice,
	Detect: func(root fs.FS, dir string) *foreign.Project {
		if dir != "." || !foreign.IsDir(root, ".obsidian") {
			return nil
		}
		return project(root, ".obsidian")
	},
}

// project is a vault; file is what tells.
func project(root fs.FS, file string) *foreign.Project {
	return &foreign.Project{
		File: file, Docs: ".", Ignore: templates(root), Homes: []string{"Home.md", "index.md", "_index.md", "README.md"},
		Dialect: foreign.Dialect{
			Name: name, Home: "home", FindByName: true, TopHeading: true,
			Front: func(_, _ string, values map[string]any, body []byte) { front(values, block.New(string(body))) },
			Text: func(t *block.Text, _, _ string) []foreign.Problem {
				uncomment(t)
				return bases(t)
			},
			Title: func(base string, _ map[string]any) string { return base },
		},
		Settings: foreign.Settings{
			FolderNames: true, Dollars: true, WikiLinks: true, Backlinks: true, HardWraps: true, Mark: true,
			OnlyTags:      true, // a vault has no other taxonomy, and a folder may be called Categories
			NoTypographer: true,
		},
	}
}

// front keeps the other names of a note from becoming redirects, and the address and the type of what it is about from
// becoming its own, and lists the tags of its text.
// https://obsidian.md/help/properties#Default+properties
func front(values map[string]any, t *block.Text) {
	if names, ok := values["aliases"]; ok {
		values["notealiases"] = names
		delete(values, "aliases")
	}
	if kind, ok := values["type"]; ok {
		values["notetype"] = kind
		delete(values, "type")
	}
	if url, _ := values["url"].(string); strings.Contains(url, "://") {
		values["noteurl"] = url
		delete(values, "url")
	}
	if foreign.IsNo(values["publish"]) { // https://obsidian.md/help/properties#Properties+for+Obsidian+Publish
		values["draft"] = true
	}
	uncomment(t)
	found := tags(t)
	if len(found) == 0 {
		return
	}
	all := foreign.Words(values["tags"])
	for _, name := range found {
		if !slices.Contains(all, any(name)) {
			all = append(all, name)
		}
	}
	values["tags"] = all
}

// vaultFiles are the files by which a vault says which folder holds templates.
func vaultFiles() []string {
	return []string{".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"}
}

// templates are the folders of a vault that hold templates of notes: https://obsidian.md/help/plugins/templates
func templates(root fs.FS) []string {
	out := []string{templateNames()}
	for _, name := range vaultFiles() {
		text, ok := foreign.Head(root, name, foreign.MostConfig)
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
	return "**/{" + strings.Join(before, ",") +
		"}{Templates,templates,TEMPLATES,Template,template,Vorlagen,Modèles,Plantillas,Modelli,Sjablonen,Szablony,Шаблоны,模板,テンプレート}/**"
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
