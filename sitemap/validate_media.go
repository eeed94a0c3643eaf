package sitemap

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// checkElement checks node i by the rules of its children. missing is the rule for missing required ones.
func (c *fileCheck) checkElement(i int, field string, rules []rule, missing string) {
	rec := &c.r.rec
	n := &rec.nodes[i]
	c.checkAttrs(n, nil)
	if n.mixed || len(rec.text(n)) > 0 {
		c.add(Error, "XSD", field, "", "text next to elements")
	}
	prefix, _, _ := strings.Cut(field, ":")
	counts := make([]int, len(rules))
	last := 0
	for j, end := i+1, rec.end(i); j < end; j = rec.end(j) {
		child := &rec.nodes[j]
		name := string(rec.name(child))
		at := -1
		for k := range rules {
			if rules[k].name == name && child.space == n.space {
				at = k
			}
		}
		if at < 0 {
			c.add(Error, unknownRule(child.space, n.space), prefix+":"+name, "", "<"+name+"> is not known here")
			continue
		}
		if at < last {
			c.add(Error, "XSD", prefix+":"+name, "", "<"+name+"> comes after <"+rules[last].name+">")
		}
		last = max(last, at)
		counts[at]++
		c.checkRule(j, prefix, &rules[at])
	}
	for k := range rules {
		most := cmp.Or(rules[k].max, 1)
		if counts[k] == 0 && rules[k].required {
			c.add(Error, missing, prefix+":"+rules[k].name, "", "<"+rules[k].name+"> is missing")
		}
		if most > 0 && counts[k] > most {
			c.add(Error, rules[k].id, prefix+":"+rules[k].name, "",
				fmt.Sprintf("<%s> appears %d times: at most %d are allowed", rules[k].name, counts[k], most))
		}
	}
}

func unknownRule(is, want space) string {
	if is != want {
		return "U6"
	}
	if want == spaceNews {
		return "N7"
	}
	return "XSD"
}

// checkRule checks the value of node i.
func (c *fileCheck) checkRule(i int, prefix string, r *rule) {
	rec := &c.r.rec
	field := prefix + ":" + r.name
	if r.old {
		c.add(Warning, r.id, field, "", "<"+r.name+"> no longer has an effect")
	}
	if r.children != nil {
		c.checkElement(i, field, r.children, r.id)
		return
	}
	c.checkSimple(i, r.attrs)
	n := &rec.nodes[i]
	raw := string(rec.arena[n.text.from:n.text.to])
	if r.value != nil && !r.value(raw) {
		c.add(Error, r.id, field, raw, "<"+r.name+"> must be "+r.says)
	}
}

// checkSimple checks that node i contains only text.
func (c *fileCheck) checkSimple(i int, attrs []attrRule) {
	rec := &c.r.rec
	n := &rec.nodes[i]
	c.checkAttrs(n, attrs)
	if rec.end(i) > i+1 {
		c.add(Error, "XSD", string(rec.name(n)), "", "elements inside of <"+string(rec.name(n))+">")
	}
}

// checkAttrs checks the attributes of a node. The schema ignores those of other namespaces.
func (c *fileCheck) checkAttrs(n *node, rules []attrRule) {
	rec := &c.r.rec
next:
	for _, a := range rec.attrs[n.attrs.from:n.attrs.to] {
		if a.space == spaceXSI {
			continue
		}
		name := string(rec.arena[a.name.from:a.name.to])
		for _, r := range rules {
			if r.name != name || a.space != spaceNone {
				continue
			}
			if value := string(rec.arena[a.value.from:a.value.to]); r.value != nil && !r.value(value) {
				c.add(Error, "V2", name, value, "the attribute "+name+" has another value than the schema allows")
			}
			continue next
		}
		c.add(Error, "XSD", string(rec.name(n)), name, "<"+string(rec.name(n))+"> has no such attribute")
	}
	for _, r := range rules {
		if _, ok := rec.attr(n, r.name); !ok && r.required {
			c.add(Error, "V2", string(rec.name(n)), "", "the attribute "+r.name+" is missing")
		}
	}
}

// find returns the index of the first child of node i with this name, or 0.
func (r *record) find(i int, name string) int {
	for j, end := i+1, r.end(i); j < end; j = r.end(j) {
		if string(r.name(&r.nodes[j])) == name {
			return j
		}
	}
	return 0
}

// value returns the text of a child, or "".
func (r *record) value(i int, name string) string {
	if j := r.find(i, name); j > 0 {
		return string(r.text(&r.nodes[j]))
	}
	return ""
}

func (c *fileCheck) checkVideo(i int) {
	rec := &c.r.rec
	c.checkElement(i, "video:video", videoRules, "V1")
	content, player := rec.value(i, "content_loc"), rec.value(i, "player_loc")
	if content == "" && player == "" {
		c.add(Error, "V1", "video:content_loc", "", "the video has neither content_loc nor player_loc")
	}
	for _, source := range []string{content, player} {
		if norm, err := Normalize(source); err == nil && norm == string(c.norm) {
			c.add(Error, "V1", "video:content_loc", source, "the URL of the video is that of its page")
		}
	}
	if j := rec.find(i, "player_loc"); j > 0 {
		for _, name := range []string{"allow_embed", "autoplay"} {
			if value, ok := rec.attr(&rec.nodes[j], name); ok {
				c.add(Warning, "V3", "video:player_loc "+name, string(value), "the attribute "+name+" no longer has an effect")
			}
		}
	}
	if j := rec.find(i, "uploader"); j > 0 && len(c.norm) > 0 {
		if info, ok := rec.attr(&rec.nodes[j], "info"); ok {
			if norm, ok := appendLoc(nil, string(info)); !ok || !sameHost(norm, c.norm) {
				c.add(Warning, "V2", "video:uploader info", string(info), "the page of the uploader is on another host")
			}
		}
	}
	if t, _, ok := schemaDate(rec.value(i, "expiration_date")); ok && !c.v.o.Now.IsZero() && !t.After(c.v.o.Now) {
		c.add(Warning, "V6", "video:expiration_date", rec.value(i, "expiration_date"), "the video has expired")
	}
}

func (c *fileCheck) checkNews(i int) {
	rec := &c.r.rec
	c.checkElement(i, "news:news", newsRules, "N1")
	date := rec.value(i, "publication_date")
	t, _, ok := schemaDate(date)
	now := c.v.o.Now
	switch {
	case !ok || now.IsZero():
	case t.After(now):
		c.add(Warning, "N3", "news:publication_date", date, "the article has a publication date in the future")
	case !(&News{Published: t, DateOnly: len(date) == len(time.DateOnly)}).Fresh(now):
		c.add(Warning, "N5", "news:publication_date", date, "the article is older than two days")
	}
}

// checkLink checks one xhtml:link.
func (c *fileCheck) checkLink(n *node) {
	rec := &c.r.rec
	if rel, _ := rec.attr(n, "rel"); string(rel) != "alternate" {
		c.add(Error, "XSD", "xhtml:link rel", string(rel), `the attribute rel is not "alternate"`)
	}
	href, _ := rec.attr(n, "href")
	if !isAddress(string(href)) && !strings.HasPrefix(string(href), "android-app://") {
		c.add(Error, "H2", "xhtml:link href", string(href), "the URL of a version is not absolute")
	}
	lang, ok := rec.attr(n, "hreflang")
	if !ok {
		if _, media := rec.attr(n, "media"); !media {
			c.add(Warning, "H3", "xhtml:link hreflang", "", "the link has no language")
		}
		return
	}
	if norm, ok := Hreflang(string(lang)); !ok || strings.ContainsRune(string(lang), '_') {
		message := "not a language, script, and region of ISO 639-1, 15924, and 3166-1"
		if ok {
			message = "the language is written " + norm
		}
		c.add(Error, "H3", "xhtml:link hreflang", string(lang), message)
	}
}

// checkVersions checks the set of versions of the page, and keeps it for Close.
func (c *fileCheck) checkVersions() {
	rec := &c.r.rec
	var hrefs []uint64
	var langs, named []string
	self, ours := false, uint64(0)
	for i := 1; i < len(rec.nodes); i = rec.end(i) {
		n := &rec.nodes[i]
		if n.space != spaceXHTML || string(rec.name(n)) != "link" {
			continue
		}
		raw, ok := rec.attr(n, "hreflang")
		if !ok {
			continue
		}
		lang := strings.ToLower(string(raw))
		for _, there := range langs {
			if there == lang {
				rule := "H5"
				if lang == xDefault {
					rule = "H4"
				}
				c.add(Error, rule, "xhtml:link hreflang", string(raw), "two versions of one language")
			}
		}
		langs = append(langs, lang)
		href, _ := rec.attr(n, "href")
		norm, ok := appendLoc(nil, string(href))
		if !ok || lang == xDefault {
			continue
		}
		self = self || string(norm) == string(c.norm)
		if len(hrefs) < 64 && len(c.norm) > 0 && string(hostOf(norm)) == string(hostOf(c.norm)) && !c.v.unlisted(norm) {
			ours |= 1 << len(hrefs)
		}
		hrefs, named = append(hrefs, urlset.Hash(norm)), append(named, c.r.strings.get([]byte(lang)))
	}
	if len(langs) == 0 || len(c.norm) == 0 {
		return
	}
	if !self {
		c.add(Error, "H1", "xhtml:link", "", "the page is not among its own versions")
	}
	hash := urlset.Hash(c.norm)
	if _, ok := c.v.annotated[hash]; !ok {
		set := uint64(0)
		for _, h := range hrefs {
			set += h
		}
		c.v.annotated[hash] = versions{
			file: c.name, loc: c.entry, line: c.r.Line(), hrefs: hrefs, langs: named, set: set,
			ours: ours, self: self,
		}
		c.v.order = append(c.v.order, hash)
	}
}
