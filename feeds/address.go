package feeds

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// IsURL reports whether s is a URL as required in feeds: absolute, http or https, and without white space,
// quotes, and angle brackets (rule B7). Other characters that need encoding are encoded when it is written.
func IsURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || !absolute(s) {
		return false
	}
	port, err := strconv.ParseUint(cmp.Or(u.Port(), "443"), 10, 16)
	return err == nil && port > 0
}

// absolute reports whether s has a scheme that a reader can open, and a host.
func absolute(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	if n := strings.IndexAny(rest, "/?#"); n >= 0 {
		rest = rest[:n]
	}
	return ok && isHost(rest) && !strings.ContainsAny(s, " <>\"\n\t")
}

// isHost reports whether s is valid as the host of a URL, possibly with user and port, before conversion to
// ASCII.
func isHost(s string) bool {
	for _, r := range s {
		if r < 0x80 && !inURL[r] && r != '[' && r != ']' || r >= 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			!unicode.IsMark(r) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}

// inIRI reports whether s contains only characters allowed in an IRI (RFC 3987 §2.2).
func inIRI(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c == 0x7F || strings.IndexByte("<>\"{}|\\^`", c) >= 0 || markup.Illegal(s[i:]) > 0 {
			return false
		}
	}
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsSpace) < 0
}

// inURL are the bytes that need no encoding in a URL: those of RFC 2396, which RSS readers implement; RFC 3986
// adds the brackets of an IPv6 host.
var inURL = func() (t [256]bool) {
	for c := range 256 {
		t[c] = '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80 ||
			strings.IndexByte(";/?:@&=+$.-_!~*'()%,#", byte(c)) >= 0 && c < 0x80
	}
	return t
}()

// plainURL percent-encodes every byte of s that is not allowed in a URL (rule L3). Existing escapes and the
// host stay unchanged.
func plainURL(s string) string {
	i := 0
	for i < len(s) && inURL[s[i]] {
		i++
	}
	if i == len(s) {
		return s
	}
	path := 0
	if at := strings.Index(s, "://"); at >= 0 {
		if path = strings.IndexAny(s[at+3:], "/?#"); path < 0 {
			return s
		}
		path += at + 3
	}
	b := append(make([]byte, 0, len(s)+16), s[:path]...)
	for i := path; i < len(s); i++ {
		if c := s[i]; inURL[c] {
			b = append(b, c)
		} else {
			b = append(b, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return string(b)
}

const upperHex = "0123456789ABCDEF"

// isIRI reports whether s begins with a scheme (RFC 3987 §2.2) and contains only characters allowed in an IRI.
func isIRI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || rest == "" || !inIRI(rest) {
		return false
	}
	for i := range len(scheme) {
		c := scheme[i] | 0x20
		if letter := 'a' <= c && c <= 'z'; !letter &&
			(i == 0 || !('0' <= scheme[i] && scheme[i] <= '9' || strings.IndexByte("+-.", scheme[i]) >= 0)) {
			return false
		}
	}
	return true
}

// isMail reports whether s looks like an email address: local@domain.tld, in ASCII.
func isMail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	dot := strings.LastIndexByte(domain, '.')
	if !ok || local == "" || dot <= 0 || dot == len(domain)-1 || strings.Contains(domain, "..") || domain[0] == '-' {
		return false
	}
	return markup.Only(local, "_-+.'%") && markup.Only(domain, "-.")
}

// isMediaType reports whether s has the form type/subtype, with optional parameters.
func isMediaType(s string) bool {
	s, _, _ = strings.Cut(s, ";")
	kind, sub, ok := strings.Cut(strings.TrimSpace(s), "/")
	const more = "!#$&-^_.+"
	return ok && kind != "" && sub != "" && markup.Only(kind, more) && markup.Only(sub, more)
}

// isLanguage reports whether s has the form of a BCP 47 tag, with an ISO 639 language: a known one of two
// letters, or any of three.
func isLanguage(s string) bool {
	for i, sub := range strings.Split(s, "-") {
		switch {
		case sub == "" || len(sub) > 8 || !markup.Only(sub, ""):
			return false
		case i > 0:
		case strings.ContainsAny(sub, "0123456789") || len(sub) > 3 || len(sub) == 2 && !iso639[strings.ToLower(sub)]:
			return false
		case len(sub) == 1 && !strings.EqualFold(sub, "x") && !strings.EqualFold(sub, "i"):
			return false
		}
	}
	return true
}
