package site

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// file is a resource in all its languages: their common key, and one file per language.
type file struct {
	key  string // logical path within the bundle: "sub/pic.png"
	lang map[string]*content.Resource
}

// resources assigns the files next to pages to these pages.
//
// A file belongs to the page at its folder or at the nearest folder above; that page has the same path in all
// languages. A language without its own file uses that of the nearest language that publishes one:
// https://gohugo.io/content-management/page-resources/#multilingual
func (a *assembly) resources() {
	bundles := a.bundles()
	for _, path := range slices.Sorted(maps.Keys(bundles)) {
		files := bundles[path]
		published := make([]map[string]*Resource, len(a.editions)) // by language and key
		written := func(e *edition) bool { return e.byPath[path] != nil && e.byPath[path].Doc != nil }
		// As in Hugo, a language for which nobody wrote the page publishes no files, unless no language has the page.
		strict := a.Config.Hugo && slices.ContainsFunc(a.editions, written)
		for i, e := range a.editions {
			if p := e.byPath[path]; p != nil && (!strict || written(e)) {
				published[i] = e.publishFiles(p, files, published[:i])
			}
		}
		for i, e := range a.editions {
			p := e.byPath[path]
			if p == nil {
				continue
			}
			for _, f := range files {
				if r := e.nearest(published, i, f.key); r != nil {
					c := *r
					p.extras().Resources = append(p.Resources, &c)
				}
			}
		}
	}
	for _, e := range a.editions {
		e.bundlePages()
	}
	a.shareByKey()
	a.fileParams = map[*content.Resource]map[string]any{}
	for _, e := range a.editions {
		c := words.NewCollator(e.Language.Lower)
		for _, p := range e.documented() {
			if len(p.Resources) > 0 || p.Params["resources"] != nil {
				e.arrange(p, c)
			}
		}
	}
}

// bundles groups the resources by the path of the page that they belong to, sorted by key.
func (a *assembly) bundles() map[string][]*file {
	found := map[string]map[string]*file{}
	linked := a.attachments()
	for _, r := range a.Tree.Resources {
		if a.Tree.Attachment(r) && !linked[r] {
			continue
		}
		full := "/" + logical(a.Config.Tool.Unnumbered(strings.TrimSuffix(r.Path, r.Name))) + logical(r.Key)
		owner := a.ownerOf(full[:strings.LastIndexByte(full, '/')])
		key := strings.TrimPrefix(strings.TrimPrefix(full, owner), "/")
		if found[owner] == nil {
			found[owner] = map[string]*file{}
		}
		f := found[owner][key]
		if f == nil {
			f = &file{key: key, lang: map[string]*content.Resource{}}
			found[owner][key] = f
		}
		if other := f.lang[r.Lang]; other == nil || r.Suffixed && !other.Suffixed {
			f.lang[r.Lang] = r
		}
	}
	out := make(map[string][]*file, len(found))
	for owner, files := range found {
		for _, key := range slices.Sorted(maps.Keys(files)) {
			out[owner] = append(out[owner], files[key])
		}
	}
	return out
}

// attachments returns the resources to which pages that are built link.
func (a *assembly) attachments() map[*content.Resource]bool {
	out := map[*content.Resource]bool{}
	for _, e := range a.editions {
		for _, p := range e.documented() {
			if p.Doc == nil || !p.Render {
				continue
			}
			for _, r := range a.Tree.Attachments(p.Doc) {
				out[r] = true
			}
		}
	}
	return out
}

// ownerOf returns the path of the page that files in a folder belong to, even if that page is not built.
func (a *assembly) ownerOf(dir string) string {
	for dir != "" {
		if a.owners[dir] {
			return dir
		}
		dir = dir[:strings.LastIndexByte(dir, '/')]
	}
	return "/"
}

// publishFiles creates the resources that a page of this language publishes next to itself. before lists what
// the earlier languages publish: a file that they share is published there.
func (e *edition) publishFiles(p *Page, files []*file, before []map[string]*Resource) map[string]*Resource {
	at, ok := e.location(p)
	if !ok {
		return nil
	}
	folder := p.Path
	// files keep their paths
	if home := e.byPath["/"]; home != nil && e.a.Config.Tool != nil && e.a.Config.Tool.RootedFiles {
		if at, ok = e.location(home); !ok {
			return nil
		}
		folder = "/"
	}
	out := map[string]*Resource{}
	for _, f := range files {
		r := f.lang[e.Language.Lower]
		if r == nil && (e.rules.multihost || e.a.Config.Markup.Goldmark.DuplicateResourceFiles) {
			r = f.any(e)
		}
		if r == nil || !e.rules.multihost && e.a.publishedBefore(r, f.key, before) {
			continue
		}
		name, file := withoutFolder(r.Path, p.Path), withoutFolder(r.Path, folder)
		res := &Resource{
			Resource: r, Name: name, Title: name, Home: p, Lazy: !p.PublishResources,
			URL:  URL{base: e.Base, path: at.beside + "/" + strings.ReplaceAll(file, "?", "%3F")},
			File: strings.TrimPrefix(at.dir+"/"+file, "/"),
		}
		if e.a.Config.Discovery.IsSidecar(res.File) && hasKey(files, config.Sidecar(f.key)) {
			continue // for lists, not for readers
		}
		if r.Made != nil {
			res.describe(r.Made)
		}
		if r.Executed != nil {
			res.File = strings.TrimPrefix(at.dir+"/"+r.Executed.At, "/")
			res.URL.path = at.beside + "/" + strings.ReplaceAll(r.Executed.At, "?", "%3F")
		}
		out[f.key] = res
	}
	return out
}

func hasKey(files []*file, key string) bool {
	return slices.ContainsFunc(files, func(f *file) bool { return f.key == key })
}

// publishedBefore reports whether one of the languages publishes the same shared file.
func (a *assembly) publishedBefore(r *content.Resource, key string, languages []map[string]*Resource) bool {
	root := a.Tree.Roots[r.Root]
	if !root.Shared {
		return false
	}
	for _, published := range languages {
		if p := published[key]; p != nil {
			other := a.Tree.Roots[p.Root]
			if other.Shared && other.Dir == root.Dir && other.At == root.At && p.Path == r.Path {
				return true
			}
		}
	}
	return false
}

// any returns the file of the language nearest to e's.
func (f *file) any(e *edition) *content.Resource {
	var best *content.Resource
	bestAway := 0
	for _, other := range e.a.editions {
		r := f.lang[other.Language.Lower]
		away := max(other.Language.Index-e.Language.Index, e.Language.Index-other.Language.Index)
		if r != nil && (best == nil || away < bestAway) {
			best, bestAway = r, away
		}
	}
	return best
}

// withoutFolder returns a path on disk without the folders of the page at path.
func withoutFolder(disk, path string) string {
	if path == "/" {
		return disk
	}
	for range strings.Count(path, "/") {
		_, rest, ok := strings.Cut(disk, "/")
		if !ok {
			return disk
		}
		disk = rest
	}
	return disk
}

// nearest returns the file that language i uses for a key: its own, else that of the closest language in the
// order of languages, the earlier of two equally close ones. With fallbackPages, that of the default language comes
// before those of others.
func (e *edition) nearest(published []map[string]*Resource, i int, key string) *Resource {
	if r := published[i][key]; r != nil {
		return r
	}
	for j, other := range e.a.editions {
		if r := published[j][key]; r != nil && e.Language.FallbackPages && other.Language.Default {
			return r
		}
	}
	for away := range len(published) {
		for _, j := range []int{i - away, i + away} {
			if j >= 0 && j < len(published) {
				if r := published[j][key]; r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// location returns the folder for files next to a page: that of the output which Hugo renders first. Formats without
// a weight are last.
func (e *edition) location(p *Page) (location, bool) {
	formats := e.formatsOf(p)
	if len(formats) == 0 {
		return location{}, false
	}
	l := e.fill(p, e.urls[p])
	l.formats = formats
	first := slices.MinFunc(formats, func(x, y *config.OutputFormat) int {
		return cmp.Or(cmp.Compare(uint(x.Weight-1), uint(y.Weight-1)), strings.Compare(x.Name, y.Name))
	})
	return l.in(p.Kind, first, ""), true
}

// bundlePages adds the content files inside leaf bundles to the resources of the bundle's page.
func (e *edition) bundlePages() {
	for _, p := range e.bundled {
		dir := strings.TrimSuffix(p.Owner.Path, "/") + "/"
		name := strings.TrimPrefix(p.Path, dir) + "." + strings.ToLower(p.Doc.Ext)
		p.Owner.extras().Resources = append(p.Owner.Resources,
			&Resource{Page: p, Name: name, Title: p.Title, Params: p.Params, Home: p.Owner})
	}
}

// shareByKey adds to pages with a translationKey the resources of their translations that they lack.
func (a *assembly) shareByKey() {
	type addition struct {
		page *Page
		more []*Resource
	}
	var additions []addition
	for _, e := range a.editions {
		for _, p := range e.all {
			if len(p.Translations) < 2 || p.TranslationKey == p.Path {
				continue
			}
			have := map[string]bool{}
			for _, r := range p.Resources {
				have[r.normalized()] = true
			}
			var more []*Resource
			for _, t := range p.Translations {
				if t == p {
					continue
				}
				for _, r := range t.Resources {
					if !have[r.normalized()] {
						have[r.normalized()] = true
						c := *r
						more = append(more, &c)
					}
				}
			}
			if more != nil {
				additions = append(additions, addition{p, more})
			}
		}
	}
	for _, x := range additions {
		x.page.extras().Resources = append(slices.Clip(x.page.Resources), x.more...)
	}
}

func (r *Resource) normalized() string {
	if r.Resource != nil {
		return logical(r.Key)
	}
	return r.Name
}

// kind returns Hugo's ResourceType.
func (r *Resource) kind() string {
	if r.Page != nil {
		return "page"
	}
	return r.Kind
}

// arrange sorts the resources of a page as Hugo does, and names them according to the page's metadata.
//
// Hugo's comparison is not a valid order: it says "before" if the type is smaller, and also if the name is. The
// result depends on the sorting algorithm, so the same stable sort must be used here.
func (e *edition) arrange(p *Page, c *words.Collator) {
	slices.SortStableFunc(p.Resources, func(x, y *Resource) int { return cmp.Compare(x.sortKey(), y.sortKey()) })
	less := func(i, j int) bool {
		x, y := p.Resources[i], p.Resources[j]
		switch {
		case x.kind() < y.kind():
			return true
		case (x.Page != nil) != (y.Page != nil):
			return y.Page != nil
		case x.Page != nil:
			return CompareDefault(x.Page, y.Page, c) < 0
		}
		return x.Name < y.Name
	}
	sort.SliceStable(p.Resources, less)
	for _, r := range p.Resources {
		if params := e.a.fileParams[r.Resource]; params != nil {
			r.Params = maps.Clone(params)
		}
	}
	meta, _ := p.Params["resources"].([]any)
	if len(meta) == 0 {
		return
	}
	e.name(p, meta)
	sort.SliceStable(p.Resources, less)
}

// sortKey is the path within the bundle in lower case without a language: the order before sorting.
func (r *Resource) sortKey() string {
	if r.Resource == nil {
		return r.Name
	}
	return logical(withoutFolder(r.Path[:len(r.Path)-len(r.Resource.Name)]+r.Key, r.Home.Path))
}

// name applies the `resources` metadata of a page:
// https://gohugo.io/content-management/page-resources/#metadata Parameters belong to the file: later languages
// that use the file have them, too, as in Hugo.
func (e *edition) name(p *Page, meta []any) {
	type rule struct {
		src     string
		pattern *glob.Pattern
		values  map[string]any
	}
	var rules []rule
	for _, m := range meta {
		values, ok := m.(map[string]any)
		if !ok {
			continue
		}
		src, there := values["src"]
		if !there {
			e.a.problem(diag.Error, p.Doc, "resources", "resources: an entry has no src")
			continue
		}
		pattern, err := glob.ParsePattern(text(src))
		if err != nil {
			e.a.problem(diag.Error, p.Doc, "resources", "resources: %v", err)
			continue
		}
		if c := e.a.Config; !c.Hugo && !c.Lenient && c.Tool == nil && !slices.ContainsFunc(p.Resources, func(r *Resource) bool {
			return r.Resource != nil && pattern.Match(r.Name)
		}) {
			e.a.problem(diag.Warning, p.Doc, "resources", "resources: no file next to the page matches %q", src).About = text(src)
		}
		rules = append(rules, rule{strings.ToLower(text(src)), pattern, values})
	}
	counters := map[string]int{}
	for _, r := range p.Resources {
		if r.Resource == nil {
			continue
		}
		original := r.Name
		named, titled := false, false
		for _, m := range rules {
			if !m.pattern.Match(original) {
				continue
			}
			if v, there := m.values["name"]; there && !named {
				r.Name, named = strings.TrimPrefix(count(text(v), counters, "name_"+m.src), "/"), true
			}
			if v, there := m.values["title"]; there && !titled {
				r.Title, titled = count(text(v), counters, "title_"+m.src), true
			}
			if params, ok := m.values["params"].(map[string]any); ok {
				if r.Params == nil {
					r.Params = make(map[string]any, len(params))
				}
				maps.Copy(r.Params, params)
				e.a.fileParams[r.Resource] = r.Params
			}
		}
	}
}

// count replaces :counter, which increases for each resource that the same pattern names.
func count(s string, counters map[string]int, key string) string {
	if !strings.Contains(s, ":counter") {
		return s
	}
	counters[key]++
	return strings.ReplaceAll(s, ":counter", strconv.Itoa(counters[key]))
}
