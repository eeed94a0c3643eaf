package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Setting is one resolved value for `sitegen config`.
type Setting struct {
	Key    string `json:"key"`    // dotted, in lower case
	Value  any    `json:"value"`  // as decoded
	Origin string `json:"origin"` // "hugo.toml:3", "SITEGEN_TITLE", "flag" or "default"
}

// Settings returns every configured value, and the defaults of the most important keys, by key.
func (c *Config) Settings() []Setting {
	var out []Setting
	c.flatten("", c.Root, &out)
	for key, value := range c.defaults() {
		if !slices.ContainsFunc(out, func(s Setting) bool { return s.Key == key || strings.HasPrefix(s.Key, key+".") }) {
			out = append(out, Setting{Key: key, Value: value, Origin: "default"})
		}
	}
	slices.SortFunc(out, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// secretKey is the one setting that must not appear in the log of a build server.
const secretKey = "notify.baidutoken"

func (c *Config) flatten(prefix string, m map[string]any, out *[]Setting) {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		path := join(prefix, key)
		if sub, ok := m[key].(map[string]any); ok && len(sub) > 0 {
			c.flatten(path, sub, out)
			continue
		}
		value := m[key]
		if path == secretKey {
			value = "(not shown)"
		}
		*out = append(*out, Setting{Key: path, Value: value, Origin: c.Origin[path]})
	}
}

// defaults returns the resolved values of the keys that people look for, for keys that are not set.
func (c *Config) defaults() map[string]any {
	main := c.Languages[0]
	for _, l := range c.Languages {
		if l.Default {
			main = l
		}
	}
	var taxonomies []string
	for _, t := range main.Taxonomies {
		taxonomies = append(taxonomies, t.Singular+"="+t.Plural)
	}
	return map[string]any{
		"assetdir": c.AssetDir, "baseurl": c.BaseURL, "builddrafts": c.BuildDrafts, "buildexpired": c.BuildExpired,
		"buildfuture": c.BuildFuture, "cacheoutputs": c.CacheOutputs, "contentdir": c.ContentDir, "datadir": c.DataDir,
		"defaultcontentlanguage": c.DefaultLanguage, "defaultcontentlanguageinsubdir": c.DefaultLanguageInSubdir,
		"disablealiases": c.DisableAliases, "disablepathtolower": c.DisablePathToLower,
		"discovery.sitemapaddresses": c.Discovery.SitemapAddresses, "discovery.sitemapbytes": c.Discovery.SitemapBytes,
		"discovery.sitemapurls": c.Discovery.SitemapURLs, "discovery.textsitemap": c.Discovery.TextSitemap,
		"discovery.lastmod": c.Discovery.LastMod, "discovery.split": c.Discovery.Split, "discovery.gzip": c.Discovery.Gzip,
		"discovery.stable": c.Discovery.Stable, "discovery.scope": c.Discovery.Scope,
		"discovery.images": c.Discovery.Images.Place, "discovery.videos": c.Discovery.Videos.Place, "ledger": c.Ledger,
		"discovery.robots": c.Discovery.Robots, "enableemoji": c.EnableEmoji, "enablegitinfo": c.EnableGitInfo,
		"environment": c.Environment, "feeds.formats": c.Discovery.Feeds.Home.Formats,
		"feeds.limit": c.Discovery.Feeds.Home.Limit, "feeds.fullcontent": c.Discovery.Feeds.FullContent,
		"feeds.maxbytes": c.Discovery.Feeds.MaxBytes,
		"feeds.content":  c.Discovery.Feeds.Home.Content, "feeds.term.content": c.Discovery.Feeds.Term.Content,
		"feeds.updates.formats": c.Discovery.Feeds.Home.Updates, "feeds.updates.days": c.Discovery.Feeds.Updates.Days,
		"frontmatter.date": c.Dates.Date, "frontmatter.lastmod": c.Dates.Lastmod,
		"frontmatter.publishdate": c.Dates.PublishDate, "frontmatter.expirydate": c.Dates.ExpiryDate,
		"layoutdir": c.LayoutDir, "locale": main.Locale, "markup.highlight.style": c.Markup.Highlight.Style,
		"markup.goldmark.renderer.unsafe": c.Markup.Goldmark.Renderer.Unsafe, "minify": c.Minify,
		"pagination.pagersize": main.Pagination.PagerSize, "pagination.path": main.Pagination.Path,
		"publishdir": c.PublishDir, "reflinkserrorlevel": c.RefLinksErrorLevel, "removepathaccents": c.RemovePathAccents,
		"services.rss.limit": c.RSSLimit, "staticdir": c.StaticDirs, "summarylength": main.SummaryLength,
		"taxonomies": taxonomies, "timezone": c.TimeZone.String(), "title": main.Title,
		"titlecasestyle": c.TitleCaseStyle,
	}
}

// String returns "key = value", the value as JSON.
func (s Setting) String() string {
	v, err := json.Marshal(s.Value)
	if err != nil {
		v = []byte(fmt.Sprintf("%q", fmt.Sprint(s.Value)))
	}
	return s.Key + " = " + string(v)
}
