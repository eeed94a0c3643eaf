package post

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/themes"
)

//go:embed assets
var assets embed.FS

// mostSearch is the maximum number of bytes read of a page for the search.
const mostSearch = 32 << 20

// searched is a page that the search finds.
type searched struct {
	page  *site.Page
	below string // its URL below the root
	entry search.Entry
	terms *search.Page
	texts string
}

// searchLanguage is the index of one language.
type searchLanguage struct {
	tags   []string // of the language, for its words; nil if it is unknown
	lang   string   // as in the pages
	folder string   // of the index in the folder of the search: "" for the main language, "fr/" for others
	pages  []searched
}

// writeSearch stages the search: its page, script, and style sheet, and one index for each language.
func (r *run) writeSearch(ctx context.Context, stage *disk.Stage) (files []string, err error) {
	added := map[string]bool{}
	add := func(name string, data []byte) {
		if name = path.Join(r.o.Search, name); err == nil && !added[name] { // texts that are the same share a file
			added[name], files = true, append(files, name)
			err = r.refused(stage.Add(name, data, "sitegen post"))
		}
	}
	languages, err := r.searchLanguages(ctx)
	if err != nil {
		return nil, err
	}
	if err := addScripts(add, languages); err != nil {
		return nil, err
	}
	for _, l := range languages {
		page, err := r.searchPage(l)
		if err != nil {
			return nil, err
		}
		add(l.folder+"index.html", page)
		for _, f := range l.index() {
			add(l.folder+f.Name, f.Data)
		}
	}
	return files, err
}

// langTag matches a language of a page in lower case; others are unknown:
// https://www.rfc-editor.org/rfc/rfc5646#section-2.1
var langTag = pattern.New(`^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8})*$`)

// searchLanguages reads the pages that may be listed, by language: first that of the home page or, without one, of most
// pages. Excerpt files of all languages are in the folder of the index that names them.
func (r *run) searchLanguages(ctx context.Context) ([]*searchLanguage, error) {
	out := map[int]bool{}
	for _, ex := range r.listing.Unlisted {
		out[ex.Page.ID] = true
	}
	var ids []int
	for i := range r.pages.Pages {
		if w := &r.pages.Pages[i]; !out[i] && !w.NotFound && !strings.HasPrefix(w.Path, r.o.Search+"/") {
			ids = append(ids, i)
		}
	}
	titles, err := r.sectionTitles(ctx, ids)
	if err != nil {
		return nil, err
	}
	pages, err := par.MapWith(ctx, r.o.Jobs, ids, func() *search.Splitter { return new(search.Splitter) },
		func(_ context.Context, s *search.Splitter, i int) (searched, error) { return r.searched(s, i, titles) })
	if err != nil {
		return nil, err
	}
	var languages []*searchLanguage
	byTag := map[string]*searchLanguage{}
	for _, p := range pages {
		lang := p.page.Edition.Language
		tags, key, lower := lang.Tags(), lang.Key, lang.Lower
		if !langTag.MatchString(lower) {
			tags, key, lower = nil, "", unknownLanguage
		}
		l := byTag[lower]
		if l == nil {
			l = &searchLanguage{tags: tags, lang: key, folder: lower + "/"}
			byTag[lower] = l
			languages = append(languages, l)
		}
		l.pages = append(l.pages, p)
	}
	slices.SortStableFunc(languages, func(a, b *searchLanguage) int { return len(b.pages) - len(a.pages) })
	if home := r.indexOf(""); home != nil {
		at := slices.IndexFunc(languages, func(l *searchLanguage) bool { return l.lang == home.Edition.Language.Key })
		if at > 0 {
			first := languages[at]
			languages = slices.Insert(slices.Delete(languages, at, at+1), 0, first)
		}
	}
	if len(languages) == 0 {
		return nil, errors.New("the search needs pages: none may be listed")
	}
	languages[0].folder = ""
	for _, l := range languages {
		up := strings.Repeat("../", strings.Count(path.Join(r.o.Search, l.folder), "/"))
		for i := range l.pages {
			l.pages[i].entry.Address = up + l.pages[i].below
		}
	}
	return languages, nil
}

// searched reads a page for the search.
func (r *run) searched(s *search.Splitter, i int, titles map[int]string) (searched, error) {
	w := &r.pages.Pages[i]
	data, _, err := r.tree.Read(w.File, nil, mostSearch)
	if err != nil {
		return searched{}, err
	}
	article, err := r.pages.Article(w)
	if err != nil {
		return searched{}, err
	}
	out := searched{page: r.site.Pages[i], below: strings.TrimPrefix(w.URL, r.tree.Base())}
	out.entry = search.Entry{Title: article.Title, Section: r.trail(w, titles), Tags: article.Tags}
	d := search.Document{
		Title: article.Title, Keywords: article.Tags, Description: w.Description,
		Labels: search.Labels(out.entry.Section, article.Tags),
	}
	sections, _ := html.Sections(data)
	for _, s := range sections {
		d.Passages = append(d.Passages, search.Passage(s))
	}
	out.terms, out.texts = s.Read(&d), string(d.AppendTexts(nil))
	return out, nil
}

// above returns the folders that contain a page, from the top, each with the number of its page or webpage.Elsewhere.
func (r *run) above(w *webpage.Page) (dirs []string, pages []int) {
	dir := path.Dir(w.Path)
	if path.Base(w.Path) == "index.html" {
		dir = path.Dir(dir)
	}
	for ; dir != "."; dir = path.Dir(dir) {
		at := int(webpage.Elsewhere)
		if p := r.indexOf(dir); p != nil {
			at = p.ID
		}
		dirs, pages = append(dirs, dir), append(pages, at)
	}
	slices.Reverse(dirs)
	slices.Reverse(pages)
	return dirs, pages
}

// sectionTitles reads the titles of the pages of folders that contain some of these pages.
func (r *run) sectionTitles(ctx context.Context, ids []int) (map[int]string, error) {
	wanted := map[int]bool{}
	for _, i := range ids {
		_, pages := r.above(&r.pages.Pages[i])
		for _, at := range pages {
			wanted[at] = true
		}
	}
	delete(wanted, int(webpage.Elsewhere))
	all := slices.Sorted(maps.Keys(wanted))
	read, err := par.Map(ctx, r.o.Jobs, all, func(_ context.Context, i int) (string, error) {
		a, err := r.pages.Article(&r.pages.Pages[i])
		return a.Title, err
	})
	if err != nil {
		return nil, err
	}
	titles := map[int]string{}
	for i, at := range all {
		titles[at] = read[i]
	}
	return titles, nil
}

// trail returns the titles of the folders above a page. A folder at the top without a page has its name, others are
// left out.
func (r *run) trail(w *webpage.Page, titles map[int]string) string {
	var out []string
	dirs, pages := r.above(w)
	for i, at := range pages {
		if title := titles[at]; title != "" {
			out = append(out, title)
		} else if i == 0 {
			out = append(out, dirs[0])
		}
	}
	return search.Trail(out)
}

// index returns the files of the index.
func (l *searchLanguage) index() []search.File {
	entries, terms := make([]search.Entry, len(l.pages)), make([]*search.Page, len(l.pages))
	texts, size := make([]string, len(l.pages)), make([]int, len(l.pages))
	for i := range l.pages {
		p := &l.pages[i]
		entries[i], terms[i], texts[i], size[i] = p.entry, p.terms, p.texts, len(p.texts)
	}
	var excerpts []search.File
	for from, to := range search.Packs(entries, size) {
		files, names := search.Pack(texts[from:to])
		for i, n := range names {
			entries[from+i].Excerpts = n
		}
		excerpts = append(excerpts, files...)
	}
	files, _, err := search.Build(terms).Files(search.Making{Entry: "index.js", Language: l.lang, Entries: entries})
	if err != nil {
		panic(err) // its lists are in memory
	}
	return append(files, excerpts...)
}

// words returns the texts of the dialog, as search.js reads them, and those of the page.
func (l *searchLanguage) words() (dialog string, all map[string]string, err error) {
	if all, err = themes.Words(l.tags); err != nil {
		return "", nil, err
	}
	count := strings.NewReplacer("{{ .number }}", "#").Replace(all["search_count"])
	return strings.Join([]string{
		all["search"], all["search_close"], count, all["search_none"], all["search_failed"], all["search_section"],
		all["tags"],
	}, "|"), all, nil
}

// addScripts adds the style sheet, the search, and the script that opens it.
func addScripts(add func(name string, data []byte), languages []*searchLanguage) error {
	type known struct {
		Folder string `json:"folder"`
		Words  string `json:"words"`
	}
	list := map[string]known{}
	for i, l := range languages {
		dialog, _, err := l.words()
		if err != nil {
			return err
		}
		if i == 0 {
			list[""] = known{l.folder, dialog}
		}
		list[strings.ToLower(l.lang)] = known{l.folder, dialog}
	}
	choice, err := json.Marshal(list)
	if err != nil {
		return err
	}
	theme, own := themes.FS("base"), assets
	var problem error
	read := func(fsys fs.FS, name string) []byte {
		data, err := fs.ReadFile(fsys, name)
		problem = errors.Join(problem, err)
		return data
	}
	tokens, _, _ := strings.Cut(string(read(theme, "assets/css/tokens.css")), "\n[data-theme")
	tokens = strings.Replace(tokens, ":root {", ":where(.finder, .search-body) {", 1)
	tokens = strings.Replace(tokens, "color-scheme: light dark;", "", 1)
	small := minifier.New(minifier.Valid())
	for _, f := range []struct {
		name, mediaType string
		data            []byte
	}{
		{
			"search.css", "text/css",
			slices.Concat([]byte(tokens), read(own, "assets/search.css"), read(theme, "assets/css/search.css")),
		},
		{"search.js", "text/javascript", read(theme, "assets/js/search.js")},
		{"open.js", "text/javascript", bytes.Replace(read(own, "assets/open.js"), []byte("LANGUAGES"), choice, 1)},
	} {
		data, err := small.Minify(f.mediaType, f.data)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		add(f.name, data)
	}
	return problem
}

// searchPage returns the page that links lead to: it has a field and, for readers without JavaScript, all titles.
func (r *run) searchPage(l *searchLanguage) ([]byte, error) {
	_, words, err := l.words()
	if err != nil {
		return nil, err
	}
	up := strings.Repeat("../", strings.Count(l.folder, "/"))
	type link struct{ Below, Title string }
	var pages []link
	for i := range l.pages {
		pages = append(pages, link{l.pages[i].below, cmp.Or(l.pages[i].entry.Title, l.pages[i].below, "/")})
	}
	var b bytes.Buffer
	err = searchTemplate.Execute(&b, map[string]any{
		"Lang": l.lang, "Search": words["search"], "All": words["all_pages"], "Site": r.siteTitle(), "Up": up,
		"Root": up + strings.Repeat("../", 1+strings.Count(r.o.Search, "/")), "Pages": pages,
	})
	return b.Bytes(), err
}

var searchTemplate = template.Must(template.New("").Parse(`<!doctype html>
<html{{ with .Lang }} lang="{{ . }}"{{ end }}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, follow">
<title>{{ .Search }} · {{ .Site }}</title>
<link rel="stylesheet" href="{{ .Up }}search.css">
<script src="{{ .Up }}open.js" defer></script>
</head>
<body class="search-body">
<main>
<h1>{{ .Search }}</h1>
<form class="search-page seek" role="search">
<input name="q" type="search" aria-label="{{ .Search }}">
<button>{{ .Search }}</button>
</form>
<h2>{{ .All }}</h2>
<ul>
{{- range .Pages }}
<li><a href="{{ $.Root }}{{ .Below }}">{{ .Title }}</a></li>
{{- end }}
</ul>
</main>
</body>
</html>
`))
