package feeds

import (
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// reference checks an IRI reference, which may be relative, as Atom allows (RFC 4287 §2): no white space, only
// characters of an IRI, and a valid URL when resolved (rule B7).
func (c *checker) reference(field string, n *node, s string) {
	switch full := resolve(n, s); {
	case s != strings.TrimSpace(s):
		c.wrong("B7", field, s, "white space around a URL", n.line)
	case !inIRI(s):
		c.wrong("B7", field, s, "a character that a URL cannot contain", n.line)
	case markup.RunsCode(full):
		c.wrong("S3", field, s, "", n.line)
	case strings.HasPrefix(full, "http://") || strings.HasPrefix(full, "https://"):
		if !absolute(full) {
			c.wrong("B7", field, s, "a URL without a host", n.line)
		}
	case !wellFormed(full):
		c.wrong("B7", field, s, "not the form of its scheme", n.line)
	}
}

// bases checks xml:base of n and of the elements in it (rule B7).
func (c *checker) bases(n *node) {
	n.walk(func(k *node) {
		if base := k.attrNS(nsXML, "base"); !inIRI(base) {
			c.wrong("B7", "xml:base", base, "a character that a URL cannot contain", k.line)
		}
	})
}

// wellFormed reports whether s has the form of its scheme, for schemes of IDs: urn (RFC 8141), urn:uuid (RFC
// 9562), and tag (RFC 4151).
func wellFormed(s string) bool {
	scheme, rest, _ := strings.Cut(s, ":")
	switch strings.ToLower(scheme) {
	case "urn":
		kind, name, ok := strings.Cut(rest, ":")
		if strings.EqualFold(kind, "uuid") {
			return ok && isUUID(name)
		}
		return ok && len(kind) > 1 && len(kind) <= 32 && kind[0] != '-' && markup.Only(kind, "-") && name != ""
	case "tag":
		who, specific, ok := strings.Cut(rest, ":")
		authority, date, ok2 := strings.Cut(who, ",")
		return ok && ok2 && authority != "" && markup.Only(authority, "-._@") && isTagDate(date) && inIRI(specific)
	}
	return true
}

// isUUID reports whether s has the form 8-4-4-4-12 in hexadecimal digits.
func isUUID(s string) bool {
	parts := strings.Split(s, "-")
	if len(parts) != 5 {
		return false
	}
	for i, size := range []int{8, 4, 4, 4, 12} {
		if len(parts[i]) != size || strings.Trim(parts[i], "0123456789abcdefABCDEF") != "" {
			return false
		}
	}
	return true
}

// isTagDate reports whether s is a year, a month, or a day, in the form of tag URIs.
func isTagDate(s string) bool {
	parts := strings.Split(s, "-")
	for i, p := range parts {
		if i > 2 || !isNumber(p) || i == 0 && len(p) != 4 || i > 0 && len(p) != 2 {
			return false
		}
	}
	return true
}
