package hostfiles

import (
	"fmt"
	"net/url"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/listing"
)

// Rules are the rules for one host in the project's _headers and _redirects.
type Rules struct {
	host      hosting.Host
	headers   hosting.Headers
	redirects hosting.Redirects
}

// ReadRules reads the files of a host; pass nil for a missing file. Mistakes in them are reported when they are
// written. It returns nil if both are missing. hosts are the configured hosts; the first one counts.
func ReadRules(headers, redirects []byte, hosts []string) *Rules {
	if headers == nil && redirects == nil {
		return nil
	}
	r := &Rules{}
	r.headers, _ = hosting.ParseHeaders(Headers, string(headers))
	r.redirects, _ = hosting.ParseRedirects(Redirects, string(redirects))
	if len(hosts) > 0 {
		r.host, _ = hosting.ParseHost(hosts[0])
	}
	return r
}

// About returns the rule that keeps crawlers from the page at a URL (rule L9).
func (r *Rules) About(address string) (out listing.HostRule) {
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
