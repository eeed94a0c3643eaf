package content

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/glob"
	"github.com/sitegen/sitegen/internal/media"
)

// found is a file that the walk keeps, with the part that it plays.
type found struct {
	fileName
	root   int
	path   string // relative to the root, as on disk
	dir    string // logical path of its folder, "" for the root
	form   Form   // of a content file
	page   bool   // a content file
	bundle string // logical path of the leaf bundle around it, "" outside of one; "/" for the root
	within string // path relative to the leaf bundle's folder, as on disk
}

// walker goes through the content folders.
type walker struct {
	roots  []Root
	langs  languages
	ignore []*regexp.Regexp
	globs  glob.Set
	bare   *media.Types // set for a bare folder: what to tell media from other files by

	root     int
	skip     map[string]bool // folders that are roots of their own
	files    []found
	problems diag.List
}

func newWalker(cfg *config.Config) (*walker, diag.List) {
	w := &walker{langs: keys(cfg)}
	if cfg.Bare {
		w.bare = media.NewTypes(nil)
	}
	var problems diag.List
	for _, s := range cfg.IgnoreFiles {
		re, err := regexp.Compile(s)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "ignore-files", Message: fmt.Sprintf("ignoreFiles: %v", err)})
			continue
		}
		w.ignore = append(w.ignore, re)
	}
	var err error
	if w.globs, err = glob.NewSet(cfg.IgnoreGlobs); err != nil {
		problems = append(problems, &diag.Diagnostic{Rule: "ignore", Message: "ignore: " + err.Error()})
	}
	return w, problems
}

// warn notes what is odd about a file or folder of the current root.
func (w *walker) warn(path, message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: "content", Severity: diag.Warning, File: w.file(path), Message: message, Hint: hint}
	w.problems = append(w.problems, d)
	return d
}

// file returns the path of a file of the current root for people.
func (w *walker) file(path string) string { return join(w.roots[w.root].Rel, path) }

// join joins two slash paths of which either may be empty.
func join(dir, name string) string {
	switch {
	case dir == "" || dir == ".":
		return name
	case name == "":
		return dir
	}
	return dir + "/" + name
}

// walk collects the files of all roots.
func (w *walker) walk(ctx context.Context) error {
	for i := range w.roots {
		w.root, w.skip = i, inside(w.roots, i)
		if err := w.folder(ctx, "", "", nil); err != nil {
			return err
		}
	}
	return nil
}

// leaf is the leaf bundle around a folder.
type leaf struct {
	logical string // "/" for the root
	depth   int    // bytes of the path that lead to it, its slash included
}

// folder reads one folder and those below it. path is as on disk, dir its logical path.
func (w *walker) folder(ctx context.Context, path, dir string, in *leaf) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.roots[w.root].Dir, filepath.FromSlash(path)))
	if err != nil {
		d := w.warn(path, fmt.Sprintf("the folder cannot be read: %v", pathless(err)), "")
		d.Severity = diag.Error
		return nil
	}
	var folders []string
	start := len(w.files)
	var index, branch string
	for _, e := range entries {
		name := e.Name()
		full := join(path, name)
		if w.ignored(name, full, e.IsDir()) {
			continue
		}
		switch {
		case e.IsDir():
			if !w.skip[full] {
				folders = append(folders, name)
			}
			continue
		case e.Type()&fs.ModeSymlink != 0:
			w.warn(full, "the symbolic link is left out: content must lie in the project itself", "copy what it leads to, or name it in ignoreFiles")
			continue
		case !e.Type().IsRegular():
			continue // a socket, a pipe or a device
		}
		f := found{fileName: w.langs.parse(name), root: w.root, path: full, dir: dir}
		if f.disabled {
			continue
		}
		f.page = isContent(f.ext)
		if f.page {
			switch lower(f.base) {
			case "index":
				index = cmp.Or(index, full)
			case "_index":
				branch = cmp.Or(branch, full)
			}
		}
		w.files = append(w.files, f)
	}
	if w.bare != nil {
		w.files = append(w.files[:start], w.asFolder(w.files[start:])...)
		index = ""
	}
	here := in
	if in == nil && index != "" {
		here = &leaf{logical: cmp.Or(dir, "/"), depth: len(path)}
		if path != "" {
			here.depth++
		}
		if branch != "" {
			w.warn(branch, fmt.Sprintf("the folder holds both %s and %s: it is a leaf bundle, and %s one of its resources",
				filepath.Base(index), filepath.Base(branch), filepath.Base(branch)), "remove one of the two")
		}
		if path == "" {
			w.warn(index, "this makes the whole content folder one leaf bundle: no other file becomes a page", "call the home page _index.md")
		}
	}
	kept := w.files[start:start]
	for _, f := range w.files[start:] {
		if w.place(&f, in, here) {
			kept = append(kept, f)
		}
	}
	w.files = append(w.files[:start], w.unique(kept)...)
	for _, name := range folders {
		w.checkFolder(join(path, name), name)
		if err := w.folder(ctx, join(path, name), dir+"/"+logical(name), here); err != nil {
			return err
		}
	}
	return nil
}

// ignored applies Hugo's implicit rules (names that begin with a dot or "#" or end with "~"), the
// expressions of ignoreFiles, which see the absolute path, and the patterns of ignore.
func (w *walker) ignored(name, full string, dir bool) bool {
	if name[0] == '.' || name[0] == '#' || name[len(name)-1] == '~' {
		return true
	}
	if w.globs.Match(full) {
		return true
	}
	if len(w.ignore) > 0 {
		abs := filepath.ToSlash(w.roots[w.root].Dir) + "/" + full
		for _, re := range w.ignore {
			if re.MatchString(abs) {
				return true
			}
		}
	}
	return false
}

// place decides the part of a file in its folder: in is the leaf bundle around the folder, here the
// one that it lies in itself. It reports whether the file stays.
func (w *walker) place(f *found, in, here *leaf) bool {
	if here != nil {
		f.bundle, f.within = here.logical, f.path[here.depth:]
	}
	if name := lower(f.base); f.ext == "gotmpl" && name == "_content" {
		d := w.warn(f.path, "content adapters are not supported: no pages are made from this template", "write the pages as files, or name the template in ignoreFiles")
		d.Severity = diag.Error
		return false
	}
	if kind := foreign(f.ext); kind != "" && here == nil {
		d := w.warn(f.path, "content in "+kind+" is not supported", "convert it to Markdown, or name it in ignoreFiles")
		d.Severity = diag.Error
		return false
	}
	if !f.page {
		return true
	}
	name := lower(f.base)
	switch {
	case in == nil && here != nil && name == "index":
		f.form, f.bundle, f.within = Leaf, "", ""
	case here != nil:
		f.form = Inner
	case name == "_index":
		f.form = Branch
	default:
		f.form = Single
	}
	return true
}

// unique drops files that another of their folder hides: those that differ only in the case of
// their names, in "-" and spaces, in how they say the same language, and pages that differ only in
// their extension. Hugo's order decides, silently: the extension that is later in the alphabet, then
// the name that is earlier.
func (w *walker) unique(files []found) []found {
	type key struct {
		form Form
		page bool
		name string
		lang string
	}
	keyOf := func(f *found) key {
		k := key{f.form, f.page, logical(f.rest), f.lang}
		if f.page && f.form != Inner {
			k.name = logical(f.base)
		}
		if k.lang == "" {
			k.lang = w.roots[f.root].Lang
		}
		return k
	}
	winner := make(map[key]int, len(files))
	clash := false
	for i := range files {
		k := keyOf(&files[i])
		j, taken := winner[k]
		if !taken {
			winner[k] = i
			continue
		}
		clash = true
		a, b := &files[i], &files[j]
		if c := strings.Compare(b.ext, a.ext); c < 0 || c == 0 && a.path < b.path {
			winner[k] = i
		}
	}
	if !clash {
		return files
	}
	var out []found
	for i := range files {
		f := files[i]
		if j := winner[keyOf(&f)]; j != i {
			w.warn(f.path, fmt.Sprintf("the file is left out: %s has the same name for a page or resource", filepath.Base(files[j].path)), "rename one of the two")
			continue
		}
		out = append(out, f)
	}
	return out
}

// checkFolder says so when a folder bears a name that makes a page of a file.
func (w *walker) checkFolder(path, name string) {
	if n := w.langs.parse(name); isContent(n.ext) && (lower(n.base) == "index" || lower(n.base) == "_index") {
		w.warn(path, "this is a folder, though its name is that of a bundle's page", "")
	}
}

// pathless returns err without the path that it repeats.
func pathless(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
