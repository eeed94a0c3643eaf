package themes

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/diag"
)

// parser parses template files and rewrites their trees. All files of a theme share one, since the
// numbers of name paths are shared.
type parser struct {
	vocabulary *vocabulary
	paths      *pathTable
}

// parse fills in what a file says. Everything that can be known to be wrong without running it is
// a diagnostic.
func (p *parser) parse(f *file) diag.List {
	f.src = strings.TrimPrefix(f.src, "\uFEFF")
	trees := make(map[string]*parse.Tree)
	t := parse.New(f.shown)
	t.Mode = parse.SkipFuncCheck
	main, err := t.Parse(f.src, "{{", "}}", trees)
	if err != nil {
		return diag.List{parseDiagnostic(f, err)}
	}
	delete(trees, f.shown)
	f.main, f.defines = main, trees
	f.needsBase = f.category == layoutTemplate && f.own && startsWithDefine(f.src)
	r := &rewriter{
		vocabulary: p.vocabulary, paths: p.paths, file: f.shown, src: f.src,
		funcs: make(map[string]bool), defined: trees,
	}
	for _, tree := range f.trees() {
		f.readsInner = f.readsInner || mentions(tree.Root, "Inner", "InnerDeindent")
		r.list(tree.Root)
	}
	if f.category == partialTemplate {
		r.last(main.Root)
	}
	for name := range r.funcs {
		f.funcs = append(f.funcs, name)
	}
	slices.Sort(f.funcs)
	f.sides, f.calls = r.sides, r.calls
	return r.diags
}

// trees returns all trees of f, the file's own first, then its defines by name.
func (f *file) trees() []*parse.Tree {
	out := []*parse.Tree{f.main}
	for _, name := range sortedKeys(f.defines) {
		out = append(out, f.defines[name])
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// mentions reports whether one of the names stands in a field below n, before rewriting.
func mentions(n parse.Node, names ...string) bool {
	found := false
	walk(n, func(n parse.Node) {
		var idents []string
		switch n := n.(type) {
		case *parse.FieldNode:
			idents = n.Ident
		case *parse.VariableNode:
			idents = n.Ident
		case *parse.ChainNode:
			idents = n.Field
		}
		for _, name := range names {
			found = found || slices.Contains(idents, name)
		}
	})
	return found
}

// startsWithDefine reports whether the first thing in a template, white space and comments apart,
// is a define: then it is a page's part that wants a base template.
func startsWithDefine(src string) bool {
	for {
		src = strings.TrimSpace(src)
		rest, ok := strings.CutPrefix(src, "{{")
		if !ok {
			return false
		}
		rest = strings.TrimPrefix(rest, "-")
		trimmed := strings.TrimSpace(rest)
		if !strings.HasPrefix(trimmed, "/*") {
			return strings.HasPrefix(trimmed, "define")
		}
		_, after, closed := strings.Cut(trimmed, "*/")
		if !closed {
			return false
		}
		after = strings.TrimPrefix(strings.TrimSpace(after), "-")
		if src, ok = strings.CutPrefix(after, "}}"); !ok {
			return false
		}
	}
}

var parseError = regexp.MustCompile(`(?s)^template: (.*):(\d+): (.*)$`)

// parseDiagnostic makes a Diagnostic of an error of text/template/parse, which names a line.
func parseDiagnostic(f *file, err error) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: "template-syntax", File: f.shown, Message: err.Error()}
	if m := parseError.FindStringSubmatch(err.Error()); m != nil {
		d.Line, _ = strconv.Atoi(m[2])
		d.Message = m[3]
		d.Excerpt = diag.Line([]byte(f.src), d.Line)
	}
	switch {
	case strings.Contains(d.Message, "unexpected EOF"):
		d.Hint = "an if, range, with, block or define of this file has no {{ end }}"
	case strings.Contains(d.Message, "unexpected {{end}}"):
		d.Hint = "there are more {{ end }} than if, range, with, block and define"
	case strings.Contains(d.Message, `unexpected "}"`), strings.Contains(d.Message, "unclosed action"):
		d.Hint = "an action begins with {{ and ends with }}"
	}
	return d
}

// checkCalls reports {{ template "x" }} where no template of that name can be meant. Names that a
// base template or another file defines are known only when all files are read.
func (s *store) checkCalls() diag.List {
	var out diag.List
	known := make(map[string]bool)
	for _, f := range s.files {
		for name := range f.defines {
			known[name] = true
		}
		known[f.path] = true
	}
	for _, f := range s.files {
		for _, call := range f.calls {
			if known[call.Name] || f.defines[call.Name] != nil {
				continue
			}
			d := diag.InSource(f.shown, []byte(f.src), int(call.Pos), fmt.Sprintf("template %q is not defined", call.Name))
			d.Rule = "template-missing"
			if near := diag.Nearest(call.Name, sortedKeys(known)); near != "" {
				d.Hint = fmt.Sprintf("did you mean %q?", near)
			}
			out = append(out, d)
		}
	}
	return out
}
