package serve

import (
	"net/http"
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// answer is the result of a request: a file, a redirect, the response of another server, or nothing.
type answer struct {
	status   int
	file     *File // nil if there is no content
	location string
	proxy    string // address whose response is passed on
	mount    *mount
	path     string // decoded path that headers are for
	varies   bool   // the file depends on the Accept header
}

// resolve finds the answer to a request in the order of a host: forced rules, files, other rules, the 404 page.
func (s *Site) resolve(r *http.Request) answer {
	p := r.URL.Path
	m := s.mountOf(p)
	if m == nil {
		if p == "/" {
			return answer{status: http.StatusFound, location: s.mounts[0].Prefix}
		}
		return answer{status: http.StatusNotFound}
	}
	a := answer{mount: m, path: strings.TrimPrefix(p, m.Host)}
	if rule, ok := m.redirects.Match(request(r, s, m)); ok {
		return s.byRule(a, rule)
	}
	file, location := s.find(m, p)
	if rule, ok := s.server.Match(a.path, r.Header); ok && (rule.Force || file == nil && location == "") {
		return s.byRule(a, rule)
	}
	switch {
	case file != nil:
		a.status, a.file = http.StatusOK, file
		s.negotiate(&a, r.Header.Get("Accept"))
		return a
	case location == "" && p == "/" && m.Prefix != "/":
		location = m.Prefix
		a.status = http.StatusFound // it is there for the preview only
	case location != "":
		a.status = http.StatusMovedPermanently
	default:
		return s.missing(a, p)
	}
	a.location = escaped(location)
	if r.URL.RawQuery != "" {
		a.location += "?" + r.URL.RawQuery
	}
	return a
}

// negotiate replaces a page by its text in Markdown if there is one and the client prefers it, as the files for nginx
// and Apache do. During a build, only such a client looks for the text: nothing tells that there will be none before
// the end of the build.
func (s *Site) negotiate(a *answer, accept string) {
	text := a.file.Path + ".md"
	if !hosting.IsCopy(text) {
		return
	}
	prefers := hosting.PrefersMarkdown(accept)
	if s.building && !prefers {
		a.varies = true
		return
	}
	if f, ok := s.tree.Lookup(text); ok {
		a.varies = true
		if prefers {
			a.file = &f
		}
	}
}

// mountOf returns the mount that serves a path.
func (s *Site) mountOf(p string) *mount {
	for i := range s.mounts {
		m := &s.mounts[i]
		if m.Host == "" || p == m.Host || strings.HasPrefix(p, m.Host+"/") {
			return m
		}
	}
	return nil
}

// request converts an HTTP request to the form that the rules of a host use.
func request(r *http.Request, s *Site, m *mount) hosting.Request {
	host, _, _ := strings.Cut(r.Host, ":")
	return hosting.Request{
		Host: host, Path: strings.TrimPrefix(r.URL.EscapedPath(), m.Host), Query: r.URL.Query(),
		Languages: languages(r.Header.Get("Accept-Language")),
		Cookie:    func(name string) bool { _, err := r.Cookie(name); return err == nil },
		Exists: func(string) bool {
			file, location := s.find(m, r.URL.Path)
			return file != nil || location != ""
		},
	}
}

// languages parses Accept-Language, in descending order of preference: RFC 9110 §12.5.4.
func languages(header string) []string {
	type wish struct {
		tag    string
		weight float64
	}
	var list []wish
	for part := range strings.SplitSeq(header, ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		w := wish{strings.TrimSpace(tag), 1}
		if q, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			w.weight, _ = strconv.ParseFloat(q, 64) // an invalid number counts as 0: not wanted
		}
		if w.tag != "" && w.weight > 0 {
			list = append(list, w)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].weight > list[j].weight })
	var out []string
	for _, w := range list {
		out = append(out, w.tag)
	}
	return out
}

// byRule applies a rule of `_redirects`.
func (s *Site) byRule(a answer, rule hosting.Answer) answer {
	a.status = rule.Status
	switch {
	case rule.Status >= 300 && rule.Status < 400:
		a.location = rule.To
		if !rule.External() {
			a.location = a.mount.Host + rule.To
		}
	case rule.External():
		a.proxy = rule.To
	default:
		to, _, _ := strings.Cut(rule.To, "#")
		to, _, _ = strings.Cut(to, "?")
		decoded := a.mount.Host + percent.Unescape(to)
		file, location := s.find(a.mount, decoded)
		if file == nil && location != "" {
			file, _ = s.find(a.mount, location)
		}
		if file == nil || !cleanPath(decoded) {
			return s.missing(a, decoded)
		}
		a.file = file
	}
	return a
}

// find returns the file at a decoded path, or the path to redirect to.
func (s *Site) find(m *mount, p string) (file *File, location string) {
	if p+"/" == m.Prefix {
		return nil, m.Prefix
	}
	rel, ok := strings.CutPrefix(p, m.Prefix)
	if !ok || hosting.ForHosts(rel) {
		return nil, ""
	}
	lookup := func(rel string) *File {
		f, ok := s.tree.Lookup(inDir(m.Dir, rel))
		if !ok {
			return nil
		}
		return &f
	}
	if rel == "" || strings.HasSuffix(rel, "/") {
		return lookup(rel + "index.html"), ""
	}
	if f := lookup(rel); f != nil {
		return f, ""
	}
	if lookup(rel+"/index.html") != nil {
		return nil, p + "/"
	}
	return lookup(rel + ".html"), "" // hosts also serve about.html as /about
}

// missing answers with the nearest 404 page above a path.
func (s *Site) missing(a answer, p string) answer {
	a.status = http.StatusNotFound
	rel, _ := strings.CutPrefix(p, a.mount.Prefix)
	if s.gone[strings.TrimSuffix(inDir(a.mount.Dir, rel), "/")] {
		a.status = http.StatusGone
	}
	for dir := path.Dir(strings.TrimPrefix(rel, "/")); ; dir = path.Dir(dir) {
		if f, ok := s.tree.Lookup(inDir(a.mount.Dir, path.Join(dir, "404.html"))); ok {
			a.file = &f
			return a
		}
		if dir == "." || dir == "/" {
			return a
		}
	}
}
