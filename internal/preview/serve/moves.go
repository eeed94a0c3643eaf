package serve

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/build/pipeline"
)

// move tells where a page of an earlier build is now.
type move struct {
	to   string // escaped URL path
	gone bool   // the page does not exist anymore; to is the nearest list that it was in
}

// mostMoves is the number of moves that a Site remembers. If there are more, it forgets those of earlier builds.
const mostMoves = 10_000

// follow adds the moves of a build to those of the builds before it, of which last is the site, or nil.
func (s *Site) follow(last *Site, res *pipeline.Result) {
	s.moved = map[string]move{}
	for _, m := range res.Moved {
		s.moved[percent.Unescape(s.page(m.From))] = move{s.page(m.To), m.Gone}
	}
	if last == nil || len(last.moved)+len(s.moved) > mostMoves {
		return
	}
	now := s.moved
	s.moved = make(map[string]move, len(last.moved)+len(now))
	for from, m := range last.moved {
		if next, again := now[percent.Unescape(m.to)]; again {
			m = move{next.to, m.gone || next.gone}
		}
		s.moved[from] = m
	}
	for from, m := range now {
		s.moved[from] = m
	}
}

// whereabouts returns where the page is that an earlier build had at a decoded URL path without a file.
func (s *Site) whereabouts(path string) (move, bool) {
	if s == nil {
		return move{}, false
	}
	path = strings.TrimSuffix(path, "index.html")
	for _, form := range []string{path, path + "/"} {
		if m, ok := s.moved[form]; ok {
			return m, true
		}
	}
	return move{}, false
}

// back returns the URL of a page that was gone, given its path, if it exists again; else "".
func (s *Site) back(r *http.Request, was string) string {
	u, err := url.ParseRequestURI(was)
	if s == nil || s.building || err != nil || u.Host != "" || !cleanPath(u.Path) {
		return ""
	}
	r = r.Clone(r.Context())
	r.URL = u
	if a := s.resolve(r); a.status == http.StatusOK {
		return u.EscapedPath()
	}
	if m, ok := s.whereabouts(u.Path); ok && !m.gone {
		return m.to
	}
	return ""
}
