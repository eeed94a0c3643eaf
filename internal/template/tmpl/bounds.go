package tmpl

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// What templates of strangers may use up. Each bound counts, so that a build ends with the same error wherever it runs.
const (
	// MaxOutput bounds what one execution of a template prints, and each text that it keeps in a variable, in bytes.
	MaxOutput = 64 << 20
	// MaxItems bounds each list that a template keeps in a variable, or that a function makes.
	MaxItems = 4 << 20
	// MaxHeld bounds all values together that the templates of a page can reach at a time, and what they printed, in
	// bytes.
	MaxHeld = 128 << 20
	// MaxSteps bounds what templates do while one page is rendered. A step is what takes about a quarter of a microsecond:
	// four calls of functions, an item of range, a kilobyte of text that a function takes or makes. What takes longer
	// counts for more, such as the functions in costs, and calls of templates, each of which counts for callSteps.
	MaxSteps  = 20_000_000
	callSteps = 20
	// PageSteps is how many steps each page of the site allows, if that is more than MaxSteps: the lists of a large site
	// are long.
	PageSteps = 5_000
	// askSteps is after how many of them a template looks whether the build was canceled.
	askSteps = 1000
	// stepBytes of a text that is kept count for one more that is repeated: a template that makes a long text piece by
	// piece copies it each time.
	stepBytes = 256
	// maxDeclarations bounds the declarations and comments of a piece of text, times its bytes: html/template copies what
	// follows each of them.
	maxDeclarations = 2_000_000_000
)

// text refuses a text whose escaping would take long.
func (r *rewriter) text(n *parse.TextNode) {
	if bytes.Count(n.Text, []byte("<!"))*len(n.Text) > maxDeclarations {
		r.errorf(n.Pos, "keep data in a file of static/ or assets/", "%d bytes of text have too many declarations (<!)",
			len(n.Text))
	}
}

// repeated adds a command to the pipeline of a range, which counts what it goes through.
func (r *rewriter) repeated(n *parse.RangeNode) { r.append(n.Pipe, fnCount) }

// append adds a call of a function to a pipeline, with what it gave as the argument.
func (r *rewriter) append(p *parse.PipeNode, fn string) {
	pos := p.Cmds[len(p.Cmds)-1].Pos
	r.funcs[fn] = true
	p.Cmds = append(p.Cmds, &parse.CommandNode{
		NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{parse.NewIdentifier(fn).SetPos(pos)},
	})
}

// addBounds adds the functions that count.
func (e *Executor) addBounds() {
	// These count for themselves; a call of them takes little.
	e.functions[fnCount] = func(v any) (any, error) { return v, e.scope.Running().Step(size(v)) }
	e.functions[fnStep] = func(v any) (any, error) { return v, e.scope.Running().Step(callSteps) }
	e.functions[fnBound] = func(v any) (any, error) { return v, e.scope.Running().keep(v) }
}

// MaxMade bounds the resources that the templates of a page make, in bytes.
const MaxMade = 192 << 20

// size is how often range repeats for a value, as far as that is known.
func size(v any) int {
	switch v := v.(type) {
	case nil:
		return 1
	case []any:
		return len(v)
	}
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return rv.Len()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return int(max(0, rv.Int()))
	}
	return 1
}

// keep counts a value that a template keeps, in a variable or a Store. It refuses one that is too large: templates
// would double it.
func (c *Call) keep(v any) error {
	switch v := v.(type) {
	case nil, bool, int:
		return nil
	case string:
		return c.keepText(len(v))
	}
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.String:
		return c.keepText(rv.Len())
	case reflect.Slice, reflect.Map:
		if rv.Len() > MaxItems {
			return fmt.Errorf("a list of %d items is longer than %d", rv.Len(), MaxItems)
		}
	}
	return nil
}

func (c *Call) keepText(n int) error {
	if n > MaxOutput {
		return tooLong(n)
	}
	return c.Step(n / stepBytes)
}

func tooLong(n int) error {
	return fmt.Errorf("a text of %d bytes is longer than %d MB", n, MaxOutput>>20)
}

// boundedBuffer takes what a template prints.
type boundedBuffer struct{ *bytes.Buffer }

// Write fails when there is too much.
func (b boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > MaxOutput {
		return 0, tooMuch()
	}
	return b.Buffer.Write(p)
}

// tooMuch is the error of a template that prints more than it may.
func tooMuch() error { return bounded("the template prints more than %d MB", MaxOutput>>20) }

// BoundRule is the rule of errors that say that the templates of a page do too much. Others may do as much, so a build
// ends with the first one.
const BoundRule = "template-bound"

// boundError is such an error.
type boundError struct{ message string }

func (e *boundError) Error() string { return e.message }

// TooMuch is a Diagnostic without a place of such an error; nil for another one.
func TooMuch(err error) *diag.Diagnostic {
	var bound *boundError
	if !errors.As(err, &bound) {
		return nil
	}
	return &diag.Diagnostic{Rule: BoundRule, Message: bound.message}
}

func bounded(format string, args ...any) error { return &boundError{fmt.Sprintf(format, args...)} }
