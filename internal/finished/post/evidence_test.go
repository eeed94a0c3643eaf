package post

import (
	"context"
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
