package post

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/sitemap"
)

// write writes the lists and the data for the next run. It writes nothing if another program owns one of the files.
func (r *run) write(ctx context.Context) error {
	tree, err := r.openTree()
	if err != nil {
		r.res.Refused = true
		return r.refused(err)
	}
	stage := tree.Stage()
	defer stage.Discard()
	files, err := r.emit(stage, tree.Owns)
	if err != nil {
		return err
	}
	if r.o.Search != "" {
		found, err := r.writeSearch(ctx, stage)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	for _, name := range slices.Clone(files) {
		if twin, err := packTwin(stage, name, r.dir, r.o.Replace || tree.Owns(name+".gz")); err != nil {
			return err
		} else if twin {
			files = append(files, name+".gz")
		}
	}
	if r.o.Repair {
		changed, err := r.repair(stage)
		if err != nil {
			return err
		}
		files = append(files, changed...)
	}
	plan, err := stage.Plan()
	r.res.Found = append(r.res.Found, r.report.List()...)
	if err = r.refused(err); err != nil || len(r.res.Found.Errors()) > 0 {
		r.res.Repairs, r.res.Refused = nil, true
		r.res.URLs, r.res.Items, r.res.Changes = 0, 0, ledger.Changes{} // those of files that are not written
		return err
	}
	for _, name := range files {
		if slices.Contains(plan.Written, name) {
			r.res.Written = append(r.res.Written, name)
		} else {
			r.res.Unchanged = append(r.res.Unchanged, name)
		}
	}
	r.res.Removed = plan.Removed
	r.sayRemovedFeeds()
	r.dropOld(stage)
	if r.o.DryRun {
		return nil
	}
	if _, err := stage.Commit(ctx, r.o.Jobs); err != nil {
		return err
	}
	for _, name := range r.evidence.old {
		if err := os.Remove(filepath.Join(r.dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := r.keepEvidence(); err != nil {
		return err
	}
	return r.keepLedger()
}

// sayRemovedFeeds warns about feeds of earlier runs that are removed because nothing asks for them any more.
func (r *run) sayRemovedFeeds() {
	for _, name := range r.res.Removed {
		file, ok := r.tree.Lookup(name)
		if !ok {
			continue
		}
		if format, _ := addresses.Format(r.tree, file); format != sitemap.RSS && format != sitemap.Atom &&
			path.Ext(name) != ".json" {
			continue
		}
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: "feed-removed", Severity: diag.Warning, File: name,
			Message: "an earlier run wrote this feed, and this run was not asked for it: it is removed",
			Hint:    "to keep it, pass the same --feed, or write it into the configuration ([[post.feeds]])",
		})
	}
}

// openTree opens the folder for writing next to files of other programs.
func (r *run) openTree() (*disk.Tree, error) {
	return disk.Open(disk.Options{
		Dir: r.dir, State: r.o.State, Project: filepath.Dir(r.dir), Shared: true,
		Adopt: r.o.Replace, DryRun: r.o.DryRun,
	})
}

// dropOld keeps in evidence.old the files of the replaced sitemap that the new one does not write, because they are
// removed: their URLs are in the new sitemap, and an old index could still list them.
func (r *run) dropOld(stage *disk.Stage) {
	var gone []string
	for _, name := range r.evidence.old {
		for _, name := range []string{name, name + ".gz"} {
			file, ok := r.tree.Lookup(name)
			if !ok || stage.Has(name) {
				continue
			}
			if format, err := addresses.Format(r.tree, file); err == nil && format == sitemap.URLSet {
				gone = append(gone, name)
			}
		}
	}
	r.evidence.old = gone
	r.res.Removed = append(r.res.Removed, gone...)
}

// refused converts a refusal to write into errors in the result.
func (r *run) refused(err error) error {
	var no *disk.Refusal
	if !errors.As(err, &no) {
		return err
	}
	for _, name := range no.Files {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: no.Rule, File: name, Message: name + " already exists, and sitegen post did not write it",
			Hint: "pass --replace to replace it, --repair to correct the generator's sitemaps, or give its file another name",
		})
	}
	if len(no.Files) == 0 {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{Rule: no.Rule, Message: no.Text, Hint: no.Hint})
	}
	return nil
}

// emit stages the lists and returns their files in the order of creation.
func (r *run) emit(stage *disk.Stage, ours func(string) bool) (files []string, err error) {
	o := emission.Options{Robots: r.robots, RobotsBlock: true}
	if !r.o.Discovery.Robots || r.o.Repair {
		o.Robots = nil
	}
	if r.o.NoSitemap {
		o.NoSitemap = true
	}
	var free [][]byte // buffers of files that are staged
	create := func(file, _ string) (io.WriteCloser, error) {
		add := stage.Add
		if file == robotsFile && r.robots != nil {
			add = stage.Amend
		}
		out := &outFile{close: func(f *outFile) error {
			free = append(free, f.Bytes()[:0])
			return r.refused(add(file, f.Bytes(), "sitegen post"))
		}}
		if n := len(free); n > 0 {
			out.Buffer, free = *bytes.NewBuffer(free[n-1]), free[:n-1]
		}
		return out, nil
	}
	for _, e := range emit.Emissions(r.listing, o) {
		in := emission.Inputs{Text: &texts{pages: r.pages}}
		if path.Base(e.Name) == config.Stylesheet { // a style sheet of the owner
			in.Taken = func(file string) bool {
				_, there := r.tree.Lookup(file)
				return there && !ours(file)
			}
		}
		done, err := e.Run(in, create)
		if err != nil {
			return nil, err
		}
		r.say(done.Found)
		r.emitted = append(r.emitted, done)
		r.res.URLs += done.URLs
		r.res.Items += done.Items
		files = append(files, done.Files...)
	}
	if r.res.URLs == 0 && !r.o.NoSitemap {
		r.report.Add("I7", "", "no sitemap is written: of "+words.Count(r.res.Pages, "page")+" none may be listed")
	}
	return files, nil
}

// outFile is a file that is being written.
type outFile struct {
	bytes.Buffer
	close func(*outFile) error
}

// Close stages the file.
func (f *outFile) Close() error { return f.close(f) }

// packTwin compresses a file again if a compressed copy exists, such as sitemap.xml.gz from MkDocs: a server that
// prefers it would send the old text. A copy from another program is replaced only if that is allowed.
func packTwin(stage *disk.Stage, name, dir string, allowed bool) (done bool, err error) {
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name+".gz")))
	if err != nil || !info.Mode().IsRegular() || !allowed || stage.Has(name+".gz") {
		return false, nil
	}
	text, size, end, ok := stage.Open(name)
	if !ok {
		return false, fmt.Errorf("pack %s: it cannot be read", name)
	}
	defer end.Close()
	data, err := packed(io.NewSectionReader(text, 0, size))
	if err == nil {
		err = stage.Add(name+".gz", data, "sitegen post")
	}
	return err == nil, err
}

// packed returns a compressed text, without name and time, so the bytes are always the same.
func packed(text io.Reader) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, text); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// keepLedger writes the ledger atomically if it changed.
func (r *run) keepLedger() error {
	if r.o.Now.IsZero() {
		return nil
	}
	file, text := r.o.Ledger, emission.Ledger(r.listing, r.emitted).Text()
	old, err := os.ReadFile(file)
	if err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(file, text)
}
