package rendering

import (
	"cmp"
	"path"

	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/store/output"
)

// NoteHostRules stores for each page what the project's own _headers and _redirects files say about its URL (rule L9).
// own has these files if they are static; rendered ones are read from the output.
func (x *Renderer) NoteHostRules(own map[string][]byte) {
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
	if len(byFolder) == 0 {
		return
	}
	for _, p := range x.Site.Pages {
		folder := ""
		if x.Config.Multihost {
			folder = p.Edition.Language.Lower
		}
		if r := byFolder[folder]; r != nil && !p.URL.IsZero() {
			was := cmp.Or(x.Facts[p.ID], &listing.PageFacts{}).Host
			if about := r.About(p.URL.Abs()); about != *cmp.Or(was, &listing.HostRule{}) {
				x.OwnFacts(p).Host = &about
			}
		}
	}
}
