package content

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Load walks the content folders of a project, which is a folder on disk or in Options.FS, and parses every content
// file. Mistakes in the files are returned as Problems, in file order; a file with a Problem that is not a warning has
// no Document. The error is that of ctx, or reports that the project has no absolute path.
func Load(ctx context.Context, project string, o Options) (*Tree, []*Problem, error) {
	files, project, err := o.files(project)
	if err != nil {
		return nil, nil, fmt.Errorf("load content: %w", err)
	}
	o = o.withDefaults()
	w, problems := newWalker(o, files)
	var bad diag.List
	w.roots, w.filters, bad = w.findRoots(project, o)
	next := &kept{reading: o.reading(), walking: o.walking(), roots: w.roots, from: &origin{project, o, files, &heads{}}}
	next.from.options.Previous = nil
	k := o.Previous.usable(next)
	r := newReader(o, w.roots, files, project)
	r.includer.heads = next.from.heads
	if o.Changed != nil && k.tops != nil && !o.IndexPages { // with IndexPages, a folder depends on its subfolders
		next.tops, err = w.again(ctx, k.tops, append(slices.Clone(o.Changed), k.outdated(r)...))
	} else {
		next.tops, err = w.walk(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(w.tasks, func(a, b task) int { return byPlace(a.file, b.file) })
	if w.listed || k.tops == nil {
		match(w.tasks, k.files)
	}
	if _, err := par.MapWith(ctx, o.Jobs, w.tasks, r.newWorker, r.look); err != nil {
		return nil, nil, err
	}
	attached, by := w.attach(next.tops)
	tasks := make([]task, len(attached))
	for i, f := range attached {
		tasks[i].file = f
	}
	match(tasks, k.files)
	if _, err := par.MapWith(ctx, o.Jobs, tasks, r.newWorker, r.look); err != nil {
		return nil, nil, err
	}
	next.attached, next.attachments = attached, by
	w.tasks = append(w.tasks, tasks...)
	fresh := next.settle(w.tasks, k.newest, o.Began)
	if w.listed || k.tops == nil || !slices.EqualFunc(k.attached, attached,
		func(a, b *file) bool { return byPlace(a, b) == 0 }) || reshaped(w.tasks) ||
		slices.ContainsFunc(k.files, (*file).isCategory) || o.dialect() != nil && o.dialect().Parts != nil {
		next.gather(o.dialect(), o.FolderSections)
	} else {
		next.patch(k, w.tasks)
	}
	next.tree.Fresh, next.tree.reading = fresh, 0
	if o.Tool != nil || o.Lenient {
		next.tree.reading = next.reading
	}
	return next.tree, next.tell(append(problems, bad...), o.Tool != nil), nil
}

// settle records which files have a state that can be trusted, and returns how many files differ from the known ones.
// now is a time before the files were read; 0 means a time before the newest change.
func (k *kept) settle(tasks []task, newest, now int64) (fresh int) {
	k.newest = newest
	for i := range tasks {
		k.newest = max(k.newest, tasks[i].file.state.Change)
	}
	if now == 0 {
		now = k.newest - filestat.Lag
	}
	for i := range tasks {
		f, old := tasks[i].file, tasks[i].known
		f.settled = f.whole && (f.state.Settled(now) || old != nil && old.settled && old.state == f.state)
		if old == nil || old.state != f.state || old.settled != f.settled || old.hash != f.hash ||
			!slices.Equal(old.included, f.included) {
			fresh++
		}
	}
	return fresh
}

// outdated returns the paths of the pages that include files with another text.
func (k *kept) outdated(r *reader) (out []string) {
	for _, f := range k.files {
		if !r.includer.same(f.included) {
			out = append(out, r.roots[f.root].Name(f.path))
		}
	}
	return out
}

// reshaped reports whether a file became or stopped being a document or resource.
func reshaped(tasks []task) bool {
	for i := range tasks {
		f, old := tasks[i].file, tasks[i].known
		if (f.document == nil) != (old.document == nil) || (f.resource == nil) != (old.resource == nil) {
			return true
		}
	}
	return false
}

// gather builds the tree from all files.
func (k *kept) gather(d *foreign.Dialect, sections bool) {
	for _, top := range k.tops {
		k.files, k.walked = top.all(k.files), top.told(k.walked)
	}
	k.files = append(k.files, k.attached...)
	slices.SortFunc(k.files, byPlace)
	t := &Tree{Roots: k.roots, kept: k, dialect: d, sections: sections, attached: k.attachments}
	k.tree = t
	for _, f := range k.files {
		k.read = append(k.read, f.problems...)
		if d := f.document; d != nil && !f.category {
			list := t.list(d.Form)
			*list = append(*list, d)
		}
	}
	t.categorize(k.files)
	t.demote()
	t.own(k.files)
	k.across = t.across()
}

// patch builds the tree of k from that of old, if only the files of the tasks were read again and each of them kept its
// form.
func (k *kept) patch(old *kept, tasks []task) {
	t := *old.tree
	k.tree, k.files = &t, slices.Clone(old.files)
	k.walked, k.read, k.across = old.walked, old.read, old.across
	t.kept, t.attached = k, k.attachments
	t.Documents, t.Resources, t.Adapters = slices.Clone(t.Documents), slices.Clone(t.Resources), slices.Clone(t.Adapters)
	troubled := false
	for i := range tasks {
		f := tasks[i].file
		if at, ok := slices.BinarySearchFunc(k.files, f, byPlace); ok {
			k.files[at] = f
		}
		if len(f.problems) > 0 || len(tasks[i].known.problems) > 0 {
			troubled = true
		}
		if f.document != nil {
			list := *t.list(f.form)
			if at, ok := at(list, f.root, f.path); ok {
				list[at] = f.document
			}
		}
		if f.resource != nil {
			t.replace(f.resource)
		}
	}
	if troubled {
		k.read = nil
		for _, f := range k.files {
			k.read = append(k.read, f.problems...)
		}
	}
}

// tell returns list and all other problems, in order, each once. For pages written for another tool, a loss that
// affects many pages is reported once.
func (k *kept) tell(list diag.List, foreign bool) []*Problem {
	list = append(append(append(list, k.walked...), k.read...), k.across...)
	list.Sort()
	// a file of several languages is read for each of them
	list = slices.CompactFunc(list, func(a, b *diag.Diagnostic) bool { return *a == *b })
	if foreign {
		list = together(list)
	}
	return problemsOf(list)
}

// together merges warnings with the same rule and message into one, at the position of the first. Numbers of
// occurrences add up.
func together(list diag.List) diag.List {
	type key struct{ rule, message string }
	type group struct {
		all   diag.List
		times int
	}
	keyOf := func(d *diag.Diagnostic) (key, int) {
		times := 1
		m := counted.FindStringSubmatch(d.Message)
		if m == nil {
			return key{d.Rule, d.Message}, times
		}
		if n, err := strconv.Atoi(m[2]); err == nil {
			times = n
		}
		return key{d.Rule, m[1]}, times
	}
	same := map[key]*group{}
	for _, d := range list {
		if d.Severity == diag.Warning && d.File != "" {
			k, times := keyOf(d)
			if same[k] == nil {
				same[k] = &group{}
			}
			same[k].all, same[k].times = append(same[k].all, d), same[k].times+times
		}
	}
	var out diag.List
	for _, d := range list {
		k, _ := keyOf(d)
		g := same[k]
		switch {
		case g == nil || len(g.all) < 2 || d.Severity != diag.Warning || d.File == "":
			out = append(out, d)
		case g.all[0] == d:
			one := *d
			one.Message = k.message
			if g.times > len(g.all) {
				one.Message += fmt.Sprintf(" (%d times)", g.times)
			}
			one.Message += fmt.Sprintf("; in %d files, also in %s", len(g.all), places(g.all[1:]))
			out = append(out, &one)
		}
	}
	return out
}

// counted matches a message with a number of occurrences.
var counted = regexp.MustCompile(`^(.*) \((\d+) times\)$`)

// places lists the first positions of some messages.
func places(list diag.List) string {
	const most = 3
	var out []string
	for _, d := range list[:min(len(list), most)] {
		at := d.File
		if d.Line > 0 {
			at += fmt.Sprintf(":%d", d.Line)
		}
		out = append(out, at)
	}
	if len(list) > most {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}
