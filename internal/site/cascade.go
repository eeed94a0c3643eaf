package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// chain contains the cascaded values that pages below a branch page inherit, nearest first.
// https://gohugo.io/content-management/front-matter/#cascade
type chain struct {
	own []cascade
	up  *chain
}

type cascade struct {
	config.Cascade
	target *matcher // nil: all pages
	above  string   // the path of a page that does not inherit the values itself, as pages below it do
	params map[string]any
	used   *atomic.Bool // a page inherited from it
}

// compileCascade compiles cascades. Cascades in front matter apply only to the language of their page.
func compileCascade(list []config.Cascade, cfg *config.Config) ([]cascade, error) {
	out := make([]cascade, 0, len(list))
	for _, c := range list {
		k := cascade{Cascade: c, used: new(atomic.Bool)}
		if t := c.Target; t.Path != "" || t.Kind != "" || t.Environment != "" || t.Languages != nil || t.Matrix != nil {
			m, err := newMatcher(t, cfg)
			if err != nil {
				return nil, err
			}
			k.target = m
		}
		k.params, _ = c.Values["params"].(map[string]any)
		out = append(out, k)
	}
	return out, nil
}

// maxInherited is the maximum number of values that one page inherits from cascades, because every page stores
// a copy of them.
const maxInherited = 1000

// apply adds to params the values that p inherits and does not set. The nearest cascade wins. If the limit is
// exceeded, it returns false; params are incomplete then.
func (c *chain) apply(p *Page, params map[string]any) bool {
	most := len(params) + maxInherited
	made := p.Doc != nil && p.Doc.Adapter != nil // its parameters are those below params
	for ; c != nil; c = c.up {
		for _, k := range c.own {
			if k.target != nil && !k.target.match(p.Kind, p.Path, p.Edition.Language.Lower) || k.above == p.Path {
				continue
			}
			if !k.used.Load() {
				k.used.Store(true)
			}
			for key, v := range k.params {
				if !take(params, key, v, most) {
					return false
				}
			}
			for key, v := range k.Values {
				if key != "params" && (!made || IsMadeField(key)) && !take(params, key, v, most) {
					return false
				}
			}
		}
	}
	return true
}

// take adds a value unless the key exists. It returns false if there are already most values.
func take(params map[string]any, key string, v any, most int) bool {
	if _, there := params[key]; there {
		return true
	}
	if len(params) == most {
		return false
	}
	params[key] = v
	return true
}

// inherit compiles the cascades of pages, parents first. That of a regular page applies to itself and to pages in its
// bundle, as in Hugo.
func (e *edition) inherit() {
	for _, p := range e.all {
		if p.IsNode() {
			e.chain(p)
		} else if p.Doc != nil && p.Doc.Value("cascade") != nil {
			e.chain(p)
			e.a.problem(diag.Warning, p.Doc, "cascade",
				"cascade has an effect only on this page and on pages in its bundle").Hint = "move it to an _index.md file"
		}
	}
}

// checkCascades warns about cascades that reach no page, and about keys in them that have no effect.
func (a *assembly) checkCascades() {
	if c := a.Config; c.Hugo || c.Lenient || c.Tool != nil {
		return
	}
	for i, e := range a.editions {
		if i == 0 {
			a.checkCascade(e.cascade, func(key string) (string, int) { return a.Config.Position(e.Language, key) })
		}
		for _, p := range e.all {
			if d, own := p.Doc, e.chains[p]; own != nil && d != nil && d.Lang == e.Language.Lower && d.Value("cascade") != nil {
				a.checkCascade(own.own, func(key string) (string, int) { return d.File, d.Front.Line(key) })
			}
		}
	}
}

// checkCascade does so for the cascades of the configuration or of a page. place returns the position of a key.
func (a *assembly) checkCascade(list []cascade, place func(key string) (file string, line int)) {
	kinds := []string{"home", "page", "section", "taxonomy", "term"}
	for _, k := range list {
		if k.above != "" { // it is of a page in another language, which checks it
			continue
		}
		warn := func(key, hint, format string, args ...any) {
			d := a.problem(diag.Warning, nil, "", "cascade: "+format, args...)
			d.File, d.Line = place(k.At + key)
			d.Rule, d.Hint = "cascade", hint
		}
		for _, key := range slices.Sorted(maps.Keys(k.Values)) {
			if near := meant(key, k.Values); near != "" && cmp.Or(a.Config.EmbeddedTheme, a.Config.DefaultTheme) != "" {
				warn("."+key, fmt.Sprintf("did you mean %s?", near), "%s has no effect on pages", key)
			}
		}
		path, hint := k.Target.Path, "write the path of a page, such as /posts, or of the pages below it: /posts/**"
		switch {
		case k.target == nil || k.target.never || k.used.Load() || a.reaches(k.target):
			continue
		case k.target.kind != nil && !slices.ContainsFunc(kinds, k.target.kind.Match):
			hint = diag.DidYouMean(k.Target.Kind, kinds, "kinds are "+strings.Join(kinds, ", "))
		case path != "" && path[0] != '/':
			hint = "paths begin with a slash: /" + path
		}
		warn(".target", hint, "no page matches the target")
	}
}

// reaches reports whether a target matches a page, or by its path a draft.
func (a *assembly) reaches(m *matcher) bool {
	return slices.ContainsFunc(a.editions, func(e *edition) bool {
		return slices.ContainsFunc(e.all, func(p *Page) bool { return m.match(p.Kind, p.Path, e.Language.Lower) })
	}) || m.path != nil && slices.ContainsFunc(a.Tree.Documents, func(d *content.Document) bool {
		return m.path.Match(d.Logical)
	})
}

// spread finds the cascades with sites in the configuration and in documents.
func (a *assembly) spread() {
	note := func(above string, list []cascade) {
		for _, k := range list {
			if k.Values["sites"] != nil {
				k.above = above
				a.spreads = append(a.spreads, k)
			}
		}
	}
	for _, d := range slices.Backward(a.Tree.Documents) {
		if d.Form == content.Branch {
			note(d.Logical, a.editions[0].cascadeOf(d))
		}
	}
	note("", a.editions[0].cascade)
}

// inheritedSites returns the value of sites that a document inherits; nil if there is none.
func (a *assembly) inheritedSites(d *content.Document) any {
	for _, k := range a.spreads {
		if strings.HasPrefix(d.Logical, strings.TrimSuffix(k.above, "/")+"/") && d.Logical != k.above &&
			(k.target == nil || k.target.match(a.editions[0].kindOf(d), d.Logical, d.Lang)) {
			return k.Values["sites"]
		}
	}
	return nil
}

// chain compiles the cascade of a page after that of its parent. Pages at the same path in other languages cascade to
// the languages that their targets name.
func (e *edition) chain(p *Page) {
	if e.root == nil {
		e.root = &chain{own: e.cascade}
	}
	up := cmp.Or(e.chains[p.Parent], e.chains[p.Current], e.root)
	own := e.cascadeOf(p.Doc)
	for _, other := range e.a.editions {
		if q := other.byPath[p.Path]; q != nil && q.Doc != nil && q.Doc != p.Doc {
			for _, k := range e.cascadeOf(q.Doc) {
				if k.above = p.Path; k.Target.Languages != nil || k.Values["sites"] != nil {
					own = append(own, k)
				}
			}
		}
	}
	if e.chains[p] = up; len(own) > 0 {
		e.chains[p] = &chain{own: own, up: up}
	}
}

// cascadeOf compiles the cascade of a document.
func (e *edition) cascadeOf(d *content.Document) []cascade {
	if d == nil || d.Value("cascade") == nil {
		return nil
	}
	e.cascading = append(e.cascading, d)
	list, err := config.ParseCascade(d.Value("cascade"))
	for _, c := range list {
		for _, key := range c.Target.Unknown {
			x := e.a.problem(diag.Warning, d, c.At+".target."+key, "cascade: the target has no key %q", key)
			x.Hint = "a target has path, kind, environment, and sites"
		}
		for _, key := range []string{"cascade", "kind", "lang", "path"} {
			if _, there := c.Values[key]; there {
				err = fmt.Errorf("%q cannot be cascaded", key)
			}
		}
	}
	var own []cascade
	if err == nil {
		own, err = compileCascade(list, e.a.Config)
	}
	if err != nil {
		e.a.problem(diag.Error, d, "cascade", "cascade: %v", err)
	}
	return own
}
