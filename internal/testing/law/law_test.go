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

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
)

const repo = "../../.."

// broken wraps a builder and misbehaves as hurt says, from the second build on. hurt returns the error of the
// build.
type broken struct {
	Builder
	builds int
	hurt   hurt
	o      project.Options
}

type hurt func(b *broken, before, after tree, public string, res *pipeline.Result, err error) error

func (b *broken) Build(ctx context.Context) (*pipeline.Result, error) {
	public := filepath.Join(b.o.Source, "public")
	before, _ := readTree(public)
	res, err := b.Builder.Build(ctx)
	after, _ := readTree(public)
	if b.builds++; b.builds > 1 {
		err = b.hurt(b, before, after, public, res, err)
	}
	return res, err
}

// Close lets the next builder have the cache.
func (b *broken) Close() error { return b.Builder.(io.Closer).Close() }

// A test of the law itself: every violation is detected, with the right category.
func TestBrokenBuildersAreCaught(t *testing.T) {
	changed := 0
	inTheWay := []Step{{Ops: []Op{{Verb: "block", Path: "public/index.html"}}}}
	for _, tt := range []struct {
		name, want string
		steps      []Step // random ones when nil
		hurt       hurt
	}{
		{"every tenth changed file stays", "tree", nil, func(b *broken, before, after tree, public string, _ *pipeline.Result, err error) error {
			for _, p := range after.paths() {
				if was, ok := before[p]; ok && !bytes.Equal(was.data, after[p].data) {
					if changed++; changed%10 == 0 {
						os.WriteFile(filepath.Join(public, p), was.data, 0o666)
					}
				}
			}
			return err
		}},
		{"what is gone stays", "tree", nil, func(b *broken, before, after tree, public string, _ *pipeline.Result, err error) error {
			for _, p := range before.paths() {
				if _, ok := after[p]; !ok && err == nil {
					write(filepath.Join(public, p), before[p].data)
				}
			}
			return err
		}},
		{
			"a file that was altered by hand stays", "tree",
			[]Step{{Ops: []Op{{Verb: "alter", Path: "public/index.html", To: "new-time"}}}},
			func(b *broken, before, _ tree, public string, _ *pipeline.Result, err error) error {
				os.WriteFile(filepath.Join(public, "index.html"), before["index.html"].data, 0o666)
				return err
			},
		},
		{"a file is written again", "times", nil, func(b *broken, before, after tree, public string, _ *pipeline.Result, err error) error {
			if p := after.paths()[0]; err == nil {
				os.Remove(filepath.Join(public, p))
				os.WriteFile(filepath.Join(public, p), after[p].data, 0o666)
			}
			return err
		}},
		{"a foreign file in the way is not seen", "foreign", inTheWay, func(*broken, tree, tree, string, *pipeline.Result, error) error { return nil }},
		{"a foreign file in the way, and the output changes", "tree", inTheWay, func(_ *broken, _, after tree, public string, _ *pipeline.Result, err error) error {
			os.Remove(filepath.Join(public, after.paths()[0]))
			return err
		}},
		{"a warning is lost", "diagnostics", nil, func(_ *broken, _, _ tree, _ string, res *pipeline.Result, err error) error {
			if len(res.Diagnostics) > 0 {
				res.Diagnostics = res.Diagnostics[1:]
			}
			return err
		}},
		{"warnings come in another order", "diagnostics", nil, func(_ *broken, _, _ tree, _ string, res *pipeline.Result, err error) error {
			slices.Reverse(res.Diagnostics)
			return err
		}},
		{"a failed build writes", "tree", nil, func(_ *broken, _, after tree, public string, _ *pipeline.Result, err error) error {
			if err != nil {
				os.Remove(filepath.Join(public, after.paths()[0]))
			}
			return err
		}},
		{"the ledger is stale", "ledger", nil, func(b *broken, _, _ tree, _ string, _ *pipeline.Result, err error) error {
			name := filepath.Join(b.o.Source, ".sitegen", "ledger")
			text, _ := os.ReadFile(name)
			os.WriteFile(name, bytes.Replace(text, []byte("2026"), []byte("2025"), 1), 0o666)
			return err
		}},
		{"the count is wrong", "result", nil, func(_ *broken, _, _ tree, _ string, res *pipeline.Result, err error) error {
			res.Unchanged++
			return err
		}},
		{"the feed items are wrong", "result", nil, func(_ *broken, _, _ tree, _ string, res *pipeline.Result, err error) error {
			res.FeedItems--
			return err
		}},
		{"a guess is lost", "result", nil, func(_ *broken, _, _ tree, _ string, res *pipeline.Result, err error) error {
			res.Guessed = append(res.Guessed, config.Guess{})
			return err
		}},
		{"a temporary file is left", "left behind", nil, func(b *broken, _, _ tree, public string, _ *pipeline.Result, err error) error {
			os.WriteFile(filepath.Join(b.o.Source, ".sitegen", "ledger.new"), nil, 0o666)
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed = 0
			b := Bench{Repo: repo, Temp: temp(t), New: func(o project.Options) (Builder, error) {
				real, err := pipeline.New(o)
				return &broken{Builder: real, o: o, hurt: tt.hurt}, err
			}}
			site := "themed"
			if tt.want == "diagnostics" {
				site = "many" // has several warnings
			}
			var err error
			if tt.steps != nil {
				err = b.Replay(t.Context(), Case{site, Kept, tt.steps}, false)
			} else {
				_, _, err = b.Random(t.Context(), Plan{Seed: 1, Steps: 200, Site: site, Mode: Kept})
			}
			var v *Violation
			if !errors.As(err, &v) || v.What != tt.want {
				t.Errorf("want a violation %q, got %v", tt.want, err)
			}
		})
	}
}

// A mode whose build differs is caught, also when the clean build that it is compared with was made for another mode.
func TestReplayAll(t *testing.T) {
	builders := 0
	b := Bench{Repo: repo, Temp: temp(t), New: func(o project.Options) (Builder, error) {
		real, err := pipeline.New(o)
		if builders++; builders == 1 {
			return real, err
		}
		return &broken{Builder: real, o: o, hurt: func(_ *broken, _, after tree, public string, _ *pipeline.Result, err error) error {
			return errors.Join(err, os.Remove(filepath.Join(public, after.paths()[0])))
		}}, err
	}}
	steps := []Step{{Ops: put("static/a.txt", "a")}, {Ops: put("static/a.txt", "b")}}
	err := b.ReplayAll(t.Context(), []Case{{"bare", Kept, steps}, {"bare", Touched, steps}})
	var v *Violation
	if !errors.As(err, &v) || v.What != "tree" || v.Step != 0 || !strings.HasPrefix(err.Error(), "mode touched: ") {
		t.Errorf("want a violation of the second mode, got %v", err)
	}
}

// A failure becomes small, and its script gives the same case again.
func TestShrinkAndScript(t *testing.T) {
	fault := func(o project.Options) (Builder, error) {
		real, err := pipeline.New(o)
		return &broken{Builder: real, o: o, hurt: func(_ *broken, _, after tree, public string, _ *pipeline.Result, err error) error {
			for _, p := range after.paths() {
				if bytes.Contains(after[p].data, []byte("static 7")) {
					os.Remove(filepath.Join(public, p))
				}
			}
			return err
		}}, err
	}
	b := Bench{Repo: repo, Temp: temp(t), New: fault}
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
	if diff := cmp.Diff([]Case{c}, again); diff != "" {
		t.Error(diff)
	}
}

// Each kind of edit has a unique name, is possible on one of the sites, and does the same for the same seed.
func TestKinds(t *testing.T) {
	names := Kinds()
	slices.Sort(names)
	if n := len(slices.Compact(slices.Clone(names))); n != len(names) || n < 40 {
		t.Errorf("%d kinds, %d names", len(names), n)
	}
	var worlds []*world
	for _, site := range Sites() {
		w := newWorld(t, site, Kept)
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

// The model from which edits are made equals the files on disk.
func TestModel(t *testing.T) {
	w := newWorld(t, "many", Kept)
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
			if !bytes.Equal(f.data, w.files[p]) {
				wrong = append(wrong, p)
			}
		}
		if len(disk) != len(w.files) || len(wrong) > 0 {
			t.Fatalf("after %s (%v): %d files on disk, %d in the model, other bytes: %s", k.name, ops, len(disk), len(w.files), strings.Join(wrong, " "))
		}
	}
}

func newWorld(t *testing.T, site string, mode Mode) *world {
	t.Helper()
	w, err := Bench{Repo: repo, Temp: temp(t)}.newWorld(site, mode)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
