// Package clean removes active content from HTML: scripts, event handlers, forms, frames, and URLs that run
// something. Org mode and the programs for other notations pass such HTML through, so a text by a stranger
// could contain it.
package clean

import (
	"net/url"
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// HTML returns a fragment without active content. Structure, text, classes, IDs, styles, images, audio, and
// video stay. Comments stay, too, because one marks the end of a summary.
func HTML(fragment string) string { return policy().Sanitize(fragment) }

var policy = sync.OnceValue(newPolicy)

func newPolicy() *bluemonday.Policy {
	// The part after "data:" of the images that goldmark also allows, and a srcset that uses only http and https URLs.
	picture := regexp.MustCompile(`^(?i:image/(?:gif|jpeg|png|webp));`)
	sources := regexp.MustCompile(`^(?i:[^:]|https?:)*$`)
	p := bluemonday.NewPolicy()
	p.AllowComments()
	p.AllowDataAttributes()
	p.AllowAttrs("class", "dir", "id", "lang", "role", "tabindex", "title").Globally()
	p.AllowAttrs("aria-hidden", "aria-label", "aria-labelledby", "aria-describedby").Globally()
	p.AllowStyles(
		"background-color", "border", "color", "display", "float", "font-style", "font-weight", "height", "list-style-type",
		"margin", "margin-left", "margin-right", "max-width", "padding", "text-align", "text-decoration", "user-select",
		"vertical-align", "white-space", "width", "overflow", "tab-size", "-moz-tab-size", "-o-tab-size",
		"-webkit-text-size-adjust",
	).MatchingHandler(func(string) bool { return true }).Globally()
	p.AllowElements(
		"abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "dd", "del",
		"details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
		"header", "hgroup", "hr", "i", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p", "pre", "q", "rp", "rt", "ruby",
		"s", "samp", "section", "small", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
		"th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr", "col", "colgroup",
	)
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("cite").OnElements("blockquote", "q", "del", "ins")
	p.AllowAttrs("datetime").OnElements("time", "del", "ins")
	p.AllowAttrs("start", "reversed", "type").OnElements("ol")
	p.AllowAttrs("value").OnElements("li")
	p.AllowAttrs("colspan", "rowspan", "headers", "scope", "align", "valign").OnElements("td", "th")
	p.AllowAttrs("span", "width", "align").OnElements("col", "colgroup")
	p.AllowAttrs("border", "rules", "frame", "cellspacing", "cellpadding").OnElements("table")
	p.AllowAttrs("href", "hreflang", "rel", "target", "download", "type").OnElements("a")
	p.AllowNoAttrs().OnElements("a", "span", "font")
	p.AllowAttrs("src", "alt", "width", "height", "loading", "decoding", "sizes").OnElements("img")
	p.AllowAttrs("srcset").Matching(sources).OnElements("img", "source")
	p.AllowAttrs("src", "controls", "width", "height", "poster", "preload", "loop", "muted").OnElements("audio", "video")
	p.AllowAttrs("src", "type").OnElements("source")
	p.AllowAttrs("checked", "disabled", "type").OnElements("input") // of task lists
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return picture.MatchString(u.Opaque) })
	p.AllowURLSchemes("http", "https", "mailto", "tel", "ftp", "sms", "xmpp", "irc", "ircs", "magnet", "geo", "news",
		"matrix", "doi")
	return p
}
