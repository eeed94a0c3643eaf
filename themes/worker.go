package themes

import (
	"context"
	"errors"

	"github.com/sitegen/sitegen/content/site"
)

// Worker executes templates for one goroutine.
type Worker struct {
	run     *Run
	call    *Call // the running execution; template functions are bound to it
	members members
}

// Worker returns a new worker with a template set of its own.
func (r *Run) Worker() *Worker { return &Worker{run: r, members: make(members)} }

// unit is one template that can be executed: a layout, a partial, a shortcode, a render hook.
type unit struct{}

func (w *Worker) lookupView(c *Call, p *Page, name string) (*unit, error) {
	return nil, errors.New("not there yet")
}

func (w *Worker) run1(c *Call, t *unit, dot any) (string, error) {
	return "", errors.New("not there yet")
}

func (w *Worker) partial(c *Call, name string, dot any) (any, error) {
	return nil, errors.New("not there yet")
}

func (w *Worker) body(c *Call, p *Page) (*Body, error) { return nil, errors.New("not there yet") }

// Body returns the body of p, rendering it when no worker has yet.
func (w *Worker) Body(ctx context.Context, p *site.Page) (*Body, error) {
	return nil, errors.New("not there yet")
}

// Page renders p in one of its formats: the page, its pager pages, and what its templates published.
func (w *Worker) Page(ctx context.Context, p *site.Page, t site.Target) (*Rendered, error) {
	return nil, errors.New("not there yet")
}

// Alias renders a redirect page, with the project's alias.html if there is one.
func (w *Worker) Alias(ctx context.Context, a site.Alias) (*Rendered, error) {
	return nil, errors.New("not there yet")
}
