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
	near      []string // documents of the same feed that it names
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
		for _, e := range c.all("", "item") {
			f.items = append(f.items, item{
				id: e.one("", "guid"), link: e.one("", "link"), published: e.one("", "pubDate"),
				updated: e.one(atomNS, "updated"),
			})
		}
	}
	return f
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
