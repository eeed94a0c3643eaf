package view

import (
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// addViewFacets adds the facets that the members of the views read. Names after a 0 read only values that were recorded
// to get their receiver, or record questions themselves.
func addViewFacets(t facetTable) {
	add := func(typ reflect.Type, facet trace.Kind, names string) {
		if t[typ] == nil {
			t[typ] = make(map[string]tmpl.Facet)
		}
		for name := range strings.FieldsSeq(names) {
			t[typ][name] = tmpl.Facet(facet)
		}
	}

	page := reflect.TypeFor[*Page]()
	add(page, trace.PageCard, `String Kind Section IsHome IsPage IsSection IsNode IsBranch`)
	add(page, trace.PageParams, `Params`)
	for _, f := range site.Fields() {
		switch {
		case f.Params:
			add(page, trace.PageParams, f.Methods)
		case f.Card:
			add(page, trace.PageCard, f.Methods)
		}
	}
	add(page, trace.Config, `Language Lang`)
	add(page, trace.Git, `GitInfo`)
	add(page, 0, `AllTranslations AlternativeOutputFormats Ancestors BundleType CodeOwners Content ContentWithoutSummary
		CurrentSection Data Discovery Eq File FirstSection Fragments FuzzyWordCount GetPage GetTerms HasMenuCurrent
		HasShortcode HeadingsFiltered InSection IsAncestor IsDescendant IsMenuCurrent IsTranslated Len Markup MediaType
		Menus Next NextInSection NextPage OutputFormats Page Pages Paginate Paginator Param Parent Path Permalink Plain
		PlainWords Prev PrevInSection PrevPage PrintableValue RawContent ReadingTime Ref RegularPages RegularPagesRecursive
		RelPermalink RelRef Render RenderShortcodes RenderString ResourceType Resources Rotate Scratch Sections SectionsEntries SectionsPath
		Site Sites Store Summary TableOfContents Translations Truncated WordCount
		BaseFileName ContentBaseName Dir Ext Extension Filename GetParam Hugo LanguagePrefix LogicalName RSSLink
		Author Authors TranslationBaseName URL UniqueID`)

	add(reflect.TypeFor[Markup](), 0, `Fragments IsZero Render RenderShortcodes RenderString`)
	add(reflect.TypeFor[Rendered](), 0,
		`Content ContentWithoutSummary FuzzyWordCount Len Plain PlainWords ReadingTime Summary WordCount`)
	add(reflect.TypeFor[Summary](), 0, `IsZero PrintableValue Text Truncated Type`)
	add(reflect.TypeFor[HugoContext](), 0, `MarkupScope`)

	pages := reflect.TypeFor[Pages]()
	add(pages, 0, `ByDate ByExpiryDate ByLanguage ByLastmod ByLength ByLinkTitle ByParam ByPublishDate ByTitle
		ByWeight GroupBy GroupByDate GroupByExpiryDate GroupByLastmod GroupByParam GroupByParamDate
		GroupByPublishDate IndexOf Len Limit MergeByLanguage Next Position Prev ProbablyEq Related RelatedIndices RelatedTo Reverse String ToResources`)
	add(reflect.TypeFor[PagesGroup](), 0, `Len Reverse`)
	group := reflect.TypeFor[PageGroup]()
	add(group, 0, `Key Pages`)
	inherit(t, group, pages)

	weighted := reflect.TypeFor[WeightedPage]()
	inherit(t, weighted, page)
	add(weighted, 0, `Weight Page`)
	list := reflect.TypeFor[WeightedPages]()
	add(list, 0, `Count Len Next Page Pages Prev`)
	entry := reflect.TypeFor[OrderedTaxonomyEntry]()
	inherit(t, entry, list)
	add(entry, 0, `Name Page String Term WeightedPages`)
	add(reflect.TypeFor[Taxonomy](), 0, `Alphabetical ByCount Count Get Page TaxonomyArray`)
	add(reflect.TypeFor[TaxonomyList](), 0, `Get String`)
	add(reflect.TypeFor[OrderedTaxonomy](), 0, `Reverse`)

	site := reflect.TypeFor[*Site]()
	add(site, trace.Config, `Author Authors BaseURL BuildDrafts Config Copyright DisqusShortname GoogleAnalytics Hugo IsDefault IsMultiLingual IsServer Language LanguageCode
		LanguagePrefix Languages Params ServerPort Site Social String Title`)
	add(site, 0, `Ref RelRef RSSLink AllPages Data Dimension GetPage Home LastChange Lastmod MainSections Menus Pages Param
		Backlinks FeedPage Feeds HTMLSitemap Listed RegularPages Role Sections SitemapAbsURL Sites Store Taxonomies Version`)
	add(reflect.TypeFor[Sites](), 0, `Default First`)
	add(reflect.TypeFor[Dimension](), 0, `IsDefault Name`)
	add(reflect.TypeFor[*SiteConfig](), 0, `Privacy Services`)

	add(reflect.TypeFor[*Language](), trace.Config, `Direction Disabled FormatAccounting FormatCurrency FormatNumber
		FormatPercent Get IsDefault Key Label Lang LanguageCode
		LanguageDirection LanguageName Locale Name Params String Title Translate Weight`)

	hugo := reflect.TypeFor[*Hugo]()
	add(hugo, trace.Config,
		`Environment IsDevelopment IsMultiHost IsMultiLingual IsMultihost IsMultilingual IsProduction IsServer WorkingDir`)
	add(hugo, 0, `String BuildDate CommitHash Context Data Deps Generator GoVersion IsExtended Sites Store Version`)
	add(reflect.TypeFor[*Dependency](), 0, `String Owner Path Replace Time Vendor Version`)

	add(reflect.TypeFor[Menu](), 0, `ByName ByWeight Limit Reverse`)
	add(reflect.TypeFor[*MenuEntry](), 0, `Children ConfiguredURL HasChildren Identifier IsEqual IsSameResource KeyName
		Menu Name Page PageRef Params Parent Post Pre String Title URL Weight`)

	add(reflect.TypeFor[OutputFormats](), 0, `Canonical Get`)
	format := `String MediaType Name Permalink Rel RelPermalink`
	add(reflect.TypeFor[OutputFormat](), 0, format)
	add(reflect.TypeFor[*OutputFormat](), 0, format)
	add(reflect.TypeFor[resource.MediaType](), 0,
		`Delimiter FirstSuffix FullSuffix HasSuffix IsHTML IsMarkdown IsText MainType String SubType Suffix Suffixes Type`)
	add(reflect.TypeFor[resource.SuffixInfo](), 0, `FullSuffix Suffix`)

	add(reflect.TypeFor[*File](), 0, `BaseFileName ContentBaseName Dir Ext Extension FileInfo Filename IsContentAdapter Lang
		LogicalName Path Position Section String TranslationBaseName UniqueID`)
	add(reflect.TypeFor[*projectfile.FileInfo](), 0, `IsDir Meta ModTime Mode Name Size String`)
	add(reflect.TypeFor[*projectfile.FileMeta](), 0, `BaseDir Filename Name SourceRoot`)
	add(reflect.TypeFor[*GitInfo](), 0, `AbbreviatedHash AuthorDate AuthorEmail AuthorName Body CommitDate Hash Subject`)
	add(reflect.TypeFor[Sitemap](), 0, `ChangeFreq Disable Filename Priority`)
	add(reflect.TypeFor[Discovery](), 0, `Alternates Canonical Feeds Modified String Videos`)
	add(reflect.TypeFor[Video](), 0, `Content Description Duration Expires Player Published Thumbnail Title`)

	pager := reflect.TypeFor[*Pager]()
	add(pager, 0, `First HasNext HasPrev Last Next NumberOfElements PageGroups PageNumber PageSize PagerSize Pagers
		Pages Prev String TotalNumberOfElements TotalPages URL`)

	add(reflect.TypeFor[*resource.Resource](), 0, `Colors Content Crop Data Err Exif Fill Filter Fit FrameCount Height Key MediaType
		Meta Name Params Permalink PrintableValue Process Publish RelPermalink Resize ResourceType String Title Width`)
	add(reflect.TypeFor[resource.Resources](), 0, `ByName ByType Get GetMatch Match Mount`)
	add(reflect.TypeFor[*resource.Mounted](), 0, `Get String`)
	add(reflect.TypeFor[*tmpl.Store](), 0, `Add Delete DeleteInMap Get GetSortedMapValues Set SetInMap String Values`)
	add(reflect.TypeFor[*markdown.Fragments](), 0, `Fill Headings HeadingsMap Identifiers IsZero ToHTML`)
	add(reflect.TypeFor[*markdown.Heading](), 0, `Headings ID IsZero Level String Title`)
	add(reflect.TypeFor[markdown.Identifiers](), 0, `Contains Count`)
}

// inherit gives a type the members of an embedded type.
func inherit(t facetTable, typ, from reflect.Type) {
	if t[typ] == nil {
		t[typ] = make(map[string]tmpl.Facet)
	}
	for name, facet := range t[from] {
		t[typ][name] = tmpl.Facet(facet)
	}
}
