package render

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/view"
)

// vault is a project of notes with [[links]], in two languages; note is the text of the note under test.
func vault(note string) map[string]string {
	return map[string]string{
		"sitegen.toml":             "baseURL = \"https://example.org/sub/\"\n[markup]\nwikiLinks = true\n[languages.en]\nweight = 1\n[languages.pl]\nweight = 2\n",
		"content/_index.md":        "---\ntitle: Home\n---\n",
		"content/garden/note.md":   "---\ntitle: Note\n---\n" + note,
		"content/garden/Near.md":   "---\ntitle: Near\n---\n# Near\n\nIntro.\n\n## A part\n\nOf it. ^block\n",
		"content/far/deep/near.md": "---\ntitle: Far\n---\n",
		"content/far/deep/twin.md": "---\ntitle: Deep twin\n---\n",
		"content/z/twin.md":        "---\ntitle: Upper twin\n---\n",
		"content/y/same.md":        "---\ntitle: Same in y\n---\n",
		"content/x/same.md":        "---\ntitle: Same in x\n---\n",
		"content/both.md":          "---\ntitle: Both\n---\n",
		"content/both.pl.md":       "---\ntitle: Oba\n---\n",
		"content/tylko.pl.md":      "---\ntitle: Tylko\n---\n",
		"content/b/index.md":       "---\ntitle: Bundle\n---\n",
		"content/b/Wide.svg":       `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>`,
		"content/b/song.mp3":       "sound",
		"content/b/film.mp4":       "film",
		"content/b/a b.txt":        "text",
	}
}

// body renders the body of a page and returns its HTML.
func (p *project) body(page *view.Page) (*Body, string) {
	p.t.Helper()
	b, err := p.w.Body(p.t.Context(), view.Model(page))
	if err != nil {
		p.t.Fatal(err)
	}
	html, err := p.w.HTML(b)
	if err != nil {
		p.t.Fatal(err)
	}
	return b, string(html)
}

// messages returns the warnings of a body, each in one line.
func messages(b *Body) (out []string) {
	for _, d := range b.Warnings {
		out = append(out, d.Severity.String()+" "+d.Rule+" "+d.Error())
	}
	return out
}

// TestWikiLinks: which file a [[link]] names, and its HTML.
func TestWikiLinks(t *testing.T) {
	for _, c := range []struct{ name, note, want string }{
		{"of two pages the one in the folder", "[[near]]", `<p><a href="/sub/garden/near/">near</a></p>`},
		{"unless a path says which", "[[deep/near]]", `<p><a href="/sub/far/deep/near/">deep/near</a></p>`},
		{"or the whole path", "[[/far/deep/near.md]]", `<p><a href="/sub/far/deep/near/">/far/deep/near.md</a></p>`},
		{"else the one nearer to the top", "[[twin]]", `<p><a href="/sub/z/twin/">twin</a></p>`},
		{"else the first by path", "[[same]]", `<p><a href="/sub/x/same/">same</a></p>`},
		{"own text", "[[twin|a *b* <c>]]", `<p><a href="/sub/z/twin/">a *b* &lt;c&gt;</a></p>`},
		{"heading", "[[near#A part]]", `<p><a href="/sub/garden/near/#a-part">near &gt; A part</a></p>`},
		{"block", "[[near#^block]]", `<p><a href="/sub/garden/near/#%5eblock">near</a></p>`},
		{"block of the page itself", "[[#^b|B]] ^b", `<p id="^b"><a href="#%5eb">B</a></p>`},
		{"heading that is not there", "[[near#nope]] [[near#^nope]] [[#nope]]", `<p><a href="/sub/garden/near/">near &gt; nope</a> <a href="/sub/garden/near/">near</a> nope</p>`},
		{"page of the same language", "[[both]]", `<p><a href="/sub/both/">both</a></p>`},
		{"page of another language alone", "[[tylko]]", `<p>tylko</p>`},
		{"picture", "![[wide.svg]]", `<p><img src="/sub/b/Wide.svg" alt="" width="40" height="30" loading="lazy"></p>`},
		{"picture with text", "![[wide.svg|a \"b\"]]", `<p><img src="/sub/b/Wide.svg" alt="a &#34;b&#34;" width="40" height="30" loading="lazy"></p>`},
		{"picture with a width", "![[wide.svg|20]]", `<p><img src="/sub/b/Wide.svg" alt="" width="20" height="15" loading="lazy"></p>`},
		{"picture with width and height", "![[wide.svg|20x7]]", `<p><img src="/sub/b/Wide.svg" alt="" width="20" height="7" loading="lazy"></p>`},
		{"link to a picture", "[[wide.svg]]", `<p><a href="/sub/b/Wide.svg">wide.svg</a></p>`},
		{"sound", "![[song.mp3]]", `<p><audio src="/sub/b/song.mp3" controls preload="metadata"></audio></p>`},
		{"video", "![[b/film.mp4]]", `<p><video src="/sub/b/film.mp4" controls preload="metadata"></video></p>`},
		{"other file", "![[a b.txt]]", `<p><a href="/sub/b/a%20b.txt">a b.txt</a></p>`},
		{"file with text", "[[a b.txt|x & y]]", `<p><a href="/sub/b/a%20b.txt">x &amp; y</a></p>`},
		{"not there", "[[nope]] ![[nope.png]]", `<p>nope nope.png</p>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProject(t, vault(c.note+"\n"))
			_, got := p.body(p.page("/garden/note"))
			if diff := cmp.Diff(c.want, strings.TrimSpace(got)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", c.note, diff)
			}
		})
	}
}

// TestWikiPlaces: which heading or block a link names.
func TestWikiPlaces(t *testing.T) {
	w := newWikiPlaces(&site.Page{Doc: &content.Document{Head: "The note"}}, markdown.FragmentsOf([]markdown.Heading{
		{ID: "one", Level: 2, Title: "One"},
		{ID: "part", Level: 3, Title: "Part"},
		{ID: "deep", Level: 5, Title: "Deep"},
		{ID: "two", Level: 2, Title: "Two"},
		{ID: "part-1", Level: 3, Title: "Part"},
		{ID: "ab-c", Level: 2, Title: "A/B: <code>c</code> &amp; <em>d</em>"},
		{ID: "c-basics", Level: 2, Title: "C# basics"},
		{ID: "own", Level: 2, Title: "Other"},
		{ID: "^Block", Level: 2, Title: "x"},
		{ID: "zażółć", Level: 2, Title: "Zażółć"},
	}))
	for _, tt := range []struct{ fragment, id string }{
		{"One", "one"},
		{"part", "part"},
		{"One#Part", "part"},
		{"Two#Part", "part-1"},
		{"One#Deep", "deep"},
		{"The note#Two#part", "part-1"},
		{"the note", ""},
		{"The note#One", "one"},
		{"A B c & d", "ab-c"},
		{"A/B: `c` & *d*", "ab-c"},
		{"C# basics", "c-basics"},
		{"own", "own"},
		{"Other", "own"},
		{"^block", "^Block"},
		{"Other#^block", "^Block"},
		{"Zaz\u0307o\u0301łc\u0301", "zażółć"},
		{"Deep#One", "-"},
		{"Part#Part", "-"},
		{"Three", "-"},
		{"^none", "-"},
		{"One#The note", "-"},
		{"#", "-"},
	} {
		got, ok := w.find(tt.fragment, func(s string) string { return markdown.Anchorize("github", s) })
		if !ok {
			got = "-"
		}
		if got != tt.id {
			t.Errorf("%q: %q, want %q", tt.fragment, got, tt.id)
		}
	}
}

// TestWikiLinkHook: the project's link hook renders links to pages, and gets the path of the page.
func TestWikiLinkHook(t *testing.T) {
	files := vault("[[near#A part|x]] [[song.mp3]] [[#^here|here]] ^here\n")
	files["layouts/_markup/render-link.html"] = `({{ .Destination }} {{ .Text }} {{ .PlainText }} on {{ .Page.Title }})`
	p := newProject(t, files)
	_, got := p.body(p.page("/garden/note"))
	want := "<p id=\"^here\">(/garden/near#a-part x x on Note) <a href=\"/sub/b/song.mp3\">song.mp3</a> <a href=\"#%5ehere\">here</a></p>\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWikiLinksOfEachLanguage: a translation links to pages of its own language.
func TestWikiLinksOfEachLanguage(t *testing.T) {
	files := vault("")
	files["content/garden/note.pl.md"] = "[[both]] [[tylko]] [[near]] [[song.mp3]]\n"
	p := newProject(t, files)
	page := p.run.views.Page(p.run.o.Site.Editions[1].PageAt("/garden/note"))
	b, got := p.body(page)
	want := "<p><a href=\"/sub/pl/both/\">both</a> <a href=\"/sub/pl/tylko/\">tylko</a> near <a href=\"/sub/b/song.mp3\">song.mp3</a></p>\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"warning broken-link content/garden/note.pl.md:1:20: [[near]] matches no file"}, messages(b)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWikiLinkMessages: each link without a target is reported at its position.
func TestWikiLinkMessages(t *testing.T) {
	p := newProject(t, vault("é [[nope|x]]\n\n- a ![[no/picture.png]] [[near]]\n"))
	b, _ := p.body(p.page("/garden/note"))
	want := []string{
		"warning broken-link content/garden/note.md:4:3: [[nope]] matches no file",
		"warning broken-link content/garden/note.md:6:5: [[no/picture.png]] matches no file",
	}
	if diff := cmp.Diff(want, messages(b)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWikiNames compares the results with the rule, for all files and links of a few short names.
func TestWikiNames(t *testing.T) {
	paths := []string{"a", "b", "a/a", "a/b", "b/a", "b/b", "b/a/a", "a/b/a", "a/a/b", "c/b/a"}
	for drop := range len(paths) {
		var w wikiNames[string]
		var all []string
		for i, p := range paths {
			if i != drop && i != drop/2 {
				all = append(all, p)
				w.add(p, &p)
			}
		}
		w.sort()
		for _, folder := range []string{".", "a", "b", "a/b", "d"} {
			for _, want := range []string{"a", "b", "c", "a/a", "b/a", "a/b", "b/b", "c/b/a", "d/a", ""} {
				rank := func(p string) int {
					switch {
					case p != want && !strings.HasSuffix(p, "/"+want):
						return -1
					case p == want && strings.Contains(want, "/"):
						return 0
					case path.Dir(p) == folder:
						return 1
					}
					return 2 + strings.Count(p, "/")
				}
				best := ""
				for _, p := range slices.Sorted(slices.Values(all)) {
					if rank(p) >= 0 && (best == "" || rank(p) < rank(best)) {
						best = p
					}
				}
				got := ""
				if f := w.find(want, folder); f != nil {
					got = *f
				}
				if got != best {
					t.Errorf("[[%s]] in %s of %q is %q, want %q", want, folder, all, got, best)
				}
			}
		}
	}
}
