package pipeline

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
)

// A link for which rendering finds no source and no page may lead to an output that nobody knows yet: a feed, a later page of
// a list, an alias. So its message waits until all outputs are staged, and holds if the host that `sitegen check` asks has
// nothing there: the two never contradict each other.

// await holds back the messages that depend on the finished site, and returns the others.
func (b *build) await(found diag.List) diag.List {
	if !slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Unless != "" }) {
		return found
	}
	now := make(diag.List, 0, len(found))
	for _, d := range found {
		if d.Unless != "" {
			b.awaited = append(b.awaited, d)
		} else {
			now = append(now, d)
		}
	}
	return now
}

// links returns those messages about links that hold.
func (b *build) links(context.Context) (diag.List, error) {
	if len(b.awaited) == 0 {
		return nil, nil
	}
	pages := make(map[string]*site.Page, len(b.site.Pages))
	for _, p := range b.site.Pages {
		pages[p.Key] = p
	}
	hosts := map[*site.Edition]*served{}
	var found diag.List
	for _, d := range b.awaited {
		key, destination, _ := strings.Cut(d.Unless, "\x00")
		p := pages[key]
		if p == nil {
			continue // the page is gone since the message was kept
		}
		host := hosts[p.Edition]
		if host == nil {
			var err error
			if host, err = b.served(p.Edition); err != nil {
				return nil, err
			}
			hosts[p.Edition] = host
		}
		if host.has(p, destination) {
			continue
		}
		dead := *d
		if dead.Unless = ""; dead.Hint == "" {
			dead.Hint = b.run.Hint(p, destination)
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

// served returns the host of a language, as it will be.
func (b *build) served(e *site.Edition) (*served, error) {
	folder := ""
	if b.Config.Multihost {
		folder = e.Language.Lower + "/"
	}
	o := webtree.Options{Base: e.Base.Origin() + e.Base.Prefix() + "/"}
	if _, err := webtree.ParseBase(o.Base); err != nil {
		o.Base = unknownHost + e.Base.Prefix() + "/"
	}
	has := func(file string) bool { return b.out.Has(folder + file) }
	t, err := webtree.Unlisted(outputsOf{b.out, folder}, has, o)
	if err != nil {
		return nil, err
	}
	s := &served{t.Resolver(), map[string]bool{}}
	for _, u := range b.Config.Discovery.URLs {
		s.elsewhere[strings.TrimSuffix(s.resolver.Resolve(s.resolver.At(""), u.Loc).Path, "/")] = true
	}
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
