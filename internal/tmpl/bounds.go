package tmpl

import (
	"bytes"
	"fmt"
	"reflect"
	"text/template/parse"
)

// What templates of strangers may use up. Each bound counts, so that a build ends with the same error wherever it runs.
const (
	// MaxOutput bounds what one execution of a template prints, and each text that it keeps in a variable, in bytes.
	MaxOutput = 64 << 20
	// MaxItems bounds each list that a template keeps in a variable.
	MaxItems = 16 << 20
	// MaxSteps bounds what templates repeat while one page is rendered: items of range, and calls of templates, each of
	// which counts for callSteps.
	MaxSteps  = 20_000_000
	callSteps = 20
	// askSteps is after how many of them a template looks whether the build was canceled.
	askSteps = 1000
	// stepBytes of a text that is kept count for one more that is repeated: a template that makes a long text piece by piece
	// copies it each time.
	stepBytes = 256
	// maxDeclarations bounds the declarations and comments of a piece of text, times its bytes: html/template copies what
	// follows each of them.
	maxDeclarations = 2_000_000_000
)

// dear are functions that go through lists, or that take much longer than others for a byte of a text: how many bytes count
// for a step of MaxSteps, an item for 64. Other functions only count texts, a step for each kilobyte.
var dear = map[string]int{
	"transform_Markdownify": 16, "transform_Highlight": 32, "transform_HighlightCodeBlock": 32, "transform_ToMath": 32,
	"transform_Unmarshal": 32, "transform_Remarshal": 32, "transform_HTMLToMarkdown": 32, "transform_PortableText": 32,
	"transform_Plainify": 256, "strings_FindRE": 8, "strings_FindRESubmatch": 8, "strings_ReplaceRE": 8,
	"strings_Split": 128, "encoding_Jsonify": 64, "diagrams_Goat": 32,
	"collections_Sort": 128, "collections_SymDiff": 128, "collections_Union": 128, "collections_Intersect": 128,
	"collections_Complement": 128, "collections_Uniq": 128, "collections_Where": 512, "collections_Group": 512,
	"collections_Shuffle": 512, "collections_Delimit": 128, "collections_In": 512, "collections_Reverse": 512,
	"collections_Merge": 512, "collections_Apply": 512,
}

// text refuses a text whose escaping would take long.
func (r *rewriter) text(n *parse.TextNode) {
	if bytes.Count(n.Text, []byte("<!"))*len(n.Text) > maxDeclarations {
		r.errorf(n.Pos, "keep data in a file of static/ or assets/", "%d bytes of text have too many declarations (<!)", len(n.Text))
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
	e.functions[fnCount] = func(v any) (any, error) { return v, e.scope.Running().step(size(v)) }
	e.functions[fnStep] = func(v any) (any, error) { return v, e.scope.Running().step(callSteps) }
	e.functions[fnBound] = func(v any) (any, error) { return v, e.scope.Running().keep(v) }
}

// step counts what is repeated. A build that is canceled ends at one of the next steps, not with the page.
func (c *Call) step(n int) error {
	if n > MaxSteps || c.steps+n > MaxSteps {
		return fmt.Errorf("the templates of one page repeat more than %d times", MaxSteps)
	}
	before := c.steps
	c.steps += n
	if c.Executor != nil {
		c.Executor.steps += n
	}
	if before/askSteps != c.steps/askSteps && c.Context != nil {
		return c.Context.Err()
	}
	return nil
}

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

// keep counts a value that a template keeps, in a variable or a Store. It refuses one that is too large: templates would
// double it.
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
	return c.step(n / stepBytes)
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
func tooMuch() error { return fmt.Errorf("the template prints more than %d MB", MaxOutput>>20) }
