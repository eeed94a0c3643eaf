package serve

import (
	"net"
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

func unescaped(p string) string {
	if plain, err := url.PathUnescape(p); err == nil {
		return plain
	}
	return p
}
