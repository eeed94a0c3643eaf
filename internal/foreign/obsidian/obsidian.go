// Package obsidian reads the notes of Obsidian: https://obsidian.md/help/
package obsidian

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
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
		p := project(root, ".obsidian")
		p.Settings.Future = true
		return p
	},
}

// project returns the project of a vault; file is the evidence for it.
func project(root fs.FS, file string) *foreign.Project {
	return &foreign.Project{
		File: file, Docs: ".", Ignore: templates(root), Homes: []string{"Home.md", "index.md", "_index.md", "README.md"},
		Dialect: foreign.Dialect{
			Name: name, Home: "home", FindByName: true, TopHeading: true, Sections: true,
			Front: func(p *foreign.Page, body []byte) { front(p.Values, string(body)) },
			Text:  func(t *block.Text, p *foreign.Page) []foreign.Problem { return read(t, p) },
			Title: func(base string, _ map[string]any) string { return base },
		},
		Settings: foreign.Settings{
			FolderNames: true, Dollars: true, WikiLinks: true, Backlinks: true, HardWraps: true, Mark: true,
			OnlyTags:      true, // a vault has no other taxonomy, and a folder may be called Categories
			NoTypographer: true,
		},
	}
}

// front prevents values about a note's subject from affecting its page: other names as redirects, the URL, the type. It
// also adds the #tags of the text to the tags.
// https://obsidian.md/help/properties#Default+properties
func front(values map[string]any, body string) {
	for _, key := range []string{"aliases", "type", "slug"} {
		foreign.Move(values, key, "note"+key)
		delete(values, key)
	}
	// https://obsidian.md/help/properties#Properties+for+Obsidian+Publish
	if isDrawing(values) || foreign.IsNo(values["publish"]) {
		values["draft"] = true
	}
	for key, v := range values {
		values[key] = linked(v)
	}
	if title, ok := values["title"].(string); ok {
		values["title"] = variable.ReplaceAllString(linkInTitle.ReplaceAllString(title, "$1"), "")
	}
	all, found := foreign.Words(values["tags"]), tags(board(body, values))
	for i, v := range all {
		if name, ok := v.(string); ok {
			all[i] = strings.TrimLeft(name, "#")
		}
	}
	if len(all) == 0 && len(found) == 0 {
		return
	}
	for _, name := range found {
		if !slices.Contains(all, any(name)) {
			all = append(all, name)
		}
	}
	values["tags"] = all
}

// isDrawing reports whether a note is a drawing of the plugin Excalidraw.
func isDrawing(values map[string]any) bool { return values["excalidraw-plugin"] != nil }

// link matches a value that is a link: https://obsidian.md/help/properties#Text
var link = pattern.New(`^!?\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\]$`)

// linkInTitle matches a link in a title, which is text.
var linkInTitle = pattern.New(`!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]`)

// picture matches the names of pictures.
var picture = pattern.New(`(?i)\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$`)

// linked returns a value that is a link to a picture as its name, which themes look for.
func linked(v any) any {
	switch v := v.(type) {
	case string:
		if m := link.FindStringSubmatch(strings.TrimSpace(v)); m != nil && picture.MatchString(m[1]) {
			return strings.TrimSpace(m[1])
		}
	case []any:
		for i := range v {
			v[i] = linked(v[i])
		}
	}
	return v
}

// templates returns patterns of a vault's folders that contain note templates, or that Obsidian Publish excludes:
// https://obsidian.md/help/plugins/templates, https://obsidian.md/help/publish/publish
func templates(root fs.FS) []string {
	out := []string{templateNames()}
	for _, name := range []string{
		".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json", ".obsidian/publish.json",
	} {
		text, ok := foreign.Head(root, name, foreign.MostConfig)
		if !ok {
			continue
		}
		value, _, err := frontmatter.Decode(frontmatter.JSON, name, text)
		settings, _ := value.(map[string]any)
		excluded, _ := settings["excluded"].([]any)
		for _, dir := range append(excluded, settings["folder"], settings["templates_folder"]) {
			dir, ok := dir.(string)
			if dir = path.Clean(strings.Trim(dir, "/")); ok && err == nil && fs.ValidPath(dir) && dir != "." {
				out = append(out, literally(dir)+"/**")
			}
		}
	}
	return out
}

// templateNames returns a pattern of the usual names of template folders, in case no settings name one: Templates, in
// any folder, also after a number or sign for sorting, as in "01 Templates" or "_templates".
func templateNames() string {
	before := []string{""}
	for range 6 {
		before = append(before, before[len(before)-1]+"[!a-zA-Z]")
	}
	return "**/{" + strings.Join(before, ",") +
		"}{Templates,templates,TEMPLATES,Template,template,Vorlagen,Modèles,Plantillas,Modelli,Sjablonen,Szablony,Шаблоны,模板,テンプレート}/**"
}

// literally returns a glob pattern that matches only one name.
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
