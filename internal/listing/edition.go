package listing

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/publicnet"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// edition is the part of a Listing that is about one language.
type edition struct {
	*site.Edition
	known  bool   // the base URL is absolute, so absolute URLs can be written (rule L10)
	ascii  bool   // its host needs no punycode
	root   string // base URL as URLs in lists begin, with a slash at its end
	lang   string // code for hreflang, "" when the language has none (rule H3) or another one has it (H5)
	manual site.Versions
	// sets are the sets of pages that have feeds, home's first; feeds are those of all sets.
	sets  []*FeedSet
	feeds []Feed
	// announced are the feeds that the heads of pages name: a list names its own, an article those of its authors.
	announced map[*site.Page][]FeedLink
}

func (l *Listing) edition(p *site.Page) *edition { return &l.editions[p.Edition.Language.Index] }

// HasBase reports whether absolute URLs can be written in a language (rule L10).
func (l *Listing) HasBase(e *site.Edition) bool { return l.editions[e.Language.Index].known }

// Hreflang returns the hreflang code of a language, "" if it has none (rule H3) or another one has it (H5).
func (l *Listing) Hreflang(e *site.Edition) string { return l.editions[e.Language.Index].lang }

// ownHost reports whether a language has a separate host and output folder.
func ownHost(e *site.Edition) bool { return e.Language.BaseURL != "" }

// readEditions checks the base URLs and language codes once.
func readEditions(s *site.Site) ([]edition, diag.List) {
	out := make([]edition, len(s.Editions))
	var unknown []string
	var found diag.List
	codes := map[string]string{}
	for i, e := range s.Editions {
		base := e.Base.At("/").Abs()
		ed := edition{
			Edition: e, manual: site.ReadVersions(e, s.Config), ascii: ascii(base), root: base,
			known: absolute(base) && (ownHost(e) || s.Config.BaseURL == s.Config.Base()),
		}
		if norm, err := sitemap.Normalize(base); err == nil {
			ed.root = norm
		}
		if !ed.known {
			unknown = append(unknown, e.Language.Key)
		}
		if len(s.Editions) > 1 {
			var wrong *diag.Diagnostic
			if ed.lang, wrong = hreflang(e, codes); wrong != nil {
				found = append(found, placed(s.Config, e.Language, "locale", wrong))
			}
		}
		found = append(found, checkTexts(s.Config, e)...)
		out[i] = ed
	}
	if len(unknown) == 0 {
		return out, append(found, checkHosts(s)...)
	}
	why := "they need an absolute base URL"
	if given := s.Config.BaseURL; strings.Trim(given, "/") != "" && len(s.Editions) == len(unknown) {
		why += fmt.Sprintf(", and %q is not one", given)
	}
	host := "…/"
	if given := s.Config.BaseURL; config.LooksLikeHost(given) {
		host = given
	}
	return out, append(found, placed(s.Config, nil, "baseurl", warning("L10",
		"no sitemaps, feeds, or canonical links are written: "+why,
		`set baseURL = "https://`+host+`" in the configuration, or pass --baseURL`)))
}

// hreflang returns the code of a language, or a warning if it has none. codes has the codes of other languages.
func hreflang(e *site.Edition, codes map[string]string) (string, *diag.Diagnostic) {
	key := e.Language.Key
	for _, candidate := range []string{e.Language.Locale, key} {
		code, ok := sitemap.Hreflang(candidate)
		if !ok || code == "x-default" {
			continue
		}
		if other, taken := codes[code]; taken {
			return "", warning("H5",
				fmt.Sprintf("languages %q and %q both have the code %q: pages of %q are left out of hreflang",
					other, key, code, key), "give each language its own locale")
		}
		codes[code] = key
		return code, nil
	}
	return "", warning("H3", fmt.Sprintf("language %q has no valid code (%q): its pages are left out of hreflang", key,
		e.Language.Locale),
		`set its locale to an ISO 639-1 language with an optional script and region, as in "pt-BR"`)
}

// checkHosts warns about hosts that no published site has (rule L10).
func checkHosts(s *site.Site) (found diag.List) {
	if s.Config.Environment != "production" {
		return nil
	}
	seen := map[string]bool{}
	for _, e := range s.Editions {
		u, err := url.Parse(e.Base.At("/").Abs())
		if err != nil || seen[u.Host] {
			continue
		}
		seen[u.Host] = true
		if host := u.Hostname(); publicnet.Placeholder(host) {
			found = append(found, placed(s.Config, e.Language, "baseurl", warning("L10",
				fmt.Sprintf("the base URL has the host %q, which a published site can't have", host),
				"set baseURL to the URL of the published site; for a build that you don't publish, pass -e development")))
		}
	}
	return found
}

// checkTexts reports texts of the configuration with characters that XML forbids.
func checkTexts(c *config.Config, e *site.Edition) (found diag.List) {
	description, _ := e.Language.Params["description"].(string)
	for _, t := range []struct{ key, text string }{
		{"title", e.Language.Title}, {"params.description", description}, {"copyright", e.Language.Copyright},
	} {
		if strings.ContainsFunc(t.text, unmeant) {
			found = append(found, placed(c, e.Language, t.key, warning("U4",
				fmt.Sprintf("%s of the language %s: %q contains characters that XML forbids: they are left out of feeds",
					t.key, e.Language.Key, t.text), "")))
		}
	}
	return found
}

// placed gives a warning the position where the configuration sets a key for a language, or for all (l is nil).
func placed(c *config.Config, l *config.Language, key string, d *diag.Diagnostic) *diag.Diagnostic {
	d.File, d.Line = c.Position(l, key)
	return d
}

func warning(rule, message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: rule, Severity: diag.Warning, Message: message, Hint: hint}
}

// Address returns the absolute URL of p in lists, which is also its canonical URL: its permalink, without index.html
// (rule L6).
func (l *Listing) Address(p *site.Page) string { return l.withoutIndex(p, l.Permalink(p)) }

// AddressOf returns the Address of a later page of the list p, whose URL is u.
func (l *Listing) AddressOf(p *site.Page, u site.URL) string {
	return l.withoutIndex(p, l.Absolute(p, u))
}

// Path returns the path of the Address of p, as robots.txt sees it.
func (l *Listing) Path(p *site.Page) string { return l.withoutIndex(p, p.URL.Rel()) }

// withoutIndex removes index.html from a URL of p: hosts send the file for the folder. The URL keeps it if the rendered
// page itself has this canonical link, since lists contain only canonical URLs (rule L8). In a Hugo project only the
// URL of a home page is different from its permalink.
func (l *Listing) withoutIndex(p *site.Page, address string) string {
	if l.Site.Config.Hugo && p.Kind != site.Home {
		return address
	}
	if folder, index := strings.CutSuffix(address, "/index.html"); index && !l.indexes[p] {
		return folder + "/"
	}
	return address
}

// declaredIndexes returns the pages that are listed with index.html in their URL: their canonical links have it, or
// they are pages of a finished site, whose URL was found there.
func declaredIndexes(l *Listing) map[*site.Page]bool {
	var out map[*site.Page]bool
	for _, p := range l.Site.Pages {
		if !strings.HasSuffix(p.URL.Path(), "/index.html") {
			continue
		}
		facts := l.Facts(p)
		own, err := url.Parse(l.Permalink(p))
		if facts.Web == nil && (err != nil || !sameURL(own, facts.Canonical)) {
			continue
		}
		if out == nil {
			out = map[*site.Page]bool{}
		}
		out[p] = true
	}
	return out
}

// sameURL reports whether a link on a page leads to the page, in the same spelling.
func sameURL(own *url.URL, href string) bool {
	to, err := own.Parse(href)
	if err != nil || href == "" {
		return false
	}
	here, err1 := sitemap.Normalize(own.String())
	there, err2 := sitemap.Normalize(to.String())
	return err1 == nil && err2 == nil && here == there
}

// Permalink returns the absolute URL of the permalink of p. In a head, html/template encodes three characters more than
// a URL needs, and leaves two that a path may not contain. Lists encode all of them, so the canonical link is the same
// as the URL in lists.
func (l *Listing) Permalink(p *site.Page) string {
	abs := l.Absolute(p, p.URL)
	scheme, rest, _ := strings.Cut(abs, "://")
	if host, path, ok := strings.Cut(rest, "/"); ok && strings.ContainsAny(path, "'()[]") {
		return scheme + "://" + host + "/" + encodedInHeads.Replace(path)
	}
	return abs
}

var encodedInHeads = strings.NewReplacer("'", "%27", "(", "%28", ")", "%29", "[", "%5B", "]", "%5D")

// Absolute returns the absolute URL of u in the edition of p, with the host in punycode.
func (l *Listing) Absolute(p *site.Page, u site.URL) string {
	abs := u.Abs()
	if !l.edition(p).ascii {
		if norm, err := sitemap.Normalize(abs); err == nil {
			return norm
		}
	}
	return abs
}

// absolute reports whether a base URL has a scheme and a host.
func absolute(base string) bool {
	u, err := url.Parse(base)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// ascii reports whether a host needs no punycode.
func ascii(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' }) }
