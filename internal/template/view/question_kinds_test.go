package view

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestQuestionsOfKinds: the questions of members of pages of other kinds and languages. The key has their own language
// and page.
func TestQuestionsOfKinds(t *testing.T) {
	p := newProject(t, blog())
	got, want := map[string]string{}, map[string]string{}
	for name, c := range map[string]struct {
		page  *Page
		wants [][2]string
	}{
		"home": {p.page("/"), [][2]string{
			{`.Title`, "PageCard en:/"},
			{`.Parent`, "Neighbour en:/#Parent"},
			{`.Pages`, "List en:/#Pages"},
			{`.RegularPages`, "List en:/#RegularPages"},
			{`.RegularPagesRecursive`, "List en:/#RegularPagesRecursive"},
			{`.Sections`, "List en:/#Sections"},
			{`.Ancestors`, "List en:/#Ancestors"},
			{`.CurrentSection`, "Neighbour en:/#CurrentSection"},
			{`.FirstSection`, "Neighbour en:/#FirstSection"},
			{`.Translations`, "List en:/#Translations"},
			{`.OutputFormats`, "List en:/#OutputFormats"},
			{`.AlternativeOutputFormats`, "List en:/#OutputFormats"},
			{`.BundleType`, "List en:/#File"},
			{`.GetTerms "tags"`, "List en:/#Terms/tags"},
			{`.GetPage "posts"`, "Resolve page|en|en:/|posts"},
			{`.Paginator`, "List en#RegularPages"},
			{`.Resources`, "Resources en:/"},
			{`.IsMenuCurrent "main" (index site.Menus.main 0)`, "Menu en"},
			{`.IsAncestor (site.GetPage "/posts")`, "Resolve page|en||/posts"},
			{`.IsDescendant (site.GetPage "/posts")`, "Resolve page|en||/posts"},
			{`.InSection (site.GetPage "/about")`, "Resolve page|en||/about; Neighbour en:/#CurrentSection; Neighbour en:/about#CurrentSection"},
			{`.Store`, ""},
		}},
		"taxonomy": {p.page("/tags"), [][2]string{
			{`.Data.Terms`, "List en:/tags#Pages; List en#Taxonomies"},
			{`.Data.Singular`, "List en:/tags#Pages; List en#Taxonomies"},
			{`.Data.Terms.ByCount`, "List en:/tags#Pages; List en#Taxonomies"},
			{`.Data.Pages`, "List en:/tags#Pages; List en#Taxonomies"},
			{`.Pages`, "List en:/tags#Pages"},
			{`.Pages.ByTitle`, "List en:/tags#Pages; ListCard en:/tags#Pages"},
			{`.RegularPages`, "List en:/tags#RegularPages"},
			{`.Paginator.Pages`, "List en:/tags#Pages"},
			{`.File`, "List en:/tags#File"},
			{`.Content`, "PageBody en:/tags"},
		}},
		"term": {p.page("/tags/a"), [][2]string{
			{`.Data.Term`, "List en:/tags/a#Pages"},
			{`.Data.Pages`, "List en:/tags/a#Pages"},
			{`.Data.Terms`, "List en:/tags/a#Pages"},
			{`.Pages`, "List en:/tags/a#Pages"},
			{`.Pages.ByDate`, "List en:/tags/a#Pages; ListCard en:/tags/a#Pages"},
			{`.RegularPages`, "List en:/tags/a#RegularPages"},
			{`.Pages.GroupByDate "2006"`, "List en:/tags/a#Pages; ListCard en:/tags/a#Pages"},
			{`.Pages.GroupByParam "color"`, "List en:/tags/a#Pages; ListParams en:/tags/a#Pages"},
			{`where .Pages "Params.color" "red"`, "List en:/tags/a#Pages; ListParams en:/tags/a#Pages"},
			{`.Parent`, "Neighbour en:/tags/a#Parent"},
			{`.Paginator.TotalPages`, "List en:/tags/a#Pages"},
			{`.Next`, "Neighbour en:/tags/a#Next"},
			{`.Content`, "PageBody en:/tags/a"},
			{`.Date`, "PageCard en:/tags/a"},
			{`.Resources`, "Resources en:/tags/a"},
		}},
		"bundle": {p.page("/posts/b"), [][2]string{
			{`.Resources.Get "facts"`, "Resources en:/posts/b"},
			{`(.Resources.Get "facts").Content`, "Resources en:/posts/b; File resource|content/posts/b/data.json"},
			{`(.Resources.Get "facts").Params.credit`, "Resources en:/posts/b"},
			{`.Resources.ByType "page"`, "Resources en:/posts/b"},
			{`(index (.Resources.ByType "page") 0).Title`, "Resources en:/posts/b; PageCard en:/posts/b/inner"},
			{`(index (.Resources.ByType "page") 0).Content`, "Resources en:/posts/b; Source content/posts/b/inner.md; PageBody en:/posts/b/inner"},
			{`(index (.Resources.ByType "page") 0).Params.x`, "Resources en:/posts/b; PageParams en:/posts/b/inner"},
			{`.Resources.GetMatch "none"`, "Resources en:/posts/b"},
			{`(.Resources.GetMatch "notes*").Permalink`, "Resources en:/posts/b"},
			{`(.Resources.Get "data.json") | transform.Unmarshal`, "Resources en:/posts/b; File resource|content/posts/b/data.json"},
			{`.BundleType`, "List en:/posts/b#File"},
			{`.File.Dir`, "List en:/posts/b#File"},
		}},
		"Polish": {p.pageIn(1, "/posts/one"), [][2]string{
			{`.Title`, "PageCard pl:/posts/one"},
			{`.Params.color`, "PageParams pl:/posts/one"},
			{`.Permalink`, "PageCard pl:/posts/one"},
			{`.Next`, "Neighbour pl:/posts/one#Next"},
			{`.Translations`, "List pl:/posts/one#Translations"},
			{`.AllTranslations`, "List pl:/posts/one#AllTranslations"},
			{`(index .Translations 0).Title`, "List pl:/posts/one#Translations; PageCard en:/posts/one"},
			{`(index .Translations 0).Next`, "List pl:/posts/one#Translations; Neighbour en:/posts/one#Next"},
			{`.GetPage "/about"`, "Resolve page|pl|pl:/posts/one|/about"},
			{`.Ref "/posts/one"`, "Resolve ref|pl|pl:/posts/one|/posts/one; PageCard pl:/posts/one"},
			{`site.RegularPages`, "List pl#RegularPages"},
			{`site.RegularPages.ByTitle`, "List pl#RegularPages; ListCard pl#RegularPages"},
			{`site.AllPages`, "List pl#AllPages"},
			{`site.Title`, "Config "},
			{`site.Menus`, "Menu pl"},
			{`site.Taxonomies`, "List pl#Taxonomies"},
			{`site.Lastmod`, "List pl#Lastmod"},
			{`.Site.Home`, ""},
			{`.Site.Home.Title`, "PageCard pl:/"},
			{`(index .Sites 0).RegularPages`, "List en#RegularPages"},
			{`(index .Sites 0).Home.Title`, "PageCard en:/"},
			{`.Sites.Default.Home.Title`, "PageCard en:/"},
			{`.Language.Label`, "Config "},
			{`relLangURL "x"`, "Config "},
		}},
		"another page": {p.page("/about"), [][2]string{
			{`site.Home.Pages`, "List en:/#Pages"},
			{`site.Home.Sections`, "List en:/#Sections"},
			{`(site.GetPage "/posts/one").Title`, "Resolve page|en||/posts/one; PageCard en:/posts/one"},
			{`(site.GetPage "/posts/one").Params.color`, "Resolve page|en||/posts/one; PageParams en:/posts/one"},
			{`(site.GetPage "/posts/one").Param "main"`, "Resolve page|en||/posts/one; PageParams en:/posts/one; Config "},
			{`(site.GetPage "/posts/one").Content`, "Resolve page|en||/posts/one; Source content/posts/one.md; PageBody en:/posts/one"},
			{`(site.GetPage "/posts/one").Summary`, "Resolve page|en||/posts/one; Source content/posts/one.md; PageSummary en:/posts/one"},
			{`(site.GetPage "/posts/one").WordCount`, "Resolve page|en||/posts/one; Source content/posts/one.md; PageText en:/posts/one"},
			{`(site.GetPage "/posts/one").RawContent`, "Resolve page|en||/posts/one; Source content/posts/one.md"},
			{`(site.GetPage "/posts/one").GetTerms "tags"`, "Resolve page|en||/posts/one; List en:/posts/one#Terms/tags"},
			{`(index ((site.GetPage "/posts/one").GetTerms "tags") 0).Title`, "Resolve page|en||/posts/one; List en:/posts/one#Terms/tags; PageCard en:/tags/b"},
			{`(site.GetPage "/posts/one").Parent.Title`, "Resolve page|en||/posts/one; Neighbour en:/posts/one#Parent; PageCard en:/posts"},
			{`(site.GetPage "/posts/one").Next.Title`, "Resolve page|en||/posts/one; Neighbour en:/posts/one#Next; PageCard en:/posts/two"},
			{`(site.GetPage "/posts/one").OutputFormats`, "Resolve page|en||/posts/one; List en:/posts/one#OutputFormats"},
			{`(site.GetPage "/posts/one").Translations`, "Resolve page|en||/posts/one; List en:/posts/one#Translations"},
			{`(site.GetPage "/posts/one").GetPage "two"`, "Resolve page|en||/posts/one; Resolve page|en|en:/posts/one|two"},
			{`(site.GetPage "/posts/b").Resources`, "Resolve page|en||/posts/b; Resources en:/posts/b"},
			{`((site.GetPage "/posts/b").Resources.Get "facts").Content`, "Resolve page|en||/posts/b; Resources en:/posts/b; File resource|content/posts/b/data.json"},
			{`(site.GetPage "/posts").RegularPages.ByTitle`, "Resolve page|en||/posts; List en:/posts#RegularPages; ListCard en:/posts#RegularPages"},
			{`(site.GetPage "/posts").RegularPages.Related (site.GetPage "/posts/one")`, "Resolve page|en||/posts; Resolve page|en||/posts/one; List en:/posts#RegularPages; Related en:/posts#RegularPages|en:/posts/one"},
			{`(site.GetPage "/posts").RegularPages.Next (site.GetPage "/posts/one")`, "Resolve page|en||/posts; Resolve page|en||/posts/one; List en:/posts#RegularPages"},
			{`site.RegularPages.Related .`, "List en#RegularPages; Related en#RegularPages|en:/about"},
			{`site.RegularPages.GroupByParam "color"`, "List en#RegularPages; ListParams en#RegularPages"},
			{`where site.RegularPages "Section" "posts"`, "List en#RegularPages; ListCard en#RegularPages"},
			{`where site.RegularPages "Params.color" "red"`, "List en#RegularPages; ListParams en#RegularPages"},
			{`(where site.RegularPages "Section" "posts").ByWeight`, "List en#RegularPages; ListCard en#RegularPages"},
			{`(index site.Menus.main 0).Page.Title`, "Menu en; PageCard en:/posts"},
			{`(index site.Menus.main 0).Page.RegularPages`, "Menu en; List en:/posts#RegularPages"},
			{`(index site.Taxonomies.tags.ByCount 0).Page.Title`, "List en#Taxonomies; PageCard en:/tags/a"},
			{`(index (index site.Taxonomies.tags.ByCount 0).Pages 0).Title`, "List en#Taxonomies; PageCard en:/posts/two"},
			{`(index site.Taxonomies.tags.ByCount 0).Pages.ByTitle`, "List en#Taxonomies; PageCard en:/posts/two; PageCard en:/posts/one"},
		}},
	} {
		for _, r := range c.wants {
			key := name + ": " + r[0]
			got[key], want[key] = p.steps(c.page, "{{ $x := "+r[0]+" }}"), r[1]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
