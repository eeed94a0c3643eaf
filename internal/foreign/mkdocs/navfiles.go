package mkdocs

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// navFiles reads the navigation that plugins keep in files in the folders of the pages. root contains the project.
type navFiles struct {
	root fs.FS
	docs string
	file string // name of the files
	list bool   // they are lists in Markdown
}

// navOf returns nav, or else what the files of a plugin say; nil if there is none.
// https://lukasgeiter.github.io/mkdocs-awesome-nav/, https://oprypin.github.io/mkdocs-literate-nav/
func navOf(root fs.FS, docs string, values map[string]any) []any {
	if nav, ok := values["nav"].([]any); ok {
		return nav
	}
	names, options := named(values["plugins"])
	for _, p := range []struct{ plugin, key, file string }{
		{"awesome-nav", "filename", ".nav.yml"},
		{"awesome-pages", "filename", ".pages"},
		{"literate-nav", "nav_file", "SUMMARY.md"},
	} {
		if slices.Contains(names, p.plugin) {
			file, _ := options[p.plugin][p.key].(string)
			n := &navFiles{root: root, docs: docs, file: cmp.Or(file, p.file), list: p.plugin == "literate-nav"}
			nav, _ := n.folder(".", 0)
			return nav
		}
	}
	return nil
}

// folder returns the entries of a folder, and its title; "" for sitegen's.
func (n *navFiles) folder(dir string, depth int) (out []any, title string) {
	text, ok := foreign.Head(n.root, path.Join(n.docs, dir, n.file), foreign.MostConfig)
	if depth > mostFolders {
		return nil, ""
	}
	if n.list {
		if ok {
			return n.markdown(dir, string(text), depth), ""
		}
		return n.rest(dir, nil, depth), ""
	}
	value, _, err := frontmatter.DecodeLast(frontmatter.YAML, n.file, text)
	said, _ := value.(map[string]any)
	if err != nil {
		said = nil
	}
	title, _ = said["title"].(string)
	list, ok := said["nav"].([]any)
	if !ok {
		list, _ = said["arrange"].([]any)
	}
	if list == nil {
		list = []any{"..."}
	} else if said["append_unmatched"] == true {
		list = append(list, "...")
	}
	named := map[string]bool{}
	nav.Each(list, func(_, to string, _ []any) { named[path.Clean(to)] = true })
	return n.entries(dir, list, named, depth), title
}

// mostFolders is the maximum depth of folders.
const mostFolders = 50

// entries returns a list of entries with paths from the folder of pages.
func (n *navFiles) entries(dir string, list []any, named map[string]bool, depth int) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		switch {
		case inside != nil:
			nav.Each(inside, func(_, to string, _ []any) { named[path.Clean(to)] = true })
			out = append(out, map[string]any{label: n.entries(dir, inside, named, depth)})
		case to == "..." || strings.HasPrefix(to, "... |"):
			out = append(out, n.rest(dir, named, depth)...)
		case strings.ContainsAny(to, "*?"):
			for _, e := range n.names(dir) {
				if ok, _ := path.Match(to, e.Name()); ok && !named[e.Name()] {
					named[e.Name()] = true
					out = append(out, n.entry(dir, "", e.Name(), depth)...)
				}
			}
		default:
			out = append(out, n.entry(dir, label, to, depth)...)
		}
	})
	return out
}

// entry returns a page, a link, or a folder with its entries.
func (n *navFiles) entry(dir, label, to string, depth int) []any {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "/") {
		return []any{map[string]any{label: to}}
	}
	at := path.Join(dir, to)
	if foreign.IsDir(n.root, path.Join(n.docs, at)) && fs.ValidPath(at) {
		inside, title := n.folder(at, depth+1)
		if len(inside) == 0 {
			return nil
		}
		return []any{map[string]any{cmp.Or(label, title): inside}}
	}
	if label == "" {
		return []any{at}
	}
	return []any{map[string]any{label: at}}
}

// rest returns the pages and folders in a folder that are not named.
func (n *navFiles) rest(dir string, named map[string]bool, depth int) (out []any) {
	for _, e := range n.names(dir) {
		if !named[e.Name()] {
			out = append(out, n.entry(dir, "", e.Name(), depth)...)
		}
	}
	return out
}

// names returns the pages and folders in a folder: the page of the folder first, then by name.
func (n *navFiles) names(dir string) []fs.DirEntry {
	list, _ := fs.ReadDir(n.root, path.Join(n.docs, dir))
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || e.Name() == n.file || !e.IsDir() && path.Ext(e.Name()) != ".md"
	})
	isIndex := func(e fs.DirEntry) int {
		if e.Name() == "index.md" || e.Name() == "README.md" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b fs.DirEntry) int { return isIndex(a) - isIndex(b) })
	return list
}

// bullet matches an item of a list with a link, a text or a pattern.
var bullet = pattern.New(`^(\s*)[-*+][ \t]+(?:\[(.*)\]\(<?([^)>\s]*)>?\)|(.+?))\s*$`)

// markdown returns the entries in a nested list of links.
func (n *navFiles) markdown(dir, text string, depth int) []any {
	type level struct {
		indent int
		label  string
		inside []any
	}
	stack := []level{{indent: -1}}
	named := map[string]bool{}
	add := func(entries ...any) {
		top := &stack[len(stack)-1]
		top.inside = append(top.inside, entries...)
	}
	pop := func(indent int) {
		for len(stack) > 1 && stack[len(stack)-1].indent >= indent {
			done := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if len(done.inside) > 0 {
				add(map[string]any{done.label: done.inside})
			}
		}
	}
	var found [][]string
	for line := range strings.Lines(text) {
		if m := bullet.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			found = append(found, m)
			named[path.Clean(m[3])] = true
		}
	}
	for _, m := range found {
		indent := len(m[1])
		pop(indent)
		switch {
		case m[3] != "":
			add(n.entry(dir, m[2], m[3], depth)...)
		case strings.ContainsAny(m[4], "*?"):
			add(n.entries(dir, []any{m[4]}, named, depth)...)
		default:
			stack = append(stack, level{indent: indent, label: strings.Trim(m[2]+m[4], "*_")})
		}
	}
	pop(0)
	return stack[0].inside
}
