package emit_test

import (
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// versions is a Text with a version number per page, which counts the texts that are made.
type versions struct {
	of   map[string]uint64 // by path
	made []string
}

func (v *versions) Content(p *site.Page) (template.HTML, error) {
	v.made = append(v.made, "content of "+p.Path)
	return template.HTML(fmt.Sprintf("<p>All of %s, %d</p>", p.Title, v.of[p.Path])), nil
}

func (v *versions) Summary(p *site.Page) (template.HTML, error) {
	v.made = append(v.made, "summary of "+p.Path)
	return template.HTML(fmt.Sprintf("<p>About %s, %d</p>", p.Title, v.of[p.Path])), nil
}

func (v *versions) ContentHash(p *site.Page) (uint64, error) {
	return xxhash.Sum64String(fmt.Sprint(p.Title, v.of[p.Path])), nil
}

func (v *versions) SummaryHash(p *site.Page) (uint64, error) { return v.ContentHash(p) }

// runAll runs the feeds with the results of an earlier run, by name, and returns the files and the new results.
func runAll(t *testing.T, l *listing.Listing, text emission.Text, before map[string]emission.Emitted, old files) (files, map[string]emission.Emitted) {
	t.Helper()
	out, left := files{}, map[string]emission.Emitted{}
	for _, e := range emit.Emissions(l, emission.Options{}) {
		if e.Base != "" {
			continue // sitemaps
		}
		reuse := &emission.Reuse{Bytes: func(file string) []byte { return old[file] }}
		if was, ok := before[e.Name]; ok {
			var w codec.Writer // as another process would read it
			was.Store(&w)
			was = emission.LoadEmitted(codec.NewReader(w.Bytes()))
			reuse.Emitted = &was
		}
		r, err := e.Run(emission.Inputs{Text: text, Reuse: reuse}, func(file, _ string) (io.WriteCloser, error) {
			return &output{files: out, name: file}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		left[e.Name] = r
	}
	return out, left
}

// An item whose inputs are unchanged is copied from the previous feed. If that feed is missing, the item is made again.
func TestFeedItemsAreTakenOver(t *testing.T) {
	for _, budget := range []int{0, 60, 1 << 20} { // none, for two of three texts, for all
		t.Run(strconv.Itoa(budget), func(t *testing.T) { takenOver(t, budget) })
	}
}

func takenOver(t *testing.T, budget int) {
	s := assembled.One()
	s["sitegen.toml"] += fmt.Sprintf("[feeds]\nformats = [\"rss\", \"atom\", \"json\"]\nmaxBytes = %d\n", budget)
	_, l := declare(t, s)
	text := &versions{of: map[string]uint64{"/posts/old": 1, "/posts/new": 1, "/about": 1}}
	first, left := runAll(t, l, text, nil, nil)
	text.made = nil
	again, _ := runAll(t, l, text, left, first)
	if diff := cmp.Diff(texts(first), texts(again)); diff != "" || text.made != nil {
		t.Errorf("nothing changed, and %q were made\n%s", text.made, diff)
	}

	text.of["/posts/new"] = 2
	s["content/posts/old.md"] = strings.Replace(s["content/posts/old.md"], "title: Old", "title: Older", 1)
	_, l = declare(t, s)
	clean, _ := runAll(t, l, text, nil, nil)
	text.made = nil
	warm, _ := runAll(t, l, text, left, first)
	if diff := cmp.Diff(texts(clean), texts(warm)); diff != "" {
		t.Error(diff)
	}
	if made := strings.Join(text.made, "\n"); !strings.Contains(made, "/posts/new") || !strings.Contains(made, "/posts/old") || strings.Contains(made, "/about") {
		t.Errorf("a text and a title changed, and these were made:\n%s", made)
	}
	lost, _ := runAll(t, l, text, left, nil)
	if diff := cmp.Diff(texts(clean), texts(lost)); diff != "" {
		t.Error(diff)
	}
}

func texts(f files) map[string]string {
	out := map[string]string{}
	for name, b := range f {
		out[name] = string(b)
	}
	return out
}
