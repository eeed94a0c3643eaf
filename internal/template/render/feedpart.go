package render

import (
	"context"

	"github.com/sitegen/sitegen/internal/site"
)

// FeedPart renders the project's template for elements that feeds of sitegen's own are to have besides: feeditem.xml
// for an item, with its page, feedchannel.xml for a feed, with the page of its list. A project without it gives
// NoTemplate. Messages name file.
func (w *Worker) FeedPart(ctx context.Context, p *site.Page, name, file string) (*Rendered, error) {
	f := w.run.o.Site.Config.OutputFormats["rss"]
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
