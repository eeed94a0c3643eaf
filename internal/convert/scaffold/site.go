package scaffold

import (
	"cmp"
	"embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

//go:embed all:sites
var sites embed.FS

// Site describes a new site.
type Site struct {
	Kind    string // "blog" or "docs"; required
	Title   string // required
	BaseURL string // as Address reads it; https://example.org/ if empty

	// Languages are the codes of the languages, the default one first; English if empty. Pages without a
	// language in their name are in the default one.
	Languages []string

	Now  time.Time
	Host string // host that a service publishes to, as in deploy.hosts; "" if none
}

// Kinds returns the kinds of sites.
func Kinds() []string { return []string{"blog", "docs"} }

// Files returns the files of the new site, by path.
func (s Site) Files() ([]File, error) {
	var err error
	if s.BaseURL, err = Address(s.BaseURL); err != nil {
		return nil, err
	}
	s.BaseURL = cmp.Or(s.BaseURL, "https://example.org/")
	if err := s.checkLanguages(); err != nil {
		return nil, err
	}
	w := wordingOf(s.language())
	ledger, deploy := s.service()
	day := func(t time.Time) string { return t.Format("2006-01-02") }
	fill := strings.NewReplacer(
		"@LEDGER@", ledger, "@DEPLOY@", deploy,
		"@DEFAULT@", s.defaultLanguage(), "@LANGUAGES@", s.languages(), "@MENUS@", s.menus(),
		"@DESCRIPTION@", conversion.Quote(w.description[s.Kind]), "@AUTHOR@", conversion.Quote(w.author),
		"@TITLE@", conversion.Quote(s.Title), "@BASEURL@", conversion.Quote(s.BaseURL), "@TODAY@", day(s.Now), "@NEXTYEAR@", day(s.Now.AddDate(1, 0,
			0)),
	)
	return s.files(fill)
}

// Address completes a base URL as people say it: "nice.example", "//nice.example", and "nice.example/blog" begin with
// https:// and end with a slash. A path, "", and a URL with a scheme stay as they are. Anything else, such as
// "https//nice.alt", is an error.
func Address(s string) (string, error) {
	out := s
	if s != "" && (s[0] != '/' || strings.HasPrefix(s, "//")) && !strings.Contains(s, "://") {
		out = "https://" + strings.Trim(s, "/") + "/"
	}
	u, err := url.Parse(out)
	if err != nil || strings.ContainsAny(out, " \t") || slices.Contains([]string{"http", "https"}, u.Hostname()) ||
		strings.Contains(out, "://") && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return "", fmt.Errorf("%q is not the URL of a site\n  hint: write it like https://example.org/", s)
	}
	return out, nil
}

// service returns the settings for the service that builds the site: a line, and a table.
func (s Site) service() (ledger, deploy string) {
	if s.Host == "" {
		return "", ""
	}
	return "ledger = \"sitegen.ledger\"  # a file to commit: what builds remember, the service may forget\n",
		"\n# Files for the host: redirects, headers, and noindex for previews, as far as it reads such files.\n[deploy]\nhosts = [" + conversion.Quote(s.Host) + "]\n"
}
