package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// embedded returns the expected HTML of an embed.
func embedded(to, title, part string) string {
	return fmt.Sprintf("<div class=\"embed\"><p class=\"embed-title\"><a href=%q>%s</a></p>\n%s\n</div>", to, title, part)
}

// TestEmbeds: an embed shows the note or a part of it, also between the words of a sentence; missing parts and cycles become
// links.
func TestEmbeds(t *testing.T) {
	const (
		near  = "/sub/garden/near/"
		block = `<p id="e4-1-^block">Of it.</p>`
		part  = `<h2 id="e4-1-a-part">A part<a aria-label="Link to this section: A part" class="anchor" href="#e4-1-a-part"></a></h2>` + "\n" + block
	)
	link := func(to, text string) string { return `<p><a href="` + to + `">` + text + "</a></p>" }
	for _, c := range []struct {
		name, note string
		others     map[string]string
		want       string
	}{
		{"all but the title", "![[near]]", nil, embedded(near, "near", "<p>Intro.</p>\n"+part)},
		{"a heading with what is below it", "![[near#A part|seen]]", nil, embedded(near+"#a-part", "seen", part)},
		{"a block", "![[near#^block]]", nil, embedded(near+"#%5eblock", "near", block)},
		{"a part that is not there", "![[near#None]]", nil, link(near, "near &gt; None")},
		{"in a sentence", "See ![[near#^block]].", nil, "<p>See </p>\n" + embedded(near+"#%5eblock", "near", strings.Replace(block, "e4-1-", "e4-5-", 1)) + "\n<p>.</p>"},
		{"two in a line", "![[near#^block]] ![[near#None]]", nil, embedded(near+"#%5eblock", "near", block) + "\n" + link(near, "near &gt; None")},
		{"the note itself", "![[note]]", nil, link("/sub/garden/note/", "note")},
		{"two that show each other", "![[p]]", map[string]string{"p": "P\n\n![[note]]"}, link("/sub/garden/p/", "p")},
		{"a circle through a third", "![[p]]", map[string]string{"p": "![[q]]", "q": "![[note]]"}, link("/sub/garden/p/", "p")},
		{"a note of a circle of others", "![[p]]", map[string]string{"p": "P\n\n![[q]]", "q": "![[p]]"}, embedded("/sub/garden/p/", "p", "<p>P</p>\n"+link("/sub/garden/q/", "q"))},
		{"an embed in an embed", "![[p]]", map[string]string{"p": "![[q]]", "q": "Q"}, embedded("/sub/garden/p/", "p", embedded("/sub/garden/q/", "q", "<p>Q</p>"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := vault(c.note + "\n")
			for name, text := range c.others {
				files["content/garden/"+name+".md"] = text + "\n"
			}
			p := newProject(t, files)
			_, got := p.body(p.page("/garden/note"))
			if diff := cmp.Diff(c.want, strings.TrimSpace(got)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", c.note, diff)
			}
		})
	}
}

// TestBacklinks: pages that link to a note or embed it, each once, by title, without the note itself and without
// unlisted pages.
func TestBacklinks(t *testing.T) {
	files := vault("[[near]] and [[near|again]]\n")
	files["content/z/b.md"] = "---\ntitle: beta\n---\n![[garden/near]]\n"
	files["content/z/a.md"] = "---\ntitle: Alpha\n---\n[near](../garden/Near.md)\n"
	files["content/z/own.md"] = "---\ntitle: Own\n---\n[[own]]\n"
	files["content/z/hidden.md"] = "---\ntitle: Hidden\nbuild: {list: never}\n---\n[[near]]\n"
	files["content/z/polski.pl.md"] = "---\ntitle: Polski\n---\n[[near]]\n"
	p := newProject(t, files)
	const list = `{{ range site.Backlinks . }}{{ .Title }};{{ end }}`
	p.check("/garden/near", [][2]string{{list, "Alpha;beta;Note;"}})
	p.check("/z/own", [][2]string{{list, ""}})
}
