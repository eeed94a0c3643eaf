package publicnet

import (
	"net/netip"
	"strings"
)

// Placeholder reports whether a host can't be the host of a published site: a name that is reserved for this computer,
// tests, and examples (RFC 2606, RFC 6761, https://www.iana.org/domains/reserved), or a loopback address. A name or
// address of a private network is not a placeholder: sites are published there, too. Neither is a name that is
// resolved without DNS, such as one that ends in .alt (RFC 9476).
func Placeholder(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsUnspecified()
	}
	for _, end := range []string{
		"localhost", "test", "example", "invalid", "example.com", "example.net", "example.org", "example.edu",
	} {
		if host == end || strings.HasSuffix(host, "."+end) {
			return true
		}
	}
	return false
}
