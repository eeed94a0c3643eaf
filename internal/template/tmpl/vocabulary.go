package tmpl

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Functions are all functions that templates may call: those of namespaces, those without one, and the short names of
// some of the former ("upper" -> "strings.ToUpper").
type Functions struct {
	Namespaces map[string]map[string]any
	Alone      map[string]any
	Aliases    map[string]string
	// Printers are exec.Printer functions by the full names of functions.
	Printers map[string]func(out *bytes.Buffer, args []any) (v any, printed bool, err error)
	// Clock is the function time.Now without its question, and AskClock asks for what a layout shows of it: see ShownAt.
	Clock    func() time.Time
	AskClock func(layout string)
	// Shown returns a text of an error as try gives it to templates; nil: unchanged.
	Shown func(text string) string
}

// Add adds a function to a namespace.
func (t *Functions) Add(namespace, name string, fn any, aliases ...string) {
	if t.Namespaces[namespace] == nil {
		t.Namespaces[namespace] = make(map[string]any)
	}
	t.Namespaces[namespace][name] = fn
	for _, a := range aliases {
		t.Aliases[a] = namespace + "." + name
	}
}

// Namespace is a namespace of functions as a value, for {{ with resources }}{{ .Get "a.css" }}{{ end }}.
type Namespace string

// goFunctions are the functions of text/template that Hugo also has and does not replace.
var goFunctions = [...]string{"and", "or", "not", "len", "call", "html", "js", "urlquery"}

// Vocabulary has the names of all functions. Functions of a namespace have a flat name, since text/template has no
// namespaces.
type Vocabulary struct {
	flat       map[string]string          // "upper" -> "strings_ToUpper"; a name of text/template to itself
	namespaces map[string]map[string]bool // "strings" -> "ToUpper"
}

// NewVocabulary lists the names of functions, whatever they are bound to.
func NewVocabulary(t *Functions) *Vocabulary {
	v := &Vocabulary{flat: make(map[string]string), namespaces: make(map[string]map[string]bool)}
	for ns, members := range t.Namespaces {
		v.namespaces[ns] = make(map[string]bool, len(members))
		for name := range members {
			v.namespaces[ns][name] = true
		}
	}
	for a, full := range t.Aliases {
		ns, name, _ := strings.Cut(full, ".")
		v.flat[a] = flatName(ns, name)
	}
	for name := range t.Alone {
		v.flat[name] = name
	}
	for _, name := range goFunctions {
		v.flat[name] = name
	}
	v.flat["return"] = fnReturn
	v.flat["try"] = fnTry
	return v
}

func flatName(namespace, name string) string { return namespace + "_" + name }

// knows reports whether name can be called without a namespace.
func (v *Vocabulary) knows(name string) bool { _, ok := v.flat[name]; return ok }

// names returns all callable names and "namespace.Name" pairs, sorted, for hints.
func (v *Vocabulary) names() []string {
	var out []string
	for n := range v.flat {
		out = append(out, n)
	}
	for ns, members := range v.namespaces {
		for m := range members {
			out = append(out, ns+"."+m)
		}
	}
	slices.Sort(out)
	return out
}

// bind makes the functions by flat name. Those that take a Scope receive the running one; text/template calls the
// others directly.
func (e *Executor) bind(t *Functions) {
	e.functions = make(map[string]any, 512)
	for ns, members := range t.Namespaces {
		for name, fn := range members {
			e.functions[flatName(ns, name)] = e.withScope(name, fn)
		}
		e.functions[fnNamespace+ns] = func() Namespace { return Namespace(ns) }
	}
	for name, fn := range t.Alone {
		e.functions[name] = e.withScope(name, fn)
	}
	e.printers = make(map[string]exec.Printer, len(t.Printers))
	for full, print := range t.Printers {
		ns, name, _ := strings.Cut(full, ".")
		flat := flatName(ns, name)
		e.printers[flat] = exec.Printer{Func: e.functions[flat], Print: print}
	}
	e.names = make(map[string]string, len(t.Aliases))
	for a, full := range t.Aliases {
		ns, name, _ := strings.Cut(full, ".")
		e.names[a] = flatName(ns, name)
	}
	e.addReturn()
	e.addBounds()
	e.addTry()
	e.functions[fnTrue] = truth
	e.addNow(t)
}

// withScope wraps a function whose first parameter is a Scope.
func (e *Executor) withScope(name string, fn any) any {
	v := reflect.ValueOf(fn)
	if t := v.Type(); t.NumIn() == 0 || !isScope(t.In(0)) {
		return fn
	}
	call := caller(name, v, 0)
	return func(args ...any) (any, error) { return call(e.scope, nil, args) }
}

func isScope(t reflect.Type) bool {
	return (t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface) && t.Implements(reflect.TypeFor[Scope]())
}
