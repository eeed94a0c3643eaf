package render

import (
	"context"

	"github.com/sitegen/sitegen/internal/site"
)

// FeedPart renders the project's template for additional elements in sitegen's feeds: feeditem.xml for an item, with
// its page, and feedchannel.xml for a feed, with the page of its list. Without such a template, NoTemplate is true.
// Messages name file.
func (w *Worker) FeedPart(ctx context.Context, p *site.Page, name, file string) (*Rendered, error) {
	f := p.Edition.Language.OutputFormats["rss"]
	if f == nil {
		return &Rendered{NoTemplate: true}, nil
	}
	page := w.run.views.Page(p)
	c := w.newCall(ctx, page, site.Target{Format: f, File: file})
	want := wanted(p, f)
	want.Custom, want.Must, want.Based = name, true, false
	u, err := w.findLayout(lookupPath(p), want)
	if err != nil {
		return nil, err
	}
	if u == nil {
		return &Rendered{NoTemplate: true, Trace: c.Recorder.Record()}, nil
	}
	return c.alone(u, f, file, page)
}
