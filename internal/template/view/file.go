package view

import (
	"cmp"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
)

// File is a page's content file: https://gohugo.io/methods/page/file/
type File struct {
	doc *content.Document
}

// NewFile returns the view of a content file; for a document made by an adapter, that of the adapter.
func NewFile(doc *content.Document) *File {
	doc = cmp.Or(doc.Adapter, doc)
	return &File{doc: doc}
}

// String is the name without extension, as printed by {{ .File }} (string).
func (f *File) String() string { return f.BaseFileName() }

// Position is the position of a key in the front matter, as at the start of messages: `"content/posts/one.md":4:1`; for
// a missing key, the first line (string). It exists only in sitegen.
func (f *File) Position(c *Call, key string) string {
	c.Ask(trace.Source, f.doc.File, c.Views.o.Tree.SourceHash(f.doc))
	line := 1
	if front := c.Views.o.Tree.Current(f.doc).Front; front != nil {
		line = max(1, front.Line(strings.ToLower(key)))
	}
	return fmt.Sprintf("%q:%d:1", f.doc.File, line)
}

// Path is the path in the content folder (string): "posts/one/index.fr.md".
func (f *File) Path() string { return f.doc.Path }

// Dir is the folder in the content folder, with a slash at its end (string): "posts/one/".
func (f *File) Dir() string {
	d := path.Dir(f.doc.Path)
	if d == "." {
		return "/"
	}
	return d + "/"
}

// LogicalName is the name of the file (string): "index.fr.md".
func (f *File) LogicalName() string { return path.Base(f.doc.Path) }

// BaseFileName is the name without extension (string): "index.fr".
func (f *File) BaseFileName() string {
	name := f.LogicalName()
	return strings.TrimSuffix(name, path.Ext(name))
}

// TranslationBaseName is the name without extension and language (string): "index".
func (f *File) TranslationBaseName() string {
	name := f.BaseFileName()
	if base, ext := strings.TrimSuffix(name, path.Ext(name)), strings.TrimPrefix(path.Ext(name), "."); ext != "" &&
		strings.EqualFold(ext, f.doc.Lang) {
		return base
	}
	return name
}

// ContentBaseName is the name of the bundle's folder, "" for that of the home page, and for other files
// TranslationBaseName (string).
func (f *File) ContentBaseName() string {
	if f.doc.Form == content.Single || f.doc.Form == content.Inner {
		return f.TranslationBaseName()
	}
	return strings.Trim(path.Base(f.Dir()), "/")
}

// Ext is the extension without the dot (string): "md".
func (f *File) Ext() string { return strings.TrimPrefix(path.Ext(f.doc.Path), ".") }

// Extension is the old name of Ext (string).
func (f *File) Extension() string { return f.Ext() }

// Lang is the key of the file's language (string).
func (f *File) Lang() string { return f.doc.Lang }

// Section is the first folder of the path, "" for a bundle in the content folder (string).
func (f *File) Section() string {
	first, rest, ok := strings.Cut(f.doc.Path, "/")
	if !ok || f.doc.Form == content.Leaf && !strings.Contains(rest, "/") {
		return ""
	}
	return first
}

// Filename is the absolute path on disk (string).
func (f *File) Filename(c *Call) string {
	c.Views.askFolder(c)
	if t := c.Views.o.Tree; t != nil && f.doc.Root < len(t.Roots) {
		return t.Name(&f.doc.Source)
	}
	return filepath.FromSlash(f.doc.File)
}

// FileInfo is more information about the file (FileInfo).
func (f *File) FileInfo(c *Call) (*projectfile.FileInfo, error) {
	info, err := c.statFile(f.doc.File)
	if info == nil || err != nil {
		return nil, err
	}
	name := f.Filename(c) // it asks for the folder of the project
	return info.Of(projectfile.FileMeta{
		Name: f.LogicalName(), Filename: name, BaseDir: c.Views.site.Config.Project,
		SourceRoot: filepath.Clean(strings.TrimSuffix(name, filepath.FromSlash(f.doc.Path))),
	}), nil
}

// UniqueID is the MD5 hash of the path (string).
func (f *File) UniqueID() string {
	sum := md5.Sum([]byte(f.doc.Path))
	return hex.EncodeToString(sum[:])
}

// IsContentAdapter reports whether the file is a content adapter, which made the page (bool).
func (f *File) IsContentAdapter() bool { return f.doc.Form == content.Adapter }

// GitInfo is the last commit of a file; its fields are Hash, AbbreviatedHash, Subject, Body,
// AuthorName, AuthorEmail, AuthorDate, CommitDate: https://gohugo.io/methods/page/gitinfo/
type GitInfo content.Commit

// Sitemap has the sitemap settings of a page: ChangeFreq, Priority, Disable, Filename:
// https://gohugo.io/methods/page/sitemap/
type Sitemap config.Sitemap
