package jekyll

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// language is a folder whose pages are in another language than those around it, as lang in their front matter says:
// _articles/pl, _posts/zh_CN, fr. With jekyll-polyglot, it is also the end of a name.
type language struct {
	folder string // relative to Dir
	key    string // of the language: "zh-cn"
	suffix string // of the name of the file: ".de"
}

// root returns the folder if it is at the root of the project.
func (l *language) root() string {
	if l == nil || path.Dir(l.folder) != "." {
		return ""
	}
	return l.folder
}

var tag = pattern.New(`^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$`)

// keyOf returns the key of a language: "zh-cn" for "zh_CN".
func keyOf(tag string) string { return strings.ToLower(strings.ReplaceAll(tag, "_", "-")) }

// tagOf returns the tag of a language: "zh-CN" for "zh_CN", "zh-Hans" for "zh-hans".
func tagOf(name string) string {
	base, rest, found := strings.Cut(keyOf(name), "-")
	switch {
	case !found:
		return base
	case len(rest) == 4:
		return base + "-" + strings.ToUpper(rest[:1]) + rest[1:]
	}
	return base + "-" + strings.ToUpper(rest)
}

// findLanguages finds the folders of languages in those of the pages, the posts, and the collections.
func (s *settings) findLanguages(root fs.FS) {
	parents := []string{"", path.Join(s.Parent, "_posts")}
	for _, name := range slices.Sorted(maps.Keys(s.Collections)) {
		parents = append(parents, path.Join(s.Parent, "_"+name))
	}
	for _, parent := range parents {
		entries, err := fs.ReadDir(root, path.Join(".", s.Dir, parent))
		if err != nil {
			continue
		}
		for _, e := range entries {
			folder := path.Join(parent, e.Name())
			if !e.IsDir() || !tag.MatchString(e.Name()) || !s.says(root, folder, keyOf(e.Name()), 3) {
				continue
			}
			if l := (language{folder: folder, key: keyOf(e.Name())}); parent == "" && l.key == keyOf(s.Lang) {
				s.First = l.folder
			} else {
				s.Languages = append(s.Languages, l)
			}
		}
	}
}

// says reports whether the first page that names its language, in a folder or in its first folder with such a page, is
// in a language.
func (s *settings) says(root fs.FS, folder, key string, levels int) bool {
	entries, err := fs.ReadDir(root, path.Join(".", s.Dir, folder))
	if err != nil || levels == 0 {
		return false
	}
	read := 0
	for _, e := range entries {
		if e.IsDir() || !s.isPage(e.Name()) || read == mostRead {
			continue
		}
		read++
		file := path.Join(folder, e.Name())
		text, _ := foreign.Head(root, path.Join(s.Dir, file), headSize)
		front, err := frontmatter.Parse(file, foreign.Closed(text))
		if err != nil {
			continue
		}
		s.defaults(strings.TrimPrefix(file, s.Parent+"/"), front.Values)
		if lang := foreign.TextOf(front.Values["lang"]); lang != "" {
			return keyOf(lang) == key
		}
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && !strings.HasPrefix(e.Name(), ".") && s.says(root, path.Join(folder, e.Name()), key, levels-1)
	})
}

// mostRead is the number of pages in a folder that are read for its language.
const mostRead = 8

// headSize is the maximum number of bytes read of a page for its language.
const headSize = 1 << 14

// languageOf returns the folder of the language that contains a file; nil if it is in the language of the site.
func (s *settings) languageOf(file string) *language {
	for i := range s.Languages {
		if l := &s.Languages[i]; strings.HasPrefix(file, l.folder+"/") {
			return l
		}
	}
	at := strings.TrimSuffix(file, path.Ext(file))
	if suffix := path.Ext(at); suffix != "" && slices.Contains(s.Editions, keyOf(suffix[1:])) {
		return &language{key: keyOf(suffix[1:]), suffix: suffix}
	}
	return nil
}

// shared returns the path of a file without the folder, or the suffix, of its language.
func (s *settings) shared(file string) string {
	l := s.languageOf(file)
	switch {
	case l == nil:
		return file
	case l.suffix != "":
		ext := path.Ext(file)
		return strings.TrimSuffix(file, l.suffix+ext) + ext
	}
	return path.Join(path.Dir(l.folder), strings.TrimPrefix(file, l.folder))
}

// polyglot reads the languages of jekyll-polyglot, which gives each a copy of the site below its name, with pages of the
// first language where others are missing: https://polyglot.untra.io/
func (s *settings) polyglot() {
	if !slices.Contains(s.plugins(), "jekyll-polyglot") {
		return
	}
	s.Lang = cmp.Or(foreign.TextOf(s.Config.values["default_lang"]), s.Lang)
	for _, name := range names(s.Config.values["languages"]) {
		if tag.MatchString(name) {
			s.Editions = append(s.Editions, keyOf(name))
		}
	}
}

// localized makes the page at the URL of a language's folder the home page of the language, and gives other pages
// their URL, which contains the name of the folder.
//
// The folder of the language of the site is a section, so that its page has the URL of the folder; keys tell which page
// of another language translates one of its pages.
func (s *settings) localized(file string, values map[string]any) {
	l := s.languageOf(file)
	if s.First != "" && values["translationkey"] == nil {
		key := "/" + foreign.Stem(file) // of a page in no folder of a language
		for _, folder := range []string{s.First, l.root()} {
			if rest, ok := strings.CutPrefix(file, folder+"/"); ok {
				key = foreign.Stem(rest)
			}
		}
		values["translationkey"] = key
	}
	if l == nil && len(s.Editions) == 0 {
		return
	}
	url, _ := values["url"].(string)
	if url == "" {
		url = "/" + foreign.Stem(file) + "/"
		if len(s.Editions) > 0 {
			url = "/" + foreign.Stem(s.shared(file)) + "/"
		}
		if base := path.Base(url); base == "index" || base == "README" {
			url = strings.TrimSuffix(url, base+"/")
		}
		values["url"] = url
	}
	if len(s.Editions) > 0 {
		url = "/" + strings.TrimLeft(url, "/")
		if values["translationkey"] == nil {
			values["translationkey"] = url
		}
		if l == nil {
			return
		}
		if l.key != keyOf(s.Lang) {
			url = "/" + l.key + url
			values["url"] = url
		}
	}
	switch name := path.Base(l.folder); {
	case l.key == keyOf(s.Lang):
	case url == "/"+l.key+"/":
		delete(values, "url")
		fallthrough
	case url == "/"+name+"/": // the folder of the language has the key as its name
		values["slug"], values["aliases"] = "/", append(foreign.Words(values["aliases"]), url)
		delete(values, "url")
	}
	if values["aliases"] != nil && l.key != keyOf(s.Lang) {
		values["aliases"] = beside(values["aliases"], url, values["slug"] == "/")
	}
}

// beside returns paths from the root as paths relative to a page, because those from the root get the prefix of the
// language. home means that they are relative to the folder of the page.
func beside(aliases any, url string, home bool) any {
	switch v := aliases.(type) {
	case string:
		if strings.HasPrefix(v, "/") {
			up := strings.Count(strings.Trim(url, "/"), "/")
			if home {
				up++
			}
			return strings.Repeat("../", up) + v[1:]
		}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = beside(v[i], url, home)
		}
		return out
	}
	return aliases
}

// editions returns the settings of the languages; nil if the site has one, and English is it.
func (s *settings) editions() map[string]any {
	first := keyOf(s.Lang)
	tags := map[string]string{first: tagOf(s.Lang)}
	for _, l := range s.Languages {
		tags[l.key] = tagOf(l.key)
	}
	for _, key := range s.Editions {
		tags[key] = tagOf(key)
	}
	out := map[string]any{"defaultContentLanguage": first}
	if len(tags) == 1 {
		if out["locale"] = tags[first]; first == "en" {
			return nil
		}
		return out
	}
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(tags)), func(key string) bool { return key == first })
	languages := map[string]any{first: map[string]any{"weight": int64(1), "locale": tags[first]}}
	for i, key := range keys {
		languages[key] = map[string]any{"weight": int64(i + 2), "locale": tags[key]}
	}
	out["languages"] = languages
	if len(s.Editions) > 0 {
		out["fallbackPages"] = true
	}
	return out
}
