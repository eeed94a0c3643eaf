package listing

import (
	"cmp"
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
)

// key is a URL as the ledger has it: relative to the base, so it stays the same when the site moves.
func key(e *site.Edition, u site.URL) string {
	k := u.Below()
	if ownHost(e) {
		return e.Language.Lower + ":" + k
	}
	return k
}

// Key returns the key of p in the ledger.
func Key(p *site.Page) string { return key(p.Edition, p.URL) }

// KeyAt returns the ledger key of a URL that no page of a site has; "" if it has none.
func KeyAt(s *site.Site, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	path, first := cmp.Or(u.EscapedPath(), "/"), s.Editions[0]
	for _, e := range s.Editions {
		if ownHost(e) && e.Base.Origin() == u.Scheme+"://"+u.Host {
			first = e
		}
	}
	if rest, below := strings.CutPrefix(path, first.Base.Prefix()+"/"); below {
		path = "/" + rest
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	if ownHost(first) {
		return first.Language.Lower + ":" + path
	}
	return path
}

// Formerly returns, for each page of a site, the absolute URLs that redirect to it.
func Formerly(s *site.Site) map[*site.Page][]string {
	out := formerly(s)
	for _, keys := range out {
		for i, key := range keys {
			keys[i] = absoluteKey(s, key)
		}
	}
	return out
}

// absoluteKey turns a key into an absolute URL.
func absoluteKey(s *site.Site, key string) string {
	var base *site.Base
	for _, e := range s.Editions {
		if rest, own := strings.CutPrefix(key, e.Language.Lower+":"); own && ownHost(e) {
			return e.Base.Origin() + e.Base.Prefix() + rest
		}
		if !ownHost(e) && base == nil {
			base = e.Base
		}
	}
	if base == nil {
		return key
	}
	return base.Origin() + base.Prefix() + key
}

// formerly returns, for each page, the keys of the URLs that redirect to it.
func formerly(s *site.Site) map[*site.Page][]string {
	out := map[*site.Page][]string{}
	for _, a := range s.Aliases {
		if a.To == nil || a.To.URL.IsZero() {
			continue
		}
		file := a.File
		if ownHost(a.To.Edition) {
			file = strings.TrimPrefix(file, a.To.Edition.Language.Lower+"/")
		}
		if path.Base(file) == "index.html" {
			file = strings.TrimSuffix(file, "index.html")
		}
		out[a.To] = append(out[a.To], key(a.To.Edition, a.To.URL.Base().At("/"+file)))
	}
	return out
}
