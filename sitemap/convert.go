package sitemap

import (
	"strconv"
	"strings"
	"time"
)

// convert fills r.entry from r.rec. It reports false if there is no URL.
func (r *Reader) convert() bool {
	e := &r.entry
	r.locs = r.locs[:0]
	*e = Entry{Alternates: e.Alternates[:0], Images: e.Images[:0], Videos: e.Videos[:0]}
	switch r.format {
	case Text:
		e.Loc = string(r.rec.arena)
	case URLSet, Index:
		r.convertURL(e)
	default:
		r.convertItem(e)
	}
	if e.Loc == "" {
		r.report("L1", "loc", "")
		return false
	}
	return true
}

func (r *Reader) report(rule, field, value string) {
	if r.o.Report != nil {
		r.o.Report(Violation{Rule: rule, Entry: r.entry.Loc, Field: field, Value: value})
	}
}

// convertURL reads a <url> or <sitemap>. Children may be in any namespace except those of known extensions,
// because the namespace of the root may be wrong.
func (r *Reader) convertURL(e *Entry) {
	rec := &r.rec
	for i := 1; i < len(rec.nodes); i = rec.end(i) {
		n := &rec.nodes[i]
		switch n.space &^ spaceWrong {
		case spaceSitemap, spaceNone, spaceOther:
			if n.space&^spaceWrong == rec.nodes[0].space&^spaceWrong {
				r.convertField(e, n)
			}
		case spaceImage:
			if string(rec.name(n)) == "image" {
				r.convertImage(e, i)
			}
		case spaceVideo:
			if string(rec.name(n)) == "video" {
				r.convertVideo(e, i)
			}
		case spaceNews:
			if string(rec.name(n)) == "news" {
				r.convertNews(e, i)
			}
		case spaceXHTML:
			if string(rec.name(n)) == "link" {
				r.convertLink(e, n)
			}
		}
	}
}

// convertField reads one of the protocol's own elements.
func (r *Reader) convertField(e *Entry, n *node) {
	text := r.rec.text(n)
	switch string(r.rec.name(n)) {
	case "loc":
		switch {
		case e.Loc == "":
			e.Loc = string(text)
		case len(text) > 0 && string(text) != e.Loc:
			r.locs = append(r.locs, string(text))
		}
	case "lastmod":
		e.LastMod, e.DateOnly = r.date("M1", "lastmod", text)
	case "changefreq":
		for _, f := range changeFreqs {
			if string(text) == f {
				e.ChangeFreq = f
				return
			}
		}
		r.report("M6", "changefreq", string(text))
	case "priority":
		p, err := strconv.ParseFloat(string(text), 64)
		if err != nil || !(p >= 0 && p <= 1) {
			r.report("M6", "priority", string(text))
			return
		}
		e.Priority, e.HasPriority = p, true
	}
}

func (r *Reader) convertLink(e *Entry, n *node) {
	if rel, _ := r.rec.attr(n, "rel"); string(rel) != "alternate" {
		return
	}
	lang, ok := r.rec.attr(n, "hreflang")
	href, _ := r.rec.attr(n, "href")
	if ok {
		e.Alternates = append(e.Alternates, Alternate{r.strings.get(lang), string(href)})
	}
}

func (r *Reader) convertImage(e *Entry, i int) {
	rec := &r.rec
	for j := i + 1; j < rec.end(i); j++ {
		if n := &rec.nodes[j]; string(rec.name(n)) == "loc" && n.depth == rec.nodes[i].depth+1 {
			e.Images = append(e.Images, Image{string(rec.text(n))})
			return
		}
	}
	r.report("G1", "image:loc", "")
}

func (r *Reader) convertNews(e *Entry, i int) {
	rec := &r.rec
	r.news = News{}
	for j := i + 1; j < rec.end(i); j++ {
		n := &rec.nodes[j]
		text := rec.text(n)
		switch string(rec.name(n)) {
		case "name":
			r.news.Publication = r.strings.get(text)
		case "language":
			r.news.Language = r.strings.get(text)
		case "publication_date":
			r.news.Published, r.news.DateOnly = r.date("N3", "news:publication_date", text)
		case "title":
			r.news.Title = string(text)
		}
	}
	e.News = &r.news
}

func (r *Reader) convertVideo(e *Entry, i int) {
	rec := &r.rec
	e.Videos = append(e.Videos, Video{})
	v := &e.Videos[len(e.Videos)-1]
	for j := i + 1; j < rec.end(i); j = rec.end(j) {
		n := &rec.nodes[j]
		text := rec.text(n)
		switch string(rec.name(n)) {
		case "thumbnail_loc":
			v.Thumbnail = string(text)
		case "title":
			v.Title = string(text)
		case "description":
			v.Description = string(text)
		case "content_loc":
			v.Content = string(text)
		case "player_loc":
			v.Player = string(text)
		case "tag":
			v.Tags = append(v.Tags, string(text))
		case "uploader":
			v.Uploader = string(text)
			info, _ := rec.attr(n, "info")
			v.UploaderInfo = string(info)
		default:
			r.convertVideoOption(v, n, text)
		}
	}
}

func (r *Reader) convertVideoOption(v *Video, n *node, text []byte) {
	rec := &r.rec
	name := string(rec.name(n))
	bad := func() { r.report("V2", "video:"+name, string(text)) }
	switch name {
	case "duration":
		s, err := strconv.ParseInt(string(text), 10, 32)
		if err != nil || s < 0 {
			bad()
			return
		}
		v.Duration = time.Duration(s) * time.Second
	case "view_count":
		views, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil || views < 0 {
			bad()
			return
		}
		v.Views = views
	case "rating":
		rating, err := strconv.ParseFloat(string(text), 64)
		if err != nil || !(rating >= 0 && rating <= 5) {
			bad()
			return
		}
		v.Rating, v.HasRating = rating, true
	case "expiration_date":
		v.Expires, _ = r.date("V2", "video:expiration_date", text)
	case "publication_date":
		v.Published, _ = r.date("V2", "video:publication_date", text)
	case "restriction":
		v.Countries = r.restriction(n, text)
	case "platform":
		v.Platforms = r.restriction(n, text)
	case "family_friendly":
		v.FamilyFriendly = yesNo(text, bad)
	case "requires_subscription":
		v.RequiresSubscription = yesNo(text, bad)
	case "live":
		v.Live = yesNo(text, bad)
	}
}

func (r *Reader) restriction(n *node, text []byte) Restriction {
	relationship, _ := r.rec.attr(n, "relationship")
	return Restriction{r.strings.get(relationship), strings.Fields(string(text))}
}

func yesNo(text []byte, bad func()) YesNo {
	switch strings.ToLower(string(text)) {
	case "yes":
		return Yes
	case "no":
		return No
	}
	bad()
	return Unsaid
}

// date parses a W3C date, and reports an invalid one.
func (r *Reader) date(rule, field string, text []byte) (time.Time, bool) {
	if t, dateOnly, ok := r.strings.parseW3C(text); ok {
		return t, dateOnly
	}
	t, dateOnly, err := ParseLastMod(string(text))
	if err != nil {
		r.report(rule, field, string(text))
	}
	return t, dateOnly
}

// stringCache returns the same string for the same bytes, for values with few variants, and the same zone for
// the same offset.
type stringCache struct {
	strings map[string]string
	offset  int
	zone    *time.Location
}

func (c *stringCache) get(b []byte) string {
	if s, ok := c.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) > 64 || len(c.strings) > 1000 {
		return s
	}
	if c.strings == nil {
		c.strings = map[string]string{}
	}
	c.strings[s] = s
	return s
}

// parseW3C parses the two forms that the schema allows, without fractions of a second: YYYY-MM-DD and
// YYYY-MM-DDThh:mm:ss with a zone.
func (c *stringCache) parseW3C(b []byte) (t time.Time, dateOnly, ok bool) {
	if len(b) < 10 || b[4] != '-' || b[7] != '-' {
		return time.Time{}, false, false
	}
	year, ok1 := digits(b[:4])
	month, ok2 := digits(b[5:7])
	day, ok3 := digits(b[8:10])
	if !ok1 || !ok2 || !ok3 || month < 1 || month > 12 || day < 1 || day > 28 && day > daysIn(year, month) {
		return time.Time{}, false, false
	}
	if len(b) == 10 {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), true, true
	}
	if len(b) < 20 || b[10] != 'T' || b[13] != ':' || b[16] != ':' {
		return time.Time{}, false, false
	}
	hour, ok1 := digits(b[11:13])
	minute, ok2 := digits(b[14:16])
	second, ok3 := digits(b[17:19])
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false, false
	}
	zone := time.UTC
	if b[19] != 'Z' || len(b) > 20 {
		if len(b) != 25 || b[19] != '+' && b[19] != '-' || b[22] != ':' {
			return time.Time{}, false, false
		}
		h, ok1 := digits(b[20:22])
		m, ok2 := digits(b[23:25])
		if !ok1 || !ok2 || h > 23 || m > 59 {
			return time.Time{}, false, false
		}
		offset := h*3600 + m*60
		if b[19] == '-' {
			offset = -offset
		}
		if offset != 0 {
			if c.zone == nil || c.offset != offset {
				c.zone, c.offset = time.FixedZone("", offset), offset
			}
			zone = c.zone
		}
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, 0, zone), false, true
}

func digits(b []byte) (n int, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
