package post

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/diag"
)

// output is the folder, and what is to be written into it. The files that an earlier run left there stand in its
// manifest, with the hashes of their bytes: only those are replaced and removed.
type output struct {
	dir      string // absolute, without symbolic links
	manifest string // file
	replace  bool

	files []*outFile
}

// outFile is a file to write.
type outFile struct {
	path string // slash path in the folder
	data bytes.Buffer
	// amend says that it holds all that it held: it may be replaced; foreign that it is somebody else's all the
	// same, and never removed.
	amend, foreign bool
}

// create begins a file.
func (o *output) create(name string) *outFile {
	f := &outFile{path: name}
	o.files = append(o.files, f)
	return f
}

// Write adds bytes.
func (f *outFile) Write(b []byte) (int, error) { return f.data.Write(b) }

// Close does nothing: files are written at the end.
func (f *outFile) Close() error { return nil }

// owned is what a manifest says: hashes by path. A path has two while a run is at work.
type owned map[string][]uint64

const manifestHead = "# files written by sitegen post: hash, path"

func (o *output) readManifest() (owned, error) {
	data, err := os.ReadFile(o.manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return owned{}, nil
	}
	out := owned{}
	for line := range strings.Lines(string(data)) {
		hash, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		h, hashErr := strconv.ParseUint(hash, 16, 64)
		if ok && hashErr == nil && filepath.IsLocal(filepath.FromSlash(name)) {
			out[name] = append(out[name], h)
		}
	}
	return out, err
}

func (o *output) writeManifest(own owned) error {
	var names []string
	for name := range own {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	fmt.Fprintln(&b, manifestHead)
	for _, name := range names {
		for _, h := range own[name] {
			fmt.Fprintf(&b, "%016x %s\n", h, name)
		}
	}
	return writeState(o.manifest, b.Bytes())
}

// commit writes the files that differ and removes those that are not written any more. Nothing is touched when one
// of them is somebody else's. Paths never lead out of the folder, whatever its symbolic links say.
func (o *output) commit(r *run) error {
	root, err := os.OpenRoot(o.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	old, err := o.readManifest()
	if err != nil {
		return err
	}
	if err := o.packTwins(root, old); err != nil {
		return err
	}
	next := owned{}
	var write []*outFile
	for _, f := range o.files {
		same, refusal, err := o.compare(root, f, old)
		if err != nil {
			return err
		}
		if refusal != nil {
			r.res.Found = append(r.res.Found, refusal)
			continue
		}
		if !f.foreign {
			next[f.path] = []uint64{xxhash.Sum64(f.data.Bytes())}
		}
		if same {
			r.res.Unchanged = append(r.res.Unchanged, f.path)
			continue
		}
		write = append(write, f)
		r.res.Written = append(r.res.Written, f.path)
	}
	gone := o.gone(root, old, next)
	r.res.Removed = gone
	if len(r.res.Found.Errors()) > 0 {
		r.res.Written, r.res.Removed = nil, nil
		return nil
	}
	if r.o.DryRun {
		return nil
	}
	if err := keepOut(r.o.State); err != nil {
		return err
	}
	// What is written stands in the manifest before it is there, beside what it replaces, so that an interrupted
	// run leaves nothing of which nobody knows whose it is.
	if len(write)+len(gone) > 0 {
		if err := o.writeManifest(both(old, next)); err != nil {
			return err
		}
	}
	for _, f := range write {
		if err := replaceFile(root, f.path, f.data.Bytes()); err != nil {
			return fmt.Errorf("write %s: %w", f.path, err)
		}
	}
	for _, name := range gone {
		if err := root.Remove(name); err != nil {
			return err
		}
	}
	return o.writeManifest(next)
}

// packTwins packs the files anew that lie packed beside themselves, as MkDocs leaves sitemap.xml.gz: a server that
// sends the packed one would send the old text. Those of somebody else are touched with Options.Replace only.
func (o *output) packTwins(root *os.Root, old owned) error {
	for _, f := range slices.Clone(o.files) {
		name := f.path + ".gz"
		info, err := root.Lstat(filepath.FromSlash(name))
		mine := len(old[name]) > 0 || o.replace
		if err != nil || !info.Mode().IsRegular() || !mine || slices.ContainsFunc(o.files, func(f *outFile) bool { return f.path == name }) {
			continue
		}
		twin := o.create(name)
		twin.foreign = f.foreign
		z := gzip.NewWriter(twin) // without name and time: the same bytes each time
		if _, err := z.Write(f.data.Bytes()); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
	}
	return nil
}

// both are the files of two manifests.
func both(old, next owned) owned {
	out := owned{}
	for name, list := range old {
		out[name] = slices.Clone(list)
	}
	for name, list := range next {
		for _, h := range list {
			if !slices.Contains(out[name], h) {
				out[name] = append(out[name], h)
			}
		}
	}
	return out
}

// keepOut makes the state folder, and tells git to leave it alone.
func keepOut(state string) error {
	return writeState(filepath.Join(state, ".gitignore"), []byte("*\n"))
}

// compare says whether a file is there already, or why it must not be written.
func (o *output) compare(root *os.Root, f *outFile, old owned) (same bool, refusal *diag.Diagnostic, err error) {
	refuse := func(rule, format string, args ...any) (bool, *diag.Diagnostic, error) {
		return false, &diag.Diagnostic{Rule: rule, File: f.path, Message: fmt.Sprintf(format, args...), Hint: "say --replace to have it replaced, or give the generator's own another name"}, nil
	}
	info, err := root.Lstat(filepath.FromSlash(f.path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil, nil
	case err != nil:
		_, d, _ := refuse("output-path", "%s cannot be written: %v", f.path, err)
		d.Hint = "nothing is written outside of the folder"
		return false, d, nil
	case info.IsDir():
		_, d, _ := refuse("output-foreign", "%s is a folder", f.path)
		d.Hint = "give the file another name"
		return false, d, nil
	}
	var hash uint64
	if info.Mode().IsRegular() {
		if same, hash, err = sameBytes(root, f.path, f.data.Bytes()); err != nil || same {
			return same, nil, err
		}
		if slices.Contains(old[f.path], hash) || f.amend {
			return false, nil, nil
		}
	}
	if o.replace {
		return false, nil, nil
	}
	return refuse("output-foreign", "%s is there, and sitegen post did not write it", f.path)
}

// sameBytes compares a file with data, and hashes it.
func sameBytes(root *os.Root, name string, data []byte) (same bool, hash uint64, err error) {
	in, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return false, 0, err
	}
	defer in.Close()
	d := xxhash.New()
	if _, err := io.Copy(d, in); err != nil {
		return false, 0, err
	}
	hash = d.Sum64()
	return hash == xxhash.Sum64(data), hash, nil
}

// gone returns the files of an earlier run that are not written any more, and that nobody touched.
func (o *output) gone(root *os.Root, old, next owned) []string {
	var out []string
	for name, hashes := range old {
		if _, stays := next[name]; stays {
			continue
		}
		if slices.ContainsFunc(o.files, func(f *outFile) bool { return f.path == name }) {
			continue
		}
		if info, err := root.Lstat(filepath.FromSlash(name)); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if _, have, err := sameBytes(root, name, nil); err == nil && slices.Contains(hashes, have) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// replaceFile puts bytes in the place of a file in one step.
func replaceFile(root *os.Root, name string, data []byte) error {
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return err
		}
	}
	temp := filepath.FromSlash(path.Join(path.Dir(name), ".sitegen-"+path.Base(name)))
	if err := root.RemoveAll(temp); err != nil {
		return err
	}
	if err := root.WriteFile(temp, data, 0o666); err != nil {
		return err
	}
	return root.Rename(temp, filepath.FromSlash(name))
}
