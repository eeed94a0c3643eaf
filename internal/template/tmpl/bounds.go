package tmpl

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Limits for templates that may come from strangers. All limits are counts, so a build ends with the same error on
// every machine.
const (
	// MaxOutput limits the output of one execution of a template, and each text in a variable, in bytes.
	MaxOutput = 64 << 20
	// MaxItems limits each list that a template keeps in a variable, or that a function makes.
	MaxItems = 4 << 20
	// MaxHeld limits the total size of the values that the templates of a page can reach at a time, including their
	// output, in bytes.
	MaxHeld = 128 << 20
	// MaxSteps limits the work of templates while one page is rendered. A step takes about a quarter of a microsecond:
	// four function calls, an item of range, a kilobyte of text that a function reads or makes. Slower work takes more
	// steps, such as the functions in costs, and calls of templates, which take callSteps each.
	MaxSteps  = 20_000_000
	callSteps = 20
	// PageSteps is the number of steps allowed per page of the site, if that is more than MaxSteps, since the lists of
	// a large site are long.
	PageSteps = 5_000
	// askSteps is the number of steps between checks whether the build was canceled.
	askSteps = 1000
	// stepBytes is the number of bytes of a kept text that cost another step, since a template that makes a long text
	// piece by piece copies it each time.
	stepBytes = 256
	// maxDeclarations limits the declarations and comments in a text, times its bytes: html/template copies the text
	// after each of them.
	maxDeclarations = 2_000_000_000
)

// text rejects a text that takes long to escape.
func (r *rewriter) text(n *parse.TextNode) {
	if bytes.Count(n.Text, []byte("<!"))*len(n.Text) > maxDeclarations {
		r.errorf(n.Pos, "keep data in a file of static/ or assets/", "%d bytes of text have too many declarations (<!)",
			len(n.Text))
	}
}

// repeated adds a command to the pipeline of a range that counts its items.
func (r *rewriter) repeated(n *parse.RangeNode) { r.append(n.Pipe, fnCount) }

// append adds a function call to a pipeline. The result of the pipeline becomes its argument.
func (r *rewriter) append(p *parse.PipeNode, fn string) {
	pos := p.Cmds[len(p.Cmds)-1].Pos
	r.funcs[fn] = true
	p.Cmds = append(p.Cmds, &parse.CommandNode{
		NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{parse.NewIdentifier(fn).SetPos(pos)},
	})
}

// addBounds adds the functions that count.
func (e *Executor) addBounds() {
	// These count their work themselves; the call itself is cheap.
	e.functions[fnCount] = func(v any) (any, error) { return v, e.scope.Running().Step(size(v)) }
	e.functions[fnStep] = func(v any) (any, error) { return v, e.scope.Running().Step(callSteps) }
	e.functions[fnBound] = func(v any) (any, error) { return v, e.scope.Running().keep(v) }
}

// MaxMade limits the resources that the templates of a page make, in bytes.
const MaxMade = 192 << 20

// size returns the number of iterations of range over a value, if known.
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

// keep counts a value that a template keeps in a variable or a Store. It rejects one that is too large, since templates
// could double it again and again.
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

// boundedBuffer is the output of a template, with a limit.
type boundedBuffer struct{ *bytes.Buffer }

// Write fails if the limit is exceeded.
func (b boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > MaxOutput {
		return 0, tooMuch()
	}
	return b.Buffer.Write(p)
}

// tooMuch returns the error of a template that prints more than the limit.
func tooMuch() error { return bounded("the template prints more than %d MB", MaxOutput>>20) }

// BoundRule is the rule of errors about templates that do too much. Other pages may do as much, so a build ends with
// the first one.
const BoundRule = "template-bound"

// boundError is an error with BoundRule.
type boundError struct{ message string }

func (e *boundError) Error() string { return e.message }

// TooMuch returns a boundError as a Diagnostic without a position; nil for another error.
func TooMuch(err error) *diag.Diagnostic {
	var bound *boundError
	if !errors.As(err, &bound) {
		return nil
	}
	return &diag.Diagnostic{Rule: BoundRule, Message: bound.message}
}

func bounded(format string, args ...any) error { return &boundError{fmt.Sprintf(format, args...)} }
