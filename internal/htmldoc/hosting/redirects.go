package hosting

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Redirects contains the rules of a `_redirects` file, in order.
type Redirects struct {
	rules   []rule
	static  map[string][]int // rules without placeholders, by their path
	dynamic []int            // the others
}

// rule is one line: from [query] to [status[!]] [conditions].
type rule struct {
	line       int
	host       string   // of a rule for a domain; "" for every one
	from       []string // decoded segments; ":name" and a final "*" are placeholders
	query      [][2]string
	to         string
	status     int
	force      bool
	conditions [][2]string
}

// ParseRedirects parses a `_redirects` file. A line that a host would not accept causes a warning and is
// ignored; file is the name for messages.
func ParseRedirects(file, text string) (Redirects, diag.List) {
	out := Redirects{static: map[string][]int{}}
	var found diag.List
	n := 0
	for line := range strings.Lines(text) {
		n++
		fields := strings.Fields(line)
		if i := slices.IndexFunc(fields, isComment); i >= 0 {
			fields = fields[:i]
		}
		if len(fields) == 0 {
			continue
		}
		r, problem := parseRule(fields)
		if problem != nil {
			problem.Rule, problem.Severity, problem.File, problem.Line = "redirects", diag.Warning, file, n
			problem.Excerpt = strings.TrimRight(line, "\r\n")
			found = append(found, problem)
		}
		if r == nil {
			continue
		}
		r.line = n
		out.add(*r)
	}
	return out, found
}

func isComment(field string) bool { return strings.HasPrefix(field, "#") }

func (l *Redirects) add(r rule) {
	i := len(l.rules)
	l.rules = append(l.rules, r)
	if slices.ContainsFunc(r.from, isPlaceholder) {
		l.dynamic = append(l.dynamic, i)
		return
	}
	key := strings.Join(r.from, "/")
	l.static[key] = append(l.static[key], i)
}

func isPlaceholder(segment string) bool {
	return segment == "*" || len(segment) > 1 && segment[0] == ':'
}

// parseRule parses the words of a line. For a rule that is not supported here, it returns nil.
func parseRule(fields []string) (*rule, *diag.Diagnostic) {
	r := &rule{status: 301}
	host, from, ok := splitHost(fields[0])
	if !ok || strings.Contains(strings.TrimSuffix(from, "*"), "*") {
		return nil, &diag.Diagnostic{
			Message: fmt.Sprintf("%q is not a path to redirect from", fields[0]),
			Hint:    "it must begin with a slash, http://, or https://, and can have * only at its end",
		}
	}
	r.host, r.from = host, segments(from)
	to := slices.IndexFunc(fields[1:], isTarget) + 1
	if to == 0 {
		return nil, &diag.Diagnostic{
			Message: "the line has no target",
			Hint:    "the target must begin with a slash, http://, or https://",
		}
	}
	r.query, r.to = pairs(fields[1:to]), fields[to]
	rest := fields[to+1:]
	if len(rest) > 0 && !strings.Contains(rest[0], "=") {
		status, force := strings.CutSuffix(rest[0], "!")
		n, err := strconv.Atoi(status)
		if err != nil || n < 200 || n > 599 {
			return nil, &diag.Diagnostic{
				Message: fmt.Sprintf("%q is not a status", rest[0]),
				Hint:    "write 301, 302, 200, or 404, for example, with ! to override a file",
			}
		}
		r.status, r.force, rest = n, force, rest[1:]
	}
	r.conditions = pairs(rest)
	for _, c := range r.conditions {
		if !slices.Contains([]string{"language", "cookie"}, strings.ToLower(c[0])) {
			return nil, &diag.Diagnostic{Message: fmt.Sprintf("the preview cannot know %s, so it ignores this rule", c[0])}
		}
	}
	return r, nil
}

// splitHost splits a URL into its host, "" for a bare path, and its path.
func splitHost(s string) (host, path string, ok bool) {
	for _, scheme := range []string{"http://", "https://"} {
		if rest, found := strings.CutPrefix(s, scheme); found {
			host, path, _ = strings.Cut(rest, "/")
			return strings.ToLower(host), "/" + path, host != ""
		}
	}
	return "", s, strings.HasPrefix(s, "/")
}

func isTarget(field string) bool {
	_, _, ok := splitHost(field)
	return ok
}

// pairs parses key=value words.
func pairs(fields []string) [][2]string {
	var out [][2]string
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		out = append(out, [2]string{key, value})
	}
	return out
}

// Request contains the parts of a request that rules depend on.
type Request struct {
	Host      string // without port
	Path      string // as sent, escaped
	Query     url.Values
	Languages []string                  // accepted by the browser, best first: "en-GB", "de"
	Cookie    func(name string) bool    // whether a cookie is there
	Exists    func(escaped string) bool // reports whether a file exists for this path
}

// Answer is the result of a rule: with a status of 3xx a redirect to To, else the content at To with this
// status. To is a path with query and fragment, or a URL on another host.
type Answer struct {
	To     string
	Status int
	Line   int  // of the rule
	Force  bool // the rule wins over a file
}

// External reports whether To is on another host.
func (a Answer) External() bool { return !strings.HasPrefix(a.To, "/") }

// Match returns the answer of the first rule that applies. If a file exists, a rule applies only if its status
// has an exclamation mark.
func (l Redirects) Match(r Request) (Answer, bool) {
	if len(l.rules) == 0 {
		return Answer{}, false
	}
	path := segments(r.Path)
	exists, asked := false, false
	static := l.static[strings.Join(path, "/")]
	dynamic := l.dynamic
	for len(static)+len(dynamic) > 0 { // both lists are sorted: the rule with the lower number is next
		var i int
		if len(dynamic) == 0 || len(static) > 0 && cmp.Less(static[0], dynamic[0]) {
			i, static = static[0], static[1:]
		} else {
			i, dynamic = dynamic[0], dynamic[1:]
		}
		rule := &l.rules[i]
		captured, ok := rule.match(r, path)
		if !ok {
			continue
		}
		if !rule.force {
			if !asked {
				exists, asked = r.Exists != nil && r.Exists(r.Path), true
			}
			if exists {
				continue
			}
		}
		to := rule.target(captured, r)
		if rule.status >= 300 && rule.status < 400 && samePath(to, r.Path) {
			continue // it would lead to itself for ever
		}
		return Answer{To: to, Status: rule.status, Line: rule.line, Force: rule.force}, true
	}
	return Answer{}, false
}

// Away returns the redirect that leads away from a page although its file exists. A rule with placeholders must
// have an exclamation mark, unless rules always win on the host: many sites end with a rule for all missing
// files.
func (l Redirects) Away(page *url.URL, host Host) (Answer, bool) {
	q := Request{Host: page.Hostname(), Path: page.EscapedPath(), Exists: func(string) bool { return true }}
	if a, ok := l.Match(q); ok && a.leads() {
		return a, true
	}
	q.Exists = nil
	if a, ok := l.Match(q); ok && a.leads() && (host.RulesWin() || l.fixed(a.Line)) {
		return a, true
	}
	return Answer{}, false
}

func (a Answer) leads() bool { return a.Status >= 300 && a.Status < 400 }

// fixed reports whether the rule of a line applies to one fixed path.
func (l Redirects) fixed(line int) bool {
	i, ok := slices.BinarySearchFunc(l.rules, line, func(r rule, line int) int { return cmp.Compare(r.line, line) })
	return ok && l.rules[i].fixed()
}

func samePath(to, path string) bool {
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	return strings.HasPrefix(to, "/") && slices.Equal(segments(to), segments(path))
}

// match returns the values of the placeholders of a rule.
func (r *rule) match(q Request, path []string) (map[string]string, bool) {
	if r.host != "" && r.host != strings.ToLower(q.Host) {
		return nil, false
	}
	captured := map[string]string{}
	for i, want := range r.from {
		if want == "*" && i == len(r.from)-1 {
			captured["splat"] = rest(q.Path, i)
			return captured, r.allows(q, captured)
		}
		if i >= len(path) {
			return nil, false
		}
		if isPlaceholder(want) {
			captured[want[1:]] = url.PathEscape(path[i])
		} else if want != path[i] {
			return nil, false
		}
	}
	if len(path) != len(r.from) {
		return nil, false
	}
	return captured, r.allows(q, captured)
}

// rest returns a path as it was sent, without its first n segments.
func rest(escaped string, n int) string {
	s := strings.TrimLeft(escaped, "/")
	for range n {
		_, s, _ = strings.Cut(s, "/")
	}
	return s
}

// allows checks query and conditions. The parameters must be exactly those of the rule, in any order; a rule
// without parameters accepts every query.
func (r *rule) allows(q Request, captured map[string]string) bool {
	if len(r.query) > 0 && len(r.query) != len(q.Query) {
		return false
	}
	for _, p := range r.query {
		if !q.Query.Has(p[0]) {
			return false
		}
		got := q.Query.Get(p[0])
		if isPlaceholder(p[1]) {
			captured[p[1][1:]] = url.PathEscape(got)
		} else if got != p[1] {
			return false
		}
	}
	for _, c := range r.conditions {
		wanted := strings.Split(strings.ToLower(c[1]), ",")
		switch strings.ToLower(c[0]) {
		case "language":
			if !slices.ContainsFunc(q.Languages, func(l string) bool { return speaks(wanted, l) }) {
				return false
			}
		case "cookie":
			if q.Cookie == nil || !slices.ContainsFunc(strings.Split(c[1], ","), q.Cookie) {
				return false
			}
		}
	}
	return true
}

// speaks reports whether a language is among those wanted: "en" also accepts "en-GB".
func speaks(wanted []string, language string) bool {
	language = strings.ToLower(language)
	base, _, _ := strings.Cut(language, "-")
	return slices.Contains(wanted, language) || slices.Contains(wanted, base)
}

// target fills in the placeholders of a rule's target, and passes the query on if the target has none.
func (r *rule) target(captured map[string]string, q Request) string {
	to := fill(r.to, captured)
	if len(r.query) > 0 || len(q.Query) == 0 {
		return to
	}
	to, fragment, hasFragment := strings.Cut(to, "#")
	path, own, _ := strings.Cut(to, "?")
	if own != "" {
		own += "&"
	}
	to = path + "?" + own + q.Query.Encode()
	if hasFragment {
		to += "#" + fragment
	}
	return to
}

// fill replaces ":name" by its value; names that are not placeholders stay.
func fill(to string, captured map[string]string) string {
	if !strings.Contains(to, ":") {
		return to
	}
	names := slices.SortedFunc(maps.Keys(captured), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b)) // :titles before :title
	})
	var pairs []string
	for _, name := range names {
		pairs = append(pairs, ":"+name, captured[name])
	}
	return strings.NewReplacer(pairs...).Replace(to)
}
