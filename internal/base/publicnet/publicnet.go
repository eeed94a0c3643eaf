// Package publicnet prevents requests to this computer and its network. A build or a check sends requests to
// servers named in texts of other people; such a text, a redirect, or a host name that resolves to a private IP
// address could otherwise reach a router, a database, or the metadata service of a cloud.
//
// The IP address is checked when the connection is made, after the name was resolved, so a host name cannot
// evade the check.
package publicnet

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate is the error of a refused request.
var ErrPrivate = errors.New("it is an address of this computer or its network")

// Transport returns a transport like base that only connects to public IP addresses. A proxy from the
// environment may have any address. A proxy resolves names itself, so with a proxy only numeric private
// addresses are refused.
func Transport(base *http.Transport) http.RoundTripper {
	direct := base.Clone()
	direct.Proxy = nil
	direct.DialContext = (&net.Dialer{
		Timeout: 30 * time.Second, KeepAlive: 30 * time.Second,
		Control: control,
	}).DialContext
	return guarded{direct, base, http.ProxyFromEnvironment}
}

type guarded struct {
	direct, proxied http.RoundTripper
	proxy           func(*http.Request) (*url.URL, error)
}

// RoundTrip makes the request, or returns an error that wraps ErrPrivate.
func (g guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if ip, err := netip.ParseAddr(r.URL.Hostname()); err == nil && !Public(ip) ||
		strings.EqualFold(r.URL.Hostname(), "localhost") {
		return nil, fmt.Errorf("%s: %w", r.URL.Hostname(), ErrPrivate)
	}
	if proxy, err := g.proxy(r); err != nil || proxy != nil {
		return g.proxied.RoundTrip(r)
	}
	return g.direct.RoundTrip(r)
}

// control refuses a connection to a private address before it is made.
func control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !Public(to.Addr()) {
		return fmt.Errorf("%s: %w", address, ErrPrivate)
	}
	return nil
}

// reserved returns the networks, in addition to those of RFC 1918, that are not part of the public internet, or
// map to another address: https://www.iana.org/assignments/iana-ipv4-special-registry/,
// …/iana-ipv6-special-registry/
func reserved() []netip.Prefix {
	var out []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4",
		"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// Public reports whether an IP address is part of the public internet.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(reserved(), func(p netip.Prefix) bool { return p.Contains(ip) })
}
