package sitemap

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxLoc is the longest URL allowed, in bytes after encoding: "less than 2,048" (rule L1).
const maxLoc = 2047

// minLoc is the shortest one that the schema accepts.
const minLoc = 12

// Normalize returns a URL in the form that sitemaps require (rules L1 to L3): an IRI becomes a URI, its
// host in lower case and punycode, its path and query percent-encoded in UTF-8; what is already
// encoded stays as it is; a fragment and a default port are dropped; an empty path becomes "/".
// A URL that is not absolute, not http or https, without a host, with a user name, or too long is
// an error.
func Normalize(raw string) (string, error) {
	b, ok := appendLoc(nil, raw)
	if !ok {
		return "", Violation{Rule: "L1", Entry: raw, Field: "loc", Value: raw}
	}
	return string(b), nil
}

// appendLoc appends the normal form of raw to dst. If the URL breaks rule L1, it reports false and returns dst
// unchanged.
func appendLoc(dst []byte, raw string) ([]byte, bool) {
	start := len(dst)
	dst, rest, ok := appendOrigin(dst, strings.TrimSpace(raw))
	if !ok {
		return dst[:start], false
	}
	dst = appendPath(dst, rest)
	if n := len(dst) - start; n < minLoc || n > maxLoc {
		return dst[:start], false
	}
	return dst, true
}

// appendOrigin appends scheme, host and port of raw and returns what follows them.
func appendOrigin(dst []byte, raw string) (_ []byte, rest string, ok bool) {
	scheme, rest, found := strings.Cut(raw, "://")
	if !found {
		return dst, "", false
	}
	defaultPort := ""
	switch {
	case strings.EqualFold(scheme, "https"):
		dst, defaultPort = append(dst, "https://"...), "443"
	case strings.EqualFold(scheme, "http"):
		dst, defaultPort = append(dst, "http://"...), "80"
	default:
		return dst, "", false
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		authority, rest = rest[:i], rest[i:]
	} else {
		rest = ""
	}
	host, port, ok := splitPort(authority)
	if !ok || strings.Contains(host, "@") {
		return dst, "", false
	}
	host, err := asciiHost(host)
	if err != nil {
		return dst, "", false
	}
	dst = append(dst, host...)
	if port != "" && port != defaultPort {
		dst = append(append(dst, ':'), port...)
	}
	return dst, rest, true
}

// splitPort splits an authority into host and port; the brackets of an IPv6 address stay.
func splitPort(authority string) (host, port string, ok bool) {
	i := strings.LastIndexByte(authority, ':')
	if i < 0 || strings.HasSuffix(authority, "]") {
		return authority, "", true
	}
	host, port = authority[:i], authority[i+1:]
	if port == "" {
		return host, "", true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return host, strconv.FormatUint(n, 10), err == nil
}

var errHost = errors.New("not a host name")

// asciiHost returns a host in lower case and punycode. According to RFC 3986 §3.2.2, a non-ASCII name is
// percent-encoded UTF-8, as net/url and html/template write it.
func asciiHost(host string) (string, error) {
	if strings.Contains(host, "%") && !strings.HasPrefix(host, "[") {
		var err error
		if host, err = url.PathUnescape(host); err != nil {
			return "", err
		}
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		addr, err := netip.ParseAddr(host[1 : len(host)-1])
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", errHost
		}
		return "[" + addr.String() + "]", nil
	}
	ascii := true
	for i := range len(host) {
		switch c := host[i]; {
		case c >= utf8.RuneSelf:
			ascii = false
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_':
		default:
			return "", errHost
		}
	}
	if ascii {
		host = strings.ToLower(host)
	} else {
		if !utf8.ValidString(host) {
			return "", errHost
		}
		var err error
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return "", err
		}
	}
	if host == "" || strings.HasPrefix(host, ".") || strings.Contains(host, "..") {
		return "", errHost
	}
	return host, nil
}

const hexDigits = "0123456789ABCDEF"

// literal tells which bytes of a path or query need no encoding: the unreserved characters and the delimiters
// of RFC 3986 §3.3 and §3.4. "%" and "#" are handled separately.
var literal = func() (t [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?") {
		t[c] = true
	}
	return t
}()

// appendPath appends path and query, percent-encoded, without the fragment; an empty path becomes "/".
func appendPath(dst []byte, s string) []byte {
	if s == "" || s[0] != '/' {
		dst = append(dst, '/')
	}
	from := 0 // start of the bytes that are copied unchanged
	for i := 0; i < len(s); i++ {
		c := s[i]
		if literal[c] {
			continue
		}
		if c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			i += 2
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		if c == '#' {
			return dst
		}
		dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return append(dst, s[from:]...)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
