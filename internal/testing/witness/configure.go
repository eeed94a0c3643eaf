package witness

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"strings"
)

// picture returns a JPEG image of 8 by 8 pixels.
func picture() string {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		panic(err) // it is written to memory
	}
	return b.String()
}

// configure writes the configuration.
func (p *Project) configure() {
	p.base = p.one("https://r.example/", "https://r.example/", "https://r.example/sub/dir/", "https://bücher.example/",
		"http://r.example:8080/", "https://r.example/größe/")
	all := []string{"en", "de", "ar", "pt-br", "zh-cn", "sr-latn"}
	p.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	p.langs = all[:[]int{1, 1, 2, 2, 2, 3}[p.IntN(6)]]
	var top, tables []string
	add := func(percent int, format string, args ...any) {
		if p.chance(percent) {
			top = append(top, fmt.Sprintf(format, args...))
		}
	}
	top = append(top,
		fmt.Sprintf("baseURL = %q", p.base), fmt.Sprintf("title = %q", p.text()), fmt.Sprintf("theme = %q",
			p.one("blog", "docs")),
		fmt.Sprintf("defaultContentLanguage = %q", p.langs[0]))
	add(30, "defaultContentLanguageInSubdir = true")
	add(15, "uglyURLs = true")
	add(15, "disablePathToLower = true")
	add(15, "removePathAccents = true")
	add(15, "minify = true")
	add(15, "fallbackPages = true")
	add(20, "timeZone = %q", p.one("Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati"))
	add(15, "disableKinds = [%q]", p.one("taxonomy", "section", "RSS", "404"))
	add(15, "pluralizeListTitles = false")
	add(20, "enableRobotsTXT = true")
	tables = append(tables, "[params]", fmt.Sprintf("description = %q", p.text()), `author = "Ada"`)
	if p.chance(15) {
		tables = append(tables, "[permalinks.page]",
			fmt.Sprintf("posts = %q", p.one("/:slug/", "/:sections/:contentbasename/", "/p/:filename/", "/:section/:title/")))
	}
	tables = append(tables, p.discovery()...)
	tables = append(tables, p.feedSettings()...)
	tables = append(tables, p.languages()...)
	p.Files["sitegen.toml"] = strings.Join(top, "\n") + "\n" + strings.Join(tables, "\n") + "\n"
}

// discovery returns the settings of sitemaps.
func (p *Project) discovery() []string {
	out := []string{"[discovery]"}
	add := func(percent int, format string, args ...any) {
		if p.chance(percent) {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(50, "split = %q", p.one("none", "language", "section", "type", "year", "month", "{section}-{language}"))
	add(20, "gzip = true")
	add(50, "images = %q", p.one("inline", "files"))
	add(50, "videos = %q", p.one("inline", "files"))
	add(15, "stable = false")
	add(15, "textSitemap = false")
	add(20, "sitemapURLs = %d", 3+p.IntN(6))
	add(20, "files = [\"**/*.pdf\"]")
	add(15, "urls = [\"/shop/\"]")
	add(20, "htmlSitemap = %s", p.one("true", "4"))
	add(20, "headers = true")
	add(20, "lastmod = %s", p.one(`["lastmod", ":ledger"]`, `[":page"]`, `["lastmod", ":modified", ":ledger"]`,
		`[":ledger", ":page"]`))
	p.Site.Rolled = !strings.Contains(strings.Join(out, "\n"), "lastmod =")
	if strings.Contains(strings.Join(out, "\n"), "urls =") {
		p.Files["static/shop/index.html"] = "<!doctype html><html lang=en><head><title>Shop</title></head><body><main><h1>Shop</h1></main></body></html>"
	}
	if p.chance(20) {
		out = append(out, "[discovery.news]", `sections = ["notes"]`)
	}
	return out
}

// feedSettings returns the settings of feeds.
func (p *Project) feedSettings() []string {
	out := []string{"[feeds]"}
	add := func(percent int, format string, args ...any) {
		if p.chance(percent) {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(50, "formats = %s", p.one(`["rss", "atom", "json"]`, `["atom"]`, `["json", "rss"]`))
	add(40, "limit = %d", p.IntN(6))
	add(30, "archive = %d", 1+p.IntN(4))
	add(30, "content = %q", p.one("summary", "none"))
	add(20, "hubs = [\"https://hub.example/\"]")
	if p.chance(40) {
		out = append(out, "[feeds.section]", fmt.Sprintf("formats = %s", p.one(`["atom"]`, `["rss", "json"]`)))
	}
	if p.chance(40) {
		out = append(out, "[feeds.term]", fmt.Sprintf("formats = %s", p.one(`["atom"]`, `["rss", "json"]`)))
	}
	if p.chance(30) {
		out = append(out, "[feeds.author]", `formats = ["atom", "rss"]`)
	}
	if p.chance(40) {
		out = append(out, "[feeds.updates]", fmt.Sprintf("formats = %s", p.one(`["rss", "atom", "json"]`, `["atom"]`)),
			fmt.Sprintf("least = %d", 1+p.IntN(5)))
		if len(p.langs) == 1 { // a feed in the folder of a language may list only what is in the folder (rule L5)
			add(50, "sitemap = true")
			add(50, "robots = true")
		}
	}
	return out
}

// languages gives each language a table, and sometimes a host.
func (p *Project) languages() []string {
	var out []string
	apart := len(p.langs) > 1 && p.chance(20)
	for n, lang := range p.langs {
		out = append(out, fmt.Sprintf("[languages.%s]", lang), fmt.Sprintf("weight = %d", n+1),
			fmt.Sprintf("title = %q", p.text()))
		if lang == "ar" {
			out = append(out, `direction = "rtl"`)
		}
		if apart {
			p.hosts[lang] = fmt.Sprintf("https://%s.r.example/", lang)
			out = append(out, fmt.Sprintf("baseURL = %q", p.hosts[lang]))
		}
	}
	if !apart {
		p.Site.Hosts = []Host{{Base: p.base}}
		return out
	}
	for _, lang := range p.langs {
		p.Site.Hosts = append(p.Site.Hosts, Host{Dir: lang, Base: p.hosts[lang]})
	}
	slices.SortFunc(p.Site.Hosts, func(a, b Host) int { return strings.Compare(a.Base, b.Base) })
	return out
}

// static returns the static files and the rules of the host.
func (p *Project) static() {
	p.Files["static/photo.jpg"] = picture()
	p.Files["static/pics/größe 1.jpg"] = picture()
	p.Files["static/film.mp4"] = "film"
	p.Files["static/report.pdf"] = "%PDF-1.7"
	p.Files["static/sub/Zweiter Bericht.pdf"] = "%PDF-1.7"
	p.Files["content/_index.md"] = "---\ntitle: Home\ndescription: The home page\n---\nWelcome.\n"
	if p.chance(30) {
		p.Files["content/docs/_index.md"] = "---\ntitle: Docs\ncascade: {params: {a: b}}\n---\n"
	}
	if p.chance(50) {
		p.Files["content/posts/_index.md"] = "---\ntitle: Posts\nfeeds: {podcast: {owner: {name: O, email: o@a.example}, " +
			"category: Technology, image: /photo.jpg, persons: [\"O'Neil & Co\"]}}\n---\n"
	}
}
