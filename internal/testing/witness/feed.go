package witness

import (
	"encoding/json"
	"strings"
)

// feed is a feed document.
type feed struct {
	loc, kind string // kind is rss, atom or json
	updated   string
	items     []item
	near      []string // documents of the same feed that it names, chapters, and pictures of people
	people    []string
	chapters  []string // URLs
}

// item is an item of a feed. Dates are as written.
type item struct{ id, link, published, updated string }

// feeds reads all feeds of a host.
func (w *world) feeds(h Host) {
	for _, name := range sorted(w.files[h.Base]) {
		text := w.files[h.Base][name]
		var f *feed
		switch {
		case strings.HasSuffix(name, ".json") && strings.Contains(text, `"https://jsonfeed.org/version/`):
			f = w.jsonFeed(h.Base+name, text)
		case strings.Contains(text[:min(len(text), 600)], "<rss") || strings.Contains(text[:min(len(text), 600)], "<feed"):
			root, err := parse(text)
			if err != nil {
				w.add("%s%s: %v", h.Base, name, err)
				continue
			}
			f = feedOf(root)
			f.loc = h.Base + name
		}
		if f != nil {
			w.docs = append(w.docs, f)
		}
	}
}

// feedOf reads the items of RSS or Atom.
func feedOf(root *node) *feed {
	f := &feed{kind: "rss"}
	if root.space == atomNS {
		f.kind, f.updated = "atom", root.one(atomNS, "updated")
		f.near = near(root)
		for _, e := range root.all(atomNS, "entry") {
			i := item{id: e.one(atomNS, "id"), published: e.one(atomNS, "published"), updated: e.one(atomNS, "updated")}
			for _, l := range e.all(atomNS, "link") {
				if rel := l.attrs["rel"]; rel == "" || rel == "alternate" {
					i.link = l.attrs["href"]
				}
			}
			f.items = append(f.items, i)
		}
		return f
	}
	for _, c := range root.all("", "channel") {
		f.near = near(c)
		f.episode(c)
		for _, e := range c.all("", "item") {
			f.episode(e)
			f.items = append(f.items, item{
				id: e.one("", "guid"), link: e.one("", "link"), published: e.one("", "pubDate"),
				updated: e.one(atomNS, "updated"),
			})
		}
	}
	return f
}

// episode reads what a podcast says of people and chapters.
func (f *feed) episode(n *node) {
	for _, p := range n.all(podcastNS, "person") {
		if f.people = append(f.people, strings.TrimSpace(p.text)); p.attrs["img"] != "" {
			f.near = append(f.near, p.attrs["img"])
		}
	}
	for _, c := range n.all(podcastNS, "chapters") {
		f.near, f.chapters = append(f.near, c.attrs["url"]), append(f.chapters, c.attrs["url"])
	}
}

// chapters checks a file with the chapters of an episode: they begin one after the other.
func (w *world) chapters(loc string) {
	key, ours := w.at(loc)
	if !ours || key == "" {
		return
	}
	h := w.host(loc)
	var doc struct {
		Chapters []struct {
			Start *float64 `json:"startTime"`
			Title string
			Img   string
		}
	}
	if err := json.Unmarshal([]byte(w.files[h.Base][strings.TrimPrefix(key, h.Base)]), &doc); err != nil {
		w.add("%s: %v", loc, err)
	}
	if len(doc.Chapters) == 0 {
		w.add("%s has no chapters", loc)
	}
	for i, c := range doc.Chapters {
		if c.Start == nil || i > 0 && *c.Start <= *doc.Chapters[i-1].Start {
			w.add("%s: chapter %d begins at the wrong time", loc, i+1)
			return
		}
		if image, ours := w.at(c.Img); c.Img != "" && ours && image == "" {
			w.add("%s: chapter %d shows %s, which is not there", loc, i+1, c.Img)
		}
	}
}

// near returns the documents that a feed names.
func near(n *node) []string {
	var out []string
	for _, l := range n.all(atomNS, "link") {
		switch l.attrs["rel"] {
		case "self", "prev-archive", "current":
			out = append(out, l.attrs["href"])
		}
	}
	return out
}

func (w *world) jsonFeed(loc, text string) *feed {
	var doc struct {
		FeedURL string `json:"feed_url"`
		NextURL string `json:"next_url"`
		Items   []struct {
			ID        string `json:"id"`
			URL       string `json:"url"`
			Published string `json:"date_published"`
			Modified  string `json:"date_modified"`
		} `json:"items"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		w.add("%s: %v", loc, err)
		return nil
	}
	f := &feed{loc: loc, kind: "json"}
	for _, near := range []string{doc.FeedURL, doc.NextURL} {
		if near != "" {
			f.near = append(f.near, near)
		}
	}
	for _, i := range doc.Items {
		f.items = append(f.items, item{i.ID, i.URL, i.Published, i.Modified})
	}
	return f
}
