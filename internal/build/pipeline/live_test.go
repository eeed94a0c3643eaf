package pipeline_test

import (
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/output"
)

// TestEarlyOutputsAreTheFinalOnes asks for every file, and its media type, while the build is at work.
func TestEarlyOutputsAreTheFinalOnes(t *testing.T) {
	var mu sync.Mutex
	var asking sync.WaitGroup
	var early, types map[string]string
	var paths []string
	ask := func(o *output.Files, _ bool) {
		early, types = map[string]string{}, map[string]string{}
		for _, p := range paths {
			asking.Go(func() {
				f, ok := o.Lookup(p)
				if !ok {
					t.Errorf("%s is not there", p)
					return
				}
				r, err := f.Open(t.Context())
				if err != nil {
					t.Errorf("%s: %v", p, err)
					return
				}
				defer r.Close()
				text, err := io.ReadAll(r)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				early[p], types[p] = string(text), f.MediaType
			})
		}
	}
	dir, b := fullBlog(t, project.Options{Memory: true, Early: ask})
	first, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	paths = first.Outputs.Paths()
	fresh, err := pipeline.New(project.Options{Source: dir, Clock: epoch, Memory: true, NoCache: true, Early: ask})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	for name, b := range map[string]*pipeline.Builder{"second": b, "first": fresh} {
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		asking.Wait()
		if diff := cmp.Diff(held(t, res.Outputs), early); diff != "" {
			t.Errorf("early outputs of the %s build differ (-final +early):\n%s", name, diff)
		}
		final := map[string]string{}
		for _, p := range res.Outputs.Paths() {
			f, _ := res.Outputs.Lookup(p)
			final[p] = f.MediaType
		}
		if diff := cmp.Diff(final, types); diff != "" {
			t.Errorf("media types of early outputs of the %s build differ (-final +early):\n%s", name, diff)
		}
	}
}

// TestEarlyPageIsThatOfTheEdit: a page that is requested at once shows the edit, and a removed page is not found.
func TestEarlyPageIsThatOfTheEdit(t *testing.T) {
	var got string
	ask := func(*output.Files) {}
	dir, b := blog(t, project.Options{Memory: true, Early: func(o *output.Files, _ bool) { ask(o) }})
	first, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const page = "2024/05/why-salt/index.html"
	if _, ok := first.Outputs.Lookup(page); !ok {
		t.Fatalf("no %s among %q", page, first.Outputs.Paths())
	}
	post := filepath.Join(dir, "content", "posts", "2024-05-20-why-salt.md")
	edit(t, post, "Ten grams", "Twelve grams")
	ask = func(o *output.Files) {
		f, _ := o.Lookup(page)
		r, err := f.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r)
		got = string(text)
	}
	second, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got != held(t, second.Outputs)[page] || got == held(t, first.Outputs)[page] {
		t.Error("the early page is not that of the edit")
	}

	// A build that fails on the way answers with its error, also to requests that wait for its end.
	edit(t, post, "Twelve grams", "{{< nosuch >}}")
	var asking sync.WaitGroup
	var pageErr error
	mapThere := true
	ask = func(o *output.Files) {
		asking.Go(func() {
			f, ok := o.Lookup(page)
			if !ok {
				pageErr = fs.ErrNotExist // the build has ended already
				return
			}
			_, pageErr = f.Open(t.Context())
		})
		asking.Go(func() { _, mapThere = o.Lookup("sitemap.xml") })
	}
	_, err = b.Build(t.Context())
	asking.Wait()
	if err == nil || pageErr == nil || mapThere {
		t.Errorf("a build that fails: %v; its page: %v; its sitemap is there: %v", err, pageErr, mapThere)
	}
}

// TestEarlyPageHasItsLastDate: a page that is requested early also shows the date of a change that only this build
// sees.
func TestEarlyPageHasItsLastDate(t *testing.T) {
	const page = "2024/05/why-salt/index.html"
	dir, disk := blog(t, project.Options{})
	build := func(b *pipeline.Builder) *pipeline.Result {
		t.Helper()
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	build(disk) // it writes the ledger
	var early string
	var asking sync.WaitGroup
	b, err := pipeline.New(project.Options{Source: dir, Memory: true, Clock: epoch.Add(time.Hour), Early: func(o *output.Files, _ bool) {
		asking.Go(func() { early = open(t, o, page) })
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	build(b)
	asking.Wait()
	edit(t, filepath.Join(dir, "content", "posts", "2024-05-20-why-salt.md"), "Ten grams", "Twelve grams")
	last := held(t, build(b).Outputs)[page]
	asking.Wait()
	if diff := cmp.Diff(last, early); diff != "" {
		t.Errorf("the page is another one in the end (-end +early):\n%s", diff)
	}
	if !strings.Contains(last, `modified_time" content="2026-01-01T01:00:00Z"`) {
		t.Errorf("the page has not the date of its change:\n%s", last)
	}
}

func open(t *testing.T, o *output.Files, path string) string {
	t.Helper()
	f, ok := o.Lookup(path)
	if !ok {
		t.Errorf("%s is not there", path)
		return ""
	}
	r, err := f.Open(t.Context())
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return ""
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
