package post

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pages that the generator's sitemap or the page's source leaves out on purpose stay out of the new sitemap, also in
// later runs, which find our own sitemap, until the generator lists them.
func TestReplacedSitemapIsEvidence(t *testing.T) {
	top := t.TempDir()
	o := Options{
		Dir: filepath.Join(top, "site"), Base: "https://e.example/", Now: clock, Replace: true,
		Content: filepath.Join(top, "src"), Generator: "hugo", Feeds: nil,
	}
	for _, page := range []string{"index.html", "a/index.html", "secret/index.html", "quiet/index.html"} {
		write(t, filepath.Join(o.Dir, page), doc(""))
	}
	write(t, filepath.Join(o.Content, "quiet.md"), "---\ntitle: Q\nsitemap: {disable: true}\n---\n")
	write(t, filepath.Join(o.Content, "a.md"), "---\ntitle: A\n---\n")
	generated := func(paths ...string) {
		var b strings.Builder
		for _, p := range paths {
			b.WriteString("<url><loc>https://e.example" + p + "</loc></url>")
		}
		write(t, filepath.Join(o.Dir, "sitemap-0.xml"), `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`+b.String()+`</urlset>`)
		write(t, filepath.Join(o.Dir, "sitemap.xml"), `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://e.example/sitemap-0.xml</loc></sitemap></sitemapindex>`)
	}
	for _, step := range []struct {
		what      string
		generated []string
		want      string
	}{
		{"a first run", []string{"/", "/a/", "/quiet/"}, "/a/ /"},
		{"no new sitemap", nil, "/a/ /"},
		{"the generator lists all", []string{"/", "/a/", "/quiet/", "/secret/"}, "/a/ / /secret/"},
		{"a sitemap of another address", []string{"/else/"}, "/a/ / /secret/"},
	} {
		if step.generated != nil {
			generated(step.generated...)
		}
		res, err := Run(context.Background(), o)
		if err != nil || res.Found.Err() != nil {
			t.Fatal(err, res.Found)
		}
		text, err := os.ReadFile(filepath.Join(o.Dir, "sitemap.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(strings.Join(strings.Fields(string(text)), " "), "https://e.example", ""); got != step.want {
			t.Errorf("after %s the sitemap has %s, want %s", step.what, got, step.want)
		}
	}
}

// Files that a sitemap must not list leave a replaced sitemap with a reason, and a repaired one.
func TestClosedFilesLeaveTheSitemap(t *testing.T) {
	const set = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://e.example/</loc></url><url><loc>https://e.example/a.pdf</loc></url>%s</urlset>`
	for _, c := range []struct{ name, text, why string }{
		{"feed.xml", `<rss version="2.0"><channel></channel></rss>`, "it is a feed"},
		{"feed.json", `{"version": "https://jsonfeed.org/version/1.1"}`, "it is a feed"},
		{"news.xml", fmt.Sprintf(set, ""), "it is a sitemap"},
		{"robots.txt", "User-agent: *\nDisallow: /none\n", "it is robots.txt"},
		{"b.pdf", "%PDF", "robots.txt disallows it"},
		{"c.pdf", "%PDF", "its X-Robots-Tag is noindex"},
	} {
		for _, repair := range []bool{false, true} {
			o := Options{Dir: filepath.Join(t.TempDir(), "site"), Base: "https://e.example/", Now: clock, Replace: !repair, Repair: repair}
			write(t, filepath.Join(o.Dir, "index.html"), doc(""))
			write(t, filepath.Join(o.Dir, "a.pdf"), "%PDF")
			write(t, filepath.Join(o.Dir, "_headers"), "/c.pdf\n  X-Robots-Tag: noindex\n")
			write(t, filepath.Join(o.Dir, "robots.txt"), "User-agent: *\nDisallow: /b.pdf\nSitemap: https://e.example/sitemap.xml\n")
			if c.name == "robots.txt" {
				c.text += "Sitemap: https://e.example/sitemap.xml\n"
			}
			write(t, filepath.Join(o.Dir, c.name), c.text)
			write(t, filepath.Join(o.Dir, "sitemap.xml"), fmt.Sprintf(set, "<url><loc>https://e.example/"+c.name+"</loc></url>"))
			res, err := Run(context.Background(), o)
			if err != nil || len(res.Found.Errors()) > 0 {
				t.Fatal(c.name, err, res.Found)
			}
			text, err := os.ReadFile(filepath.Join(o.Dir, "sitemap.xml"))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(text); strings.Contains(got, c.name) || !strings.Contains(got, "/a.pdf") {
				t.Errorf("%s (repair %t): %s", c.name, repair, got)
			}
			said := fmt.Sprint(res.Repairs)
			for _, d := range res.Found {
				said += d.Message
			}
			if !strings.Contains(said, c.why) {
				t.Errorf("%s (repair %t): %q is not said: %s", c.name, repair, c.why, said)
			}
		}
	}
}
