package view

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/view/projectfile"
	"github.com/sitegen/sitegen/internal/view/resource"
)

// picturePNG is an image of 16 by 12 pixels: red on the left, blue on the right.
func picturePNG(t *testing.T) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 16, 12))
	for y := range 12 {
		for x := range 16 {
			c := color.RGBA{R: 255, A: 255}
			if x >= 8 {
				c = color.RGBA{B: 255, A: 255}
			}
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// memberQuestions says for every member of the views which questions it asks beyond those that got its
// receiver: in the order in which they are asked, joined by ";". A member that records too little leaves
// pages stale, and one that records too much has them rendered again in vain.
var memberQuestions = []struct {
	of   reflect.Type
	page string      // on which it is asked
	base string      // how a template gets at the receiver, $v
	rows [][2]string // the member with its arguments, and the questions
}{
	{reflect.TypeFor[*Page](), "/posts/one", `.`, [][2]string{
		{`BaseFileName`, "List en:/posts/one#File"},
		{`ContentBaseName`, "List en:/posts/one#File"},
		{`Dir`, "List en:/posts/one#File"},
		{`Ext`, "List en:/posts/one#File"},
		{`Extension`, "List en:/posts/one#File"},
		{`Filename`, "List en:/posts/one#File; Config folder"},
		{`GetParam "color"`, "PageParams en:/posts/one"},
		{`Author`, "PageParams en:/posts/one; Config "},
		{`Authors`, "PageParams en:/posts/one; Config "},
		{`Hugo`, ""},
		{`IsDraft`, "PageCard en:/posts/one"},
		{`LanguagePrefix`, "Config "},
		{`LogicalName`, "List en:/posts/one#File"},
		{`RSSLink`, "List en:/posts/one#OutputFormats"},
		{`TranslationBaseName`, "List en:/posts/one#File"},
		{`URL`, "PageCard en:/posts/one"},
		{`UniqueID`, "List en:/posts/one#File"},
		{`Aliases`, "PageParams en:/posts/one"},
		{`AllTranslations`, "List en:/posts/one#AllTranslations"},
		{`AlternativeOutputFormats`, "List en:/posts/one#OutputFormats"},
		{`Ancestors`, "List en:/posts/one#Ancestors"},
		{`BundleType`, "List en:/posts/one#File"},
		{`CodeOwners`, ""},
		{`Content`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`ContentWithoutSummary`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`CurrentSection`, "Neighbour en:/posts/one#CurrentSection"},
		{`Data`, "List en:/posts/one#Pages"},
		{`Date`, "PageCard en:/posts/one"},
		{`Description`, "PageCard en:/posts/one"},
		{`Discovery`, "Projection en:/posts/one"},
		{`Draft`, "PageCard en:/posts/one"},
		{`Eq .`, ""},
		{`ExpiryDate`, "PageCard en:/posts/one"},
		{`File`, "List en:/posts/one#File"},
		{`FirstSection`, "Neighbour en:/posts/one#FirstSection"},
		{`Fragments`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`FuzzyWordCount`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`GetPage "two"`, "Resolve page|en|en:/posts/one|two"},
		{`GetTerms "tags"`, "List en:/posts/one#Terms/tags"},
		{`GitInfo`, "Git en:/posts/one"},
		{`HasMenuCurrent "main" $entry`, ""},
		{`HasShortcode "figure"`, ""},
		{`HeadingsFiltered`, ""},
		{`InSection .`, "Neighbour en:/posts/one#CurrentSection"},
		{`IsAncestor .`, ""},
		{`IsBranch`, "PageCard en:/posts/one"},
		{`IsDescendant .`, ""},
		{`IsHome`, "PageCard en:/posts/one"},
		{`IsMenuCurrent "main" $entry`, ""},
		{`IsNode`, "PageCard en:/posts/one"},
		{`IsPage`, "PageCard en:/posts/one"},
		{`IsSection`, "PageCard en:/posts/one"},
		{`IsTranslated`, "List en:/posts/one#Translations"},
		{`Keywords`, "PageParams en:/posts/one"},
		{`Kind`, "PageCard en:/posts/one"},
		{`Lang`, "Config "},
		{`Language`, "Config "},
		{`Lastmod`, "PageCard en:/posts/one"},
		{`Layout`, "PageParams en:/posts/one"},
		{`Len`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`LinkTitle`, "PageCard en:/posts/one"},
		{`MediaType`, ""},
		{`Menus`, ""},
		{`Name`, "PageCard en:/posts/one"},
		{`Next`, "Neighbour en:/posts/one#Next"},
		{`NextInSection`, "Neighbour en:/posts/one#NextInSection"},
		{`NextPage`, "Neighbour en:/posts/one#Next"},
		{`OutputFormats`, "List en:/posts/one#OutputFormats"},
		{`Page`, ""},
		{`Pages`, "List en:/posts/one#Pages"},
		{`Paginate site.RegularPages`, "List en#RegularPages; ERR pagination is not supported for pages of kind \"page\", only for lists (while rendering content/posts/one.md)"},
		{`Paginator`, "List en:/posts/one#RegularPages; ERR pagination is not supported for pages of kind \"page\", only for lists (while rendering content/posts/one.md)"},
		{`Param "color"`, "PageParams en:/posts/one"},
		{`Params`, "PageParams en:/posts/one"},
		{`Parent`, "Neighbour en:/posts/one#Parent"},
		{`Path`, ""},
		{`Permalink`, "PageCard en:/posts/one"},
		{`Markup`, "List en:/posts/one#File"},
		{`Plain`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`PlainWords`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`Prev`, "Neighbour en:/posts/one#Prev"},
		{`PrevInSection`, "Neighbour en:/posts/one#PrevInSection"},
		{`PrevPage`, "Neighbour en:/posts/one#Prev"},
		{`PublishDate`, "PageCard en:/posts/one"},
		{`RawContent`, "Source content/posts/one.md"},
		{`ReadingTime`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`Ref "two"`, "Resolve ref|en|en:/posts/one|two; PageCard en:/posts/two"},
		{`RegularPages`, "List en:/posts/one#RegularPages"},
		{`RegularPagesRecursive`, "List en:/posts/one#RegularPagesRecursive"},
		{`RelPermalink`, "PageCard en:/posts/one"},
		{`RelRef "two"`, "Resolve ref|en|en:/posts/one|two; PageCard en:/posts/two"},
		{`Render "card"`, ""},
		{`RenderShortcodes`, "Source content/posts/one.md"},
		{`RenderString "*x*"`, ""},
		{`ResourceType`, ""},
		{`Resources`, "Resources en:/posts/one"},
		{`Rotate "language"`, "List en:/posts/one#AllTranslations"},
		{`Scratch`, ""},
		{`Section`, "PageCard en:/posts/one"},
		{`Sections`, "List en:/posts/one#Sections"},
		{`Site`, ""},
		{`Sitemap`, "PageParams en:/posts/one"},
		{`Sites`, ""},
		{`Slug`, "PageParams en:/posts/one"},
		{`Store`, ""},
		{`String`, "PageCard en:/posts/one"},
		{`Summary`, "Source content/posts/one.md; PageSummary en:/posts/one"},
		{`TableOfContents`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`Title`, "PageCard en:/posts/one"},
		{`TranslationKey`, "PageParams en:/posts/one"},
		{`Translations`, "List en:/posts/one#Translations"},
		{`Truncated`, "Source content/posts/one.md; PageSummary en:/posts/one"},
		{`Type`, "PageParams en:/posts/one"},
		{`Weight`, "PageCard en:/posts/one"},
		{`WordCount`, "Source content/posts/one.md; PageText en:/posts/one"},
	}},
	{reflect.TypeFor[*Page](), "/posts", `.`, [][2]string{
		{`Data`, "List en:/posts#Pages"},
		{`Pages`, "List en:/posts#Pages"},
		{`RegularPages`, "List en:/posts#RegularPages"},
		{`RegularPagesRecursive`, "List en:/posts#RegularPagesRecursive"},
		{`Sections`, "List en:/posts#Sections"},
		{`Paginate site.RegularPages`, "List en#RegularPages"},
		{`Paginator`, "List en:/posts#RegularPages"},
		{`Discovery`, "Projection en:/posts"},
		{`BundleType`, "List en:/posts#File"},
		{`NextInSection`, "Neighbour en:/posts#NextInSection"},
		{`CurrentSection`, "Neighbour en:/posts#CurrentSection"},
		{`FirstSection`, "Neighbour en:/posts#FirstSection"},
		{`Resources`, "Resources en:/posts"},
		{`Content`, "Source content/posts/_index.md; PageBody en:/posts"},
	}},
	{reflect.TypeFor[Pages](), "/posts/one", `site.RegularPages`, [][2]string{
		{`ByDate`, "ListCard en#RegularPages"},
		{`ByExpiryDate`, "ListCard en#RegularPages"},
		{`ByLanguage`, "ListCard en#RegularPages"},
		{`ByLastmod`, "ListCard en#RegularPages"},
		{`ByLength`, "Source content/posts/two.md; PageBody en:/posts/two; Source content/posts/one.md; PageBody en:/posts/one; Source content/posts/three.md; PageBody en:/posts/three; Source content/posts/b/index.md; PageBody en:/posts/b; Source content/about.md; PageBody en:/about"},
		{`ByLinkTitle`, "ListCard en#RegularPages"},
		{`ByParam "color"`, "Config ; ListParams en#RegularPages"},
		{`ByPublishDate`, "ListCard en#RegularPages"},
		{`ByTitle`, "ListCard en#RegularPages"},
		{`ByWeight`, "ListCard en#RegularPages"},
		{`GroupBy "Section"`, "PageCard en:/posts/two; PageCard en:/posts/one; PageCard en:/posts/three; PageCard en:/posts/b; PageCard en:/about"},
		{`GroupByDate "2006"`, "ListCard en#RegularPages"},
		{`GroupByExpiryDate "2006"`, "ListCard en#RegularPages"},
		{`GroupByLastmod "2006"`, "ListCard en#RegularPages"},
		{`GroupByParam "color"`, "ListParams en#RegularPages"},
		{`GroupByParamDate "when" "2006"`, "ListParams en#RegularPages"},
		{`GroupByPublishDate "2006"`, "ListCard en#RegularPages"},
		{`Len`, ""},
		{`Limit 2`, ""},
		{`MergeByLanguage site.RegularPages`, "ListParams en#RegularPages; PageCard en:/posts/two; PageCard en:/posts/one; PageCard en:/posts/three; PageCard en:/posts/b; PageCard en:/about"},
		{`ProbablyEq 1`, ""},
		{`ToResources`, ""},
		{`Next $`, ""},
		{`Position $`, ""},
		{`Prev $`, ""},
		{`Related $`, "Related en#RegularPages|en:/posts/one"},
		{`RelatedIndices $ "topics"`, "ListParams en#RegularPages; ListCard en#RegularPages; PageParams en:/posts/one; PageCard en:/posts/one"},
		{`RelatedTo (keyVals "topics" "sky")`, "ListParams en#RegularPages; ListCard en#RegularPages"},
		{`Reverse`, ""},
		{`String`, ""},
	}},
	{reflect.TypeFor[PagesGroup](), "/posts/one", `site.RegularPages.GroupBy "Section"`, [][2]string{
		{`Len`, ""},
		{`Reverse`, ""},
	}},
	{reflect.TypeFor[PageGroup](), "/posts/one", `index (site.RegularPages.GroupBy "Section") 0`, [][2]string{
		{`Key`, ""},
		{`Pages`, ""},
	}},
	{reflect.TypeFor[WeightedPage](), "/posts/one", `index (site.Taxonomies.tags.Get "a") 0`, [][2]string{
		{`Page`, ""},
		{`Weight`, ""},
		{`Title`, "PageCard en:/posts/two"},
		{`Params`, "PageParams en:/posts/two"},
		{`Content`, "Source content/posts/two.md; PageBody en:/posts/two"},
	}},
	{reflect.TypeFor[WeightedPages](), "/posts/one", `site.Taxonomies.tags.Get "a"`, [][2]string{
		{`Count`, ""},
		{`Len`, ""},
		{`Next $`, ""},
		{`Page`, ""},
		{`Pages`, ""},
		{`Prev $`, ""},
	}},
	{reflect.TypeFor[OrderedTaxonomyEntry](), "/posts/one", `index site.Taxonomies.tags.ByCount 0`, [][2]string{
		{`String`, ""},
		{`Name`, ""},
		{`Page`, ""},
		{`Term`, ""},
		{`WeightedPages`, ""},
	}},
	{reflect.TypeFor[Taxonomy](), "/posts/one", `site.Taxonomies.tags`, [][2]string{
		{`Alphabetical`, ""},
		{`ByCount`, ""},
		{`Count "a"`, ""},
		{`Get "a"`, ""},
		{`Page`, ""},
		{`TaxonomyArray`, ""},
	}},
	{reflect.TypeFor[TaxonomyList](), "/posts/one", `site.Taxonomies`, [][2]string{
		{`Get "tags"`, ""},
		{`String`, ""},
	}},
	{reflect.TypeFor[OrderedTaxonomy](), "/posts/one", `site.Taxonomies.tags.ByCount`, [][2]string{
		{`Reverse`, ""},
	}},
	{reflect.TypeFor[*Site](), "/posts/one", `site`, [][2]string{
		{`Authors`, "Config "},
		{`DisqusShortname`, "Config "},
		{`GoogleAnalytics`, "Config "},
		{`Hugo`, "Config "},
		{`RSSLink`, "List en:/#OutputFormats"},
		{`Ref . "/posts/one"`, "Resolve ref|en|en:/posts/one|/posts/one; PageCard en:/posts/one"},
		{`RelRef . "/posts/one"`, "Resolve ref|en|en:/posts/one|/posts/one; PageCard en:/posts/one"},
		{`Social`, "Config "},
		{`AllPages`, "List en#AllPages"},
		{`Backlinks .`, ""}, // the renderer asks
		{`Author`, "Config "},
		{`BaseURL`, "Config "},
		{`ServerPort`, "Config "},
		{`BuildDrafts`, "Config "},
		{`Config`, "Config "},
		{`Copyright`, "Config "},
		{`Data`, "Data "},
		{`Dimension "language"`, ""},
		{`GetPage "/posts/two"`, "Resolve page|en||/posts/two"},
		{`Home`, ""},
		{`IsDefault`, "Config "},
		{`IsMultiLingual`, "Config "},
		{`IsServer`, "Config "},
		{`Language`, "Config "},
		{`LanguageCode`, "Config "},
		{`LanguagePrefix`, "Config "},
		{`Languages`, "Config "},
		{`LastChange`, "List en#Lastmod"},
		{`Lastmod`, "List en#Lastmod"},
		{`MainSections`, "List en#MainSections"},
		{`FeedPage`, "List en#FeedPage"},
		{`Feeds`, "Listed en|feeds"},
		{`HTMLSitemap`, "List en#HTMLSitemap"},
		{`Listed`, "PageCard en:/; PageCard en:/posts; PageCard en:/tags; PageCard en:/categories; Listed en"},
		{`Menus`, "Menu en"},
		{`Pages`, "List en#Pages"},
		{`Param "main"`, "Config "},
		{`Params`, "Config "},
		{`RegularPages`, "List en#RegularPages"},
		{`Role`, ""},
		{`Sections`, "List en#Sections"},
		{`SitemapAbsURL`, "Projection sitemap en"},
		{`Sites`, ""},
		{`Store`, ""},
		{`String`, "Config "},
		{`Taxonomies`, "List en#Taxonomies"},
		{`Title`, "Config "},
		{`Version`, ""},
	}},
	{reflect.TypeFor[Sites](), "/posts/one", `.Sites`, [][2]string{
		{`Default`, ""},
		{`First`, ""},
	}},
	{reflect.TypeFor[Dimension](), "/posts/one", `site.Role`, [][2]string{
		{`IsDefault`, ""},
		{`Name`, ""},
	}},
	{reflect.TypeFor[*SiteConfig](), "/posts/one", `site.Config`, [][2]string{
		{`Privacy`, ""},
		{`Services`, ""},
	}},
	{reflect.TypeFor[*Language](), "/posts/one", `site.Language`, [][2]string{
		{`Direction`, ""},
		{`Disabled`, ""},
		{`IsDefault`, ""},
		{`Key`, ""},
		{`Label`, ""},
		{`Lang`, ""},
		{`LanguageCode`, ""},
		{`LanguageDirection`, ""},
		{`LanguageName`, ""},
		{`Locale`, ""},
		{`Name`, ""},
		{`Params`, ""},
		{`String`, ""},
		{`Title`, ""},
		{`Weight`, ""},
	}},
	{reflect.TypeFor[HugoContext](), "/posts/one", `hugo.Context`, [][2]string{
		{`MarkupScope`, ""},
	}},
	{reflect.TypeFor[Markup](), "/posts/one", `.Markup "own"`, [][2]string{
		{`Fragments`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`IsZero`, ""},
		{`Render`, ""},
		{`RenderShortcodes`, "Source content/posts/one.md"},
		{`RenderString "*x*"`, ""},
	}},
	{reflect.TypeFor[Rendered](), "/posts/one", `.Markup.Render`, [][2]string{
		{`Content`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`ContentWithoutSummary`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`FuzzyWordCount`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`Len`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`Plain`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`PlainWords`, "Source content/posts/one.md; PageBody en:/posts/one"},
		{`ReadingTime`, "Source content/posts/one.md; PageText en:/posts/one"},
		{`Summary`, "Source content/posts/one.md; PageSummary en:/posts/one"},
		{`WordCount`, "Source content/posts/one.md; PageText en:/posts/one"},
	}},
	{reflect.TypeFor[Summary](), "/posts/one", `.Markup.Render.Summary`, [][2]string{
		{`Text`, ""},
		{`Truncated`, ""},
	}},
	{reflect.TypeFor[*Hugo](), "/posts/one", `hugo`, [][2]string{
		{`Context`, ""},
		{`String`, ""},
		{`BuildDate`, ""},
		{`CommitHash`, ""},
		{`Data`, "Data "},
		{`Deps`, "Config "},
		{`Environment`, "Config "},
		{`Generator`, ""},
		{`GoVersion`, ""},
		{`IsDevelopment`, "Config "},
		{`IsExtended`, ""},
		{`IsMultiHost`, "Config "},
		{`IsMultiLingual`, "Config "},
		{`IsMultihost`, "Config "},
		{`IsMultilingual`, "Config "},
		{`IsProduction`, "Config "},
		{`IsServer`, "Config "},
		{`Sites`, ""},
		{`Store`, ""},
		{`Version`, ""},
		{`WorkingDir`, "Config ; Config folder"},
	}},
	{reflect.TypeFor[Menu](), "/posts/one", `site.Menus.main`, [][2]string{
		{`ByName`, ""},
		{`ByWeight`, ""},
		{`Limit 1`, ""},
		{`Reverse`, ""},
	}},
	{reflect.TypeFor[*MenuEntry](), "/posts/one", `index site.Menus.main 0`, [][2]string{
		{`String`, ""},
		{`Children`, ""},
		{`ConfiguredURL`, ""},
		{`HasChildren`, ""},
		{`Identifier`, ""},
		{`IsEqual $v`, ""},
		{`IsSameResource $v`, ""},
		{`KeyName`, ""},
		{`Menu`, ""},
		{`Name`, ""},
		{`Page`, ""},
		{`PageRef`, ""},
		{`Params`, ""},
		{`Parent`, ""},
		{`Post`, ""},
		{`Pre`, ""},
		{`Title`, ""},
		{`URL`, ""},
		{`Weight`, ""},
	}},
	{reflect.TypeFor[OutputFormats](), "/posts/one", `.OutputFormats`, [][2]string{
		{`Canonical`, ""},
		{`Get "html"`, ""},
	}},
	{reflect.TypeFor[OutputFormat](), "/posts/one", `index .OutputFormats 0`, [][2]string{
		{`String`, ""},
		{`MediaType`, ""},
		{`Name`, ""},
		{`Permalink`, ""},
		{`Rel`, ""},
		{`RelPermalink`, ""},
	}},
	{reflect.TypeFor[*OutputFormat](), "/posts/one", `.OutputFormats.Get "html"`, [][2]string{
		{`String`, ""},
		{`MediaType`, ""},
		{`Name`, ""},
		{`Permalink`, ""},
		{`Rel`, ""},
		{`RelPermalink`, ""},
	}},
	{reflect.TypeFor[resource.MediaType](), "/posts/one", `(.OutputFormats.Get "html").MediaType`, [][2]string{
		{`HasSuffix "html"`, ""},
		{`IsHTML`, ""},
		{`IsMarkdown`, ""},
		{`Delimiter`, ""},
		{`FullSuffix`, ""},
		{`Suffix`, ""},
		{`FirstSuffix`, ""},
		{`IsText`, ""},
		{`MainType`, ""},
		{`String`, ""},
		{`SubType`, ""},
		{`Suffixes`, ""},
		{`Type`, ""},
	}},
	{reflect.TypeFor[resource.SuffixInfo](), "/posts/one", `(.OutputFormats.Get "html").MediaType.FirstSuffix`, [][2]string{
		{`FullSuffix`, ""},
		{`Suffix`, ""},
	}},
	{reflect.TypeFor[*File](), "/posts/one", `.File`, [][2]string{
		{`FileInfo`, "File stat|content/posts/one.md; Config folder"},
		{`BaseFileName`, ""},
		{`ContentBaseName`, ""},
		{`Dir`, ""},
		{`Ext`, ""},
		{`Extension`, ""},
		{`Filename`, "Config folder"},
		{`IsContentAdapter`, ""},
		{`Lang`, ""},
		{`LogicalName`, ""},
		{`Path`, ""},
		{`Position "title"`, "Source content/posts/one.md"},
		{`Section`, ""},
		{`String`, ""},
		{`TranslationBaseName`, ""},
		{`UniqueID`, ""},
	}},
	{reflect.TypeFor[*projectfile.FileInfo](), "/posts/one", `os.Stat "content/about.md"`, [][2]string{
		{`IsDir`, ""},
		{`Meta`, ""},
		{`ModTime`, "File time|content/about.md"},
		{`Mode`, "File mode|content/about.md"},
		{`Name`, ""},
		{`Size`, "File size|content/about.md"},
		{`String`, ""},
	}},
	{reflect.TypeFor[*projectfile.FileMeta](), "/posts/one", `.File.FileInfo.Meta`, [][2]string{
		{`BaseDir`, ""},
		{`Filename`, ""},
		{`Name`, ""},
		{`SourceRoot`, ""},
	}},
	{reflect.TypeFor[*GitInfo](), "/posts/one", `.GitInfo`, [][2]string{
		{`AbbreviatedHash`, ""},
		{`AuthorDate`, ""},
		{`AuthorEmail`, ""},
		{`AuthorName`, ""},
		{`Body`, ""},
		{`CommitDate`, ""},
		{`Hash`, ""},
		{`Subject`, ""},
	}},
	{reflect.TypeFor[Sitemap](), "/posts/one", `.Sitemap`, [][2]string{
		{`ChangeFreq`, ""},
		{`Disable`, ""},
		{`Filename`, ""},
		{`Priority`, ""},
	}},
	{reflect.TypeFor[Discovery](), "/posts/one", `.Discovery`, [][2]string{
		{`String`, ""},
		{`Modified`, "Modified en:/posts/one"},
		{`Alternates`, ""},
		{`Canonical`, ""},
		{`Feeds`, ""},
		{`Videos`, "PageCard en:/posts/one; PageParams en:/posts/one; Resources en:/posts/one"},
	}},
	{reflect.TypeFor[Video](), "/about", `index .Discovery.Videos 0`, [][2]string{
		{`Content`, ""},
		{`Description`, ""},
		{`Duration`, ""},
		{`Expires`, ""},
		{`Player`, ""},
		{`Published`, ""},
		{`Thumbnail`, ""},
		{`Title`, ""},
	}},
	{reflect.TypeFor[*Pager](), "/posts", `.Paginator`, [][2]string{
		{`First`, ""},
		{`HasNext`, ""},
		{`HasPrev`, ""},
		{`Last`, ""},
		{`Next`, ""},
		{`NumberOfElements`, ""},
		{`PageGroups`, ""},
		{`PageNumber`, ""},
		{`PageSize`, ""},
		{`PagerSize`, ""},
		{`Pagers`, ""},
		{`Pages`, ""},
		{`Prev`, ""},
		{`String`, ""},
		{`TotalNumberOfElements`, ""},
		{`TotalPages`, ""},
		{`URL`, ""},
	}},
	{reflect.TypeFor[*resource.Resource](), "/posts/one", `resources.Get "pic.png"`, [][2]string{
		{`Colors`, "File resource|assets/pic.png"},
		{`Content`, "File resource|assets/pic.png"},
		{`Crop "4x4"`, "File resource|assets/pic.png"},
		{`Data`, ""},
		{`Err`, ""},
		{`Exif`, "File resource|assets/pic.png"},
		{`Fill "4x4"`, "File resource|assets/pic.png"},
		{`Filter images.Grayscale`, "File resource|assets/pic.png"},
		{`Fit "4x4"`, "File resource|assets/pic.png"},
		{`Height`, "File resource|assets/pic.png"},
		{`Key`, ""},
		{`MediaType`, ""},
		{`Meta`, "File resource|assets/pic.png"},
		{`Name`, ""},
		{`Params`, ""},
		{`Permalink`, "File resource|assets/pic.png"},
		{`Process "resize 4x"`, "File resource|assets/pic.png"},
		{`Publish`, "File resource|assets/pic.png"},
		{`RelPermalink`, "File resource|assets/pic.png"},
		{`Resize "4x"`, "File resource|assets/pic.png"},
		{`ResourceType`, ""},
		{`String`, ""},
		{`Title`, ""},
		{`Width`, "File resource|assets/pic.png"},
	}},
	{reflect.TypeFor[resource.Resources](), "/posts/one", `resources.Match "**"`, [][2]string{
		{`ByName "/pic.png"`, ""},
		{`ByType "image"`, ""},
		{`Get "/pic.png"`, ""},
		{`GetMatch "*.png"`, ""},
		{`Match "*.png"`, ""},
		{`Mount "/" "/x"`, ""},
	}},
	{reflect.TypeFor[*resource.Mounted](), "/posts/one", `((resources.Match "**").Mount "/" "/x")`, [][2]string{
		{`String`, ""},
		{`Get "/x/pic.png"`, ""},
	}},
	{reflect.TypeFor[*Dependency](), "/posts/one", `(index hugo.Deps 0)`, [][2]string{
		{`String`, ""},
		{`Owner`, ""},
		{`Path`, ""},
		{`Replace`, ""},
		{`Time`, ""},
		{`Vendor`, ""},
		{`Version`, ""},
	}},
	{reflect.TypeFor[*tmpl.Store](), "/posts/one", `newScratch`, [][2]string{
		{`String`, ""},
		{`Add "k" 1`, ""},
		{`Delete "k"`, ""},
		{`DeleteInMap "m" "k"`, ""},
		{`Get "k"`, ""},
		{`GetSortedMapValues "m"`, ""},
		{`Set "k" 1`, ""},
		{`SetInMap "m" "k" 1`, ""},
		{`Values`, ""},
	}},
	{reflect.TypeFor[*markdown.Fragments](), "/posts/one", `.Fragments`, [][2]string{
		{`Fill`, "ERR can't evaluate field Fill in type markdown.Fragments (while rendering content/posts/one.md)"},
		{`Headings`, ""},
		{`HeadingsMap`, ""},
		{`Identifiers`, ""},
		{`ToHTML 2 3 false`, ""},
	}},
	{reflect.TypeFor[*markdown.Heading](), "/posts/one", `index .Fragments.Headings 0`, [][2]string{
		{`String`, ""},
		{`Headings`, ""},
		{`ID`, ""},
		{`IsZero`, ""},
		{`Level`, ""},
		{`Title`, ""},
	}},
	{reflect.TypeFor[markdown.Identifiers](), "/posts/one", `.Fragments.Identifiers`, [][2]string{
		{`Contains "a"`, ""},
		{`Count "a"`, ""},
	}},
}

func TestMemberQuestions(t *testing.T) {
	files := blog()
	files["assets/pic.png"] = picturePNG(t)
	p := newProject(t, files)
	p.page("/posts/one").p.Commit = &content.Commit{Hash: "0123456789", AuthorDate: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)}
	tested := make(map[reflect.Type]map[string]bool)
	for _, c := range memberQuestions {
		if tested[c.of] == nil {
			tested[c.of] = make(map[string]bool)
		}
		// The menu entry is for IsMenuCurrent and its like.
		start := `{{ $entry := 0 }}{{ $v := ` + c.base + ` }}`
		if c.of == reflect.TypeFor[*Page]() {
			start = `{{ $v := ` + c.base + ` }}{{ $entry := index site.Menus.main 0 }}`
		}
		for _, row := range c.rows {
			name, _, _ := strings.Cut(row[0], " ")
			tested[c.of][name] = true
			p.views.answers.Clear() // what one member has found out is not to help the next
			page := p.page(c.page)
			_, before := p.asked(page, start)
			call := p.call(page)
			_, err := call.execute(start+`{{ $x := $v.`+row[0]+` }}`, page)
			var got []string
			for _, s := range call.Recorder.Record().Steps {
				if q := kindName(s.Kind) + " " + strings.ReplaceAll(s.Key, "\x00", "|"); !slices.Contains(before, kindName(s.Kind)+" "+s.Key) {
					got = append(got, q)
				}
			}
			if err != nil {
				_, message, _ := strings.Cut(err.Error(), ": ")
				got = append(got, "ERR "+message)
			}
			if all := strings.Join(got, "; "); all != row[1] {
				t.Errorf("%v.%s of %s\n got %q\nwant %q", c.of, row[0], c.page, all, row[1])
			}
		}
	}
	inherited := map[reflect.Type]reflect.Type{
		reflect.TypeFor[WeightedPage](): reflect.TypeFor[*Page](), reflect.TypeFor[PageGroup](): reflect.TypeFor[Pages](),
		reflect.TypeFor[OrderedTaxonomyEntry](): reflect.TypeFor[WeightedPages](),
	}
	for typ, members := range Types().Facets {
		for name := range members {
			if from := inherited[typ]; !tested[typ][name] && (from == nil || !tested[from][name]) {
				t.Errorf("%v.%s: say in memberQuestions what it asks", typ, name)
			}
		}
	}
}
