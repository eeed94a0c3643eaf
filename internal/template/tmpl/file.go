package tmpl

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// File is one template file. The caller sets the first group of fields, Parse the second.
type File struct {
	Name    string // path below layouts/, which templates can read
	Shown   string // path for messages
	Text    string
	Hash    uint64 // of Text
	Plain   bool   // plain text: nothing is escaped
	Partial bool   // it may return a value
	Made    bool   // not a template file, but text whose source is recorded separately
	Within  string // of a block that became a partial: the Name of the file that contains it

	Main    *parse.Tree
	Defines map[string]*parse.Tree
	Calls   []*parse.TemplateNode // {{ template "x" }}, which can be checked only after all files are read

	made      map[string]*parse.Tree // blocks of the file that became partials
	functions []string               // flat names of the functions that the trees of the file call, sorted
	sides     []sideTemplate
	paths     *paths
	sets      *sync.Map // of the parser: functions that return a *set, by templateKey; all executors use the same ones
}

// Parser parses template files and rewrites their trees. Files that call each other share one parser, since they share
// the numbers of name paths.
type Parser struct {
	// Decorations says that some partial calls templates.Inner, so that the blocks of calls of partials are kept.
	Decorations bool
	// OldReturn says that {{ return }} without a value has no effect, as before Hugo 0.166.
	OldReturn bool

	vocabulary *Vocabulary
	paths      *paths
	sets       *sync.Map
}

// NewParser returns a parser of templates that call functions of v.
func NewParser(v *Vocabulary) *Parser {
	return &Parser{vocabulary: v, paths: &paths{}, sets: new(sync.Map)}
}

// Fork returns a parser for a file that may call the files parsed so far, but is not called by them; its blocks cannot
// be used by partials. Several forks may be in use at once.
func (p *Parser) Fork() *Parser {
	return &Parser{OldReturn: p.OldReturn, vocabulary: p.vocabulary, sets: new(sync.Map), paths: &paths{
		list: slices.Clone(p.paths.list), index: maps.Clone(p.paths.index), sayings: slices.Clone(p.paths.sayings),
	}}
}

// Parse sets the fields that come from the text of a file. Mistakes that can be found without execution are
// diagnostics.
func (p *Parser) Parse(f *File) diag.List {
	f.Text = strings.TrimPrefix(f.Text, "\uFEFF")
	trees := make(map[string]*parse.Tree)
	t := parse.New(f.Shown)
	t.Mode = parse.SkipFuncCheck
	main, err := t.Parse(f.Text, "{{", "}}", trees)
	if err != nil {
		return diag.List{parseDiagnostic(f, err)}
	}
	delete(trees, f.Shown)
	f.Main, f.Defines, f.paths, f.sets = main, trees, p.paths, p.sets
	r := &rewriter{
		vocabulary: p.vocabulary, paths: p.paths, file: f.Shown, hash: f.Hash, src: f.Text,
		funcs: make(map[string]bool), defined: trees, made: make(map[string]*parse.Tree), decorations: p.Decorations,
		oldReturn: p.OldReturn,
	}
	r.list(f.Main.Root)
	for _, name := range f.DefineNames() {
		r.list(f.Defines[name].Root)
	}
	if f.Partial {
		r.last(main.Root)
	}
	maps.Copy(f.Defines, r.made)
	f.made = r.made
	f.functions = slices.Sorted(maps.Keys(r.funcs))
	f.sides, f.Calls = r.sides, r.calls
	return r.diags
}

// DefineNames returns the names of the templates that the file defines, sorted.
func (f *File) DefineNames() []string { return slices.Sorted(maps.Keys(f.Defines)) }

// HasTry reports whether the file uses try.
func (f *File) HasTry() bool { return len(f.sides) > 0 }

// Reads reports whether the file reads one of the names, from any value.
func (f *File) Reads(names ...string) bool {
	return slices.ContainsFunc(f.functions, func(fn string) bool {
		_, number, ok := pathFunction(fn)
		return ok && slices.ContainsFunc(f.paths.list[number], func(n string) bool { return slices.Contains(names, n) })
	})
}
