package script

import "github.com/tdewolff/parse/v2/js"

// Element is an element of JSX.
type Element struct {
	Name       string  // "" for a fragment
	Attributes *Object // nil if it has none
	Inside     []any
}

// isElement reports whether a function creates an element, as JSX does.
func isElement(f js.IExpr) bool {
	dot, ok := f.(*js.DotExpr)
	return ok && dot.X.String() == "React" && dot.Y.String() == "createElement"
}

// element returns the element that a call creates; Unknown if parts of its content must be computed.
func (p *Program) element(args []js.Arg) any {
	if len(args) < 2 {
		return Unknown{}
	}
	var out Element
	switch name := args[0].Value.(type) {
	case *js.LiteralExpr:
		out.Name, _ = literal(name).(string)
	case *js.Var:
		out.Name = string(name.Name())
	case *js.DotExpr:
		if name.String() != "React.Fragment" {
			return Unknown{}
		}
	}
	out.Attributes, _ = p.value(args[1].Value).(*Object)
	for _, arg := range args[2:] {
		v := p.value(arg.Value)
		if v == any(Unknown{}) || arg.Rest {
			return Unknown{}
		}
		out.Inside = append(out.Inside, v)
	}
	return &out
}
