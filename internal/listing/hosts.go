package listing

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
)

// Host is a set of languages that share a host, and so their sitemaps and robots.txt.
type Host struct {
	Editions []*site.Edition
	Dir      string // slash path of its root in the output folder: "", or "fr/" of a language with its own host
	Base     string // absolute address of that root, "" when none is known
}

// Hosts returns the hosts of the site, the one of most languages first.
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

// First is the edition whose settings count for the whole host: the default language's, if it is there.
func (h Host) First() *site.Edition {
	for _, e := range h.Editions {
		if e.Language.Default {
			return e
		}
	}
	return h.Editions[0]
}

// SitemapName is the name of a language's sitemap, "sitemap.xml" by default.
func SitemapName(e *site.Edition) string {
	if name := strings.TrimPrefix(path.Clean("/"+e.Language.Sitemap.Filename), "/"); name != "" {
		return name
	}
	return "sitemap.xml"
}

// TextName is the name of the text sitemap beside a sitemap, which ends in .txt (rule T2).
func TextName(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + ".txt" }

// Beside is a name with a part before its extension: "sitemap-posts.xml".
func Beside(name, part string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + part + ext
}
