package view

import "testing"

// TestPagersOfLibrary: pagination. https://gohugo.io/methods/page/paginate/
func TestPagersOfLibrary(t *testing.T) {
	p := newProject(t, withPictures(t, library()))
	p.rows(p.page("/books"), [][2]string{
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ $p.PageNumber }} {{ $p.TotalPages }} {{ $p.PagerSize }} {{ $p.PageSize }} {{ $p.NumberOfElements }} {{ $p.TotalNumberOfElements }}`, "1 2 3 3 3 4"},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ range $p.Pages }}{{ .Title }}, {{ end }}`, "The Hunchback, Dracula, Les Misérables, "},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ $p.HasNext }} {{ $p.HasPrev }} {{ $p.URL }} {{ $p.Next.URL }} {{ with $p.Prev }}x{{ else }}none{{ end }}`, "true false /docs/en/books/ /docs/en/books/seite/2/ none"},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ $p.First.URL }} {{ $p.Last.URL }} {{ $p.First.PageNumber }} {{ $p.Last.PageNumber }}`, "/docs/en/books/ /docs/en/books/seite/2/ 1 2"},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ range $p.Pagers }}{{ .PageNumber }}={{ .URL }} {{ .NumberOfElements }} {{ end }}`, "1=/docs/en/books/ 3 2=/docs/en/books/seite/2/ 1 "},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ range $p.Next.Pages }}{{ .Title }}, {{ end }}{{ $p.Next.HasNext }} {{ $p.Next.HasPrev }} {{ $p.Next.Prev.PageNumber }}`, "Poems, false true 1"},
		{`{{ $p := (site.GetPage "/films").Paginator 1 }}{{ $p.PageNumber }}/{{ $p.TotalPages }} {{ $p.URL }} {{ $p.Next.URL }} {{ (.Paginate .RegularPagesRecursive).URL }}`, "1/2 /docs/en/films/ /docs/en/films/seite/2/ /docs/en/books/"},
		{`{{ $p := .Paginate .RegularPagesRecursive 2 }}{{ $p.TotalPages }} {{ len $p.Pages }}`, "2 2"},
		{`{{ $p := .Paginate .RegularPagesRecursive 1 }}{{ $p.TotalPages }} {{ $p.Last.URL }}`, "4 /docs/en/books/seite/4/"},
		{`{{ $p := .Paginate .RegularPagesRecursive 99 }}{{ $p.TotalPages }} {{ $p.HasNext }}`, "1 false"},
		{`{{ $p := .Paginate .RegularPagesRecursive "2" }}{{ $p.TotalPages }}`, "2"},
		{`{{ $p := .Paginate (where .RegularPagesRecursive "Params.year" ">" 1850) }}{{ range $p.Pages }}{{ .Title }}, {{ end }}`, "Dracula, Les Misérables, "},
		{`{{ $p := .Paginate .RegularPagesRecursive.ByTitle }}{{ range $p.Pages }}{{ .Title }}, {{ end }}`, "Dracula, Les Misérables, Poems, "},
		{`{{ $p := .Paginate .RegularPagesRecursive.ByTitle.Reverse 2 }}{{ range $p.Last.Pages }}{{ .Title }}, {{ end }}`, "Les Misérables, Dracula, "},
		{`{{ $p := .Paginate (.RegularPagesRecursive.GroupByDate "2006") 2 }}{{ range $p.PageGroups }}{{ .Key }}:{{ range .Pages }}{{ .Title }}, {{ end }}{{ end }}`, "1897:Dracula, 1862:Les Misérables, "},
		{`{{ $p := .Paginate (.RegularPagesRecursive.GroupByDate "2006") 2 }}{{ $p.TotalPages }} {{ $p.TotalNumberOfElements }} {{ $p.NumberOfElements }}`, "2 4 2"},
		{`{{ $p := .Paginate (.RegularPagesRecursive.GroupByDate "2006") 3 }}{{ range $p.Last.PageGroups }}{{ .Key }} {{ end }}`, "1831 "},
		{`{{ $p := .Paginate slice }}{{ $p.TotalPages }} {{ $p.NumberOfElements }} {{ $p.PageNumber }} {{ $p.HasNext }}`, "0 0 1 false"},
		{`{{ $p := .Paginate (slice . site.Home) }}{{ range $p.Pages }}{{ .Title }}, {{ end }}`, "Books, Home, "},
		{`{{ .Paginator.PageNumber }} {{ .Paginator.TotalPages }} {{ range .Paginator.Pages }}{{ .Title }}, {{ end }}`, "1 1 Poems, "},
		{`{{ .Paginator.PagerSize }} {{ .Paginator.URL }}`, "3 /docs/en/books/"},
		{`{{ $p := .Paginator 1 }}{{ $p.TotalPages }} {{ $p.PagerSize }}`, "1 1"},
		{`{{ $a := .Paginate .RegularPagesRecursive }}{{ $b := .Paginator }}{{ $b.TotalNumberOfElements }}`, "4"},
		{`{{ $a := .Paginator }}{{ $b := .Paginate .RegularPagesRecursive }}{{ $b.TotalNumberOfElements }}`, "1"},
		{`{{ $a := .Paginate .RegularPagesRecursive 1 }}{{ $b := .Paginate .RegularPagesRecursive 2 }}{{ $b.PagerSize }}`, "1"},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ $p }} {{ $p.Next }}`, "Pager 1 Pager 2"},
		{`{{ $p := .Paginate .RegularPagesRecursive }}{{ range $i, $q := $p.Pagers }}{{ if eq $q $p }}[{{ .PageNumber }}]{{ else }}{{ .PageNumber }}{{ end }}{{ end }}`, "[1]2"},
		{`{{ $p := .Paginate 5 }}`, "ERR Paginate: want a list of pages, not int"},
		{`{{ $p := .Paginate .RegularPagesRecursive 0 }}{{ $p.PagerSize }}`, "ERR the size of a pager is a positive number, not 0"},
		{`{{ $p := .Paginate .RegularPagesRecursive -1 }}`, "ERR the size of a pager is a positive number, not -1"},
		{`{{ $p := .Paginate .RegularPagesRecursive "x" }}`, "ERR the size of a pager is a positive number, not x"},
		{`{{ $p := .Paginate (slice 1 2) }}`, "ERR Paginate: want a list of pages, found int in it"},
		{`{{ .Paginator.Nope }}`, "ERR can't evaluate field Nope in type pager"},
	})
	p.rows(p.page("/"), [][2]string{
		{`{{ $p := .Paginate site.RegularPages }}{{ $p.TotalPages }} {{ range $p.Pagers }}{{ .URL }} {{ end }}`, "3 /docs/en/ /docs/en/seite/2/ /docs/en/seite/3/ "},
		{`{{ .Paginator.TotalNumberOfElements }}`, "7"},
	})
	p.rows(p.page("/genres"), [][2]string{
		{`{{ range .Paginator.Pages }}{{ .Title }}, {{ end }}{{ .Paginator.URL }}`, "Horror, Suspense, Romance, /docs/en/genres/"},
	})
	p.rows(p.page("/genres/romance"), [][2]string{
		{`{{ range .Paginator.Pages }}{{ .Title }}, {{ end }}{{ .Paginator.TotalPages }}`, "The Hunchback, Les Misérables, 1"},
	})
	p.rows(p.page("/about"), [][2]string{
		{`.Paginator`, "ERR pagination is not supported for pages of kind \"page\", only for lists"},
		{`.Paginate site.RegularPages`, "ERR pagination is not supported for pages of kind \"page\", only for lists"},
	})
	p.rows(p.pageIn(1, "/books"), [][2]string{
		{`{{ .Paginator.URL }} {{ .Paginator.TotalPages }}`, "/docs/de/books/ 1"},
	})
}

// TestDiscoveryOfLibrary: the URLs of a page for search engines and feed readers.
func TestDiscoveryOfLibrary(t *testing.T) {
	p := newProject(t, withPictures(t, library()))
	p.rows(p.page("/"), [][2]string{
		{`.Discovery.Canonical`, "https://example.org/docs/en/"},
		{`.Discovery.Number`, "1"},
	})
	p.rows(p.page("/books/novels/miserables"), [][2]string{
		{`.Discovery.Canonical`, "https://example.org/docs/en/books/novels/misery/"},
		{`.Discovery.Number`, "1"},
		{`len .Discovery.Alternates`, "3"},
		{`len .Discovery.Feeds`, "3"},
		{`range .Discovery.Alternates }}{{ . }} {{ end`, "{en-US https://example.org/docs/en/books/novels/misery/} {de-DE https://example.org/docs/de/books/novels/miserables/} {x-default https://example.org/docs/en/books/novels/misery/} "},
		{`range .Discovery.Feeds }}{{ . }} {{ end`, "{Home on Library application/rss+xml https://example.org/docs/en/index.xml} {Home on Library (Atom) application/atom+xml https://example.org/docs/en/atom.xml} {Home on Library (JSON Feed) application/feed+json https://example.org/docs/en/feed.json} "},
	})
	p.rows(p.page("/books/novels/dracula"), [][2]string{
		{`.Discovery.Canonical`, "https://example.org/docs/en/books/novels/dracula/"},
		{`len .Discovery.Alternates`, "0"},
	})
	p.rows(p.page("/books"), [][2]string{
		{`.Discovery.Canonical`, "https://example.org/docs/en/books/"},
		{`range .Discovery.Feeds }}{{ . }} {{ end`, "{Books on Library application/rss+xml https://example.org/docs/en/books/index.xml} {Home on Library application/rss+xml https://example.org/docs/en/index.xml} {Home on Library (Atom) application/atom+xml https://example.org/docs/en/atom.xml} {Home on Library (JSON Feed) application/feed+json https://example.org/docs/en/feed.json} "},
	})
	p.rows(p.pageIn(1, "/books"), [][2]string{
		{`.Discovery.Canonical`, "https://example.org/docs/de/books/"},
		{`len .Discovery.Alternates`, "3"},
	})
}

// TestQueriesOfTemplates: complete queries as in themes.
func TestQueriesOfTemplates(t *testing.T) {
	p := newProject(t, withPictures(t, library()))
	p.rows(p.page("/"), [][2]string{
		{`{{ range $y, $ps := (dict "a" 1) }}{{ $y }}{{ end }}`, "a"},
		{`{{ range site.RegularPages.GroupByDate "2006" }}{{ .Key }}{{ range .Pages.ByTitle }}/{{ .Title }}{{ end }} {{ end }}`, "2020/About us 1927/Metropolis 1922/Nosferatu 1897/Dracula 1862/Les Misérables 1856/Poems 1831/The Hunchback "},
		{`{{ range first 2 (sort (where site.RegularPages "Params.genres" "intersect" (slice "horror" "romance")) "Date" "desc") }}{{ .Title }}, {{ end }}`, "Nosferatu, Dracula, "},
		{`{{ $n := 0 }}{{ range site.RegularPages }}{{ $n = add $n .WordCount }}{{ end }}{{ $n }}`, "29"},
		{`{{ $s := newScratch }}{{ range site.RegularPages }}{{ $s.SetInMap "t" .Title .Date.Year }}{{ end }}{{ range $t, $y := $s.Get "t" }}{{ $t }}={{ $y }} {{ end }}`, "About us=2020 Dracula=1897 Les Misérables=1862 Metropolis=1927 Nosferatu=1922 Poems=1856 The Hunchback=1831 "},
		{`{{ range site.Sections }}{{ .Title }}({{ range .Sections }}{{ .Title }}{{ end }}) {{ end }}`, "Books(Novels) Films() "},
		{`{{ range site.Taxonomies.genres.ByCount }}<a href="{{ .Page.RelPermalink }}">{{ .Page.Title }} {{ .Count }}</a>{{ end }}`, "<a href=\"/docs/en/genres/horror/\">Horror 2</a><a href=\"/docs/en/genres/romance/\">Romance 2</a><a href=\"/docs/en/genres/suspense/\">Suspense 2</a>"},
		{`{{ range site.RegularPages }}{{ range .GetTerms "authors" }}{{ .LinkTitle }} {{ end }}{{ end }}`, "Victor Hugo Bram Stoker Victor Hugo Henrik Galeen "},
		{`{{ with site.GetPage "/books/novels/miserables" }}{{ range .Ancestors.Reverse }}{{ .Title }} > {{ end }}{{ .Title }}{{ end }}`, "Home > Books > Novels > Les Misérables"},
		{`{{ range $i, $p := site.RegularPages.ByDate }}{{ if $i }}, {{ end }}{{ $p.Date.Format "06" }}{{ end }}`, "31, 56, 62, 97, 22, 27, 20"},
		{`{{ $ps := where site.RegularPages "Type" "in" site.MainSections }}{{ len $ps }} {{ (index $ps 0).Title }}`, "5 The Hunchback"},
		{`{{ $ps := where site.RegularPages "Section" "ne" "books" }}{{ range $ps }}{{ .Title }}, {{ end }}`, "About us, Metropolis, Nosferatu, "},
		{`{{ $by := dict }}{{ range site.RegularPages }}{{ $by = merge $by (dict .Section (add 1 (index $by .Section | default 0))) }}{{ end }}{{ $by }}`, "map[:1 books:4 films:2]"},
		{`{{ range site.Menus.main }}{{ .Name }}{{ range .Children }}/{{ .Name }}{{ end }} {{ end }}`, "Books/Novels Films Elsewhere Us "},
		{`{{ range where site.Pages "Kind" "section" }}{{ .Title }}, {{ end }}`, "Books, Novels, Films, "},
		{`{{ range where site.Pages "Kind" "term" }}{{ .Title }}, {{ end }}`, "Henrik Galeen, Horror, Bram Stoker, Suspense, Romance, Victor Hugo, "},
		{`{{ range where site.Pages "Kind" "in" (slice "home" "taxonomy") }}{{ .Title }}, {{ end }}`, "Home, Authors, Genres, "},
		{`{{ range where site.RegularPages "Params.shelf" "left" }}{{ .Title }}, {{ end }}`, "The Hunchback, Dracula, Les Misérables, Poems, "},
		{`{{ range where site.RegularPages "Description" "ne" "" }}{{ .Title }}, {{ end }}`, "Les Misérables, "},
		{`{{ range where site.RegularPages "Params.keywords" "intersect" (slice "bread") }}{{ .Title }}, {{ end }}`, "Les Misérables, "},
		{`{{ range where site.RegularPages "IsTranslated" true }}{{ .Title }}, {{ end }}`, "Les Misérables, "},
		{`{{ range where site.RegularPages "File.LogicalName" "index.md" }}{{ .Title }}, {{ end }}`, "Metropolis, "},
		{`{{ range where site.RegularPages "Parent.Title" "Novels" }}{{ .Title }}, {{ end }}`, "The Hunchback, Dracula, Les Misérables, "},
		{`{{ range where site.RegularPages "Date" "ge" (time.AsTime "1900-01-01") }}{{ .Title }}, {{ end }}`, "About us, Metropolis, Nosferatu, "},
		{`{{ range where site.RegularPages "PublishDate" "lt" now }}{{ .Title }}, {{ end }}`, "The Hunchback, Dracula, Les Misérables, About us, Metropolis, Nosferatu, Poems, "},
		{`{{ range where site.RegularPages "ExpiryDate" "gt" now }}{{ .Title }}, {{ end }}`, "The Hunchback, "},
		{`{{ range where site.RegularPages "Title" "in" (slice "Dracula" "Poems") }}{{ .Title }}, {{ end }}`, "Dracula, Poems, "},
		{`{{ range sort site.RegularPages "Params.year" "desc" | first 2 }}{{ .Title }}, {{ end }}`, "Metropolis, Nosferatu, "},
		{`{{ range sort site.RegularPages "File.Path" }}{{ .File.LogicalName }} {{ end }}`, "about.md dracula.md hunchback.md miserables.md poems.md index.md nosferatu.md "},
		{`{{ range lang.Merge (where site.AllPages "Lang" "de") site.Pages }}{{ .Title }}, {{ end }}`, "Books, Novels, The Hunchback, Dracula, Les Misérables, About us, Home, Films, Metropolis, Authors, Genres, Henrik Galeen, Horror, Nosferatu, Bram Stoker, Suspense, Romance, Victor Hugo, Poems, "},
		{`{{ $r := resources.Get "data/book.json" | transform.Unmarshal }}{{ $r.title }} ({{ $r.year }})`, "Les Misérables (1862)"},
		{`{{ $css := slice (resources.Get "css/a.css") (resources.Get "css/b.css") | resources.Concat "s.css" | minify | fingerprint "md5" }}{{ $css.RelPermalink }}`, "/docs/s.min.97e8959caeac3b4b40f3debf9e8a3a11.css"},
		{`{{ range (site.GetPage "/films/metropolis").Resources.ByType "image" }}{{ (.Resize "4x").Width }} {{ end }}`, "4 4 4 "},
		{`{{ now.Year }} {{ time.Now.Format "2006-01-02" }}`, "2026 2026-11-21"},
		{`{{ time.Format ":date_long" now }}`, "November 21, 2026"},
		{`{{ (time.AsTime "2024-07-01").Format "2006-01-02 MST" }}`, "2024-07-01 CEST"},
	})
}
