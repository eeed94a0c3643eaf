package emit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// A feed of changes can serve as a sitemap only while all its pages are below its folder (rule L5).
func TestAnnouncedFeedsL5(t *testing.T) {
	for _, c := range []struct{ config, want, found string }{
		{"", "atom-updates.xml pt-br/atom-updates.xml", ""},
		{
			"far", "atom-updates.xml",
			"pt-br/atom-updates.xml is not listed as a sitemap: it contains a page outside its folder, https://many.alt/far/",
		},
		{"far, scope", "atom-updates.xml pt-br/atom-updates.xml", ""},
	} {
		project := assembled.Many()
		config := "[feeds.updates]\nrobots = true\nsitemap = true\n"
		if strings.HasPrefix(c.config, "far") {
			project["content/c.pt-br.md"] = "---\ntitle: C\ndate: 2025-02-04\nurl: /far/\n---\n"
		}
		if strings.HasSuffix(c.config, "scope") {
			config += "[discovery]\nscope = \"host\"\n"
		}
		project["sitegen.toml"] += config
		_, l := declare(t, project)
		l, _ = l.Seal(nil, nil)
		got, sum := run(t, l, emission.Options{})
		for _, file := range []string{"robots.txt", "sitemap.xml"} {
			var named []string
			for _, name := range []string{"atom-updates.xml", "pt-br/atom-updates.xml"} {
				if strings.Contains(string(got[file]), "https://many.alt/"+name) {
					named = append(named, name)
				}
			}
			if diff := cmp.Diff(c.want, strings.Join(named, " ")); diff != "" {
				t.Errorf("%q: %s (-want +got):\n%s", c.config, file, diff)
			}
		}
		var found []string
		for _, d := range sum.Found {
			if d.Rule == "L5" {
				found = append(found, d.Message)
			}
		}
		if got := strings.Join(found, "\n"); got != c.found {
			t.Errorf("%q: %s, want %s", c.config, got, c.found)
		}
	}
}
