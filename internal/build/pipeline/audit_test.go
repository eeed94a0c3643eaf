package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// The sitemaps of the reference sites pass the audit of a strict build.
func TestAuditReferenceSites(t *testing.T) {
	root := os.Getenv("SITEGEN_PARITY")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "parity")
	}
	sources, _ := filepath.Glob(filepath.Join(root, "*", "source"))
	if len(sources) == 0 {
		t.Skip("the reference sites are not here")
	}
	for i, source := range sources {
		if race.Enabled && i%4 > 0 {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(source)), func(t *testing.T) {
			dir, err := filepath.Abs(source)
			if err != nil {
				t.Fatal(err)
			}
			b := &State{Project: project.Project{Options: project.Options{Source: dir, Destination: t.TempDir(), StateDir: t.TempDir(), Clock: clock}}, audits: true}
			defer b.Discard()
			if err := b.through(context.Background(), upTo("emit")); err != nil {
				t.Fatal(err)
			}
			if b.Result.SitemapURLs == 0 {
				t.Error("nothing is listed")
			}
		})
	}
}

// upTo returns the stages of the pipeline to one of them.
func upTo(name string) []Stage {
	all := wholeBuild
	return all[:1+slices.IndexFunc(all, func(s Stage) bool { return s.name == name })]
}

// The audit finds problems with files, also with those that a template writes.
func TestAuditFinds(t *testing.T) {
	const head = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`
	const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	link := func(lang, loc string) string {
		return `<xhtml:link rel="alternate" hreflang="` + lang + `" href="https://audit.example` + loc + `"/>`
	}
	for name, c := range map[string]struct {
		files [][2]string
		want  string // rules, in order
	}{
		"good":              {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/</loc></url><url><loc>https://audit.example/a%20b/</loc></url></urlset>"}}, ""},
		"L11":               {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/gone/</loc></url></urlset>"}}, "L11"},
		"configured":        {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/shop/</loc></url></urlset>"}}, ""},
		"L7":                {[][2]string{{"sitemap.xml", head + strings.Repeat("<url><loc>https://audit.example/</loc></url>", 2) + "</urlset>"}}, "L7"},
		"T3":                {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/</loc></url></urlset>"}, {"sitemap.txt", "https://audit.example/a%20b/\n"}}, "T3"},
		"H1":                {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/</loc>" + link("en", "/") + link("fr", "/a%20b/") + "</url><url><loc>https://audit.example/a%20b/</loc></url></urlset>"}}, "H1"},
		"I7":                {[][2]string{{"sitemap.xml", index + "<sitemap><loc>https://audit.example/sitemap-1.xml</loc></sitemap></sitemapindex>"}}, "I7"},
		"I9":                {[][2]string{{"sitemap.xml", index + "<sitemap><loc>https://audit.example/forum.xml</loc></sitemap></sitemapindex>"}}, ""},
		"I6":                {[][2]string{{"sitemap-1.xml", head + "<url><loc>https://audit.example/</loc><lastmod>2026-01-02</lastmod></url></urlset>"}, {"sitemap.xml", index + "<sitemap><loc>https://audit.example/sitemap-1.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>"}}, "I6"},
		"M1":                {[][2]string{{"sitemap.xml", head + "<url><loc>https://audit.example/</loc><lastmod>yesterday</lastmod></url></urlset>"}}, "M1"},
		"robots.txt is not": {[][2]string{{"robots.txt", "nonsense"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{
				"sitegen.toml":     "baseURL = \"https://audit.example/\"\ndisableKinds = [\"taxonomy\", \"term\"]\n[discovery]\nurls = [\"/shop/\"]\nsitemaps = [\"forum.xml\"]\n",
				"content/a b.md":   "---\ntitle: A\nurl: /a b/\n---\n",
				"layouts/all.html": "<main>{{ .Title }}</main>",
			} {
				full := filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			b := &State{Project: project.Project{Options: project.Options{Source: dir, Clock: clock}}, audits: true}
			defer b.Discard()
			if err := b.through(context.Background(), upTo("search")); err != nil {
				t.Fatal(err)
			}
			a := b.Emitter().NewAudit(emission.Emission{Base: "https://audit.example/"}, clock, b.Pages.Out.Has)
			for _, f := range c.files {
				a.File(f[0], []byte(f[1]))
				if err := b.Pages.Out.Add(f[0], []byte(f[1]), "test"); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for _, d := range append(a.Findings(nil), a.Absent()...) {
				got = append(got, d.Rule)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
			if c.want == "L11" { // a problem that was reported is not repeated
				a = b.Emitter().NewAudit(emission.Emission{Base: "https://audit.example/"}, clock, b.Pages.Out.Has)
				a.File(c.files[0][0], []byte(c.files[0][1]))
				if list := a.Findings(diag.List{{Rule: "L11", File: "sitemap.xml", Line: 1}}); len(list) != 1 {
					t.Error(list)
				}
			}
		})
	}
}

// A build without --strict reads its sitemaps back, too, and warns about problems that do not depend on other outputs.
func TestProofread(t *testing.T) {
	b := &State{Project: project.Project{Options: project.Options{Source: filepath.Join("..", "..", "..", "testdata", "law", "plain"), Destination: t.TempDir(), StateDir: t.TempDir(), Clock: clock}}}
	defer b.Discard()
	if err := b.through(context.Background(), upTo("search")); err != nil {
		t.Fatal(err)
	}
	var outputs []task.Written
	for _, f := range [][2]string{
		{"sitemap.xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://audit.example/gone/</loc></url></urlset>`},
		{"sitemap.txt", "https://audit.example/other/\n"},
	} {
		if err := b.Pages.Out.Add(f[0], []byte(f[1]), "test"); err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, task.Written{File: f[0]})
	}
	reported := diag.List{{Rule: "U1", Message: "what the emission itself reports"}}
	got, err := b.Emitter().Proofread(emission.Emission{Base: "https://audit.example/"}, outputs, reported)
	if err != nil {
		t.Fatal(err)
	}
	want := append(reported, &diag.Diagnostic{Rule: "T3", Severity: diag.Warning, Message: "the text sitemaps list other pages (1) than the XML sitemaps (1)"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
