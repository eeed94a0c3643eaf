package themes

import (
	"context"
	"errors"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/trace"
)

// Call is one running execution of a template: who executes it, for which page and format, and the
// recorder of the questions it asks. A method of a view or a template function that reads anything
// beyond its arguments takes a *Call as its first parameter; the dispatcher fills it in, templates
// never see it. Views themselves are shared by all workers and hold no state of a call.
type Call struct {
	ctx    context.Context
	w      *Worker
	run    *Run
	rec    *trace.Recorder
	page   *Page       // the page being rendered; nil outside one (never in a layout)
	target site.Target // the output being rendered
}

// body returns the body of p, recording the question.
func (c *Call) body(p *Page) (*Body, error) { return nil, errors.New("not there yet") }

// execute runs a template (a content view, a partial) with dot and returns what it printed.
func (c *Call) execute(template string, dot any) (string, error) {
	return "", errors.New("not there yet")
}
