package content

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/foreign"
)

// found is a file that the walk keeps, with its role.
type found struct {
	fileName
	root   int
	path   string // relative to the root, as on disk
	dir    string // logical path of its folder, "" for the root
	form   Form   // role of a content file
	page   bool   // a content file
	bundle string // logical path of the leaf bundle around it, "" outside of one; "/" for the root
	within string // path relative to the leaf bundle's folder, as on disk

	category bool // a file that names its folder: Dialect.IsCategory
}

// walker goes through the content folders.
type walker struct {
	roots   []Root
	filters []glob.Filter // of the roots
	langs   languages
	ignore  []*regexp.Regexp
	globs   glob.Set
	keep    glob.Set
	bare    *media.Types // set for a bare folder, to distinguish media from other files
	dialect *foreign.Dialect
	index   bool // Options.IndexPages

	external []string // as in Options

	root     int
	skip     map[string]bool // folders that are separate roots
	problems diag.List       // of the folder that is being listed
	tasks    []task          // files to look at
	listed   bool            // a folder was listed

	disk files
}

// isContent reports whether files with an extension (in lower case) contain a page.
func (w *walker) isContent(ext string) bool {
	if w.dialect != nil && w.dialect.CopiesHTML && (ext == "html" || ext == "htm") {
		return false
	}
	return isContent(ext) || w.dialect.IsPage(ext) || w.dialect.IsHTML(ext) || slices.Contains(w.external, external(ext))
}

func newWalker(o Options, from files) (*walker, diag.List) {
	w := &walker{
		langs: keys(o.Languages), disk: from, dialect: o.dialect(), external: o.External,
		index: o.IndexPages,
	}
	if o.Bare {
		w.bare = media.NewTypes(nil)
	}
	var problems diag.List
	for _, s := range o.IgnoreFiles {
		re, err := regexp.Compile(s)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "ignore-files", Message: fmt.Sprintf("ignoreFiles: %v", err)})
			continue
		}
		w.ignore = append(w.ignore, re)
	}
	var err error
	if w.globs, err = glob.NewSet(o.Ignore); err != nil {
		problems = append(problems, &diag.Diagnostic{Rule: "ignore", Message: "ignore: " + err.Error()})
	}
	if w.keep, err = glob.NewSet(o.Keep); err != nil {
		problems = append(problems, &diag.Diagnostic{Rule: "ignore", Message: err.Error()})
	}
	return w, problems
}

// warn records a warning about a file or folder of the current root.
func (w *walker) warn(path, message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: "content", Severity: diag.Warning, File: w.file(path), Message: message, Hint: hint}
	w.problems = append(w.problems, d)
	return d
}

// file returns the path of a file of the current root for messages.
func (w *walker) file(path string) string { return w.roots[w.root].shown(path) }

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

// walk goes through all roots and returns their folders.
func (w *walker) walk(ctx context.Context) ([]*folder, error) {
	tops := make([]*folder, len(w.roots))
	for i := range w.roots {
		w.enter(i)
		var err error
		if tops[i], err = w.top(ctx); err != nil {
			return nil, err
		}
	}
	return tops, nil
}

// enter makes a root the current one.
func (w *walker) enter(root int) { w.root, w.skip = root, inside(w.roots, root) }

// top reads the current root.
func (w *walker) top(ctx context.Context) (*folder, error) {
	r := &w.roots[w.root]
	dir := ""
	if w.isFile(r) {
		return w.single(r), nil
	}
	if r.At != "" {
		dir = "/" + logical(r.At)
	}
	return w.folder(ctx, r.At, dir, nil)
}

// single returns the folder of a root that is a file.
func (w *walker) single(r *Root) *folder {
	w.problems, w.listed = nil, true
	f := &folder{path: r.At, single: true}
	dir, name := path.Split(r.At)
	if dir != "" {
		f.dir = "/" + logical(strings.TrimSuffix(dir, "/"))
	}
	x := found{fileName: w.langs.parse(name), root: w.root, path: r.At, dir: f.dir}
	if x.page = w.isContent(x.ext); !x.disabled {
		f.files = w.arrange(f, []found{x})
	}
	for _, x := range f.files {
		w.tasks = append(w.tasks, task{file: x})
	}
	f.problems, w.problems = w.problems, nil
	return f
}

// folder reads one folder and its subfolders. path is as on disk, dir its logical path.
func (w *walker) folder(ctx context.Context, path, dir string, in *leaf) (*folder, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, entries, err := w.list(path, dir, in)
	if err != nil {
		d := w.warn(path, fmt.Sprintf("the folder cannot be read: %v", diag.Cause(err)), "")
		d.Severity = diag.Error
		return &folder{path: path, dir: dir, in: in, problems: diag.List{d}}, nil
	}
	for _, x := range f.files {
		w.tasks = append(w.tasks, task{file: x, entry: entryOf(entries, x.name())})
	}
	for _, e := range f.entries {
		if e.kind != directory {
			continue
		}
		sub, err := w.folder(ctx, join(path, e.name), w.logicalDir(dir, e.name), f.here)
		if err != nil {
			return nil, err
		}
		f.folders = append(f.folders, sub)
	}
	return f, nil
}

// logicalDir returns the logical path of a subfolder. All posts are in one section, whatever their folder.
func (w *walker) logicalDir(dir, name string) string {
	if w.dialect.IsPosts(name) {
		return "/posts" + dir
	}
	if !w.dialect.InPosts(strings.TrimPrefix(dir, "/")) {
		_, name, _ = w.dialect.Number(name)
	}
	return dir + "/" + logical(name)
}

// list reads one folder without its subfolders, and also returns its entries. Its files are not read yet.
func (w *walker) list(path, dir string, in *leaf) (*folder, []fs.DirEntry, error) {
	w.problems, w.listed = nil, true
	f := &folder{path: path, dir: dir, in: in, here: in}
	entries, err := w.disk.ReadDir(w.roots[w.root].Name(path))
	if err != nil {
		return nil, nil, err
	}
	files := make([]found, 0, len(entries))
	f.entries = make([]entry, 0, len(entries))
	for _, e := range entries {
		name := e.Name()
		full := join(path, name)
		if w.ignored(name, full, kindOf(e.Type()) == directory) {
			continue
		}
		k := kindOf(e.Type())
		if k == directory && w.skip[full] || !w.filters[w.root].Match(w.roots[w.root].below(full), k == directory) {
			continue
		}
		f.entries = append(f.entries, entry{name, k})
		switch k {
		case directory:
			w.checkFolder(full, name)
		case link:
			why := "content must be in the project itself"
			if d, ok := w.disk.(disk); ok && d.links != nil {
				_, why = d.links.Target(w.roots[w.root].Name(full))
			}
			w.warn(full, "the symbolic link is ignored: "+why, "copy its target, or add the link to ignoreFiles")
		case regular:
			x := found{fileName: w.langs.parse(name), root: w.root, path: full, dir: dir}
			if !x.disabled {
				x.category = w.dialect.IsCategory(name) && dir != ""
				x.page = w.isContent(x.ext) || x.category
				files = append(files, x)
			}
		}
	}
	f.files = w.arrange(f, files)
	f.problems, w.problems = w.problems, nil
	return f, entries, nil
}

// entryOf returns the entry of a name in a folder.
func entryOf(entries []fs.DirEntry, name string) fs.DirEntry {
	i, ok := slices.BinarySearchFunc(entries, name,
		func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if !ok {
		return nil
	}
	return entries[i]
}

// arrange decides which files of a folder are kept, and the role of each.
func (w *walker) arrange(f *folder, files []found) []*file {
	switch {
	case w.bare != nil:
		post := w.dialect.IsPost(f.path)
		alone := w.index && f.path != "" && w.alone(f, files)
		if files = w.asFolder(files, post || alone); post || alone {
			f.here = w.leafOf(f, files)
		}
	case w.index && f.in == nil && w.indexes(f, files):
	default:
		f.here = w.leafOf(f, files)
	}
	kept := files[:0]
	for _, x := range files {
		if w.assign(&x, f.in, f.here) {
			kept = append(kept, x)
		}
	}
	kept = w.unique(kept)
	out := make([]*file, len(kept))
	for i := range kept {
		out[i] = &file{found: kept[i]}
	}
	return out
}

// leafOf returns the leaf bundle that contains the files of a folder: the one around the folder, or the folder itself.
func (w *walker) leafOf(f *folder, files []found) *leaf {
	var index, branch string
	for i := range files {
		if !files[i].page {
			continue
		}
		switch lower(files[i].base) {
		case "index":
			index = cmp.Or(index, files[i].path)
		case "_index":
			branch = cmp.Or(branch, files[i].path)
		}
	}
	if f.in != nil || index == "" {
		return f.in
	}
	here := &leaf{logical: cmp.Or(f.dir, "/"), depth: len(f.path)}
	if f.path != "" {
		here.depth++
	}
	if branch != "" {
		w.warn(branch, fmt.Sprintf("the folder contains both %s and %s: it is a leaf bundle, and %s is one of its resources",
			filepath.Base(index), filepath.Base(branch), filepath.Base(branch)), "remove one of the two")
	}
	if f.path == "" {
		w.warn(index, "this makes the whole content folder one leaf bundle: no other file becomes a page",
			"rename the home page to _index.md")
	}
	return here
}

// ignored applies the rules of the tool, or Hugo's implicit ones (names that begin with a dot or "#" or end with "~"),
// the expressions of ignoreFiles, which see the absolute path, and the patterns of ignore.
func (w *walker) ignored(name, full string, dir bool) bool {
	if w.keep.Match(full) && !state(name) {
		return false
	}
	if w.dialect != nil && w.dialect.Excludes != nil {
		if state(name) || w.dialect.Excludes(w.file(full), dir) {
			return true
		}
	} else if name[0] == '.' || name[0] == '#' || name[len(name)-1] == '~' {
		return true
	}
	if w.globs.Match(w.dialect.Ignorable(full)) && !w.dialect.IsCategory(name) {
		return true
	}
	if len(w.ignore) > 0 {
		abs := filepath.ToSlash(w.roots[w.root].Dir) + "/" + w.roots[w.root].below(full)
		for _, re := range w.ignore {
			if re.MatchString(abs) {
				return true
			}
		}
	}
	return false
}

// outside reports whether a name, of which it is unknown whether it is that of a folder unless dir is true, is ignored.
func (w *walker) outside(name, full string, dir bool) bool {
	return w.ignored(name, full, true) && (dir || w.ignored(name, full, false))
}

// state reports whether a name is that of a folder in which a program keeps private data.
func state(name string) bool { return name == ".git" || name == ".sitegen" }

// assign sets the role of a file in its folder: in is the leaf bundle around the folder, here the one that contains the
// file. It reports whether the file is kept.
func (w *walker) assign(f *found, in, here *leaf) bool {
	if here != nil {
		f.bundle, f.within = here.logical, f.path[here.depth:]
	}
	if f.ext == "gotmpl" && lower(f.base) == "_content" {
		f.form, f.page = Adapter, true
		return true
	}
	if kind := external(f.ext); kind != "" && here == nil && !f.page {
		message, hint := notAllowed(kind)
		d := w.warn(f.path, message, hint)
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
	case name == "_index", f.category:
		f.form = Branch
	default:
		f.form = Single
	}
	return true
}

// unique drops files that another file of the folder hides: files whose names differ only in case, in "-" and spaces,
// or in how they give the same language, and pages that differ only in their extension. As in Hugo, the extension that
// is later in the alphabet wins, then the name that is earlier.
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
			if f.lang == "" && slices.ContainsFunc(w.roots, func(r Root) bool { return r.again(&w.roots[w.root]) }) {
				continue // it is the file of another language
			}
			w.warn(f.path, fmt.Sprintf("the file is left out: %s has the same name for a page or resource",
				filepath.Base(files[j].path)), "rename one of the two")
			continue
		}
		out = append(out, f)
	}
	return out
}

// checkFolder warns about a folder with the name of a bundle's page, such as index.md.
func (w *walker) checkFolder(path, name string) {
	if n := w.langs.parse(name); w.isContent(n.ext) && (lower(n.base) == "index" || lower(n.base) == "_index") {
		w.warn(path, "this is a folder, but has the name of a bundle's page", "")
	}
}
