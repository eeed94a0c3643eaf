package site

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/content"
)

// GetPage finds a page of this language by a reference: a path ("/posts/one", "one", "../two"), with or without
// extension, or the bare name of a page. If from is given, a path without a leading "/" is tried relative to it
// first. A file that is not in the content is looked up from the folder of the home page's file, which mounts can
// place outside of the content. Otherwise a bare name finds the only page of that name, and it is an error if there
// are several. The result is nil without an error if no page is found. https://gohugo.io/methods/page/getpage/
func (e *Edition) GetPage(ref string, from *Page) (*Page, error) {
	return e.find(ref, from, from == nil)
}

// RefPage finds the page for ref and relref: like GetPage, but a bare name is searched even if from is given.
// https://gohugo.io/functions/urls/ref/
func (e *Edition) RefPage(ref string, from *Page) (*Page, error) {
	return e.find(ref, from, true)
}

// PageAt returns the page with a logical path, or nil.
func (e *Edition) PageAt(path string) *Page { return e.byPath[path] }

func (e *Edition) find(ref string, from *Page, byName bool) (*Page, error) {
	ref = strings.TrimSuffix(strings.ReplaceAll(ref, `\`, "/"), "/")
	if ref == "" {
		return e.Home, nil
	}
	if path.Ext(ref) != "" && !strings.HasSuffix(ref, "..") {
		return e.findFile(ref, ref, from, true, byName)
	}
	if strings.HasSuffix(ref, "/index") {
		if p, err := e.findFile(ref, ref+"/index.md", from, false, byName); p != nil || err != nil {
			return p, err
		}
	}
	return e.findFile(ref, ref+".md", from, false, byName)
}

// findFile finds the page of a content file's path; written is the reference as in the text.
func (e *Edition) findFile(written, ref string, from *Page, isFile, byName bool) (*Page, error) {
	if from != nil && ref[0] != '/' {
		dir := from.folder(isFile && strings.HasPrefix(ref, "../"))
		at := path.Join(dir, ref)
		if p := e.pageOf(at, isFile); p != nil && !strings.HasPrefix(at, "..") { // as from a bundle at the root
			return p, nil
		}
		if isFile && from.Doc != nil {
			if p := e.besideFile(from.Doc, written); p != nil {
				return p, nil
			}
		}
	}
	if ref[0] == '.' {
		return nil, nil
	}
	if p := e.pageOf(ref, isFile); p != nil {
		return p, nil
	}
	at := e.pathOf(ref)
	if at == e.NotFound.Path && e.NotFound.Render {
		return e.NotFound, nil
	}
	if isFile && e.Home.Doc != nil {
		if p := e.besideFile(e.Home.Doc, written); p != nil {
			return p, nil
		}
	}
	if !byName || strings.Contains(written, "/") {
		return nil, nil
	}
	p, there := e.byName()[at[strings.LastIndexByte(at, '/')+1:]]
	if there && p == nil {
		return nil, fmt.Errorf("page reference %q is ambiguous", written)
	}
	return p, nil
}

// besideFile finds the page of the file that a reference from a document leads to on disk. Mounts can place the
// two files in different folders of the content.
func (e *Edition) besideFile(from *content.Document, ref string) *Page {
	from = cmp.Or(from.Adapter, from)
	if from.Root >= len(e.tree.Roots) {
		return nil
	}
	name := filepath.Join(filepath.Dir(e.tree.Roots[from.Root].Name(from.Path)), filepath.FromSlash(ref))
	for _, r := range e.tree.Roots {
		if at, ok := r.Path(name); ok {
			if p := e.pageOf(at, true); p != nil && p.Doc != nil && p.Doc.Adapter == nil {
				return p
			}
		}
	}
	return nil
}

// pageOf returns the page of a content file; nil if there is none. Where a page beside a folder and the page of the folder
// are two, only the name of its file leads to the first: see separateFiles.
func (e *Edition) pageOf(file string, isFile bool) *Page {
	at := e.pathOf(file)
	if p := e.byPath[at+".html"]; isFile && p != nil && p.Doc != nil && p.Doc.Logical == at &&
		logical(strings.TrimSuffix(path.Base(file), path.Ext(file))) == path.Base(at) {
		return p
	}
	return e.byPath[at]
}

// folder returns where a relative reference starts: at a list's own folder, or at the folder that contains the
// page. A file path with ".." in a leaf bundle starts at the bundle's folder.
func (p *Page) folder(own bool) string {
	if p.IsNode() {
		return p.Path
	}
	if p.Owner != nil {
		return p.Owner.Path
	}
	dir := p.Path[:strings.LastIndexByte(p.Path, '/')]
	if own && p.Doc != nil && p.Doc.Form == content.Leaf {
		return p.Path
	}
	if dir == "" && (p.Doc == nil || p.Doc.Form != content.Leaf) {
		return "/"
	}
	return dir
}

// pathOf returns the logical path of a content file: lower case, without extension, language, and index name.
func (e *Edition) pathOf(file string) string {
	folder, base := path.Split(path.Join("/", file))
	file, name := logical(folder+base), logical(base)
	ext := path.Ext(name)
	if !slices.Contains([]string{
		".md", ".markdown", ".mdown", ".html", ".htm", ".org", ".adoc", ".asciidoc", ".ad",
		".rst", ".pandoc", ".pdc",
	}, ext) && !e.config.Tool.IsPage(strings.TrimPrefix(ext, ".")) {
		return file
	}
	dir, cut := logical(e.config.Tool.Unnumbered(folder)), len(ext)
	name = strings.TrimSuffix(name, ext)
	if i := strings.LastIndexByte(name, '.'); i > 0 && e.isLanguage(name[i+1:]) {
		cut += len(name) - i
		name = name[:i]
	}
	if name == "index" || name == "_index" {
		return path.Clean(dir)
	}
	at := path.Clean(logical(e.config.Tool.Unnumbered(folder + base[:len(base)-cut])))
	if e.byPath[at] == nil {
		// In a plain folder, another file name such as README.md may be the page of the folder.
		p := e.byPath[path.Clean(dir)]
		if p != nil && p.Doc != nil && p.Doc.Form == content.Branch &&
			strings.HasPrefix(logical(path.Base(p.Doc.Path)), name+".") {
			return p.Path
		}
	}
	return at
}

func (e *Edition) isLanguage(key string) bool { return slices.Contains(e.languages, key) }

// names indexes pages by the last element of their path, for references without a folder.
func (e *edition) names() {
	all := e.all
	e.byName = sync.OnceValue(func() map[string]*Page { // created on demand: few sites need it
		names := make(map[string]*Page, len(all))
		for _, p := range all {
			name := p.Path[strings.LastIndexByte(p.Path, '/')+1:]
			if _, there := names[name]; there {
				names[name] = nil
			} else {
				names[name] = p
			}
		}
		return names
	})
}

// logical normalizes a path in a reference: lower case, spaces as "-".
func logical(p string) string {
	return strings.ReplaceAll(strings.ToLower(p), " ", "-")
}
