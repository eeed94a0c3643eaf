package pipeline

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

// everyKind is a site that uses everything that a sitemap can contain, with URLs that are hard to write.
func everyKind(gzip bool) map[string]string {
	files := map[string]string{
		"sitegen.toml": fmt.Sprintf(`baseURL = "https://bücher.alt/a b/"
title = "Kinds & <more>"
disableKinds = ["taxonomy", "term"]
[sitemap]
changefreq = "weekly"
priority = 0.5
[feeds]
atom = false
[languages.en]
weight = 1
[languages.pt-br]
weight = 2
[discovery]
gzip = %v
images = "inline"
videos = "files"
files = ["**/*.pdf"]
urls = ["/shop/"]
sitemaps = ["forum.xml"]
[discovery.news]
sections = ["news"]
publication = "The <Times> & 'more'"
`, gzip),
		"layouts/all.html":        "<main>{{ .Content }}</main>",
		"static/a report.pdf":     "%PDF",
		"content/news/n.md":       "---\ntitle: \"A & B <c> 'd'\"\ndate: 2026-11-20T12:00:00\ndescription: D\n---\n![x](https://cdn.alt/ä.jpg?a=1&b=2)\n",
		"content/news/n.pt-br.md": "---\ntitle: \"Ação\"\ndate: 2026-11-20T12:00:00\n---\n![x](/y.png)\n",
		"content/video.md":        "---\ntitle: V\ndescription: \"D & E\"\nimages: [/p.jpg]\nvideos:\n- {content: /v.mp4, duration: 90, tags: [a, \"b & c\"], published: 2026-01-01, uploader: U}\n---\n",
	}
	addPages(files, "a & b", "it's", "100% sure", "two words", "smile 😀", "straße", "日本", "plus+comma,semi;")
	return files
}

// addPages adds pages whose URLs have these names.
func addPages(files map[string]string, names ...string) {
	for i, name := range names {
		files[fmt.Sprintf("content/hard/%d.md", i)] = fmt.Sprintf("---\ntitle: %q\nurl: %q\ndate: 2026-01-%02d\n---\nText.\n", name, "/hard/"+name+"/", i+1)
	}
}

// buildIn writes files and builds them.
func buildIn(t *testing.T, files map[string]string, o project.Options) *Result {
	t.Helper()
	o.Source, o.Clock = t.TempDir(), clock
	for name, text := range files {
		full := filepath.Join(o.Source, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// A site with all extensions is valid by the schemas, passes the audit, and is the same when it is packed.
func TestEveryKind(t *testing.T) {
	res := buildIn(t, everyKind(false), project.Options{Strict: true})
	dir := res.Destination
	if res.SitemapURLs < 16 {
		t.Errorf("%d addresses", res.SitemapURLs)
	}
	// Files that the configuration adds are not in the output. These stand-ins let the schemas' check find them.
	for name, text := range map[string]string{"shop/index.html": "", "forum.xml": urlsetHead + "<url><loc>https://xn--bcher-kva.alt/a%20b/forum/</loc></url></urlset>", "forum/index.html": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "sitemap.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a%20&%20b/", "it%27s/", "100%25%20sure/", "two%20words/", "smile%20%F0%9F%98%80/", "stra%C3%9Fe/", "%E6%97%A5%E6%9C%AC/", "plus+comma,semi;/"} {
		if !bytes.Contains(text, []byte("https://xn--bcher-kva.alt/a%20b/hard/"+want+"\n")) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "sitemap.txt"), append(text, "https://xn--bcher-kva.alt/a%20b/forum/\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	base, err := sitemap.Normalize("https://bücher.alt/a b/")
	if err != nil {
		t.Fatal(err)
	}
	schematest.Validate(t, dir, base)

	packedDir := buildIn(t, everyKind(true), project.Options{Strict: true}).Destination
	names, _ := filepath.Glob(filepath.Join(packedDir, "sitemap*.xml.gz"))
	if len(names) != 5 { // two languages, other, videos, news
		t.Errorf("packed: %v", names)
	}
	for _, name := range names {
		plain, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".gz")))
		if err != nil {
			t.Fatal(err)
		}
		if got := unpacked(t, name); !bytes.Equal(got, plain) {
			t.Errorf("%s is not what it is unpacked", filepath.Base(name))
		}
	}
}

const urlsetHead = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`

// unpacked unpacks a file whose header has no information about the time and the machine (rule U9).
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "" || !r.ModTime.IsZero() && !r.ModTime.Equal(time.Unix(0, 0)) {
		t.Errorf("U9: %+v", r.Header)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Names that Windows does not allow are correct in sitemaps, with a warning for each.
func TestNamesThatWindowsRefuses(t *testing.T) {
	files := map[string]string{
		"sitegen.toml":     "baseURL = \"https://bücher.alt/a b/\"\ntitle = \"T\"\ndisableKinds = [\"taxonomy\", \"term\"]\n",
		"layouts/all.html": "<main>{{ .Content }}</main>",
	}
	addPages(files, `say "so"`, "lt < gt >")
	res := buildIn(t, files, project.Options{})
	var found []string
	for _, d := range res.Diagnostics {
		found = append(found, fmt.Sprintf("%v %s: %s", d.Severity, d.Rule, d.Message))
	}
	want := []string{
		`warning output-portable: the output hard/lt < gt >/index.html can't be copied to every system: in Windows, the name "lt < gt >" can't have the character '<'`,
		`warning output-portable: the output hard/say "so"/index.html can't be copied to every system: in Windows, the name "say \"so\"" can't have the character '"'`,
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
	text, err := os.ReadFile(filepath.Join(res.Destination, "sitemap.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"say%20%22so%22/", "lt%20%3C%20gt%20%3E/"} {
		if !bytes.Contains(text, []byte("https://xn--bcher-kva.alt/a%20b/hard/"+want+"\n")) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	schematest.Validate(t, res.Destination, "https://xn--bcher-kva.alt/a%20b/")
}
