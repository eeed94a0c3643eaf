// Package script reads literal values from programs in JavaScript and TypeScript, such as configurations, without
// executing them. A value that must be computed is Unknown.
package script

import (
	"path"
	"slices"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
)

// Object is an object in a program, with its keys in file order.
type Object struct {
	Keys   []string
	Values map[string]any
}

// Unknown is a value that must be computed.
type Unknown struct{}

// Get returns the value at a path of keys; nil if a key is missing. It works on a nil object.
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

// Str returns the text at a path of keys, or "".
func (o *Object) Str(keys ...string) string {
	s, _ := o.Get(keys...).(string)
	return s
}

// Object returns the object at a path of keys, or nil.
func (o *Object) Object(keys ...string) *Object {
	out, _ := o.Get(keys...).(*Object)
	return out
}

// List returns the list at a path of keys, or nil.
func (o *Object) List(keys ...string) []any {
	out, _ := o.Get(keys...).([]any)
	return out
}

// set sets the value of a key. A known key keeps its position.
func (o *Object) set(key string, value any) {
	if _, known := o.Values[key]; !known {
		o.Keys = append(o.Keys, key)
	}
	o.Values[key] = value
}

// Map returns the object as a map, with nested objects as maps, like decoders.
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

// Program is a parsed program.
type Program struct {
	tree     *js.AST
	declared map[*js.Var]js.IExpr // values of variables that are assigned only once
	exported js.IExpr
	keys     map[string]bool // all keys of objects
	called   []*js.CallExpr
	reading  []*js.Var // variables whose values are being read, to detect cycles
}

// Read parses a program or a JSON file. The error is a *diag.Diagnostic for a syntax error or for brackets that are
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
	if err != nil { // esbuild supports newer syntax
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

// Export reads the object that a file exports, directly or as the result of an exported function; nil if there is none.
func Export(file string, text []byte) (*Object, error) {
	p, err := Read(file, text)
	if err != nil {
		return nil, err
	}
	return p.Export(), nil
}

// Export returns the object that the program exports, directly or as the result of an exported function; nil if there
// is none.
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

// Declared returns an object with the variables that the program declares at the top level.
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

// Calls returns the arguments of each call of a method with this name, on any object.
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

// note records the values of variables, changes to them, keys, and calls.
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

// mutators are methods that change their object.
var mutators = []string{"push", "unshift", "splice", "pop", "shift", "sort", "reverse", "fill"}

// assign records the variable that an assignment changes.
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

// export records the value that a statement exports: export default x, export {x as default}, module.exports = x.
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

// named returns the value of a variable that the program declares at the top level, or nil.
func (p *Program) named(name string) js.IExpr {
	for v, value := range p.declared {
		if string(v.Data) == name && slices.Contains(p.tree.Scope.Declared, v) {
			return value
		}
	}
	return nil
}

// body returns the body of a function; nil if e is not a function.
func (p *Program) body(e js.IExpr) *js.BlockStmt {
	switch e := p.resolved(e).(type) {
	case *js.FuncDecl:
		return &e.Body
	case *js.ArrowFunc:
		return &e.Body
	}
	return nil
}

// resolved replaces variables by their values.
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
