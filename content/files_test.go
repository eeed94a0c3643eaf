package content

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// onlyReader is a file system like an archive: files can only be read from the start, and only some bytes at a time.
type onlyReader struct{ fs.FS }

func (o onlyReader) Open(name string) (fs.File, error) {
	f, err := o.FS.Open(name)
	if info, e := fs.Stat(o.FS, name); e != nil || info.IsDir() {
		return f, err
	}
	return slowFile{f}, err
}

type slowFile struct{ fs.File }

func (f slowFile) Read(p []byte) (int, error) { return iotest.OneByteReader(f.File).Read(p) }

// TestFS: content in an fs.FS, also in one of its folders, is read like content on disk.
func TestFS(t *testing.T) {
	files := maps.Clone(coded)
	files["content/b/pic.png"] = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x07\x00\x00\x00\x05\x08"
	files["content/b/.hidden.md"], files["content/posts/one/two.md"] = "x", "# Two\n\nüber\n"
	p := project(t, files)
	want, wantProblems := p.load(t)
	memory, deep := fstest.MapFS{}, fstest.MapFS{}
	for name, text := range files {
		memory[name] = &fstest.MapFile{Data: []byte(text)}
		deep["a/b/"+name] = memory[name]
	}
	for what, in := range map[string]struct {
		fs      fs.FS
		project string
	}{
		"disk": {os.DirFS(p.dir), "."}, "memory": {memory, "."}, "a folder": {deep, "a/b"}, "no folder": {deep, "a/b/"},
		"only readers": {onlyReader{os.DirFS(p.dir)}, "."},
	} {
		t.Run(what, func(t *testing.T) {
			o := p.Options
			o.FS = in.fs
			load := func() (*Tree, []*Problem) {
				t.Helper()
				tree, problems, err := Load(context.Background(), in.project, o)
				if err != nil {
					t.Fatal(err)
				}
				return tree, problems
			}
			got, problems := load()
			if diff := cmp.Diff(timeless(want), timeless(got), ignoreMemo); diff != "" || !reflect.DeepEqual(problems, wantProblems) {
				t.Error("-disk +FS\n", diff, cmp.Diff(wantProblems, problems))
			}
			for i, d := range got.Documents {
				text, line, err := got.Body(d, nil)
				wantText, wantLine, _ := want.Body(want.Documents[i], nil)
				if err != nil || string(text) != string(wantText) || line != wantLine {
					t.Errorf("%s: line %d: %q, %v", d.File, line, text, err)
				}
				if _, err := fs.Stat(in.fs, got.Name(&d.Source)); err != nil {
					t.Error(err)
				}
			}
			if !got.MayRead(path.Join(in.project, "content/new.md")) || got.MayRead(path.Join(in.project, "content/.new.md")) ||
				got.MayRead(path.Join(in.project, "other/new.md")) {
				t.Error("MayRead does not know the folders")
			}
			o.Previous = recoded(t, got)
			if again, _ := load(); again.Documents[0].Front != o.Previous.kept.files[0].document.Front {
				t.Error("a file with the same bytes was parsed again")
			}
		})
	}
	// Only the bytes show that the file changed.
	o := p.Options
	o.FS = memory
	load := func() *Tree {
		t.Helper()
		tree, _, err := Load(context.Background(), ".", o)
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	o.Previous = load()
	o.Began = 1 << 62
	memory["content/posts/one/two.md"].Data = []byte("# Owt\n\nüber\n")
	if tree := load(); !slices.ContainsFunc(tree.Documents, func(d *Document) bool { return d.Head == "Owt" }) {
		t.Error("the change of a file of the same size was not seen")
	}
}

// timeless returns a tree without the values that depend on the location of the files.
func timeless(t *Tree) plainTree {
	p := shown(t)
	p.Roots = slices.Clone(p.Roots)
	for i := range p.Roots {
		p.Roots[i].Dir = ""
	}
	for i := range p.Documents {
		p.Documents[i].ModTime = 0
	}
	for i := range p.Resources {
		p.Resources[i].ModTime = 0
	}
	return p
}
