package content

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// TestKnownGivesWhatAFullLoadGives edits a project at random. After each step, three loads must give the same result:
// one without earlier results, one with the results of the previous load, and one that also gets the touched paths.
func TestKnownGivesWhatAFullLoadGives(t *testing.T) {
	for _, kind := range []string{"languages", "bare", "one language", "mounts"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(4) {
				edits(t, kind, seed, 60)
			}
		})
	}
}

func edits(t *testing.T, kind string, seed uint64, steps int) {
	p := project(t, map[string]string{"content/_index.md": "---\ntitle: Home\n---\n", "content/posts/one.md": "x"})
	root := "content"
	switch kind {
	case "languages":
		p.Languages = append(p.Languages, Language{Key: "fr", CJK: true}, Language{Key: "pt-BR"}, Language{Key: "de", Disabled: true})
		p.Folders = append(p.Folders, Folder{Dir: "content/french", Lang: "fr"})
		p.IgnoreFiles = []string{`\.draft\.md$`}
		p.Ignore = []string{"**/private"}
	case "mounts":
		p.Languages = append(p.Languages, Language{Key: "fr"})
		p.Folders = []Folder{
			{Dir: "content", Mounted: true, Files: []string{"! posts/*.fr.md"}},
			{Dir: "content/posts", At: "again/Posts", Mounted: true},
			{Dir: "content/posts", Lang: "fr", Mounted: true},
			{Dir: "content/posts/one.md", At: "single.md", Mounted: true},
		}
	case "bare":
		p.Folders, p.Bare, root = nil, true, "."
	}
	e := &editor{r: rand.New(rand.NewPCG(seed, 1)), dir: p.dir, root: root}
	var known, last, told *Tree
	scratch := t.TempDir()
	for step := range steps {
		var touched []string
		if step > 0 {
			for range 1 + e.r.IntN(3) {
				touched = append(touched, e.edit()...)
			}
		}
		if step%12 == 11 {
			later(t) // makes file states trusted
		}
		want, wantProblems := p.load(t)
		where := fmt.Sprintf("%s, seed %d, step %d: %s", kind, seed, step, strings.Join(e.did, "; "))
		e.did = nil
		check := func(name string, before, got *Tree, problems []*Problem) *Tree {
			t.Helper()
			if a, b := shown(want), shown(got); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s, %s: -clean +reused\n%s", where, name, cmp.Diff(a, b, ignoreMemo))
			}
			if !reflect.DeepEqual(wantProblems, problems) {
				t.Fatalf("%s, %s: -clean +reused\n%s", where, name, cmp.Diff(wantProblems, problems))
			}
			if before != nil {
				checkRevisions(t, where+", "+name, before, got)
			}
			return got
		}
		got, problems := p.at(t, known, int64(step%2)*filestat.Clock(scratch))
		last = check("known", last, got, problems)
		defer func(tree *Tree, was string) { // later loads must not change it
			if now := fmt.Sprintf("%+v", shown(tree)); now != was {
				t.Errorf("%s: the tree has changed since", where)
			}
		}(got, fmt.Sprintf("%+v", shown(got)))
		known = recoded(t, got)
		got, problems = p.after(t, told, touched)
		told = check("touched", told, got, problems)
	}
}

// recoded returns a tree after encoding and decoding.
func recoded(t testing.TB, tree *Tree) *Tree {
	t.Helper()
	b, err := tree.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	back := new(Tree)
	if err := back.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	return back
}

// plainTree is a tree as its users see it.
type plainTree struct {
	Roots     []Root
	Documents []Document
	Resources []Resource
}

// ignoreMemo ignores the unexported fields of a Document.
var ignoreMemo = cmpopts.IgnoreUnexported(Document{})

func shown(t *Tree) plainTree {
	p := plainTree{Roots: t.Roots}
	for _, d := range t.Documents {
		p.Documents = append(p.Documents, *d)
	}
	for _, r := range t.Resources {
		p.Resources = append(p.Resources, *r)
	}
	return p
}

// checkRevisions checks that the revisions of two trees are equal exactly if their documents are.
func checkRevisions(t *testing.T, where string, old, now *Tree) {
	t.Helper()
	sameMeta := len(old.Documents) == len(now.Documents) && reflect.DeepEqual(old.Roots, now.Roots) && reflect.DeepEqual(shown(old).Resources, shown(now).Resources)
	sameTexts := len(old.Documents) == len(now.Documents)
	for i := 0; i < len(now.Documents) && len(old.Documents) == len(now.Documents); i++ {
		a, b := *old.Documents[i], *now.Documents[i]
		sameTexts = sameTexts && a.Hash == b.Hash
		fa, fb := *a.Front, *b.Front
		fa.Body, fa.BodyLine, a.Hash, a.Size, a.ModTime, a.Meta, a.Front = fb.Body, fb.BodyLine, b.Hash, b.Size, b.ModTime, b.Meta, &fb
		sameMeta = sameMeta && reflect.DeepEqual(fa, fb) && reflect.DeepEqual(a, b)
	}
	meta, texts := differ(old, now)
	if meta == sameMeta || texts == sameTexts {
		t.Errorf("%s: the revision is the same: of what a site is made of: %v, want %v; of the texts: %v, want %v", where, !meta, sameMeta, !texts, sameTexts)
	}
}

// differ reports how the revisions of two trees differ.
func differ(old, now *Tree) (meta, texts bool) {
	hashes := func(t *Tree, of func(*Document) uint64) (out []uint64) {
		for _, d := range t.Documents {
			out = append(out, of(d))
		}
		return out
	}
	metas, bytes := func(d *Document) uint64 { return d.Meta }, func(d *Document) uint64 { return d.Hash }
	return !slices.Equal(hashes(old, metas), hashes(now, metas)) || !reflect.DeepEqual(shown(old).Resources, shown(now).Resources) ||
			!reflect.DeepEqual(old.Roots, now.Roots),
		!slices.Equal(hashes(old, bytes), hashes(now, bytes))
}

// TestTouchedLooksNowhereElse: untouched files are not looked at, and an unchanged state is trusted only if it is old
// enough.
func TestTouchedLooksNowhereElse(t *testing.T) {
	p := project(t, map[string]string{"content/a.md": "one", "content/b.md": "one", "content/c/pic.txt": "one", "content/c/x.md": "one"})
	at := func(name string) string { return filepath.Join(p.dir, "content", name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	first, _ := p.load(t)
	for _, name := range []string{"a.md", "b.md", "c/new.md"} {
		write(name, "two")
	}
	second, _ := p.after(t, first, []string{at("b.md"), filepath.Join(p.dir, "layouts"), at("4913"), at(".b.md.swp")})
	if second.Documents[0] != first.Documents[0] || second.Documents[1] == first.Documents[1] || len(second.Documents) != 3 || second.Documents[2] != first.Documents[2] {
		t.Error("other than the touched file was looked at:", describe(second))
	}
	if meta, texts := differ(first, second); meta || !texts || second.Current(first.Documents[1]) != second.Documents[1] || second.Fresh != 1 {
		t.Errorf("revisions differ: meta %v, texts %v; %d files are fresh", meta, texts, second.Fresh)
	}
	if body, _, err := second.Body(first.Documents[1], nil); string(body) != "two" || err != nil {
		t.Errorf("the body of the older document is %q, %v", body, err)
	}
	none, _ := p.after(t, second, []string{})
	if meta, texts := differ(second, none); meta || texts || none.Fresh != 0 || !reflect.DeepEqual(none.Documents, second.Documents) {
		t.Errorf("nothing was touched, but revisions differ: meta %v, texts %v; %d files are fresh", meta, texts, none.Fresh)
	}
	third, _ := p.after(t, none, nil)
	if len(third.Documents) != 4 || third.Documents[0].Hash == first.Documents[0].Hash {
		t.Error("not all was looked at:", describe(third))
	}
	// A folder was removed, and only one of its files is reported.
	if err := os.RemoveAll(at("c")); err != nil {
		t.Fatal(err)
	}
	fourth, problems := p.after(t, third, []string{at("c/x.md")})
	if len(fourth.Documents) != 2 || len(fourth.Resources) != 0 || len(problems) > 0 {
		t.Error(describe(fourth), problems)
	}
}

// TestTouchedByAnotherName: a watcher may report the content folder by its path without symbolic links.
func TestTouchedByAnotherName(t *testing.T) {
	p := project(t, map[string]string{"texts/a.md": "one"})
	if err := os.Symlink("texts", filepath.Join(p.dir, "content")); err != nil {
		t.Skip(err)
	}
	first, _ := p.load(t)
	name := filepath.Join(p.dir, "texts", "a.md")
	if err := os.WriteFile(name, []byte("two"), 0o666); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := p.after(t, first, []string{real}); second.Documents[0] == first.Documents[0] {
		t.Error("the file was not read again")
	}
}

// TestKnownDependsOnOptions: results that depend on an option are not reused if the option changes.
func TestKnownDependsOnOptions(t *testing.T) {
	files := map[string]string{"content/a.md": "漢", "content/b.html": "<p>", "content/c.qq": "x", "content/_index.md": "", "content/skip/d.md": ""}
	for name, change := range map[string]func(*Options){
		"nothing": func(*Options) {},
		"raw":     func(o *Options) { o.AllowContent = []string{".*"} },
		"cjk":     func(o *Options) { o.Languages = []Language{{Key: "en", CJK: true}} },
		"types":   func(o *Options) { o.MediaTypes = map[string][]string{"x/q": {"qq"}} },
		"ignore":  func(o *Options) { o.Ignore = []string{"skip"} },
		"default": func(o *Options) { o.Languages, o.DefaultLanguage = []Language{{Key: "fr"}}, "fr" },
		"root":    func(o *Options) { o.Folders = []Folder{{Dir: "content/skip"}} },
	} {
		p := project(t, files)
		first, _ := p.load(t)
		change(&p.Options)
		want, wantProblems := p.load(t)
		compare := func(got *Tree, problems []*Problem) {
			t.Helper()
			if diff := cmp.Diff(shown(want), shown(got), ignoreMemo); diff != "" || !reflect.DeepEqual(problems, wantProblems) {
				t.Errorf("%s: %s\n%v\n%v", name, diff, wantProblems, problems)
			}
		}
		compare(p.at(t, first, 1<<62))
		compare(p.after(t, first, []string{}))
	}
}

// TestMetaHashSeesEveryField: a new field of Document must change the hash or be listed here.
func TestMetaHashSeesEveryField(t *testing.T) {
	without := map[string]bool{"Source.Size": true, "Source.ModTime": true, "Hash": true, "Meta": true, "Front.Body": true, "Front.BodyLine": true, "Front.Repeated": true}
	fresh := func() *Document {
		return &Document{Front: &frontmatter.Block{Values: map[string]any{"a": 1}, Lines: map[string]int{"a": 2}}}
	}
	base := fresh().metaHash()
	var try func(name string, field func(*Document) reflect.Value)
	try = func(name string, field func(*Document) reflect.Value) {
		d := fresh()
		f := field(d)
		if !f.CanSet() {
			return // the hash itself
		}
		switch f.Kind() {
		case reflect.Struct:
			for i := range f.NumField() {
				try(name+f.Type().Field(i).Name+".", func(d *Document) reflect.Value { return field(d).Field(i) })
			}
			return
		case reflect.Pointer:
			try(name, func(d *Document) reflect.Value { return field(d).Elem() })
			return
		case reflect.Map:
			f.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(3))
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.String:
			f.SetString("x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int, reflect.Int64:
			f.SetInt(7)
		case reflect.Uint8, reflect.Uint64:
			f.SetUint(7)
		default:
			t.Fatalf("%s is a %s", name, f.Kind())
		}
		name = strings.TrimSuffix(name, ".")
		if changed := d.metaHash() != base; changed == without[name] {
			t.Errorf("%s changes the hash: %v", name, changed)
		}
	}
	try("", func(d *Document) reflect.Value { return reflect.ValueOf(d).Elem() })
}

func BenchmarkReload(b *testing.B) {
	p := project(b, posts(10_000))
	first, _ := p.at(b, nil, later(b))
	name := filepath.Join(p.dir, "content", "posts", "42", "post-42.md")
	b.Run("touched", func(b *testing.B) {
		for b.Loop() {
			p.after(b, first, []string{name})
		}
	})
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			p.after(b, first, nil)
		}
	})
	b.Run("nothing", func(b *testing.B) {
		for b.Loop() {
			p.load(b)
		}
	})
}

// editor edits a project at random.
type editor struct {
	r         *rand.Rand
	dir, root string
	did       []string
	n         int
}

func pick[T any](e *editor, list ...T) T { return list[e.r.IntN(len(list))] }

func (e *editor) folder() string {
	return pick(e, "", "", "posts", "posts", "posts/a", "posts/a/deep", "Docs", "Docs/x y", "french", "french/posts", "private", "posts-2", "pic.png", "a.md")
}

func (e *editor) name() string {
	return pick(e, "index.md", "_index.md", "index.fr.md", "_index.pt-br.md", "one.md", "one.fr.md", "One.html", "two.md", "README.md", "x.de.md",
		"y.draft.md", "a.md", "b.md", "pic.png", "pic.fr.png", "Pic.PNG", "note.txt", "page.adoc", "_content.gotmpl", ".hidden.md", "4913", "a.md~", "french", "deep")
}

func (e *editor) text(name string) string {
	e.n++
	if !strings.HasSuffix(strings.ToLower(name), "md") && !strings.HasSuffix(name, "html") {
		return pick(e, "", fmt.Sprint(e.n), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00"+string(rune(1+e.n%100))+"\x00\x00\x00\x05\x08")
	}
	front := pick(e, "", "", "---\ntitle: A\n---\n", "---\ntitle: B\ntags: [x, y]\nparams: {a: {b: [1, 2.5, null]}}\n---\n", "---\n\ntitle: A\n---\n", "+++\ndate = 2024-01-02T03:04:05+02:00\nday = 2024-01-02\n+++\n",
		"---\nmarkup: org\n---\n", "---\nbroken: [\n---\n", "---\nmarkup: md\n---\n")
	return front + pick(e, "", "# Head\n", "\xff\n", "漢字\n", "text\n", fmt.Sprintf("text %03d\n", e.n%1000))
}

// edit changes something and returns the paths that a watcher would report.
func (e *editor) edit() []string {
	at := func(p string) string { return filepath.Join(e.dir, e.root, filepath.FromSlash(p)) }
	dir, name := e.folder(), e.name()
	full := at(dir + "/" + name)
	note := func(format string, args ...any) { e.did = append(e.did, fmt.Sprintf(format, args...)) }
	switch e.r.IntN(12) {
	default:
		made := at(strings.Split(dir, "/")[0])
		if os.MkdirAll(filepath.Dir(full), 0o777) != nil || os.WriteFile(full, []byte(e.text(name)), 0o666) != nil {
			break
		}
		note("write %s/%s", dir, name)
		return []string{pick(e, full, full, full, made)}
	case 5: // an edit of a body, of the same size and with the same times
		text, err := os.ReadFile(full)
		info, _ := os.Stat(full)
		if err != nil || len(text) == 0 {
			break
		}
		text[len(text)-1] ^= 1
		os.WriteFile(full, text, 0o666)
		os.Chtimes(full, info.ModTime(), info.ModTime())
		note("edit %s/%s", dir, name)
		return []string{full, at(dir)}[:1+e.r.IntN(2)]
	case 6:
		os.Remove(full)
		note("remove %s/%s", dir, name)
		return []string{full}
	case 7:
		if dir == "" {
			break
		}
		os.RemoveAll(at(dir))
		note("remove all of %s", dir)
		return []string{at(dir)}
	case 8:
		to := at(e.folder() + "/" + e.name())
		if os.Rename(full, to) != nil {
			break
		}
		note("rename %s/%s to %s", dir, name, to)
		return []string{to, full}
	case 9:
		to := at(e.folder())
		if dir == "" || os.Rename(at(dir), to) != nil {
			break
		}
		note("move %s to %s", dir, to)
		return []string{at(dir), to}
	case 10:
		if os.Symlink(e.dir, full) != nil {
			break
		}
		note("link %s/%s", dir, name)
		return []string{full}
	case 11:
		a, b := at(dir+"/index.md"), at(dir+"/_index.md")
		if os.Rename(a, b) != nil && os.Rename(b, a) != nil {
			break
		}
		note("another form of %s", dir)
		return []string{a, b}
	}
	return e.edit()
}
