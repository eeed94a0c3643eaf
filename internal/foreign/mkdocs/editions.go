package mkdocs

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// editions are the languages of a project, as the plugin static-i18n reads them:
// https://ultrabug.github.io/mkdocs-static-i18n/
type editions struct {
	folders  bool      // each language has a folder; else the names of its files end in it: page.fr.md
	fallback bool      // pages that a language lacks are those of the first one
	first    string    // locale of the language whose pages are at the root
	list     []edition // in the order of the configuration
}

// edition is a language. Its values replace those of the configuration.
type edition struct {
	locale string // "pt-BR", as in the names of files and in URLs
	off    bool   // it is not built
	values map[string]any
}

// localeName matches the names of languages. A file or folder with such a name is of that language even if there is
// none.
var localeName = pattern.New(`^(?:[a-z]{2}(?:-[A-Za-z]{4})?(?:-[A-Z]{2})?|[a-z]{2}_[A-Z]{2})$`)

// editionsOf returns the languages of a project; nil if the plugin is off, or no language of it is built at the root.
func editionsOf(plugins map[string]map[string]any) *editions {
	o, on := plugins["i18n"]
	if !on {
		return nil
	}
	e := &editions{
		folders: foreign.TextOf(o["docs_structure"]) == "folder", fallback: o["fallback_to_default"] != false,
	}
	only := foreign.TextOf(o["build_only_locale"])
	list, _ := o["languages"].([]any)
	for _, v := range list {
		values, _ := v.(map[string]any)
		l := edition{locale: foreign.TextOf(values["locale"]), values: values, off: values["build"] == false}
		first := values["default"] == true
		if only != "" {
			first, l.off = l.locale == only, l.locale != only
		}
		if !localeName.MatchString(l.locale) { // null is a link in the menu of the languages
			continue
		}
		if first && !l.off && e.first == "" {
			e.first = l.locale
		}
		e.list = append(e.list, l)
	}
	if e.first == "" {
		return nil
	}
	return e
}

// built returns the languages that are built.
func (e *editions) built() []edition {
	return slices.DeleteFunc(slices.Clone(e.list), func(l edition) bool { return l.off })
}

// of returns the locale of a file in the folder of pages, and its path without it.
func (e *editions) of(file string) (locale, rest string) {
	if e.folders {
		if dir, rest, below := strings.Cut(file, "/"); below && localeName.MatchString(dir) {
			return dir, rest
		}
		return e.first, file
	}
	stem, end := foreign.Stem(file), path.Ext(file)
	if name := path.Ext(stem); name != "" && localeName.MatchString(name[1:]) {
		return name[1:], foreign.Stem(stem) + end
	}
	return e.first, file
}

// shelf returns the pages of a language, with those of the first one that it lacks, and without the names of the
// languages.
func (e *editions) shelf(all *shelf, locale string) *shelf {
	out := &shelf{root: all.root, docs: all.docs, names: map[string][]string{}, named: map[string]bool{}}
	if e.folders && foreign.IsDir(all.root, path.Join(all.docs, locale)) {
		out.docs = path.Join(all.docs, locale) // of the files that plugins read
	}
	seen := map[string]bool{}
	for _, file := range all.pages {
		of, rest := e.of(file)
		if of != locale && (of != e.first || !e.fallback) || seen[rest] {
			continue
		}
		seen[rest] = true
		out.names[path.Dir(rest)] = append(out.names[path.Dir(rest)], path.Base(rest))
		for dir := path.Dir(rest); dir != "." && !seen[dir+"/"]; dir = path.Dir(dir) {
			seen[dir+"/"] = true
			out.names[path.Dir(dir)] = append(out.names[path.Dir(dir)], path.Base(dir)+"/")
		}
	}
	out.arrange(".")
	return out
}

// arrange sorts the names in a folder and those below it, and lists the pages.
func (s *shelf) arrange(dir string) {
	slices.SortFunc(s.names[dir], func(a, b string) int {
		rank := func(name string) int {
			switch {
			case strings.HasSuffix(name, "/"):
				return 2
			case isIndex(name):
				return 0
			}
			return 1
		}
		return cmp.Or(rank(a)-rank(b), strings.Compare(a, b))
	})
	for _, name := range s.names[dir] {
		if strings.HasSuffix(name, "/") {
			s.arrange(path.Join(dir, name))
		} else {
			s.pages = append(s.pages, path.Join(dir, name))
		}
	}
}

// localized returns a navigation in a language: without pages of other languages, and with its labels.
func (e *editions) localized(l edition, list []any) (out []any) {
	labels, _ := l.values["nav_translations"].(map[string]any)
	nav.Each(list, func(label, to string, inside []any) {
		if s := foreign.TextOf(labels[label]); s != "" {
			label = s
		}
		if inside != nil {
			if inside = e.localized(l, inside); len(inside) > 0 {
				out = append(out, map[string]any{label: inside})
			}
			return
		}
		if !strings.Contains(to, "://") {
			locale, rest := e.of(path.Clean(to))
			if locale != l.locale && locale != e.first {
				return
			}
			if to != "" && !strings.HasPrefix(to, "/") {
				to = rest + map[bool]string{true: "/"}[strings.HasSuffix(to, "/")]
			}
		}
		out = append(out, labeled(label, to))
	})
	return out
}

// named gives the folders of a project without a navigation their names in a language.
func (l edition) named(s *shelf, n *nav.Navigation) {
	labels, _ := l.values["nav_translations"].(map[string]any)
	for _, dir := range slices.Sorted(maps.Keys(s.names)) {
		label := foreign.TextOf(labels[nameTitle(path.Base(dir))])
		if dir == "." || label == "" {
			continue
		}
		r := n.Rule(nav.Target(dir))
		if r.Label = label; !isIndex(s.names[dir][0]) {
			r.Title = label
		}
	}
}

// contents returns the content folders of the languages.
func (e *editions) contents(root fs.FS, docs string) (out []foreign.Folder) {
	if !e.folders {
		return nil
	}
	out = append(out, foreign.Folder{Lang: strings.ToLower(e.first)})
	for _, l := range e.built() {
		if dir := path.Join(docs, l.locale); foreign.IsDir(root, dir) {
			out = append(out, foreign.Folder{Dir: dir, Lang: strings.ToLower(l.locale)})
		}
	}
	return out
}

// excludes reports whether a file in the folder of pages is of a language that is not built: any file of a language
// with build: false, and pages of names of languages that are none.
func (e *editions) excludes(file string) bool {
	locale, _ := e.of(file)
	for _, l := range e.list {
		if l.locale == locale {
			return l.off
		}
	}
	return slices.Contains(pageEnds, path.Ext(file))
}

// site returns the settings of the languages.
func (e *editions) site() map[string]any {
	languages := map[string]any{}
	for i, l := range e.built() {
		values := map[string]any{"weight": int64(i + 1), "locale": strings.ReplaceAll(l.locale, "_", "-")}
		set := func(in map[string]any, key, from string) {
			if s := foreign.TextOf(l.values[from]); s != "" {
				in[key] = s
			}
		}
		set(values, "label", "name")
		set(values, "title", "site_name")
		set(values, "copyright", "copyright")
		params := map[string]any{}
		set(params, "description", "site_description")
		if set(params, "author", "site_author"); len(params) > 0 {
			values["params"] = params
		}
		languages[l.locale] = values
	}
	return map[string]any{
		"languages": languages, "defaultContentLanguage": e.first, "fallbackPages": e.fallback,
	}
}

// outcome tells what becomes of the plugin. It works on nil.
func (e *editions) outcome() outcome {
	if e == nil {
		return outcome{conversion.NeedsYou, "languages.KEY, and page.KEY.md: no language is the default one, as in version 1"}
	}
	var names, lost []string
	for _, l := range e.built() {
		names = append(names, l.locale)
		for _, key := range []string{"extra", "fixed_link", "link", "site_url", "theme"} {
			if l.values[key] != nil {
				lost = append(lost, l.locale+"."+key)
			}
		}
	}
	o := outcome{conversion.Used, "languages " + strings.Join(names, ", ") + " at the same URLs"}
	if len(lost) > 0 {
		o.fate, o.text = conversion.NeedsYou, o.text+"; without effect: "+conversion.Few(lost)
	}
	return o
}

// untitled is the syntax of an admonition without a title.
var untitled = pattern.New(`^([ \t]*)(!!!|\?\?\?\+?) ?([\w-]+(?: +[\w-]+)*)[ ]*(?:""[ ]*)?$`)

// atRoot reports whether a page is in the first language.
func (e *editions) atRoot(p *foreign.Page, docs string) bool {
	locale, _ := e.of(strings.TrimPrefix(p.File, docs+"/"))
	return locale == e.first
}

// titles gives the admonitions of a page without titles those of its language.
func (e *editions) titles(p *foreign.Page, docs string, lines []string) {
	locale, _ := e.of(strings.TrimPrefix(p.File, docs+"/"))
	i := slices.IndexFunc(e.list, func(l edition) bool { return l.locale == locale })
	if i < 0 {
		return
	}
	titles, _ := e.list[i].values["admonition_translations"].(map[string]any)
	if titles, _ = foreign.Lowered(titles).(map[string]any); len(titles) == 0 {
		return
	}
	for i, line := range lines {
		m := untitled.FindStringSubmatch(strings.TrimRight(line, "\r"))
		if m == nil {
			continue
		}
		if title := foreign.TextOf(titles[strings.ToLower(m[3])]); title != "" {
			lines[i] = m[1] + m[2] + " " + m[3] + ` "` + title + `"`
		}
	}
}
