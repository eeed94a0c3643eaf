package mkdocs

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// shelf contains the pages of a project by folder. Plugins make a navigation of it, or of files in its folders.
type shelf struct {
	root  fs.FS
	docs  string
	file  string              // name of the plugin's files
	names map[string][]string // of the pages and folders in a folder, in the order of MkDocs; those of folders end in "/"
	pages []string            // all pages
	twice []string            // README.md of folders with an index.md
	named map[string]bool     // pages and folders in the navigation
	index bool                // the page of a folder is the first entry of a literate navigation
}

// shelve lists the pages that MkDocs publishes. In a folder, its page is first, then the others, and then the folders.
// https://github.com/mkdocs/mkdocs/blob/1.6.1/mkdocs/structure/files.py
func shelve(root fs.FS, docs string, published func(file string) bool) *shelf {
	s := &shelf{root: root, docs: docs, names: map[string][]string{}, named: map[string]bool{}}
	s.list(".", published, 0)
	return s
}

// list adds a folder, and reports whether there are pages in it.
func (s *shelf) list(dir string, published func(file string) bool, depth int) (found bool) {
	if depth > mostFolders {
		return false
	}
	entries, _ := fs.ReadDir(s.root, path.Join(s.docs, dir))
	var folders, readmes []string
	for _, e := range entries {
		name := e.Name()
		at := path.Join(dir, name)
		switch folder := e.IsDir(); {
		case strings.HasPrefix(name, "."):
		case !folder && !published(at):
			if isReadme(name) {
				readmes = append(readmes, at)
			}
		case folder:
			folders = append(folders, name)
		case slices.Contains(pageEnds, path.Ext(name)):
			s.names[dir] = append(s.names[dir], name)
		}
	}
	slices.SortStableFunc(s.names[dir], func(a, b string) int {
		if isIndex(a) != isIndex(b) {
			return map[bool]int{true: -1, false: 1}[isIndex(a)]
		}
		return strings.Compare(a, b)
	})
	if list := s.names[dir]; len(list) > 0 && isIndex(list[0]) {
		s.twice = append(s.twice, readmes...)
	}
	for _, name := range s.names[dir] {
		s.pages = append(s.pages, path.Join(dir, name))
	}
	for _, name := range folders {
		if s.list(path.Join(dir, name), published, depth+1) {
			s.names[dir] = append(s.names[dir], name+"/")
		}
	}
	return len(s.names[dir]) > 0
}

// pageEnds are the extensions of pages.
var pageEnds = []string{".md", ".markdown", ".mkd", ".mkdn"}

// isReadme reports whether a file is the page of its folder unless there is an index.md.
func isReadme(file string) bool {
	return foreign.Stem(path.Base(file)) == "README" && slices.Contains(pageEnds, path.Ext(file))
}

// isIndex reports whether a name is that of the page of a folder.
func isIndex(name string) bool {
	stem := foreign.Stem(path.Base(name))
	return stem == "index" || stem == "README"
}

// mostFolders is the maximum depth of folders.
const mostFolders = 50

// navigation returns nav as plugins complete or replace it; nil if there is none.
// https://oprypin.github.io/mkdocs-literate-nav/
func (s *shelf) navigation(values map[string]any) []any {
	list, _ := values["nav"].([]any)
	names, options := enabled(values["plugins"])
	has := func(plugin, key, file string) bool {
		said, _ := options[plugin][key].(string)
		s.file = cmp.Or(said, file)
		return slices.Contains(names, plugin)
	}
	switch {
	case has("awesome-nav", "filename", ".nav.yml"):
		return s.awesome()
	case has("awesome-pages", "filename", ".pages"):
		o := options["awesome-pages"]
		if list == nil {
			return s.arranged(".", o, o["collapse_single_pages"] == true)
		}
		nav.Each(flat(list), func(_, to string, _ []any) { s.named[path.Clean(to)] = true })
		return s.completed(list, o)
	case has("literate-nav", "nav_file", "SUMMARY.md"):
		s.index = options["literate-nav"]["implicit_index"] == true
		if list == nil || foreign.Exists(s.root, path.Join(s.docs, s.file)) { // the file replaces nav
			return s.literate(".", nil)
		}
		return s.resolved(s.linked(".", list), nil)
	}
	return list
}

// flat returns the entries of a navigation that are not groups.
func flat(list []any) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		if inside != nil {
			out = append(out, flat(inside)...)
		} else {
			out = append(out, map[string]any{label: to})
		}
	})
	return out
}

// labeled returns an entry with a label; "" for none, which only groups have.
func labeled(label string, to any) any {
	if _, group := to.([]any); label == "" && !group {
		return to
	}
	return map[string]any{label: to}
}

// isFolder reports whether there are pages in a folder.
func (s *shelf) isFolder(dir string) bool { return len(s.names[dir]) > 0 }

// isPage reports whether a page exists.
func (s *shelf) isPage(file string) bool {
	return slices.Contains(s.names[path.Dir(file)], path.Base(file))
}

// wildcard is an entry that stands for the pages and folders that match a pattern, and folder one for a folder.
type (
	wildcard string
	folder   string
)

// literate returns the entries of a folder: those in its list of links, or else all.
func (s *shelf) literate(dir string, above []string) []any {
	if slices.Contains(above, dir) || len(above) > mostFolders {
		return nil
	}
	above = append(slices.Clip(above), dir)
	text, _ := foreign.Head(s.root, path.Join(s.docs, dir, s.file), foreign.MostConfig)
	list := s.linked(dir, linksIn(string(text)))
	if list == nil {
		return s.resolved([]any{wildcard(path.Join(dir, "*"))}, above)
	}
	first := append(slices.Clip(s.names[dir]), "")[0]
	index := s.index && isIndex(first)
	if index {
		list = slices.Insert(list, 0, any(wildcard(path.Join(dir, first))))
	}
	s.named[path.Join(dir, s.file)] = !index || first != s.file
	return s.resolved(list, above)
}

// linked returns a list with paths from the folder of pages, and with patterns and folders in place of their texts.
func (s *shelf) linked(dir string, list []any) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		switch at := path.Join(dir, to); {
		case inside != nil:
			out = append(out, map[string]any{label: s.linked(dir, inside)})
		case strings.Contains(to, "://"):
			out = append(out, labeled(label, to))
		case strings.Contains(to, "*"):
			if strings.HasSuffix(to, "/") {
				at += "/"
			}
			out = append(out, labeled(label, wildcard(at)))
		case strings.HasSuffix(to, "/") && s.isFolder(at):
			s.named[at] = true
			out = append(out, map[string]any{label: folder(at)})
		default:
			s.named[at] = true
			out = append(out, labeled(label, strings.TrimPrefix(at, "/")))
		}
	})
	return out
}

// resolved returns a list with the pages and folders that its patterns match, and that are not in the navigation yet.
func (s *shelf) resolved(list []any, above []string) (out []any) {
	for _, e := range list {
		label := ""
		if table, ok := e.(map[string]any); ok {
			for label, e = range table { // one entry
			}
		}
		var inside []any
		switch e := e.(type) {
		case wildcard:
			for _, at := range s.matching(string(e), nil) {
				if s.named[path.Clean(at)] {
					continue
				}
				s.named[path.Clean(at)] = true
				if dir, ok := strings.CutSuffix(at, "/"); !ok {
					inside = append(inside, at)
				} else if below := s.literate(dir, above); below != nil {
					inside = append(inside, map[string]any{"": below})
				}
			}
			if label == "" {
				out = append(out, inside...)
				continue
			}
		case folder:
			inside = s.literate(string(e), above)
		case []any:
			inside = s.resolved(e, above)
		default:
			out = append(out, labeled(label, e))
			continue
		}
		if inside != nil {
			out = append(out, map[string]any{label: inside})
		}
	}
	return out
}

// matching returns the pages, and then the folders, that match a pattern and none of the ignored ones. The paths of
// folders end in a slash.
func (s *shelf) matching(globs string, ignored []string) (out []string) {
	only, folders := strings.CutSuffix(globs, "/")
	set, err := glob.NewSet([]string{only})
	not, wrong := glob.NewSet(ignored)
	if err != nil || wrong != nil {
		return nil
	}
	for _, at := range s.pages {
		if !folders && set.Match(at) && !not.Match(at) {
			out = append(out, at)
		}
	}
	dirs := []string{}
	var add func(dir string)
	add = func(dir string) {
		for _, name := range s.names[dir] {
			if strings.HasSuffix(name, "/") {
				at := path.Join(dir, name)
				dirs = append(dirs, at)
				add(at)
			}
		}
	}
	add(".")
	for _, at := range dirs {
		if set.Match(at) && !not.Match(at) && !not.Match(at+"/") {
			out = append(out, at+"/")
		}
	}
	return out
}

var (
	bullet  = pattern.New(`^(\s*)(?:[-*+]|\d+[.)])[ \t]+(?:\[(.*)\]\(<?([^)>\s]*)>?\)|(.+?))\s*$`)
	navMark = pattern.New(`(?m)^[ \t]*<!--nav-->[ \t]*\r?$`)
)

// linksIn returns the entries of the list in a text: of the first one after <!--nav-->, or else of the last one.
func linksIn(text string) []any {
	type level struct {
		indent      int
		label, link string
		inside      []any
	}
	stack := []level{{indent: -1}}
	add := func(entry any) {
		top := &stack[len(stack)-1]
		top.inside = append(top.inside, entry)
	}
	pop := func(indent int) {
		for len(stack) > 1 && stack[len(stack)-1].indent >= indent {
			done := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			switch {
			case len(done.inside) == 0 && done.link != "":
				add(labeled(done.label, done.link))
			case len(done.inside) == 0 && strings.Contains(done.label, "*"):
				add(done.label)
			case len(done.inside) == 0: // a text without entries
			case done.link != "": // the page of a group is its first entry
				add(map[string]any{done.label: slices.Insert(done.inside, 0, any(done.link))})
			default:
				add(map[string]any{strings.Trim(done.label, "*_"): done.inside})
			}
		}
	}
	marked := false
	var last []any
	if at := navMark.FindAllStringIndex(text, -1); at != nil {
		text, marked = text[at[len(at)-1][1]:], true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := bullet.FindStringSubmatch(line)
		switch {
		case m != nil:
			pop(len(m[1]))
			stack = append(stack, level{indent: len(m[1]), label: m[2] + m[4], link: m[3]})
		case strings.TrimSpace(line) == "" || line[0] == ' ' || line[0] == '\t':
		case marked && len(stack) > 1:
			pop(0)
			return stack[0].inside
		default: // other text between two lists
			pop(0)
			if stack[0].inside != nil {
				last, stack[0].inside = stack[0].inside, nil
			}
		}
	}
	if pop(0); stack[0].inside == nil {
		return last
	}
	return stack[0].inside
}
