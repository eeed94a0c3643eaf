package content

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testProject is a folder with content, and how to load it.
type testProject struct {
	dir string
	Options
}

// project writes files ("content/a.md" -> text) into a new folder.
func project(t testing.TB, files map[string]string) *testProject {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &testProject{dir, Options{
		Folders: []Folder{{Dir: "content"}}, Languages: []Language{{Key: "en"}}, AllowContent: []string{"! ^text/html$"}, Jobs: 2,
	}}
}

// load loads the project without earlier results.
func (p *testProject) load(t testing.TB) (*Tree, []*Problem) {
	t.Helper()
	return p.after(t, nil, nil)
}

// after loads the project with earlier results and a list of changed paths.
func (p *testProject) after(t testing.TB, previous *Tree, changed []string) (*Tree, []*Problem) {
	t.Helper()
	o := p.Options
	o.Previous, o.Changed = previous, changed
	tree, problems, err := Load(context.Background(), p.dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree, problems
}

// at loads the project with a time by the clock of its file system.
func (p *testProject) at(t testing.TB, previous *Tree, now int64) (*Tree, []*Problem) {
	t.Helper()
	o := p.Options
	o.Previous, o.Began = previous, now
	tree, problems, err := Load(context.Background(), p.dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree, problems
}

// describe returns a tree as lines with the form, language and path of each file.
func describe(tree *Tree) []string {
	forms := map[Form]string{Single: "single", Leaf: "leaf", Branch: "branch", Inner: "inner"}
	var out []string
	for _, d := range tree.Documents {
		line := fmt.Sprintf("%s: %s %s %s base=%q", d.File, forms[d.Form], d.Lang, d.Logical, d.Base)
		if d.Bundle != "" {
			line += " in " + d.Bundle
		}
		out = append(out, line)
	}
	for _, r := range tree.Resources {
		line := fmt.Sprintf("%s: %s of %s name=%q key=%q", r.File, r.Lang, r.Bundle, r.Name, r.Key)
		if r.Suffixed {
			line += " suffixed"
		}
		out = append(out, line)
	}
	return out
}

func messages(list []*Problem) []string {
	var out []string
	for _, p := range list {
		severity := "error"
		if p.Warning {
			severity = "warning"
		}
		out = append(out, severity+": "+p.Error())
	}
	return out
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name     string
		files    []string // text after "|", a plain page otherwise
		change   func(*Options)
		want     []string
		problems []string
	}{
		{"nothing", nil, nil, nil, nil},
		{
			"forms",
			[]string{
				"content/_index.md", "content/About Me.md", "content/posts/_index.md", "content/posts/One.markdown",
				"content/posts/Big Leaf/index.md", "content/posts/Big Leaf/part.md", "content/posts/Big Leaf/sub/index.md", "content/posts/Big Leaf/sub/Pic.PNG",
				"content/posts/deep/er/x.mdown",
			},
			nil,
			[]string{
				`content/About Me.md: single en /about-me base="About Me"`,
				`content/_index.md: branch en / base=""`,
				`content/posts/Big Leaf/index.md: leaf en /posts/big-leaf base="Big Leaf"`,
				`content/posts/Big Leaf/part.md: inner en /posts/big-leaf/part base="part" in /posts/big-leaf`,
				`content/posts/Big Leaf/sub/index.md: inner en /posts/big-leaf/sub/index base="index" in /posts/big-leaf`,
				`content/posts/One.markdown: single en /posts/one base="One"`,
				`content/posts/_index.md: branch en /posts base="posts"`,
				`content/posts/deep/er/x.mdown: single en /posts/deep/er/x base="x"`,
				`content/posts/Big Leaf/sub/Pic.PNG: en of /posts/big-leaf name="sub/Pic.PNG" key="sub/pic.png"`,
			},
			nil,
		},
		{
			"leaf beside branch",
			[]string{"content/a/index.md", "content/a/_index.md", "content/a/x/_index.md"},
			nil,
			[]string{
				`content/a/_index.md: inner en /a/_index base="_index" in /a`,
				`content/a/index.md: leaf en /a base="a"`,
				`content/a/x/_index.md: inner en /a/x/_index base="_index" in /a`,
			},
			[]string{"warning: content/a/_index.md: the folder contains both index.md and _index.md: it is a leaf bundle, and _index.md is one of its resources"},
		},
		{
			"leaf at the root",
			[]string{"content/index.md", "content/posts/x.md"},
			nil,
			[]string{
				`content/index.md: leaf en / base=""`,
				`content/posts/x.md: inner en /posts/x base="x" in /`,
			},
			[]string{"warning: content/index.md: this makes the whole content folder one leaf bundle: no other file becomes a page"},
		},
		{
			"owners of files",
			[]string{
				"content/tree/_index.md", "content/tree/inner/_index.md", "content/tree/inner/file.txt|x", "content/tree/inner/plain dir/Data File.json|{}",
				"content/tree/none/more/page.md", "content/tree/none/more/x.txt|x", "content/tree/none/more/page/of-page.txt|x",
				"content/images/x.txt|x", "content/top.txt|x", "content/auto/p.md", "content/auto/y.txt|y",
			},
			nil,
			[]string{
				`content/auto/p.md: single en /auto/p base="p"`,
				`content/tree/_index.md: branch en /tree base="tree"`,
				`content/tree/inner/_index.md: branch en /tree/inner base="inner"`,
				`content/tree/none/more/page.md: single en /tree/none/more/page base="page"`,
				`content/auto/y.txt: en of /auto name="y.txt" key="y.txt"`,
				`content/images/x.txt: en of / name="images/x.txt" key="images/x.txt"`,
				`content/top.txt: en of / name="top.txt" key="top.txt"`,
				`content/tree/inner/file.txt: en of /tree/inner name="file.txt" key="file.txt"`,
				`content/tree/inner/plain dir/Data File.json: en of /tree/inner name="plain dir/Data File.json" key="plain dir/data file.json"`,
				`content/tree/none/more/page/of-page.txt: en of /tree/none/more/page name="of-page.txt" key="of-page.txt"`,
				`content/tree/none/more/x.txt: en of /tree name="none/more/x.txt" key="none/more/x.txt"`,
			},
			nil,
		},
		{
			"languages",
			[]string{
				"content/a.md", "content/a.fr.md", "content/b.en.md", "content/c.de.md", "content/d.xx.md", "content/e.pt-br.md",
				"content/g/index.md", "content/g/index.fr.md", "content/g/pic.fr.txt|x", "content/g/pic.txt|x", "content/g/off.xx.txt|x",
				"content-br/a.md", "content-br/e.md", "content-br/g/so-br.txt|x",
			},
			func(o *Options) {
				o.Languages = append(o.Languages, Language{Key: "fr"}, Language{Key: "pt-BR"}, Language{Key: "xx", Disabled: true})
				o.Folders = append(o.Folders, Folder{Dir: "content-br", Lang: "pt-br"})
			},
			[]string{
				`content/a.fr.md: single fr /a base="a"`,
				`content/a.md: single en /a base="a"`,
				`content/b.en.md: single en /b base="b"`,
				`content/c.de.md: single en /c.de base="c.de"`,
				`content/e.pt-br.md: single pt-br /e base="e"`,
				`content/g/index.fr.md: leaf fr /g base="g"`,
				`content/g/index.md: leaf en /g base="g"`,
				`content-br/a.md: single pt-br /a base="a"`,
				`content/g/pic.fr.txt: fr of /g name="pic.fr.txt" key="pic.txt" suffixed`,
				`content/g/pic.txt: en of /g name="pic.txt" key="pic.txt"`,
				`content-br/g/so-br.txt: pt-br of /g name="so-br.txt" key="so-br.txt"`,
			},
			[]string{"warning: content-br/e.md: the file is left out: content/e.pt-br.md is the same page in the same language"},
		},
		{
			"mounts",
			[]string{
				"content/a.md", "content/b/index.md", "content/b/x.txt|x", "theme/b/index.md", "theme/b/x.txt|y", "theme/b/z.txt|z",
				"theme/c.md", "theme/README.md", "specs/My Spec/_index.md", "specs/My Spec/p.png|p", "specs/no/q.md", "one/Note.md", "one/pic.txt|x",
			},
			func(o *Options) {
				o.Languages = append(o.Languages, Language{Key: "fr"})
				o.Folders = append(o.Folders, Folder{Dir: "theme", Mounted: true, Files: []string{"! README.md"}},
					Folder{Dir: "specs", At: "/docs/Specs/", Mounted: true, Files: []string{"! no/**"}},
					Folder{Dir: "one/Note.md", At: "docs/note.md", Mounted: true}, Folder{Dir: "one/pic.txt", At: "docs/pic.txt", Mounted: true},
					Folder{Dir: "specs/no", At: "docs", Mounted: true, Lang: "fr"}, Folder{Dir: "specs/no", At: "docs", Mounted: true, Lang: "en"})
			},
			[]string{
				`content/a.md: single en /a base="a"`,
				`content/b/index.md: leaf en /b base="b"`,
				`theme/c.md: single en /c base="c"`,
				`specs/My Spec/_index.md: branch en /docs/specs/my-spec base="My Spec"`,
				`one/Note.md: single en /docs/note base="note"`,
				`specs/no/q.md: single fr /docs/q base="q"`,
				`specs/no/q.md: single en /docs/q base="q"`,
				`content/b/x.txt: en of /b name="x.txt" key="x.txt"`,
				`theme/b/z.txt: en of /b name="z.txt" key="z.txt"`,
				`specs/My Spec/p.png: en of /docs/specs/my-spec name="p.png" key="p.png"`,
				`one/pic.txt: en of /docs name="pic.txt" key="pic.txt"`,
			},
			nil,
		},
		{
			"folder of a language inside the common one",
			[]string{"content/a.md", "content/fr/a.md"},
			func(o *Options) {
				o.Folders = append(o.Folders, Folder{Dir: "content/fr", Lang: "fr"})
			},
			[]string{`content/a.md: single en /a base="a"`, `content/fr/a.md: single fr /a base="a"`},
			nil,
		},
		{
			"only folders of languages",
			[]string{"content/a.md", "content/en/a.md", "content/fr/a.md"},
			func(o *Options) {
				o.Folders = []Folder{{Dir: "content/en", Lang: "en"}, {Dir: "content/fr", Lang: "fr"}}
			},
			[]string{`content/en/a.md: single en /a base="a"`, `content/fr/a.md: single fr /a base="a"`},
			nil,
		},
		{
			"ignored",
			[]string{
				"content/.git/x.md", "content/.hidden.md", "content/#x.md", "content/x.md~", "content/a.md", "content/skip/b.md",
				"content/x.ignored.md", "content/drafts/deep/c.md",
			},
			func(o *Options) {
				o.IgnoreFiles = []string{`\.ignored\.md$`, `skip/`}
				o.Ignore = []string{"drafts/**"}
			},
			[]string{`content/a.md: single en /a base="a"`},
			nil,
		},
		{
			"names that meet",
			[]string{"content/a.md", "content/a.html|x", "content/b c.md", "content/b-c.md", "content/d.txt|x", "content/D.txt|x"},
			nil,
			[]string{
				`content/a.md: single en /a base="a"`,
				`content/b c.md: single en /b-c base="b c"`,
				`content/D.txt: en of / name="D.txt" key="d.txt"`,
			},
			[]string{
				"warning: content/a.html: the file is left out: a.md has the same name for a page or resource",
				"warning: content/b-c.md: the file is left out: b c.md has the same name for a page or resource",
				"warning: content/d.txt: the file is left out: D.txt has the same name for a page or resource",
			},
		},
		{
			"a folder named like a bundle's page",
			[]string{"content/p/index.md/inside.md", "content/p/index.md/x.txt|x"},
			nil,
			[]string{
				`content/p/index.md/inside.md: single en /p/index.md/inside base="inside"`,
				`content/p/index.md/x.txt: en of /p name="index.md/x.txt" key="index.md/x.txt"`,
			},
			[]string{"warning: content/p/index.md: this is a folder, but has the name of a bundle's page"},
		},
		{
			"what cannot be read",
			[]string{
				"content/b.adoc|= B", "content/c.html|<p>", "content/d.md|---\nmarkup: rst\n---\n",
				"content/e.md|---\na: [\n---\n", "content/f.md|caf\xe9\n", "content/leaf/index.md", "content/leaf/x.rst|x", "content/g.md|---\nmarkup: HTML\n---\n",
			},
			nil,
			[]string{
				`content/f.md: single en /f base="f"`,
				`content/leaf/index.md: leaf en /leaf base="leaf"`,
				`content/leaf/x.rst: en of /leaf name="x.rst" key="x.rst"`,
			},
			[]string{
				"error: content/b.adoc: content in asciidoc requires a program that is not allowed to run: asciidoctor",
				"error: content/c.html: HTML content is not allowed",
				"error: content/d.md:2: content in rst requires a program that is not allowed to run: rst2html",
				"error: content/e.md:3:1: the YAML cannot be read: did not find expected node content (while parsing a flow node)",
				"warning: content/f.md:1:4: this is not valid UTF-8 (byte 0xe9); \uFFFD replaces it",
				"error: content/g.md:2: HTML content is not allowed",
			},
		},
		{
			"bad patterns",
			[]string{"content/a.md"},
			func(o *Options) { o.IgnoreFiles, o.Ignore = []string{"("}, []string{"[a"} },
			[]string{`content/a.md: single en /a base="a"`},
			[]string{
				"error: ignore: pattern \"[a\": a bracket or brace is not closed, or it ends with a backslash",
				"error: ignoreFiles: error parsing regexp: missing closing ): `(`",
			},
		},
		{"the content folder is a file", []string{"content|x"}, nil, nil, []string{"error: content: the content folder is a file"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range tt.files {
				name, text, given := strings.Cut(f, "|")
				if !given {
					text = "---\ntitle: T\n---\nText.\n"
				}
				files[name] = text
			}
			p := project(t, files)
			if tt.change != nil {
				tt.change(&p.Options)
			}
			tree, problems := p.load(t)
			if diff := cmp.Diff(tt.want, describe(tree)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, messages(problems)); diff != "" {
				t.Errorf("problems: -want +got\n%s", diff)
			}
		})
	}
}

// TestDocument compares every field of one document.
func TestDocument(t *testing.T) {
	text := "---\ntags: [a]\n---\n\n# The *head*\n\n漢字\n"
	p := project(t, map[string]string{"content/Some Page.MD": text, "content/x.html": "<h1>Page <b>X</b></h1>"})
	p.AllowContent = []string{"^text/html$"}
	p.Languages[0].CJK = true
	tree, problems := p.load(t)
	if len(problems) > 0 || len(tree.Documents) != 2 {
		t.Fatal(problems, describe(tree))
	}
	d := tree.Documents[0]
	info, err := os.Stat(filepath.Join(p.dir, "content", "Some Page.MD"))
	if err != nil {
		t.Fatal(err)
	}
	want := &Document{
		Source: Source{Root: 0, Path: "Some Page.MD", Size: int64(len(text)), ModTime: info.ModTime().UnixNano()},
		File:   "content/Some Page.MD", Form: Single, Lang: "en", Ext: "MD", Logical: "/some-page", Base: "Some Page",
		Front: d.Front, Markup: "markdown", Head: "The head", CJK: true, Hash: d.Hash, Meta: d.Meta,
	}
	if diff := cmp.Diff(want, d, ignoreMemo); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if h := tree.Documents[1]; h.Markup != "html" || h.Head != "Page X" || h.CJK {
		t.Errorf("got %+v", h)
	}

	body, line, err := tree.Body(d, nil)
	if want := text[strings.Index(text, "\n\n#")+1:]; string(body) != want || line != 4 || err != nil {
		t.Errorf("body %q from line %d, %v; want %q", body, line, err, want)
	}
	again, _, err := tree.Body(d, body)
	if err != nil || &again[0] != &body[0] {
		t.Error("the buffer is not used again", err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "content", "Some Page.MD"), []byte(text+"x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tree.Body(d, nil); err == nil || err.Error() != "content/Some Page.MD changed while the site was built" {
		t.Errorf("a changed file: %v", err)
	}
	if err := os.Remove(filepath.Join(p.dir, "content", "Some Page.MD")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tree.Body(d, nil); err == nil || !strings.HasPrefix(err.Error(), "read content/Some Page.MD: ") {
		t.Errorf("a removed file: %v", err)
	}
}

func TestBodyNotUTF8(t *testing.T) {
	tree, problems := project(t, map[string]string{"content/a.md": "---\ntitle: x\n---\ncaf\xe9 \xff\xfe\n"}).load(t)
	if len(problems) != 1 {
		t.Fatal(problems)
	}
	body, line, err := tree.Body(tree.Documents[0], nil)
	if string(body) != "caf\uFFFD \uFFFD\n" || line != 4 || err != nil {
		t.Errorf("got %q, line %d, %v", body, line, err)
	}
}

func TestResourceFacts(t *testing.T) {
	svg := `<svg viewBox="0 0 30 20"/>`
	p := project(t, map[string]string{"content/p/index.md": "x", "content/p/a.svg": svg, "content/p/b.own": "x", "content/p/c.png": "x", "content/p/d": ""})
	p.MediaTypes = map[string][]string{"text/own": {"own"}}
	tree, problems := p.load(t)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var got []string
	for _, r := range tree.Resources {
		got = append(got, fmt.Sprintf("%s %s %s %d %dx%d", r.Name, r.MediaType, r.Kind, r.Size, r.Width, r.Height))
	}
	want := []string{
		fmt.Sprintf("a.svg image/svg+xml image %d 30x20", len(svg)), "b.own text/own text 1 0x0", "c.png image/png image 1 0x0",
		"d application/octet-stream application 0 0x0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestSymlinks: files outside of the project are never read.
func TestSymlinks(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.md"), []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := project(t, map[string]string{"content/a.md": "x"})
	for name, to := range map[string]string{
		"content/file.md": filepath.Join(outside, "secret.md"), "content/folder": outside, "content/loop": ".", "content/dangling.md": "nowhere",
	} {
		if err := os.Symlink(to, filepath.Join(p.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	tree, problems := p.load(t)
	if diff := cmp.Diff([]string{`content/a.md: single en /a base="a"`}, describe(tree)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(problems) != 4 || slices.ContainsFunc(problems, func(p *Problem) bool { return !p.Warning }) {
		t.Error(messages(problems))
	}

	linked := project(t, nil)
	if err := os.Symlink(outside, filepath.Join(linked.dir, "content")); err != nil {
		t.Skip(err)
	}
	tree, problems = linked.load(t)
	if len(tree.Documents) != 0 || len(problems) != 1 || !strings.Contains(problems[0].Message, "symbolic link that leads out of the project") {
		t.Error(describe(tree), messages(problems))
	}
}

// TestUnreadable: a file or folder without permission is a diagnostic.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("nothing is unreadable here")
	}
	p := project(t, map[string]string{"content/a.md": "x", "content/f/b.md": "x"})
	for _, name := range []string{"content/a.md", "content/f"} {
		if err := os.Chmod(filepath.Join(p.dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	_, problems := p.load(t)
	os.Chmod(filepath.Join(p.dir, "content/f"), 0o777)
	want := []string{"error: content/a.md: the file cannot be read: permission denied", "error: content/f: the folder cannot be read: permission denied"}
	if diff := cmp.Diff(want, messages(problems)); diff != "" {
		t.Error(diff)
	}
}

func TestLarge(t *testing.T) {
	text := "---\ntitle: Big\n---\n" + strings.Repeat("Some words of a very long text.\n", 50<<20/32)
	tree, problems := project(t, map[string]string{"content/big.md": text}).load(t)
	if len(problems) > 0 || tree.Documents[0].Size != int64(len(text)) {
		t.Error(problems, tree.Documents[0].Size)
	}
}

func TestLoadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Load(ctx, project(t, map[string]string{"content/a.md": "x"}).dir, Options{}); err == nil {
		t.Error("no error")
	}
}

func BenchmarkLoad(b *testing.B) {
	p := project(b, posts(10_000))
	b.ReportAllocs()
	for b.Loop() {
		if tree, _ := p.load(b); len(tree.Documents) != 10_000 {
			b.Fatal(len(tree.Documents))
		}
	}
}
