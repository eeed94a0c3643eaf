package witness_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// awkward is a text with many characters that need escaping.
const awkward = "Tips & Tricks: \"q\" it's Vec<T>, a < b \\ \u2028 &amp; &lt;b&gt; \U0001F44D ]]> *m* `c` <script>x"

// Titles, descriptions and names are text: each place that prints them, in whatever format, prints what the front
// matter says, escaped once.
func TestTextsArePrintedAsTheyAre(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	text := func(name string) string { return name + " " + awkward }
	long := "Long " + strings.Repeat("a&b ", 100)
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	page := func(values ...string) string {
		b := "---\n"
		for i := 0; i < len(values); i += 2 {
			b += values[i] + ": " + values[i+1] + "\n"
		}
		return b + "---\nWords & \"more\" of Vec\\<T\\>.\n"
	}
	config := func(theme string) string {
		return "baseURL = \"https://a.example/\"\ntheme = " + quoted(theme) + "\ntitle = " + quoted(text("Site")) +
			"\ncapitalizeListTitles = false\n[discovery]\nllms = true\nhtmlSitemap = true\nvideos = \"inline\"\n[discovery.news]\nsections = [\"show\"]\n[params]\ndescription = " + quoted(text("About")) +
			"\n[params.author]\nname = " + quoted(text("Owner")) +
			"\n[taxonomies]\ntag = \"tags\"\nauthor = \"authors\"\n" +
			"[languages.en]\n[languages.de]\ntitle = " + quoted(text("Seite")) + "\n"
	}
	cover := "{src: /c.png, alt: " + quoted(text("Alt")) + ", caption: \"Cap & \\\"q\\\" it's a < b\", creator: " + quoted(text("Photographer")) +
		", credit: " + quoted(text("Credit")) + "}"
	post := func(title string) string {
		return page("title", quoted(text(title)), "description", quoted(text("Desc")), "date", "2026-01-02", "tags", "["+quoted(text("Tag"))+"]",
			"authors", "["+quoted(text("Writer"))+"]", "cover", cover,
			"videos", "[{title: "+quoted(text("Film"))+", description: "+quoted(text("Plot"))+", content: /v.mp4, thumbnail: /c.png}]")
	}
	for _, theme := range []string{"blog", "docs"} {
		for _, minify := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s minified %v", theme, minify), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				put(t, dir, nil, map[string]string{
					"sitegen.toml":              config(theme),
					"content/_index.md":         page("title", quoted(text("Home")), "description", quoted(text("Welcome"))),
					"content/posts/_index.md":   page("title", quoted(text("Posts"))),
					"content/posts/a.md":        post("A"),
					"content/posts/a.de.md":     post("Ä"),
					"content/posts/plain.md":    page("title", quoted(text("Plain")), "date", "2026-01-03"),
					"content/posts/long.md":     page("title", quoted(long), "description", quoted(long), "date", "2026-01-04"),
					"content/about.md":          page("title", quoted(text("Static"))),
					"content/tags/zz/_index.md": page("title", quoted(text("Term")), "description", quoted(text("Term of"))),
					"content/show/_index.md": page("title", quoted(text("Show")), "description", quoted(text("Talk")),
						"feeds", "{podcast: {owner: {name: "+quoted(text("Host"))+", email: h@a.example}, author: "+quoted(text("Voice"))+", category: Technology}}"),
					"content/show/one.md": page("title", quoted(text("One")), "date", "2026-05-31T12:00:00Z", "enclosure", "/v.mp3",
						"podcast", "{title: "+quoted(text("Eins"))+"}"),
					"static/v.mp3": "mp3",
					"static/c.png": "",
					"static/v.mp4": "",
				})
				b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Minify: minify})
				if err != nil {
					t.Fatal(err)
				}
				defer b.Close()
				if _, err := b.Build(t.Context()); err != nil {
					t.Fatal(err)
				}
				said := printed(t, filepath.Join(dir, "public"))
				for place, wants := range map[string]string{
					"posts/a/index.html headline":                text("A"),
					"posts/a/index.html description":             text("Desc"),
					"posts/a/index.html caption":                 "Cap & “q” it’s a < b",
					"posts/a/index.html creator.name":            text("Photographer"),
					"posts/a/index.html creditText":              text("Credit"),
					"posts/a/index.html author.name":             text("Writer"),
					"posts/a/index.html publisher.name":          text("Owner"),
					"posts/a/index.html keywords":                text("Tag"),
					"posts/a/index.html VideoObject.name":        text("Film"),
					"posts/a/index.html VideoObject.description": text("Plot"),
					"posts/a/index.html itemListElement.name":    text("A"),
					"posts/a/index.html og:title":                text("A"),
					"posts/a/index.html og:description":          text("Desc"),
					"posts/a/index.html og:site_name":            text("Site"),
					"posts/a/index.html og:image:alt":            text("Alt"),
					"posts/a/index.html article:tag":             text("Tag"),
					"posts/a/index.html article:section":         text("Posts"),
					"posts/a/index.html author":                  text("Writer"),
					"posts/a/index.html title":                   text("A") + " · " + text("Site"),
					"de/posts/a/index.html headline":             text("Ä"),
					"de/posts/a/index.html title":                text("Ä") + " · " + text("Seite"),
					"posts/plain/index.html headline":            text("Plain"),
					"posts/plain/index.html description":         "Words & “more” of Vec<T>.",
					"posts/long/index.html headline":             "Long " + strings.TrimRight(strings.Repeat("a&b ", 26), " ") + " …",
					"about/index.html headline":                  text("Static"),
					"index.html WebSite.name":                    text("Home"),
					"index.html WebSite.description":             text("Welcome"),
					"index.html description":                     text("Welcome"),
					"index.html og:title":                        text("Home"),
					"index.html link":                            text("Home") + " on " + text("Site"),
					"de/index.html WebSite.name":                 text("Seite"),
					"de/index.html WebSite.description":          text("About"),
					"posts/index.html CollectionPage.name":       text("Posts"),
					"posts/index.html og:title":                  text("Posts"),
					"tags/zz/index.html description":             text("Term of"),
					"tags/zz/index.html itemListElement.name":    text("Term"),
					"404.html og:site_name":                      text("Site"),
					"sitemap/index.html og:site_name":            text("Site"),
					"site.webmanifest name":                      text("Site"),
					"de/site.webmanifest name":                   text("Seite"),
					"index.xml channel.title":                    text("Home") + " on " + text("Site"),
					"index.xml channel.description":              text("About"),
					"index.xml item.title":                       text("A"),
					"index.xml item.category":                    text("Tag"),
					"index.xml item.creator":                     text("Writer"),
					"de/index.xml channel.title":                 text("Seite"),
					"posts/index.xml channel.title":              text("Posts") + " on " + text("Site"),
					"tags/zz/index.xml channel.title":            text("Term") + " on " + text("Site"),
					"tags/zz/index.xml channel.description":      text("Term of"),
					"atom.xml feed.title":                        text("Home") + " on " + text("Site"),
					"atom.xml feed.subtitle":                     text("About"),
					"atom.xml entry.title":                       text("A"),
					"atom.xml author.name":                       text("Writer"),
					"atom.xml entry.category":                    text("Tag"),
					"feed.json title":                            text("Home") + " on " + text("Site"),
					"feed.json description":                      text("About"),
					"feed.json items.title":                      text("A"),
					"feed.json tags":                             text("Tag"),
					"feed.json authors.name":                     text("Writer"),
					"show/index.xml channel.title":               text("Show"),
					"show/index.xml channel.description":         text("Talk"),
					"show/index.xml channel.author":              text("Voice"),
					"show/index.xml owner.name":                  text("Host"),
					"show/index.xml item.title":                  text("Eins"),
					"sitemap-news.xml news.title":                text("One"),
					"sitemap-news.xml publication.name":          text("Site"),
					"sitemap-en.xml video.title":                 text("Film"),
					"sitemap-en.xml video.description":           text("Plot"),
				} {
					if !said[place][wants] {
						var have []string
						for s := range said[place] {
							have = append(have, s)
						}
						t.Errorf("%s says\n\t%s\nwant\t%s", place, strings.Join(have, "\n\t"), wants)
					}
				}
				index, err := os.ReadFile(filepath.Join(dir, "public/llms.txt"))
				if err != nil {
					t.Fatal(err)
				}
				if want := "# Site Tips & Tricks: \"q\" it's Vec\\<T>, a \\< b \\\\ \\&amp; \\&lt;b\\&gt; \U0001F44D \\]\\]> \\*m\\* \\`c\\` \\<script>x\n"; !strings.HasPrefix(string(index), want) {
					t.Errorf("llms.txt begins with\n\t%s\nwant\t%s", strings.SplitAfter(string(index), "\n")[0], want)
				}
			})
		}
	}
}

var (
	titleElement = regexp.MustCompile(`(?s)<title>(.*?)</title>`)
	metaElement  = regexp.MustCompile(`(?s)<meta (?:name|property)="?([\w:]+)"? content=(?:"([^"]*)"|'([^']*)')`)
	feedLink     = regexp.MustCompile(`<link rel="?alternate"? type="?application/rss(?:\+|&#43;)xml"? title=(?:"([^"]*)"|'([^']*)')`)
	linkedData   = regexp.MustCompile(`(?s)<script type="?application/ld\+json"?>(.*?)</script>`)
)

// printed are the texts that a site prints for machines, by the file and the name of what has the text: a meta element,
// a property of JSON-LD or of another JSON file with the one above it or its type, an element of XML.
func printed(t *testing.T, root string) map[string]map[string]bool {
	t.Helper()
	said := map[string]map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		file, _ := filepath.Rel(root, path)
		say := func(name, text string) {
			place := filepath.ToSlash(file) + " " + name
			if said[place] == nil {
				said[place] = map[string]bool{}
			}
			said[place][strings.TrimSpace(text)] = true
		}
		var value func(above, name string, v any)
		value = func(above, name string, v any) {
			switch v := v.(type) {
			case string:
				say(name, v)
				say(above+"."+name, v)
			case []any:
				for _, e := range v {
					value(above, name, e)
				}
			case map[string]any:
				for key, e := range v {
					value(name, key, e)
					if kind, ok := v["@type"].(string); ok {
						value(kind, key, e)
					}
				}
			}
		}
		decode := func(text []byte) {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				t.Errorf("%s: %v in %s", file, err, text)
			}
			value("", "", v)
		}
		switch filepath.Ext(path) {
		case ".html":
			for _, m := range linkedData.FindAllSubmatch(data, -1) {
				decode(m[1])
			}
			for _, m := range metaElement.FindAllSubmatch(data, -1) {
				say(string(m[1]), html.UnescapeString(string(m[2])+string(m[3])))
			}
			for _, m := range feedLink.FindAllSubmatch(data, -1) {
				say("link", html.UnescapeString(string(m[1])+string(m[2])))
			}
			for _, m := range titleElement.FindAllSubmatch(data, -1) {
				say("title", html.UnescapeString(string(m[1])))
			}
		case ".json", ".webmanifest":
			decode(data)
		case ".xml":
			d := xml.NewDecoder(strings.NewReader(string(data)))
			var open []xml.StartElement
			for {
				token, err := d.Token()
				if err != nil {
					break
				}
				switch token := token.(type) {
				case xml.StartElement:
					open = append(open, token.Copy())
					for _, a := range token.Attr {
						if a.Name.Local == "term" && len(open) > 1 {
							say(open[len(open)-2].Name.Local+"."+token.Name.Local, a.Value)
						}
					}
				case xml.EndElement:
					open = open[:len(open)-1]
				case xml.CharData:
					if len(open) < 2 {
						continue
					}
					text, last := string(token), open[len(open)-1]
					for _, a := range last.Attr {
						if a.Name.Local == "type" && a.Value == "html" { // HTML that shows the text
							text = html.UnescapeString(text)
						}
					}
					say(open[len(open)-2].Name.Local+"."+last.Name.Local, text)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return said
}
