package hosting

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
)

// Server is the table [server] of a Hugo configuration, which applies to the preview:
// https://gohugo.io/configuration/server/
type Server struct {
	headers   []serverHeaders
	redirects []serverRedirect
}

type serverHeaders struct {
	path   *glob.Pattern
	fields []Field
}

type serverRedirect struct {
	from    *glob.Pattern  // nil: fromRe alone
	fromRe  *regexp.Regexp // nil: from alone
	headers map[string]*glob.Pattern
	answer  Answer
}

// ReadServer reads the table, whose keys are in lower case. An error names the key.
func ReadServer(table map[string]any) (Server, error) {
	var s Server
	for i, m := range tables(table["headers"]) {
		p, err := anyDepth(m["for"])
		if err != nil {
			return Server{}, fmt.Errorf("server.headers %d: for: %w", i+1, err)
		}
		h := serverHeaders{path: p}
		values, _ := m["values"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(values)) {
			h.fields = append(h.fields, Field{textproto.CanonicalMIMEHeaderKey(key), fmt.Sprint(values[key])})
		}
		s.headers = append(s.headers, h)
	}
	for i, m := range tables(table["redirects"]) {
		r, err := readRedirect(m)
		if err != nil {
			return Server{}, fmt.Errorf("server.redirects %d: %w", i+1, err)
		}
		s.redirects = append(s.redirects, r)
	}
	return s, nil
}

func readRedirect(m map[string]any) (r serverRedirect, err error) {
	if m["from"] == nil && m["fromre"] == nil {
		return r, fmt.Errorf("from or fromRe is missing")
	}
	if m["from"] != nil {
		if r.from, err = anyDepth(m["from"]); err != nil {
			return r, fmt.Errorf("from: %w", err)
		}
	}
	if text, _ := m["fromre"].(string); text != "" {
		if r.fromRe, err = regexp.Compile(text); err != nil {
			return r, fmt.Errorf("fromRe: %w", err)
		}
	}
	headers, _ := m["fromheaders"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		p, err := anyDepth(headers[name])
		if err != nil {
			return r, fmt.Errorf("fromHeaders: %w", err)
		}
		if r.headers == nil {
			r.headers = map[string]*glob.Pattern{}
		}
		r.headers[name] = p
	}
	r.answer.To, _ = m["to"].(string)
	r.answer.Status = integer(m["status"])
	r.answer.Status = cmp.Or(r.answer.Status, http.StatusMovedPermanently)
	r.answer.Force, _ = m["force"].(bool)
	return r, nil
}

// integer returns an integer of a configuration file, or 0 for other values.
func integer(v any) int {
	switch v := v.(type) {
	case int:
		return v
	case int64:
		return int(v)
	case uint64:
		return int(v)
	}
	return 0
}

// tables returns the tables of a list.
func tables(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// anyDepth parses a pattern whose star also matches slashes, as in Hugo.
func anyDepth(v any) (*glob.Pattern, error) {
	text, _ := v.(string)
	return glob.ParsePattern(stars.ReplaceAllString(text, "**"))
}

var stars = regexp.MustCompile(`\*+`)

// For returns the headers of a path (decoded), in the order of the rules.
func (s Server) For(path string) (out []Field) {
	for _, h := range s.headers {
		if h.path.Match(path) {
			out = append(out, h.fields...)
		}
	}
	return out
}

// Match returns the answer of the first redirect for a path (decoded), given the headers of the request.
func (s Server) Match(path string, header http.Header) (Answer, bool) {
	path = strings.TrimSuffix(path, "index.html")
	for _, r := range s.redirects {
		a := r.answer
		var groups []string
		if r.fromRe != nil {
			groups = r.fromRe.FindStringSubmatch(path)
		}
		if groups == nil && (r.from == nil || !r.from.Match(path)) || !r.allows(header) {
			continue
		}
		for i := len(groups) - 1; i > 0; i-- {
			a.To = strings.ReplaceAll(a.To, fmt.Sprintf("$%d", i), groups[i])
		}
		return a, true
	}
	return Answer{}, false
}

// allows reports whether a request has the headers that a redirect requires.
func (r *serverRedirect) allows(header http.Header) bool {
	for name, p := range r.headers {
		if !slices.ContainsFunc(header.Values(name), p.Match) {
			return false
		}
	}
	return true
}
