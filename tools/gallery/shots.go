package main

import (
	"cmp"
	"strings"
)

// maxHeight is where the picture of a long page ends, in pixels.
const maxHeight = 4000

// shot is one picture: a page, and the screen that it is looked at on.
type shot struct {
	name          string // of the file, without its extension
	site, path    string
	width, height int64  // of the window, in CSS pixels
	scheme        string // light or dark
	media         string // print, or "" for the screen
	whole         bool   // down to the end of the page
	quality       int64  // of WebP; 0 is PNG
	script        string // runs before the picture is taken
}

// subject is a page kind.
type subject struct{ name, site, path string }

var subjects = []subject{
	{"blog-home", "blog", "/"},
	{"blog-home-profile", "blog-profile", "/"},
	{"blog-home-featured", "blog-featured", "/"},
	{"blog-home-cards", "blog-cards", "/"},
	{"blog-home-hero", "blog-hero", "/"},
	{"blog-post", "blog", "/2024/04/shaping/"},
	{"blog-post-series", "blog", "/2024/04/starter-day-one/"},
	{"blog-post-kitchen-sink", "blog", "/2026/04/kitchen-sink/"},
	{"blog-section", "blog", "/posts/"},
	{"blog-tag", "blog", "/tags/oven/"},
	{"blog-tags", "blog", "/tags/"},
	{"blog-archive", "blog", "/archive/"},
	{"blog-serieses", "blog", "/series/"},
	{"blog-series", "blog", "/series/sourdough-from-zero/"},
	{"blog-authors", "blog", "/authors/"},
	{"blog-author", "blog", "/authors/marta-keller/"},
	{"blog-page", "blog", "/about/"},
	{"blog-search", "blog", "/search/"},
	{"blog-404", "blog", "/404.html"},
	{"blog-ar-home", "blog", "/ar/"},
	{"blog-ar-post", "blog", "/ar/2024/03/hello-oven/"},
	{"blog-ar-search", "blog", "/ar/search/"},
	{"blog-ja-home", "blog", "/ja/"},
	{"blog-ja-post", "blog", "/ja/2024/06/steam/"},
	{"docs-splash", "docs", "/"},
	{"docs-section", "docs", "/guide/"},
	{"docs-page", "docs", "/guide/first-machine/"},
	{"docs-showcase", "docs", "/guide/showcase/"},
	{"docs-reference", "docs", "/reference/configuration/packages/"},
	{"docs-taxonomy", "docs", "/topics/"},
	{"docs-term", "docs", "/topics/reference/"},
	{"docs-search", "docs", "/search/"},
	{"docs-404", "docs", "/404.html"},
	{"docs-print", "docs", "/print/guide/"},
	{"docs-ar-splash", "docs", "/ar/"},
	{"docs-ar-page", "docs", "/ar/guide/install/"},
	{"docs-ja-page", "docs", "/ja/guide/first-machine/"},
}

// printed are the page kinds that people print.
var printed = map[string]bool{
	"blog-post": true, "blog-post-kitchen-sink": true, "blog-home": true, "blog-ar-post": true,
	"docs-page": true, "docs-showcase": true, "docs-print": true, "docs-ja-page": true,
}

// allShots is every page kind on a desktop in both colours and on a phone, and some on paper.
func allShots() []shot {
	var list []shot
	for _, p := range subjects {
		s := shot{site: p.site, path: p.path, width: 1280, height: 900, scheme: "light", whole: true}
		desktop, dark, phone := s, s, s
		desktop.name = p.name + "-desktop"
		dark.name, dark.scheme = p.name+"-dark", "dark"
		phone.name, phone.width, phone.height = p.name+"-phone", 390, 844
		list = append(list, desktop, dark, phone)
		if printed[p.name] {
			s.name, s.media, s.width, s.scheme = p.name+"-print", "print", 794, "dark" // whose colours must not be printed
			list = append(list, s)
		}
	}
	phone := shot{width: 390, height: 844, scheme: "light"}
	for _, m := range []struct{ name, site, path, script string }{
		{"blog-menu-phone", "blog", "/", openMenus},
		{"docs-drawer-phone", "docs", "/guide/first-machine/", openTree},
		{"docs-ar-drawer-phone", "docs", "/ar/guide/install/", openTree},
		{"blog-dialog-phone", "blog", "/", openSearch("sourdough")},
		{"docs-dialog-phone", "docs", "/guide/install/", openSearch("machine")},
		{"blog-ar-dialog-phone", "blog", "/ar/", openSearch("الفرن")},
		{"docs-ja-dialog-phone", "docs", "/ja/", openSearch("マシン")},
		{"docs-toc-phone", "docs", "/guide/showcase/", openHeadings},
		{"blog-series-box-phone", "blog", "/2024/04/starter-day-one/", openSeries},
	} {
		s := phone
		s.name, s.site, s.path, s.script = m.name, m.site, m.path, m.script
		list = append(list, s)
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, m := range []struct{ name, site, path, script string }{
			{"docs-dialog-desktop", "docs", "/guide/install/", openSearch("machine")},
			{"docs-ar-dialog-desktop", "docs", "/ar/guide/install/", openSearch("كتل")},
			{"blog-dialog-desktop", "blog", "/2024/04/shaping/", openSearch("oven")},
			{"blog-series-box-desktop", "blog", "/2024/04/starter-day-one/", openSeries},
		} {
			list = append(list, shot{name: m.name + "-" + scheme, site: m.site, path: m.path, width: 1280, height: 900, scheme: scheme, script: m.script})
		}
	}
	return list
}

// publishedShots are the pictures of docs/gallery.
func publishedShots() []shot {
	list := []shot{
		{name: "blog-home", site: "blog", path: "/"},
		{name: "blog-hero", site: "blog-hero", path: "/"},
		{name: "blog-cards", site: "blog-cards", path: "/"},
		{name: "blog-featured-dark", site: "blog-featured", path: "/", scheme: "dark"},
		{name: "blog-profile", site: "blog-profile", path: "/"},
		{name: "blog-post", site: "blog", path: "/2024/04/shaping/"},
		{name: "blog-post-end", site: "blog", path: "/2026/05/visitors/", script: scrollTo(".post-footer")},
		{name: "blog-archive", site: "blog", path: "/archive/"},
		{name: "blog-phone-right-to-left", site: "blog", path: "/ar/2024/03/hello-oven/", width: 390, height: 844},
		{name: "docs-splash", site: "docs", path: "/"},
		{name: "docs-page", site: "docs", path: "/guide/first-machine/"},
		{name: "docs-search-dark", site: "docs", path: "/guide/install/", scheme: "dark", script: openSearch("machine")},
		{name: "docs-phone-japanese", site: "docs", path: "/ja/guide/first-machine/", width: 390, height: 844},
		{name: "docs-formulas", site: "docs", path: "/guide/showcase/", height: 800, width: 1280, script: scrollTo("#formulas")},
		{name: "docs-openapi", site: "manual", path: "/api/machines/addmachine/"},
		{name: "docs-print", site: "docs", path: "/print/guide/", width: 794, height: 1123, media: "print", script: margins},
		{name: "recipe-contact-form", site: "recipes/contact-form/public", path: "/contact/"},
		{name: "recipe-font", site: "recipes/font/public", path: "/posts/hello/"},
		{name: "recipe-language", site: "recipes/language/public", path: "/fr/about/", script: openMenus},
		{name: "recipe-logo", site: "recipes/logo/public", path: "/"},
		{name: "recipe-move", site: "recipes/move/manual/public", path: "/use/", width: 1280, height: 600},
		{name: "recipe-not-found", site: "recipes/logo/public", path: "/404.html"},
		{name: "recipe-photos", site: "recipes/photos/public", path: "/posts/lake/", script: scrollTo(".content")},
		{name: "recipe-podcast", site: "recipes/podcast/public", path: "/show/one/"},
		{name: "recipe-private", site: "recipes/private/drafts", path: "/posts/plan/"},
		{name: "recipe-scheduled", site: "recipes/scheduled/future", path: "/posts/"},
		{name: "recipe-shortcode", site: "recipes/shortcode/public", path: "/posts/bread/"},
	}
	for _, colors := range []string{"forest", "ocean", "plum", "rose", "sand", "graphite"} {
		list = append(list, shot{name: "colors-" + colors, site: "blog-" + colors, path: "/2024/04/shaping/", width: 640, height: 320})
	}
	list = append(list, []shot{
		{name: "option-header", site: "blog-options", path: "/", height: 420, script: openMenu},
		{name: "option-list-covers", site: "blog-options", path: "/posts/", script: scrollTo(".posts")},
		{name: "option-toc", site: "blog-options", path: "/2026/04/kitchen-sink/", script: scrollTo(".toc")},
		{name: "option-cards", site: "blog-options", path: "/2024/04/keeping/", height: 420, script: showCard},
		{name: "option-share", site: "blog", path: "/2024/04/shaping/", height: 300, script: scrollTo(".share")},
		{name: "option-alerts", site: "docs", path: "/guide/showcase/", script: scrollTo("#alerts")},
		{name: "option-code", site: "docs", path: "/guide/showcase/", script: scrollTo("#code")},
		{name: "option-element-cards", site: "docs", path: "/guide/showcase/", height: 300, script: scrollTo("#cards")},
		{name: "option-tree", site: "docs", path: "/guide/operating/upgrades/", width: 1000, height: 500},
		{name: "option-docs-header", site: "manual", path: "/v3/install/", width: 1000, height: 320},
		{name: "option-versions", site: "manual", path: "/v2/install/", width: 1000, height: 320, script: openVersions},
		{name: "option-end", site: "manual", path: "/v3/first-machine/", width: 1000, height: 420, script: scrollTo("#name-it")},
		{name: "option-posts", site: "manual", path: "/news/", width: 1000, height: 500},
		{name: "option-tag-index", site: "manual", path: "/topics/", width: 1000, height: 420},
		{name: "option-hide-title", site: "manual", path: "/welcome/", width: 1000, height: 520},
		{name: "option-bleed", site: "bleed", path: "/oven/", width: 1000, height: 500},
		{name: "option-filter", site: "manual", path: "/reference/cache/", width: 1000, height: 420, script: filterTree},
		{name: "option-window", site: "manual-window", path: "/reference/memory/", width: 1000, height: 640},
	}...)
	for i := range list {
		s := &list[i]
		switch {
		case strings.HasPrefix(s.name, "option-"):
			s.width, s.height = cmp.Or(s.width, 800), cmp.Or(s.height, 450)
		case s.width > 0:
		case strings.HasPrefix(s.name, "recipe-"):
			s.width, s.height = 800, 500
		default:
			s.width, s.height = 1280, 800
		}
		if s.scheme == "" {
			s.scheme = "light"
		}
		s.quality = 60
	}
	return list
}

// margins are those of a printer.
const margins = `document.documentElement.style.padding = "48px"`

// openMenu opens the entries below an entry of the menu.
const openMenu = `document.querySelectorAll(".site-nav details").forEach(d => d.open = true)`

// openVersions opens the menu of versions.
const openVersions = `document.querySelector("header details").open = true`

// showCard shows the picture that a shared link has.
const showCard = `(async () => {
	const card = new URL(document.querySelector("meta[property='og:image']").content).pathname;
	document.body.innerHTML = "<img width=800 src=" + card + ">";
	await document.querySelector("img").decode();
})()`

// filterTree types into the field above the tree.
const filterTree = `(() => {
	const field = document.querySelector(".tree input");
	field.value = "me";
	field.dispatchEvent(new Event("input", {bubbles: true}));
})()`

// scrollTo brings an element to the top of the window.
func scrollTo(selector string) string {
	return `document.querySelector("` + selector + `").scrollIntoView({behavior: "instant"})`
}

// openMenus opens the language switcher.
const openMenus = `document.querySelectorAll("header details").forEach(d => d.open = true)`

// openTree opens the tree of a narrow screen.
const openTree = `document.querySelector(".bar button").click()`

// openHeadings opens the list of headings of a narrow screen.
const openHeadings = `document.querySelectorAll(".bar button")[1].click()`

// openSeries opens the box of a series.
const openSeries = `document.querySelector("details.series").open = true`

// openSearch opens the search dialog as a click does, and types a word.
func openSearch(word string) string {
	return `(async () => {
	document.querySelector(".search-open").click();
	const wait = async find => { for (let i = 0; i < 100 && !find(); i++) await new Promise(r => setTimeout(r, 50)); return find(); };
	const field = await wait(() => document.querySelector("dialog[open] input"));
	if (!field) throw new Error("the search dialog did not open");
	field.value = "` + word + `";
	field.dispatchEvent(new Event("input", {bubbles: true}));
	await wait(() => document.querySelector("dialog[open] [role=option]"));
	await new Promise(r => setTimeout(r, 1000)); // until all results have their excerpts
})()`
}
