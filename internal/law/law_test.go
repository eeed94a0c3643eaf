package law

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/pipeline"
)

const repo = "../.."

// broken wraps a builder and does wrong what hurt says, from the second build on.
type broken struct {
	Builder
	builds int
	hurt   func(b *broken, before, after tree, public string, res *pipeline.Result, err error)
	o      pipeline.Options
}

func (b *broken) Build(ctx context.Context) (*pipeline.Result, error) {
	public := filepath.Join(b.o.Source, "public")
	before, _ := readTree(public)
	res, err := b.Builder.Build(ctx)
	after, _ := readTree(public)
	if b.builds++; b.builds > 1 {
		b.hurt(b, before, after, public, res, err)
	}
	return res, err
}

// Close lets the next builder have the cache.
func (b *broken) Close() error { return b.Builder.(io.Closer).Close() }

// The harness itself: every way to break the law is caught, and as what it is.
func TestBrokenBuildersAreCaught(t *testing.T) {
	changed := 0
	for _, tt := range []struct {
		name, want string
		hurt       func(b *broken, before, after tree, public string, res *pipeline.Result, err error)
	}{
		{"every tenth changed file stays", "tree", func(b *broken, before, after tree, public string, _ *pipeline.Result, _ error) {
			for _, p := range after.paths() {
				if was, ok := before[p]; ok && !bytes.Equal(was.data, after[p].data) {
					if changed++; changed%10 == 0 {
						os.WriteFile(filepath.Join(public, p), was.data, 0o666)
					}
				}
			}
		}},
		{"what is gone stays", "tree", func(b *broken, before, after tree, public string, _ *pipeline.Result, err error) {
			for _, p := range before.paths() {
				if _, ok := after[p]; !ok && err == nil {
					write(filepath.Join(public, p), before[p].data)
				}
			}
		}},
		{"a file is written again", "times", func(b *broken, before, after tree, public string, _ *pipeline.Result, err error) {
			if p := after.paths()[0]; err == nil {
				os.Remove(filepath.Join(public, p))
				os.WriteFile(filepath.Join(public, p), after[p].data, 0o666)
			}
		}},
		{"a warning is lost", "diagnostics", func(_ *broken, _, _ tree, _ string, res *pipeline.Result, _ error) {
			if len(res.Diagnostics) > 0 {
				res.Diagnostics = res.Diagnostics[1:]
			}
		}},
		{"warnings come in another order", "diagnostics", func(_ *broken, _, _ tree, _ string, res *pipeline.Result, _ error) {
			slices.Reverse(res.Diagnostics)
		}},
		{"a failed build writes", "tree", func(_ *broken, _, after tree, public string, _ *pipeline.Result, err error) {
			if err != nil {
				os.Remove(filepath.Join(public, after.paths()[0]))
			}
		}},
		{"the ledger is stale", "ledger", func(b *broken, _, _ tree, _ string, _ *pipeline.Result, _ error) {
			name := filepath.Join(b.o.Source, ".sitegen", "ledger")
			text, _ := os.ReadFile(name)
			os.WriteFile(name, bytes.Replace(text, []byte("2026"), []byte("2025"), 1), 0o666)
		}},
		{"the count is wrong", "result", func(_ *broken, _, _ tree, _ string, res *pipeline.Result, _ error) { res.Unchanged++ }},
		{"the feed items are wrong", "result", func(_ *broken, _, _ tree, _ string, res *pipeline.Result, _ error) { res.FeedItems-- }},
		{"a temporary file is left", "left behind", func(b *broken, _, _ tree, public string, _ *pipeline.Result, _ error) {
			os.WriteFile(filepath.Join(b.o.Source, ".sitegen", "ledger.new"), nil, 0o666)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed = 0
			b := Bench{Repo: repo, Temp: t.TempDir(), New: func(o pipeline.Options) (Builder, error) {
				real, err := pipeline.New(o)
				return &broken{Builder: real, o: o, hurt: tt.hurt}, err
			}}
			site := "themed"
			if tt.want == "diagnostics" {
				site = "many" // has several warnings
			}
			_, failures, err := b.Soak(t.Context(), Soak{Seed: 1, Steps: 200, Length: 200, Sites: []string{site}, Modes: []Mode{Kept}})
			if err != nil {
				t.Fatal(err)
			}
			var v *Violation
			if len(failures) != 1 || !errors.As(failures[0].First, &v) || v.What != tt.want {
				t.Errorf("want one violation %q, got %v", tt.want, failures)
			}
		})
	}
}

// A failure becomes small, and its script gives the same case again.
func TestShrinkAndScript(t *testing.T) {
	fault := func(o pipeline.Options) (Builder, error) {
		real, err := pipeline.New(o)
		return &broken{Builder: real, o: o, hurt: func(_ *broken, _, after tree, public string, _ *pipeline.Result, _ error) {
			for _, p := range after.paths() {
				if bytes.Contains(after[p].data, []byte("static 7")) {
					os.Remove(filepath.Join(public, p))
				}
			}
		}}, err
	}
	b := Bench{Repo: repo, Temp: t.TempDir(), New: fault}
	c := Case{Site: "docs", Mode: Kept}
	for _, name := range []string{"a b", "c%20", "d", "e", "f"} {
		text := map[string]string{"d": "static 7\n", "e": "no end", "f": "-- x --\r\n"}[name]
		c.Steps = append(c.Steps, Step{Kind: "static", Ops: put("static/"+name+".txt", text)})
	}
	small := b.Shrink(t.Context(), Case{c.Site, c.Mode, c.Steps[:3]}, 100)
	if diff := cmp.Diff(Case{c.Site, c.Mode, c.Steps[2:3]}, small); diff != "" {
		t.Error(diff)
	}
	again, err := Parse(Script(c, "a note\nof two lines"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, again); diff != "" {
		t.Error(diff)
	}
}

// Each kind of edit has a name of its own, finds something to do on one of the sites, and does the same for
// the same seed.
func TestKinds(t *testing.T) {
	names := Kinds()
	slices.Sort(names)
	if n := len(slices.Compact(slices.Clone(names))); n != len(names) || n < 40 {
		t.Errorf("%d kinds, %d names", len(names), n)
	}
	var worlds []*world
	for _, site := range Sites() {
		w, err := Bench{Repo: repo, Temp: t.TempDir()}.newWorld(site, Kept)
		if err != nil {
			t.Fatal(err)
		}
		w.paths = []string{"index.html"}
		worlds = append(worlds, w)
	}
	for _, k := range kinds() {
		done := slices.ContainsFunc(worlds, func(w *world) bool {
			for seed := range uint64(30) {
				ops := k.make(w.gen(rng(seed), 5))
				if diff := cmp.Diff(ops, k.make(w.gen(rng(seed), 5))); diff != "" {
					t.Errorf("%s: the same seed gives something else: %s", k.name, diff)
				}
				if ops != nil {
					return true
				}
			}
			return false
		})
		if !done {
			t.Errorf("%s finds nothing to do", k.name)
		}
	}
}

// The model that edits are made from is what stands on disk.
func TestModel(t *testing.T) {
	w, err := Bench{Repo: repo, Temp: t.TempDir()}.newWorld("many", Kept)
	if err != nil {
		t.Fatal(err)
	}
	r := rng(3)
	for n, k := range kinds() {
		ops := k.make(w.gen(r, n))
		if err := w.apply(t.Context(), Step{k.name, ops}); err != nil {
			t.Fatal(err)
		}
		disk, err := readTree(w.project)
		if err != nil {
			t.Fatal(err)
		}
		for p := range disk {
			if isOutside(p) {
				delete(disk, p)
			}
		}
		var wrong []string
		for p, f := range disk {
			if !bytes.Equal(f.data, w.own[p]) {
				wrong = append(wrong, p)
			}
		}
		if len(disk) != len(w.own) || len(wrong) > 0 {
			t.Fatalf("after %s (%v): %d files on disk, %d in the model, other bytes: %s", k.name, ops, len(disk), len(w.own), strings.Join(wrong, " "))
		}
	}
}
