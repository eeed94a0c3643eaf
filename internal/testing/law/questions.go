package law

import "fmt"

// question returns a piece of template that uses the page, its lists, the site, or files. All kinds of
// questions that a render can record occur.
func (g *gen) question() string {
	p := logical(g.file(anyContent))
	return fmt.Sprintf("<q>%d ", g.n) + g.one(
		`{{ len site.RegularPages }}`,
		`{{ range first 2 site.RegularPages.ByLastmod }}{{ .Title }}{{ end }}`,
		`{{ with site.GetPage "`+p+`" }}{{ .WordCount }} {{ .Title }}{{ end }}`,
		`{{ with site.GetPage "`+p+`" }}{{ .Content }}{{ end }}`,
		`{{ with site.GetPage "`+p+`" }}{{ .Params.mood }} {{ .Lastmod }}{{ end }}`,
		`{{ with site.GetPage "`+p+`" }}{{ len .Resources }} {{ len .Translations }}{{ end }}`,
		`{{ with site.GetPage "/nowhere`+fmt.Sprint(g.n%4)+`" }}{{ .Title }}{{ end }}`,
		`{{ site.Params.color }} {{ site.Title }} {{ site.Copyright }}`,
		`{{ range site.Menus.main }}{{ .Name }} {{ .Weight }}{{ end }}`,
		`{{ range site.Menus.side }}{{ .Name }}{{ end }}`,
		`{{ if fileExists "notes.txt" }}{{ readFile "notes.txt" }}{{ end }}`,
		`{{ range readDir "content" }}{{ .Name }} {{ if not .IsDir }}{{ .Size }}{{ end }}{{ end }}`,
		`{{ now.Format "2006-01-02T15" }}`,
		`{{ T "latest" }} {{ T "lost" }}`,
		`{{ range site.Taxonomies.tags }}{{ .Count }} {{ end }}`,
		`{{ range $k, $v := site.Data }}{{ $k }}{{ end }}`,
		`{{ with .Site.Data.facts }}{{ .first }}{{ end }}`,
		`{{ .RelPermalink }} {{ .Date }} {{ .Type }} {{ .Kind }}`,
		`{{ .Description }} {{ .Keywords }} {{ .Params.mood }}`,
		`{{ with .NextInSection }}{{ .Title }}{{ end }}{{ with .Prev }}{{ .Date }}{{ end }}`,
		`{{ with .File }}{{ .Path }} {{ .UniqueID }}{{ end }}`,
		`{{ range .Resources.ByType "image" }}{{ .Name }} {{ .Width }}{{ end }}`,
		`{{ with .Parent }}{{ .Title }} {{ len .Pages }}{{ end }}`,
		`{{ range .Site.Home.AllTranslations }}{{ .Title }}{{ end }}`,
		`{{ range where site.AllPages "Params.mood" "happy" }}{{ .Title }} {{ end }}`,
		`{{ range (where site.RegularPages "Section" "posts").GroupBy "Type" }}{{ .Key }} {{ len .Pages }}{{ end }}`,
		`{{ range (sort site.RegularPages "Params.fact" "desc") | first 3 }}{{ .Title }}{{ end }}`,
		`{{ range site.RegularPages.ByParam "mood" | first 2 }}{{ .Params.mood }}{{ end }}`,
		`{{ range first 2 (site.RegularPages.Related .) }}{{ .Title }}{{ end }}`,
		`{{ with resources.Get "css/extra.css" }}{{ .Content }}{{ (. | fingerprint).RelPermalink }}{{ end }}`,
		`{{ range resources.Match "**.js" }}{{ .Name }} {{ end }}`,
		`{{ relref . (dict "path" "/about") }}`,
		`{{ .Summary }} {{ .Truncated }} {{ .ReadingTime }}`,
		`{{ .TableOfContents }}`,
		`{{ range .Fragments.Headings }}{{ .Title }}{{ end }}`,
		`{{ .HasShortcode "remember" }} {{ .RawContent | len }}`,
		`{{ templates.Exists "_partials/extra.html" }}`,
		`{{ site.Lastmod }} {{ hugo.Environment }} {{ site.Language.Label }}`,
		`{{ range site.Languages }}{{ .Lang }}{{ end }} {{ range site.Sites }}{{ .Title }}{{ end }}`,
		`{{ partialCached "count.html" . .Lang }}`,
		`{{ with .FirstSection }}{{ partialCached "tree.html" (dict "context" $ "root" .) .RelPermalink }}{{ end }}`,
		`{{ range .OutputFormats }}{{ .RelPermalink }}{{ end }}`,
		`{{ with .GetTerms "tags" }}{{ range . }}{{ .Title }} {{ len .Pages }}{{ end }}{{ end }}`,
		`{{ with .GitInfo }}{{ .Hash }}{{ end }} {{ .Lastmod }}`,
		`{{ .Discovery }}`,
		`{{ range site.Listed }}{{ .Key.Title }}: {{ range .Pages }}{{ .Title }} {{ end }}{{ end }}{{ with site.HTMLSitemap }}{{ .RelPermalink }}{{ end }}`,
		`{{ range site.Feeds }}{{ .Title }} {{ .Description }} {{ .List.Title }}: {{ range .Links }}{{ .Href }} {{ end }}{{ range .Pages }}{{ .Title }} {{ end }}{{ end }}{{ with site.FeedPage }}{{ .RelPermalink }}{{ end }}`,
		`{{ .IsMenuCurrent "main" (index site.Menus.main 0) }}`,
		`{{ range .Ancestors }}{{ .Title }}{{ end }} {{ .CurrentSection.Title }} {{ .FirstSection.Title }}`,
		`{{ .Eq site.Home }} {{ .InSection site.Home }} {{ .IsDescendant site.Home }}`,
		`{{ markdownify .Title }} {{ .RenderString "*a* [b](/about)" }}`,
		`{{ range .Site.Sections }}{{ .Title }} {{ len .Pages }}{{ end }} {{ site.MainSections }}`,
		`{{ range site.RegularPages.GroupByPublishDate "2006" }}{{ .Key }} {{ len .Pages }}{{ end }}`,
	) + "</q>"
}

// bodyQuestion is the same for shortcodes and hooks, which access the page by .Page.
func (g *gen) bodyQuestion() string {
	p := logical(g.file(anyContent))
	return g.one(
		`{{ .Page.Title }}`, `{{ .Page.RelPermalink }}`, `{{ len site.RegularPages }}`, `{{ T "latest" }}`,
		`{{ site.Params.color }}`,
		`{{ with site.GetPage "`+p+`" }}{{ .Title }} {{ .Params.mood }}{{ end }}`,
		`{{ with site.GetPage "`+p+`" }}{{ .WordCount }}{{ end }}`,
		`{{ with site.Data.facts }}{{ .second }}{{ end }}`, `{{ with .Page.NextInSection }}{{ .Title }}{{ end }}`,
		`{{ range .Page.Resources }}{{ .Name }}{{ end }}`,
		`{{ if fileExists "notes.txt" }}{{ readFile "notes.txt" }}{{ end }}`,
		`{{ .Page.Store.Set "asked" 1 }}`, `{{ now.Day }}`, `{{ with .Page.Parent }}{{ .Title }}{{ end }}`,
		`{{ partial "count.html" .Page }}`, `{{ with resources.Get "js/a.js" }}{{ .Content }}{{ end }}`,
	)
}
