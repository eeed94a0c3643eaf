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
}

func convert(p *conversion.Work) error {
	x := &export{}
	for _, file := range exports(p.Dir) {
		if err := x.read(file); err != nil {
			return err
		}
	}
	x.identify()
	return port.Convert(p, "blog", true, func(c *port.Port) error {
		s := &site{
			Port: c, export: x, byID: map[string]*item{}, files: map[string]*item{}, placed: map[string]bool{},
			guids: map[string]int{}, writers: map[string]string{}, filled: map[string]int{},
		}
		if err := s.settings(); err != nil {
			return err
		}
		for _, i := range x.items {
			s.byID[i.ID] = i
			i.Name = slug(i.Name)
			if i.Type == "post" {
				s.guids[i.GUID]++
			}
			i.path = s.pathOf(i.Link)
			if i.Type == "attachment" && i.path != "" {
				s.files[strings.TrimSuffix(i.path, "/")] = i
			}
		}
		if err := s.media.open(s); err != nil {
			return err
		}
		s.pattern = s.permalinks()
		for _, i := range x.items {
			if err := s.item(i); err != nil {
				return err
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
		if name := port.Slug(i.Creator); i.Type == "post" && i.Status == "publish" && name != "" {
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

// pathOf returns the path of a URL of the site, below its base, with a slash at the start; "" if it has a query, as
// with the plain permalinks of WordPress, or is on another host.
func (s *site) pathOf(link string) string {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil || u.RawQuery != "" || u.Host != "" && !sameHost(u.Host, s.base.Host) {
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

// structures are the usual permalink structures of posts:
// https://wordpress.org/documentation/article/customize-permalinks/
var structures = []string{
	"/:year/:month/:day/:slugorcontentbasename/", "/:year/:month/:slugorcontentbasename/", "/:slugorcontentbasename/",
	"/:year/:slugorcontentbasename/", "/blog/:slugorcontentbasename/",
	"/blog/:year/:month/:day/:slugorcontentbasename/", "/archives/:slugorcontentbasename/",
}

// permalinks returns the structure of most posts' URLs; "" if it is none of the usual ones. The others get their URLs.
func (s *site) permalinks() (best string) {
	posts, most := 0, 0
	fits := map[string]int{}
	for _, i := range s.items {
		if i.Type == "post" && i.Status == "publish" {
			posts++
			for _, structure := range structures {
				if i.path == expand(structure, i) {
					fits[structure]++
				}
			}
		}
	}
	for _, structure := range structures {
		if fits[structure] > most && fits[structure]*2 >= posts {
			best, most = structure, fits[structure]
		}
	}
	return best
}

func expand(structure string, i *item) string {
	d := i.date()
	return strings.NewReplacer(":year", d.Format("2006"), ":month", d.Format("01"), ":day", d.Format("02"),
		":slugorcontentbasename", i.Name).Replace(structure)
}

// dropped are the statuses of objects that are not content.
var dropped = []string{"trash", "auto-draft", "inherit"}

// item converts a post or page.
func (s *site) item(i *item) error {
	switch i.Type {
	case "post", "page":
	case "attachment", "nav_menu_item", "wp_navigation", "wp_block", "revision":
		return nil // read elsewhere
	case "custom_css", "wp_global_styles", "wp_template", "wp_template_part", "customize_changeset", "oembed_cache",
		"user_request", "wp_font_family", "wp_font_face":
		s.Leave(conversion.Ignored, i.File, i.Line, i.Type, "for the old theme")
		return nil
	default:
		s.Leave(conversion.NeedsYou, i.File, i.Line, "post type "+i.Type, "not converted: only posts and pages are")
		return nil
	}
	if slices.Contains(dropped, i.Status) {
		s.Leave(conversion.Ignored, i.File, i.Line, "status "+i.Status, "not content")
		return nil
	}
	src := &port.Source{File: i.File, Line: i.Line, Values: map[string]any{}}
	if title := plain(i.Title); title != "" {
		src.Values["title"] = title
	}
	s.dates(src.Values, i)
	s.state(src.Values, i)
	to := s.place(src.Values, i)
	for s.placed[to] { // that of a draft or another language, for example
		to = strings.TrimSuffix(to, ".md") + "-" + i.ID + ".md"
		src.Values["slug"] = i.Name
	}
	s.placed[to] = true
	s.front(src.Values, i)
	src.Body = (&text{s, i}).convert(i.content())
	if err := s.comments(src.Values, i); err != nil {
		return err
	}
	return s.Page(src, to)
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
	case i.Status != "publish" && i.Status != "future":
		values["draft"] = true
	}
}

// place sets the URL of a page and returns its file.
func (s *site) place(values map[string]any, i *item) string {
	name := cmp.Or(i.Name, port.Slug(plain(i.Title)), "untitled-"+i.ID)
	if i.Name != "" && port.Slug(i.Name) != i.Name {
		name = cmp.Or(port.Slug(i.Name), "untitled-"+i.ID)
		values["slug"] = i.Name
	}
	published := i.Status == "publish" || i.Status == "future" || i.Status == "private"
	if published && i.path == "" {
		s.Leave(conversion.NeedsYou, i.File, i.Line, "URLs such as /?p=1",
			"a static site can't have them: choose new ones with [permalinks.page]")
	}
	if i.Type == "post" {
		if published && i.path != "" && (s.pattern == "" || i.path != expand(s.pattern, i)) {
			values["url"] = i.path
		}
		return "content/posts/" + name + ".md"
	}
	if i.path == "/" {
		return "content/_index.md"
	}
	at := name
	for up, n := s.byID[i.Parent], 0; up != nil && up.Type == "page" && n < 20; up, n = s.byID[up.Parent], n+1 {
		at = path.Join(cmp.Or(port.Slug(up.Name), "untitled-"+up.ID), at)
	}
	if at == "posts" || strings.HasPrefix(at, "posts/") || at == "categories" || at == "tags" || at == "authors" {
		at = "page-" + at // not that of a list
	}
	if published && i.path != "" && i.path != "/"+at+"/" {
		values["url"] = i.path
		delete(values, "slug")
	}
	if slices.ContainsFunc(s.items, func(o *item) bool { return o.Type == "page" && o.Parent == i.ID }) {
		return "content/" + at + "/_index.md"
	}
	return "content/" + at + ".md"
}

// front sets the other values of a page.
func (s *site) front(values map[string]any, i *item) {
	if i.Order != 0 && i.Type == "page" {
		values["weight"] = i.Order
	}
	if guid := strings.TrimSpace(i.GUID); guid != "" && i.Type == "post" && s.guids[i.GUID] == 1 {
		values["id"] = guid // feed readers know the post by it
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
	if text := plain(i.excerpt()); text != "" {
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
	if i.meta("_yoast_wpseo_meta-robots-noindex") == "1" || strings.Contains(i.meta("rank_math_robots"), "noindex") {
		values["noindex"] = true
	}
	if canonical := i.meta("_yoast_wpseo_canonical"); canonical != "" {
		values["canonical"] = canonical
	}
	if cover := s.byID[i.meta("_thumbnail_id")]; cover != nil && cover.Address != "" {
		values["cover"] = s.media.link(s, cover.Address)
	}
	for _, m := range i.Meta {
		if old := slug(m.Value); m.Key == "_wp_old_slug" && old != "" && i.Name != "" &&
			strings.Contains(i.path, "/"+i.Name) {
			aliases, _ := values["aliases"].([]any)
			values["aliases"] = append(aliases, strings.Replace(i.path, "/"+i.Name, "/"+old, 1))
		}
	}
}

// taxonomies writes a page for each term with its name and WordPress' URL.
func (s *site) taxonomies() error {
	names := s.names()
	used := map[[2]string]bool{}
	for _, i := range s.items {
		if i.Type == "post" && i.Status == "publish" && i.Password == "" {
			for _, t := range i.Terms {
				used[[2]string{t.Domain, slug(t.Slug)}] = true
			}
		}
	}
	known := map[[2]string]term{}
	for _, t := range s.terms {
		known[[2]string{t.Taxonomy, t.Slug}] = t
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
		base := "/" + strings.TrimPrefix(k[0], "post_") + "/"
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
		err := s.Page(&port.Source{Values: map[string]any{"url": "/author/"}}, "content/authors/_index.md")
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(s.writers)) {
			values := map[string]any{"title": s.authorName(s.writers[name]), "url": "/author/" + name + "/"}
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
