package exec

import (
	"errors"
	"html/template"
	"strings"
	"sync"
	texttemplate "text/template"
	"text/template/parse"
)

// standard is an escaper of html/template, wrapped in a template that only calls it. It is made on first use.
type standard func() *template.Template

// standardEscaper returns the escaper with a name. html/template adds its escapers to a template when it escapes it;
// the tree then decides which of them are called.
func standardEscaper(name string) standard {
	return sync.OnceValue(func() *template.Template {
		const any = "{{ . }}"
		t := template.Must(template.New("escaper").Parse(any))
		if err := t.Execute(new(strings.Builder), ""); err != nil {
			panic(err) // a strings.Builder does not fail
		}
		pipe := t.Tree.Root.Nodes[0].(*parse.ActionNode).Pipe
		escaper := pipe.Cmds[len(pipe.Cmds)-1].Args[0].(*parse.IdentifierNode)
		escaper.Ident = name
		return t
	})
}

// The escapers of quoted attributes, their names, and JavaScript values, for rare values.
var (
	attribute     = standardEscaper(prefix + "attrescaper")
	attributeName = standardEscaper(prefix + "htmlnamefilter")
	scriptValue   = standardEscaper(prefix + "jsvalescaper")
)

// call escapes a value. It repeats a panic of the value.
func (s standard) call(v any) string {
	var b strings.Builder
	if err := s().Execute(&b, v); err != nil {
		panic(cause(err))
	}
	return b.String()
}

// cause returns the error that ended the function of a template.
func cause(err error) error {
	var e texttemplate.ExecError
	if errors.As(err, &e) {
		if inner := errors.Unwrap(e.Err); inner != nil {
			return inner
		}
	}
	return err
}

// escaperParts is the cost of calling an escaper of html/template, which is a template.
const escaperParts = 8 * partsOfStep

// chain returns a writer that applies several escapers one after the other.
func chain(names []string, places []*errorNode) writer {
	escapers := make([]standard, len(names))
	for i, name := range names {
		escapers[i] = standardEscaper(name)
	}
	return func(st *state, v any) {
		for i, e := range escapers {
			st.weigh(places[i], v)
			st.codeRoom(places[i], v)
			st.pay(places[i], escaperParts)
			st.calling = places[i]
			mustBound(v)
			if st.machine.Replaced != nil {
				escaped := e.call(v)
				if replaced(v, escaped) {
					st.refuse(places[i], v)
				}
				v = escaped
				continue
			}
			out, ok := filtered(names[i], e, v)
			if !ok {
				st.refuse(places[i], v)
			}
			v = out
		}
		st.calling = nil
		st.print(v, nil)
	}
}
