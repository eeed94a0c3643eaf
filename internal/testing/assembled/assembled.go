// Package assembled makes a Site from the files of a small project, for tests of later stages.
package assembled

import (
	"context"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// Clock is the time at which the golden files were written.
var Clock = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// Site assembles a project.
func Site(t testing.TB, project map[string]string) *site.Site {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, project)
	cfg, list := config.Load(config.LoadOptions{Project: dir})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	loaded, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil || diag.FromAll(found).Err() != nil {
		t.Fatal(err, found)
	}
	s, list := site.Assemble(site.Input{Config: cfg, Tree: loaded, Now: Clock})
	if s == nil {
		t.Fatal(list)
	}
	return s
}

// Page finds a page by its key: "en:/posts/one".
func Page(t testing.TB, s *site.Site, key string) *site.Page {
	t.Helper()
	for _, p := range s.Pages {
		if p.Key == key {
			return p
		}
	}
	t.Fatalf("no page %s found", key)
	return nil
}

// One returns a project in one language, with a dated and an undated page.
func One() map[string]string {
	return map[string]string{
		"sitegen.toml":         "baseURL = \"https://one.alt/sub/\"\ntitle = \"One & Only\"\ndisableKinds = [\"taxonomy\", \"term\"]\n[params]\nauthor = {name = \"Ann\", email = \"ann@one.alt\"}\n",
		"content/posts/old.md": "---\ntitle: Old\ndate: 2024-01-02\nlastmod: 2024-03-04T05:06:07+02:00\n---\n",
		"content/posts/new.md": "---\ntitle: New\ndate: 2025-01-02\nid: urn:uuid:42\nauthor: Bob\nsitemap:\n  priority: 0.7\n  changefreq: daily\n---\n",
		"content/about.md":     "---\ntitle: About\n---\n",
	}
}

// Many returns a project in three languages.
func Many() map[string]string {
	return map[string]string{
		"sitegen.toml": `baseURL = "https://many.alt/"
disableKinds = ["taxonomy", "term"]
[languages.en]
title = "Many"
weight = 1
[languages.pt-br]
title = "Muitos"
locale = "pt_BR"
weight = 2
[languages.xx]
title = "Nobody's"
weight = 3
`,
		"content/a.md":       "---\ntitle: A\ndate: 2025-01-02\n---\n",
		"content/a.pt-br.md": "---\ntitle: Á\ndate: 2025-02-03\n---\n",
		"content/a.xx.md":    "---\ntitle: X\n---\n",
		"content/b.md":       "---\ntitle: B\n---\n",
		"content/c.pt-br.md": "---\ntitle: C\n---\n",
	}
}
