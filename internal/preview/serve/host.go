package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// hostAllowed reports whether a request with this Host header is answered. With DNS rebinding, a page of
// another site resolves its own host name to this machine; a browser then sends requests here under that name,
// and the page could read the responses. That is impossible with an IP address or a name of this machine.
func (s *Server) hostAllowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return true
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(s.o.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

// fromHere reports whether a request comes from a page of the preview, from a page of another server on this
// machine, or from a person. Browsers send Origin if the page has another origin and wants to read the response
// (https://fetch.spec.whatwg.org/#origin-header), which the site's own Access-Control-Allow-Origin would allow
// to everyone. Paths below /__sitegen/ are only for pages of the preview, as far as Sec-Fetch-Site tells.
func (s *Server) fromHere(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, own) && site != "" && site != "same-origin" &&
		site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false // "null" is a sandboxed page of any origin
	}
	if strings.EqualFold(u.Host, r.Host) {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback() || err != nil && s.hostAllowed(u.Host)
}
