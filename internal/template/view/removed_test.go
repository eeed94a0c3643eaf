package view

import "testing"

// TestRemovedNames: removed names return the old values.
func TestRemovedNames(t *testing.T) {
	p := newProject(t, library())
	p.rows(p.page("/books/novels/miserables"), [][2]string{
		{`.URL`, "/docs/en/books/novels/misery/"},
		{`.RSSLink`, ""},
		{`.IsDraft`, "false"},
		{`.GetParam "shelf"`, "left"},
		{`.GetParam "author.name"`, "John Smith"},
		{`.LanguagePrefix`, "/en"},
		{`.UniqueID`, "8246acb7022b9127490b72c67e83b3f7"},
		{`.Dir`, "books/novels/"},
		{`.Ext`, "md"},
		{`.Extension`, "md"},
		{`.LogicalName`, "miserables.md"},
		{`.BaseFileName`, "miserables"},
		{`.TranslationBaseName`, "miserables"},
		{`.ContentBaseName`, "miserables"},
		{`.Hugo.Version`, "0.169.0"},
		{`eq .Filename .File.Filename`, "true"},
		{`eq .URL .RelPermalink`, "true"},
		{`eq .IsDraft .Draft`, "true"},
		{`eq .UniqueID .File.UniqueID`, "true"},
		{`.Site.RSSLink`, "https://example.org/docs/en/index.xml"},
		{`.Site.DisqusShortname`, ""},
		{`.Site.GoogleAnalytics`, "G-XXXX"},
		{`.Site.Author.name`, "John Smith"},
		{`.Site.Author.none`, "<no value>"},
		{`.Site.Authors`, "map[]"},
		{`.Site.Social`, "map[]"},
		{`.Site.Social.twitter`, "<no value>"},
		{`.Site.Hugo.Environment`, "production"},
		{`.Site.LastChange.Year`, "2021"},
		{`.Site.LanguageCode`, "en-US"},
		{`.File.FileInfo.Name`, "miserables.md"},
		{`.File.FileInfo.IsDir`, "false"},
		{`.File.FileInfo.Size`, "468"},
		{`.File.FileInfo.Meta.Name`, "miserables.md"},
		{`eq .File.FileInfo.Meta.Filename .File.Filename`, "true"},
	})
	p.rows(p.page("/books"), [][2]string{
		{`.RSSLink`, "/docs/en/books/index.xml"},
		{`.URL`, "/docs/en/books/"},
		{`.Dir`, "books/"},
		{`.ContentBaseName`, "books"},
		{`.IsDraft`, "false"},
	})
	p.rows(p.page("/genres"), [][2]string{
		{`.RSSLink`, "/docs/en/genres/index.xml"},
		{`len .Dir`, "0"},
		{`len .LogicalName`, "0"},
	})
	p.rows(p.pageIn(1, "/books"), [][2]string{
		{`.LanguagePrefix`, "/de"},
		{`.RSSLink`, "/docs/de/books/index.xml"},
		{`.Site.RSSLink`, "https://example.org/docs/de/index.xml"},
		{`.URL`, "/docs/de/books/"},
	})
}

// TestMissingPage: the result of GetPage for a missing page has every method of a page, with zero values.
func TestMissingPage(t *testing.T) {
	p := newProject(t, library())
	p.rows(p.page("/"), [][2]string{
		{`(site.GetPage "none").Title`, ""},
		{`(site.GetPage "none").Layout`, ""},
		{`(site.GetPage "none").RelPermalink`, ""},
		{`(site.GetPage "none").Weight`, "0"},
		{`(site.GetPage "none").Draft`, "false"},
		{`(site.GetPage "none").IsPage`, "false"},
		{`(site.GetPage "none").Content`, ""},
		{`len (site.GetPage "none").Pages`, "0"},
		{`len (site.GetPage "none").RegularPages`, "0"},
		{titles(`(site.GetPage "none").Pages`), ""},
		{`range (site.GetPage "none").Ancestors }}x{{ else }}none{{ end`, "none"},
		{`(site.GetPage "none").Params.x`, "<no value>"},
		{`(site.GetPage "none").Date.IsZero`, "true"},
		{`(site.GetPage "none").Titel`, "ERR can't evaluate field Titel in type page"},
		{`(.GetPage "none").Title`, ""},
		{`with site.GetPage "none" }}x{{ else }}none{{ end`, "none"},
		{`with (site.GetPage "none").Title }}x{{ else }}none{{ end`, "none"},
		{`if site.GetPage "none" }}x{{ else }}none{{ end`, "none"},
		{`not (site.GetPage "none")`, "true"},
		{`(site.GetPage "none") | default "d"`, "d"},
		{`{{ $p := site.GetPage "none" }}{{ if $p }}x{{ else }}{{ $p.Title }}none{{ end }}`, "none"},
		{`{{ with .Parent }}x{{ else }}none{{ end }}`, "none"},
		{`.Parent.Title`, "ERR nil pointer evaluating page.Title"},
		{`eq (site.GetPage "none") nil`, "true"},
	})
}

// TestBuilds: scripts and style sheets built from assets.
func TestBuilds(t *testing.T) {
	p := newProject(t, library())
	p.rows(p.page("/"), [][2]string{
		{`(resources.Get "js/a.js" | js.Build).MediaType`, "text/javascript"},
		{`(resources.Get "js/a.js" | js.Build).RelPermalink`, "/docs/js/a.js"},
		{`(resources.Get "js/a.js" | js.Build "out/x.js").RelPermalink`, "/docs/out/x.js"},
		{`(resources.Get "js/a.js" | js.Build (dict "targetPath" "out/y.js")).RelPermalink`, "/docs/out/y.js"},
		{`(resources.Get "js/a.js" | js.Build (dict "minify" true)).Content`, "(()=>{})();\n"},
		{`(resources.Get "js/a.js" | js.Build (dict "TargetPath" "z.js" "Minify" true)).RelPermalink`, "/docs/z.js"},
		{`(resources.FromString "b.ts" "const n: number = 1; console.log(n)" | js.Build).RelPermalink`, "/docs/b.js"},
		{`in (resources.FromString "b.ts" "const n: number = 1; console.log(n)" | js.Build).Content "number"`, "false"},
		{`in (resources.FromString "b.js" "console.log(1 + 1)" | js.Build).Content "console.log"`, "true"},
		{`resources.FromString "b.js" "let = ;" | js.Build`, "ERR js.Build: b.js:1:7: Unexpected \";\""},
		{`js.Build nil`, "ERR js.Build: no resource"},
		{`js.Build 5`, "ERR js.Build requires a resource, not int"},
		{`js.Build 1 2 3`, "ERR js.Build requires options, if any, and a resource"},
		{`js.Build "x" "y"`, "ERR js.Build requires a resource, not string"},
		{`js.Build 5 (resources.Get "js/a.js")`, "ERR js.Build: options are a map, not int"},
		{`(resources.Get "css/a.css" | css.Build).MediaType`, "text/css"},
		{`(resources.Get "css/a.css" | css.Build).RelPermalink`, "/docs/css/a.css"},
		{`(resources.Get "css/a.css" | css.Build (dict "minify" true)).Content`, "a{color:red}\n"},
		{`(resources.Get "css/a.css" | css.Build "out/x.css").RelPermalink`, "/docs/out/x.css"},
	})
}
