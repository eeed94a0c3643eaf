package lookup

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// survey records the names of templates in messages, and hashes the set of templates (see Shape).
func (s *Store) survey() {
	s.shape = trace.Mix(0, trace.HashBool(s.hasBase))
	for _, f := range s.files {
		s.byShown[f.Shown] = f
		s.shape = trace.Mix(trace.Mix(s.shape, trace.HashStrings(f.Path, f.Shown)), uint64(f.Layer))
		s.shape = trace.Mix(s.shape, trace.HashBool(f.NeedsBase)<<1|trace.HashBool(f.Own))
		s.shape = trace.Mix(s.shape, trace.HashStrings(f.DefineNames()...))
	}
}

// addDefines registers the defines of all files: any template may call them, and those that are named like partials are
// partials. Of two with the same name the first in path order counts; one in a base template counts only if there is no
// other.
func (s *Store) addDefines() {
	files := slices.Clone(s.files)
	slices.SortStableFunc(files, func(a, b *Template) int {
		if a.Layer != b.Layer {
			return a.Layer - b.Layer
		}
		return strings.Compare(a.Path, b.Path)
	})
	for _, f := range files {
		for _, name := range f.DefineNames() {
			if tmpl.IsPartialName(name) && !strings.HasPrefix(name, "_internal/") {
				s.addInlinePartial(f, name)
			}
			if _, ok := s.defines[name]; !ok && f.Category != Base && !f.NeedsBase {
				s.defines[name] = define{f.Defines[name], f}
			}
		}
	}
}

func (s *Store) addInlinePartial(f *Template, name string) {
	p := strings.ToLower(name)
	if path.Ext(p) == "" {
		p += ".html"
	}
	if !strings.HasPrefix(p, "_") {
		p = "_" + p
	}
	a, ok := s.naming.Address(p)
	if !ok {
		return
	}
	a.Descriptor.Text = f.Descriptor.Text
	inline, text := *f, *f.File
	inline.File, inline.Path, inline.Address, inline.NeedsBase = &text, p, a, false
	text.Name, text.Main, text.Partial = p, f.Defines[name], true
	if f.IsBlock(name) {
		text.Within = f.Name
	}
	s.add(&entry{file: &inline, d: a.Descriptor, cat: Partial, rank: -1}, a.Dir)
	if s.byPath[p] == nil {
		s.byPath[p] = &inline
	}
}

// CheckCalls reports {{ template "x" }} if no template can have this name. Names that a base template or another file
// defines are known only after all files are read.
func (s *Store) CheckCalls() diag.List {
	var out diag.List
	known := make(map[string]bool)
	for _, f := range s.files {
		for name := range f.Defines {
			known[name] = true
		}
		known[f.Path] = true
	}
	for _, f := range s.files {
		for _, call := range f.Calls {
			if known[call.Name] || f.Defines[call.Name] != nil {
				continue
			}
			d := diag.InSource(f.Shown, []byte(f.Text), int(call.Pos), fmt.Sprintf("template %q is not defined", call.Name))
			d.Rule = "template-missing"
			d.Hint = diag.DidYouMean(call.Name, slices.Sorted(maps.Keys(known)), "")
			out = append(out, d)
		}
	}
	return out
}
