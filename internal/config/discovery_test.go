package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/glob"
)

func TestDiscoverySettings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       func(*Discovery)
	}{
		{"defaults", "", func(*Discovery) {}},
		{"dates", "enableGitInfo = true\n[discovery]\nlastmod = [\"lastmod\", \":git\", \":ledger\"]\n", func(d *Discovery) {
			d.LastMod = []string{"lastmod", "modified", ":git", ":ledger"}
		}},
		{"split by one", "[discovery]\nsplit = \"Year\"\n", func(d *Discovery) { d.Split = "{year}" }},
		{"split by pattern", "[discovery]\nsplit = \"{type}-{language}\"\n", func(d *Discovery) { d.Split = "{type}-{language}" }},
		{"no split", "[discovery]\nsplit = \"none\"\ngzip = true\nstable = false\nscope = \"host\"\n", func(d *Discovery) {
			d.Split, d.Gzip, d.Stable, d.Scope = "", true, false, "host"
		}},
		{"more", "[discovery]\nfiles = [\"**/*.pdf\"]\nsitemaps = [\"/shop/sitemap.xml\"]\nurls = [\"https://a.example/x\", {loc = \"https://a.example/y\", lastmod = 2026-01-02}]\n", func(d *Discovery) {
			d.Files, _ = glob.NewSet([]string{"**/*.pdf"})
			d.Sitemaps = []string{"/shop/sitemap.xml"}
			d.URLs = []SitemapURL{{Loc: "https://a.example/x"}, {Loc: "https://a.example/y", LastMod: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}}
		}},
		{"media", "[discovery]\nimages = \"inline\"\n[discovery.videos]\nplace = \"files\"\nsections = [\"posts\"]\n[discovery.news]\nsections = [\"news\"]\npublication = \"The Times\"\n", func(d *Discovery) {
			d.Images.Place, d.Videos = "inline", Media{"files", []string{"posts"}}
			d.News = News{[]string{"news"}, "The Times"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "sitegen.toml"), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			cfg, found := Load(LoadOptions{Project: dir})
			if cfg == nil || len(found) > 0 {
				t.Fatal(found)
			}
			want := Discovery{
				SitemapAddresses: "root", SitemapURLs: 50_000, SitemapBytes: 52_428_800, TextSitemap: true, Robots: true,
				LastMod: []string{"lastmod", "modified", ":modified", ":ledger", ":page"}, Split: "auto", Stable: true, Scope: "directory",
				Images: Media{Place: "off"}, Videos: Media{Place: "off"},
				Feeds: defaultFeeds(),
			}
			c.want(&want)
			if diff := cmp.Diff(want, cfg.Discovery, cmp.AllowUnexported(glob.Set{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiscoveryMistakes(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"date source", "[discovery]\nlastmod = [':mtime']\n", `error hugo.toml:2: discovery.lastmod: unknown source ":mtime" | choose from front matter keys, :page, :modified, :ledger, :git, :filename, :filemodtime or :descendants`},
		{"git that nobody asks", "[discovery]\nlastmod = [':git']\n", `warning hugo.toml:2: discovery.lastmod names :git, but enableGitInfo is off | set enableGitInfo = true`},
		{"split", "[discovery]\nsplit = 'author'\n", `error hugo.toml:2: discovery.split: "author" is not a valid way to split sitemaps | write auto, none, language, section, type, year, month, or a pattern of them like {type}-{language}`},
		{"split into folders", "[discovery]\nsplit = '{type}/{language}'\n", `error hugo.toml:2: discovery.split: "{type}/{language}" is not a valid way to split sitemaps | write auto, none, language, section, type, year, month, or a pattern of them like {type}-{language}`},
		{"scope", "[discovery]\nscope = 'world'\n", `error hugo.toml:2: discovery.scope must be directory or host, not "world"`},
		{"images", "[discovery]\nimages = 'yes'\n", `error hugo.toml:2: discovery.images must be off, inline or files, not "yes"`},
		{"addresses", "[discovery]\nsitemapAddresses = 'x'\n", `error hugo.toml:2: discovery.sitemapAddresses must be root or hugo, not "x"`},
		{"sitemap that is a page", "[sitemap]\nfilename = 'index.html'\n", `error hugo.toml:2: sitemap.filename "index.html" is not a valid sitemap name | write a name like "sitemap.xml"`},
		{"sitemap that is text", "[sitemap]\nfilename = 'map.TXT'\n", `error hugo.toml:2: sitemap.filename "map.TXT" is not a valid sitemap name | write a name like "sitemap.xml"`},
		{"date of a url", "[discovery]\nurls = [{loc = '/x/', lastmod = 3}]\n", `error hugo.toml:2: discovery.urls: the lastmod 3 of /x/ is not a valid date`},
		{"url without loc", "[discovery]\nurls = [{lastmod = 2026-01-02}]\n", `error hugo.toml:2: discovery.urls: a table without loc`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := load(t, map[string]string{"hugo.toml": c.src}, LoadOptions{})
			if diff := cmp.Diff(c.want, text(list)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
