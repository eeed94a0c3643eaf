package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// hostAllowed reports whether a Host header may be answered. A page of another site can make a browser
// send requests here under its own name, by having that name lead to this machine (DNS rebinding), and
// could then read the answers. Under an IP address or a name of this machine it cannot.
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

// fromHere reports whether a request comes from a page of the preview, of another server on this machine, or from a
// person. Browsers name the page in Origin when it is of another origin and asks to read the answer
// (https://fetch.spec.whatwg.org/#origin-header), which a site's own Access-Control-Allow-Origin would allow to all.
// What is below /__sitegen/ is for the preview's own pages, as far as a browser tells by Sec-Fetch-Site.
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

func unescaped(p string) string {
	if plain, err := url.PathUnescape(p); err == nil {
		return plain
	}
	return p
}
