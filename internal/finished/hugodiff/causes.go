package hugodiff

import (
	"bytes"
	"image"
	_ "image/gif" // formats of sameImage
	_ "image/jpeg"
	_ "image/png"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Cause is a known reason for differences. The documentation describes it.
type Cause struct {
	Name string // for programs
	Says string // one sentence
	Hint string // what to do to keep Hugo's result; "" if nothing
	Page string // page of the documentation in docs/hugo-differences, with a section
}

// Names of causes.
const (
	CauseRelease  = "release"
	CauseFeeds    = "feeds"
	CauseSitemaps = "sitemaps"
	causeMoreFeed = "more-feeds"
	causeLanguage = "sitemap-of-a-language"
	causeText     = "text-sitemap"
	causeRobots   = "robots"
	causeImage    = "image"
	causeMath     = "math"
	causeUnsafe   = "unsafe-url"
	causeAddress  = "memory-address"
	causeBracket  = "parenthesis"
	causeEmbed    = "embed"
)

const (
	inDiscovery = "_index.md#sitemaps-feeds-robotstxt"
	inTemplates = "templates.md"
)

// Causes returns the known causes.
func Causes() []Cause {
	return []Cause{
		{
			CauseRelease, "a newer Hugo changed it, and sitegen follows the newest",
			"to keep Hugo's result, name its version in the configuration, such as compatibility = \"0.165\"", "versions.md",
		},
		{
			CauseFeeds, "the feed has the same items; it also has full texts and authors, and URLs are absolute",
			"", inDiscovery,
		},
		{
			CauseSitemaps, "the sitemap lists the same pages; dates and language versions follow other rules",
			"", inDiscovery,
		},
		{causeMoreFeed, "sitegen also writes Atom and JSON feeds", "", inDiscovery},
		{
			causeLanguage, "the sitemaps of languages are in the top folder",
			`to keep Hugo's URLs, set sitemapAddresses = "hugo" in [discovery]`, inDiscovery,
		},
		{
			causeText, "sitegen also writes sitemap.txt", "to leave it out, set textSitemap = false in [discovery]", inDiscovery,
		},
		{
			causeRobots, "sitegen always writes robots.txt, with Sitemap lines",
			"to leave it out, set robots = false in [discovery]", inDiscovery,
		},
		{causeImage, "the image is encoded by another encoder", "", inTemplates},
		{causeMath, "formulas are typeset by another version of KaTeX", "", inTemplates},
		{causeUnsafe, "Hugo prints #ZgotmplZ in place of a URL", "", inTemplates},
		{causeAddress, "Hugo prints an address in the memory of the machine", "", inTemplates},
		{causeBracket, "a parenthesis after a URL is not part of it", "", inTemplates},
		{
			causeEmbed, "a post or video of another site is a link; Hugo asks that site for it, and prints nothing if that fails", "",
			inTemplates,
		},
	}
}

// side says which program wrote a file.
type side int

const (
	onlyHugo side = iota
	onlySitegen
	differ
)

// causeOfFile returns the cause that the name of a file shows; "" if none.
func causeOfFile(name string, of side) string {
	base := path.Base(name)
	switch {
	case of == onlySitegen && (base == "atom.xml" || base == "feed.json" || strings.HasPrefix(base, "atom-updates")):
		return causeMoreFeed
	case of == onlySitegen && name == "sitemap.txt":
		return causeText
	case of != onlyHugo && name == "robots.txt":
		return causeRobots
	case of == onlyHugo && base == "sitemap.xml" && name != base,
		of == onlySitegen && strings.HasPrefix(name, "sitemap-") && path.Ext(name) == ".xml":
		return causeLanguage
	case of == differ && strings.Contains(base, "_hu"):
		return causeImage
	}
	return ""
}

// causeOf returns the cause of the difference of two pages at a token; "" if it is unknown.
func causeOf(hugo, ours []token, at int) string {
	if at >= len(hugo) || at >= len(ours) {
		return ""
	}
	a, b := hugo[at].values(), ours[at].values()
	switch {
	case inMath(hugo, at) && inMath(ours, at):
		return causeMath
	case strings.Contains(a, "ZgotmplZ") && !strings.Contains(b, "ZgotmplZ"):
		return causeUnsafe
	case memory.MatchString(a) && !memory.MatchString(b):
		return causeAddress
	case hugo[at].name == "a" && ours[at].name == "a" && strings.Replace(a, ")", "", 1) == b:
		return causeBracket
	case ours[at].isEmbed(), embeds(ours) > embeds(hugo) && digits.ReplaceAllString(a, "0") == digits.ReplaceAllString(b, "0"):
		return causeEmbed // itself, or a number of words
	}
	return ""
}

var digits = regexp.MustCompile(`\d+`)

// embeds returns how many posts and videos a page embeds.
func embeds(list []token) (n int) {
	for _, t := range list {
		if t.isEmbed() {
			n++
		}
	}
	return n
}

// isEmbed reports whether a token begins what the shortcodes x, instagram, and vimeo_simple print.
func (t token) isEmbed() bool {
	return t.name == "blockquote" && (t.hasClass("twitter-tweet") || t.hasClass("instagram-media")) ||
		t.name == "div" && t.hasClass("s_video_simple")
}

// sameImage reports whether two files are images of the same format and size.
func sameImage(a, b []byte) bool {
	one, format, err := image.DecodeConfig(bytes.NewReader(a))
	if err != nil {
		return false
	}
	two, other, err := image.DecodeConfig(bytes.NewReader(b))
	return err == nil && format == other && one.Width == two.Width && one.Height == two.Height
}

// memory matches an address that Go prints for a pointer.
var memory = regexp.MustCompile(`\b0xc[0-9a-f]{9}\b`)

// values returns the text of a token, or the values of its attributes.
func (t token) values() string {
	var out strings.Builder
	out.WriteString(t.text)
	for _, a := range t.attrs {
		out.WriteString(a.Val + " ")
	}
	return out.String()
}

// inMath reports whether a token belongs to a formula of KaTeX: an element of class katex is open there.
func inMath(list []token, at int) bool {
	depth, since := 0, -1
	for i := range at + 1 {
		t := list[i]
		switch {
		case t.kind == html.StartTagToken && t.name == "span":
			if depth++; since < 0 && t.hasClass("katex") {
				since = depth
			}
		case t.kind == html.EndTagToken && t.name == "span":
			if i < at && since == depth {
				since = -1
			}
			depth--
		}
	}
	return since >= 0
}

// hasClass reports whether an element has a class.
func (t token) hasClass(name string) bool {
	for _, a := range t.attrs {
		if a.Key == "class" {
			for _, c := range strings.Fields(a.Val) {
				if c == name {
					return true
				}
			}
		}
	}
	return false
}
