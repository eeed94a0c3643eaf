package html

import (
	"cmp"
	"strings"
)

// Thing is an object with a type in JSON-LD, as written. It has only the properties that sitemaps and feeds
// use.
type Thing struct {
	Types []string
	// Top reports whether the thing is not part of another one, apart from @graph and the main entity of a
	// page.
	Top bool
	ID  string // @id
	URL string // url, else that of mainEntityOfPage
	Of  string // mainEntityOfPage, by its address or @id

	Name, Headline, Description, Section, Keywords string
	Published, Modified, Uploaded, Expires         string
	Content, Embed, Duration, Thumbnail            string // of videos: contentUrl, embedUrl, duration, thumbnailUrl
	Authors, Images                                []string
}

// Is reports whether the thing has one of these schema.org types, which may be written as URLs.
func (t *Thing) Is(types ...string) bool {
	for _, have := range t.Types {
		have = have[strings.LastIndexAny(have, "/:#")+1:]
		for _, want := range types {
			if have == want {
				return true
			}
		}
	}
	return false
}

// Kind reports whether the name of one of the thing's types ends with one of these words: "Article" matches
// NewsArticle.
func (t *Thing) Kind(words ...string) bool {
	for _, have := range t.Types {
		for _, word := range words {
			if strings.HasSuffix(have, word) {
				return true
			}
		}
	}
	return false
}

// Limits of what is kept of JSON-LD.
const (
	mostThings = 200
	mostListed = 100     // values of a list
	mostText   = 4 << 10 // bytes of a value
)

// openThing is a thing that is being read.
type openThing struct {
	Thing
	key string // by which the thing around it names it
}

// begin opens an object; key is its name in the object around it.
func (d *ldReader) begin(key string) {
	if !d.r.Deep {
		return
	}
	top := true
	for i := range d.open {
		top = top && len(d.open[i].Types) == 0 && d.open[i].graph()
	}
	top = top && (len(d.open) == 0 || key == "@graph")
	if n := len(d.open); n > 0 && key == "mainEntity" {
		top = d.open[n-1].Top
	}
	d.open = append(d.open, openThing{Thing{Top: top}, key})
}

// graph reports whether an object contains nothing that makes it a thing.
func (t *openThing) graph() bool { return t.URL == "" && t.Name == "" && t.Headline == "" }

// finish closes the object.
func (d *ldReader) finish() {
	if !d.r.Deep || len(d.open) == 0 {
		return
	}
	n := len(d.open) - 1
	t := d.open[n]
	d.open = d.open[:n]
	if n > 0 {
		d.open[n-1].part(&t)
	}
	if len(t.Types) > 0 && len(d.r.page.Things) < mostThings &&
		(t.Top || t.Is("VideoObject", "Article", "BlogPosting", "NewsArticle")) {
		d.r.page.Things = append(d.r.page.Things, t.Thing)
	}
}

// part copies properties from an inner object to the thing around it.
func (t *openThing) part(in *openThing) {
	address := cmp.Or(in.Content, in.URL, in.ID)
	switch in.key {
	case "author", "creator":
		t.Authors = listed(t.Authors, in.Name)
	case "image":
		t.Images = listed(t.Images, address)
	case "thumbnail":
		t.Thumbnail = cmp.Or(t.Thumbnail, address)
	case "mainEntityOfPage":
		t.Of = cmp.Or(in.ID, in.URL)
	}
}

func listed(list []string, s string) []string {
	if s == "" || len(list) >= mostListed {
		return list
	}
	return append(list, s)
}

// say records a text of the open object; the first one counts.
func (d *ldReader) say(key, value string) {
	if !d.r.Deep || len(d.open) == 0 || len(value) > mostText {
		return
	}
	t := &d.open[len(d.open)-1]
	value = strings.TrimSpace(value)
	var into *string
	switch key {
	case "@type":
		t.Types = listed(t.Types, value)
	case "author", "creator":
		t.Authors = listed(t.Authors, value)
	case "image":
		t.Images = listed(t.Images, value)
	case "@id":
		into = &t.ID
	case "url":
		into = &t.URL
	case "mainEntityOfPage":
		into = &t.Of
	case "name":
		into = &t.Name
	case "headline":
		into = &t.Headline
	case "description":
		into = &t.Description
	case "articleSection":
		into = &t.Section
	case "keywords":
		if t.Keywords != "" {
			value = t.Keywords + ", " + value
		}
		t.Keywords = value[:min(len(value), mostText)]
	case "datePublished":
		into = &t.Published
	case "dateModified":
		into = &t.Modified
	case "uploadDate":
		into = &t.Uploaded
	case "expires":
		into = &t.Expires
	case "contentUrl":
		into = &t.Content
	case "embedUrl":
		into = &t.Embed
	case "thumbnailUrl":
		into = &t.Thumbnail
	case "duration":
		into = &t.Duration
	}
	if into != nil && *into == "" {
		*into = value
	}
}
