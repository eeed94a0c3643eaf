package view

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Site is one language's site as templates see it: https://gohugo.io/methods/site/
type Site struct {
	e   *site.Edition
	s   *perSite
	key Page // the owner of its Store

	menus      func() *menus
	taxonomies func() *taxonomies
}

// LanguageOf returns the key of the language of a site, in lower case. It is a function, since templates can call
// methods.
func LanguageOf(s *Site) string { return s.e.Language.Lower }

func newSite(s *perSite, e *site.Edition) *Site {
	return &Site{
		e: e, s: s,
		menus:      sync.OnceValue(func() *menus { return s.readMenus(e) }),
		taxonomies: sync.OnceValue(func() *taxonomies { return s.readTaxonomies(e) }),
	}
}

// Sites are the sites of all languages, in the order of the languages.
type Sites []*Site

// First is the site of the first language (Site).
func (s Sites) First() *Site {
	if len(s) == 0 {
		return nil
	}
	return s[0]
}

// Default is the site of the default language (Site).
func (s Sites) Default() *Site {
	for _, x := range s {
		if x.e.Language.Default {
			return x
		}
	}
	return s.First()
}

// configHash returns the answer to the question for the configuration: its values, and what else depends on which file
// has them.
func configHash(cfg *config.Config) uint64 {
	return trace.Mix(hashParams(cfg.Root), trace.HashStrings(cfg.Environment, cfg.Base(),
		fmt.Sprint(cfg.Server, cfg.Hugo, cfg.Markup.Unread)))
}

func (s *Site) cfg() *config.Config { return s.s.site.Config }

// String is the output of printing a site (string).
func (s *Site) String() string {
	number := slices.IndexFunc(s.cfg().Languages, func(l *config.Language) bool { return l.Lower == s.e.Language.Lower })
	// Version and role are Hugo's defaults.
	return fmt.Sprintf("Site [%d 0 0]: [%s v1.0.0 guest]", number, s.e.Language.Lower)
}

// Title is the site's title in this language (string): https://gohugo.io/methods/site/title/
func (s *Site) Title() string { return s.e.Language.Title }

// BaseURL is the base URL (string): https://gohugo.io/methods/site/baseurl/
func (s *Site) BaseURL() string { return cmp.Or(s.e.Language.BaseURL, s.cfg().Base(), "/") }

// ServerPort is the port in the base URL, 0 if there is none (int).
func (s *Site) ServerPort() int {
	u, err := url.Parse(s.BaseURL())
	if err != nil {
		return 0
	}
	port, _ := strconv.Atoi(u.Port())
	return port
}

// Copyright is the configured notice (string): https://gohugo.io/methods/site/copyright/
func (s *Site) Copyright() string { return s.e.Language.Copyright }

// Language is the site's language (Language): https://gohugo.io/methods/site/language/
func (s *Site) Language() *Language { return s.s.languages[s.e.Language.Index] }

// Languages are all languages, by weight (Languages): https://gohugo.io/methods/site/languages/
func (s *Site) Languages() Languages { return s.s.languages }

// LanguageCode is the language's locale (string).
func (s *Site) LanguageCode() string { return s.e.Language.Locale }

// LanguagePrefix is "/" and the language's key if the URLs of its pages have it, else "" (string):
// https://gohugo.io/methods/site/languageprefix/
func (s *Site) LanguagePrefix() string {
	if s.e.Language.BaseURL != "" && !s.cfg().Hugo || len(s.cfg().Languages) == 1 && !s.cfg().DefaultLanguageInSubdir ||
		s.e.Language.Default && !s.cfg().DefaultLanguageInSubdir {
		return ""
	}
	return "/" + s.cfg().Folder(s.e.Language)
}

// IsDefault reports whether this is the site of the default language (bool):
// https://gohugo.io/methods/site/isdefault/
func (s *Site) IsDefault() bool { return s.e.Language.Default }

// IsMultiLingual reports whether there are several languages (bool).
func (s *Site) IsMultiLingual() bool { return len(s.cfg().Languages) > 1 }

// BuildDrafts reports whether drafts are built (bool): https://gohugo.io/methods/site/builddrafts/
func (s *Site) BuildDrafts() bool { return s.e.Language.BuildDrafts }

// IsServer reports whether a preview is being served (bool).
func (s *Site) IsServer() bool { return s.cfg().Server }

// Params are the configured parameters (Params): https://gohugo.io/methods/site/params/
func (s *Site) Params() tmpl.Params { return s.s.languages[s.e.Language.Index].Params() }

// Param is a configured parameter; the key may be a dotted path (any): https://gohugo.io/methods/site/param/
func (s *Site) Param(c *Call, key any) (any, error) {
	k, err := tmpl.Key(key)
	if err != nil {
		return nil, err
	}
	s.s.AskConfig(c)
	v, _ := s.Params().Lookup(k)
	return v, nil
}

// Config is a part of the configuration: Services and Privacy (SiteConfig):
// https://gohugo.io/methods/site/config/
func (s *Site) Config() *SiteConfig { return newSiteConfig(s.cfg(), s.e.Language) }

// Data are the data files (map): https://gohugo.io/methods/site/data/
func (s *Site) Data(c *Call) map[string]any { return c.Views.data(c) }

// Home is the home page (Page): https://gohugo.io/methods/site/home/
func (s *Site) Home() *Page { return s.s.Page(s.e.Home) }

// siteList returns one of the lists of the site.
func (s *Site) siteList(c *Call, name string, of func() []*site.Page) Pages {
	return s.s.list(s.e.Language.Lower+"#"+name, of).ask(c)
}

// Pages are all pages of the language, in default order (Pages):
// https://gohugo.io/methods/site/pages/
func (s *Site) Pages(c *Call) Pages {
	return s.siteList(c, "Pages", func() []*site.Page { return s.e.Pages })
}

// RegularPages are the regular pages of the language, in default order (Pages):
// https://gohugo.io/methods/site/regularpages/
func (s *Site) RegularPages(c *Call) Pages {
	return s.siteList(c, "RegularPages", func() []*site.Page { return s.e.RegularPages })
}

// AllPages are all pages of all languages, in default order (Pages):
// https://gohugo.io/methods/site/allpages/
func (s *Site) AllPages(c *Call) Pages {
	return s.s.list(s.e.Language.Lower+"#AllPages", func() []*site.Page {
		var all []*site.Page
		for _, e := range s.s.site.Editions {
			all = append(all, e.Pages...)
		}
		if len(s.s.site.Editions) > 1 {
			col := words.NewCollator(s.s.site.Editions[0].Language.Lower) // one order for all languages, as in Hugo
			slices.SortStableFunc(all, func(a, b *site.Page) int { return site.CompareDefault(a, b, col) })
		}
		return all
	}).ask(c)
}

// Sections are the section pages below the home page (Pages):
// https://gohugo.io/methods/site/sections/
func (s *Site) Sections(c *Call) Pages {
	return s.siteList(c, "Sections", func() []*site.Page { return s.e.Sections })
}

// MainSections are the configured main sections, else the section with the most pages ([]string):
// https://gohugo.io/methods/site/mainsections/
func (s *Site) MainSections(c *Call) []string {
	c.Ask(trace.List, s.e.Language.Lower+"#MainSections", trace.HashStrings(s.e.MainSections...))
	return s.e.MainSections
}

// Lastmod is the newest date of all pages (time.Time): https://gohugo.io/methods/site/lastmod/
func (s *Site) Lastmod(c *Call) time.Time {
	c.Ask(trace.List, s.e.Language.Lower+"#Lastmod", uint64(s.e.Lastmod.UnixNano()))
	return s.e.Lastmod
}

// LastChange is the old name of Lastmod (time.Time).
func (s *Site) LastChange(c *Call) time.Time { return s.Lastmod(c) }

// Sites are the sites of all languages (Sites): https://gohugo.io/methods/site/sites/
func (s *Site) Sites() Sites { return s.s.Sites }

// Store keeps values while one page is rendered (Store): https://gohugo.io/methods/site/store/
func (s *Site) Store(c *Call) *tmpl.Store { return c.StoreOf(&s.key) }

// GetPage is the page at a path; nil if there is none (Page): https://gohugo.io/methods/site/getpage/
func (s *Site) GetPage(c *Call, ref ...string) (any, error) {
	path, err := getPagePath(ref)
	if err != nil {
		return nil, err
	}
	return pageOrNil(s.s.find(c, s.e, nil, path))
}

// Version is the version that is built (Dimension): https://gohugo.io/methods/site/version/
func (s *Site) Version() Dimension { return Dimension{s.cfg().Versions.Name()} }

// Role is the role that is built (Dimension): https://gohugo.io/methods/site/role/
func (s *Site) Role() Dimension { return Dimension{s.cfg().Roles.Name()} }

// Dimension is the value of the language, version, or role dimension (Language or Dimension):
// https://gohugo.io/methods/site/dimension/
func (s *Site) Dimension(name string) (any, error) {
	switch name {
	case "language":
		return s.Language(), nil
	case "version":
		return s.Version(), nil
	case "role":
		return s.Role(), nil
	}
	return nil, errDimension(name)
}

func errDimension(name string) error {
	return fmt.Errorf("%q is not a dimension: use language, version, or role", name)
}

// Dimension is the only value of a dimension for which sitegen does not support several values.
type Dimension struct{ name string }

// Name is its name (string).
func (d Dimension) Name() string { return d.name }

// IsDefault is true (bool).
func (d Dimension) IsDefault() bool { return true }

// SiteConfig is the part of the configuration that templates can read. Here and in its parts, jsonify encodes the fields
// that Hugo still has, in its order.
type SiteConfig struct {
	Privacy  SitePrivacy
	Services SiteServices
}

// SiteServices has the values of [services]: https://gohugo.io/configuration/services/
type SiteServices struct {
	Disqus          struct{ Shortname string }
	GoogleAnalytics struct{ ID string }
	Instagram       struct {
		DisableInlineCSS bool
		AccessToken      string
	} `json:"-"`
	X       struct{ DisableInlineCSS bool }
	Twitter struct{ DisableInlineCSS bool } `json:"-"`
	RSS     struct{ Limit int }
}

// SitePrivacy has the values of [privacy]: https://gohugo.io/configuration/privacy/
type SitePrivacy struct {
	Disqus          struct{ Disable bool }
	GoogleAnalytics struct{ Disable, RespectDoNotTrack bool }
	Instagram       struct{ Disable, Simple bool }
	Vimeo           struct{ Disable, EnableDNT, Simple bool }
	YouTube         struct{ Disable, PrivacyEnhanced bool }
	Twitter         struct{ Disable, EnableDNT, Simple bool } `json:"-"`
	X               struct{ Disable, EnableDNT, Simple bool }
}

func newSiteConfig(cfg *config.Config, lang *config.Language) *SiteConfig {
	var s SiteConfig
	text := func(path string) string { x, _ := cfg.Value(lang, path).(string); return x }
	flag := func(path string) bool { x, _ := cfg.Value(lang, path).(bool); return x }
	s.Services.RSS.Limit = lang.RSSLimit
	s.Services.Disqus.Shortname = cmp.Or(text("services.disqus.shortname"), text("disqusshortname"))
	s.Services.GoogleAnalytics.ID = cmp.Or(text("services.googleanalytics.id"), text("googleanalytics"))
	s.Services.Instagram.DisableInlineCSS = flag("services.instagram.disableinlinecss")
	s.Services.Instagram.AccessToken = text("services.instagram.accesstoken")
	s.Services.X.DisableInlineCSS = flag("services.x.disableinlinecss")
	s.Services.Twitter.DisableInlineCSS = flag("services.twitter.disableinlinecss")
	p := &s.Privacy
	p.Disqus.Disable = flag("privacy.disqus.disable")
	p.GoogleAnalytics.Disable = flag("privacy.googleanalytics.disable")
	set := cfg.Value(lang, "privacy.googleanalytics.respectdonottrack")
	p.GoogleAnalytics.RespectDoNotTrack = set == nil || flag("privacy.googleanalytics.respectdonottrack")
	p.Instagram.Disable, p.Instagram.Simple = flag("privacy.instagram.disable"), flag("privacy.instagram.simple")
	p.Twitter.Disable, p.Twitter.EnableDNT, p.Twitter.Simple = flag("privacy.twitter.disable"),
		flag("privacy.twitter.enablednt"), flag("privacy.twitter.simple")
	p.X.Disable, p.X.EnableDNT, p.X.Simple = flag("privacy.x.disable"), flag("privacy.x.enablednt"),
		flag("privacy.x.simple")
	p.Vimeo.Disable, p.Vimeo.EnableDNT, p.Vimeo.Simple = flag("privacy.vimeo.disable"), flag("privacy.vimeo.enablednt"),
		flag("privacy.vimeo.simple")
	p.YouTube.Disable, p.YouTube.PrivacyEnhanced = flag("privacy.youtube.disable"), flag("privacy.youtube.privacyenhanced")
	return &s
}

// getPagePath joins the arguments of .GetPage: a path or, in an old form, its segments.
func getPagePath(ref []string) (string, error) {
	if len(ref) == 0 {
		return "", fmt.Errorf("GetPage requires a path")
	}
	said := slices.DeleteFunc(slices.Clone(ref), func(s string) bool { return s == "" || s == "/" })
	switch {
	case len(said) == 0, said[0] == string(site.Home), len(said) == 1 && len(ref) == 2 && said[0] == string(site.Section):
		return "/", nil
	case len(said) == 1:
		return said[0], nil
	}
	return "/" + strings.TrimPrefix(strings.Join(said[1:], "/"), "/"), nil
}
