// Package tmpl implements Hugo's template language on top of the standard library's template packages. A file is parsed
// and its tree is rewritten once: each field access becomes a call of one dispatcher, which finds parameters in any
// case, calls methods with the running Scope, and records reads; functions of namespaces become flat names; return and
// try, which text/template lacks, become functions. The standard html/template escapes the trees, and package exec
// compiles and executes them. Trees that it cannot compile are executed by text/template and html/template.
//
// The package knows no pages and no site. Its users provide the functions as Functions, facts about types as Types,
// templates of other files as a Library, and the state of an execution as a Scope.
package tmpl

import (
	"context"
	"reflect"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Scope is the state of an execution. A method or function whose first parameter is of a type that implements Scope
// receives the running one; it is not visible in templates.
type Scope interface {
	// Running returns the embedded Call.
	Running() *Call
	// Used records that the text of a file is executed.
	Used(f *File)
	// Subject returns the name of the page being rendered, for messages; "" for none.
	Subject() string
}

// Call is one running execution. Implementations of Scope embed it.
type Call struct {
	Context  context.Context
	Executor *Executor
	Depth    int       // depth of nested executions, to stop endless recursion
	Said     *Position // position of the running errorf, warnf, or similar; nil outside of one

	running *running
	work    *Work
}

// running is a template being executed, with its caller; nil outside.
type running struct {
	*Template
	by *running
}

// Running returns c.
func (c *Call) Running() *Call { return c }

// Template returns the template being executed, nil for none.
func (c *Call) Template() *Template {
	if c.running == nil {
		return nil
	}
	return c.running.Template
}

// MaxDepth limits templates that include themselves.
const MaxDepth = 500

// Facet is a part of a value whose reads are recorded, with numbers that the caller defines; 0 for none.
type Facet uint8

// Reader reads one name of a value: it calls a method, or returns a field.
type Reader func(s Scope, v any, args []any) (any, error)

// Types tells the dispatcher about the types of values.
type Types struct {
	// Facets has the facets that methods and fields read.
	Facets map[reflect.Type]map[string]Facet
	// Record records that a facet of v is read; nil: nothing is recorded.
	Record func(s Scope, v any, f Facet)
	// Direct returns a call of a method without reflection, or slow, which can call any method; nil: always slow.
	Direct func(receiver reflect.Type, m reflect.Method, slow Reader) Reader
	// Computed returns a parameter that is not in a map, by its name in any case; false for one that is in the map or
	// does not exist.
	Computed func(s Scope, p Params, name string) (any, bool)
	// Replaced receives a warning for each value that is not allowed in its context and was replaced by ZgotmplZ, as in
	// Hugo. nil: such values are errors.
	Replaced func(s Scope, warning *diag.Diagnostic)
	// Stock makes text/template and html/template execute all templates, for tests that compare.
	Stock bool
}

// Library finds templates outside of a file.
type Library interface {
	// Lookup returns the template that a call by name means in a file that does not define it, with its file; nil if
	// there is none.
	Lookup(name string) (*parse.Tree, *File)
	// Source returns the text of the file with this name in messages, "" for an unknown one.
	Source(shown string) string
}

// Namer is a value whose names are not Go members: .Data.Terms, .Site.Menus.main. It is asked before methods and
// fields; ok == false means that it does not have the name.
type Namer interface {
	Named(s Scope, name string) (v any, ok bool, err error)
}
