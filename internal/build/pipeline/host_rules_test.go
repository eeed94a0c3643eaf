package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// Pages that the host or the page itself closes are in no sitemap, feed or text sitemap (rule L9).
func TestClosedPagesAreNotListed(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", "title = \"T\"\nbaseURL = \"https://example.org/blog/\"\ndisableKinds = [\"taxonomy\", \"term\"]\n")
	write(t, dir, "layouts/all.html", "<html><head>{{ with .Params.to }}<meta http-equiv=\"refresh\" content=\"0; url={{ . }}\">{{ end }}</head><body><main>{{ .Content }}</main></body></html>")
	write(t, dir, "static/_headers", "/blog/posts/hidden/*\n  X-Robots-Tag: noindex\n/blog/posts/größe/*\n  X-Robots-Tag: googlebot: nofollow, none\n")
	write(t, dir, "static/_redirects", "/blog/posts/moved/ /blog/posts/open/\n/blog/* /blog/404.html 404\n")
	for name, front := range map[string]string{"open": "", "hidden": "", "größe": "", "moved": "", "gone": "to: /blog/posts/open/\n", "stays": "to: /blog/posts/stays/\n"} {
		write(t, dir, "content/posts/"+name+".md", "---\ntitle: "+name+"\ndate: 2026-01-01\n"+front+"---\nText.\n")
	}
	for _, hosts := range []string{"", "[deploy]\nhosts = [\"netlify\"]\n"} { // with hosts sitegen writes both files, and takes these over
		if hosts != "" {
			text, err := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, "sitegen.toml", string(text)+hosts)
		}
		b, err := pipeline.New(project.Options{Source: dir, Clock: summer})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.Close()
		for _, file := range []string{"sitemap.xml", "sitemap.txt", "atom.xml", "feed.json", "index.xml"} {
			text, err := os.ReadFile(filepath.Join(dir, "public", file))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range []string{"gone", "gr%C3%B6%C3%9Fe", "hidden", "moved", "open", "stays"} {
				if strings.Contains(string(text), "https://example.org/blog/posts/"+name+"/") {
					got = append(got, name)
				}
			}
			if diff := cmp.Diff([]string{"open", "stays"}, got); diff != "" {
				t.Errorf("%s with %q lists (-want +got):\n%s", file, hosts, diff)
			}
		}
	}
}

// A page that shows the text of another language is as closed as the original: no canonical URL leads to a page that
// may not be indexed (rule L9), in a clean build and in one after a change of the host's rules.
func TestBorrowedPagesAreAsClosedAsTheirs(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", "title = \"T\"\nbaseURL = \"https://example.org/\"\ntheme = \"blog\"\ndefaultContentLanguage = \"en\"\nfallbackPages = true\n[languages.en]\n[languages.fr]\n")
	for _, name := range []string{"a", "b"} {
		write(t, dir, "content/posts/"+name+".md", "---\ntitle: "+name+"\ndate: 2026-01-01\n---\nText.\n")
	}
	write(t, dir, "content/posts/c.md", "---\ntitle: c\nrobots: nofollow\n---\nText.\n")
	for step, rules := range []string{"/posts/a/\n  X-Robots-Tag: noindex\n", "/posts/b/\n  X-Robots-Tag: none\n/fr/posts/a/\n  X-Robots-Tag: noindex\n", "/posts/*\n  X-Robots-Tag: noindex\n", ""} {
		write(t, dir, "static/_headers", rules)
		clean := testsite.Temp(t, dir)
		buildIn(t, dir, false)
		buildIn(t, clean, true)
		got := map[string]string{}
		for _, name := range []string{"a", "b", "c"} {
			file := "public/fr/posts/" + name + "/index.html"
			page, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if other, err := os.ReadFile(filepath.Join(clean, file)); err != nil || string(other) != string(page) {
				t.Errorf("step %d: %s is not what a clean build writes (%v)", step, name, err)
			}
			for line := range strings.Lines(string(page)) {
				if strings.Contains(line, `name="robots"`) || strings.Contains(line, `rel="canonical"`) {
					got[name] += line
				}
			}
		}
		const closed = `<meta name="robots" content="noindex">` + "\n"
		open := func(name string) string {
			return `<link rel="canonical" href="https://example.org/posts/` + name + "/\">\n"
		}
		want := []map[string]string{
			{"a": closed, "b": open("b"), "c": `<meta name="robots" content="nofollow">` + "\n" + open("c")},
			{"a": open("a"), "b": closed, "c": `<meta name="robots" content="nofollow">` + "\n" + open("c")},
			{"a": closed, "b": closed, "c": closed},
			{"a": open("a"), "b": open("b"), "c": `<meta name="robots" content="nofollow">` + "\n" + open("c")},
		}[step]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", step, diff)
		}
	}
}
