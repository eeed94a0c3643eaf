package emit_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

// TestNoBaseL10: without an absolute base URL nothing absolute is written, and one warning says so.
func TestNoBaseL10(t *testing.T) {
	for _, base := range []string{"", "baseURL = \"/sub/\"\n"} {
		project := assembled.One()
		_, rest, _ := strings.Cut(project["sitegen.toml"], "\n")
		project["sitegen.toml"] = base + rest
		s, l := declare(t, project)
		if len(l.Warnings) != 1 || l.Warnings[0].Rule != "L10" {
			t.Errorf("%q: %v", base, l.Warnings)
		}
		p := assembled.Page(t, s, "en:/about")
		if l.Canonical(p) != "" || l.Alternates(p) != nil || l.FeedLinks(p) != nil {
			t.Errorf("%q: %q, %v, %v", base, l.Canonical(p), l.Alternates(p), l.FeedLinks(p))
		}
		got := emitAll(t, l, emission.Options{})
		if len(got) != 1 || string(got["robots.txt"]) != "User-agent: *\nAllow: /\n" {
			t.Errorf("%q: %v", base, got)
		}
		if x := emit.Explain(l, p, emission.ExplainOptions{}); x.Emitters[0].Rule != "L10" || x.Emitters[0].In {
			t.Errorf("%+v", x)
		}
	}
}

func TestExplain(t *testing.T) {
	project := assembled.One()
	project["content/posts/late.md"] = "---\ntitle: Late\ndate: 2024-01-01\nlastmod: 2031-01-01\n---\n"
	project["content/posts/gone.md"] = "---\ntitle: Gone\nnoindex: true\n---\n"
	s, l := declare(t, project)
	in := func(files ...string) (out []emission.Answer) {
		for _, f := range files {
			out = append(out, emission.Answer{Emitter: f, In: true})
		}
		return out
	}
	gone := in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt")
	for i := range gone[:len(gone)-1] { // crawlers may read it, and so they see its noindex
		gone[i].In, gone[i].Rule, gone[i].Why = false, "L9", "its front matter says noindex"
		gone[i].File, gone[i].Line, gone[i].Key = "content/posts/gone.md", 3, "noindex"
	}
	undated := append(in("sitemap", "sitemap.txt", "index.xml"), emission.Answer{Emitter: "atom.xml", Rule: "A1", Why: "it has no date, which Atom requires"})
	unchanged := emission.Answer{Emitter: "atom-updates.xml", Rule: "A1", Why: "it has no date, which Atom requires"}
	for key, want := range map[string]emit.Explanation{
		"en:/posts/old": {
			URL: "https://one.alt/sub/posts/old/", Emitters: in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt"),
			LastMod: emit.Date{Time: assembled.Page(t, s, "en:/posts/old").Dates.Lastmod, From: "lastmod", File: "content/posts/old.md", Line: 4},
		},
		"en:/about": {URL: "https://one.alt/sub/about/", Emitters: slices.Concat(undated, in("feed.json"), []emission.Answer{unchanged}, in("robots.txt"))},
		"en:/posts/late": {
			URL: "https://one.alt/sub/posts/late/", Emitters: in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt"),
			LastMod: emit.Date{Time: assembled.Page(t, s, "en:/posts/late").Dates.Lastmod, From: "lastmod", File: "content/posts/late.md", Line: 4, Out: "it is in the future (rule M3)"},
		},
		"en:/posts/gone": {URL: "https://one.alt/sub/posts/gone/", Emitters: gone},
	} {
		got := emit.Explain(l, assembled.Page(t, s, key), emission.ExplainOptions{})
		for _, use := range []string{"search", "answers", "training"} { // who may read the page: without a policy, all
			i := slices.IndexFunc(got.Emitters, func(a emission.Answer) bool { return a.Emitter == use })
			if i < 0 || !got.Emitters[i].In || got.Emitters[i].Why == "" {
				t.Fatalf("%s: %s: %+v", key, use, got.Emitters)
			}
			got.Emitters = slices.Delete(got.Emitters, i, i+1)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
}

// The sitemap has the URL that is served (rule L6) and the same links as the head of the page (H6).
func TestSameAsHeadL6H6(t *testing.T) {
	for name, config := range map[string]string{"pretty": "", "ugly": "uglyURLs = true\n"} {
		project := assembled.Many()
		project["sitegen.toml"] = config + project["sitegen.toml"]
		s, l := declare(t, project)
		got, _ := run(t, l, emission.Options{})
		listed, n := 0, 0
		for _, p := range s.Pages {
			if !l.Listed(p) {
				continue
			}
			listed++
			loc := strings.TrimSuffix(p.URL.Abs(), "index.html")
			links, ok := linksOf(t, got, loc)
			if !ok || loc != l.Canonical(p) || strings.HasSuffix(p.URL.Abs(), ".html") != (name == "ugly") ||
				strings.HasSuffix(loc, "/index.html") {
				t.Errorf("%s: %s is at %s, in the sitemap: %v", name, p.Key, loc, ok)
			}
			if diff := cmp.Diff(l.Alternates(p), links); diff != "" {
				t.Errorf("%s: %s (-head +sitemap)\n%s", name, p.Key, diff)
			}
			n += len(links)
		}
		if text := strings.Count(string(got["sitemap.txt"]), "\n"); text != listed {
			t.Errorf("%s: %d pages listed, %d addresses in the sitemap", name, listed, text)
		}
		if n == 0 {
			t.Error("no links")
		}
	}
}

// linksOf returns the language versions that the sitemap entry of a URL names.
func linksOf(t *testing.T, got files, loc string) (links []listing.Alternate, found bool) {
	t.Helper()
	for name, text := range got {
		if schematest.KindOf(name, text) != schematest.Sitemap {
			continue
		}
		for r := sitemap.NewReader(bytes.NewReader(text), sitemap.ReadOptions{}); ; {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e.Loc != loc {
				continue
			}
			if found {
				t.Errorf("%s is listed twice", loc)
			}
			found = true
			for _, a := range e.Alternates {
				links = append(links, listing.Alternate(a))
			}
		}
	}
	return links, found
}

// The index has a new date for a file that changed without a newer date in it: a page was removed (rule I6).
func TestIndexLastModI6(t *testing.T) {
	project := assembled.Many()
	_, l := declare(t, project)
	var none *ledger.Ledger
	l = l.Remember(none, nil, nil)
	_, emitted := runEach(t, l, emission.Options{})
	first := emission.Ledger(l, emitted)

	delete(project, "content/c.pt-br.md")
	s := assembled.Site(t, project)
	s.Now = assembled.Clock.AddDate(0, 0, 5)
	l = listing.Declare(s).Remember(first, nil, nil)
	got, emitted := runEach(t, l, emission.Options{})
	const want = `<sitemap><loc>https://many.alt/sitemap-en.xml</loc><lastmod>2025-01-02T00:00:00Z</lastmod></sitemap>
<sitemap><loc>https://many.alt/sitemap-pt-br.xml</loc><lastmod>`
	if index := string(got["sitemap.xml"]); !strings.Contains(index, want+s.Now.Format(time.RFC3339)+"</lastmod>") {
		t.Errorf("%s", index)
	}
	if c := l.Changes(); len(c.Removed) != 1 || c.Removed[0] != "https://many.alt/pt-br/c/" {
		t.Errorf("%+v", c)
	}

	// Nothing changes anymore: the index is the same later.
	second := emission.Ledger(l, emitted)
	s = assembled.Site(t, project)
	s.Now = assembled.Clock.AddDate(0, 0, 9)
	again, _ := run(t, listing.Declare(s).Remember(second, nil, nil), emission.Options{})
	if string(again["sitemap.xml"]) != string(got["sitemap.xml"]) {
		t.Errorf("%s", again["sitemap.xml"])
	}
}
