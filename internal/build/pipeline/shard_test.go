package pipeline

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// shardSites are the sites on which shards are compared with a single build: both example sites and Hugo projects.
func shardSites() map[string]string {
	return map[string]string{
		"blog": "sites/blog", "docs": "sites/docs", "hugo": "law/plain", "hugo with a theme": "law/themed",
	}
}

// shardSite copies a site of testdata.
func shardSite(t *testing.T, from string) string {
	t.Helper()
	return testsite.Temp(t, filepath.Join("..", "..", "..", "testdata", filepath.FromSlash(from)))
}

// builderOf returns a Builder for a copy of a site.
func builderOf(t *testing.T, dir string) *Builder {
	t.Helper()
	b, err := New(project.Options{Source: dir, Clock: clock, Version: "test", BaseURL: "https://example.org/", Environ: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// renderShard renders one shard as on a separate machine, and returns its folder.
func renderShard(t *testing.T, dir string, part shard.Part) string {
	t.Helper()
	if _, err := builderOf(t, dir).Shard(t.Context(), part, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "public")); err == nil {
		t.Error("a shard wrote into the output folder")
	}
	return part.Dir(filepath.Join(dir, ".sitegen"))
}

// told is the result of a build: its files, its messages and the ledger.
type told struct {
	Files    map[string]string
	Messages []string
	Ledger   string
	Result   Result
}

// tellOf reads the result of a build of a folder.
func tellOf(t *testing.T, dir string, res *Result) told {
	t.Helper()
	out := told{Files: map[string]string{}, Result: *res}
	public := os.DirFS(filepath.Join(dir, "public"))
	err := fs.WalkDir(public, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = fs.ReadFile(public, name)
			out.Files[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range res.Diagnostics {
		out.Messages = append(out.Messages, fmt.Sprintf("%s %v\n%s\n%s", d.Rule, d, d.Hint, d.Excerpt))
	}
	ledger, err := os.ReadFile(filepath.Join(dir, ".sitegen", "ledger"))
	if err != nil {
		t.Fatal(err)
	}
	out.Ledger = string(ledger)
	out.Result.Diagnostics, out.Result.Destination, out.Result.Rendered, out.Result.Images = nil, "", 0, 0
	return out
}

var manyShards = flag.Bool("shards", false, "TestShards divides each site by 16, too")

// A site that several machines rendered is the same as that of a single build: files, messages, ledger and figures. The
// build that joins the shards renders no page.
func TestShards(t *testing.T) {
	t.Parallel()
	for name, from := range shardSites() {
		single := shardSite(t, from)
		res, err := builderOf(t, single).Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := tellOf(t, single, res)
		counts := []int{1, 2, 7}
		if *manyShards {
			counts = append(counts, 16)
		}
		for _, n := range counts {
			if race.Enabled && (n != 2 || name == "blog") {
				continue // goroutines meet in the same places
			}
			t.Run(fmt.Sprint(name, " ", n), func(t *testing.T) {
				var dirs []string
				machine := shardSite(t, from)
				for i := range n {
					if n == 2 && strings.HasPrefix(from, "law/") { // each on a separate machine
						machine = shardSite(t, from)
					}
					dirs = append(dirs, renderShard(t, machine, shard.Part{Number: i + 1, Of: n}))
				}
				dir := shardSite(t, from)
				b := builderOf(t, dir)
				if err := b.Join(t.Context(), dirs...); err != nil {
					t.Fatal(err)
				}
				joined, err := b.Build(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, tellOf(t, dir, joined)); diff != "" {
					t.Errorf("(-single +joined):\n%s", diff)
				}
				site := b.kept.Site
				if joined.Rendered != len(site.Aliases) {
					t.Errorf("rendered %d; there are %d redirects", joined.Rendered, len(site.Aliases))
				}
				for key, r := range b.kept.Beside {
					if r.Terms == nil {
						continue
					}
					if _, ok := b.kept.Shards.Blob(r.Terms.Key()); !ok {
						t.Errorf("no shard has the terms of %q", key)
					}
				}
				if joined.Images != 0 {
					t.Errorf("%d images were made again", joined.Images)
				}
				b.Close()
				again, err := builderOf(t, dir).Build(t.Context())
				if err != nil || again.Rendered != 0 || again.Written != 0 {
					t.Errorf("the build after it: %+v %v", again, err)
				}
			})
		}
	}
}

// A shard whose build was killed is not used. When it is built again, the result is the usual one.
func TestKilledShard(t *testing.T) {
	machine := shardSite(t, "law/plain")
	parts := []shard.Part{{Number: 1, Of: 2}, {Number: 2, Of: 2}}
	renderShard(t, machine, parts[0])
	ctx, cancel := context.WithCancel(t.Context())
	b := builderOf(t, machine)
	b.o.Progress = func(p project.Progress) {
		if p.Stage == "images" { // all is rendered, nothing is finished
			cancel()
		}
	}
	if _, err := b.Shard(ctx, parts[1], ""); err == nil {
		t.Fatal("a build that was cancelled has no error")
	}
	folder := parts[1].Dir(filepath.Join(machine, ".sitegen"))
	refused(t, b.Join(t.Context()), folder+" does not hold a finished shard of this version of sitegen")
	renderShard(t, machine, parts[1])
	b = builderOf(t, machine)
	if err := b.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	asSingle(t, machine, b, "law/plain")
}

// asSingle builds, and compares the result with that of a single build of the same site.
func asSingle(t *testing.T, dir string, b *Builder, from string) *Result {
	t.Helper()
	single := shardSite(t, from)
	want, err := builderOf(t, single).Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tellOf(t, single, want), tellOf(t, dir, got)); diff != "" {
		t.Errorf("(-single +joined):\n%s", diff)
	}
	return got
}

// Damaged parts of a shard are rendered again.
func TestDamagedShard(t *testing.T) {
	machine := shardSite(t, "law/plain")
	folder := renderShard(t, machine, shard.Part{Number: 1, Of: 1})
	file := filepath.Join(folder, "pieces-00000001")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	b := builderOf(t, machine)
	if err := b.Join(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	if res := asSingle(t, machine, b, "law/plain"); res.Rendered <= len(b.kept.Site.Aliases) {
		t.Errorf("nothing was rendered again: %+v", res)
	}
}

// refused checks the messages of an error.
func refused(t *testing.T, err error, want ...string) {
	t.Helper()
	var list diag.List
	if !errors.As(err, &list) {
		t.Fatalf("error: %v", err)
	}
	var got []string
	for _, d := range list {
		got = append(got, d.Message)
		if d.Rule != shard.Rule || d.Hint == "" {
			t.Errorf("%+v", d)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Messages name shards that are missing, double or of another number, and those of another state of the project.
func TestShardsThatDoNotFit(t *testing.T) {
	machine := shardSite(t, "law/plain")
	dirs := make([]string, 3)
	for i := range dirs {
		dirs[i] = renderShard(t, machine, shard.Part{Number: i + 1, Of: 3})
	}
	half := renderShard(t, shardSite(t, "law/plain"), shard.Part{Number: 1, Of: 2})
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(copied, os.DirFS(dirs[1])); err != nil {
		t.Fatal(err)
	}
	join := func(dirs ...string) error { return builderOf(t, machine).Join(t.Context(), dirs...) }
	refused(t, join(dirs[1]), "missing shards of 3: 1, 3")
	refused(t, join(append(dirs, copied)...), fmt.Sprintf("shard 2/3 exists twice: %s and %s", dirs[1], copied))
	refused(t, join(append(dirs, half)...), fmt.Sprintf("%s is shard 1/3 and %s is shard 1/2: they belong to different numbers of shards", dirs[0], half))
	refused(t, join(half+"/none"), fmt.Sprintf("the shards in %s/none cannot be read: no such file or directory", half))
	empty := t.TempDir()
	refused(t, join(empty), "no shards found in "+empty)
}

// A shard that was built from other files, with other options, for another time or by another program is an error that
// names the difference, and nothing is written.
func TestShardsOfAnotherState(t *testing.T) {
	for want, change := range map[string]func(*testing.T, *Builder){
		"was built with another version of content/posts/p2.md": func(t *testing.T, b *Builder) {
			appendTo(t, filepath.Join(b.o.Source, "content", "posts", "p2.md"), "\nMore.\n")
		},
		"was built with another version of content/posts/new.md": func(t *testing.T, b *Builder) {
			testsite.Write(t, b.o.Source, map[string]string{"content/posts/new.md": "---\ntitle: New\n---\n"})
		},
		"was built with another value of the setting params.more.x": func(t *testing.T, b *Builder) {
			appendTo(t, filepath.Join(b.o.Source, "hugo.toml"), "\n[params.more]\nx = 1\n")
		},
		"was built with another version of the templates": func(t *testing.T, b *Builder) {
			testsite.Write(t, b.o.Source, map[string]string{"layouts/partials/new.html": "new"})
		},
		"was built with another value of --minify (minify)":           func(_ *testing.T, b *Builder) { b.o.Minify = true },
		"was built with another value of --buildDrafts (builddrafts)": func(_ *testing.T, b *Builder) { b.o.Drafts = true },
		"was built with another value of --baseURL (baseurl)":         func(_ *testing.T, b *Builder) { b.o.BaseURL = "https://other.example/" },
		"was built with another value of --environment (environment)": func(_ *testing.T, b *Builder) { b.o.Environment = "staging" },
		"was built with another value of --disableKinds (disablekinds)": func(_ *testing.T, b *Builder) {
			b.o.Flags = map[string]any{"disableKinds": []any{"rss"}}
		},
		"was built with another value of --offline": func(_ *testing.T, b *Builder) { b.o.Offline = true },
		"was built with another value of the environment variable HUGO_NAME": func(_ *testing.T, b *Builder) {
			b.o.Environ = append(slices.Clone(b.o.Environ), "HUGO_NAME=x")
		},
		"was built with --clock 2026-11-22T00:00:00Z, not 2026-11-21T00:00:00Z": func(_ *testing.T, b *Builder) {
			b.o.Clock = clock.AddDate(0, 0, 1)
		},
		"was built by another program: sitegen other, not test": func(_ *testing.T, b *Builder) { b.o.Version = "other" },
	} {
		t.Run(want, func(t *testing.T) {
			first := renderShard(t, shardSite(t, "law/plain"), shard.Part{Number: 1, Of: 2})
			machine := builderOf(t, shardSite(t, "law/plain"))
			change(t, machine)
			second := shard.Part{Number: 2, Of: 2}
			if _, err := machine.Shard(t.Context(), second, ""); err != nil {
				t.Fatal(err)
			}
			dir := shardSite(t, "law/plain")
			b := builderOf(t, dir)
			folder := second.Dir(machine.stateDir())
			if err := b.Join(t.Context(), first, folder); err != nil {
				t.Fatal(err)
			}
			_, err := b.Build(t.Context())
			refused(t, err, fmt.Sprintf("shard 2/2 in %s %s", folder, want))
			if _, err := os.Stat(filepath.Join(dir, "public")); err == nil {
				t.Error("something was written")
			}
		})
	}
}

// Options for the location of the output, or for the handling of problems, may differ.
func TestShardsWithOtherPlaces(t *testing.T) {
	first := renderShard(t, shardSite(t, "law/plain"), shard.Part{Number: 1, Of: 2})
	machine := builderOf(t, shardSite(t, "law/plain"))
	machine.o.Destination, machine.o.Strict, machine.o.Adopt, machine.o.Jobs = "elsewhere", true, true, 1
	machine.o.Environ = append(slices.Clone(machine.o.Environ), "SITEGEN_LEDGER=other.ledger", "HUGO_PUBLISHDIR=third", "SITEGEN_CACHEOUTPUTS=true", "SITEGEN_VERSION=v1.0.0")
	second := shard.Part{Number: 2, Of: 2}
	if _, err := machine.Shard(t.Context(), second, ""); err != nil {
		t.Fatal(err)
	}
	b := builderOf(t, shardSite(t, "law/plain"))
	b.o.Destination = "joined"
	if err := b.Join(t.Context(), first, second.Dir(machine.stateDir())); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Build(t.Context()); err != nil {
		t.Error(err)
	}
}

func appendTo(t *testing.T, file, text string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.TrimSuffix(string(old), "\n")+text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
