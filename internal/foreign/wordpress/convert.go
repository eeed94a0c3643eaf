package wordpress

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// site is a site that is being converted.
type site struct {
	*port.Port
	*export
	base    *url.URL // without a slash at the end
	byID    map[string]*item
	files   map[string]*item // attachments, by the path of their pages
	media   media
	placed  map[string]bool   // files of pages
	guids   map[string]int    // how many posts have an ID in feeds
	writers map[string]string // logins of the authors of published posts, by the names of their pages
	pattern string            // of the URLs of posts
	filled  map[string]int    // blocks that WordPress fills, and how often they are left out
	codes   map[string]bool   // names of shortcodes that have attributes or an end somewhere
	words   map[string]bool   // words in brackets that may be shortcodes
	front   string            // what the URLs of posts, terms, and authors begin with: "/" or "/blog/"

	parents  map[string]string  // of terms
	children map[string][]*item // attachments of each page, in their order
	above    map[string]bool    // IDs of pages that have pages below them
	list     *item              // the page that lists the posts; nil: the home page
	arranged bool               // pages have classes of the layout
}

func convert(p *conversion.Work) error {
	x := &export{}
	for _, file := range exports(p.Dir) {
		if err := x.read(file); err != nil {
			return err
		}
	}
	x.identify()
	return port.Convert(p, "blog", func(c *port.Port) error {
		s := &site{
			Port: c, export: x, byID: map[string]*item{}, files: map[string]*item{}, placed: map[string]bool{},
			guids: map[string]int{}, writers: map[string]string{}, filled: map[string]int{}, children: map[string][]*item{},
			parents: map[string]string{}, above: map[string]bool{}, codes: map[string]bool{}, words: map[string]bool{},
		}
		if err := s.settings(); err != nil {
			return err
		}
		s.index()
		if err := s.media.open(s); err != nil {
			return err
		}
		s.permalinks()
		s.list = s.listOfPosts()
		pages := s.pages()
		for _, i := range pages { // all before the first text, because texts link to them
			i.values = map[string]any{}
			s.place(i)
		}
		held := map[string]bool{} // folders; true if all of their pages are drafts
		for _, i := range pages {
			if err := s.page(i); err != nil {
				return err
			}
			all, other := held[path.Dir(i.to)]
			held[path.Dir(i.to)] = (all || !other) && i.values["draft"] == true
		}
		for _, dir := range slices.Sorted(maps.Keys(held)) { // else the list of the folder would be empty
			if list := dir + "/_index.md"; held[dir] && dir != "content" && !s.placed[list] {
				if err := s.Page(&port.Source{Values: map[string]any{"draft": true}}, list); err != nil {
					return err
				}
			}
		}
		if err := s.taxonomies(); err != nil {
			return err
		}
		s.menus()
		s.media.finish(s)
		return s.finish()
	})
}

// index notes what items refer to.
func (s *site) index() {
	for _, i := range s.items {
		s.byID[i.ID] = i
		for _, m := range shortcode.FindAllStringSubmatch(i.content(), -1) {
			s.codes[m[2]] = s.codes[m[2]] || m[1]+m[3] != ""
		}
		i.Name = slug(i.Name)
		if i.Type == "post" {
			s.guids[i.GUID]++
		}
		i.path = s.pathOf(i.Link)
		if i.Type == "page" {
			s.above[i.Parent] = true
		}
		if i.Type != "attachment" {
			continue
		}
		if i.path != "" {
			s.files[strings.TrimSuffix(i.path, "/")] = i
		}
		if i.Address != "" {
			s.children[i.Parent] = append(s.children[i.Parent], i)
		}
	}
	for _, t := range s.terms {
		s.parents[t.Slug] = t.Parent
	}
	for _, list := range s.children {
		slices.SortStableFunc(list, func(a, b *item) int { return a.Order - b.Order })
	}
}

// settings reads what the export says of the site.
func (s *site) settings() error {
	address := strings.TrimSuffix(cmp.Or(s.Options.BaseURL, s.Base, s.Link), "/")
	base, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("the URL of the site: %w", err)
	}
	s.base = base
	s.Port.Site(plain(s.Title), address, plain(s.Description), "")
	code, region, _ := strings.Cut(strings.ReplaceAll(s.Language, "_", "-"), "-")
	if code = strings.ToLower(code); code != "" && code != "en" {
		s.Out.Set("defaultContentLanguage", code, "")
	}
	if region != "" {
		s.Out.Set("locale", code+"-"+strings.ToUpper(region), "")
	}
	for _, i := range s.items {
		if name := port.Slug(i.Creator); i.Type == "post" && i.public() && name != "" {
			s.writers[name] = cmp.Or(s.writers[name], i.Creator)
		}
	}
	if len(s.writers) == 1 {
		for _, login := range s.writers {
			s.Params = append(s.Params, conversion.Line("author", s.authorName(login), ""))
		}
	}
	return nil
}

// authorName returns the name of an author for readers.
func (s *site) authorName(login string) string {
	for _, a := range s.export.authors {
		if a.Login == login && strings.TrimSpace(a.Display) != "" {
			return plain(a.Display)
		}
	}
	return login
}

// pathOf returns the path of a URL of the site, below its base, with a slash at the start; "" if there is none, or
// it has a query, as with the plain permalinks of WordPress, or is on another host.
func (s *site) pathOf(link string) string {
	u, err := url.Parse(link)
	if err != nil || link == "" || u.RawQuery != "" || u.Host != "" && !sameHost(u.Host, s.base.Host) {
		return ""
	}
	p, ok := strings.CutPrefix(u.Path, s.base.Path)
	if !ok {
		return ""
	}
	at := path.Join("/", p)
	if strings.HasSuffix(p, "/") && at != "/" {
		at += "/"
	}
	return at
}

func sameHost(a, b string) bool {
	bare := func(h string) string { return strings.TrimPrefix(strings.ToLower(h), "www.") }
	return bare(a) == bare(b)
}

// structures are the usual permalink structures of posts, below what all URLs of posts begin with:
// https://wordpress.org/documentation/article/customize-permalinks/
var structures = []string{
	":year/:month/:day/:slugorcontentbasename/", ":year/:month/:slugorcontentbasename/", ":slugorcontentbasename/",
	":year/:slugorcontentbasename/",
}

// permalinks finds the structure of most posts' URLs; it is "" if it is none of the usual ones. The others get their
// URLs.
func (s *site) permalinks() {
	var posts []*item
	for _, i := range s.items {
		if i.Type == "post" && i.public() && i.path != "" {
			posts = append(posts, i)
		}
	}
	for s.front = "/"; ; {
		more := s.fixed(posts)
		if more == "" {
			break
		}
		s.front += more + "/"
	}
	most := 0
	for _, structure := range structures {
		fits := 0
		for _, i := range posts {
			if i.path == expand(s.front+structure, i) {
				fits++
			}
		}
		if fits > most && fits*2 >= len(posts) {
			s.pattern, most = s.front+structure, fits
		}
	}
}

// fixed returns the part after front of all URLs of posts, if it does not depend on the post: not its name, ID, date,
// author, or category. WordPress puts it before terms and authors, too.
func (s *site) fixed(posts []*item) (out string) {
	for n, i := range posts {
		rest, ok := strings.CutPrefix(i.path, s.front)
		part, after, more := strings.Cut(rest, "/")
		if !ok || !more || after == "" || part == "" || n > 0 && part != out || part == i.Name || part == i.ID ||
			part == port.Slug(i.Creator) || strings.Trim(part, "0123456789") == "" {
			return ""
		}
		for _, t := range i.Terms {
			for at, up := slug(t.Slug), 0; at != "" && up < 20; at, up = s.parents[at], up+1 {
				if at == part {
					return ""
				}
			}
		}
		out = part
	}
	return out
}

func expand(structure string, i *item) string {
	d := i.date()
	return strings.NewReplacer(":year", d.Format("2006"), ":month", d.Format("01"), ":day", d.Format("02"),
		":slugorcontentbasename", i.Name).Replace(structure)
}

// public reports whether everybody can read an item, now or from its date on.
func (i *item) public() bool {
	return i.Password == "" && (i.Status == "publish" || i.Status == "future")
}

// at returns the path of an item in the new site; "" if it has none.
func (i *item) at() string { return cmp.Or(i.path, i.url) }

// dropped are the statuses of objects that are not content.
var dropped = []string{"trash", "auto-draft", "inherit"}

// pages returns the items that become pages: posts, pages, and items of other types that have a URL.
func (s *site) pages() (out []*item) {
	for _, i := range s.items {
		switch i.Type {
		case "attachment", "nav_menu_item", "wp_navigation", "wp_block", "revision":
			continue // read elsewhere
		case "custom_css", "wp_global_styles", "wp_template", "wp_template_part", "customize_changeset", "oembed_cache",
			"user_request", "wp_font_family", "wp_font_face":
			s.Leave(conversion.Ignored, i.File, i.Line, i.Type, "for the old theme")
			continue
		}
		switch ordinary := i.Type == "post" || i.Type == "page"; {
		case slices.Contains(dropped, i.Status):
			s.Leave(conversion.Ignored, i.File, i.Line, "status "+i.Status, "not content")
		case !ordinary && (!i.public() || i.path == "" || port.Slug(i.Type) == ""):
			s.Leave(conversion.NeedsYou, i.File, i.Line, "post type "+i.Type, "not converted: it has no URL for readers")
		default:
			if !ordinary {
				s.Leave(conversion.NeedsYou, i.File, i.Line, "post type "+i.Type,
					"the page is a draft: the export doesn't say whether readers can see this type")
			}
			out = append(out, i)
		}
	}
	return out
}

// page converts an item.
func (s *site) page(i *item) error {
	src := &port.Source{File: i.File, Line: i.Line, Values: i.values}
	if title := plain(i.Title); title != "" {
		src.Values["title"] = title
	}
	s.dates(src.Values, i)
	s.state(src.Values, i)
	t := &text{site: s, item: i}
	s.metadata(src.Values, t)
	src.Body = t.convert(i.content())
	if err := s.comments(src.Values, i); err != nil {
		return err
	}
	return s.Page(src, i.to)
}

func (s *site) dates(values map[string]any, i *item) {
	date := i.date()
	if date.IsZero() {
		return
	}
	if i.Type == "post" { // WordPress shows no date of pages
		values["date"] = date.Format(time.RFC3339)
	}
	if changed := when(i.Modified, i.Changed); changed.After(date) || i.Type == "page" && !changed.IsZero() {
		values["lastmod"] = changed.Format(time.RFC3339)
	} else if i.Type == "page" {
		values["lastmod"] = date.Format(time.RFC3339)
	}
}

// state keeps back what WordPress does not show everybody.
func (s *site) state(values map[string]any, i *item) {
	switch {
	case i.Password != "":
		values["draft"] = true
		s.Leave(conversion.NeedsYou, i.File, i.Line, "password",
			"a static site can't ask for one: the page is a draft")
	case i.Status == "private":
		values["draft"] = true
		s.Leave(conversion.NeedsYou, i.File, i.Line, "private", "the page is a draft")
	case !i.public() || i.Type != "post" && i.Type != "page":
		values["draft"] = true
	}
}

// place sets the file and the URL of a page.
func (s *site) place(i *item) {
	name := cmp.Or(i.Name, port.Slug(plain(i.Title)), "untitled-"+i.ID)
	if i.Name != "" && port.Slug(i.Name) != i.Name {
		name = cmp.Or(port.Slug(i.Name), "untitled-"+i.ID)
		i.values["slug"] = i.Name
	}
	if name == "index" { // index.md is the page of its folder
		name += "-" + i.ID
	}
	hasURL := i.public() || i.Status == "publish" || i.Status == "private"
	if hasURL && i.path == "" && i.Link != "" {
		s.Leave(conversion.NeedsYou, i.File, i.Line, "URLs such as /?p=1",
			"a static site can't have them: choose new ones with [permalinks.page]")
	}
	keep := func(usual string) {
		if hasURL && i.path != "" && i.path != usual {
			i.values["url"] = i.path
			delete(i.values, "slug")
		}
	}
	switch {
	case i.Type == "post":
		i.to = "content/posts/" + name + ".md"
		if s.pattern == "" || i.path != expand(s.pattern, i) || i.Name == "index" {
			keep("")
		}
	case i.Type != "page":
		folder := port.Slug(i.Type)
		if folder == "posts" || folder == "categories" || folder == "tags" || folder == "authors" {
			folder = "type-" + folder // not that of a list
		}
		i.to = "content/" + folder + "/" + name + ".md"
		keep("/" + folder + "/" + name + "/")
	case i.path == "/":
		i.to = "content/_index.md"
	case i == s.list:
		i.to = "content/posts/_index.md"
		keep("/posts/")
	default:
		i.to = s.folder(i, name)
		keep(strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(i.to, "content"), ".md"), "_index") + "/")
	}
	for s.placed[i.to] { // that of a draft or another language, for example
		i.to = strings.TrimSuffix(i.to, ".md") + "-" + i.ID + ".md"
		if i.values["url"] == nil && i.Name != "" {
			i.values["slug"] = i.Name
		}
	}
	s.placed[i.to] = true
	if i.path == "" {
		at := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(i.to, "content"), ".md"), "/_index")
		if name, ok := i.values["slug"].(string); ok {
			at = path.Join(path.Dir(at), name)
		}
		i.url = strings.ToLower(at) + "/"
	}
}

// folder returns the file of a page below those of its parents.
func (s *site) folder(i *item, name string) string {
	at := name
	for up, n := s.byID[i.Parent], 0; up != nil && up.Type == "page" && n < 20; up, n = s.byID[up.Parent], n+1 {
		at = path.Join(cmp.Or(port.Slug(up.Name), "untitled-"+up.ID), at)
	}
	if at == "posts" || strings.HasPrefix(at, "posts/") || at == "categories" || at == "tags" || at == "authors" {
		at = "page-" + at // not that of a list
	}
	if s.above[i.ID] {
		return "content/" + at + "/_index.md"
	}
	return "content/" + at + ".md"
}

// listOfPosts returns the page that lists the posts of a site whose home page is another page: the only one without a
// text. Exports do not name it. nil: there is none, or it is not sure.
func (s *site) listOfPosts() (out *item) {
	front := false
	for _, i := range s.items {
		switch {
		case i.Type != "page" || !i.public():
		case i.path == "/":
			front = true
		case i.path != "" && strings.TrimSpace(i.content()) == "" && (i.Parent == "" || i.Parent == "0"):
			if out != nil {
				return nil
			}
			out = i
		}
	}
	if !front {
		return nil
	}
	return out
}

// metadata sets the other values of a page.
func (s *site) metadata(values map[string]any, t *text) {
	i := t.item
	if i.Order != 0 && i.Type == "page" {
		values["weight"] = i.Order
	}
	if i.Sticky == "1" && i.Type == "post" && i.public() {
		values["weight"] = 1
		s.Leave(conversion.Used, i.File, i.Line, "sticky", "weight: 1 puts the post first in lists")
	}
	if i.GUID != "" && i.Type == "post" && s.guids[i.GUID] == 1 {
		values["id"] = i.GUID // feed readers know the post by it
	}
	for domain, key := range s.names() {
		var list []any
		for _, t := range i.Terms {
			if name := slug(t.Slug); t.Domain == domain && name != "" && !slices.Contains(list, any(name)) {
				list = append(list, name)
			}
		}
		if len(list) > 0 {
			values[key] = list
		}
	}
	if name := port.Slug(i.Creator); len(s.writers) > 1 && i.Type == "post" && s.writers[name] != "" {
		values["authors"] = []any{name}
	}
	if text := plain(fill(heldMark, t.shortcodes(t.forAll(i.excerpt())), t.held)); text != "" {
		values["summary"] = text
	}
	for _, key := range []string{
		"_yoast_wpseo_metadesc", "rank_math_description", "_aioseo_description",
		"_seopress_titles_desc",
	} {
		if text := plain(i.meta(key)); text != "" && !strings.Contains(text, "%") {
			values["description"] = text
			break
		}
	}
	for _, key := range []string{
		"_yoast_wpseo_title", "_yoast_wpseo_opengraph-title", "_yoast_wpseo_opengraph-description", "rank_math_title",
		"_aioseo_title", "_seopress_titles_title",
	} {
		own := strings.Trim(seoVariable.ReplaceAllString(plain(i.meta(key)), ""), " -–—|·•")
		if own != "" && own != plain(i.Title) {
			s.Leave(conversion.NeedsYou, i.File, i.Line, strings.TrimPrefix(key, "_"),
				"search engines and other sites get the title and description of the page instead")
		}
	}
	if i.meta("_yoast_wpseo_meta-robots-noindex") == "1" || strings.Contains(i.meta("rank_math_robots"), "noindex") {
		values["noindex"] = true
	}
	if canonical := i.meta("_yoast_wpseo_canonical"); canonical != "" {
		values["canonical"] = canonical
	}
	if cover := s.byID[i.meta("_thumbnail_id")]; cover != nil && cover.Address != "" {
		values["cover"] = t.link(cover.Address)
	}
	s.episode(values, t)
	if old := s.olderURLs(i); len(old) > 0 {
		values["aliases"] = old
	}
}

// seoVariable matches a variable in a title of a plugin for search engines: %%title%%, %title%, #post_title.
var seoVariable = pattern.New(`%+\w+%+|#\w+`)

// olderURLs returns the paths from which WordPress redirects to a page, and those of its parts.
func (s *site) olderURLs(i *item) (out []any) {
	for _, m := range i.Meta {
		value := slug(m.Value)
		switch {
		case value == "" || i.Name == "":
		case m.Key == "_wp_old_slug" && strings.Contains(i.path, "/"+i.Name):
			out = append(out, strings.Replace(i.path, "/"+i.Name, "/"+value, 1))
		case m.Key == "_wp_old_date" && s.pattern != "" && i.path == expand(s.pattern, i):
			before := *i
			before.Date, before.DateGMT = value+" 00:00:00", ""
			if at := expand(s.pattern, &before); at != i.path && !before.date().IsZero() {
				out = append(out, at)
			}
		}
	}
	if parts := strings.Count(i.content(), "<!--nextpage-->"); parts > 0 {
		s.Leave(conversion.Used, i.File, i.Line, "page break", "the parts are one page, to which their URLs redirect")
		for n := 2; n <= min(parts+1, 100) && strings.HasSuffix(i.path, "/"); n++ {
			out = append(out, fmt.Sprintf("%s%d/", i.path, n))
		}
	}
	return out
}

// taxonomies writes a page for each term with its name and WordPress' URL.
func (s *site) taxonomies() error {
	names := s.names()
	known, used := map[[2]string]term{}, map[[2]string]bool{}
	for _, t := range s.terms {
		known[[2]string{t.Taxonomy, t.Slug}] = t
	}
	for _, i := range s.items {
		if i.Type == "post" && i.public() {
			for _, t := range i.Terms {
				k := [2]string{t.Domain, slug(t.Slug)}
				if used[k] = true; known[k].Slug == "" { // an export of some posts lists no terms
					known[k] = term{Taxonomy: k[0], Slug: k[1], Name: plain(t.Name)}
				}
			}
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(used), func(a, b [2]string) int {
		return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
	}) {
		key, t := names[k[0]], known[k]
		if key == "" || t.Slug == "" {
			continue
		}
		at := t.Slug
		for up, n := t.Parent, 0; up != "" && n < 20; up, n = known[[2]string{k[0], up}].Parent, n+1 {
			at = up + "/" + at
		}
		base := s.front + strings.TrimPrefix(k[0], "post_") + "/"
		if list := "content/" + key + "/_index.md"; !s.placed[list] {
			s.placed[list] = true // WordPress has no such page, but one of the site may have its usual URL
			if err := s.Page(&port.Source{Values: map[string]any{"url": base}}, list); err != nil {
				return err
			}
		}
		values := map[string]any{"title": t.Name, "url": base + at + "/"}
		src := &port.Source{Values: values, Body: (&text{site: s}).convert(t.Text)}
		if err := s.Page(src, "content/"+key+"/"+t.Slug+"/_index.md"); err != nil {
			return err
		}
	}
	list := []string{conversion.Line("category", "categories", ""), conversion.Line("tag", "tags", "")}
	for _, name := range slices.Sorted(maps.Values(names)) {
		if name != "categories" && name != "tags" {
			list = append(list, conversion.Line(name, name, ""))
		}
	}
	if len(s.writers) > 1 {
		list = append(list, conversion.Line("author", "authors", ""))
		err := s.Page(&port.Source{Values: map[string]any{"url": s.front + "author/"}}, "content/authors/_index.md")
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(s.writers)) {
			values := map[string]any{"title": s.authorName(s.writers[name]), "url": s.front + "author/" + name + "/"}
			if err := s.Page(&port.Source{Values: values}, "content/authors/"+name+"/_index.md"); err != nil {
				return err
			}
		}
	}
	s.Out.Table("taxonomies", "", list...)
	return nil
}

// finish writes the settings that depend on the posts, and the redirects of feeds.
func (s *site) finish() error {
	var filled []string
	for _, name := range slices.Sorted(maps.Keys(s.filled)) {
		filled = append(filled, fmt.Sprintf("%s (%d)", name, s.filled[name]))
	}
	if len(filled) > 0 {
		s.Note("", 0, "blocks", conversion.NeedsYou, "WordPress fills them, so they are left out: %s",
			strings.Join(filled, ", "))
	}
	if words := slices.Sorted(maps.Keys(s.words)); len(words) > 0 {
		s.Note("", 0, "[…]", conversion.NeedsYou, "words in brackets stay: remove those that are shortcodes: %s",
			conversion.Few(words))
	}
	if s.arranged {
		s.Add("", conversion.File{Path: "assets/css/custom.css", Data: layoutCSS})
		s.Note("", 0, "layout", conversion.Used, "assets/css/custom.css: places of pictures, columns, buttons, and covers")
	}
	if s.pattern != "" {
		s.Out.Table("permalinks.page", "", conversion.Line("posts", s.pattern, "as in WordPress"))
		s.Note("", 0, "permalinks", conversion.Used, "%s", s.pattern)
	}
	prefix := s.base.Path
	s.Add("", conversion.File{Path: "static/_redirects", Data: fmt.Appendf(nil,
		"%[1]s/feed/ %[1]s/index.xml 301\n%[1]s/feed/rss2/ %[1]s/index.xml 301\n%[1]s/feed/atom/ %[1]s/atom.xml 301\n",
		prefix)})
	s.Note("", 0, "/feed/", conversion.Used, "static/_redirects leads from it to index.xml, on hosts with redirects")
	return nil
}
