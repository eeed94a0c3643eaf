package render

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// sourceKey identifies a template that is not a file of layouts/.
type sourceKey struct {
	name string
	hash uint64
}

// sourceFile is such a template, parsed.
type sourceFile struct {
	file     *tmpl.File
	ofSite   bool // its output is the same for all pages of a site
	problems diag.List
}

// Execute executes a text as a plain-text template and returns its output. name is the name of the text in errors.
// ofSite says that the output is the same for all pages of the site: as in Hugo, the text was executed for the first of
// them, with an empty store.
func (c *call) Execute(name, src string, dot any) (out string, ofSite bool, err error) {
	if err := c.Step(2_000 + len(src)/2); err != nil {
		return "", false, err
	}
	s := c.run.theme.source(name, src)
	if err := s.problems.Err(); err != nil {
		return "", false, err
	}
	execute := func(c *call) (any, error) {
		t, err := c.Executor.Template(s.file, nil)
		if err != nil {
			return nil, err
		}
		out, _, _, err := c.Executor.Execute(&c.Call, t, dot)
		return out, err
	}
	p, _ := dot.(*view.Page)
	if p == nil || !s.ofSite || c.MarkupScope != "" {
		v, err := execute(c)
		out, _ = v.(string)
		return out, false, err
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%s\x00%x\x00%s\x00", name, s.file.Hash, c.Language())
	if c.Target.Format != nil {
		key.WriteString(c.Target.Format.Name)
	}
	writeIdentity(&key, p.Site(), 0)
	stores := c.Stores
	v, err := c.w.remembered(c, cached{key: key.String()}, func(inner *call) (any, error) {
		store := tmpl.NewWatchedStore()
		inner.Stores, inner.merged, inner.own = map[*view.Page]*tmpl.Store{p: store}, nil, nil
		v, err := execute(inner)
		inner.merged, inner.adopted = c.merged, c.adopted // what bodies stored goes with these stores
		return shared{v, store}, err
	})
	c.Stores = stores
	if one, _ := v.(shared); err == nil && !tmpl.Missed(one.store, stores[p]) {
		return one.value.(string), true, nil
	}
	if err == nil {
		v, err = execute(c)
	}
	out, _ = v.(string)
	return out, false, err
}

// shared is the output of a text for the first page, and what it read from the store.
type shared struct {
	value any
	store *tmpl.Store
}

func (t *Theme) source(name, src string) *sourceFile {
	key := sourceKey{name, trace.HashString(src)}
	if s, ok := t.made.Load(key); ok {
		return s.(*sourceFile)
	}
	s := &sourceFile{file: &tmpl.File{Name: name, Shown: name, Text: src, Hash: key.hash, Plain: true, Made: true}}
	s.problems = t.parser.Fork().Parse(s.file)
	s.ofSite = s.problems.Err() == nil && tmpl.OfSite(s.file)
	v, _ := t.made.LoadOrStore(key, s)
	return v.(*sourceFile)
}
