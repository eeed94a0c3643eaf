package rendering

import (
	"cmp"
	"path"

	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
)

// NoteHostRules stores for each page what the project's own _headers and _redirects files say about its URL (rule L9).
// own has these files if they are static; rendered ones are read from the output. It returns a function that says the
// same about any URL.
func (x *Renderer) NoteHostRules(own map[string][]byte) func(*site.Edition, site.URL) listing.HostRule {
	byFolder := map[string]*hostfiles.Rules{}
	for _, folder := range x.Hosts() {
		file := func(name string) []byte {
			data := own[name]
			if data == nil {
				data, _ = output.Read(x.Out, path.Join(folder, name), nil) // a file that does not exist has no rules
			}
			return data
		}
		if r := hostfiles.ReadRules(file(hostfiles.Headers), file(hostfiles.Redirects), x.Config.Deploy.Hosts); r != nil {
			byFolder[folder] = r
		}
	}
	about := func(e *site.Edition, u site.URL) (out listing.HostRule) {
		folder := ""
		if x.Config.Multihost {
			folder = e.Language.Lower
		}
		if r := byFolder[folder]; r != nil && !u.IsZero() {
			out = r.About(u.Abs())
		}
		return out
	}
	if len(byFolder) == 0 {
		return about
	}
	for _, p := range x.Site.Pages {
		was := cmp.Or(x.Facts[p.ID], &listing.PageFacts{}).Host
		if rule := about(p.Edition, p.URL); rule != *cmp.Or(was, &listing.HostRule{}) {
			x.OwnFacts(p).Host = &rule
		}
	}
	return about
}
