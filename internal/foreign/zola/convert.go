package zola

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words/ascii"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// configOf returns the name of the configuration, or "". Hugo uses the same file name, but only Zola requires the key
// base_url.
func configOf(dir string) string {
	name := conversion.First(dir, "zola.toml", "config.toml")
	text, err := os.ReadFile(filepath.Join(dir, name))
	if name == "" || err != nil {
		return ""
	}
	value, _, err := frontmatter.Decode(frontmatter.TOML, name, text)
	if root, _ := value.(map[string]any); err == nil && root["base_url"] == nil {
		return ""
		// the conversion reports the error
	} else if err != nil && name != "zola.toml" && !bytes.Contains(text, []byte("base_url")) {
		return ""
	}
	return name
}

// zola is a project of Zola: https://www.getzola.org/documentation/
type zola struct {
	*port.Port
	root    map[string]any
	lines   map[string]int
	config  string
	shown   []string          // taxonomies with pages, as in URLs
	ignored glob.Set          // files that are not read
	cases   bool              // URLs have capital letters
	moved   map[string][]any  // URLs of sections that redirect to a page, by its file
	gone    map[string]bool   // files of these sections
	pages   int               // regular pages
	dated   int               // those with a date
	urls    map[string]string // URLs of pages whose folder has another path
	sizes   map[any]string    // sizes of lists in sheets, and a page that says so
}

// converts reports whether a folder contains a Zola configuration.
func converts(dir string) bool { return configOf(dir) != "" }

func convert(p *conversion.Work) error {
	config := configOf(p.Dir)
	text, err := os.ReadFile(filepath.Join(p.Dir, config))
	if err != nil {
		return err
	}
	value, lines, err := frontmatter.Decode(frontmatter.TOML, config, text)
	if err != nil {
		return err
	}
	return port.Convert(p, port.Theme(p.Dir, "content"), func(c *port.Port) error {
		z := &zola{
			Port: c, lines: lines, config: config, urls: map[string]string{}, sizes: map[any]string{},
		}
		z.root, _ = value.(map[string]any)
		c.Dialect = foreign.Dialect{}
		if z.ignored, err = ignored(z.root); err != nil {
			return &diag.Diagnostic{File: config, Line: lines["ignored_content"], Message: err.Error(), Hint: "correct it"}
		}
		z.settings(config)
		files, err := c.Walk(".", z.skip)
		if err != nil {
			return err
		}
		z.cases = slices.ContainsFunc(files, func(file string) bool {
			dir, content := strings.CutPrefix(path.Dir(file), "content/")
			return content && path.Ext(file) == ".md" && dir != strings.ToLower(dir)
		}) || z.capitals() || z.strategy("paths") != "on" || z.strategy("taxonomies") != "on"
		if err := z.redirects(files); err != nil {
			return err
		}
		var pages []string // in HTML
		for _, file := range files {
			folder, _, _ := strings.Cut(file, "/")
			switch {
			case path.Ext(file) == ".html" && folder == "content": // a file, not a page
				pages = append(pages, file)
			case folder == "static" || path.Ext(file) != ".md":
				c.Copy(file, z.outside(file))
			default:
				if err := z.content(file); err != nil {
					return err
				}
			}
		}
		if z.dated > 0 && 2*z.dated >= z.pages && p.Options.Theme == "" { // some are in the path that front matter sets
			p.Theme = "blog"
		}
		for _, file := range pages {
			c.Copy(file, "static"+z.beside(file))
		}
		z.pagination()
		z.Future()
		if z.cases {
			z.Out.Set("disablePathToLower", true, "URLs keep capital letters, as in Zola")
		}
		z.Out.Table("markup.goldmark.parser", "",
			conversion.Line("autoIDType", "zola", "headings have the IDs that they have in Zola"))
		return nil
	})
}

// settings reads the configuration: https://www.getzola.org/documentation/getting-started/configuration/
func (z *zola) settings(config string) {
	str := func(key string) string { s, _ := z.root[key].(string); return s }
	z.Site(str("title"), str("base_url"), str("description"), config)
	if lang := str("default_language"); lang != "" && lang != "en" {
		z.Out.Set("defaultContentLanguage", lang, config)
	}
	if author := str("author"); author != "" {
		z.Params = append(z.Params, conversion.Line("author", author, config))
	}
	names := z.taxonomies()
	for _, name := range names {
		z.shown = append(z.shown, z.slug("taxonomies", name))
	}
	z.markdown()
	for key, v := range z.root {
		say := func(fate conversion.Fate, format string, args ...any) {
			z.Note(config, z.lines[key], key, fate, format, args...)
		}
		switch key {
		case "base_url", "title", "description", "default_language", "author":
			say(conversion.Used, "")
		case "taxonomies":
			say(conversion.Used, "%s", strings.Join(names, ", "))
		case "generate_feed", "generate_feeds":
			if v == true {
				say(conversion.Used, "feeds are at %s next to the home page", strings.Join(z.feedNames(), " and "))
			} else {
				say(conversion.Ignored, "sitegen always writes feeds")
			}
		case "feed_filename", "feed_filenames":
			say(conversion.Used, "feeds.names")
		case "feed_limit":
			say(conversion.Used, "feeds.limit")
		case "ignored_content", "ignored_static":
			say(conversion.Used, "these files are not copied")
		case "slugify":
			say(conversion.Used, "URLs of pages and terms")
		case "taxonomy_root":
			say(conversion.NeedsYou, "the lists of terms are not below %v: set permalinks.taxonomy and permalinks.term", v)
		case "build_search_index", "search", "minify_html", "compile_sass", "link_checker":
			say(conversion.Ignored, "built in, or for the old theme")
		case "markdown": // below
		case "languages":
			list, _ := v.(map[string]any)
			z.languages(list, str("default_language"))
			say(conversion.Used, "")
		case "extra":
			say(conversion.NeedsYou, "for the old theme: see docs/themes for what the new one reads in [params]")
		default:
			say(conversion.Ignored, "sitegen does not read it")
		}
	}
	var lines []string
	for _, name := range z.shown {
		lines = append(lines, conversion.Line(strings.TrimSuffix(name, "s"), name, ""))
		if one := strings.TrimSuffix(name, "ies"); one != name {
			lines[len(lines)-1] = conversion.Line(one+"y", name, "")
		}
	}
	if len(lines) > 0 {
		z.Out.Table("taxonomies", config, lines...)
	}
	z.feeds()
}

// taxonomies returns the names of the taxonomies that have pages. Those of other languages have the same names.
func (z *zola) taxonomies() (names []string) {
	lists := []any{z.root["taxonomies"]}
	languages, _ := z.root["languages"].(map[string]any)
	for _, code := range slices.Sorted(maps.Keys(languages)) {
		language, _ := languages[code].(map[string]any)
		lists = append(lists, language["taxonomies"])
	}
	var feeds []string
	for _, v := range lists {
		list, _ := v.([]any)
		for _, v := range list {
			t, _ := v.(map[string]any)
			name, _ := t["name"].(string)
			if name == "" || slices.Contains(names, name) {
				continue
			}
			if t["render"] == false {
				z.Note(z.config, z.lines["taxonomies"], "taxonomies: "+name, conversion.Ignored, "it has no pages")
				continue
			}
			names = append(names, name)
			table := "feeds.term"
			if strings.TrimSuffix(name, "s") == "author" {
				table = "feeds.author"
			}
			if t["feed"] == true && !slices.Contains(feeds, table) {
				z.Out.Table(table, "feed of taxonomies", conversion.Line("formats", z.formats(), ""))
				feeds = append(feeds, table)
			}
			z.sheets(t, z.config)
		}
	}
	return names
}

// feedNames returns the names of the feeds.
func (z *zola) feedNames() []string {
	if list := conversion.Strings(z.root["feed_filenames"]); len(list) > 0 {
		return list
	}
	if name, _ := z.root["feed_filename"].(string); name != "" {
		return []string{name}
	}
	return []string{"atom.xml"}
}

// formatOf returns the format of a feed by its name: https://www.getzola.org/documentation/templates/feeds/
func formatOf(name string) string {
	if strings.Contains(name, "rss") {
		return "rss"
	}
	return "atom"
}

func (z *zola) formats() (out []string) {
	for _, name := range z.feedNames() {
		if format := formatOf(name); !slices.Contains(out, format) {
			out = append(out, format)
		}
	}
	return out
}

// feeds writes the names of the feeds, where they differ from sitegen's, and their size.
func (z *zola) feeds() {
	if limit, ok := z.root["feed_limit"]; ok {
		z.Out.Table("feeds", "", conversion.Line("limit", limit, "feed_limit"))
	}
	if z.root["feed_filenames"] != nil || z.root["feed_filename"] != nil {
		z.Out.Table("feeds.home", "", conversion.Line("formats", z.formats(), "feed_filenames"))
	}
	var lines []string
	named := map[string]bool{"atom": true}
	for _, name := range z.feedNames() {
		switch format := formatOf(name); {
		case name == "atom.xml":
		case format == "rss":
			z.Out.Table("outputFormats.rss", "", conversion.Line("baseName", foreign.Stem(name), "feed_filenames"))
		case named[format] && !slices.Contains(z.feedNames(), "atom.xml"):
			lines, named[format] = append(lines, conversion.Line("atom", name, "feed_filenames")), false
		}
	}
	if len(lines) > 0 {
		z.Out.Table("feeds.names", "", lines...)
	}
}

// sheets notes the number of entries in each sheet of a list.
func (z *zola) sheets(values map[string]any, file string) {
	at, _ := values["paginate_path"].(string)
	switch n := values["paginate_by"].(type) {
	case nil:
		return
	case uint64, int64, int, float64:
		if fmt.Sprint(n) == "0" {
			return
		}
		key := [2]any{fmt.Sprint(n), cmp.Or(at, "page")}
		z.sizes[key] = cmp.Or(z.sizes[key], file)
	}
}

// pagination writes the size of lists in sheets, which is one for all lists.
func (z *zola) pagination() {
	keys := slices.SortedFunc(maps.Keys(z.sizes), func(a, b any) int {
		return strings.Compare(fmt.Sprint(z.sizes[a], a), fmt.Sprint(z.sizes[b], b))
	})
	if len(keys) == 0 {
		return
	}
	first := keys[0].([2]any)
	n, _ := strconv.Atoi(fmt.Sprint(first[0]))
	lines := []string{conversion.Line("pagerSize", n, "paginate_by of "+z.sizes[keys[0]])}
	if first[1] != "page" {
		lines = append(lines, conversion.Line("path", first[1], "paginate_path"))
	}
	z.Out.Table("pagination", "", lines...)
	z.Note(z.sizes[keys[0]], 0, "paginate_by", conversion.Used, "pagination.pagerSize")
	for _, key := range keys[1:] {
		z.Note(z.sizes[key], 0, "paginate_by", conversion.NeedsYou,
			"all lists have the size in pagination.pagerSize, and its path: the URLs of further sheets differ")
	}
}

// ignored returns the files that Zola does not read. Its * also matches slashes.
func ignored(root map[string]any) (glob.Set, error) {
	var patterns []string
	for _, folder := range []string{"content", "static"} {
		for _, p := range conversion.Strings(root["ignored_"+folder]) {
			patterns = append(patterns, folder+"/"+p, folder+"/**/"+p)
		}
	}
	return glob.NewSet(patterns)
}

// strategy returns how a kind of names is written in URLs: "on", "safe", or "off".
// https://www.getzola.org/documentation/getting-started/configuration/
func (z *zola) strategy(of string) string {
	table, _ := z.root["slugify"].(map[string]any)
	s, _ := table[of].(string)
	return cmp.Or(s, "on")
}

// slug returns a name as in URLs; of is "paths" or "taxonomies".
func (z *zola) slug(of, name string) string {
	switch z.strategy(of) {
	case "safe":
		return strings.Map(func(c rune) rune {
			if strings.ContainsRune(`<>:"/\|?*`, c) {
				return -1
			}
			return c
		}, strings.TrimRight(name, " ."))
	case "off":
		return name
	}
	return cmp.Or(ascii.Slug(name), name)
}

// capitals reports whether the key of a language, and so the folder in its URLs, has capital letters, such as pt-BR.
func (z *zola) capitals() bool {
	list, _ := z.root["languages"].(map[string]any)
	for name := range list {
		if name != strings.ToLower(name) {
			return true
		}
	}
	return false
}

// languages writes the tables of the languages, including the default one.
func (z *zola) languages(list map[string]any, main string) {
	main = cmp.Or(main, "en")
	z.Out.Table("languages."+main, "", conversion.Line("weight", 1, ""))
	for i, name := range slices.Sorted(maps.Keys(list)) {
		l, _ := list[name].(map[string]any)
		lines := []string{conversion.Line("weight", i+2, "")}
		if title, _ := l["title"].(string); title != "" {
			lines = append(lines, conversion.Line("title", title, ""))
		}
		if !strings.EqualFold(name, main) {
			z.Out.Table("languages."+name, "", lines...)
		}
	}
}

// terms returns the terms of a page as Zola writes them in URLs.
func (z *zola) terms(taxonomy string, v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	for i, x := range list {
		name, text := x.(string)
		slug := z.slug("taxonomies", name)
		if strings.Contains(slug, " ") {
			z.Leave(conversion.NeedsYou, z.config, z.lines["slugify"], "slugify.taxonomies",
				"URLs of terms have hyphens in place of spaces: redirect the old ones")
		}
		if text {
			list[i] = z.Term(taxonomy, name, slug, z.cases)
		}
	}
	return list
}

func (z *zola) skip(rel string) bool {
	folder, _, _ := strings.Cut(rel, "/")
	switch {
	case z.ignored.Match(rel):
		return true
	case folder == "content" || folder == "static":
		return false
	case rel == "templates" || rel == "sass" || rel == "themes":
		z.Note(rel, 0, rel, conversion.NeedsYou,
			"templates and styles"+conversion.OfOldTheme)
	}
	return true
}

var (
	internal   = pattern.New(`(\]\(\s*<?|\]:\s*<?)@/([^\s)>#]*)`)
	moreMark   = pattern.New(`<!--\s*more\s*-->`)
	call       = pattern.New(`(?s)^([\w:]+)\((.*)\)$`)
	argument   = pattern.New(`^\s*id\s*=\s*["']([\w-]+)["']\s*,?\s*$`)
	pathDate   = pattern.New(`(?:^|/)(\d{4})/(\d{2})/(\d{2})/`)
	literal    = pattern.New(`(\{[{%])/\*(.*?)\*/([}%]\})`)
	fenceWords = pattern.New("^([ \\t>]*(?:`{3,}|~{3,}))([\\w+#-]*),([^`]*)$")
)

// content converts a page or a section's page.
func (z *zola) content(file string) error {
	s, err := z.Read(file)
	if err != nil {
		return z.Unread(err)
	}
	z.front(s)
	to := z.outside(file)
	if to != file && s.Values["url"] == nil {
		name, _ := s.Values["slug"].(string)
		at := urlOf(file)
		if name != "" {
			at = path.Join(path.Dir(at), name)
		}
		s.Values["url"] = "/" + at + "/"
		delete(s.Values, "slug")
	}
	if path.Base(file) == "index.md" {
		url, _ := s.Values["url"].(string)
		if slug, ok := s.Values["slug"].(string); ok && url == "" {
			url = path.Join(path.Dir(strings.TrimPrefix(path.Dir(file), "content")), slug)
		}
		if url != "" {
			z.urls[path.Dir(file)] = url
		}
	}
	if path.Base(file) != "_index.md" {
		if z.pages++; s.Values["date"] != nil {
			z.dated++
		}
	}
	z.shortcodes(s)
	s.Body = lines(internal.ReplaceAllStringFunc(s.Body, func(link string) string {
		m := internal.FindStringSubmatch(link)
		if z.gone["content/"+m[2]] { // a link to a section that redirects keeps its URL
			return m[1] + "/" + urlOf("content/"+m[2]) + "/"
		}
		to := strings.TrimPrefix(z.outside("content/"+m[2]), "content")
		if plain, lang := z.language(to); z.Exists("content/" + m[2]) {
			if _, here := z.language(file); lang != here { // a path leads to a page in the same language
				to = fmt.Sprintf("{{< relref path=%q lang=%q >}}", plain, lang)
			}
		}
		return m[1] + to
	}))
	return z.Page(s, to)
}

// language splits the language from the name of a page: https://www.getzola.org/documentation/content/multilingual/
func (z *zola) language(file string) (plain, lang string) {
	stem := strings.TrimSuffix(file, ".md")
	list, _ := z.root["languages"].(map[string]any)
	if lang = strings.TrimPrefix(path.Ext(stem), "."); list[lang] != nil {
		return foreign.Stem(stem) + ".md", lang
	}
	standard, _ := z.root["default_language"].(string)
	return file, cmp.Or(standard, "en")
}

// outside returns the new path of a page or section in the folder of a page, or of a file next to it: sitegen takes what
// is in such a folder for files of that page. Its folder is next to that of the page.
func (z *zola) outside(file string) string {
	out := []byte(file)
	for i := range len(file) {
		if file[i] != '/' || !z.Exists(file[:i]+"/index.md") {
			continue
		}
		folder, _, nested := strings.Cut(file[i+1:], "/")
		if !nested && path.Ext(file) == ".md" && !strings.HasPrefix(folder, "index.") ||
			nested && (path.Ext(file) == ".md" || z.hasPage(path.Dir(file), path.Join(file[:i], folder))) {
			out[i] = '-'
		}
	}
	return string(out)
}

// hasPage reports whether a folder, or one above it up to another one, contains a page or section with files.
func (z *zola) hasPage(dir, up string) bool {
	for ; len(dir) >= len(up); dir = path.Dir(dir) {
		if z.Exists(dir+"/index.md") || z.Exists(dir+"/_index.md") {
			return true
		}
	}
	return false
}

// beside returns the URL of a file in the content: it follows the page of its folder, or of one above.
func (z *zola) beside(file string) string {
	for dir := path.Dir(file); dir != "content"; dir = path.Dir(dir) {
		if url := z.urls[dir]; url != "" {
			return path.Join(url, strings.TrimPrefix(file, dir))
		}
	}
	return strings.TrimPrefix(file, "content")
}

// urlOf returns the URL of a file of the content as its name says, without slashes around it.
func urlOf(file string) string {
	at := strings.TrimSuffix(strings.TrimPrefix(file, "content/"), ".md")
	return strings.Trim(strings.TrimSuffix(strings.TrimSuffix(at, "_index"), "/index"), "/")
}

// redirects finds the sections that redirect to a page of the site, also over further ones.
func (z *zola) redirects(files []string) error {
	z.moved, z.gone = map[string][]any{}, map[string]bool{}
	fileOf := map[string]string{} // the file of each URL, as its name says
	for _, file := range files {
		if strings.HasPrefix(file, "content/") && path.Ext(file) == ".md" {
			fileOf[urlOf(file)] = file
		}
	}
	next := map[string]string{} // the file to which a section redirects
	for _, file := range files {
		if fileOf[urlOf(file)] != file || path.Base(file) != "_index.md" {
			continue
		}
		s, err := z.Read(file)
		if err != nil {
			continue // its page is left out
		}
		if to, _ := s.Values["redirect_to"].(string); to != "" {
			next[file] = fileOf[strings.Trim(to, "/")]
		}
	}
	for _, file := range slices.Sorted(maps.Keys(next)) {
		target := next[file]
		for n := 0; n < len(next) && next[target] != ""; n++ { // not for ever
			target = next[target]
		}
		if _, moved := next[target]; !moved && target != "" {
			z.moved[target] = append(z.moved[target], "/"+urlOf(file)+"/")
			z.gone[file] = true
		}
	}
	return nil
}

// front converts the keys of https://www.getzola.org/documentation/content/page/#front-matter
func (z *zola) front(s *port.Source) {
	v := s.Values
	move := func(from, to string) {
		if x, ok := v[from]; ok {
			if _, has := v[to]; !has {
				v[to] = x
			}
			delete(v, from)
		}
	}
	move("updated", "lastmod")
	if extra, ok := v["extra"].(map[string]any); ok {
		for _, key := range []string{"menu", "menus"} { // in params, they are menus of sitegen
			if extra[key] != nil {
				z.Leave(conversion.NeedsYou, s.File, 1, "extra."+key,
					"a menu of the old theme: write [[menus.main]] in sitegen.toml")
				delete(extra, key)
			}
		}
	}
	move("extra", "params")
	if list, ok := v["taxonomies"].(map[string]any); ok {
		for key, x := range list {
			if plural := z.slug("taxonomies", key); slices.Contains(z.shown, plural) {
				v[plural] = z.terms(plural, x)
			}
		}
	}
	if to, _ := v["path"].(string); to != "" {
		v["url"] = "/" + strings.Trim(to, "/") + "/"
		if m := pathDate.FindStringSubmatch(to); m != nil && v["date"] == nil {
			v["date"] = m[1] + "-" + m[2] + "-" + m[3]
		}
	}
	if list := conversion.Strings(v["aliases"]); len(list) > 0 { // relative to the root of the site
		var aliases []any
		for _, alias := range list {
			aliases = append(aliases, "/"+strings.TrimPrefix(alias, "/"))
		}
		v["aliases"] = aliases
	}
	if list := z.moved[s.File]; len(list) > 0 {
		own, _ := v["aliases"].([]any)
		v["aliases"] = append(own, list...)
	}
	if to, _ := v["redirect_to"].(string); to != "" {
		if z.gone[s.File] {
			v["build"] = map[string]any{"render": "never", "list": "never"}
		} else {
			z.Leave(conversion.NeedsYou, s.File, 1, "redirect_to",
				"a section that redirects: write a rule for your host that leads from its URL to "+to)
		}
	}
	if v["draft"] == true && strings.HasPrefix(path.Base(s.File), "_index.") { // Zola does not read its folder
		v["cascade"] = map[string]any{"draft": true}
	}
	if v["render"] == false {
		v["build"] = map[string]any{"render": "never", "list": "never"}
	}
	switch v["sort_by"] {
	case "title", "title_bytes", "slug", "update_date":
		z.Leave(conversion.NeedsYou, s.File, 1, fmt.Sprintf("sort_by %v", v["sort_by"]),
			"the theme sorts by weight, then by date, then by title: set weight in the pages")
	}
	if v["in_search_index"] == false {
		v["search"] = false
	}
	if template, _ := v["template"].(string); template != "" {
		z.Leave(conversion.NeedsYou, s.File, 1, "template "+template, "the theme has no such template: write layouts/"+
			path.Base(template)+" and set layout")
	}
	z.place(s)
	if z.sheets(v, s.File); v["generate_feeds"] == true || v["generate_feed"] == true {
		v["feeds"] = map[string]any{"formats": z.formats()}
	}
	for _, key := range []string{
		"taxonomies", "path", "redirect_to", "render", "in_search_index", "template", "page_template", "sort_by",
		"paginate_by", "paginate_path",
		"paginate_reversed", "insert_anchor_links", "transparent", "generate_feed", "generate_feeds", "generate_feeds_with",
		"in_feed",
	} {
		delete(v, key)
	}
}

// dated matches the name of a page that starts with its date:
// https://www.getzola.org/documentation/content/page/
var dated = pattern.New(`^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?)(?:\s?[_-](.+))?$`)

// place sets the date of a page from its name, and its URL where sitegen's would differ.
func (z *zola) place(s *port.Source) {
	v := s.Values
	dir := strings.TrimPrefix(path.Dir(strings.TrimPrefix(s.File, "content/")), ".")
	base := strings.TrimSuffix(path.Base(s.File), ".md")
	if z.root["languages"] != nil { // one may follow the name
		base, _, _ = strings.Cut(base, ".")
	}
	if strings.HasPrefix(base, "_index") {
		return
	}
	if base == "index" && dir != "" {
		base, dir = path.Base(dir), strings.TrimPrefix(path.Dir(dir), ".")
	}
	table, _ := z.root["slugify"].(map[string]any)
	rest := base
	if m := dated.FindStringSubmatch(base); m != nil {
		if v["date"] == nil {
			v["date"] = m[1]
		}
		if m[2] != "" && table["paths_keep_dates"] != true {
			rest = m[2]
		}
	}
	if v["url"] != nil {
		return
	}
	if slug, ok := v["slug"].(string); ok {
		rest = slug
	}
	slug, same := z.slug("paths", rest), base
	if !z.cases {
		same = strings.ToLower(base)
	}
	switch {
	case nav.Unusual(dir + slug):
		v["url"] = path.Join("/", dir, slug) + "/"
		delete(v, "slug")
	case v["slug"] != nil || slug != same:
		v["slug"] = slug
	}
}

// markdown reads [markdown], and sets what Zola does unless its configuration says otherwise.
func (z *zola) markdown() {
	const section = "markup.goldmark.extensions"
	table, _ := z.root["markdown"].(map[string]any)
	z.Out.Table(section, "the Markdown of Zola",
		conversion.Line("linkify", false, "a URL in the text is not a link"),
		conversion.Line("definitionList", table["definition_list"] == true, ""))
	z.Out.Table(section+".typographer", "",
		conversion.Line("disable", table["smart_punctuation"] != true, "smart_punctuation"))
	if table["render_emoji"] == true {
		z.Out.Set("enableEmoji", true, "render_emoji")
	}
	for key, v := range table {
		line, name := z.lines["markdown."+key], "markdown."+key
		switch key {
		case "smart_punctuation", "definition_list":
			z.Note(z.config, line, name, conversion.Used, section)
		case "render_emoji":
			z.Note(z.config, line, name, conversion.Used, "enableEmoji")
		case "external_links_target_blank", "external_links_no_follow", "external_links_no_referrer",
			"external_links_class":
			if v != false && v != "" {
				z.Note(z.config, line, name, conversion.NeedsYou,
					"write layouts/_markup/render-link.html: the themes have no attributes on links to other sites")
			}
		case "bottom_footnotes", "github_alerts", "external_links_external":
			z.Note(z.config, line, name, conversion.Ignored, "the themes decide how these look")
		case "highlight_code", "highlight_theme", "highlighting", "insert_anchor_links", "lazy_async_image":
			z.Note(z.config, line, name, conversion.Ignored, "built in, or for the old theme")
		default:
			z.Note(z.config, line, name, conversion.Ignored, "sitegen does not read it")
		}
	}
}

// shortcodes converts shortcodes that sitegen also has. Others are left out; the text between two of their tags stays.
// https://www.getzola.org/documentation/content/shortcodes/
func (z *zola) shortcodes(s *port.Source) {
	var open []string // names of calls whose text is read
	tree := block.Read(s.Body, &block.Syntax{Template: func(t block.Template) string {
		name := t.Name
		if m := call.FindStringSubmatch(t.Value); m != nil {
			name = m[1]
			if id := argument.FindStringSubmatch(m[2]); id != nil && (name == "youtube" || name == "vimeo") {
				return "{{< " + name + " " + id[1] + " >}}"
			}
		}
		switch {
		case name == "end" && t.Args == "":
			if last := len(open) - 1; last >= 0 {
				name, open = open[last], open[:last]
				if name == mermaid {
					return "```"
				}
			}
		case name == "", t.Value == "" && !strings.HasPrefix(t.Args, "("): // not a call: Zola shows it as text
			return t.Text
		case name == mermaid && t.Value == "":
			open = append(open, name)
			return "```mermaid"
		default:
			if t.Value == "" {
				open = append(open, name)
			}
			z.Leave(conversion.NeedsYou, s.File, s.Line+t.Line-1, name+"()",
				"a shortcode of the old theme is left out, the text in it stays: write it as a shortcode of the project")
		}
		return ""
	}})
	w := block.NewWriter()
	for _, n := range tree.Nodes {
		w.Lines(n)
	}
	out := strings.Join(w.Out, "\n")
	if strings.HasSuffix(s.Body, "\n") && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	s.Body = literal.ReplaceAllString(out, "$1$2$3")
}

// mermaid is the name that themes give the shortcode for diagrams: https://mermaid.js.org
const mermaid = "mermaid"

// lines converts what depends on lines: the options of fences, the mark of the summary, and text between single tildes.
func lines(body string) string {
	text := block.New(body)
	text.Each(func(line string) string {
		return block.Outside(line, func(s string) string {
			return block.Tildes(moreMark.ReplaceAllString(s, "<!--more-->"))
		})
	})
	out := text.Lines[:0]
	var f fence
	no := 0 // of the line in the fence
	for i, line := range text.Lines {
		switch text.Places[i] {
		case block.Opening:
			f, no = fence{}, 0
			line = f.options(line)
		case block.Inside:
			if no++; slices.ContainsFunc(f.hidden, func(r [2]int) bool { return r[0] <= no && no <= r[1] }) {
				continue
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// fence is code with options: https://www.getzola.org/documentation/content/syntax-highlighting/#annotations
type fence struct {
	hidden [][2]int // first and last line of each sequence that is not shown
}

// options converts the words after the language of a fence to attributes.
func (f *fence) options(line string) string {
	m := fenceWords.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	var out []string
	var marked [][2]int
	for _, word := range strings.Split(m[3], ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		switch key {
		case "linenos":
			out = append(out, "linenos=true")
		case "linenostart":
			out = append(out, "linenostart="+value)
		case "hl_lines":
			marked = ranges(value)
		case "hide_lines":
			f.hidden = ranges(value)
		case "name":
			out = append(out, `title="`+value+`"`)
		}
	}
	if text := f.shown(marked); text != "" {
		out = append(out, `hl_lines="`+text+`"`)
	}
	if len(out) == 0 {
		return m[1] + m[2]
	}
	return m[1] + m[2] + " {" + strings.Join(out, " ") + "}"
}

// ranges reads lines such as "1 3-5". What is not a number is left out.
func ranges(value string) (out [][2]int) {
	for _, word := range strings.Fields(value) {
		from, to, more := strings.Cut(word, "-")
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		switch {
		case err != nil || more && err2 != nil:
		case !more:
			out = append(out, [2]int{first, first})
		default:
			out = append(out, [2]int{min(first, last), max(first, last)})
		}
	}
	return out
}

// shown writes the ranges of lines without the hidden lines, which do not count.
func (f *fence) shown(marked [][2]int) string {
	before := func(line int) (n int) { // the hidden lines up to a line
		for _, h := range f.hidden {
			n += max(0, min(line, h[1])-h[0]+1)
		}
		return n
	}
	var out []string
	for _, m := range marked {
		first, last := m[0]-before(m[0]-1), m[1]-before(m[1])
		switch {
		case first == last:
			out = append(out, strconv.Itoa(first))
		case first < last:
			out = append(out, fmt.Sprintf("%d-%d", first, last))
		}
	}
	return strings.Join(out, " ")
}
