package law

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// setting is a configuration key with values that are valid in TOML and YAML.
type setting struct {
	section, key string
	values       []string
}

// settings returns the settings that edits choose from.
func settings() []setting {
	yes := []string{"true", "false"}
	return []setting{
		{"", "title", []string{`"Title A"`, `"Title B"`, `"T & C"`}},
		{"", "copyright", []string{`"C one"`, `"C two"`}},
		{"", "summaryLength", []string{"3", "12", "70"}},
		{"", "enableRobotsTXT", yes},
		{"", "enableEmoji", yes},
		{"markup", "extras", yes},
		{"", "timeZone", []string{`"UTC"`, `"Asia/Tokyo"`, `"America/New_York"`}},
		{"", "disableKinds", []string{`["term"]`, `["taxonomy", "term"]`, `["rss"]`, `["404"]`, `["section"]`, `[]`}},
		{"", "baseURL", []string{`"https://one.alt/"`, `"https://two.alt/deep/er/"`}},
		{"", "defaultContentLanguageInSubdir", yes},
		{"", "disableAliases", yes},
		{"", "disablePathToLower", yes},
		{"", "removePathAccents", yes},
		{"", "uglyURLs", yes},
		{"", "titleCaseStyle", []string{`"go"`, `"chicago"`, `"none"`}},
		{"", "pluralizeListTitles", yes},
		{"", "mainSections", []string{`["posts"]`, `["docs", "notes"]`}},
		{"", "sectionPagesMenu", []string{`"main"`, `"side"`}},
		{"", "ledger", []string{`"sitegen.ledger"`}},
		{"", "minify", yes},
		{"", "cacheOutputs", yes},
		{"", "enableGitInfo", yes},
		{"", "buildDrafts", yes},
		{"", "buildFuture", yes},
		{"", "hasCJKLanguage", yes},
		{"", "fallbackPages", yes},
		{"", "folderSections", yes},
		{"", "disableLanguages", []string{`["fr"]`, `["ar", "fr"]`, `[]`}},
		{"", "paginate", []string{"2", "4"}},
		{"params", "color", []string{`"red"`, `"blue"`}},
		{"params", "description", []string{`"One description"`, `"Another"`}},
		{"params", "mainDoc", []string{`"/docs/beta"`, `"/about"`}},
		{"params", "versions", []string{
			`[]`, `[{name = "2", path = "/docs"}, {name = "1", path = "/posts"}]`,
			`[{name = "2", url = "https://new.alt/{path}"}, {name = "1", path = "/"}]`,
		}},
		{"pagination", "pagerSize", []string{"1", "2", "5", "20"}},
		{"pagination", "path", []string{`"page"`, `"seite"`}},
		{"taxonomies", "category", []string{`"categories"`}},
		{"taxonomies", "mood", []string{`"moods"`}},
		{"permalinks.page", "posts", []string{`"/:slug/"`, `"/:year/:month/:slug/"`, `"/p/:contentbasename/"`}},
		{"permalinks.page", "docs", []string{`"/manual/:slug/"`, `"/docs/:slug/"`}},
		{"related", "threshold", []string{"0", "50", "90"}},
		{"related", "includeNewer", yes},
		{"outputs", "home", []string{`["html"]`, `["html", "rss"]`, `["html", "rss", "json"]`}},
		{"outputs", "page", []string{`["html"]`, `["html", "json"]`}},
		{"outputs", "section", []string{`["html"]`, `["html", "rss"]`}},
		{"services.rss", "limit", []string{"1", "3", "-1"}},
		{"feeds", "atom", yes},
		{"feeds", "json", yes},
		{"feeds", "limit", []string{"1", "3", "50"}},
		{"feeds", "fullContent", []string{"0", "1", "50"}},
		{"feeds", "page", yes},
		{"feeds", "audio", yes},
		{"feeds.namespaces", "geo", []string{`"http://www.w3.org/2003/01/geo/wgs84_pos#"`}},
		{"feeds.section", "podcast", yes},
		{"feeds", "lists", []string{`["/posts"]`, `["/docs", "/posts"]`, `[]`}},
		{"discovery", "split", []string{`"none"`, `"language"`, `"section"`, `"year"`, `"{type}-{language}"`}},
		{"discovery", "gzip", yes},
		{"discovery", "textSitemap", yes},
		{"discovery", "htmlSitemap", []string{"true", "false", "2"}},
		{"discovery", "llms", yes},
		{"discovery", "llmsFull", yes},
		{"discovery", "markdown", yes},
		{"discovery", "robots", yes},
		{"discovery", "stable", yes},
		{"discovery", "sitemapURLs", []string{"3", "7", "50000"}},
		{"discovery", "images", []string{`"off"`, `"inline"`, `"files"`}},
		{"discovery", "lastmod", []string{
			`[":page"]`, `[":ledger"]`, `["lastmod", ":descendants", ":ledger"]`,
			`[":page", ":ledger"]`,
		}},
		{"discovery", "headers", yes},
		{"discovery", "files", []string{`["**/*.txt"]`, `["**/*.png"]`, `[]`}},
		{"discovery", "fileRules", []string{
			`[{files = ["**/*.txt"], noindex = true}]`, `[{files = ["files/**"], lastmod = 2026-01-02}]`,
			`[{files = ["**"], canonical = "/about/"}]`, `[]`,
		}},
		{"deploy", "hosts", []string{
			`["netlify"]`, `["netlify", "nginx", "apache", "github-pages"]`,
			`["cloudflare", "gitlab-pages"]`, `["nginx"]`, `[]`,
		}},
		{"deploy", "security", yes},
		{"deploy.limits", "files", []string{"1", "50", "-1"}},
		{"deploy.limits", "headerRules", []string{"2", "5"}},
		{"deploy", "cname", yes},
		{"feeds", "hubs", []string{`["https://hub.alt/"]`, `[]`}},
		{"imaging", "quality", []string{"30", "90"}},
		{"imaging", "resampleFilter", []string{`"lanczos"`, `"linear"`}},
		{"discovery", "files", []string{`["**/*.txt"]`, `["**/*.png", "**/*.css"]`}},
		{"discovery", "urls", []string{`["https://many.alt/sub/x/"]`, `[]`}},
		{"discovery", "sitemapAddresses", []string{`"root"`, `"hugo"`}},
		{"discovery", "videos", []string{`"off"`, `"inline"`, `"files"`}},
		{"discovery.news", "sections", []string{`["posts"]`, `["news", "docs"]`, `[]`}},
		{"notify", "indexNowKey", []string{`"5f0c1a9e7b3d4628"`, `"8264d3b7e9a1c0f5"`}},
		{"feeds.updates", "robots", yes},
		{"feeds.updates", "sitemap", yes},
		{"feeds.section", "archive", []string{"1", "2"}},
		{"feeds.home", "content", []string{`"full"`, `"summary"`, `"none"`}},
		{"feeds", "maxBytes", []string{"200", "2000"}},
		{"sitemap", "priority", []string{"0.4", "-1"}},
		{"sitemap", "changefreq", []string{`"weekly"`, `""`}},
		{"frontmatter", "lastmod", []string{`[":fileModTime", ":default"]`, `["lastmod", "date"]`, `[":git", "lastmod"]`}},
		{"frontmatter", "date", []string{`[":filename", ":default"]`, `["date", "publishDate"]`}},
		{"markup.goldmark.renderer", "unsafe", yes},
		{"markup.goldmark.renderer", "hardWraps", yes},
		{"markup.goldmark.extensions", "typographer", []string{"{disable = true}", "{disable = false}"}},
		{"markup.goldmark.parser", "autoHeadingID", yes},
		{"markup.goldmark.parser", "autoHeadingIDType", []string{`"blackfriday"`, `"github"`}},
		{"markup.highlight", "noClasses", yes},
		{"markup.highlight", "lineNos", yes},
		{"markup.highlight", "style", []string{`"monokai"`, `"github"`}},
		{"markup.tableOfContents", "startLevel", []string{"1", "2", "3"}},
		{"languages.fr", "title", []string{`"Français A"`, `"Français B"`}},
		{"languages.fr", "weight", []string{"0", "2", "9"}},
		{"languages.fr", "disabled", yes},
		{"languages.fr", "fallbackPages", yes},
		{"languages.ar", "fallbackPages", yes},
		{"languages.fr", "label", []string{`"FR"`, `"Français"`}},
		{"languages.ar", "locale", []string{`"ar-EG"`, `"ar"`, `"xx-nonsense"`}},
		{"languages.ar", "direction", []string{`"rtl"`, `"ltr"`}},
		{"languages.pt-br", "contentDir", []string{`"content-pt"`, `"content-none"`}},
		{"languages.de", "title", []string{`"Deutsch"`, `"Anders"`}},
		{"languages.de", "weight", []string{"5", "7"}},
		{"page", "nextPrevSortOrder", []string{`"asc"`, `"desc"`}},
	}
}

// configKinds edit the configuration.
func configKinds() []kind {
	pick := func(pattern string) func(*gen) []Op {
		re := regexp.MustCompile(pattern)
		return func(g *gen) []Op {
			var fit []setting
			for _, s := range settings() {
				if re.MatchString(s.section + "." + s.key) {
					fit = append(fit, s)
				}
			}
			s := fit[g.IntN(len(fit))]
			p := g.file(configFile)
			return g.edit(p, func(old string) string { return set(old, path.Ext(p), s.section, s.key, g.one(s.values...)) })
		}
	}
	return []kind{
		{"config: title or copyright", pick(`^\.(title|copyright)$`)},
		{"config: params", pick(`^params\.`)},
		{"config: a setting at the root", pick(`^\.`)},
		{"config: pagination", pick(`^pagination`)},
		{"config: taxonomies", pick(`^taxonomies`)},
		{"config: permalinks", pick(`^permalinks`)},
		{"config: outputs", pick(`^outputs`)},
		{"config: feeds", pick(`^(feeds|services)`)},
		{"config: sitemaps", pick(`^(discovery|sitemap|notify)\.`)},
		{"config: related", pick(`^related`)},
		{"config: dates", pick(`^frontmatter`)},
		{"config: markup", pick(`^markup`)},
		{"config: a language's", pick(`^languages\.(fr|ar|pt-br)\.`)},
		{"config: fallback pages", pick(`\.fallbackPages$`)},
		{"config: language added", pick(`^languages\.de\.`)},
		{"config: language removed", func(g *gen) []Op {
			return g.edit(g.file(configFile), func(old string) string {
				i := strings.Index(old, "[languages."+g.one("pt-br", "ar", "de")+"]")
				if i < 0 {
					return old
				}
				if end := strings.Index(old[i+1:], "\n[languages."); end >= 0 {
					return old[:i] + old[i+1+end+1:]
				}
				return old[:i]
			})
		}},
		{"config: a host for each language", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				if strings.Contains(old, ".hosts.example") {
					return regexp.MustCompile(`(?m)^baseURL = ".*\.hosts\.example/"\n`).ReplaceAllString(old, "")
				}
				for _, l := range regexp.MustCompile(`(?m)^\[languages\.([\w-]+)\]$`).FindAllStringSubmatch(old, -1) {
					old = set(old, ".toml", "languages."+l[1], "baseURL", fmt.Sprintf(`"https://%s.hosts.example/"`, l[1]))
				}
				return old
			})
		}},
		{"config: menu entry", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				return old + fmt.Sprintf("\n[[menus.%s]]\nname = \"Entry %d\"\npageRef = %q\nweight = %d\n", g.one("main", "side"),
					g.n, logical(g.file(anyContent)), g.IntN(9))
			})
		}},
		{"config: segments", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				if strings.Contains(old, "[[segments.some.includes]]") {
					return set(old, ".toml", "", "renderSegments", g.one(`["some"]`, "[]", `["none"]`))
				}
				rule := g.one(`path = "{/posts,/posts/**}"`, `kind = "{home,section}"`, `output = "html"`, `lang = "en"`)
				return set(old, ".toml", "", "renderSegments", `["some"]`) + "\n[[segments.some.includes]]\n" + rule + "\n"
			})
		}},
		{"config: links", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				return set(old, ".toml", "", g.one("relativeURLs", "canonifyURLs"), g.one("true", "true", "false"))
			})
		}},
		{"config: content of another folder", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				if strings.Contains(old, "[[module.mounts]]") {
					return regexp.MustCompile(`\n\[\[module\.mounts\]\]\nsource = .*\ntarget = .*\n`).ReplaceAllString(old, "")
				}
				own := "\n[[module.mounts]]\nsource = \"content\"\ntarget = \"content\"\n"
				return old + own + fmt.Sprintf("\n[[module.mounts]]\nsource = %q\ntarget = \"content/mounted\"\n",
					g.one("data", "static", "content/posts", "content/docs"))
			})
		}},
		{"config: two pages of one address", func(g *gen) []Op {
			return g.edit(g.file(leafFile), func(old string) string {
				return with(old, "url",
					fmt.Sprintf("%q", logical(g.file(leafFile))+"/"))
			})
		}},
		{"config: names that pages use", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				return set(old, ".toml", "build.buildStats", "enable", g.one("true", "true", "false"))
			})
		}},
		{"config: cascade", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				return old + fmt.Sprintf("\n[[cascade]]\n[cascade.params]\nbanner = \"banner %d\"\n[cascade.target]\npath = %q\n",
					g.n, g.one("/posts/**", "/docs/**", "/**"))
			})
		}},
		{"config: a key removed", func(g *gen) []Op {
			return g.edit(g.file(configFile), func(old string) string {
				lines := strings.SplitAfter(old, "\n")
				i := g.IntN(len(lines))
				if !strings.Contains(lines[i], "=") && !strings.Contains(lines[i], ": ") {
					return old
				}
				return strings.Join(append(lines[:i:i], lines[i+1:]...), "")
			})
		}},
		{"config: an environment's", func(g *gen) []Op {
			if g.has("config/production/params.toml") {
				return remove("config")
			}
			return put("config/production/params.toml", fmt.Sprintf("color = \"env%d\"\n", g.n))
		}},
		{"config: theme", func(g *gen) []Op {
			return g.edit(g.file(tomlConfig), func(old string) string {
				if !g.has("themes/beta") {
					return old
				}
				return set(old, ".toml", "", "theme",
					g.one(`["alpha", "common"]`, `["beta", "common"]`, `["beta", "alpha", "common"]`, `["common", "beta"]`))
			})
		}},
		{"config: one appears", func(g *gen) []Op {
			if !g.site.guessed {
				return nil
			}
			if g.has("sitegen.toml") {
				return remove("sitegen.toml")
			}
			return put("sitegen.toml", fmt.Sprintf("title = \"Named %d\"\n", g.n))
		}},
	}
}

const (
	configFile = `^(sitegen|hugo)\.(toml|yaml)$`
	tomlConfig = `^(sitegen|hugo)\.toml$`
)

// set sets a key in a configuration file; a file that it cannot edit stays.
func set(old, ext, section, key, value string) string {
	if ext == ".yaml" {
		return setYAML(old, section, key, value)
	}
	header, from := "", 0
	if section != "" {
		header = "[" + section + "]\n"
		i := strings.Index("\n"+old, "\n"+header)
		if i < 0 {
			return strings.TrimRight(old, "\n") + "\n\n" + header + key + " = " + value + "\n"
		}
		from = i + len(header)
	}
	end := len(old)
	if i := strings.Index("\n"+old[from:], "\n["); i >= 0 {
		end = from + i
	}
	line := regexp.MustCompile(`(?m)^` + key + ` = .*\n`)
	return old[:from] + key + " = " + value + "\n" + line.ReplaceAllString(old[from:end], "") + old[end:]
}

// setYAML sets a top-level key, or one in a new mapping.
func setYAML(old, section, key, value string) string {
	value = strings.ReplaceAll(value, " = ", ": ")
	parts := strings.Split(section, ".")
	line := key + ": " + value
	for i := len(parts) - 1; section != "" && i >= 0; i-- {
		line = parts[i] + ": {" + line + "}"
		line = strings.ReplaceAll(line, "}}", "} }")
	}
	top, _, _ := strings.Cut(line, ":")
	if strings.Contains("\n"+old, "\n"+top+":\n") {
		return old // a block mapping
	}
	return regexp.MustCompile(`(?m)^`+top+`: .*\n`).ReplaceAllString(old, "") + line + "\n"
}
