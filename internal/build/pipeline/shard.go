package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// errNoRecords is the error of an attempt to share a build that keeps no records.
var errNoRecords = errors.New("shards need the cache: omit --noCache")

// Shard renders the pages of one part of the site, in all their formats, and writes the outputs and what was asked for
// them into the folder of that shard in the state folder, in place of an earlier one; the output folder and the ledger
// are not touched. It is not a build of the Builder: the next Build knows nothing of it but by Join. index is a file
// that Index wrote from the same content; "" has all of it read.
func (b *Builder) Shard(ctx context.Context, part shard.Part, index string) (*Result, error) {
	if err := part.Check(); err != nil {
		return &Result{}, err
	}
	if b.o.NoCache {
		return &Result{}, errNoRecords
	}
	if err := b.CheckState(); err != nil {
		return &Result{}, err
	}
	store, err := shard.Create(b.stateDir(), part)
	if err != nil {
		return &Result{}, err
	}
	m := kept.Memo{Store: store}
	defer func() { _ = m.Close() }()
	if index != "" {
		if m.Tree, err = shard.ReadIndex(index, b.o.Version); err != nil {
			return &Result{}, err
		}
	}
	r := &State{
		ctx: ctx, Project: project.Project{Options: b.o, Part: part}, old: m,
		start: start{first: true, began: b.clock()},
	}
	defer r.Discard()
	if err := r.through(ctx, append(slices.Clone(renderedPages), indexSearch)); err != nil {
		return &r.Result, err
	}
	m = r.remember()
	m.SaveRenders(r.Config.Project)
	return &r.Result, shard.Finish(store, part, stateOf(r))
}

// Index writes into a file what the content says, but for its texts, for shards on other machines: see
// shard.WriteIndex.
func (b *Builder) Index(ctx context.Context, file string) (*Result, error) {
	if err := b.CheckState(); err != nil {
		return &Result{}, err
	}
	r := &State{ctx: ctx, Project: project.Project{Options: b.o}, start: start{first: true, began: b.clock()}}
	defer r.Discard()
	if err := r.through(ctx, []Stage{configure, loadContent}); err != nil {
		return &r.Result, err
	}
	return &r.Result, shard.WriteIndex(file, b.o.Version, r.in.Tree)
}

// Join has the first Build take over what the shards in some folders hold, as if it were of a build before: see
// shard.Open. Without a folder they are those that Shard left in the state folder. Build reports shards of another
// state of the project.
func (b *Builder) Join(dirs ...string) (err error) {
	if b.o.NoCache || b.o.Version == "" {
		return errNoRecords
	}
	if len(dirs) == 0 {
		dirs = []string{shard.Folders(b.stateDir())}
	}
	b.kept.Shards, err = shard.Open(dirs...)
	return err
}

// stateOf is what the shards of this build have in common.
func stateOf(b *State) *shard.State {
	s := &shard.State{
		Program: b.Options.Version, Clock: b.Options.Clock, Settings: settingsOf(b),
		Files: shard.Files(b.in.Tree),
	}
	s.Inputs = []shard.Input{
		{Name: "the templates", Hash: b.Pages.Round.Revision(trace.TemplateGroup)},
		{Name: "the translated strings", Hash: b.Pages.Round.Revision(trace.StringGroup)},
		{Name: "the data files", Hash: b.Pages.Round.Revision(trace.DataGroup)},
	}
	if b.in.Git != nil {
		s.Inputs = append(s.Inputs, shard.Input{Name: "the commit in git", Hash: trace.HashString(b.in.Git.Head)})
	}
	return s
}

// settingsOf lists what the command line, the configuration, and the environment say of how pages are rendered, by the
// names that people set them by. Where the output goes, and what is only said or kept, does not count: a shard writes
// no output.
func settingsOf(b *State) []shard.Input {
	flags := map[string]string{
		"baseurl": "--baseURL", "builddrafts": "--buildDrafts", "buildexpired": "--buildExpired",
		"buildfuture": "--buildFuture",
		"configdir":   "--configDir", "contentdir": "--contentDir", "disablekinds": "--disableKinds",
		"enablegitinfo": "--enableGitInfo",
		"environment":   "--environment", "layoutdir": "--layoutDir", "minify": "--minify",
		"rendersegments": "--renderSegments",
		"theme":          "--theme", "themesdir": "--themesDir",
	}
	var list []shard.Input
	add := func(name string, value any) {
		list = append(list, shard.Input{Name: name, Hash: trace.HashString(fmt.Sprint(value))})
	}
	for _, set := range b.Config.Settings() {
		key, _, _ := strings.Cut(set.Key, ".")
		switch key {
		case "publishdir", "ledger", "cacheoutputs", "notify", "printi18nwarnings":
			continue
		}
		if flag := flags[key]; flag != "" {
			add(flag+" ("+set.Key+")", set.Value)
		} else {
			add("the setting "+set.Key, set.Value)
		}
	}
	add("--offline", b.Options.Offline)
	may := b.Config.MayReadVariable()
	for _, kv := range b.Options.Environ {
		if name, value, _ := strings.Cut(kv, "="); may(name) && !strings.EqualFold(name, "HUGO_PUBLISHDIR") {
			add("the environment variable "+name, value)
		}
	}
	slices.SortStableFunc(list, func(a, b shard.Input) int { return strings.Compare(a.Name, b.Name) })
	return list
}
