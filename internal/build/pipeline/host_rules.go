package pipeline

import (
	"cmp"
	"path"

	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/store/output"
)

// heedHostFiles notes for each page what the project's own _headers and _redirects say of its address, whether they are
// static files or rendered (rule L9).
func (b *State) heedHostFiles() {
	byFolder := map[string]*hostfiles.Rules{}
	for _, folder := range b.Hosts() {
		headers, redirects := b.hostFile(folder, hostfiles.Headers), b.hostFile(folder, hostfiles.Redirects)
		if r := hostfiles.ReadRules(headers, redirects, b.Config.Deploy.Hosts); r != nil {
			byFolder[folder] = r
		}
	}
	if len(byFolder) == 0 {
		return
	}
	for _, p := range b.Pages.Site.Pages {
		folder := ""
		if b.Config.Multihost {
			folder = p.Edition.Language.Lower
		}
		if r := byFolder[folder]; r != nil && !p.URL.IsZero() {
			was := cmp.Or(b.Pages.Facts[p.ID], &listing.PageFacts{}).Host
			if about := r.About(p.URL.Abs()); about != *cmp.Or(was, &listing.HostRule{}) {
				b.Pages.OwnFacts(p).Host = &about
			}
		}
	}
}

// hostFile reads the project's own file of a name; nil: there is none.
func (b *State) hostFile(folder, name string) []byte {
	if own := b.Copied.Own[name]; own != nil {
		return own
	}
	data, err := output.Read(b.Pages.Out, path.Join(folder, name), nil)
	if err != nil {
		return nil
	}
	return data
}
