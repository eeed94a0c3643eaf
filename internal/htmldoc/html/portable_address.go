package html

import (
	"net/url"
	"strings"
)

// home is the page of a fragment, with the parts that most of its URLs are made of.
type home struct {
	base   *url.URL // the page, without a place on it
	page   string   // base as a text
	origin string   // before the path of base
	here   string   // target of an empty URL: page, unless that has dots in its path
	plain  bool     // here contains no escapes and no query
}

func homeOf(base *url.URL) home {
	page := *base
	page.Fragment, page.RawFragment = "", ""
	h := home{base: &page, page: page.String()}
	h.here = page.ResolveReference(&url.URL{}).String()
	h.origin = (&url.URL{Scheme: page.Scheme, User: page.User, Host: page.Host}).String()
	path, ok := strings.CutPrefix(h.here, h.origin)
	h.plain = ok && isPath(path) && page.User == nil && page.Host != "" &&
		(page.Scheme == "http" || page.Scheme == "https")
	return h
}

// isPath reports whether a URL is a path from the root that can be resolved by prefixing the origin.
func isPath(ref string) bool {
	return strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "//") && !strings.Contains(ref, "/.") && isPlain(ref)
}

// isPlace reports whether a URL is just a fragment without special characters.
func isPlace(ref string) bool { return len(ref) > 1 && ref[0] == '#' && isPlain(ref[1:]) }

// isPlain reports whether a URL contains only characters without a special meaning, and slashes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '-', c == '_', c == '~', c == '.', c == '/':
		default:
			return false
		}
	}
	return true
}

// absolute resolves a URL. It returns false for one that must be removed: scripts, and data other than images.
func (p *portable) absolute(ref string, image bool) (string, bool) {
	ref = strings.TrimSpace(ref)
	scheme, rest, found := strings.Cut(ref, ":")
	if found && !strings.ContainsAny(scheme, "/?#") {
		scheme = strings.ToLower(strings.Map(func(r rune) rune { // browsers ignore these
			if r <= ' ' {
				return -1
			}
			return r
		}, scheme))
		switch scheme {
		case "http", "https", "mailto", "tel":
			return ref, true
		case "javascript", "vbscript", "livescript", "mocha", "file", "blob", "about", "view-source":
			return "", false
		case "data": // an SVG image may hold scripts
			kind := strings.ToLower(strings.TrimSpace(rest))
			return ref, image && strings.HasPrefix(kind, "image/") && !strings.HasPrefix(kind, "image/svg")
		}
	}
	switch {
	case p.plain && isPath(ref):
		return p.origin + ref, true
	case p.plain && isPlace(ref):
		return p.here + ref, true
	}
	u, err := p.base.Parse(ref)
	if err != nil {
		return "", false
	}
	return u.String(), true
}

// fragment returns the ID in a URL that leads to the page itself; ok is false for other URLs.
func (p *portable) fragment(ref string) (id string, ok bool) {
	ref = strings.TrimSpace(ref)
	if !strings.Contains(ref, "#") {
		return "", false
	}
	if place := strings.TrimPrefix(ref, p.here); p.plain && isPlace(place) {
		return place[1:], p.here == p.page
	}
	u, err := p.base.Parse(ref)
	if err != nil {
		return "", false
	}
	id = u.Fragment
	u.Fragment, u.RawFragment = "", ""
	return id, id != "" && u.String() == p.page
}

// srcset resolves each URL of a srcset: https://html.spec.whatwg.org/#parsing-a-srcset-attribute
func (p *portable) srcset(value string) string {
	var out []string
	for {
		value = strings.TrimLeft(value, " \t\n\f\r,")
		if value == "" {
			return strings.Join(out, ", ")
		}
		end := strings.IndexAny(value, " \t\n\f\r")
		if end < 0 {
			end = len(value)
		}
		ref, descriptor := value[:end], ""
		value = value[end:]
		if strings.HasSuffix(ref, ",") {
			ref = strings.TrimRight(ref, ",")
		} else {
			descriptor, value, _ = strings.Cut(value, ",")
			descriptor = strings.TrimSpace(descriptor)
		}
		if ref, ok := p.absolute(ref, true); ok {
			out = append(out, strings.TrimSpace(ref+" "+descriptor))
		}
	}
}

// properties are the properties of inline styles that are kept: those of the text itself. Properties that
// position boxes were made for the page, and often for a frame that was removed.
var properties = set(`background background-color background-image border border-bottom border-collapse border-color
	border-left border-right border-spacing border-style border-top border-width clear color direction float font
	font-family font-size font-style font-variant font-weight letter-spacing line-height list-style list-style-image
	list-style-type text-align text-decoration text-indent unicode-bidi vertical-align white-space width`)

// style returns the declarations of an inline style that are kept, with absolute URLs.
func (p *portable) style(value string) string {
	if p.pre > 0 || strings.ContainsAny(value, "\\<") || strings.Contains(value, "/*") {
		return "" // colors of highlighted code without their background; escapes that hide something
	}
	var out []string
	for _, part := range declarations(value) {
		property, v, ok := strings.Cut(part, ":")
		property, v = strings.ToLower(strings.TrimSpace(property)), strings.TrimSpace(v)
		lower := strings.ToLower(v)
		if !ok || v == "" || !properties[property] || strings.Contains(lower, "expression(") ||
			strings.Contains(lower, "javascript:") {
			continue
		}
		if v, ok = p.styleURLs(v); ok {
			out = append(out, property+": "+v)
		}
	}
	return strings.Join(out, "; ")
}

// declarations splits a style at semicolons outside of quotes and brackets.
func declarations(s string) []string {
	var out []string
	start, depth := 0, 0
	var quote byte
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ';' && depth <= 0:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// styleURLs makes the URLs in a value absolute.
func (p *portable) styleURLs(v string) (string, bool) {
	lower := strings.ToLower(v)
	if !strings.Contains(lower, "url(") {
		return v, true
	}
	if len(lower) != len(v) {
		return "", false
	}
	var b strings.Builder
	for from := 0; ; {
		i := strings.Index(lower[from:], "url(")
		if i < 0 {
			b.WriteString(v[from:])
			return b.String(), true
		}
		i += from
		n := strings.IndexByte(v[i:], ')')
		if n < 0 {
			return "", false
		}
		ref, ok := p.absolute(strings.Trim(strings.TrimSpace(v[i+4:i+n]), `"'`), true)
		if !ok || strings.ContainsAny(ref, `"'() `) {
			return "", false
		}
		b.WriteString(v[from:i] + "url(" + ref + ")")
		from = i + n + 1
	}
}
