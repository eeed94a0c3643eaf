// Package script reads literal values from programs in JavaScript and TypeScript, such as configurations, without
// executing them. A value that must be computed is Unknown.
package script

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Object is an object in a program, with its keys in file order.
type Object struct {
	Keys   []string
	Values map[string]any
	open   bool // it may have more keys, which are unknown
}

// Open returns an object with values, and with other keys whose values are unknown.
func Open(values map[string]any) *Object {
	return &Object{Keys: slices.Sorted(maps.Keys(values)), Values: values, open: true}
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
	loops    map[*js.CallExpr]loop // calls for each item of a list
	reading  []*js.Var             // variables whose values are being read, to detect cycles
	bound    map[*js.Var]any       // parameters of the functions that are being called
	imports  map[string]imported
	globals  map[string]any      // values of names that the program does not declare
	exports  map[string]js.IExpr // besides the default one
	dir      string              // folder of the file
	text     []byte              // without types and comments
	elements bool                // JSX has values
	*project
}

// loop is a list and the variable for its items.
type loop struct {
	list js.IExpr
	item js.IBinding
}

// imported is the origin of a name that a program imports. name is "default" for the default export.
type imported struct{ module, name string }

// project is what the programs of a project share.
type project struct {
	read  func(file string) ([]byte, bool) // nil: modules are unknown
	files map[string]*Program
	depth int // of calls
	left  int // work that may still be done
}

// Limits of a project.
const (
	mostFiles = 200
	mostDepth = 100
	mostWork  = 1 << 20 // in values, and in units of 64 bytes of texts
)

// Read parses a program or a JSON file. The error is a *diag.Diagnostic for a syntax error or for brackets that are
// nested too deeply.
func Read(file string, text []byte) (*Program, error) {
	return (&project{}).program(file, text)
}

// ReadProject is Read for a program that imports other files, which read returns.
func ReadProject(file string, text []byte, read func(file string) ([]byte, bool)) (*Program, error) {
	return (&project{read: read}).program(file, text)
}

// attributes matches the attributes of an import, which the parser does not know, as esbuild writes them.
var attributes = pattern.New(`(?m)^((?:import|export)\b[^\n]* from "[^"\n]*") with \{[^{}\n]*\}`)

func (shared *project) program(file string, text []byte) (*Program, error) {
	source := string(text)
	if path.Ext(file) == ".json" {
		source = "export default (" + source + "\n)"
	}
	plain, err := esbuild.StripTypes(file, source)
	if err != nil {
		return nil, err
	}
	plain = attributes.ReplaceAll(plain, []byte("$1"))
	tree, err := js.Parse(parse.NewInputBytes(plain), js.Options{})
	if err != nil { // esbuild supports newer syntax
		tree = &js.AST{}
	}
	p := &Program{
		tree: tree, declared: map[*js.Var]js.IExpr{}, keys: map[string]bool{}, loops: map[*js.CallExpr]loop{},
		bound:   map[*js.Var]any{},
		imports: map[string]imported{}, exports: map[string]js.IExpr{}, dir: path.Dir(file), text: plain,
		project: shared,
	}
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
	p.left = mostWork
	out, _ := p.configured(p.exported).(*Object)
	return out
}

// Apply returns what a function at a key of the object that the program exports returns for arguments; Unknown if it
// must be computed otherwise, or there is none.
func (p *Program) Apply(key string, args ...any) any {
	if p == nil || p.exported == nil {
		return Unknown{}
	}
	o, _ := p.configuration(p.exported).(*js.ObjectExpr)
	if o == nil {
		return Unknown{}
	}
	p.left = mostWork
	for i := range o.List {
		item := &o.List[i]
		m, _ := item.Value.(*js.MethodDecl)
		if item.Name != nil && keyOf(item.Name) == key || m != nil && keyOf(&m.Name.PropertyName) == key {
			return p.apply(item.Value, args)
		}
	}
	return Unknown{}
}

// configured returns the value of an exported expression.
func (p *Program) configured(e js.IExpr) any {
	if e = p.configuration(e); e == nil {
		return Unknown{}
	}
	return p.value(e)
}

// configuration returns what an exported expression stands for: the result of an exported function; of a call of an
// unknown function, such as defineConfig({…}), its first argument. It returns nil for a function without a result.
func (p *Program) configuration(e js.IExpr) js.IExpr {
	for range mostDepth {
		e = p.resolved(e)
		if body := p.body(e); body != nil {
			if e = result(body); e == nil {
				return nil
			}
			continue
		}
		call, ok := e.(*js.CallExpr)
		if !ok || len(call.Args.List) == 0 || p.body(call.X) != nil {
			break
		}
		e = call.Args.List[0].Value
	}
	return e
}

// Value returns the value of an expression in the file; Unknown if it must be computed, and an error as from Read. code
// declares what it can name. globals are the values of other names; front matter among them is a map[string]any. Elements
// have a value if the extension of the file is .jsx.
func Value(file, code, expression string, globals map[string]any) (any, error) {
	p, err := Read(file, []byte(code+"export default (\n"+expression+"\n);"))
	if err != nil {
		return Unknown{}, err
	}
	p.globals, p.left, p.elements = globals, mostWork, path.Ext(file) == ".jsx"
	if p.exported == nil {
		return Unknown{}, nil
	}
	return p.value(p.exported), nil
}

// Declared returns an object with the variables that the program declares at the top level, also those that it exports,
// and what it imports from files of the project.
func (p *Program) Declared() *Object {
	if p == nil || p.tree == nil {
		return nil
	}
	p.left = mostWork
	out := &Object{Values: map[string]any{}}
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		if v := p.imported(p.imports[name]); v != any(Unknown{}) {
			out.set(name, v)
		}
	}
	for _, s := range p.tree.List {
		if e, ok := s.(*js.ExportStmt); ok {
			if v, ok := e.Decl.(*js.VarDecl); ok {
				s = v
			}
		}
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

// Mentions reports whether a program contains a text outside of comments, such as the name of a module that it imports.
// It works on nil.
func (p *Program) Mentions(text string) bool { return p != nil && bytes.Contains(p.text, []byte(text)) }

// Calls returns the arguments of each call of a method with this name, on any object, or "object.method" for a property
// of any object.
func (p *Program) Calls(method string) (out [][]any) {
	p.left = mostWork
	object, name, owned := strings.Cut(method, ".")
	if !owned {
		name = method
	}
	for _, c := range p.called {
		dot, ok := c.X.(*js.DotExpr)
		if !ok || dot.Y.String() != name {
			continue
		}
		if of, ok := dot.X.(*js.DotExpr); owned && (!ok || of.Y.String() != object) {
			continue
		}
		l := p.loops[c]
		list, known := []any(nil), false
		if l.list != nil {
			list, known = p.value(l.list).([]any)
		}
		if !known {
			out = append(out, p.args(c))
		}
		for _, item := range list {
			old := map[*js.Var]any{}
			p.bind(l.item, item, old)
			out = append(out, p.args(c))
			p.release(old)
		}
	}
	return out
}

// Imported returns the arguments of the first call of the default export of a module; nil if there is none.
func (p *Program) Imported(module string) []any {
	if p == nil {
		return nil
	}
	p.left = mostWork
	for _, c := range p.called {
		if v, ok := c.X.(*js.Var); ok && p.imports[string(v.Name())] == (imported{module, "default"}) {
			return p.args(c)
		}
	}
	return nil
}

// args returns the arguments of a call, up to the first that may be several.
func (p *Program) args(c *js.CallExpr) []any {
	args := []any{}
	for _, a := range c.Args.List {
		if a.Rest {
			return append(args, Unknown{})
		}
		args = append(args, p.value(a.Value))
	}
	return args
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
		p.noteLoop(n)
		if dot, ok := n.X.(*js.DotExpr); ok && slices.Contains(mutators, dot.Y.String()) {
			p.assign(dot.X, changed)
		}
	}
}

// noteLoop records the calls in a function that a call of forEach executes for each item.
func (p *Program) noteLoop(n *js.CallExpr) {
	dot, ok := n.X.(*js.DotExpr)
	if !ok || dot.Y.String() != "forEach" || len(n.Args.List) != 1 {
		return
	}
	if f := n.Args.List[0].Value; p.body(f) != nil && len(p.parameters(f)) > 0 {
		l := loop{dot.X, p.parameters(f)[0].Binding}
		js.Walk(visitor(func(n js.INode) {
			if c, ok := n.(*js.CallExpr); ok {
				p.loops[c] = l
			}
		}), p.body(f))
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

// export records the values that a statement imports or exports: export default x, export {x as default},
// module.exports = x.
func (p *Program) export(s js.IStmt) {
	switch s := s.(type) {
	case *js.ImportStmt:
		module := unquote(string(s.Module))
		if s.Default != nil {
			p.imports[string(s.Default)] = imported{module, "default"}
		}
		for _, a := range s.List {
			p.imports[string(a.Binding)] = imported{module, cmp.Or(string(a.Name), string(a.Binding))}
		}
	case *js.ExportStmt:
		if s.Default && s.Decl != nil {
			p.exported = s.Decl
		}
		switch d := s.Decl.(type) {
		case *js.VarDecl:
			for _, b := range d.List {
				if v, ok := b.Binding.(*js.Var); ok {
					p.exports[string(v.Name())] = v
				}
			}
		case *js.FuncDecl:
			if d.Name != nil {
				p.exports[string(d.Name.Name())] = d
			}
		}
		for _, a := range s.List {
			name, binding := cmp.Or(string(a.Name), string(a.Binding)), string(a.Binding)
			switch {
			case s.Module != nil:
				p.imports["export "+binding] = imported{unquote(string(s.Module)), name}
			case binding == "default":
				p.exported = p.named(name)
			default:
				p.exports[binding] = p.named(name)
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
	case *js.MethodDecl:
		return &e.Body
	}
	return nil
}

// returned returns what the body of a function returns at its end.
func (p *Program) returned(body *js.BlockStmt) any {
	for _, s := range body.List {
		switch s := s.(type) {
		case *js.VarDecl, *js.FuncDecl, *js.DirectivePrologueStmt:
			continue
		case *js.ReturnStmt:
			if s.Value != nil {
				return p.value(s.Value)
			}
		}
		break // other statements may change the result
	}
	return Unknown{}
}

// result returns the expression that a function returns; nil if there is none.
func result(body *js.BlockStmt) js.IExpr {
	for _, s := range body.List {
		if s, ok := s.(*js.ReturnStmt); ok && s.Value != nil {
			return s.Value
		}
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
