package serve

import (
	"maps"
	"slices"
)

// mostChanged is the maximum number of URLs in an event; if there are more, pages check by themselves.
const mostChanged = 500

// mostNews is the number of states whose changes the server remembers.
const mostNews = 200

// addresses returns the URLs of outputs, or sets all if there are too many, or they are unknown.
func addresses(site *Site, outputs []string) (list []string, all bool) {
	if outputs == nil || len(outputs) > mostChanged {
		return nil, true
	}
	list = make([]string, 0, len(outputs))
	for _, o := range outputs {
		if a := site.address(o); a != "" {
			list = append(list, a)
		}
	}
	return list, false
}

// news contains the changes of each of the last states. A page that missed states asks for it, because browsers
// receive only the last state.
type news []item

type item struct {
	id      string // of the state
	changed []string
	all     bool
}

func (n *news) add(st *state) {
	*n = append(*n, item{st.id, st.changed, st.all})
	if len(*n) > mostNews {
		*n = slices.Delete(*n, 0, len(*n)-mostNews)
	}
}

// changes is the response to a page that asks for news, in JSON.
type changes struct {
	ID      string   `json:"id"`            // of the state that this is about
	Version string   `json:"version"`       // of the page that asks
	Changed []string `json:"changed"`       // sorted URLs of outputs; null if unknown
	All     bool     `json:"all,omitempty"` // every output may have changed
	// URL of the page that asks if it has moved; if it is gone, of the nearest list that it was in
	Moved string `json:"moved,omitempty"`
	Gone  bool   `json:"gone,omitempty"`
	// URL of the page that was gone, if it exists again
	Back string `json:"back,omitempty"`
}

// since adds the changes after a state up to that of c. It adds nothing if the server does not remember them.
func (n news) since(id string, c *changes) {
	from := slices.IndexFunc(n, func(i item) bool { return i.id == id })
	to := slices.IndexFunc(n, func(i item) bool { return i.id == c.ID })
	if from < 0 || to < from {
		return
	}
	set := map[string]bool{}
	for _, i := range n[from+1 : to+1] {
		c.All = c.All || i.all
		for _, a := range i.changed {
			set[a] = true
		}
	}
	c.Changed = slices.AppendSeq([]string{}, maps.Keys(set))
	slices.Sort(c.Changed)
	if c.All || len(c.Changed) > mostChanged {
		c.Changed, c.All = nil, true
	}
}
