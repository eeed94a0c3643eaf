// Package links delays messages about dead links until all outputs are staged.
package links

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
)

// A link for which rendering finds no source and no page may lead to an output that is not known yet: a feed, a later
// page of a list, an alias. So its message waits until all outputs are staged. It is reported only if the link leads
// nowhere by the rules of `sitegen check`, so the two never contradict each other.

// Await takes the messages that depend on the finished site out of found, and returns the others.
func Await(found diag.List) (now, awaited diag.List) {
	for _, d := range found {
		if d.Unless != "" {
			awaited = append(awaited, d)
		} else {
			now = append(now, d)
		}
	}
	return now, awaited
}

// Finished is the finished site that links lead to.
type Finished struct {
	Config *config.Config
	Site   *site.Site
	Out    output.Sink
	Hint   func(p *site.Page, destination string) string // suggests a target for a link that leads nowhere
	// Resources are the files of the content that are not pages; images that lead nowhere may mean one of them.
	Resources []*content.Resource

	hosts map[*site.Edition]*served
	files *pictures // nil until an image leads nowhere
}

// Dead returns the messages about links that lead nowhere.
func (l *Finished) Dead(awaited diag.List) (diag.List, error) {
	if len(awaited) == 0 {
		return nil, nil
	}
	pages := make(map[string]*site.Page, len(l.Site.Pages))
	for _, p := range l.Site.Pages {
		pages[p.Key] = p
	}
	l.hosts = map[*site.Edition]*served{}
	var found diag.List
	for _, d := range awaited {
		key, destination, _ := strings.Cut(d.Unless, "\x00")
		p := pages[key]
		if p == nil {
			continue // the page no longer exists
		}
		host, err := l.host(p.Edition)
		if err != nil {
			return nil, err
		}
		if host.has(p, destination) {
			continue
		}
		dead := *d
		dead.Unless = ""
		switch {
		case dead.Hint != "":
		case dead.Rule == "broken-image":
			dead.Hint = l.missingPicture(d.File, p, destination)
		default:
			dead.Hint = l.Hint(p, destination)
		}
		found = append(found, &dead)
	}
	return found.Together(), nil
}

// served is what the host of a language serves.
type served struct {
	resolver  *webtree.Resolver
	elsewhere map[string]bool // paths that something else serves, without the trailing slash
}

// host returns what the host of a language will serve.
func (l *Finished) host(e *site.Edition) (*served, error) {
	if s := l.hosts[e]; s != nil {
		return s, nil
	}
	folder := ""
	if l.Config.Multihost {
		folder = e.Language.Lower + "/"
	}
	o := webtree.Options{Base: e.Base.Origin() + e.Base.Prefix() + "/"}
	if _, err := webtree.ParseBase(o.Base); err != nil {
		o.Base = unknownHost + e.Base.Prefix() + "/"
	}
	has := func(file string) bool { return l.Out.Has(folder + file) }
	t, err := webtree.Unlisted(outputsOf{l.Out, folder}, has, o)
	if err != nil {
		return nil, err
	}
	s := &served{t.Resolver(), map[string]bool{}}
	for _, u := range l.Config.Discovery.URLs {
		s.elsewhere[strings.TrimSuffix(s.resolver.Resolve(s.resolver.At(""), u.Loc).Path, "/")] = true
	}
	l.hosts[e] = s
	return s, nil
}

// unknownHost is the host of a site without a known URL: a name that never exists (RFC 2606).
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
	case webtree.Outside: // another site may be there, as at the root
		u, err := url.Parse(t.URL)
		return err != nil || strings.Trim(u.Path, "/") == "" || !t.Forgot
	}
	return t.Kind != webtree.Invalid && (t.Kind != webtree.Other || webtree.Misspelt(t.Scheme) == "")
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
