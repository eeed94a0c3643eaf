package law

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// outcome is the result of a build and the files that it left.
type outcome struct {
	res    *pipeline.Result
	err    error
	out    tree
	ledger string
	said   words
}

// words are what a build says, without the folder of the project.
type words struct{ err, diagnostics, facts string }

// build applies a step and builds. With check, it verifies the law. It reports whether the build had no errors;
// the error is a *Violation if the law is broken.
func (w *world) build(ctx context.Context, s Step, check bool) (bool, error) {
	if w.done = append(w.done, s); w.bench.Log != nil {
		w.bench.Log(Case{w.site.name, w.mode, w.done})
	}
	if err := w.apply(ctx, s); err != nil {
		return false, err
	}
	if err := w.cancelled(ctx, s); err != nil {
		return false, err
	}
	// the same folder name, because it may be the site's title
	clean := filepath.Join(w.dir, "clean", filepath.Base(w.project))
	if check {
		copies := []string{clean}
		if w.mode == Machines {
			copies = append(copies, w.publisher())
		}
		for _, to := range copies {
			if err := copyTree(w.project, to, false, sourcesAndLedger); err != nil {
				return false, err
			}
			defer os.RemoveAll(filepath.Dir(to))
		}
	}
	before, err := w.readOutput()
	if err != nil {
		return false, err
	}
	if w.mode == Rested {
		time.Sleep(rest)
	}
	got, err := w.incremental(ctx, s)
	if err != nil {
		return false, err
	}
	if check {
		o := w.options(clean)
		o.Jobs, o.NoCache = 1+w.o.Jobs%3, w.builds%2 == 0
		want, err := w.check(ctx, o, before, got)
		if err != nil {
			return false, err
		}
		if w.mode == Machines && want.err == nil {
			if err := w.publishes(ctx, before, want); err != nil {
				return false, err
			}
		}
	}
	w.remember(got)
	return got.err == nil, nil
}

// check compares a build with a clean one, which it returns.
func (w *world) check(ctx context.Context, o project.Options, before tree, got outcome) (outcome, error) {
	state, err := w.state(o)
	if err != nil {
		return outcome{}, err
	}
	foreign := maps.Clone(w.foreign)
	if want, ok := w.bench.cleaned[state]; ok && w.compare(before, got, want) == nil {
		return want, nil
	}
	w.foreign = foreign
	want, err := w.buildClean(ctx, o)
	if err != nil {
		return want, err
	}
	if w.bench.cleaned != nil {
		w.bench.cleaned[state] = outcome{err: want.err, out: want.out, ledger: want.ledger, said: want.said}
	}
	if v := w.compare(before, got, want); v != nil {
		return want, v
	}
	return want, nil
}

// state returns a number for all that a clean build depends on, except for the times of files.
func (w *world) state(o project.Options) (uint64, error) {
	if w.bench.cleaned == nil {
		return 0, nil
	}
	files, err := readTree(o.Source)
	h := xxhash.New()
	for _, p := range files.paths() {
		fmt.Fprintf(h, "%q %q %v\n", p, files[p].data, files[p].info.Mode())
	}
	o.Source, o.Jobs, o.NoCache = "", 0, false
	fmt.Fprintf(h, "%+v", o)
	return h.Sum64(), err
}

// remember stores the state from which the next step starts.
func (w *world) remember(got outcome) {
	w.out, w.err = got.out, got.err
	if got.err != nil {
		w.failed++
		return
	}
	w.fresh = false
	w.paths = slices.DeleteFunc(got.out.paths(), func(p string) bool { _, foreign := w.foreign[p]; return foreign })
	w.failed, w.good = 0, maps.Clone(w.files)
}

// rest is longer than a tick of the clock that sets file times: see internal/base/filestat.
const rest = 2 * time.Duration(filestat.Lag)

// incremental builds with the builder under test.
func (w *world) incremental(ctx context.Context, s Step) (outcome, error) {
	w.builds++
	b, err := w.builder()
	if err != nil {
		return outcome{}, err
	}
	w.touch(s)
	if w.early != nil {
		w.early.begin(w.out.paths())
	}
	o := outcome{}
	o.res, o.err = b.Build(ctx)
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	o.said = w.words(o)
	switch {
	case w.mode != Memory:
		o.out, err = w.readOutput()
	case o.err == nil:
		o.out, err = inMemory(ctx, o.res)
	default:
		o.out = w.out
	}
	if err != nil {
		return o, err
	}
	o.ledger, err = ledgerOf(w.project)
	return o, err
}

// readOutput reads the output folder; for a builder that writes nothing, its last result.
func (w *world) readOutput() (tree, error) {
	if w.mode == Memory {
		return w.out, nil
	}
	return readTree(w.output)
}

func inMemory(ctx context.Context, res *pipeline.Result) (tree, error) {
	t := tree{}
	for _, p := range res.Outputs.Paths() {
		o, _ := res.Outputs.Lookup(p)
		r, err := o.Open(ctx)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		t[p] = file{data: data}
	}
	return t, nil
}

func (w *world) buildClean(ctx context.Context, o project.Options) (outcome, error) {
	b, err := pipeline.New(o)
	if err != nil {
		return outcome{}, err
	}
	defer b.Close()
	c := outcome{}
	c.res, c.err = b.Build(ctx)
	if ctx.Err() != nil {
		return c, ctx.Err()
	}
	c.said = w.words(c)
	if c.out, err = readTree(w.outputOf(o.Source)); err != nil {
		return c, err
	}
	c.ledger, err = ledgerOf(o.Source)
	return c, err
}

// ledgerOf returns the ledgers of a project: the one in the state folder, and a committed one.
func ledgerOf(project string) (string, error) {
	all := ""
	for _, name := range ledgers {
		data, err := os.ReadFile(filepath.Join(project, filepath.FromSlash(name)))
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
		all += name + "\n" + string(data)
	}
	return all, nil
}

// takeOver removes from the foreign files those that equal a file of the site, which owns them now.
func (w *world) takeOver(clean tree) {
	maps.DeleteFunc(w.foreign, func(p string, data []byte) bool {
		f, ok := clean[p]
		return ok &&
			bytes.Equal(f.data, data)
	})
}

// inTheWay reports whether a foreign file is at the path of an output, or of a folder of outputs.
func (w *world) inTheWay(clean tree) bool {
	for f := range w.foreign {
		for p := range clean {
			if under(f, p) || under(p, f) {
				return w.mode != Memory
			}
		}
	}
	return false
}

// compare returns the differences between two builds; before is the earlier output folder.
func (w *world) compare(before tree, got, want outcome) *Violation {
	if want.err == nil {
		foreign := maps.Clone(w.foreign)
		if w.takeOver(want.out); w.inTheWay(want.out) {
			w.foreign = foreign // a build that stops takes nothing over
			return w.refused(before, got)
		}
	}
	if a, b := got.said.err, want.said.err; a != b {
		return &Violation{What: "error", Text: diffOf("incremental", []byte(a), "clean", []byte(b))}
	}
	if a, b := got.said.diagnostics, want.said.diagnostics; a != b {
		return &Violation{What: "diagnostics", Text: diffOf("incremental", []byte(a), "clean", []byte(b))}
	}
	if got.err != nil {
		return w.unharmed(before, got)
	}
	if off := got.res.CacheOff; off != "" {
		return &Violation{What: "cache", Text: off}
	}
	expected := maps.Clone(want.out)
	for p, data := range w.foreign {
		if w.mode != Memory {
			expected[p] = file{data: data}
		}
	}
	if text := difference(got.out, expected); text != "" {
		return &Violation{What: "tree", Text: text}
	}
	if w.mode != Memory && got.ledger != want.ledger {
		return &Violation{What: "ledger", Text: diffOf("incremental", []byte(got.ledger), "clean", []byte(want.ledger))}
	}
	if a, b := got.said.facts, want.said.facts; a != b {
		return &Violation{What: "result", Text: diffOf("incremental", []byte(a), "clean", []byte(b))}
	}
	if w.mode == Memory {
		if v := w.early.compare(got.out); v != nil {
			return v
		}
		return w.changed(before, got)
	}
	if v := w.leastWork(before, got); v != nil && !w.afterKill && !w.interrupted {
		return v
	}
	return w.leftBehind()
}

// refused checks that a build stopped at a foreign file at the path of an output.
func (w *world) refused(before tree, got outcome) *Violation {
	for _, d := range diag.From(got.err) {
		if d.Rule == "output-foreign" || d.Rule == "output-folder" {
			return w.unharmed(before, got)
		}
	}
	return &Violation{
		What: "foreign",
		Text: fmt.Sprintf("a foreign file is in the way of an output, and the build says: %v", got.err),
	}
}

// unharmed checks that a build with errors changed nothing.
func (w *world) unharmed(before tree, got outcome) *Violation {
	if text := difference(got.out, before); text != "" {
		return &Violation{What: "tree", Text: "a build with errors changed the output\n" + text}
	}
	if w.mode == Memory {
		return nil
	}
	for _, p := range before.paths() {
		if !got.out[p].untouched(before[p]) {
			return &Violation{What: "times", Text: "a build with errors touched " + p}
		}
	}
	if w.afterKill {
		return nil // only a build without errors cleans up after a killed one
	}
	return w.leftBehind()
}

// leastWork checks that unchanged files were not touched, and that the numbers in the Result are right.
func (w *world) leastWork(before tree, got outcome) *Violation {
	written, kept, removed := 0, 0, 0
	for _, p := range got.out.paths() {
		if _, foreign := w.foreign[p]; foreign {
			continue
		}
		was, ok := before[p]
		switch {
		case !ok || !bytes.Equal(was.data, got.out[p].data):
			written++
		case !got.out[p].untouched(was):
			return &Violation{What: "times", Text: p + " has the bytes that it had, and was written again"}
		default:
			kept++
		}
	}
	for _, p := range w.paths { // what was deleted by hand was ours, too
		if _, ok := got.out[p]; !ok {
			removed++
		}
	}
	r := got.res
	if r.Written != written || r.Unchanged != kept || r.Removed != removed {
		return &Violation{What: "result", Text: fmt.Sprintf(
			"the result says %d written, %d unchanged, %d removed; it is %d, %d, %d", r.Written, r.Unchanged, r.Removed, written,
			kept, removed)}
	}
	return nil
}

// changed checks that Result.Changed contains the differences. A copied file may be included if only its time
// changed.
func (w *world) changed(before tree, got outcome) *Violation {
	if w.fresh {
		return nil
	}
	both := maps.Clone(before)
	maps.Copy(both, got.out)
	var missing, extra []string
	for _, p := range both.paths() {
		a, inA := before[p]
		b, inB := got.out[p]
		differs := inA != inB || !bytes.Equal(a.data, b.data)
		named := slices.Contains(got.res.Changed, p)
		o, _ := got.res.Outputs.Lookup(p)
		switch {
		case differs && !named:
			missing = append(missing, p)
		case named && !differs && o.MediaType != "":
			extra = append(extra, p)
		}
	}
	if len(missing)+len(extra) > 0 {
		return &Violation{
			What: "changed",
			Text: fmt.Sprintf("Result.Changed lacks %q and names %q, which did not change", missing, extra),
		}
	}
	return nil
}

// leftBehind checks that there are no unfinished files.
func (w *world) leftBehind() *Violation {
	found, err := unfinished(w.project, w.output)
	if err != nil {
		found = append(found, err.Error())
	}
	if len(found) > 0 {
		return &Violation{What: "left behind", Text: strings.Join(found, "\n")}
	}
	return nil
}

// words returns what a build says.
func (w *world) words(o outcome) words {
	all := words{err: w.messages(diag.From(o.err)), diagnostics: w.messages(o.res.Diagnostics)}
	if o.err == nil {
		all.facts = facts(o.res)
	}
	return all
}

// messages formats diagnostics without the path of the project, and without the message about a missing ledger,
// which only a builder that knows earlier builds can give.
func (w *world) messages(list diag.List) string {
	var b strings.Builder
	list = slices.DeleteFunc(slices.Clone(list), func(d *diag.Diagnostic) bool {
		return d.Rule == "ledger" && strings.Contains(d.Message, "is missing")
	})
	list.Write(&b, false)
	return strings.NewReplacer(filepath.Join(w.dir, "clean", filepath.Base(w.project)), "PROJECT", w.project,
		"PROJECT").Replace(b.String())
}

// facts formats what a Result says about the site.
func facts(r *pipeline.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pages %d\nsitemap URLs %d\nfeed items %d\nledger %t\nnext %s\n", r.Pages, r.SitemapURLs, r.FeedItems,
		r.URLs.Known,
		r.NextBuild.Format(time.RFC3339))
	for _, l := range []struct {
		name string
		urls []string
	}{{"added", r.URLs.Added}, {"changed", r.URLs.Changed}, {"removed", r.URLs.Removed}} {
		fmt.Fprintf(&b, "%s\n", l.name)
		for _, u := range l.urls {
			fmt.Fprintf(&b, "  %s\n", u)
		}
	}
	for _, g := range r.Guessed {
		fmt.Fprintf(&b, "guessed %s\n", g)
	}
	for _, l := range r.Left {
		fmt.Fprintf(&b, "left %s %s %s\n", l.File, l.Reason, l.Date.Format(time.RFC3339))
	}
	for _, l := range r.Ahead {
		fmt.Fprintf(&b, "ahead %s %s %s\n", l.File, l.Reason, l.Date.Format(time.RFC3339))
	}
	return b.String()
}
