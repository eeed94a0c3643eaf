package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// partsSite writes a site whose templates add elements to feeds.
func partsSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", `title = "T"
baseURL = "https://example.org/"
theme = "blog"
[discovery]
lastmod = ["lastmod", ":page"]
[feeds.namespaces]
geo = "http://www.w3.org/2003/01/geo/wgs84_pos#"
myNS = "https://example.org/ns#"
`)
	write(t, dir, "layouts/feeditem.xml", `{{ with .Params.lat }}<geo:lat>{{ . }}</geo:lat>
<myNS:place kind="{{ $.Params.kind }}"><myNS:name>{{ $.Title }} &amp; {{ $.Site.Title }}</myNS:name></myNS:place>{{ end }}`)
	write(t, dir, "layouts/feedchannel.xml", `<myNS:of>{{ .Path }}</myNS:of>`)
	write(t, dir, "content/posts/one.md", "---\ntitle: One <1>\ndate: 2026-01-01\nlat: 48.2\nkind: '\"a\"'\n---\n")
	write(t, dir, "content/posts/two.md", "---\ntitle: Two\ndate: 2026-01-02\n---\n")
	return dir
}

const partsOfItem = `<geo:lat>48.2</geo:lat>
<myNS:place kind="&quot;a&quot;">
<myNS:name>One &lt;1&gt; &amp; T</myNS:name>
</myNS:place>
`

func TestElementsOfTemplatesInFeeds(t *testing.T) {
	dir := partsSite(t)
	buildIn(t, dir, true)
	for file, list := range map[string]string{"index.xml": "/", "atom.xml": "/", "posts/index.xml": "/posts", "feed.json": ""} {
		text, err := os.ReadFile(filepath.Join(dir, "public", file))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(string(text), `"a"`, "&quot;a&quot;")
		if list == "" {
			if strings.Contains(got, "48.2") {
				t.Errorf("%s: %s", file, got)
			}
			continue
		}
		if strings.Count(got, partsOfItem) != 1 || strings.Count(got, "<geo:lat>") != 1 || strings.Count(got, "<myNS:of>"+list+"</myNS:of>\n") != 1 ||
			!strings.Contains(got, ` xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" xmlns:myNS="https://example.org/ns#"`) {
			t.Errorf("%s: %s", file, got)
		}
		found, err := feeds.Validate(strings.NewReader(string(text)), feeds.ValidateOptions{Now: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", file, found, err)
		}
	}
}

func TestElementsOfTemplatesFollowThem(t *testing.T) {
	dir := partsSite(t)
	config, _ := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
	for _, step := range []struct{ what, file, text, has string }{
		{what: "the first build", has: "<geo:lat>48.2<"},
		{what: "nothing", has: "<geo:lat>48.2<"},
		{"front matter", "content/posts/one.md", "---\ntitle: One\ndate: 2026-01-01\nlat: 50\n---\n", "<geo:lat>50<"},
		{"the template", "layouts/feeditem.xml", `<geo:long>{{ len site.RegularPages }}</geo:long>`, "<geo:long>2<"},
		{"another page", "content/posts/three.md", "---\ntitle: Three\n---\n", "<geo:long>3<"},
		{"a template of the section", "layouts/posts/feeditem.xml", `<geo:alt>7</geo:alt>`, "<geo:alt>7<"},
		{"data", "data/x.toml", "a = 1\n", "<geo:alt>7<"},
		{"which a template reads", "layouts/posts/feeditem.xml", `<geo:alt>{{ site.Data.x.a }}</geo:alt>`, "<geo:alt>1<"},
		{"and is another", "data/x.toml", "a = 2\n", "<geo:alt>2<"},
		{"no namespace", "sitegen.toml", strings.Replace(string(config), "geo =", "other =", 1), "<myNS:of>/<"},
	} {
		if step.file != "" {
			write(t, dir, step.file, step.text)
		}
		clean := testsite.Temp(t, dir)
		buildIn(t, dir, false)
		buildIn(t, clean, true)
		for _, file := range []string{"index.xml", "atom.xml", "posts/index.xml", "feed.json"} {
			got, _ := os.ReadFile(filepath.Join(dir, "public", file))
			want, _ := os.ReadFile(filepath.Join(clean, "public", file))
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s: %s (-clean +warm):\n%s", step.what, file, diff)
			}
			if file == "index.xml" && !strings.Contains(string(got), step.has) {
				t.Errorf("%s: no %s in %s", step.what, step.has, got)
			}
		}
	}
}

// Problems with elements are reported at the page or the setting.
func TestWrongElementsOfTemplates(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"layouts/feeditem.xml", "<geo:lat>\n</geo:long>", "content/posts/two.md: what the template feeditem.xml writes for content/posts/two.md is not made of XML elements: line 2: element <geo:lat> is closed by </geo:long>"},
		{"layouts/feeditem.xml", "<nope:lat>1</nope:lat>", "content/posts/two.md: index.xml: nope:lat \"1\" of \"https://example.org/posts/two/\" breaks rule E2: namespaces are declared, and are those of the formats\n" +
			"content/posts/one.md: index.xml: nope:lat \"1\" of \"https://example.org/posts/one/\" breaks rule E2: namespaces are declared, and are those of the formats\n"},
		{"sitegen.toml", "title = \"T\"\nbaseURL = \"https://example.org/\"\n[feeds.namespaces]\natom = \"https://example.org/\"\n", `sitegen.toml:4: feeds.namespaces: atom can't be the prefix of "https://example.org/"`},
	} {
		dir := partsSite(t)
		write(t, dir, c.file, c.text)
		b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), NoCache: true})
		said := ""
		if err == nil {
			var res *pipeline.Result
			if res, err = b.Build(t.Context()); res != nil {
				for _, d := range res.Diagnostics {
					said += d.Error() + "\n"
				}
			}
			b.Close()
		}
		if err != nil {
			said += err.Error()
		}
		if n := strings.Count(said, "breaks rule"); n > 2 {
			t.Errorf("%s: said %d times:\n%s", c.file, n, said)
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: want %q in\n%s", c.file, c.want, said)
		}
	}
}
