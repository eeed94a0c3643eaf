package mkdocs

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// arrangement contains the options of a folder; those of the folders above it count where it has none.
type arrangement []map[string]any

// get returns an option; nil if there is none.
func (a arrangement) get(key string) any {
	for _, said := range a {
		if v := said[key]; v != nil {
			return v
		}
	}
	return nil
}

// below returns the options of a folder in the folder, or of a part of its entries.
func (a arrangement) below(said map[string]any) arrangement {
	return append(arrangement{said}, a...)
}

// sorting returns the options of a folder for the order of its entries; sort of a folder may have some of the keys.
func (a arrangement) sorting() (out arrangement) {
	for _, said := range a {
		if table, ok := said["sort"].(map[string]any); ok {
			out = append(out, table)
		}
	}
	return out
}

// said returns the values of the plugin's file in a folder.
func (s *shelf) said(dir string) map[string]any {
	text, _ := foreign.Head(s.root, path.Join(s.docs, dir, s.file), foreign.MostConfig)
	value, _, err := frontmatter.DecodeLast(frontmatter.YAML, s.file, text)
	said, _ := value.(map[string]any)
	if err != nil || said == nil {
		said = map[string]any{}
	}
	return said
}

// title returns the title of a page: that in its front matter, else its first heading if headings count, else its name.
func (s *shelf) title(file string, headings bool) string {
	text, _ := foreign.Head(s.root, path.Join(s.docs, file), foreign.MostConfig)
	if page, err := frontmatter.Parse(file, text); err == nil {
		if said := foreign.TextOf(page.Values["title"]); said != "" {
			return said
		}
		text = text[page.Body:]
	}
	if headings {
		if h := heading(text); h != "" {
			return h
		}
		return foreign.Stem(path.Base(file))
	}
	return path.Base(file)
}

// shelved is one of the entries of a folder before they are sorted. to is a page, or the entries of a folder; nil: they
// are not known yet.
type shelved struct {
	at, label string
	to        any
}

// sortEntries sorts entries by what key returns, in the natural order of numbers or by character.
func sortEntries(list []shelved, natural, fold, down bool, key func(shelved) string) {
	keys := map[string]string{}
	for _, e := range list {
		if keys[e.at] = key(e); fold {
			keys[e.at] = strings.ToLower(keys[e.at])
		}
	}
	slices.SortStableFunc(list, func(a, b shelved) int {
		order := strings.Compare(keys[a.at], keys[b.at])
		if natural {
			order = naturally(keys[a.at], keys[b.at])
		}
		if down {
			return -order
		}
		return order
	})
}

// naturally compares texts; numbers in them count as numbers.
func naturally(a, b string) int {
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	for a != "" && b != "" {
		digitsA, digitsB := unicode.IsDigit(rune(a[0])), unicode.IsDigit(rune(b[0]))
		if !digitsA || !digitsB {
			if a[0] != b[0] {
				return int(a[0]) - int(b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		restA, restB := strings.TrimLeftFunc(a, isDigit), strings.TrimLeftFunc(b, isDigit)
		x := strings.TrimLeft(a[:len(a)-len(restA)], "0")
		y := strings.TrimLeft(b[:len(b)-len(restB)], "0")
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		if x != y {
			return strings.Compare(x, y)
		}
		a, b = restA, restB
	}
	return len(a) - len(b)
}

// awesome returns the navigation of awesome-nav: https://lukasgeiter.github.io/mkdocs-awesome-nav/features/nav/
func (s *shelf) awesome() []any {
	list, _ := s.directory(".", nil, 0)
	return list
}

// item is an entry of nav in a .nav.yml before it is resolved.
type item struct {
	label, to string
	inside    []*item
	pattern   string
	options   arrangement // of pattern
	done      []any
}

// items reads a list of entries.
func (s *shelf) items(dir string, list []any, a arrangement) (out []*item) {
	for _, e := range list {
		if table, ok := e.(map[string]any); ok && table["glob"] != nil {
			out = append(out, &item{pattern: foreign.TextOf(table["glob"]), options: a.below(table)})
			continue
		}
		nav.Each([]any{e}, func(label, to string, inside []any) {
			i := &item{label: label, to: to}
			at := path.Join(dir, to)
			switch {
			case inside != nil:
				i.inside = s.items(dir, inside, a)
			case s.isPage(at):
				s.named[at] = true
				i.done = []any{labeled(label, at)}
			case s.isFolder(at):
			case label == "":
				i.pattern, i.options = to, a
			default:
				i.done = []any{map[string]any{label: to}}
			}
			out = append(out, i)
		})
	}
	return out
}

// each calls f for the items of a list that are not groups, and for those in its groups.
func each(list []*item, f func(i *item)) {
	for _, i := range list {
		if i.inside != nil {
			each(i.inside, f)
		} else {
			f(i)
		}
	}
}

// directory returns the entries of a folder, and its label. Pages come first to their place, then folders, and then
// patterns, each of which gets what is left.
func (s *shelf) directory(dir string, a arrangement, depth int) (out []any, label string) {
	if s.named[dir+"/"] || depth > mostFolders {
		return nil, ""
	}
	s.named[dir+"/"] = true
	said := s.said(dir)
	a = a.below(said)
	list, given := said["nav"].([]any)
	if !given {
		list = []any{map[string]any{"glob": "{index,README}.md"}, map[string]any{"glob": "*"}}
	}
	if a.get("append_unmatched") == true {
		list = append(list, map[string]any{"glob": "*"})
	}
	items := s.items(dir, list, a)
	each(items, func(i *item) {
		if i.pattern == "" && i.done == nil {
			at := path.Join(dir, i.to)
			if inside, label := s.directory(at, a, depth+1); inside != nil {
				i.done = []any{s.section(at, inside, i.label, label, a)}
			}
		}
	})
	each(items, func(i *item) {
		if i.pattern != "" {
			i.done = s.matched(dir, i, depth)
		}
	})
	label = foreign.TextOf(said["title"])
	if label == "" && a.get("preserve_directory_names") == true {
		label = path.Base(dir)
	}
	return placed(items), label
}

// section returns a folder as an entry, or its only entry.
func (s *shelf) section(at string, inside []any, given, label string, above arrangement) any {
	if len(inside) == 1 && above.below(s.said(at)).get("flatten_single_child_sections") == true {
		return inside[0]
	}
	if given != "" {
		label = given
	}
	return map[string]any{label: inside}
}

// placed returns items as entries of a navigation.
func placed(list []*item) (out []any) {
	for _, i := range list {
		if i.inside != nil {
			out = append(out, map[string]any{i.label: placed(i.inside)})
		} else {
			out = append(out, i.done...)
		}
	}
	return out
}

// extGlob matches alternatives of patterns that doublestar writes with braces.
var extGlob = pattern.New(`[@?*+]\(([^()]*)\)`)

// matched returns the pages and folders that match the pattern of an item, sorted as its options say.
func (s *shelf) matched(dir string, i *item, depth int) []any {
	globs := extGlob.ReplaceAllStringFunc(i.pattern, func(found string) string {
		return "{" + strings.ReplaceAll(found[2:len(found)-1], "|", ",") + "}"
	})
	at := path.Join(dir, globs)
	if strings.HasSuffix(globs, "/") {
		at += "/"
	}
	var list []shelved
	var folders []string
	for _, at := range s.matching(at, s.skipped(dir, i.options)) {
		dir, isFolder := strings.CutSuffix(at, "/")
		switch {
		case s.named[at]:
		case !isFolder:
			s.named[at] = true
			list = append(list, shelved{at: at, to: at})
		case s.said(dir)["hide"] != true:
			folders = append(folders, dir)
		}
	}
	slices.SortStableFunc(folders, func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	for _, at := range folders {
		inside, label := s.directory(at, i.options, depth+1)
		if inside == nil {
			continue
		}
		e := s.section(at, inside, "", label, i.options)
		if file, ok := e.(string); ok {
			list = append(list, shelved{at: file, to: file})
			continue
		}
		for label, inside := range e.(map[string]any) { // one entry
			list = append(list, shelved{at: at, label: label, to: inside})
		}
	}
	o := i.options.sorting()
	natural, fold, down := o.get("type") != "alphabetical", o.get("ignore_case") == true, o.get("direction") == "desc"
	sortEntries(list, natural, fold, down, func(e shelved) string {
		_, isPage := e.to.(string)
		switch {
		case o.get("by") == "title" && isPage:
			return s.title(e.at, false)
		case o.get("by") == "title":
			return folderTitle(e)
		case o.get("by") == "filename":
			return path.Base(e.at)
		}
		return e.at
	})
	if by := o.get("sections"); by != "mixed" {
		slices.SortStableFunc(list, func(a, b shelved) int {
			_, pageA := a.to.(string)
			_, pageB := b.to.(string)
			switch {
			case pageA == pageB:
				return 0
			case pageA == (by != "first"):
				return -1
			}
			return 1
		})
	}
	var out []any
	for _, e := range list {
		out = append(out, labeled(e.label, e.to))
	}
	return out
}

// folderTitle returns the label of a folder, or that which MkDocs makes of its name.
func folderTitle(e shelved) string {
	if e.label != "" {
		return e.label
	}
	return nameTitle(path.Base(e.at))
}

// nameTitle returns the title that MkDocs makes of a name:
// https://github.com/mkdocs/mkdocs/blob/1.6.1/mkdocs/utils/__init__.py (dirname_to_title)
func nameTitle(name string) string {
	name = strings.NewReplacer("-", " ", "_", " ").Replace(name)
	if first := []rune(name); len(first) > 0 && strings.ToLower(name) == name {
		first[0] = unicode.ToUpper(first[0])
		return string(first)
	}
	return name
}

// skipped returns the patterns that ignore says, of the nearest folder that says some.
func (s *shelf) skipped(dir string, a arrangement) (out []string) {
	list, _ := a.get("ignore").([]any)
	if one := a.get("ignore"); list == nil && one != nil {
		list = []any{one}
	}
	for _, v := range list {
		p := foreign.TextOf(v)
		if rest, rooted := strings.CutPrefix(p, "/"); rooted {
			out = append(out, path.Join(dir, rest))
		} else if p != "" && p != "$inherit" {
			out = append(out, path.Join(dir, "**", p))
		}
	}
	return out
}

// restOf matches an entry of awesome-pages that stands for the rest of the entries, or for those that match a pattern.
// https://github.com/lukasgeiter/mkdocs-awesome-pages-plugin#rest
var restOf = pattern.New(`^\.\.\.\s*(?:\|\s*(flat)\s*)?(?:\|\s*(?:(regex|glob)=)?(.*))?$`)

// rest is such an entry.
type rest struct {
	text    string
	flat    bool // without the groups of the pages
	matches func(at string) bool
}

// rests returns these entries of a list: those with a pattern first.
func rests(list []any) (out []rest) {
	all := rest{}
	nav.Each(flat(list), func(label, to string, _ []any) {
		m := restOf.FindStringSubmatch(to)
		if m == nil || label != "" {
			return
		}
		r := rest{text: to, flat: m[1] != ""}
		switch {
		case m[3] == "":
			r.matches = func(string) bool { return true }
			all = r
			return
		case m[2] == "regex":
			re, err := regexp.Compile(m[3])
			r.matches = func(at string) bool { return err == nil && re.MatchString(at) }
		default:
			set, err := glob.NewSet([]string{m[3]})
			r.matches = func(at string) bool { return err == nil && set.Match(at) }
		}
		out = append(out, r)
	})
	if all.matches != nil {
		out = append(out, all)
	}
	return out
}

// takerOf returns the first entry that stands for a path; "" for none.
func takerOf(list []rest, at string) rest {
	for _, r := range list {
		if r.matches(at) {
			return r
		}
	}
	return rest{}
}

// completed returns the nav of a configuration with the rest of the pages in place of the entries that stand for it.
func (s *shelf) completed(list []any, options map[string]any) []any {
	all := rests(list)
	if len(all) == 0 {
		return list
	}
	shares := map[string][]any{}
	for _, r := range all {
		shares[r.text] = s.share(s.arranged(".", options, options["collapse_single_pages"] == true), all, r)
	}
	return filled(list, func(to string) ([]any, bool) {
		share, ok := shares[to]
		return share, ok
	})
}

// share returns the part of a navigation for which one of several entries stands.
func (s *shelf) share(list []any, all []rest, r rest) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		switch {
		case inside != nil:
			if inside = s.share(inside, all, r); r.flat {
				out = append(out, inside...)
			} else if inside != nil {
				out = append(out, map[string]any{label: inside})
			}
		case !s.named[to] && takerOf(all, to).text == r.text:
			out = append(out, labeled(label, to))
		}
	})
	return out
}

// filled returns a navigation with lists in place of entries without a label.
func filled(list []any, with func(to string) ([]any, bool)) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		if inside != nil {
			out = append(out, map[string]any{label: filled(inside, with)})
		} else if more, ok := with(to); ok && label == "" {
			out = append(out, more...)
		} else {
			out = append(out, labeled(label, to))
		}
	})
	return out
}

// arranged returns the entries of a folder: https://github.com/lukasgeiter/mkdocs-awesome-pages-plugin. options are
// those of the plugin. collapse means that a folder with one entry is that entry.
func (s *shelf) arranged(dir string, options map[string]any, collapse bool) []any {
	said := s.said(dir)
	if own, given := said["collapse_single_pages"].(bool); given {
		collapse = own
	}
	var items []shelved
	for _, name := range s.names[dir] {
		at := path.Join(dir, name)
		if !strings.HasSuffix(name, "/") {
			items = append(items, shelved{at: at, to: at})
		} else if below := s.said(at); below["hide"] != true {
			items = append(items, shelved{at: at, label: foreign.TextOf(below["title"])})
		}
	}
	get := arrangement{said, options}
	if order, kind, by := get.get("order"), get.get("sort_type"), get.get("order_by"); cmp.Or(order, kind, by) != nil {
		sortEntries(items, kind == "natural", get.get("ignore_case") == true, order == "desc", func(e shelved) string {
			switch {
			case by != "title":
				return path.Base(e.at)
			case e.to == nil:
				return folderTitle(e)
			}
			return s.title(e.at, true)
		})
	}
	one := func(e shelved) []any {
		if e.to != nil {
			return []any{labeled(e.label, e.to)}
		}
		inside, alone := s.arranged(e.at, options, collapse), collapse
		below := s.said(e.at)
		for _, key := range []string{"collapse_single_pages", "collapse"} {
			if own, given := below[key].(bool); given {
				alone = own
			}
		}
		switch {
		case len(inside) == 0:
			return nil
		case len(inside) == 1 && alone:
			return inside
		}
		return []any{map[string]any{e.label: inside}}
	}
	return s.picked(items, said, one)
}

// picked returns the entries of a folder that its file lists, or all. one returns the entries of the navigation for
// one of them.
func (s *shelf) picked(items []shelved, said map[string]any, one func(e shelved) []any) []any {
	list, given := said["nav"].([]any)
	if !given {
		if list, given = said["arrange"].([]any); given && !slices.Contains(list, any("...")) {
			list = append(list, "...")
		}
	}
	if !given {
		list = []any{"..."}
	}
	all, used, shares := rests(list), map[string]bool{}, map[string][]any{}
	byName := map[string]shelved{}
	for _, e := range items {
		byName[path.Base(e.at)] = e
	}
	nav.Each(flat(list), func(_, to string, _ []any) { used[to] = true })
	for _, e := range items {
		if name := path.Base(e.at); !used[name] {
			r := takerOf(all, name)
			shares[r.text] = append(shares[r.text], one(e)...)
		}
	}
	for _, r := range all {
		shares[r.text] = append([]any{}, shares[r.text]...)
	}
	return pick(list, byName, shares, one)
}

// pick returns a list of names with the entries of the navigation in their place.
func pick(list []any, byName map[string]shelved, shares map[string][]any, one func(e shelved) []any) (out []any) {
	nav.Each(list, func(label, to string, inside []any) {
		e, isItem := byName[to]
		more, isRest := shares[to]
		switch {
		case inside != nil:
			out = append(out, map[string]any{label: pick(inside, byName, shares, one)})
		case isItem:
			e.label = cmp.Or(label, e.label)
			out = append(out, one(e)...)
		case label != "":
			out = append(out, map[string]any{label: to})
		case isRest:
			out = append(out, more...)
		}
	})
	return out
}
