package hosting

import (
	"fmt"
	"net/textproto"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// Headers contains the rules of a `_headers` file, in order.
type Headers struct{ rules []headerRule }

type headerRule struct {
	text   string // the path as it is written
	path   *regexp.Regexp
	fields []Field
	lines  int // of headers
}

// Field is one header of a response.
type Field struct{ Name, Value string }

// maxLines is the maximum number of headers of a path, each of which is compared with those before it. It is
// far more than any host accepts.
const maxLines = 1000

// ParseHeaders parses a `_headers` file: a line that begins with a slash gives the paths to which the following
// lines with a colon apply. A line that a host would not accept causes a warning and is ignored.
func ParseHeaders(file, text string) (Headers, diag.List) {
	var out Headers
	var found diag.List
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		warn := func(format string, args ...any) {
			found = append(found, &diag.Diagnostic{
				Rule: "headers", Severity: diag.Warning, File: file, Line: n, Excerpt: line, Message: fmt.Sprintf(format, args...),
			})
		}
		text := strings.TrimSpace(line)
		switch name, value, colon := strings.Cut(text, ":"); {
		case text == "" || isComment(text):
		case text[0] == '/':
			out.rules = append(out.rules, headerRule{text: text, path: pathPattern(text)})
		case !colon:
			warn("%q is neither a path nor a header", text)
		case strings.TrimSpace(value) == "" || !validName(strings.TrimSpace(name)):
			warn("%q is not a header", text)
		case len(out.rules) > 0 && out.rules[len(out.rules)-1].lines == maxLines:
			warn("the path has more than %d headers", maxLines)
		case len(out.rules) == 0:
			warn("no path precedes the header %q", strings.TrimSpace(name))
		default:
			last := &out.rules[len(out.rules)-1]
			last.add(textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value))
		}
	}
	return out, found
}

// validName reports whether a text is valid as a header name: RFC 9110 §5.6.2.
func validName(name string) bool {
	const others = "!#$%&'*+-.^_`|~"
	for _, r := range name {
		if (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') && !strings.ContainsRune(others, r) {
			return false
		}
	}
	return name != ""
}

// add appends a value; values of one name in the same rule become one list.
func (r *headerRule) add(name, value string) {
	r.lines++
	for i, f := range r.fields {
		if f.Name == name {
			r.fields[i].Value += ", " + value
			return
		}
	}
	r.fields = append(r.fields, Field{name, value})
}

// pathPattern compiles a path with placeholders: ":name" matches one segment, a segment "*" everything that
// follows, and a star within a segment anything.
func pathPattern(path string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("(?i)^")
	for _, part := range segments(path) {
		switch {
		case part == "*":
			b.WriteString("(?:/(.*))?")
		case isPlaceholder(part):
			b.WriteString("/[^/]+")
		default:
			part = strings.ToValidUTF8(part, "\uFFFD") // a pattern is UTF-8
			b.WriteString("/" + strings.ReplaceAll(regexp.QuoteMeta(part), `\*`, "(.*)"))
		}
	}
	return regexp.MustCompile(b.String() + "/?$") // quoted: it compiles
}

// Closed returns the X-Robots-Tag that excludes a path (decoded) from search engines, or "". Rules for either
// name of a page count: "/a/" and "/a/index.html" are one page.
func (h Headers) Closed(path string) string {
	names := []string{path, strings.TrimSuffix(path, "index.html")}
	if strings.HasSuffix(path, "/") {
		names[1] = path + "index.html"
	}
	for _, name := range names {
		for _, f := range h.For(name) {
			if f.Name == "X-Robots-Tag" && html.NoIndex(f.Value) {
				return f.Value
			}
		}
	}
	return ""
}

// withSplat replaces :splat in a value by what the first star of the rule matches.
func (r *headerRule) withSplat(value, path string) string {
	if stars := r.path.FindStringSubmatch(path); len(stars) > 1 {
		return strings.ReplaceAll(value, ":splat", escapePath(stars[1]))
	}
	return value
}

// For returns the headers of a path (decoded), in the order of the rules. If two rules set the same header, the
// later rule wins. As on Cloudflare, :splat in a value is what the first star of the path matches.
func (h Headers) For(path string) []Field {
	var out []Field
	for _, r := range h.rules {
		if !r.path.MatchString(path) {
			continue
		}
	field:
		for _, f := range r.fields {
			if strings.Contains(f.Value, ":splat") {
				f.Value = r.withSplat(f.Value, path)
			}
			for i := range out {
				if out[i].Name == f.Name {
					out[i] = f
					continue field
				}
			}
			out = append(out, f)
		}
	}
	return out
}
