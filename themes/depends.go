package themes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
	"time"
)

// dependence says what a partial reads of its surroundings, so far as that can be seen in its text.
type dependence struct {
	dot    bool       // the context as a whole: it is passed on, or one of its methods is called
	paths  [][]string // else these names of it
	page   bool       // the page being rendered, through the function page
	stores bool       // it keeps values in a store
}

// dependsOn analyses a partial and the partials that it calls.
func (t *Theme) dependsOn(f *file) *dependence {
	if d, ok := t.dependences.Load(f); ok {
		return d.(*dependence)
	}
	a := &analysis{theme: t, seen: map[*file]bool{f: true}}
	d := a.file(f)
	t.dependences.Store(f, d)
	return d
}

type analysis struct {
	theme *Theme
	seen  map[*file]bool
	d     dependence
}

func (a *analysis) file(f *file) *dependence {
	if len(f.sides) > 0 || slices.Contains(f.funcs, fnTry) {
		a.d.dot = true
	}
	a.list(f.main.Root, true)
	for _, name := range sortedKeys(f.defines) {
		a.list(f.defines[name].Root, false)
	}
	for _, fn := range f.funcs {
		switch fn {
		case "page":
			a.d.page = true
		case "collections_NewScratch", "collections_Shuffle", "math_Rand", "math_Counter":
			a.d.stores = true
		}
	}
	return &a.d
}

// list looks at nodes; root says that dot is still the context.
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
			path := a.theme.paths.paths[number]
			a.stored(path)
			if isContext(args[1], root) {
				if kind == fnCall {
					a.d.dot = true
				} else {
					a.path(path)
				}
				args = args[2:]
			}
		case id.Ident == fnPartial, id.Ident == "partials_IncludeCached":
			a.partial(args)
		}
	}
	for _, arg := range args {
		switch n := arg.(type) {
		case *parse.PipeNode:
			a.pipe(n, root)
		case *parse.ChainNode:
			a.d.dot = true
		default:
			if isContext(n, root) {
				a.d.dot = true
			}
		}
	}
}

// stored notes the use of a store, which a remembered result would skip.
func (a *analysis) stored(path []string) {
	for _, name := range path {
		if name == "Store" || name == "Scratch" {
			a.d.stores = true
		}
	}
}

func (a *analysis) path(p []string) {
	if p[0] == "Site" {
		p = p[:1]
	}
	if !slices.ContainsFunc(a.d.paths, func(q []string) bool { return slices.Equal(p, q) }) {
		a.d.paths = append(a.d.paths, p)
	}
}

// partial follows a partial that is called by a name that stands there; what one calls by a computed
// name may read anything.
func (a *analysis) partial(args []parse.Node) {
	name, ok := args[min(1, len(args)-1)].(*parse.StringNode)
	if !ok {
		a.d.page, a.d.dot = true, true
		return
	}
	e := a.theme.store.partial(name.Text, "")
	if e == nil || a.seen[e.file] {
		return
	}
	a.seen[e.file] = true
	inner := &analysis{theme: a.theme, seen: a.seen}
	d := inner.file(e.file)
	a.d.page = a.d.page || d.page
	a.d.stores = a.d.stores || d.stores
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

// writeIdentity writes what tells v from other values; false when v is not such a value.
func writeIdentity(b *strings.Builder, v any, depth int) bool {
	switch v := v.(type) {
	case nil:
		b.WriteString("nil")
	case string:
		b.WriteString(strconv.Quote(v))
	case bool, int, int64, uint64, float64:
		fmt.Fprintf(b, "%T %v", v, v)
	case time.Time:
		b.WriteString(v.Format(time.RFC3339Nano))
	case *Page:
		if v == nil {
			b.WriteString("no page")
		} else {
			fmt.Fprintf(b, "page %s", v.p.Key)
		}
	case *Site:
		fmt.Fprintf(b, "site %s", v.e.Language.Lower)
	case map[string]any:
		return writeMapIdentity(b, v, depth)
	case Params:
		return writeMapIdentity(b, v, depth)
	case []any:
		if depth > 3 || len(v) > 50 {
			return false
		}
		b.WriteByte('[')
		for _, e := range v {
			if !writeIdentity(b, e, depth+1) {
				return false
			}
			b.WriteByte(',')
		}
		b.WriteByte(']')
	default:
		return false
	}
	return true
}

func writeMapIdentity(b *strings.Builder, m map[string]any, depth int) bool {
	if depth > 3 || len(m) > 50 {
		return false
	}
	b.WriteByte('{')
	for _, k := range sortedKeys(m) {
		b.WriteString(strconv.Quote(k))
		b.WriteByte(':')
		if !writeIdentity(b, m[k], depth+1) {
			return false
		}
		b.WriteByte(',')
	}
	b.WriteByte('}')
	return true
}
