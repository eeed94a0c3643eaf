package feeds

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

const nsItunes = "http://www.itunes.com/dtds/podcast-1.0.dtd"

// Allowed parents of podcast elements.
var (
	podcastChannel = markup.Set("author block category complete explicit image keywords new-feed-url owner pubDate subtitle summary title type applepodcastsverify")
	podcastItem    = markup.Set("author block duration episode episodeType explicit image isClosedCaptioned keywords order season subtitle summary title")
)

// podcastChecker checks the elements that podcast players read.
type podcastChecker struct{ *checker }

// podcast checks an element of Apple's podcast namespace in a channel (item is nil) or an item (rule Q1;
// https://help.apple.com/itc/podcasts_connect/#/itcb54353390).
func (c podcastChecker) podcast(n, item *node) {
	c.podcasts = true
	where, what := podcastChannel, "the feed"
	if item != nil {
		where, what = podcastItem, "an item"
	}
	field, s := "itunes:"+n.name, n.value()
	if !where[n.name] {
		c.wrong("E3", field, "", "not an element of "+what, n.line)
		return
	}
	switch n.name {
	case "author", "subtitle", "keywords":
		c.podcastText(n, 255)
		if n.name == "keywords" && strings.Contains(strings.TrimSpace(s), " ") && !strings.Contains(s, ",") {
			c.unwise("Q1", field, s, "keywords are separated by commas", n.line)
		}
	case "summary":
		c.podcastText(n, 4000)
	case "block":
		c.podcastValue(n, strings.ToLower(s), "yes", "no", "clean")
	case "explicit":
		c.podcastValue(n, strings.ToLower(s), "true", "false")
	case "type":
		c.podcastValue(n, strings.ToLower(n.trimmed()), "episodic", "serial")
	case "episodeType":
		c.podcastValue(n, strings.ToLower(n.trimmed()), "full", "trailer", "bonus")
	case "image":
		if u := n.attr("href"); !absolute(u) {
			c.wrong("Q1", field, u, "it has an href with an http address", n.line)
		}
	case "duration":
		if !isPodcastDuration(n.trimmed()) {
			c.wrong("Q1", field, s, "seconds, m:ss or h:mm:ss", n.line)
		}
	case "episode", "season":
		if v, err := strconv.Atoi(n.trimmed()); err != nil || v <= 0 {
			c.wrong("Q1", field, s, "a positive number", n.line)
		}
	case "owner":
		c.podcastOwner(n)
	case "category":
		c.podcastCategory(n)
	case "new-feed-url":
		c.address(field, n.trimmed(), n.line)
	case "pubDate":
		c.rfc822Date(n)
	}
}

func (c podcastChecker) podcastText(n *node, most int) {
	s := n.value()
	if len([]rune(s)) > most {
		c.wrong("Q1", "itunes:"+n.name, firstWords(s), "at most "+strconv.Itoa(most)+" characters", n.line)
	}
	c.plainText("itunes:"+n.name, s, n.line)
}

func (c podcastChecker) podcastValue(n *node, s string, allowed ...string) {
	for _, a := range allowed {
		if s == a {
			return
		}
	}
	c.wrong("Q1", "itunes:"+n.name, n.value(), "one of "+strings.Join(allowed, ", "), n.line)
}

func (c podcastChecker) podcastOwner(n *node) {
	mail := n.find(nsItunes, "email")
	switch {
	case mail == nil:
		c.wrong("Q1", "itunes:owner", "", "it has an itunes:email", n.line)
	case !isMail(mail.trimmed()):
		c.wrong("Q1", "itunes:email", mail.trimmed(), "not a mail address", mail.line)
	}
}

// isPodcastDuration reports whether s is seconds, minutes and seconds, or hours, minutes and seconds.
func isPodcastDuration(s string) bool {
	parts := strings.Split(s, ":")
	if len(parts) > 3 || !isNumber(parts[0]) {
		return false
	}
	return !slices.ContainsFunc(parts[1:], func(p string) bool { return !isSixty(p) })
}

// podcastCategory checks a category and its subcategories against Apple's list.
func (c podcastChecker) podcastCategory(n *node) {
	name := n.attr("text")
	subs, ok := podcastCategories[name]
	switch {
	case name == "":
		c.wrong("Q1", "itunes:category", "", "it has a text", n.line)
		return
	case oldPodcastCategories[name]:
		c.unwise("Q1", "itunes:category", name, "Apple has replaced this category", n.line)
		return
	case !ok:
		c.wrong("Q1", "itunes:category", name, "not a category of Apple Podcasts", n.line)
		return
	}
	for _, k := range n.kids {
		if !k.is(nsItunes, "category") {
			continue
		}
		switch sub := k.attr("text"); {
		case oldPodcastSubcategories[sub]:
			c.unwise("Q1", "itunes:category", sub, "Apple has replaced this category", k.line)
		case !strings.Contains("|"+subs+"|", "|"+sub+"|"):
			c.wrong("Q1", "itunes:category", sub, "not a category in "+name, k.line)
		}
	}
}

// podcastFeed checks Apple's requirements for a feed with elements of its namespace.
func (c podcastChecker) podcastFeed(n *node) {
	if !c.podcasts {
		return
	}
	if n.find("", "language") == nil && n.attrNS(nsXML, "lang") == "" {
		c.unwise("Q1", "language", "", "a podcast says its language", n.line)
	}
	for _, name := range []string{"category", "explicit", "owner"} {
		if n.find(nsItunes, name) == nil {
			c.unwise("Q1", "itunes:"+name, "", "a podcast has an itunes:"+name, n.line)
		}
	}
}

// podcastFile checks the file of an episode: Apple supports only a few formats.
func (c podcastChecker) podcastFile(enclosure string, line int) {
	u, err := url.Parse(enclosure)
	if err != nil {
		return
	}
	if ext := path.Ext(u.Path); !markup.Set(".m4a .mp3 .mov .mp4 .m4v .pdf .epub")[ext] {
		c.unwise("Q1", "enclosure", enclosure, "Apple Podcasts plays M4A, MP3, MOV, MP4, M4V, PDF and EPUB", line)
	}
}

// podcastCategories is Apple's list (https://podcasters.apple.com/support/1691-apple-podcasts-categories): the
// subcategories of each category, separated by bars.
var podcastCategories = map[string]string{
	"Arts":                    "Books|Design|Fashion & Beauty|Food|Performing Arts|Visual Arts",
	"Business":                "Careers|Entrepreneurship|Investing|Management|Marketing|Non-Profit",
	"Comedy":                  "Comedy Interviews|Improv|Stand-Up",
	"Education":               "Courses|How To|Language Learning|Self-Improvement",
	"Fiction":                 "Comedy Fiction|Drama|Science Fiction",
	"Government":              "",
	"Health & Fitness":        "Alternative Health|Fitness|Medicine|Mental Health|Nutrition|Sexuality",
	"History":                 "",
	"Kids & Family":           "Education for Kids|Parenting|Pets & Animals|Stories for Kids",
	"Leisure":                 "Animation & Manga|Automotive|Aviation|Crafts|Games|Hobbies|Home & Garden|Video Games",
	"Music":                   "Music Commentary|Music History|Music Interviews",
	"News":                    "Business News|Daily News|Entertainment News|News Commentary|Politics|Sports News|Tech News",
	"Religion & Spirituality": "Buddhism|Christianity|Hinduism|Islam|Judaism|Religion|Spirituality",
	"Science":                 "Astronomy|Chemistry|Earth Sciences|Life Sciences|Mathematics|Natural Sciences|Nature|Physics|Social Sciences",
	"Society & Culture":       "Documentary|Personal Journals|Philosophy|Places & Travel|Relationships",
	"Sports": "Baseball|Basketball|Cricket|Fantasy Sports|Football|Golf|Hockey|Rugby|Running|Soccer|Swimming|Tennis|" +
		"Volleyball|Wilderness|Wrestling",
	"Technology": "",
	"True Crime": "",
	"TV & Film":  "After Shows|Film History|Film Interviews|Film Reviews|TV Reviews",
}

// Categories in earlier versions of Apple's list.
var (
	oldPodcastCategories = lines("Arts & Entertainment|Audio Blogs|Family|Food|Games & Hobbies|Government & Organizations|Health|" +
		"International|Movies & Television|Politics|Public Radio|Religion|Sports & Recreation|Talk Radio|Transportation|Travel")
	oldPodcastSubcategories = lines("Literature|Business News|Management & Marketing|Shopping|Education Technology|Higher Education|K-12|" +
		"Language Courses|Training|Other Games|Local|National|Regional|Self-Help|Other|Medicine|Natural Sciences|College & High School|" +
		"Computers|Developers|Information Technology|Operating Systems|Outdoor|Professional|Amateur|Gadgets|Podcasting|Software How-To|Tech News")
)

func lines(s string) map[string]bool {
	m := map[string]bool{}
	for l := range strings.SplitSeq(s, "|") {
		m[l] = true
	}
	return m
}
