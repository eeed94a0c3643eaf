package pipeline

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
)

// A link for which rendering finds no source and no page may lead to an output that nobody knows yet: a feed, a later
// page of a list, an alias. So its message waits until all outputs are staged, and holds if the host that `sitegen
// check` asks has nothing there: the two never contradict each other.

// await takes the messages that depend on the finished site out of found, and returns the others.
func await(found diag.List) (now, awaited diag.List) {
	for _, d := range found {
		if d.Unless != "" {
			awaited = append(awaited, d)
		} else {
			now = append(now, d)
		}
	}
	return now, awaited
}

// linked is the finished site that links lead to.
type linked struct {
	project *project.Project
	site    *site.Site
	out     output.Sink
	hint    func(p *site.Page, destination string) string // what may be meant by a link to nothing
	hosts   map[*site.Edition]*served
}

// dead returns those messages about links that hold.
func (l *linked) dead(awaited diag.List) (diag.List, error) {
	if len(awaited) == 0 {
		return nil, nil
	}
	pages := make(map[string]*site.Page, len(l.site.Pages))
	for _, p := range l.site.Pages {
		pages[p.Key] = p
	}
	l.hosts = map[*site.Edition]*served{}
	var found diag.List
	for _, d := range awaited {
		key, destination, _ := strings.Cut(d.Unless, "\x00")
		p := pages[key]
		if p == nil {
			continue // the page is gone since the message was kept
		}
		host, err := l.host(p.Edition)
		if err != nil {
			return nil, err
		}
		if host.has(p, destination) {
			continue
		}
		dead := *d
		if dead.Unless = ""; dead.Hint == "" {
			dead.Hint = l.hint(p, destination)
		}
		found = append(found, &dead)
	}
	return found.Together(), nil
}

// served is what the host of a language sends.
type served struct {
	resolver  *webtree.Resolver
	elsewhere map[string]bool // paths that something else serves, without the last slash
}

// host returns the host of a language, as it will be.
func (l *linked) host(e *site.Edition) (*served, error) {
	if s := l.hosts[e]; s != nil {
		return s, nil
	}
	folder := ""
	if l.project.Config.Multihost {
		folder = e.Language.Lower + "/"
	}
	o := webtree.Options{Base: e.Base.Origin() + e.Base.Prefix() + "/"}
	if _, err := webtree.ParseBase(o.Base); err != nil {
		o.Base = unknownHost + e.Base.Prefix() + "/"
	}
	has := func(file string) bool { return l.out.Has(folder + file) }
	t, err := webtree.Unlisted(outputsOf{l.out, folder}, has, o)
	if err != nil {
		return nil, err
	}
	s := &served{t.Resolver(), map[string]bool{}}
	for _, u := range l.project.Config.Discovery.URLs {
		s.elsewhere[strings.TrimSuffix(s.resolver.Resolve(s.resolver.At(""), u.Loc).Path, "/")] = true
	}
	l.hosts[e] = s
	return s, nil
}

// unknownHost stands for that of a site whose URL nobody knows: a name that never exists, RFC 2606.
const unknownHost = "https://site.invalid"

// has reports whether a link on a page leads to something.
func (s *served) has(p *site.Page, destination string) bool {
	below, err := url.PathUnescape(strings.TrimPrefix(p.URL.Below(), "/"))
	if err != nil {
		below = strings.TrimPrefix(p.URL.Path(), "/")
	}
	t := s.resolver.Resolve(s.resolver.At(below), destination)
	switch t.Kind {
	case webtree.Missing:
		return t.Exiled || s.elsewhere[strings.TrimSuffix(t.Path, "/")]
	case webtree.Outside: // another site may be there, and at the root is one
		u, err := url.Parse(t.URL)
		return err != nil || strings.Trim(u.Path, "/") == "" || !t.Forgot
	}
	return t.Kind != webtree.Invalid
}

// outputsOf reads the outputs of a host.
type outputsOf struct {
	out    output.Sink
	folder string // with a slash at the end, or ""
}

// Read implements webtree.Source.
func (s outputsOf) Read(file string, buf []byte, most int64) ([]byte, bool, error) {
	data, err := output.Read(s.out, s.folder+file, nil)
	more := int64(len(data)) > most
	if more {
		data = data[:most]
	}
	return append(buf, data...), more, err
}
