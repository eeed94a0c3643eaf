package render

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/markdown"
)

// seen is everything that other code sees of a body.
type seen struct {
	Hash, Reads, Summarized      uint64
	Size                         int
	Text, Summary, Rest          string
	Truncated, Quiet, UsesStore  bool
	Contents                     *markdown.Fragments
	Stored                       map[string]any
	Warnings                     diag.List
	Files, Types, Froms, Content []string
	Images, Called               []string
	Words                        int
	Asked                        []trace.ID
}

func (p *project) seen(b *Body) seen {
	p.t.Helper()
	text, err := b.Text()
	if err != nil {
		p.t.Fatal(err)
	}
	part := func(s span) string {
		out, err := p.w.text(b, s)
		if err != nil {
			p.t.Fatal(err)
		}
		return out
	}
	facts, err := p.w.facts(b)
	if err != nil {
		p.t.Fatal(err)
	}
	contents, err := p.w.fragments(b)
	if err != nil {
		p.t.Fatal(err)
	}
	out := seen{
		Hash: b.Hash(), Reads: b.Reads(), Summarized: b.summarized, Size: b.Size(), Text: text, Summary: part(b.text.summary), Rest: part(b.text.rest),
		Truncated: b.Truncated, Quiet: b.Quiet(), UsesStore: b.usesStore, Called: b.called, Contents: contents, Stored: b.stored, Warnings: b.Warnings,
		Words: facts.words, Asked: b.Asked(),
	}
	for _, o := range b.outputs {
		out.Files, out.Types, out.Content = append(out.Files, o.File), append(out.Types, o.MediaType), append(out.Content, string(o.Bytes))
		out.Froms = append(out.Froms, o.From)
		if o.Image != nil {
			out.Images = append(out.Images, o.Image.Key().String())
		}
	}
	return out
}

// fullBodies returns bodies with all possible values.
func fullBodies(t *testing.T) (p *project, all map[string]*Body) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	files := vault("# One\n\n[[nope]]\n\n<!--more-->\n\n### Skips\n\n## Two\n\n## Two {#two}\n\nTerm\n: Text\n\n{{< all >}}\n")
	files["sitegen.toml"] += "[markup.goldmark.parser]\nautoDefinitionTermID = true\n"
	files["assets/p.png"], files["assets/a.txt"] = picture.String(), "file"
	files["layouts/_shortcodes/all.html"] = `{{ .Page.Store.Set "x" (dict "a" (slice 1 2.5 "é")) }}{{ (resources.Get "a.txt").RelPermalink }}` +
		`{{ ("made" | resources.FromString "made.css").RelPermalink }}{{ ((resources.Get "p.png").Resize "2x").RelPermalink }}` +
		`{{ .Page.RenderString "{{< other >}}" }}`
	files["layouts/_shortcodes/other.html"] = "other"
	p, all = after(t, files, &trace.Table{}, nil), map[string]*Body{}
	for _, path := range []string{"/garden/note", "/garden/near", "/z/twin"} {
		all[path], _ = p.body(p.page(path))
	}
	return p, all
}

// TestStoredBodies: bodies are unchanged after they were stored and loaded, with or without counted words.
func TestStoredBodies(t *testing.T) {
	p, all := fullBodies(t)
	project := p.run.o.Site.Config.Project
	for name, b := range all {
		for _, counted := range []bool{false, true} {
			if counted {
				p.seen(b)
			}
			var w codec.Writer
			if !b.Store(&w, &trace.IDs{}, project) {
				t.Fatalf("%s cannot be stored", name)
			}
			r := codec.NewReader(w.Bytes())
			got := LoadBody(b.name, r, &trace.IDs{}, project)
			text, err := b.Text()
			if err != nil || r.End() != nil {
				t.Fatal(err, r.End())
			}
			got.ReadText(shelf("", 0, text))
			if diff := cmp.Diff(p.seen(b), p.seen(got)); diff != "" {
				t.Errorf("%s (-stored +loaded)\n%s", name, diff)
			}
			var again codec.Writer
			if !got.Store(&again, &trace.IDs{}, project) || counted && !bytes.Equal(w.Bytes(), again.Bytes()) {
				t.Errorf("%s is stored otherwise the second time", name)
			}
			for n := range w.Bytes() {
				r := codec.NewReader(w.Bytes()[:n])
				if LoadBody(b.name, r, &trace.IDs{}, project); r.Err() == nil {
					t.Fatalf("%s: no error for the first %d bytes of %d", name, n, w.Len())
				}
			}
		}
	}
	note := p.seen(all["/garden/note"])
	if len(note.Images) != 1 || len(note.Files) != 3 || len(note.Stored) != 1 || len(note.Warnings) != 1 || len(note.Called) != 1 || note.Contents == nil || note.Reads == 0 {
		t.Errorf("the test says less than it seems: %+v", note)
	}
}

// TestStoredForAnotherFolder: files of the project are found in its new folder, others at their old path.
func TestStoredForAnotherFolder(t *testing.T) {
	project, other := filepath.Join(t.TempDir(), "p"), t.TempDir()
	outside := filepath.Join(filepath.Dir(project), "p2", "x")
	for _, c := range []struct{ file, stored, loaded string }{
		{"", "", ""},
		{filepath.Join(project, "assets", "a.txt"), "assets/a.txt", filepath.Join(other, "assets", "a.txt")},
		{filepath.Join(project, "..a"), "..a", filepath.Join(other, "..a")},
		{project, ".", other},
		{outside, outside, outside},
	} {
		stored := Relative(project, c.file)
		if diff := cmp.Diff([]string{c.stored, c.loaded}, []string{stored, Absolute(other, stored)}); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.file, diff)
		}
	}
}

// TestNotStored: a body with a value in its store that is only valid in this process is not stored.
func TestNotStored(t *testing.T) {
	files := vault("{{< s >}}\n")
	files["layouts/_shortcodes/s.html"] = `{{ .Page.Store.Set "x" (slice .Page) }}`
	p := newProject(t, files)
	b, _ := p.body(p.page("/garden/note"))
	if b.Store(&codec.Writer{}, &trace.IDs{}, "/") {
		t.Error("it is stored")
	}
}

// TestPackedContents: a table of contents is unchanged after packing.
func TestPackedContents(t *testing.T) {
	p := newProject(t, vault("## B\n\n#### C\n\n## A\n\n## Twice {#b}\n"))
	for _, path := range []string{"/garden/note", "/garden/near", "/z/twin"} {
		b, _ := p.body(p.page(path))
		want := p.w.toc // as rendered
		if p.w.tocOf != b {
			t.Fatalf("%s: the last table of contents is of another body", path)
		}
		p.w.tocOf, p.w.lastBody = nil, nil
		got, err := p.w.fragments(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
	}
}
