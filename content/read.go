package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/media"
)

// worker is what one worker keeps from file to file.
type worker struct{ buf []byte }

func (r *reader) newWorker() *worker { return &worker{} }

// name returns the file's name.
func (f *found) name() string { return f.path[strings.LastIndexByte(f.path, '/')+1:] }

// read reads one file. Its mistakes are in the result; it never ends the others.
func (r *reader) read(_ context.Context, w *worker, f found) (result, error) {
	root := &r.roots[f.root]
	file := join(root.Rel, f.path)
	src := Source{Root: f.root, Path: file[len(file)-len(f.path):]}
	lang := f.lang
	if lang == "" {
		lang = root.Lang
	}
	if !f.page {
		res := &Resource{Source: src, File: file, Lang: lang, Suffixed: f.lang != ""}
		var known bool
		if res.MediaType, known = r.types.Lookup(f.path); known {
			res.Kind = media.Kind(res.MediaType) // a suffix that nobody knows has no kind, as in Hugo
		}
		if err := r.resource(res); err != nil {
			return unreadable(file, err), nil
		}
		return result{resource: res}, nil
	}
	d := &Document{Source: src, File: file, Form: f.form, Lang: lang, Ext: f.extAsWritten(), Bundle: f.bundle}
	d.Logical, d.Base = f.pagePath(d.Path)
	text, info, err := readFile(filepath.Join(root.Dir, filepath.FromSlash(f.path)), w.buf)
	if cap(text) <= keepBuffer {
		w.buf = text
	}
	if err != nil {
		return unreadable(file, err), nil
	}
	d.Size, d.ModTime = info.Size(), info.ModTime().UnixNano()
	problems := r.document(d, text)
	if problems.Err() != nil {
		d = nil
	}
	return result{document: d, problems: problems}, nil
}

// keepBuffer is the largest buffer that a worker keeps for the next file.
const keepBuffer = 1 << 20

func unreadable(file string, err error) result {
	return result{problems: diag.List{{Rule: "content", File: file, Message: fmt.Sprintf("the file cannot be read: %v", pathless(err))}}}
}

// extAsWritten returns the extension in the case in which it is written.
func (f *found) extAsWritten() string { return f.path[len(f.path)-len(f.ext):] }

// pagePath returns the logical path of a content file and its base name; path is its path on disk.
func (f *found) pagePath(path string) (logicalPath, base string) {
	switch f.form {
	case Leaf, Branch:
		if f.dir == "" {
			return "/", ""
		}
		folder := path[:strings.LastIndexByte(path, '/')]
		return f.dir, folder[strings.LastIndexByte(folder, '/')+1:]
	}
	return f.dir + "/" + logical(f.base), f.base
}

// readFile reads a file into buf, or into a larger one.
func readFile(name string, buf []byte) ([]byte, os.FileInfo, error) {
	file, err := os.Open(name)
	if err != nil {
		return buf, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return buf, nil, err
	}
	if info.IsDir() {
		return buf, nil, errors.New("it is a folder")
	}
	// One byte more than the size shows the end of the file without another growth.
	if need := int(info.Size()) + 1; cap(buf) < need {
		buf = make([]byte, 0, need+need/4)
	}
	buf = buf[:0]
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := file.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, info, nil
		}
		if err != nil {
			return buf, info, err
		}
	}
}

// document fills in what the text of d says.
func (r *reader) document(d *Document, text []byte) diag.List {
	d.Hash = xxhash.Sum64(text)
	var err error
	if d.Front, err = frontmatter.Parse(d.File, text); err != nil {
		return diag.From(err)
	}
	body := text[d.Front.Body:]
	var problems diag.List
	if !utf8.Valid(body) {
		problems = append(problems, notUTF8(d.File, text, d.Front.Body))
	}
	if p := r.markup(d); p != nil {
		return append(problems, p)
	}
	if title, ok := d.Front.Values["title"]; !ok || title == nil || title == "" {
		d.Head = heading(body, d.Markup)
	}
	if r.cjk[d.Lang] {
		d.CJK = holdsCJK(text)
	}
	return problems
}

// notUTF8 warns about the first byte from an offset that is not UTF-8.
func notUTF8(file string, text []byte, from int) *diag.Diagnostic {
	at := from
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	d := diag.InSource(file, text, at, fmt.Sprintf("this is not UTF-8 (byte 0x%02x): \uFFFD stands in its place", text[at]))
	d.Rule, d.Severity, d.Hint = "encoding", diag.Warning, "save the file with the encoding UTF-8"
	return d
}

// markup decides in which notation the body of d is written: front matter `markup`, else the
// extension. Other content than Markdown must be allowed by security.allowContent.
// https://gohugo.io/configuration/security/#allowcontent
func (r *reader) markup(d *Document) *diag.Diagnostic {
	written, _ := d.Front.Values["markup"].(string)
	of := lower(written)
	if of == "" {
		of = lower(d.Ext)
	}
	p := &diag.Diagnostic{Rule: "markup", File: d.File, Line: d.Front.Lines["markup"]}
	switch of {
	case "md", "markdown", "mdown", "goldmark", "text/markdown":
		d.Markup = "markdown"
		return nil
	case "html", "htm", "text/html":
		d.Markup = "html"
		if r.raw.accept("text/html") {
			return nil
		}
		p.Message = "HTML content is not allowed"
		p.Hint = "trust it with security.allowContent = ['.*'] in the configuration, or convert it to Markdown"
		return p
	}
	p.Message = fmt.Sprintf("content in the notation %q is not supported", written)
	p.Hint = "markup may be markdown or html"
	return p
}

// resource reads the facts of a file beside a page: its header only, and only where it has one that is known.
func (r *reader) resource(res *Resource) error {
	name := filepath.Join(r.roots[res.Root].Dir, filepath.FromSlash(res.Path))
	if !media.Wants(res.MediaType) {
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		res.Size, res.ModTime = info.Size(), info.ModTime().UnixNano()
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	res.Size, res.ModTime = info.Size(), info.ModTime().UnixNano()
	facts := media.Read(file, res.Size, res.MediaType)
	res.Width, res.Height, res.Duration = facts.Width, facts.Height, facts.Duration
	return nil
}

// holdsCJK reports whether text holds a Han, Hangul, Hiragana or Katakana character.
func holdsCJK(text []byte) bool {
	for i := 0; i < len(text); {
		if text[i] < 0xE1 { // all of them lie above U+1000
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
			return true
		}
		i += n
	}
	return false
}
