package pipeline_test

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/finished/publish"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// site returns the folder that a site is published to, and a function that publishes a project there.
func site(t *testing.T) (dir string, target bucket.Bucket, send func(project string)) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "www")
	target, err := bucket.Open(&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}, bucket.Access{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(target.Close)
	return dir, target, func(project string) {
		t.Helper()
		o := publish.Options{
			Dir: filepath.Join(project, "public"), Target: target, Types: media.NewTypes(nil), Base: "https://example.alt/",
		}
		m, release, err := disk.Outputs(disk.Options{
			Dir: o.Dir, State: filepath.Join(project, ".sitegen"), Project: project,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		o.Outputs = m.Entries()
		if _, err := publish.Run(t.Context(), o); err != nil {
			t.Error(err)
		}
	}
}

// A fresh machine that publishes reads neither the outputs that the target has nor the bodies of pages from the shared
// cache, and the target then has the files of a clean build. A build without the target makes the output folder
// complete.
func TestMachinesPublishWithoutTheirOutputs(t *testing.T) {
	a := sharedPictures(t)
	store, reads := newSharedStore(t)
	writes := reads
	writes.Shared.Write = true
	process(t, a, writes)
	www, target, send := site(t)
	send(a)
	published := func(o project.Options, dir string) *pipeline.Result {
		t.Helper()
		found, err := publish.Find(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		o.Elsewhere = found
		return process(t, dir, o)
	}
	want := onDisk(t, filepath.Join(a, "public"))

	store.since()
	b := machine(t, a)
	const copied = 2 // originals of pictures, which are at hand
	if res := published(reads, b); res.Rendered != 0 || res.Written != copied || res.Away != len(want)-copied {
		t.Errorf("%d rendered, %d written, %d of %d away", res.Rendered, res.Written, res.Away, len(want))
	}
	if log := store.since(); len(log) > 3 { // index, two records
		t.Errorf("%q", log)
	}
	send(b)

	edit := func(dir string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "content", "p3.md"), []byte("---\ntitle: P3\n---\nEdited.\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := machine(t, a)
	edit(c)
	clean := machine(t, c)
	process(t, clean, project.Options{NoCache: true})
	want = onDisk(t, filepath.Join(clean, "public"))
	if res := published(writes, c); res.Rendered == 0 || res.Away < len(want)/2 || res.Away+res.Written != len(want) {
		t.Errorf("one edit: %d rendered, %d written, %d of %d away", res.Rendered, res.Written, res.Away, len(want))
	}
	send(c)
	got := onDisk(t, www)
	maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasPrefix(path, ".sitegen/") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("published (-want +got):\n%s", diff)
	}

	// what that machine wrote to the store is enough for others
	d := machine(t, c)
	if res := process(t, d, reads); res.Rendered != 0 || res.Images != 0 || res.Away != 0 {
		t.Errorf("another machine: %d rendered, %d images, %d away", res.Rendered, res.Images, res.Away)
	}
	for name, dir := range map[string]string{"another machine": d, "the same machine": c} {
		if name == "the same machine" {
			process(t, dir, reads)
		}
		if diff := cmp.Diff(want, onDisk(t, filepath.Join(dir, "public"))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
