package render

import (
	"context"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view"
)

// Archetype executes the template of a new content file: src from the file name, for the file that doc describes. The
// template sees Type, Date, File, Name, Title, and Site, and all functions. Shortcode calls are kept.
// https://gohugo.io/content-management/archetypes/
func (w *Worker) Archetype(ctx context.Context, e *site.Edition, name, src string, doc *content.Document, kind, date,
	title string,
) (string, error) {
	c := w.newCall(ctx, w.run.views.Root(e), site.Target{})
	file := view.NewFile(doc)
	out, _, err := c.Execute(name, hideShortcodes.Replace(src),
		archetype{kind, date, file, file.ContentBaseName(), title, w.run.views.Site(e)})
	if !w.run.o.Site.Config.Hugo { // what does not exist prints nothing, as in the layouts of pages
		out = strings.ReplaceAll(out, "<no value>", "")
	}
	return showShortcodes.Replace(out), err
}

// archetype is what the template of a new content file sees. Other names are errors, as in Hugo.
type archetype struct {
	Type, Date  string
	File        *view.File
	Name, Title string
	Site        *view.Site
}

// Text executes a text as a plain-text template without a page and discards its output. It returns the questions of the
// execution; messages are those of warnf and errorf.
func (w *Worker) Text(ctx context.Context, e *site.Edition, name, src string, dot any) (asked trace.Record,
	messages diag.List, err error,
) {
	c := w.newCall(ctx, w.run.views.Root(e), site.Target{})
	_, _, err = c.Execute(name, src, dot)
	return c.Recorder.Record(), c.Warnings, err
}

// SiteOf returns the view of a language's site.
func (w *Worker) SiteOf(e *site.Edition) *view.Site { return w.run.views.Site(e) }

// Placeholders for the delimiters of shortcodes while a template is executed. No file contains this text.
var (
	hideShortcodes = strings.NewReplacer("{{<", "\x00(<", ">}}", ">)\x00", "{{%", "\x00(%", "%}}", "%)\x00")
	showShortcodes = strings.NewReplacer("\x00(<", "{{<", ">)\x00", ">}}", "\x00(%", "{{%", "%)\x00", "%}}")
)
