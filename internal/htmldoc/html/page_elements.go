package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// element reads the attributes of one kind of element.
func (r *PageReader) element(name string) {
	switch name {
	case "title":
		r.title()
	case "meta":
		r.meta()
	case "link":
		r.linkElement()
	case "base":
		r.base()
	case "script":
		r.script()
	case "a", "area":
		r.anchor(name)
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.endHeading()
		r.page.Headings = append(r.page.Headings, Heading{Level: int(name[1] - '0'), At: r.at})
		r.heading = open{there: true, index: len(r.page.Headings) - 1}
		r.common() // its own label counts
	case "img":
		r.image()
	case "time":
		r.time()
	case "style":
		r.style()
	case "form":
		r.target("action")
	case "button":
		r.target("formaction")
	default:
		r.embedded(name)
	}
}

// title reads the text of the element from the next token.
func (r *PageReader) title() {
	at, text := r.at, ""
	if r.next() == html.TextToken { // else the end tag, or the end
		text = strings.Join(strings.Fields(string(r.z.Text())), " ")
	}
	r.page.Titles = append(r.page.Titles, Text{text, at})
}

func (r *PageReader) meta() {
	p := &r.page
	content := r.attr("content")
	switch key := strings.ToLower(r.attr("http-equiv")); key {
	case "refresh":
		if !p.Refresh.There {
			p.Refresh = parseRefresh(content)
			p.Refresh.At = r.at
		}
	case "content-type":
		if p.Charset < 0 && strings.Contains(strings.ToLower(content), "charset=") {
			p.Charset = r.at
		}
	}
	if r.has("charset") && p.Charset < 0 {
		p.Charset = r.at
	}
	switch key := strings.ToLower(r.attr("name")); key {
	case "description":
		p.Descriptions = append(p.Descriptions, Text{strings.Join(strings.Fields(content), " "), r.at})
	case "robots", "googlebot":
		p.Robots = append(p.Robots, Text{content, r.at})
		p.NoIndex = p.NoIndex || NoIndex(content)
	case "generator":
		p.Generator = content
	case "viewport":
		p.Viewport = true
	case "twitter:image":
		r.ref(Social, content)
	}
	if prop := r.attr("itemprop"); prop == "dateModified" || prop == "datePublished" {
		p.Dates = append(p.Dates, Date{"microdata", prop, content, r.at})
	}
	r.property(content)
}

// property reads Open Graph elements, which use the attribute property or, on some sites, name.
func (r *PageReader) property(content string) {
	key := r.attr("property")
	if key == "" {
		key = r.attr("name")
	}
	switch {
	case strings.HasPrefix(key, "og:"):
		r.page.OpenGraph = append(r.page.OpenGraph, Property{key, content, r.at})
		if r.Deep && r.head && (key == "og:image" || key == "og:image:url") && r.attr(Unlisted) != "false" {
			r.page.Media.image(content)
		}
		switch key {
		case "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:audio":
			r.ref(Social, content)
		}
	case r.Deep && (key == "author" || key == "keywords" || key == "article:author" || key == "article:section" ||
		key == "article:tag"):
		r.page.Meta = append(r.page.Meta, Property{key, content, r.at})
	case key == "article:published_time" || key == "article:modified_time" || key == "og:updated_time":
		r.page.Dates = append(r.page.Dates, Date{"meta", key, content, r.at})
	}
}

// parseRefresh reads "5; url=/a": HTML §4.2.5.3.
func parseRefresh(content string) Refresh {
	out := Refresh{There: true}
	end := strings.IndexAny(content, ";, \t\n")
	if end < 0 {
		end = len(content)
	}
	out.Delay, _ = strconv.ParseFloat(content[:end], 64) // invalid numbers count as 0, as in browsers
	rest := strings.TrimLeft(content[end:], ";, \t\n")
	if len(rest) > 3 && strings.EqualFold(rest[:3], "url") {
		if after := strings.TrimLeft(rest[3:], " \t\n"); strings.HasPrefix(after, "=") {
			rest = strings.TrimLeft(after[1:], " \t\n")
		}
	}
	if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
		quote := rest[0]
		rest = rest[1:]
		if i := strings.IndexByte(rest, quote); i >= 0 {
			rest = rest[:i]
		}
	}
	out.URL = strings.TrimSpace(rest)
	return out
}

func (r *PageReader) linkElement() {
	href, has := r.lookup("href")
	if href = strings.TrimSpace(href); !has {
		return
	}
	p := &r.page
	kind, counts, optional := File, false, false
	for rel := range strings.FieldsSeq(r.attr("rel")) {
		switch strings.ToLower(rel) {
		case "canonical":
			if r.head {
				p.Canonicals = append(p.Canonicals, Text{href, r.at})
			} else {
				p.Late = append(p.Late, Text{href, r.at})
			}
		case "alternate":
			if r.has("hreflang") {
				p.Alternates = append(p.Alternates, Alternate{r.attr("hreflang"), href, r.at})
			} else {
				counts = true
			}
			switch strings.ToLower(r.attr("type")) {
			case "application/rss+xml", "application/atom+xml", "application/feed+json":
				p.Feeds = append(p.Feeds, Text{href, r.at})
			}
		case "sitemap":
			p.Sitemaps = append(p.Sitemaps, Text{href, r.at})
			counts = true
		case "stylesheet":
			kind, counts = Style, true
		case "icon", "apple-touch-icon", "mask-icon":
			kind, counts = Image, true
		case "manifest":
			counts = true
		case "modulepreload":
			kind, counts = Script, true
		case "preload":
			kind, counts = preloaded(r.attr("as")), true
		case "prefetch":
			counts, optional = true, true
		case "next", "prev", "author", "license", "help", "search":
			kind, counts = Link, true
		}
	}
	if counts {
		r.ref(kind, href)
		last := &p.Refs[len(p.Refs)-1]
		last.Optional = last.Optional || optional
	}
}

func preloaded(as string) RefKind {
	switch strings.ToLower(as) {
	case "script", "worker":
		return Script
	case "style":
		return Style
	case "image":
		return Image
	case "audio", "video", "track":
		return Player
	}
	return File
}

func (r *PageReader) base() {
	if href, ok := r.lookup("href"); ok {
		r.page.Bases = append(r.page.Bases, Text{strings.TrimSpace(href), r.at})
		r.page.BaseNested = r.page.BaseNested || !r.head
	}
}

func (r *PageReader) script() {
	if src, ok := r.lookup("src"); ok {
		r.ref(Script, src)
		return
	}
	kind := strings.ToLower(r.attr("type"))
	if kind != "application/ld+json" {
		r.modules(kind)
		return
	}
	at := r.at
	if r.next() != html.TextToken {
		r.page.JSONLD = append(r.page.JSONLD, JSONLD{At: at, Err: "it is empty", ErrAt: at})
		return
	}
	r.jsonLD(at, r.at, r.z.Raw())
}

func (r *PageReader) anchor(name string) {
	if v, ok := r.lookup("name"); ok && v != "" {
		r.page.IDs = append(r.page.IDs, Text{v, r.at})
	}
	href, ok := r.lookup("href")
	if !ok {
		if href, ok = r.lookup("xlink:href"); !ok || r.foreign == 0 {
			return
		}
	}
	r.ref(Link, href)
	if name == "area" {
		return
	}
	r.endLink()
	r.link = open{there: !strings.EqualFold(r.attr("aria-hidden"), "true"), ref: Text{strings.TrimSpace(href), r.at}}
	r.link.text = r.attr("aria-label") != "" || r.attr("title") != "" || r.attr("aria-labelledby") != ""
}

func (r *PageReader) image() {
	alt, hasAlt := r.lookup("alt")
	if strings.TrimSpace(alt) != "" {
		r.said()
	}
	src := r.attr("src")
	pic := Picture{
		Src: src, At: r.at, Sized: r.has("width") && r.has("height"),
		Alt: hasAlt || r.has("aria-label") || r.has("aria-labelledby") || strings.EqualFold(r.attr("aria-hidden"), "true") ||
			r.silentRole(),
	}
	if set, ok := r.lookup("srcset"); ok {
		pic.BadSet = !r.sources(set)
	}
	if r.has("src") || !r.has("srcset") {
		r.ref(Image, src)
	}
	r.page.Images = append(r.page.Images, pic)
}

// silentRole reports whether an element is hidden from screen readers.
func (r *PageReader) silentRole() bool {
	role := r.attr("role")
	return strings.EqualFold(role, "presentation") || strings.EqualFold(role, "none")
}

// sources reads a srcset. It returns false if browsers would ignore part of it: HTML §4.8.4.2.1.
func (r *PageReader) sources(set string) bool {
	good, n := true, 0
	widths, densities := 0, 0
	for set != "" {
		set = strings.TrimLeft(set, " \t\n\f\r,")
		if set == "" {
			break
		}
		end := strings.IndexAny(set, " \t\n\f\r")
		if end < 0 {
			end = len(set)
		}
		address, d := set[:end], ""
		set = set[end:]
		if trimmed := strings.TrimRight(address, ","); trimmed != address {
			address = trimmed
		} else {
			d, set, _ = strings.Cut(set, ",")
			d = strings.TrimSpace(d)
		}
		switch {
		case d == "":
			densities++
		case strings.HasSuffix(d, "w"):
			widths++
			v, err := strconv.Atoi(d[:len(d)-1])
			good = good && err == nil && v > 0
		case strings.HasSuffix(d, "x"):
			densities++
			v, err := strconv.ParseFloat(d[:len(d)-1], 64)
			good = good && err == nil && v >= 0
		default:
			good = good && strings.HasSuffix(d, "h")
		}
		r.ref(Image, r.text([]byte(address)))
		n++
	}
	return good && n > 0 && (widths == 0 || densities == 0)
}

func (r *PageReader) time() {
	value, ok := r.lookup("datetime")
	if !ok {
		return
	}
	name := r.attr("itemprop")
	if r.has("pubdate") {
		name = "datePublished"
	}
	r.page.Dates = append(r.page.Dates, Date{"time", name, strings.TrimSpace(value), r.at})
}

// embedded reads elements that embed other files.
func (r *PageReader) embedded(name string) {
	source := func(kind RefKind, attr string) {
		if v, ok := r.lookup(attr); ok {
			r.ref(kind, v)
		}
	}
	switch name {
	case "picture":
		r.picture = true
	case "video", "audio":
		source(Player, "src")
		source(Image, "poster")
	case "source":
		if set, ok := r.lookup("srcset"); ok && !r.sources(set) {
			r.page.Images = append(r.page.Images, Picture{Alt: true, Sized: true, BadSet: true, At: r.at})
		}
		if !r.picture {
			source(Player, "src")
		}
	case "track":
		source(Player, "src")
	case "iframe", "frame":
		if src, ok := r.lookup("src"); ok {
			r.ref(Frame, src)
			if r.attr("title") == "" && r.attr("aria-label") == "" && !strings.EqualFold(r.attr("aria-hidden"), "true") &&
				!r.has("hidden") {
				r.page.Untitled = append(r.page.Untitled, Text{strings.TrimSpace(src), r.at})
			}
		}
	case "object":
		source(Script, "data")
	case "embed":
		source(Script, "src")
	case "input":
		if strings.EqualFold(r.attr("type"), "image") {
			source(Image, "src")
		}
		r.target("formaction")
	}
}
