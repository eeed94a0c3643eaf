package listing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// A page is warned about, and gets no link, if it finds a translation by its path that has a translationKey.
func TestOneWayTranslations(t *testing.T) {
	project := assembled.Many()
	project["content/p.md"] = "---\ntitle: P\n---\n"
	project["content/p.pt-br.md"] = "---\ntitle: P\ntranslationKey: k\n---\n"
	project["content/q.md"] = "---\ntitle: Q\ntranslationKey: k\n---\n"
	s, l := declare(t, project)
	for key, want := range map[string]int{"en:/p": 0, "pt-br:/p": 3, "en:/q": 3} {
		if got := l.Alternates(assembled.Page(t, s, key)); len(got) != want {
			t.Errorf("%s has %v, want %d", key, got, want)
		}
	}
	var found []string
	for _, d := range l.Warnings {
		if d.Rule == "H1" {
			found = append(found, d.File+": "+d.Message)
		}
	}
	if len(found) != 1 || found[0] != "content/p.md: content/p.pt-br.md is its translation, but the reverse is not true: no hreflang link connects them" {
		t.Errorf("warnings: %q", found)
	}
}

// A page that another page names as its version names it back, with the same language code (rule H1), and is in a list
// (H5). This holds for any keys and languages, and if front matter or templates keep some pages out.
func TestAlternatesAreSymmetric(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for n := range 150 {
		project := tree{"hugo.toml": "baseURL = \"https://e.alt/\"\ndefaultContentLanguageInSubdir = true\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n[languages.fr]\nweight = 3\n"}
		for i := range 12 {
			front := fmt.Sprintf("---\ntitle: T%d\n", i)
			if chance.IntN(2) == 0 {
				front += fmt.Sprintf("translationKey: k%d\n", chance.IntN(3))
			}
			switch chance.IntN(8) {
			case 0:
				front += "noindex: true\n"
			case 1:
				front += "draft: true\n"
			case 2:
				front += "canonical: https://else.alt/\n"
			case 3:
				front += "build: {list: never}\n"
			}
			project[fmt.Sprintf("content/p%d.%s.md", chance.IntN(4), []string{"en", "de", "fr"}[chance.IntN(3)])] = front + "---\n"
		}
		s, declared := declare(t, project)
		facts := noFacts(s)
		for i := range facts {
			facts[i].NoIndex = chance.IntN(10) == 0
		}
		sealed, _ := declared.Seal(facts, nil)
		for _, l := range []*listing.Listing{declared, sealed} {
			sets := map[string][]listing.Alternate{}
			for _, p := range s.Pages {
				if set := l.Alternates(p); set != nil {
					sets[p.URL.Abs()] = set
				}
			}
			for loc, set := range sets {
				for _, a := range set {
					if !slices.ContainsFunc(sets[a.Href], func(b listing.Alternate) bool { return b.Href == loc && b.Lang != "x-default" }) {
						t.Errorf("site %d: %s names %s, which does not name it\n%s", n, loc, a.Href, strings.Join(names(project), "\n"))
					}
				}
			}
		}
	}
}

func names(project tree) (out []string) {
	for name, text := range project {
		out = append(out, name+" "+strings.ReplaceAll(text, "\n", " "))
	}
	slices.Sort(out)
	return out
}
