package serve

import (
	"maps"
	"slices"
)

// mostChanged is how many addresses an event names; above that pages look for themselves.
const mostChanged = 500

// mostNews is for how many states the server knows what changed with each.
const mostNews = 200

// addresses returns the addresses of outputs; all instead when there are too many to name, or none are known.
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

// news is what changed with each of the last states. A page asks for it that missed some: browsers are
// told of the last state only.
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

// changes is what a page learns that asks for the news. Its form is that of the answer, in JSON.
type changes struct {
	ID      string   `json:"id"`            // of the state that this is about
	Version string   `json:"version"`       // of the page that asks
	Changed []string `json:"changed"`       // addresses of outputs, sorted; null: not known
	All     bool     `json:"all,omitempty"` // every output may have changed
}

// since adds what changed after a state up to that of c; nothing when the server does not know them.
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
