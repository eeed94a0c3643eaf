package witness

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// page contains what an HTML file says to machines.
type page struct {
	base, file string
	lang       string
	canonical  []string
	noIndex    bool
	refresh    bool
	document   bool // it has a head
	alternates []alternate
	feeds      []string
	published  []string // datePublished and article:published_time
	modified   []string // dateModified and article:modified_time
	marks      []string // ids of headings that begin with "mark-"
	links      []string // of its body
}

// alternate is a language version of a page.
type alternate struct{ lang, href string }

var (
	comment   = regexp.MustCompile(`(?s)<!--.*?-->`)
	rawText   = regexp.MustCompile(`(?is)<(script|style)\b([^>]*)>(.*?)</(script|style)\s*>`)
	tag       = regexp.MustCompile(`<([a-zA-Z][\w-]*)((?:\s+|"[^"]*"|'[^']*'|[^'">])*)>`)
	attribute = regexp.MustCompile(`([a-zA-Z:_-][\w:.-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?`)
	endOfHead = regexp.MustCompile(`(?i)</head|<body`)
	mark      = regexp.MustCompile(`<h2[^>]*\sid="?(mark-[\w-]+)`)
)

// attributes returns the attributes of a tag by their lower-case names; the first of a name counts.
func attributes(text string) map[string]string {
	out := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(m[1])
		if _, ok := out[name]; !ok {
			out[name] = html.UnescapeString(strings.Trim(m[2], `"'`))
		}
	}
	return out
}

func readPage(base, file, text string) *page {
	p := &page{base: base, file: file}
	for _, m := range mark.FindAllStringSubmatch(text, -1) {
		p.marks = append(p.marks, m[1])
	}
	text = comment.ReplaceAllString(text, "")
	for _, m := range rawText.FindAllStringSubmatch(text, -1) {
		if strings.EqualFold(m[1], "script") && strings.Contains(m[2], "application/ld+json") {
			var data any
			if json.Unmarshal([]byte(m[3]), &data) == nil {
				p.linkedData(data)
			}
		}
	}
	text = rawText.ReplaceAllString(text, "")
	if at := endOfHead.FindStringIndex(text); at != nil {
		for _, m := range tag.FindAllStringSubmatch(text[at[0]:], -1) {
			if href := attributes(m[2])["href"]; strings.EqualFold(m[1], "a") && href != "" {
				p.links = append(p.links, href)
			}
		}
		text, p.document = text[:at[0]], true
	}
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		p.element(strings.ToLower(m[1]), attributes(m[2]))
	}
	return p
}

func (p *page) element(name string, a map[string]string) {
	switch name {
	case "html":
		p.lang = a["lang"]
	case "link":
		switch rel := strings.ToLower(a["rel"]); {
		case rel == "canonical":
			p.canonical = append(p.canonical, a["href"])
		case rel == "alternate" && a["hreflang"] != "":
			p.alternates = append(p.alternates, alternate{a["hreflang"], a["href"]})
		case rel == "alternate" && a["type"] != "":
			p.feeds = append(p.feeds, a["href"])
		}
	case "meta":
		switch {
		case strings.EqualFold(a["name"], "robots") && strings.Contains(strings.ToLower(a["content"]), "noindex"):
			p.noIndex = true
		case strings.EqualFold(a["http-equiv"], "refresh"):
			p.refresh = true
		case a["property"] == "article:published_time":
			p.published = append(p.published, a["content"])
		case a["property"] == "article:modified_time":
			p.modified = append(p.modified, a["content"])
		}
	}
}

// linkedData reads the dates in JSON-LD, except those of videos and of parts of other pages.
func (p *page) linkedData(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			p.linkedData(e)
		}
	case map[string]any:
		p.linkedData(v["@graph"])
		if s, ok := v["datePublished"].(string); ok {
			p.published = append(p.published, s)
		}
		if s, ok := v["dateModified"].(string); ok {
			p.modified = append(p.modified, s)
		}
	}
}
