package pipeline_test

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// epoch is the clock of these builds.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// fullBlog copies the example blog and returns a Builder of it, and its folder.
func fullBlog(t *testing.T, o project.Options) (dir string, b *pipeline.Builder) {
	t.Helper()
	dir = testsite.Temp(t, "../../../testdata/sites/blog")
	o.Source, o.Clock = dir, epoch
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return dir, b
}

// blog is fullBlog without WebP, which takes longer than most of the rest: for tests that do not ask for images.
func blog(t *testing.T, o project.Options) (dir string, b *pipeline.Builder) {
	t.Helper()
	dir, b = fullBlog(t, o)
	edit(t, filepath.Join(dir, "sitegen.toml"), "[params]\ndescription", "[params]\nimages = { webp = false }\ndescription")
	return dir, b
}

// built returns the result of one build. Its outputs can be read until the test ends.
func built(t *testing.T, o project.Options) *pipeline.Result {
	t.Helper()
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// held returns the bytes of outputs by path.
func held(t *testing.T, o *output.Files) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range o.Paths() {
		f, ok := o.Lookup(p)
		if !ok {
			t.Fatalf("%s is no output", p)
		}
		r, err := f.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		out[p] = string(text)
	}
	return out
}

// onDisk returns the bytes of the files below dir by slash path.
func onDisk(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(p)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMemoryHoldsWhatABuildWrites(t *testing.T) {
	race.Skip(t, "it compares files; TestEarlyOutputsAreTheFinalOnes builds in memory, too")
	dir, b := fullBlog(t, project.Options{Memory: true})
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"public", ".sitegen/ledger"} {
		if _, err := os.Stat(filepath.Join(dir, name)); !os.IsNotExist(err) {
			t.Errorf("%s was written: %v", name, err)
		}
	}
	dir, w := fullBlog(t, project.Options{})
	if _, err := w.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(onDisk(t, filepath.Join(dir, "public")), held(t, res.Outputs)); diff != "" {
		t.Errorf("what is held differs from what is written (-written +held):\n%s", diff)
	}
}

func TestChangedNamesWhatDiffers(t *testing.T) {
	race.Skip(t, "it compares files; TestEarlyPageIsThatOfTheEdit builds again in memory, too")
	dir, b := blog(t, project.Options{Memory: true})
	first, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first.Changed != nil {
		t.Errorf("the first build names changes: %q", first.Changed)
	}
	before := held(t, first.Outputs)
	post := "+++\ntitle = 'New'\ndate = 2025-12-01\n+++\nNew.\n"
	if err := os.WriteFile(filepath.Join(dir, "content", "posts", "new.md"), []byte(post), 0o666); err != nil {
		t.Fatal(err)
	}
	second, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	after := held(t, second.Outputs)
	want := map[string]bool{}
	for p, text := range after {
		if old, ok := before[p]; !ok || old != text {
			want[p] = true
		}
	}
	for p := range before {
		if _, ok := after[p]; !ok {
			want[p] = true
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), second.Changed); diff != "" || len(want) == 0 {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, held(t, first.Outputs)); diff != "" {
		t.Errorf("the outputs of the first build changed:\n%s", diff)
	}
}
