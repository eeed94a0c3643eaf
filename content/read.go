package content

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// reader reads the files that the walk found.
type reader struct {
	roots []Root
	types *media.Types
	raw   whitelist
	cjk   map[string]bool // languages whose documents are searched for CJK text

	dialect *foreign.Dialect
	exact   bool
	lenient bool
	links   bool // Options.WikiLinks
	bare    bool // Options.Bare

	external []string // as in Options
	sameSize bool     // as in Options
	disk     files
	includer *includer
}

func newReader(o Options, roots []Root, from files, project string) *reader {
	r := &reader{
		roots: roots, disk: from, types: media.NewTypes(o.mediaTypes()), raw: newWhitelist(o.AllowContent),
		cjk: map[string]bool{}, dialect: o.dialect(), exact: o.ExactLists, lenient: o.Lenient,
		links: o.WikiLinks, bare: o.Bare,
		external: o.External, sameSize: o.SameSize, includer: &includer{project: project, disk: from, now: o.Now},
	}
	if r.dialect != nil {
		r.includer.hidden = r.dialect.Hidden
	}
	for _, l := range o.Languages {
		r.cjk[lower(l.Key)] = l.CJK
	}
	return r
}

// executes reports whether the other tool executes files with front matter as templates.
func (r *reader) executes() bool { return r.dialect != nil && r.dialect.Executes }

// worker is the state that one worker keeps between files.
type worker struct {
	buf   []byte
	lines map[uint64]map[string]int // lines of front matter: see sharedLines
}

// mostLines is the maximum number of maps of lines that a worker keeps.
const mostLines = 1000

// sharedLines returns an equal map of lines that this worker already has, or else lines itself, because most files of a
// site have the same keys on the same lines.
func (w *worker) sharedLines(lines map[string]int) map[string]int {
	hash := uint64(len(lines))
	for key, line := range lines {
		hash += xxhash.Sum64String(key) * uint64(line) // independent of the order
	}
	if known, ok := w.lines[hash]; ok && maps.Equal(known, lines) {
		return known
	}
	if w.lines == nil {
		w.lines = map[uint64]map[string]int{}
	}
	if len(w.lines) < mostLines {
		w.lines[hash] = lines
	}
	return lines
}

func (r *reader) newWorker() *worker { return &worker{} }

// name returns the file's name.
func (f *found) name() string { return f.path[strings.LastIndexByte(f.path, '/')+1:] }

// look fills in the file of a task, reusing the known result if the file is unchanged. Mistakes in a file are recorded
// in its problems and do not stop the other files.
func (r *reader) look(_ context.Context, w *worker, t task) (struct{}, error) {
	f, k := t.file, t.known
	if k != nil && !k.whole {
		k = nil
	}
	root := &r.roots[f.root]
	if k != nil && (k.settled || r.sameSize) && !t.read && r.includer.same(k.included) {
		info, err := r.stat(&t)
		if err == nil && info.Mode().IsRegular() &&
			(k.settled && r.disk.state(info) == k.state || r.sameSize && info.Size() == k.state.Size) {
			r.take(f, k, r.disk.state(info))
			return struct{}{}, nil
		}
	}
	var err error
	name := root.Name(f.path)
	if f.page {
		err = r.page(w, f, k, name)
	} else {
		err = r.resource(f, k, name)
	}
	if err != nil {
		*f = file{found: f.found, problems: unreadable(root.shown(f.path), err)}
	}
	return struct{}{}, nil
}

// stat returns the state of a task's file, or of the target of a link that is followed.
func (r *reader) stat(t *task) (fs.FileInfo, error) {
	if t.entry != nil {
		return t.entry.Info()
	}
	return r.disk.Lstat(r.roots[t.file.root].Name(t.file.path))
}

// take copies the result of k, an earlier read of the same file with the same content, to f.
func (r *reader) take(f, k *file, state filestat.State) {
	f.state, f.whole, f.hash, f.problems, f.included = state, true, k.hash, k.problems, k.included
	f.path = k.path // one text for both
	if d := k.document; d != nil {
		if d.Logical == "" || f.form != k.form || f.dir != k.dir || f.bundle != k.bundle || f.base != k.base ||
			state.Size != d.Size || state.ModTime != d.ModTime {
			d = f.withFile(d, state, r.dialect)
		}
		if d.Meta == 0 {
			d.Meta = d.metaHash()
		}
		f.document = d
	}
	if res := k.resource; res != nil {
		if res.Bundle == "" || state.Size != res.Size || state.ModTime != res.ModTime {
			c := *res
			c.Size, c.ModTime = state.Size, state.ModTime
			res = &c
		}
		f.resource = res
	}
}

// withFile returns a copy of d with the values that depend on the file f.
func (f *file) withFile(d *Document, state filestat.State, dialect *foreign.Dialect) *Document {
	c := *d
	c.Meta = 0
	c.Size, c.ModTime = state.Size, state.ModTime
	c.Form, c.Bundle = f.form, f.bundle
	c.Logical, c.Base = f.pagePath(c.Path, dialect)
	c.atHome(dialect)
	return &c
}

// atHome makes d the page of the folder of its part if it is the home page of that part.
func (d *Document) atHome(dialect *foreign.Dialect) {
	if d.Home {
		d.Form, d.Logical = Branch, "/"+logical(dialect.PartOf(d.Path))
	}
}

// page reads a content file.
func (r *reader) page(w *worker, f, k *file, name string) error {
	text, state, err := r.disk.read(name, w.buf)
	if cap(text) <= keepBuffer {
		w.buf = text
	}
	if err != nil {
		return err
	}
	if r.executes() && r.dialect.IsHTML(f.ext) && r.dialect.IsCopied(text) {
		return r.resource(f, k, name) // such as a file that proves the ownership of a site to a search engine
	}
	text = plainfile.Lines(text)
	hash := xxhash.Sum64(text)
	if k != nil && k.hash == hash && r.includer.same(k.included) {
		r.take(f, k, state)
		return nil
	}
	src, full := r.source(f, state)
	d := &Document{
		Source: src, File: full, Form: f.form, Lang: r.lang(f), Ext: f.extAsWritten(), Bundle: f.bundle,
	}
	d.Logical, d.Base = f.pagePath(d.Path, r.dialect)
	f.state, f.whole, f.hash = state, true, hash
	var in reading
	if f.category {
		f.problems = r.category(d, text)
	} else {
		f.problems = r.document(d, text, &in)
		f.included = in.files
	}
	d.Hash = hashWith(hash, f.included)
	if r.lenient && f.problems.Err() != nil &&
		!slices.ContainsFunc(f.problems, func(d *diag.Diagnostic) bool { return d.Rule == boundRule }) {
		f.problems.Forgive("the page is left out")
	} else if f.problems.Err() == nil && !in.out {
		if d.Front != nil && len(d.Front.Lines) > 0 {
			d.Front.Lines = w.sharedLines(d.Front.Lines)
		}
		if d.Front != nil {
			d.pack()
		}
		d.Meta = d.metaHash()
		f.document = d
	}
	f.problems = append(f.problems, in.wrong...)
	return nil
}

// source returns the Source of a file, and its path for messages.
func (r *reader) source(f *file, state filestat.State) (Source, string) {
	full := r.roots[f.root].shown(f.path)
	if strings.HasSuffix(full, f.path) {
		f.path = full[len(full)-len(f.path):] // one text for both
	}
	f.state = state
	return f.source(), full
}

// lang returns the language of a file.
func (r *reader) lang(f *file) string { return cmp.Or(f.lang, r.roots[f.root].Lang) }

// files returns the link targets of a document that may be files that are neither pages nor published anyway.
func (r *reader) files(d *Document, body []byte) []string {
	return slices.DeleteFunc(block.Files(d.Front.Values, body, r.links), func(to string) bool {
		return isMedia(r.types, to) || isContent(lower(strings.TrimPrefix(path.Ext(to), ".")))
	})
}

// keepBuffer is the largest buffer that a worker keeps for the next file.
const keepBuffer = 1 << 20

func unreadable(file string, err error) diag.List {
	return diag.List{{Rule: "content", File: file, Message: fmt.Sprintf("the file cannot be read: %v", diag.Cause(err))}}
}

// extAsWritten returns the extension with the case in the file name.
func (f *found) extAsWritten() string { return f.path[len(f.path)-len(f.ext):] }

// pagePath returns the logical path of a content file and its base name; path is its path on disk.
func (f *found) pagePath(path string, d *foreign.Dialect) (logicalPath, base string) {
	switch f.form {
	case Adapter:
		return cmp.Or(f.dir, "/"), ""
	case Leaf, Branch:
		if f.dir == "" {
			return "/", ""
		}
		folder := d.Unnumbered(path[:strings.LastIndexByte(path, '/')])
		return f.dir, folder[strings.LastIndexByte(folder, '/')+1:]
	}
	return f.dir + "/" + logical(f.base), f.base
}

// unopened finds a key at the top of a text that has no front matter, or below a line that looks like its begin.
var unopened = regexp.MustCompile(`\A(?:[ \t]*\n)*(?:[-–—+]+[ \t]*\n)?` +
	` {0,3}([Tt]itle|[Dd]raft|date|layout|slug|tags|weight)[ \t]*([:=])[ \t]*\S`)

// document fills in d from its text, and records the files that it includes.
func (r *reader) document(d *Document, text []byte, in *reading) diag.List {
	if name := utf16(text); name != "" {
		return diag.List{{
			Rule: "encoding", File: d.File, Line: 1, Message: "the file is in " + name + ": it can't be read",
			Hint: "save the file as UTF-8",
		}}
	}
	if d.Form == Adapter {
		d.Front = &frontmatter.Block{Values: map[string]any{}, BodyLine: 1}
		return nil
	}
	text = r.dialect.Opened(text)
	front, problems := r.front(d.File, text)
	if d.Front = front; front == nil {
		return problems
	}
	body := text[d.Front.Body:]
	problems = append(problems, repeated(d.Front)...)
	if !utf8.Valid(body) {
		problems = append(problems, notUTF8(d.File, text, d.Front.Body))
	}
	if !r.dialect.Plain() {
		foreign.Unshared(d.Front.Values)
	}
	if p := r.markup(d); p != nil {
		return append(problems, p)
	}
	page := r.includer.page(d, d.Front.Values, in)
	page.Bare = d.Front.Format == frontmatter.None
	r.dialect.ReadFront(page, body)
	d.Home = page.Home
	d.atHome(r.dialect)
	native := page.Bare && d.Markup == "markdown" && !r.exact && r.dialect.Plain()
	if at := unopened.FindSubmatchIndex(body); at != nil && native {
		mark := map[byte]string{':': "---", '=': "+++"}[body[at[4]]]
		problems = append(problems, &diag.Diagnostic{
			Rule: "front-matter", Severity: diag.Warning, File: d.File,
			Line:    1 + bytes.Count(text[:d.Front.Body+at[2]], []byte{'\n'}),
			Message: fmt.Sprintf("%s has no effect: it is text of the page, not front matter", body[at[2]:at[3]]),
			Hint:    fmt.Sprintf("make %s the first line of the file, and end the front matter with another line %[1]s", mark),
		})
	}
	if d.isRead(r.dialect) {
		text, lost := r.dialect.ReadText(page, body)
		if i := slices.IndexFunc(lost, func(p foreign.Problem) bool { return p.Whole }); i >= 0 {
			if in.out = true; lost[i].Message == "" {
				return problems // sitegen has such a page
			}
			return append(problems, &diag.Diagnostic{
				Rule: "markup", Severity: diag.Warning, File: d.File, Message: lost[i].Message + ": the page is left out",
				Hint: lost[i].Hint,
			})
		}
		for _, p := range lost {
			said := &diag.Diagnostic{
				Rule: "dialect", Severity: diag.Warning, File: d.File, Line: d.Front.BodyLine + p.Line - 1, Col: p.Column,
				Message: p.Message, Hint: p.Hint,
			}
			if problems = append(problems, said); p.Fatal {
				said.Rule, said.Severity = boundRule, diag.Error
				return problems
			}
		}
		if body = text; r.links {
			d.Links = block.Links(body)
		}
		if r.bare && (r.dialect == nil || !r.dialect.Copies) {
			d.Files = r.files(d, body)
		}
	}
	if title, ok := d.Front.Values["title"]; !ok || title == nil || title == "" {
		level := 0
		d.Head, level = heading(body, d.Markup)
		if !r.dialect.HeadIsTitle(level) {
			d.Head = r.dialect.TitleOf(d.Base, d.Front.Values)
		} else if r.links {
			d.Head = ofNote(d.Head)
		}
	}
	if r.cjk[d.Lang] {
		d.CJK = holdsCJK(text)
	}
	return problems
}

// keepsLists reports whether a key of the front matter, which may be a list of maps, is only a parameter for templates.
func keepsLists(key string) bool {
	switch key {
	case "cascade", "resources", "menu", "menus", "images", "image", "cover", "audio", "video", "videos", "enclosure",
		"feeds", "sitemap", "sites", "build", "_build", "author", "authors", "discovery", "podcast":
		return false
	}
	return true
}

// front reads the front matter of a text. If it is not valid, the tool may publish the page nevertheless.
func (r *reader) front(file string, text []byte) (*frontmatter.Block, diag.List) {
	var isParam func(string) bool
	if r.exact {
		isParam = keepsLists
	}
	front, err := frontmatter.ParseHugo(file, text, isParam)
	if err == nil {
		return front, nil
	}
	problems := diag.From(err)
	if r.dialect == nil || !r.dialect.Repairs {
		return nil, problems
	}
	front, said := foreign.Repaired(file, text)
	if front != nil {
		problems.Forgive(said)
	}
	return front, problems
}

// boundRule is the rule for texts that would take too long to render. They are errors in every folder.
const boundRule = "markdown-bound"

// utf16 returns the name of the encoding that a byte order mark indicates, or "" for UTF-8.
func utf16(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		return "UTF-16LE"
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		return "UTF-16BE"
	}
	return ""
}

// notUTF8 returns a warning about the first byte that is not UTF-8, starting at an offset.
func notUTF8(file string, text []byte, from int) *diag.Diagnostic {
	at := from
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	d := diag.InSource(file, text, at, fmt.Sprintf("this is not valid UTF-8 (byte 0x%02x); \uFFFD replaces it", text[at]))
	d.Rule, d.Severity, d.Hint = "encoding", diag.Warning, "save the file as UTF-8"
	return d
}

const trustContent = "trust it with security.allowContent = ['.*'] in the configuration, or convert it to Markdown"

// markup determines the notation of the body of d from front matter `markup`, or else from the extension. Content other
// than Markdown must be allowed by security.allowContent. https://gohugo.io/configuration/security/#allowcontent
func (r *reader) markup(d *Document) *diag.Diagnostic {
	written, _ := d.Front.Values["markup"].(string)
	of := lower(written)
	if of == "" {
		of = lower(d.Ext)
	}
	p := &diag.Diagnostic{Rule: "markup", File: d.File, Line: d.Front.Lines["markup"]}
	if r.dialect.IsPage(of) {
		of = "md"
	} else if r.dialect.IsHTML(of) {
		d.Markup = "html"
		return nil
	}
	switch of {
	case "md", "markdown", "mdown", "goldmark", "text/markdown":
		d.Markup = "markdown"
		return nil
	case "org", "text/org":
		d.Markup = "org"
		if r.raw.accept("text/org") {
			return nil
		}
		p.Message = "Org mode is not allowed, because it can contain HTML"
		p.Hint = trustContent
		return p
	case "html", "htm", "text/html":
		d.Markup = "html"
		if r.raw.accept("text/html") {
			return nil
		}
		p.Message = "HTML content is not allowed"
		p.Hint = trustContent
		return p
	}
	if notation := external(of); slices.Contains(r.external, notation) {
		d.Markup = notation
		return nil
	} else if notation != "" {
		p.Message, p.Hint = notAllowed(notation)
		return p
	}
	p.Message = fmt.Sprintf("content in the notation %q is not supported", written)
	p.Hint = "markup must be markdown, html, org, asciidocext, rst, or pandoc"
	return p
}

// resource reads the facts of a file next to a page. It reads only the header, and only of known formats.
func (r *reader) resource(f, k *file, name string) error {
	mediaType, known := r.types.Lookup(f.path)
	state, facts, err := factsOf(r.disk, name, mediaType)
	if err != nil {
		return err
	}
	var executed *Executed
	if r.executes() {
		start, err := r.beginning(name)
		if err != nil {
			return err
		}
		f.state, f.whole = state, true
		switch {
		case !r.dialect.IsCopied(start):
			if executed, err = r.executed(f, name); executed == nil {
				return err
			}
		case r.dialect.Hides != nil && r.dialect.Hides(r.roots[f.root].shown(f.path)):
			return nil
		}
	}
	src, full := r.source(f, state)
	res := Resource{
		Source: src, File: full, Lang: r.lang(f), Suffixed: f.lang != "", MediaType: mediaType, Executed: executed,
	}
	if known {
		res.Kind = media.Kind(mediaType) // an unknown suffix has no kind, as in Hugo
	}
	res.Width, res.Height, res.Turned = facts.Width, facts.Height, facts.Turned
	res.Duration, res.Content = facts.Duration, facts.Content
	f.state, f.whole, f.resource = state, true, &res
	if k != nil && k.resource != nil {
		as := res
		as.Bundle, as.Name, as.Key = k.resource.Bundle, k.resource.Name, k.resource.Key
		if as == *k.resource && as.Bundle != "" {
			f.resource = k.resource
		}
	}
	return nil
}

// executed returns the text of a template that is not a page; nil if the file is left out.
func (r *reader) executed(f *file, name string) (*Executed, error) {
	text, _, err := r.disk.read(name, nil)
	if err != nil {
		return nil, err
	}
	d := &Document{Source: f.source(), File: r.roots[f.root].shown(f.path)}
	out := &diag.Diagnostic{
		Rule: "dialect", Severity: diag.Warning, File: d.File,
		Message: "files with front matter that " + r.dialect.Name + " executes as templates are left out",
		Hint:    "remove the front matter (the lines between ---) and Liquid from a file to publish it as it is",
	}
	text = r.dialect.Opened(plainfile.Lines(text))
	front, err := frontmatter.ParseHugo(d.File, text, nil)
	if err != nil || r.dialect.Template == nil || !utf8.Valid(text) {
		f.problems = diag.List{out}
		return nil, nil
	}
	var in reading
	made, at, lost := r.dialect.ReadTemplate(r.includer.page(d, front.Values, &in), text[front.Body:])
	f.included, f.problems = in.files, in.wrong
	if len(lost) > 0 {
		out.Line = front.BodyLine + lost[0].Line - 1
		f.problems = append(f.problems, out)
		return nil, nil
	}
	if at == "" {
		return nil, nil
	}
	return &Executed{Text: string(made), At: at}, nil
}

// beginning returns the first bytes of a file.
func (r *reader) beginning(name string) ([]byte, error) {
	file, err := r.disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	start := make([]byte, 64)
	n, err := file.ReadAt(start, 0)
	if err == io.EOF {
		err = nil
	}
	return start[:n], err
}

// factsOf reads the state of a file, and its header if the format is known.
func factsOf(from files, name, mediaType string) (filestat.State, media.Facts, error) {
	if !media.Wants(mediaType) {
		info, err := from.Lstat(name)
		if err != nil {
			return filestat.State{}, media.Facts{}, err
		}
		return from.state(info), media.Facts{}, nil
	}
	file, err := from.Open(name)
	if err != nil {
		return filestat.State{}, media.Facts{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return filestat.State{}, media.Facts{}, err
	}
	r := &faithful{r: file}
	facts := media.Read(r, info.Size(), mediaType)
	return from.state(info), facts, r.err
}

// faithful records read errors, for readers that treat an error as the end of the file.
type faithful struct {
	r   io.ReaderAt
	err error
}

// ReadAt reads from the file and records an error.
func (f *faithful) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.r.ReadAt(p, at)
	if err != nil && err != io.EOF && f.err == nil {
		f.err = err
	}
	return n, err
}

// holdsCJK reports whether text contains a Han, Hangul, Hiragana or Katakana character.
func holdsCJK(text []byte) bool {
	for i := 0; i < len(text); {
		if text[i] < 0xE1 { // all of them are above U+1000
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
