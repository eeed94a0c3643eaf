package listing

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/naming"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// edition is what a Listing knows of one language.
type edition struct {
	*site.Edition
	known  bool   // the base URL is absolute: absolute addresses can be written (rule L10)
	ascii  bool   // its host needs no punycode
	root   string // base URL as addresses in lists begin, with a slash at its end
	lang   string // code for hreflang, "" when the language has none (rule H3) or another one has it (H5)
	host   bool   // has a host, and an output folder, of its own
	manual site.Versions
	// sets of pages that have feeds, home's first; feeds are those of all sets.
	sets  []*set
	feeds []plan
	// announced are the feeds that the heads of pages name: of a list its own, of an article its authors'.
	announced map[*site.Page][]FeedLink
}

func (l *Listing) edition(p *site.Page) *edition { return &l.editions[p.Edition.Language.Index] }

// editionReader finds out what a listing knows of languages.
type editionReader struct{ *Listing }

// readEditions looks at base URLs and language codes once.
func (er editionReader) readEditions() []edition {
	out := make([]edition, len(er.Site.Editions))
	var unknown []string
	codes := map[string]string{}
	for i, e := range er.Site.Editions {
		base := e.Base.At("/").Abs()
		ed := edition{Edition: e, manual: site.ReadVersions(e, er.Site.Config), known: naming.Absolute(base), ascii: naming.ASCII(base), host: e.Language.BaseURL != ""}
		ed.root = base
		if norm, err := sitemap.Normalize(base); err == nil {
			ed.root = norm
		}
		if !ed.known {
			unknown = append(unknown, e.Language.Key)
		}
		ed.lang = er.hreflang(e, codes)
		er.checkTexts(e)
		out[i] = ed
	}
	if len(unknown) > 0 {
		why := "they need an absolute base URL"
		if given := er.Site.Config.BaseURL; strings.Trim(given, "/") != "" && len(er.Site.Editions) == len(unknown) {
			why += fmt.Sprintf(", and %q is none", given)
		}
		host := "…/"
		if given := er.Site.Config.BaseURL; config.LooksLikeHost(given) {
			host = given
		}
		er.warn("L10", "no sitemaps, feeds and canonical links are written: "+why,
			`set baseURL = "https://`+host+`" in the configuration, or pass --baseURL`)
	} else {
		er.checkHosts()
	}
	return out
}

// hreflang returns the code of a language and warns when there is none. codes holds those that other
// languages have.
func (er editionReader) hreflang(e *site.Edition, codes map[string]string) string {
	if len(er.Site.Editions) < 2 {
		return ""
	}
	key := e.Language.Key
	for _, candidate := range []string{e.Language.Locale, key} {
		code, ok := sitemap.Hreflang(candidate)
		if !ok || code == "x-default" {
			continue
		}
		if other, taken := codes[code]; taken {
			er.warn("H5", fmt.Sprintf("languages %q and %q both have the code %q: pages of %q are left out of hreflang", other, key, code, key),
				"give each language its own locale")
			return ""
		}
		codes[code] = key
		return code
	}
	er.warn("H3", fmt.Sprintf("language %q has no valid code (%q): its pages are left out of hreflang", key, e.Language.Locale),
		`set its locale to an ISO 639-1 language with an optional script and region, as in "pt-BR"`)
	return ""
}

// checkHosts warns about hosts that nobody else can reach (rule L10).
func (er editionReader) checkHosts() {
	if er.Site.Config.Environment != "production" {
		return
	}
	seen := map[string]bool{}
	for _, e := range er.Site.Editions {
		u, err := url.Parse(e.Base.At("/").Abs())
		if err != nil || seen[u.Host] {
			continue
		}
		seen[u.Host] = true
		switch host := u.Hostname(); host {
		case "localhost", "127.0.0.1", "::1", "example.com", "www.example.com":
			er.warn("L10", fmt.Sprintf("the base URL names the host %q in a build for production", host),
				"set baseURL to the URL of the published site, or choose another environment with -e")
		}
	}
}

func (l *Listing) warn(rule, message, hint string) {
	l.Warnings = append(l.Warnings, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, Message: message, Hint: hint})
}

// address is the absolute address of p as it stands in lists: that of its permalink, and so what the host
// serves (rule L6).
func (l *Listing) address(p *site.Page) string { return naming.InLists(l.absolute(p, p.URL)) }

// absolute is the address of u in the edition of p, its host in punycode.
func (l *Listing) absolute(p *site.Page, u site.URL) string {
	abs := u.Abs()
	if !l.edition(p).ascii {
		if norm, err := sitemap.Normalize(abs); err == nil {
			return norm
		}
	}
	return abs
}
