package feeds

import (
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/dates"
	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// Namespaces that are only checked.
const (
	nsThread    = "http://purl.org/syndication/thread/1.0"
	nsSlash     = "http://purl.org/rss/1.0/modules/slash/"
	nsWFW       = "http://wellformedweb.org/CommentAPI/"
	nsTrackback = "http://madskills.com/public/xml/rss/module/trackback/"
	nsLicense   = "http://backend.userland.com/creativeCommonsRssModule"
	nsApp       = "http://www.w3.org/2007/app"
	nsUpdates   = "http://purl.org/rss/1.0/modules/syndication/"
	nsGeo       = "http://www.w3.org/2003/01/geo/wgs84_pos#"
	nsGeoURL    = "http://geourl.org/rss/module/"
	nsICBM      = "http://postneo.com/icbm"
	nsBurner    = "http://rssnamespace.org/feedburner/ext/1.0"
)

// onceOnly are the elements of other namespaces that another element may contain at most once (rule E6).
var onceOnly = map[string]map[string]bool{
	nsItunes: markup.Set("author block complete duration episode episodeType explicit image keywords new-feed-url order owner season subtitle summary title type"),
	nsMedia:  markup.Set("title description copyright adult"),
	nsThread: markup.Set("total"),
	nsBurner: markup.Set("awareness browserFriendly emailServiceId feedburnerHostname origEnclosureLink origLink"),
}

// foreign checks the elements of other namespaces in a feed (item is nil) or an item.
func (c *checker) foreign(n, item *node) {
	c.once(n)
	for _, k := range n.kids {
		c.common(k, item)
	}
}

// once reports elements that are in n more often than allowed.
func (c *checker) once(n *node) {
	type name struct{ space, name string }
	var seen map[name]bool
	for _, k := range n.kids {
		if !onceOnly[k.space][k.name] {
			continue
		}
		id := name{k.space, k.name}
		if seen[id] {
			c.wrong("E6", k.name, "", "", k.line)
		}
		if seen == nil {
			seen = map[name]bool{}
		}
		seen[id] = true
	}
}

// common checks an element of another namespace, in RSS and Atom.
func (c *checker) common(k, item *node) {
	if strings.TrimSuffix(k.space, "/") == nsICBM {
		c.coordinate(k)
		return
	}
	switch k.space {
	case nsContent:
		if k.name == "encoded" {
			c.html("content:encoded", k.value(), k.line)
		}
	case nsDC:
		c.dublin(k)
	case nsMedia:
		mediaChecker{c}.media(k)
	case nsItunes:
		podcastChecker{c}.podcast(k, item)
	case nsThread:
		c.thread(k)
	case nsGeo, nsGeoURL:
		c.coordinate(k)
	case nsSlash, nsWFW, nsTrackback, nsLicense, nsApp, nsUpdates:
		c.small(k, item)
	case nsBurner:
		c.burner(k)
	case nsAtom:
		switch {
		case k.name == "updated" || k.name == "published":
			if t := c.rfc3339Date("A5", "atom:"+k.name, k.trimmed(), k.line); item != nil {
				c.newest = Newest(c.newest, t)
			}
		case k.name == "link":
			atomChecker{c}.atomLink(k, item != nil)
		}
	}
}

func (c *checker) dublin(k *node) {
	switch k.name {
	case "language":
		c.language("dc:language", k.trimmed(), k.line)
	case "date":
		if s := k.trimmed(); !dates.IsW3C(s) {
			c.wrong("A5", "dc:date", s, "not a date of W3CDTF, such as 2026-01-31 or 2026-01-31T08:00:00Z", k.line)
		} else {
			c.plausible("dc:date", s, dates.Parse(s), k.line)
		}
	}
}

// thread checks an element of RFC 4685 (rule R1).
func (c *checker) thread(k *node) {
	switch k.name {
	case "in-reply-to":
		if ref := k.attr("ref"); k.hasAttr("ref") && !isIRI(ref) {
			c.wrong("R1", "ref", ref, "an absolute IRI", k.line)
		}
		for _, name := range []string{"href", "source"} {
			if k.hasAttr(name) {
				c.reference(name, k, k.attr(name))
			}
		}
		if t := k.attr("type"); k.hasAttr("type") && !isMediaType(t) {
			c.wrong("R1", "type", t, "a media type", k.line)
		}
	case "total":
		if !isNumber(k.trimmed()) {
			c.wrong("R1", "thr:total", k.trimmed(), "the number of replies", k.line)
		}
	default:
		c.wrong("E3", "thr:"+k.name, "", "not an element of RFC 4685", k.line)
	}
}

// threadLink checks the attributes that RFC 4685 adds to links.
func (c *checker) threadLink(n *node, rel string) {
	for _, a := range n.attrs {
		if a.Name.Space != nsThread {
			continue
		}
		field := "thr:" + a.Name.Local
		switch a.Name.Local {
		case "count":
			if !isNumber(a.Value) {
				c.wrong("R1", field, a.Value, "the number of replies", n.line)
			}
		case "updated":
			c.rfc3339Date("R1", field, a.Value, n.line)
		default:
			c.wrong("R1", field, a.Value, "thr:count and thr:updated are the only attributes", n.line)
			continue
		}
		if rel != "replies" {
			c.wrong("R1", field, a.Value, `only a link with rel="replies" has it`, n.line)
		}
	}
}

// coordinate checks a latitude or longitude in degrees (rule Y1).
func (c *checker) coordinate(k *node) {
	most := 0.0
	switch k.name {
	case "lat", "latitude":
		most = 90
	case "long", "longitude":
		most = 180
	default:
		return
	}
	if v, err := strconv.ParseFloat(k.trimmed(), 64); err != nil || !(-most <= v && v <= most) {
		c.wrong("Y1", k.name, k.trimmed(), "degrees from -"+strconv.Itoa(int(most))+" to "+strconv.Itoa(int(most)), k.line)
	}
}

// small checks extensions of one or two elements (rule Y1).
func (c *checker) small(k, item *node) {
	s := k.trimmed()
	switch {
	case k.space == nsSlash && k.name == "hit_parade":
		for part := range strings.SplitSeq(s, ",") {
			if !isNumber(strings.TrimSpace(part)) {
				c.wrong("Y1", "slash:hit_parade", s, "numbers with commas between them", k.line)
				return
			}
		}
	case k.space == nsSlash && k.name == "comments":
		if !isNumber(s) {
			c.wrong("Y1", "slash:comments", s, "the number of comments", k.line)
		}
	case k.space == nsUpdates && k.name == "updatePeriod":
		if !markup.Set("hourly daily weekly monthly yearly")[s] {
			c.wrong("Y1", "sy:updatePeriod", s, "hourly, daily, weekly, monthly or yearly", k.line)
		}
	case k.space == nsUpdates && k.name == "updateFrequency":
		if v, err := strconv.Atoi(s); err != nil || v <= 0 {
			c.wrong("Y1", "sy:updateFrequency", s, "a positive number", k.line)
		}
	case k.space == nsUpdates && k.name == "updateBase":
		if !dates.IsW3C(s) {
			c.wrong("A5", "sy:updateBase", s, "not a date of W3CDTF", k.line)
		}
	case k.space == nsWFW && k.name == "commentRSS":
		c.unwise("Y1", "wfw:commentRSS", s, "the element is commentRss", k.line)
	case k.space == nsWFW && (k.name == "comment" || k.name == "commentRss"):
		c.address("wfw:"+k.name, s, k.line)
	case k.space == nsTrackback && (k.name == "ping" || k.name == "about"):
		if item == nil {
			c.wrong("E3", "trackback:"+k.name, "", "an element of items, not of the feed", k.line)
		}
		if inRDF(k) { // as the module says for RSS 1.0
			s = k.attrNS(nsRDF, "resource")
		}
		c.address("trackback:"+k.name, s, k.line)
	case k.space == nsLicense && k.name == "license":
		c.address("creativeCommons:license", s, k.line)
	case k.space == nsApp && k.name == "edited":
		if item == nil {
			c.wrong("E3", "app:edited", "", "an element of entries, not of the feed", k.line)
		}
		c.rfc3339Date("A5", "app:edited", s, k.line)
	}
}

// burner checks the elements of FeedBurner, which contain URLs; those of a feedFlare may be relative (rule B7).
func (c *checker) burner(k *node) {
	field := "feedburner:" + k.name
	switch k.name {
	case "awareness", "feedburnerHostname", "origEnclosureLink", "origLink":
		c.address(field, k.trimmed(), k.line)
	case "feedFlare":
		for _, name := range []string{"href", "src"} {
			if s := k.attr(name); s == "" {
				c.wrong("E7", field, name, "", k.line)
			} else {
				c.reference(field+" "+name, k, s)
			}
		}
	}
}
