package tmpl

import (
	"cmp"
	"slices"
	"strings"
	"text/template/parse"
)

// Dependence tells what a partial reads from its caller, according to its text.
type Dependence struct {
	Dot    bool       // the entire context: it is passed on, or one of its methods is called
	Paths  [][]string // otherwise, the names that are read from it
	Page   bool       // the page being rendered, through the function page
	Stores bool       // it keeps values in a store
}

// OfSite reports whether a text executed as a template has the same result for all pages of a site: from its context it
// reads only the site and the store, and it calls no partials.
func OfSite(f *File) bool {
	a := &analysis{find: func(string) *File { return nil }, paths: f.paths, seen: map[*File]bool{f: true}}
	d := a.file(f)
	for _, fn := range f.functions {
		if fn == fnPartial || strings.HasPrefix(fn, "partials_") || strings.HasPrefix(fn, "templates_") || fn == fnDefer ||
			fn == fnInner {
			return false
		}
	}
	for _, p := range d.Paths {
		if p[0] != "Site" {
			return false
		}
	}
	return !d.Dot && !d.Page && a.stores == a.own
}

// DependsOn analyzes a partial and the partials that it calls. partial returns a partial by name; nil for none.
func DependsOn(f *File, partial func(name string) *File) *Dependence {
	a := &analysis{find: partial, paths: f.paths, seen: map[*File]bool{f: true}}
	return a.file(f)
}

type analysis struct {
	find  func(name string) *File
	in    string // the template being analyzed, for relative names of partials
	paths *paths
	seen  map[*File]bool
	d     Dependence

	stores int // number of references to a store
	own    int // of these, to the store of the context
}

func (a *analysis) file(f *File) *Dependence {
	if f.HasTry() || slices.Contains(f.functions, fnTry) {
		a.d.Dot = true
	}
	a.in = cmp.Or(f.Within, f.Name)
	a.list(f.Main.Root, true)
	for _, name := range f.DefineNames() {
		if a.in = f.Name; IsPartialName(name) && !f.IsBlock(name) {
			a.in = name
		}
		a.list(f.Defines[name].Root, false)
	}
	for _, fn := range f.functions {
		switch fn {
		case "page":
			a.d.Page = true
		case "collections_NewScratch", "collections_Shuffle", "math_Rand", "math_Counter", fnDefer, fnInner:
			a.d.Stores = true
		}
	}
	return &a.d
}

// list analyzes nodes; root says that dot is still the context.
func (a *analysis) list(l *parse.ListNode, root bool) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			a.pipe(n.Pipe, root)
		case *parse.IfNode:
			a.pipe(n.Pipe, root)
			a.list(n.List, root)
			a.list(n.ElseList, root)
		case *parse.WithNode:
			a.branch(&n.BranchNode, root)
		case *parse.RangeNode:
			a.branch(&n.BranchNode, root)
		case *parse.TemplateNode:
			a.pipe(n.Pipe, root)
		}
	}
}

func (a *analysis) branch(n *parse.BranchNode, root bool) {
	a.pipe(n.Pipe, root)
	a.list(n.List, false)
	a.list(n.ElseList, root)
}

func (a *analysis) pipe(p *parse.PipeNode, root bool) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		a.command(c, root)
	}
}

func (a *analysis) command(c *parse.CommandNode, root bool) {
	args := c.Args
	if id, ok := args[0].(*parse.IdentifierNode); ok {
		kind, number, isPath := pathFunction(id.Ident)
		switch {
		case isPath:
			path := a.paths.list[number]
			a.stored(path)
			if isContext(args[1], root) {
				switch {
				case path[0] == "Scratch", path[0] == "Store":
					a.own++
				case kind == fnCall:
					a.d.Dot = true
				default:
					a.path(path)
				}
				args = args[2:]
			}
		case id.Ident == fnPartial, id.Ident == "partials_IncludeCached", id.Ident == fnDecorate:
			a.partial(args)
		}
	}
	for _, arg := range args {
		switch n := arg.(type) {
		case *parse.PipeNode:
			a.pipe(n, root)
		case *parse.ChainNode:
			a.d.Dot = true
		default:
			if isContext(n, root) {
				a.d.Dot = true
			}
		}
	}
}

// stored records the use of a store, which would be skipped if the result were cached.
func (a *analysis) stored(path []string) {
	for _, name := range path {
		if name == "Store" || name == "Scratch" {
			a.d.Stores = true
			a.stores++
		}
	}
}

func (a *analysis) path(p []string) {
	if p[0] == "Site" {
		p = p[:1]
	}
	if !slices.ContainsFunc(a.d.Paths, func(q []string) bool { return slices.Equal(p, q) }) {
		a.d.Paths = append(a.d.Paths, p)
	}
}

// partial follows the call of a partial with a constant name. A partial called by a computed name may read anything.
func (a *analysis) partial(args []parse.Node) {
	name, ok := args[min(1, len(args)-1)].(*parse.StringNode)
	if !ok {
		a.d.Page, a.d.Dot = true, true
		return
	}
	full := name.Text
	if strings.HasPrefix(full, "./") || strings.HasPrefix(full, "../") {
		full, _ = relativePartial(a.in, full) // an error ends the execution
	}
	f := a.find(full)
	if f == nil || a.seen[f] {
		return
	}
	a.seen[f] = true
	inner := &analysis{find: a.find, paths: a.paths, seen: a.seen}
	d := inner.file(f)
	a.d.Page = a.d.Page || d.Page
	a.d.Stores = a.d.Stores || d.Stores
}

// isContext reports whether a node is the context of the template itself.
func isContext(n parse.Node, root bool) bool {
	switch n := n.(type) {
	case *parse.DotNode:
		return root
	case *parse.VariableNode:
		return n.Ident[0] == "$"
	}
	return false
}
