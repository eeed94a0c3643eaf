package pipeline

import (
	"fmt"
	"net/url"
	"path"

	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/hosting"
	"github.com/sitegen/sitegen/internal/hosting/hostfiles"
	"github.com/sitegen/sitegen/internal/output"
)

// hostRules are those of the project's own _headers and _redirects, for one host.
type hostRules struct {
	host      hosting.Host
	headers   hosting.Headers
	redirects hosting.Redirects
}

// heedHostFiles notes for each page what the project's own _headers and _redirects say of its address, whether they are
// static files or rendered (rule L9). The code that writes them reports mistakes in them.
func (b *build) heedHostFiles() {
	byFolder := map[string]*hostRules{}
	for _, folder := range b.hosts() {
		if r := b.hostRules(folder); r != nil {
			byFolder[folder] = r
		}
	}
	if len(byFolder) == 0 {
		return
	}
	for _, p := range b.site.Pages {
		folder := ""
		if b.cfg.Multihost {
			folder = p.Edition.Language.Lower
		}
		if r := byFolder[folder]; r != nil && !p.URL.IsZero() {
			b.facts[p.ID].Host = r.about(p.URL.Abs())
		}
	}
}

// hostRules reads the files of a host in a folder of the output; nil: there are none.
func (b *build) hostRules(folder string) *hostRules {
	headers, redirects := b.hostFile(folder, hostfiles.Headers), b.hostFile(folder, hostfiles.Redirects)
	if headers == nil && redirects == nil {
		return nil
	}
	r := &hostRules{}
	r.headers, _ = hosting.ParseHeaders(hostfiles.Headers, string(headers))
	r.redirects, _ = hosting.ParseRedirects(hostfiles.Redirects, string(redirects))
	if d := b.cfg.Deploy.Hosts; len(d) > 0 {
		r.host, _ = hosting.ParseHost(d[0])
	}
	return r
}

// hostFile reads the project's own file of a name; nil: there is none.
func (b *build) hostFile(folder, name string) []byte {
	if own := b.own[name]; own != nil {
		return own
	}
	data, err := output.Read(b.out, path.Join(folder, name), nil)
	if err != nil {
		return nil
	}
	return data
}

// about returns what keeps crawlers from the page at an address.
func (r *hostRules) about(address string) (out discovery.HostRule) {
	u, err := url.Parse(address)
	if err != nil {
		return out
	}
	if a, ok := r.redirects.Away(u, r.host); ok {
		out.Redirect = fmt.Sprintf("line %d of _redirects leads from it to %s", a.Line, a.To)
	}
	if closed := r.headers.Closed(u.Path); closed != "" {
		out.NoIndex = "_headers says X-Robots-Tag: " + closed
	}
	return out
}
