// Package tmpl is Hugo's template language on the standard library's template packages. A file is
// parsed and its tree is rewritten once: each field access becomes a call of one dispatcher, which
// finds names in parameters in any case, calls methods with the running Scope, and notes what is read;
// functions of namespaces become flat names; return and try, which text/template lacks, become
// functions too. Stock html/template escapes the trees, and package exec compiles and executes them; what it cannot
// compile, text/template and html/template execute as they are.
//
// The package knows no page and no site. Which functions there are comes in through Functions, what
// is to be noted of the types of values through Types, templates of other files through a Library, and
// what an execution is for through a Scope.
package tmpl

import (
	"context"
	"reflect"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Scope is what an execution is for. A method of a value or a function whose first parameter is of a
// type that implements Scope gets the running one there; templates never see it.
type Scope interface {
	// Running returns the embedded Call.
	Running() *Call
	// Used notes that the text of a file is executed.
	Used(f *File)
	// Subject names what is being rendered, for messages; "" for nothing.
	Subject() string
}

// Call is one running execution. What implements Scope embeds it.
type Call struct {
	Context  context.Context
	Executor *Executor
	Depth    int    // nested executions, against endless recursion
	Said     *Place // where the running errorf, warnf or the like stands; nil outside of one

	running *running
	work    *Work
}

// running is a template that is executed, in the one that called it; nil outside.
type running struct {
	*Template
	by *running
}

// Running returns c.
func (c *Call) Running() *Call { return c }

// Template returns the template that is executed now, nil for none.
func (c *Call) Template() *Template {
	if c.running == nil {
		return nil
	}
	return c.running.Template
}

// MaxDepth bounds templates that include themselves.
const MaxDepth = 500

// Facet is a part of a value that may be read, as the caller numbers them; 0 for nothing that is to be
// noted.
type Facet uint8

// Reader reads one name of a value: it calls a method, or returns a field.
type Reader func(s Scope, v any, args []any) (any, error)

// Types is what the dispatcher knows about the types of values.
type Types struct {
	// Facets says which facet a method or field reads, for names that read one.
	Facets map[reflect.Type]map[string]Facet
	// Record notes that a facet of v is read; nil: nothing is noted.
	Record func(s Scope, v any, f Facet)
	// Direct returns how a method is called without reflection, or by slow, which calls any; nil: all are called by that.
	Direct func(receiver reflect.Type, m reflect.Method, slow Reader) Reader
	// Computed returns a parameter that no map holds, given its name in any case; false for one that is in the
	// map or nowhere.
	Computed func(s Scope, p Params, name string) (any, bool)
	// Replaced has values that are not allowed in their places replaced by ZgotmplZ, as in Hugo, and takes the warning.
	// nil: they are errors.
	Replaced func(s Scope, warning *diag.Diagnostic)
	// Stock has all templates executed by text/template and html/template, as tests want it to compare.
	Stock bool
}

// Library finds what a template refers to outside of its own file.
type Library interface {
	// Lookup returns the template that a call by name means in a file that does not define it, with
	// its file; nil when there is none.
	Lookup(name string) (*parse.Tree, *File)
	// Source returns the text of the file that people know under a name, "" for an unknown one.
	Source(shown string) string
}

// Namer is a value whose names are not Go members: .Data.Terms, .Site.Menus.main. It is asked before
// methods and fields; ok == false leaves the name to them.
type Namer interface {
	Named(s Scope, name string) (v any, ok bool, err error)
}
