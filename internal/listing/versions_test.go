package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// TestVersions: pages of older versions have the canonical URL of the same page in the newest version, if it may be
// listed. Lists then leave them out, but the search still finds them.
func TestVersions(t *testing.T) {
	const here, apart = `{ name = "3", path = "/docs/v3" }`, `{ name = "3", url = "https://new.alt/{path}?x" }`
	rest := `{ name = "2", path = "/docs/v2/" }, { name = "1", url = "https://old.alt/{path}" }`
	text := "---\ntitle: T\n---\n"
	files := tree{
		"content/docs/v3/_index.md": text, "content/docs/v3/a.md": text, "content/docs/v3/c.md": "---\nnoindex: true\n---\n", "content/docs/v3/d.md": text,
		"content/docs/v3/f.md":      "---\nsitemap: {disable: true}\n---\n",
		"content/docs/v2/_index.md": text, "content/docs/v2/a.md": text, "content/docs/v2/b.md": text, "content/docs/v2/c.md": text,
		"content/docs/v2/d.md": "---\ncanonical: https://else.alt/\n---\n", "content/docs/v2/e.md": "---\nnoindex: true\n---\n", "content/docs/v3/e.md": text,
		"content/docs/v2/f.md": text, "content/docs/v20/a.md": text, "content/docs/_index.md": text,
	}
	for _, c := range []struct {
		name, file, versions string
		want                 []string
	}{
		{"folders", "sitegen.toml", here + ", " + rest, []string{
			"/docs/v2 canonical /docs/v3/, listed false, in feeds false, found true",
			"/docs/v2/a canonical /docs/v3/a/, listed false, in feeds false, found true",
			"/docs/v2/b canonical itself, listed true, in feeds true, found true",
			"/docs/v2/c canonical itself, listed true, in feeds true, found true",
			"/docs/v2/d canonical https://else.alt/, listed false, in feeds false, found false",
			"/docs/v2/e canonical itself, listed false, in feeds false, found false",
			"/docs/v2/f canonical /docs/v3/f/, listed false, in feeds false, found true",
		}},
		{"an unreleased one", "sitegen.toml", `{ name = "2", path = "/docs/v2", prerelease = true }, ` + here, []string{
			"/docs/v2/a canonical /docs/v3/a/, listed false, in feeds false, found true",
		}},
		{"below the newest", "sitegen.toml", `{ name = "new", path = "/docs" }, { name = "2", path = "/docs/v2" }`, []string{
			"/docs/v2 canonical /docs/, listed false, in feeds false, found true",
			"/docs/v2/a canonical itself, listed true, in feeds true, found true",
		}},
		{"branches", "sitegen.toml", apart + ", " + rest, []string{
			"/docs/v2 canonical https://new.alt/?x, listed false, in feeds false, found true",
			"/docs/v2/a canonical https://new.alt/a/?x, listed false, in feeds false, found true",
			"/docs/v3/a canonical itself, listed true, in feeds true, found true",
		}},
		{"a branch", "sitegen.toml", apart + `, { name = "2", path = "/" }`, []string{
			"/ canonical https://new.alt/?x, listed false, in feeds false, found true",
			"/docs/v2/a canonical https://new.alt/docs/v2/a/?x, listed false, in feeds false, found true",
		}},
		{"none in Hugo", "hugo.toml", here + ", " + rest, []string{"/docs/v2/a canonical itself, listed true, in feeds true, found true"}},
		{"the theme in Hugo", "hugo.toml", here + ", " + rest + "]\ntheme = \"docs\"\nfooter = [", []string{"/docs/v2/a canonical /docs/v3/a/, listed false, in feeds false, found true"}},
		{"not known where", "sitegen.toml", `{ name = "3", url = "https://new.alt/" }, ` + rest, []string{
			"/docs/v2/a canonical itself, listed true, in feeds true, found true",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			project := tree{c.file: "baseURL = \"https://x.alt/\"\ndisableKinds = [\"taxonomy\"]\nparams.versions = [" + c.versions + "]\n"}
			for name, text := range files {
				project[name] = text
			}
			s, declared := declare(t, project)
			l, _ := declared.Seal(noFacts(s), nil)
			for _, want := range c.want {
				var path string
				fmt.Sscan(want, &path)
				p := assembled.Page(t, s, "en:"+path)
				there := l.Canonical(p)
				if there == p.URL.Abs() {
					there = "itself"
				} else if rest, ours := strings.CutPrefix(there, "https://x.alt"); ours {
					there = rest
				}
				got := fmt.Sprintf("%s canonical %s, listed %v, in feeds %v, found %v", path, there, l.Listed(p), l.InFeeds(p), l.Searchable(p))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// TestVersionsRendered: noindex on the rendered page keeps an older page out of the search, but its canonical link does
// not.
func TestVersionsRendered(t *testing.T) {
	s, declared := declare(t, tree{
		"sitegen.toml":    "baseURL = \"https://x.alt/\"\nparams.versions = [{ name = \"2\", path = \"/v2\" }, { name = \"1\", path = \"/v1\" }]\n",
		"content/v2/a.md": "A", "content/v2/b.md": "B", "content/v1/a.md": "A", "content/v1/b.md": "B",
	})
	facts := noFacts(s)
	a, b := assembled.Page(t, s, "en:/v1/a"), assembled.Page(t, s, "en:/v1/b")
	facts[a.ID].Canonical, facts[b.ID].NoIndex = "/v2/a/", true
	l, _ := declared.Seal(facts, nil)
	if !l.Searchable(a) || l.Searchable(b) {
		t.Error("the search finds the page without noindex, and no other")
	}
	// A page of the newest version that may not be listed by its rendering does not replace another one.
	facts[assembled.Page(t, s, "en:/v2/a").ID].NoIndex = true
	l, _ = declared.Seal(facts, nil)
	if l.Canonical(a) != a.URL.Abs() || !l.Listed(a) || !l.Searchable(a) || !slices.Contains(listing.Reheaded(l, declared), a) {
		t.Errorf("%s, %v", l.Canonical(a), l.Unlisted)
	}
	// A page that is not translated follows the page whose text it shows.
	s, l = declare(t, tree{
		"sitegen.toml": "baseURL = \"https://x.alt/\"\nfallbackPages = true\nparams.versions = [{ name = \"2\", path = \"/v2\" }, { name = \"1\", path = \"/v1\" }]\n" +
			"[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n",
		"content/v2/a.md": "A", "content/v1/a.md": "A", "content/v1/a.fr.md": "A", "content/v1/b.md": "B", "content/v2/b.md": "B", "content/v2/b.fr.md": "B",
	})
	var got []string
	for _, key := range []string{"fr:/v1/a", "fr:/v1/b", "fr:/v2/a", "fr:/v2/b"} {
		p := assembled.Page(t, s, key)
		got = append(got, fmt.Sprintf("%s %s %v %v", key, l.Canonical(p), l.Listed(p), l.Searchable(p)))
	}
	want := []string{
		"fr:/v1/a https://x.alt/fr/v1/a/ true true", // v2 has no translation
		"fr:/v1/b https://x.alt/v2/b/ false true",
		"fr:/v2/a https://x.alt/v2/a/ false true",
		"fr:/v2/b https://x.alt/fr/v2/b/ true true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
