// Package nav converts the navigation of a tool to the order, labels, and groups of pages in the tree of the docs
// theme, which follows folders.
package nav

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// Rule contains the values from a navigation for one page.
type Rule struct {
	Path   string // path in targets of cascades; "*" replaces characters that URLs do not contain
	Weight int
	Label  string // label in the tree; "": the title of the page
	Title  string // title if the front matter has none; "": from the text
	Group  string // heading above the page and its neighbors in the tree; "": none
	Hide   bool   // the page is not in the tree
	Badge  any    // a text, or a map with its text and type; nil: none
	More   map[string]any
}

// Set sets another value of the front matter.
func (r *Rule) Set(key string, value any) {
	if r.More == nil {
		r.More = map[string]any{}
	}
	r.More[key] = value
}

// Alias adds an old URL of the page.
func (r *Rule) Alias(url string) {
	old, _ := r.More["aliases"].([]any)
	r.Set("aliases", append(old, url))
}

// values returns the rule as a cascade.
func (r *Rule) values() map[string]any {
	out := map[string]any{"target": map[string]any{"path": r.Path}}
	maps.Copy(out, r.More)
	sidebar := map[string]any{}
	if r.Weight > 0 {
		out["weight"] = r.Weight
	}
	if r.Label != "" {
		out["linktitle"] = r.Label
	}
	if r.Path == "/" && r.Label != "" { // otherwise, the tree has "Home"
		sidebar["label"] = r.Label
	}
	if r.Title != "" {
		out["title"] = r.Title
	}
	if r.Group != "" {
		sidebar["group"] = r.Group
	}
	if r.Hide {
		sidebar["hide"] = true
	}
	if r.Badge != nil {
		sidebar["badge"] = r.Badge
	}
	if len(sidebar) > 0 {
		out["sidebar"] = sidebar
	}
	return out
}

// Navigation contains the values for single pages: their position in the tree of the docs theme, which follows
// folders, their label there, and their group.
type Navigation struct {
	Rules   []Rule
	Links   []conversion.Link // to other sites
	Top     []conversion.Link // pages and groups of the first level
	Groups  []string          // groups that match no folder; their pages have the name as Group
	Missing []string          // pages that do not exist
	Named   map[string]bool   // pages in nav, by file

	at map[string]int // Rules by path
}

// Read reads a navigation as in MkDocs: a list of pages, of maps with the label of a page or link, and of maps with the
// label of a group and its list. isPage reports whether a file in the folder of pages exists; files are relative to it.
// https://www.mkdocs.org/user-guide/writing-your-docs/#configure-pages-and-navigation
func Read(nav []any, isPage func(file string) bool) Navigation {
	r := &reader{isPage: isPage, taken: map[string]bool{}, inside: map[string]int{}}
	r.Named, r.at = map[string]bool{}, map[string]int{}
	for _, file := range unique(r.files(nav)) {
		for dir := folder(file); dir != ""; dir = folder(dir) {
			r.inside[dir]++
		}
	}
	r.items(nav, 0)
	return r.Navigation
}

// Target returns the path of a page in targets of cascades.
func Target(file string) string {
	return "/" + strings.Map(func(c rune) rune {
		if Ordinary(c) || c == '/' {
			return unicode.ToLower(c)
		}
		return '*'
	}, Trim(file))
}

// Ordinary reports whether a character of a file's name is the same in its URL.
func Ordinary(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '-' || c == '_' || c == '.'
}

// Unusual reports whether a path has characters that its URL would not have.
func Unusual(at string) bool {
	return strings.ContainsFunc(at, func(r rune) bool { return !Ordinary(r) && r != '/' })
}

// Trim returns the path of a page without extension and without index and README: "guide" for guide/index.md and
// guide/README.md.
func Trim(file string) string {
	file = strings.TrimSuffix(strings.TrimSuffix(file, ".md"), ".markdown")
	dir, name := path.Split(file)
	if name == "index" || name == "README" {
		return strings.TrimSuffix(dir, "/")
	}
	return file
}

// reader is the state of one Read.
type reader struct {
	Navigation
	isPage func(string) bool
	weight int
	taken  map[string]bool // folders that represent a group
	inside map[string]int  // pages in nav in a folder and its subfolders
}

// unique returns a list without repeated items.
func unique(list []string) []string {
	list = slices.Sorted(slices.Values(list))
	return slices.Compact(list)
}

// Rule returns the rule of a path, creating it if necessary.
func (n *Navigation) Rule(target string) *Rule {
	i, there := n.at[target]
	if !there {
		i = len(n.Rules)
		n.at[target] = i
		n.Rules = append(n.Rules, Rule{Path: target})
	}
	return &n.Rules[i]
}

// Hide leaves pages out of the tree, and returns them. A folder in which no other pages are has one rule for all. The
// page of a folder stays if others in it are in the tree.
func (n *Navigation) Hide(pages []string, hidden func(file string) bool) (out []string) {
	shown := map[string]bool{} // folders that contain pages in the tree
	for _, file := range pages {
		if !hidden(file) {
			for dir := folder(file); dir != "" && !shown[dir]; dir = folder(dir) {
				shown[dir] = true
			}
		}
	}
	done := map[string]bool{}
	for _, file := range pages {
		page := Trim(file)
		if !hidden(file) || page == "" || shown[page] {
			continue
		}
		out = append(out, file)
		top := ""
		for dir := folder(file); dir != "" && !shown[dir]; dir = folder(dir) {
			top = dir
		}
		if top == "" {
			n.Rule(Target(file)).Hide = true
		} else if !done[top] {
			done[top] = true
			n.Rule(Target(top)).Hide = true
			n.Rule(Target(top) + "/**").Hide = true
		}
	}
	return out
}

// next returns the weight of the next entry.
func (r *reader) next() int {
	r.weight++
	return r.weight
}

// Each calls f for the entries of a list: a page or link with an optional label, or a group with its entries.
func Each(list []any, f func(label, to string, inside []any)) {
	for _, entry := range list {
		switch e := entry.(type) {
		case string:
			f("", e, nil)
		case map[string]any:
			for _, label := range slices.Sorted(maps.Keys(e)) { // one key
				to, _ := e[label].(string)
				inside, _ := e[label].([]any)
				f(label, to, inside)
			}
		}
	}
}

// items reads a list of entries.
func (r *reader) items(list []any, depth int) {
	Each(list, func(label, to string, inside []any) {
		switch {
		case inside != nil:
			r.group(label, inside, depth)
		case strings.Contains(to, "://") || strings.HasPrefix(to, "/"):
			r.link(label, to)
		case to != "":
			r.page(label, to, depth)
		}
	})
}

// files returns the pages in a list of entries and its groups.
func (r *reader) files(list []any) (files []string) {
	Each(list, func(_, to string, inside []any) {
		if file, ok := r.file(to); ok {
			files = append(files, file)
		}
		files = append(files, r.files(inside)...)
	})
	return files
}

// file returns the page of an entry: a file, or the page of a folder ("guide/"), which may not exist.
func (r *reader) file(to string) (string, bool) {
	if to == "" || strings.Contains(to, "://") || strings.HasPrefix(to, "/") {
		return "", false
	}
	if strings.HasSuffix(to, "/") {
		return path.Clean(to + "index.md"), true
	}
	return path.Clean(to), r.isPage(path.Clean(to))
}

// link records a link to another site.
func (r *reader) link(label, to string) {
	label = cmp.Or(label, to)
	if !slices.ContainsFunc(r.Links, func(l conversion.Link) bool { return l.URL == to }) {
		r.Links = append(r.Links, conversion.Link{Name: label, URL: to})
	}
}

// page records the position of a page.
func (r *reader) page(label, to string, depth int) {
	file, ok := r.file(to)
	if !ok {
		r.Missing = append(r.Missing, to)
		return
	}
	if depth == 0 {
		r.Top = append(r.Top, conversion.Link{Name: label, Page: Target(file)})
	}
	if !r.Named[file] && Trim(file) == "" {
		if label != "" {
			r.Rule(Target(file)).Label = label
		}
	} else if !r.Named[file] {
		r.above(file)
		rule := r.Rule(Target(file))
		rule.Weight, rule.Label, rule.Title = r.next(), label, label
	}
	r.Named[file] = true
}

// above assigns positions to the folders above a page.
func (r *reader) above(file string) {
	var dirs []string
	for dir := path.Dir(Trim(file)); dir != "."; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
	}
	for _, dir := range slices.Backward(dirs) {
		if rule := r.Rule(Target(dir)); rule.Weight == 0 {
			rule.Weight = r.next()
		}
	}
}

// group records the position of a group: that of the common folder of its pages, unless other pages are in it, too, or
// else a heading above them.
func (r *reader) group(label string, list []any, depth int) {
	all := unique(r.files(list))
	files := slices.DeleteFunc(r.files(list), func(f string) bool { return r.Named[f] }) // a page's first place counts
	if len(files) == 0 {
		r.items(list, depth+1) // links, and pages that are missing
		return
	}
	weight, dir := r.next(), common(files)
	own, isPage := r.folderOf(list)
	if isPage {
		dir = own
	}
	isFolder := dir != "" && !r.taken[dir] && (isPage || len(all) >= r.inside[dir])
	if isFolder {
		r.taken[dir] = true
		r.above(dir + "/index.md")
		r.Rule(Target(dir)).Weight = weight
	}
	r.items(list, depth+1)
	link := conversion.Link{Name: label, Page: Target(files[0])}
	if isFolder {
		rule := r.Rule(Target(dir))
		rule.Weight, rule.Label = weight, label
		if !r.isPage(dir+"/index.md") && !r.isPage(dir+"/README.md") {
			rule.Title = label
		}
		link.Page = rule.Path
	} else if label != "" {
		r.Groups = append(r.Groups, label)
		r.label(label, r.below(files, dir))
	}
	away := slices.DeleteFunc(files, func(f string) bool { return strings.HasPrefix(f, dir+"/") })
	if isFolder && label != "" && len(away) > 0 {
		r.Groups = append(r.Groups, label)
		r.label(label, r.below(away, common(away)))
	}
	if depth == 0 && !slices.ContainsFunc(r.Top, func(l conversion.Link) bool { return l.Page == link.Page }) {
		r.Top = append(r.Top, link)
	}
}

// label sets the group of pages; pages of a nested group get both names.
func (r *reader) label(group string, targets []string) {
	for _, target := range targets {
		switch rule := r.Rule(target); {
		case rule.Group == "":
			rule.Group = group
		case rule.Group != group && !strings.HasPrefix(rule.Group, group+" / "):
			rule.Group = group + " / " + rule.Group
		}
	}
}

// folder returns the folder that contains a file; "" for the root.
func folder(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}

// common returns the common folder of all pages; "" for the root.
func common(files []string) string {
	dir := folder(files[0])
	for _, f := range files[1:] {
		for dir != "" && !strings.HasPrefix(folder(f)+"/", dir+"/") {
			dir = folder(dir)
		}
	}
	return dir
}

// folderOf returns the folder whose page is one of the entries of a group, which thus represents it.
func (r *reader) folderOf(list []any) (dir string, ok bool) {
	Each(list, func(_, to string, _ []any) {
		if file, there := r.file(to); there && !ok && Trim(file) != "" && Trim(file) == folder(file) {
			dir, ok = folder(file), true
		}
	})
	return dir, ok
}

// below returns the targets that are, or contain, the files in a folder, and no other page of the navigation.
func (r *reader) below(files []string, dir string) (targets []string) {
	inside := map[string]int{}
	for _, f := range unique(files) {
		for at := folder(f); at != ""; at = folder(at) {
			inside[at]++
		}
	}
	for _, f := range files {
		if Trim(f) == dir {
			continue // the page of the folder
		}
		top := Trim(f)
		for at := folder(f); at != dir && at != ""; at = folder(at) {
			if inside[at] >= r.inside[at] {
				top = at
			}
		}
		if to := Target(top); !slices.Contains(targets, to) {
			targets = append(targets, to)
		}
	}
	return targets
}

// Menu returns links as the entries of a menu; nil for none.
func Menu(links []conversion.Link) (out []any) {
	for i, l := range links {
		out = append(out, map[string]any{"name": l.Name, "url": l.URL, "weight": int64(i + 1)})
	}
	return out
}

// Cascades returns the values as cascades.
func (n *Navigation) Cascades() []any {
	out := []any{}
	for i := range n.Rules {
		out = append(out, n.Rules[i].values())
	}
	return out
}
