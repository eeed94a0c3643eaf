package sitemap

import (
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// fields are the protocol's own elements of an entry, in their order (rule U7).
var fields = [...]string{"loc", "lastmod", "changefreq", "priority"}

// checkEntry checks the current record.
func (c *fileCheck) checkEntry() {
	rec := &c.r.rec
	c.entry, c.norm = "", c.norm[:0]
	for i := 1; i < len(rec.nodes); i = rec.end(i) {
		if n := &rec.nodes[i]; string(rec.name(n)) == "loc" && n.space == rec.nodes[0].space {
			c.entry = string(rec.text(n))
			break
		}
	}
	root := &rec.nodes[0]
	if root.space != spaceSitemap && c.checked.URLs == 1 {
		c.add(Error, "U6", string(rec.name(root)), "", "the namespace of the entry is not "+nsSitemap)
	}
	c.checkAttrs(root, nil)
	if root.mixed || len(rec.text(root)) > 0 {
		c.add(Error, "XSD", string(rec.name(root)), "", "text next to elements")
	}
	if c.entry == "" {
		c.add(Error, "L1", "loc", "", "the entry has no URL")
	} else {
		c.checkLoc(c.entry)
	}
	if c.checked.Format == Index {
		c.child()
	}
	media := c.checkChildren()
	if c.checked.Format == URLSet && c.entry != "" {
		c.page(media)
		c.checkVersions()
	}
}

// checkChildren checks the elements of the entry, and reports whether there are media or news.
func (c *fileCheck) checkChildren() (media bool) {
	rec := &c.r.rec
	last, images, news, extended := -1, 0, 0, false
	for i := 1; i < len(rec.nodes); i = rec.end(i) {
		n := &rec.nodes[i]
		name := string(rec.name(n))
		space := n.space
		if space == rec.nodes[0].space {
			space = spaceSitemap // for a root in the wrong namespace, which is reported once
		}
		switch {
		case space == spaceSitemap:
			c.checkField(i, &last, extended)
			continue
		case c.checked.Format == Index:
			c.add(Error, "I1", name, "", "an index has loc and lastmod only")
		case space&spaceWrong != 0:
			c.add(Error, "U6", name, "", "the namespace is not "+namespaces[space&^spaceWrong])
		case space == spaceNone:
			c.add(Error, "U6", name, "", "the element has no namespace")
		case space == spaceImage && name == "image":
			images++
			c.checkElement(i, "image:image", imageRules, "G1")
		case space == spaceVideo && name == "video":
			media = true
			c.checkVideo(i)
		case space == spaceNews && name == "news":
			news++
			c.checkNews(i)
		case space == spaceXHTML && name == "link":
			c.checkLink(n)
		case space <= spaceXHTML:
			c.add(Error, "XSD", name, "", "<"+name+"> is not known in its namespace")
		case space == spaceOther && (name == "image" || name == "video" || name == "news" || name == "link"):
			c.add(Error, "U6", name, "", "<"+name+"> is in a namespace that no search engine knows")
		default:
			c.add(Warning, "XSD", name, "", "<"+name+"> is in a namespace that no search engine knows")
		}
		extended = true
	}
	if images > MaxImages {
		c.add(Error, "G1", "image:image", "", fmt.Sprintf("%d images: at most %d are allowed", images, MaxImages))
	}
	if news > 1 {
		c.add(Error, "N1", "news:news", "", "two articles have the same URL")
	}
	c.news += min(news, 1)
	return media || images > 0 || news > 0
}

// checkField checks one of the protocol's own elements. last is the index in fields of the previous one.
func (c *fileCheck) checkField(i int, last *int, extended bool) {
	rec := &c.r.rec
	n := &rec.nodes[i]
	name, at := string(rec.name(n)), -1
	for k, f := range fields {
		if f == name {
			at = k
		}
	}
	switch {
	case at < 0 || at > 1 && c.checked.Format == Index:
		rule := "XSD"
		if c.checked.Format == Index {
			rule = "I1"
		}
		c.add(Error, rule, name, "", "<"+name+"> is not an element of an entry")
		return
	case at == *last:
		c.add(Error, "U7", name, "", "<"+name+"> appears twice")
	case at < *last:
		c.add(Error, "U7", name, "", "<"+name+"> comes after <"+fields[*last]+">")
	case extended:
		c.add(Error, "U7", name, "", "<"+name+"> comes after an extension")
	}
	*last = max(*last, at)
	c.checkSimple(i, nil)
	raw := string(rec.arena[n.text.from:n.text.to])
	switch name {
	case "lastmod":
		c.checkLastMod(raw)
	case "changefreq":
		if !validChangeFreq(raw) {
			c.add(Error, "M6", name, raw, "not a changefreq of the protocol")
		}
	case "priority":
		if !decimal(1)(raw) {
			c.add(Error, "M6", name, raw, "not a number from 0.0 to 1.0")
		}
	}
}

func (c *fileCheck) checkLastMod(raw string) {
	t, zoned, ok := schemaDate(raw)
	switch {
	case !ok:
		c.add(Error, "M1", "lastmod", raw, "not a date such as 2006-01-02 or 2006-01-02T15:04:05Z")
		return
	case !zoned:
		c.add(Warning, "M1", "lastmod", raw, "a time needs a zone, a day has none")
	}
	if !c.v.o.Now.IsZero() && t.After(c.v.o.Now) {
		c.add(Warning, "M3", "lastmod", raw, "the date is in the future")
	}
	c.newest(t)
	if c.checked.Format == URLSet {
		c.v.dates.add(t)
	}
	if c.checked.Format == Index && len(c.norm) > 0 {
		last := &c.v.children[len(c.v.children)-1]
		last.mod, last.dateOnly = t, len(strings.TrimSpace(raw)) == len(time.DateOnly)
	}
}

// checkLoc checks a URL, and sets c.norm.
func (c *fileCheck) checkLoc(loc string) {
	c.entry = loc
	var ok bool
	if c.norm, ok = appendLoc(c.norm[:0], loc); !ok {
		c.add(Error, "L1", "loc", loc, "not an absolute http or https URL of 12 to 2,047 characters")
		return
	}
	switch {
	case len(loc) > maxLoc:
		c.add(Error, "L1", "loc", loc, "the URL has more than 2,047 characters")
	case strings.Contains(loc, "#"):
		c.add(Warning, "L2", "loc", loc, "the URL has a fragment")
	case !isURI(loc):
		c.add(Error, "L3", "loc", loc, "the URL is not percent-encoded")
	}
	switch {
	case c.loc == "":
	case !strings.HasPrefix(string(c.norm), c.origin):
		c.add(Error, c.scopeRule("L4"), "loc", loc, "the URL is on another site than its sitemap")
	case !strings.HasPrefix(string(c.norm), c.dir):
		c.add(Error, c.scopeRule("L5"), "loc", loc, "the URL is outside the folder of its sitemap")
	}
}

func (c *fileCheck) scopeRule(id string) string {
	if c.checked.Format == Index {
		return "I4"
	}
	return id
}

// isURI reports whether a text contains only characters of RFC 3986.
func isURI(s string) bool {
	for i := range len(s) {
		if c := s[i]; !literal[c] && c != '%' && c != '[' && c != ']' && c != '#' {
			return false
		}
	}
	return true
}

// page looks for the page in this file and the previous ones. A page with media may also be in a separate file
// for them; feeds may repeat pages.
func (c *fileCheck) page(again bool) {
	if len(c.norm) == 0 {
		c.checked.New++
		return
	}
	if exists := c.v.o.Exists; exists != nil && !exists(string(c.norm)) {
		c.add(Error, "L11", "loc", c.entry, "no page exists at the URL")
	}
	if allowed := c.v.o.Allowed; allowed != nil && !allowed(string(c.norm)) {
		c.add(Error, "L9", "loc", c.entry, "robots.txt disallows the URL")
	}
	hash := urlset.Hash(c.norm)
	if c.checked.Format != URLSet {
		if !c.v.pages.Has(hash) && c.v.others.Add(hash) {
			c.checked.New++
		}
		if c.checked.Format == Text {
			c.v.text.add(hash)
			if !c.mine.Add(hash) {
				c.add(Warning, "L7", "loc", c.entry, "the URL is listed twice")
			}
		}
		return
	}
	isNew := c.v.pages.Add(hash)
	if isNew && !c.v.others.Has(hash) {
		c.checked.New++
	}
	switch {
	case !c.mine.Add(hash):
		c.add(Warning, "L7", "loc", c.entry, "the URL is listed twice")
	case isNew:
		c.v.xml.add(hash)
	case !again:
		c.add(Warning, "L7", "loc", c.entry, "the URL is also listed in another sitemap")
	}
}

// child checks an entry of an index.
func (c *fileCheck) child() {
	loc := c.entry
	if len(c.norm) > 0 {
		loc = string(c.norm)
		c.v.children = append(c.v.children, child{file: c.name, loc: loc, line: c.r.Line()})
		if !c.mine.Add(urlset.Hash(c.norm)) {
			c.add(Warning, "L7", "loc", loc, "the sitemap is listed twice")
		}
	}
	if loc != "" {
		c.checked.Children = append(c.checked.Children, loc)
	}
}
