// Package script reads the values that programs in JavaScript and TypeScript write out, such as configurations, without
// executing anything. What must be computed is Unknown.
package script

import (
	"path"
	"slices"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
)

// Object is an object of a program, with its keys in the order of the file.
type Object struct {
	Keys   []string
	Values map[string]any
}

// Unknown is a value that must be computed.
type Unknown struct{}

// Get is the value below some keys; nil where one is missing. It works on a nil object.
func (o *Object) Get(keys ...string) any {
	for i, key := range keys {
		if o == nil {
			return nil
		}
		if i == len(keys)-1 {
			return o.Values[key]
		}
		o, _ = o.Values[key].(*Object)
	}
	return nil
}

// Str is a text below some keys, "" for anything else.
func (o *Object) Str(keys ...string) string {
	s, _ := o.Get(keys...).(string)
	return s
}

// Object is an object below some keys, nil for anything else.
func (o *Object) Object(keys ...string) *Object {
	out, _ := o.Get(keys...).(*Object)
	return out
}

// List is a list below some keys, nil for anything else.
func (o *Object) List(keys ...string) []any {
	out, _ := o.Get(keys...).([]any)
	return out
}

// set gives a key a value, in its first place.
func (o *Object) set(key string, value any) {
	if _, known := o.Values[key]; !known {
		o.Keys = append(o.Keys, key)
	}
	o.Values[key] = value
}

// Map returns the object with the objects in it as maps, as decoders return them.
func (o *Object) Map() map[string]any {
	out := map[string]any{}
	for _, key := range o.Keys {
		out[key] = mapped(o.Values[key])
	}
	return out
}

func mapped(v any) any {
	switch v := v.(type) {
	case *Object:
		return v.Map()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = mapped(v[i])
		}
		return out
	}
	return v
}

// Program is a program that was read.
type Program struct {
	tree     *js.AST
	declared map[*js.Var]js.IExpr // values of names, where they have only one
	exported js.IExpr
	keys     map[string]bool // of objects
	called   []*js.CallExpr
	reading  []*js.Var // names whose values are being read
}

// Read reads a program, or a JSON file. The error is a *diag.Diagnostic: a mistake in the syntax, or brackets that are
// nested too deeply.
func Read(file string, text []byte) (*Program, error) {
	source := string(text)
	if path.Ext(file) == ".json" {
		source = "export default (" + source + "\n)"
	}
	plain, err := esbuild.StripTypes(file, source)
	if err != nil {
		return nil, err
	}
	tree, err := js.Parse(parse.NewInputBytes(plain), js.Options{})
	if err != nil { // esbuild knows newer syntax
		tree = &js.AST{}
	}
	p := &Program{tree: tree, declared: map[*js.Var]js.IExpr{}, keys: map[string]bool{}}
	changed := map[*js.Var]bool{}
	js.Walk(visitor(func(n js.INode) { p.note(n, changed) }), tree)
	for v := range changed {
		delete(p.declared, v)
	}
	for _, s := range tree.List {
		p.export(s)
	}
	return p, nil
}

// Export reads the object that a file exports, or that the function returns that it exports; nil if it exports nothing
// like it.
func Export(file string, text []byte) (*Object, error) {
	p, err := Read(file, text)
	if err != nil {
		return nil, err
	}
	return p.Export(), nil
}

// Export is the object that the program exports, or that the function returns that it exports; nil for none.
func (p *Program) Export() *Object {
	if p == nil || p.exported == nil {
		return nil
	}
	out, _ := p.value(p.exported).(*Object)
	if body := p.body(p.exported); body != nil {
		for _, s := range body.List {
			if s, ok := s.(*js.ReturnStmt); ok && s.Value != nil {
				out, _ = p.value(s.Value).(*Object)
			}
		}
	}
	return out
}

// Declared is an object of the names that the program declares at its top.
func (p *Program) Declared() *Object {
	out := &Object{Values: map[string]any{}}
	for _, s := range p.tree.List {
		d, ok := s.(*js.VarDecl)
		if !ok {
			continue
		}
		for _, b := range d.List {
			if v, ok := b.Binding.(*js.Var); ok && b.Default != nil {
				out.set(string(v.Name()), p.value(v))
			}
		}
	}
	return out
}

// HasKey reports whether any object of the program has a key.
func (p *Program) HasKey(key string) bool { return p != nil && p.keys[key] }

// Calls returns the arguments of each call of a method, whatever it is a method of.
func (p *Program) Calls(method string) (out [][]any) {
	for _, c := range p.called {
		dot, ok := c.X.(*js.DotExpr)
		if !ok || dot.Y.String() != method {
			continue
		}
		args := []any{}
		for _, a := range c.Args.List {
			if a.Rest {
				args = append(args, Unknown{})
				break
			}
			args = append(args, p.value(a.Value))
		}
		out = append(out, args)
	}
	return out
}

// visitor calls a function for each node.
type visitor func(js.INode)

// Enter implements js.IVisitor.
func (v visitor) Enter(n js.INode) js.IVisitor {
	v(n)
	return v
}

// Exit implements js.IVisitor.
func (v visitor) Exit(js.INode) {}

// note keeps what the values of names are, which are changed, and which methods are called.
func (p *Program) note(n js.INode, changed map[*js.Var]bool) {
	switch n := n.(type) {
	case *js.VarDecl:
		for _, b := range n.List {
			if v, ok := b.Binding.(*js.Var); ok && b.Default != nil && !n.InFor && !n.InForInOf {
				p.declared[declaration(v)] = b.Default
			}
		}
	case *js.FuncDecl:
		if n.Name != nil {
			p.declared[declaration(n.Name)] = n
		}
	case *js.BinaryExpr:
		if isAssignment(n.Op) {
			p.assign(n.X, changed)
		}
	case *js.UnaryExpr:
		switch n.Op {
		case js.PreIncrToken, js.PreDecrToken, js.PostIncrToken, js.PostDecrToken, js.DeleteToken:
			p.assign(n.X, changed)
		}
	case *js.Property:
		if n.Name != nil && n.Name.Computed == nil {
			p.keys[keyOf(n.Name)] = true
		}
	case *js.CallExpr:
		p.called = append(p.called, n)
		if dot, ok := n.X.(*js.DotExpr); ok && slices.Contains(mutators, dot.Y.String()) {
			p.assign(dot.X, changed)
		}
	}
}

// mutators are methods that change what they are methods of.
var mutators = []string{"push", "unshift", "splice", "pop", "shift", "sort", "reverse", "fill"}

// assign notes the name that a target of an assignment begins with.
func (p *Program) assign(target js.IExpr, changed map[*js.Var]bool) {
	for {
		switch t := target.(type) {
		case *js.Var:
			changed[declaration(t)] = true
			return
		case *js.DotExpr:
			target = t.X
		case *js.IndexExpr:
			target = t.X
		case *js.GroupExpr:
			target = t.X
		default:
			return
		}
	}
}

func declaration(v *js.Var) *js.Var {
	for v.Link != nil {
		v = v.Link
	}
	return v
}

func isAssignment(op js.TokenType) bool {
	switch op {
	case js.EqToken, js.AddEqToken, js.SubEqToken, js.MulEqToken, js.DivEqToken, js.ModEqToken, js.ExpEqToken,
		js.LtLtEqToken, js.GtGtEqToken,
		js.GtGtGtEqToken, js.BitAndEqToken, js.BitOrEqToken, js.BitXorEqToken, js.AndEqToken, js.OrEqToken, js.NullishEqToken:
		return true
	}
	return false
}

// export notes what a statement exports: export default x, export {x as default}, module.exports = x.
func (p *Program) export(s js.IStmt) {
	switch s := s.(type) {
	case *js.ExportStmt:
		if s.Default && s.Decl != nil {
			p.exported = s.Decl
		}
		for _, a := range s.List {
			if string(a.Binding) == "default" && s.Module == nil {
				p.exported = p.named(string(a.Name))
			}
		}
	case *js.ExprStmt:
		if e, ok := s.Value.(*js.BinaryExpr); ok && e.Op == js.EqToken && e.X.String() == "(module.exports)" {
			p.exported = e.Y
		}
	}
}

// named is the value of a name that the program declares at its top, nil for none.
func (p *Program) named(name string) js.IExpr {
	for v, value := range p.declared {
		if string(v.Data) == name && slices.Contains(p.tree.Scope.Declared, v) {
			return value
		}
	}
	return nil
}

// body is what a function does, nil for what is not a function.
func (p *Program) body(e js.IExpr) *js.BlockStmt {
	switch e := p.resolved(e).(type) {
	case *js.FuncDecl:
		return &e.Body
	case *js.ArrowFunc:
		return &e.Body
	}
	return nil
}

// resolved follows names to their values.
func (p *Program) resolved(e js.IExpr) js.IExpr {
	for range 100 {
		switch v := e.(type) {
		case *js.GroupExpr:
			e = v.X
		case *js.Var:
			value, known := p.declared[declaration(v)]
			if !known {
				return e
			}
			e = value
		default:
			return e
		}
	}
	return e
}
