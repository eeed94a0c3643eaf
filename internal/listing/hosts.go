package listing

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
)

// Host is a set of languages that share a host, and so also sitemaps and robots.txt.
type Host struct {
	Editions []*site.Edition
	Dir      string // slash path of its root in the output folder: "", or "fr/" for a language with its own host
	Base     string // absolute URL of that root; "" if unknown
}

// Hosts returns the hosts of the site, starting with the one that most languages share.
func (l *Listing) Hosts() []Host {
	var out []Host
	for i := range l.editions {
		e := &l.editions[i]
		base := ""
		if e.known {
			base = e.Base.At("/").Abs()
		}
		switch {
		case ownHost(e.Edition):
			out = append(out, Host{[]*site.Edition{e.Edition}, e.Language.Lower + "/", base})
		case len(out) > 0 && out[0].Dir == "":
			out[0].Editions = append(out[0].Editions, e.Edition)
		default:
			out = append([]Host{{[]*site.Edition{e.Edition}, "", base}}, out...)
		}
	}
	return out
}

// First returns the edition whose settings apply to the host: that of the default language, if it is on the host.
func (h Host) First() *site.Edition {
	for _, e := range h.Editions {
		if e.Language.Default {
			return e
		}
	}
	return h.Editions[0]
}

// SitemapName returns the name of a language's sitemap, "sitemap.xml" by default.
func SitemapName(e *site.Edition) string {
	if name := strings.TrimPrefix(path.Clean("/"+e.Language.Sitemap.Filename), "/"); name != "" {
		return name
	}
	return "sitemap.xml"
}

// TextName returns the name of the text sitemap next to a sitemap, which ends in .txt (rule T2).
func TextName(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + ".txt" }

// Beside returns a file name with a part added before its extension: "sitemap-posts.xml".
func Beside(name, part string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + part + ext
}
