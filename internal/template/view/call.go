package view

import (
	"context"
	"fmt"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Call is one running execution of a template, as views see it: for which page and format it is, and the
// recorder of the questions it asks. A method of a view or a template function that reads anything
// beyond its arguments takes a *Call as its first parameter; the dispatcher fills it in, templates
// never see it. Views themselves are shared by all who render and hold no state of a call.
//
// A page's layout, its partials and its content views run in one Call. The body of a page runs in a
// Call of its own, because its answer is kept for all that ask.
type Call struct {
	tmpl.Call
	Views       *Views
	Renderer    Renderer
	Recorder    *trace.Recorder
	Page        *Page       // the page being rendered; nil outside one (never in a layout)
	Target      site.Target // the output being rendered
	Pager       *pagerState // what .Paginate of this page decided; nil until it is asked
	Number      int         // which pager page is being rendered, from 1
	InBody      bool        // the text of a page is being rendered, not a layout
	MarkupScope string      // that texts are rendered in, also by hooks and shortcodes; "" for none
	OfPage      int         // how often something was read that depends on which page is being rendered

	Shortcode  *Shortcode            // the shortcode being rendered, nil for none
	Warnings   diag.List             // for the result of the rendering
	Stores     map[*Page]*tmpl.Store // page stores of this rendering
	Seen       *Page                 // the page that was read last
	seenFacets uint64                // its facets that are recorded, by trace.Kind
	Outputs    []resource.Output     // what resource functions published
	watched    *watch                // the list whose members are being read one after the other
}

// Renderer is what views ask of the rendering that they are read in. It records the questions itself.
type Renderer interface {
	Content(p *Page) (template.HTML, error)
	Summary(p *Page) (template.HTML, error)
	// Truncated reports whether there is more than the summary.
	Truncated(p *Page) (bool, error)
	ContentWithoutSummary(p *Page) (template.HTML, error)
	// Length is that of Content in bytes.
	Length(p *Page) (int, error)
	Facts(p *Page) (Facts, error)
	Fragments(p *Page) (*markdown.Fragments, error)
	TableOfContents(p *Page) (template.HTML, error)
	// Source returns the body as written, and the line of its file that it begins at.
	Source(p *Page) (text string, line int, err error)
	RenderShortcodes(p *Page) (template.HTML, error)
	RenderString(p *Page, args []any) (template.HTML, error)
	HasShortcode(p *Page, name string) (bool, error)
	// ContentView executes the content view of that name: .Render "card".
	ContentView(p *Page, name string) (string, error)
	// Execute executes a text as a plain-text template; name is that of the text for errors.
	Execute(name, text string, dot any) (out string, ofSite bool, err error)
	// OwnSitemap reports whether the project has a template for sitemaps.
	OwnSitemap(e *site.Edition) (bool, error)
}

// Facts are what is counted in the text of a page.
type Facts struct {
	WordCount, FuzzyWordCount, ReadingTime int // ReadingTime in minutes
}

// NewCall starts an execution for a page in a target.
func (v *Views) NewCall(ctx context.Context, e *tmpl.Executor, rec *trace.Recorder, page *Page, t site.Target) Call {
	c := Call{Call: tmpl.Call{Context: ctx, Executor: e}, Views: v, Recorder: rec, Page: page, Target: t, Number: 1}
	c.Limited(tmpl.PageSteps * len(v.site.Pages))
	return c
}

// Used notes that a template is executed.
func (c *Call) Used(f *tmpl.File) { c.Recorder.Ask(trace.Template, f.Shown, f.Hash) }

// Subject names the page being rendered, for people.
func (c *Call) Subject() string {
	switch {
	case c.Page == nil:
		return ""
	case c.Shortcode != nil && c.Page.p.Doc != nil:
		return fmt.Sprintf("%s:%d", c.Page.p.Doc.File, c.Shortcode.call.Line)
	}
	return NameOf(c.Page.p)
}

// rendering names a page for people: its file, else its kind and path.
func NameOf(p *site.Page) string {
	if p.Doc != nil {
		return p.Doc.File
	}
	return "the " + string(p.Kind) + " " + p.Path
}

// name resolves one name on v.
func (c *Call) Name(v any, name string, args []any) (any, error) {
	return c.Executor.Name(c, v, name, args)
}

// get resolves one name after the other on v. The arguments belong to the last name.
func (c *Call) Get(v any, path []string, args ...any) (any, error) {
	return c.Executor.Get(c, v, path, args...)
}

// language is the lower-case key of the language of the page being rendered.
func (c *Call) Language() string {
	if c.Page != nil {
		return c.Page.p.Edition.Language.Lower
	}
	return ""
}

// edition is the site of the page being rendered, the first one outside of a page.
func (c *Call) edition() *site.Edition {
	if c.Page != nil {
		return c.Page.p.Edition
	}
	return c.Views.site.Editions[0]
}

// storeOf returns the Store that this rendering has for a page, a site, or hugo.
func (c *Call) StoreOf(owner *Page) *tmpl.Store {
	s, ok := c.Stores[owner]
	if !ok {
		if c.Stores == nil {
			c.Stores = make(map[*Page]*tmpl.Store)
		}
		s = tmpl.NewStore()
		c.Stores[owner] = s
		c.Keeps(s)
	}
	return s
}

// Published are the outputs besides the page itself, under their paths in the output folder.
func (c *Call) Published() []resource.Output {
	for i := range c.Outputs {
		if o := &c.Outputs[i]; o.Shared {
			o.File, o.Shared = path.Join(c.Page.p.Edition.Language.Lower, o.File), false
		}
	}
	return c.Outputs
}

// publish adds a file to the outputs of this call. A file of that name that the call published
// before is kept.
func (c *Call) Publish(o resource.Output) {
	c.Note(4 + len(c.Outputs)/32)
	for _, have := range c.Outputs {
		if have.File == o.File && have.Shared == o.Shared {
			return
		}
	}
	c.Outputs = append(c.Outputs, o)
}

// positioned is what .Position of a render hook, a shortcode, or a file prints, and the rest of a message.
var positioned = regexp.MustCompile(`(?s)^"([^"\\]+?)"?:([0-9]{1,9}):([0-9]{1,9})"?(?:: (.+))?$`)

// Place gives a diagnostic the position that a message begins with, and returns the rest of the message; false if it
// has none.
func Place(d *diag.Diagnostic, message string) (rest string, ok bool) {
	at := positioned.FindStringSubmatch(message)
	if at == nil {
		return message, false
	}
	d.File = at[1]
	d.Line, _ = strconv.Atoi(at[2])
	d.Col, _ = strconv.Atoi(at[3])
	return at[4], true
}

// Untranslated is the ID of warnings about a text that a language does not have, on all pages.
const Untranslated = "missing-translation"

// Warn keeps a message of warnf or errorf for the result of the rendering, once. One that begins with .Position is
// reported at that place.
func (c *Call) Warn(severity diag.Severity, id, message string) {
	d := &diag.Diagnostic{Rule: "template-message", Severity: severity, Message: message}
	if c.Said != nil {
		d.File, d.Line, d.Col = c.Said.File, c.Said.Line, c.Said.Col
	} else if t := c.Template(); t != nil {
		d.File = t.File().Shown
	}
	if id != "" {
		d.Rule = id
		if c.Views.ignores(id) {
			return
		}
	}
	if rest, ok := Place(d, message); ok && rest != "" {
		d.Message = rest
	} else if name := c.Subject(); name != "" && id != deprecated && id != Untranslated {
		d.Message += " (while rendering " + name + ")"
	}
	c.warn(d)
}

// Replaced keeps a warning about a value that a template of a Hugo project may not print.
func Replaced(s tmpl.Scope, d *diag.Diagnostic) {
	if c, ok := s.(*Call); ok {
		c.warn(d)
	}
}

// warn keeps a message once.
func (c *Call) warn(d *diag.Diagnostic) {
	c.Note(20 + len(c.Warnings)/8)
	if !slices.ContainsFunc(c.Warnings, func(o *diag.Diagnostic) bool {
		return o.Rule == d.Rule && o.Severity == d.Severity && o.File == d.File && o.Message == d.Message
	}) {
		c.Warnings = append(c.Warnings, d)
	}
}

// ignores reports whether the project does not want to hear of messages with an id. Older projects say ignoreErrors.
// https://gohugo.io/configuration/all/#ignorelogs
func (s *perSite) ignores(id string) bool {
	list, _ := s.site.Config.Root["ignorelogs"].([]any)
	older, _ := s.site.Config.Root["ignoreerrors"].([]any)
	list = slices.Concat(list, older)
	return slices.ContainsFunc(list, func(v any) bool {
		text, ok := v.(string)
		return ok && strings.EqualFold(strings.TrimSpace(text), id)
	})
}

// withErrors puts what errorf said before err ended the rendering in front of it: it often is the reason.
func (c *Call) WithErrors(err error) error {
	said := c.Warnings.Errors()
	if len(said) == 0 {
		return err
	}
	return append(said, diag.From(err)...)
}

// Resources returns the resources of the build.
func (c *Call) Resources() *resource.Files { return c.Views.files }

// InText reports whether the text of a page is rendered.
func (c *Call) InText() bool { return c.InBody }

// Host is the base of the page being rendered.
func (c *Call) Host() *site.Base { return c.Page.p.Edition.Home.URL.Base() }

// Execute executes a text as a plain-text template; name is that of the text for errors.
func (c *Call) Execute(name, text string, dot any) (string, bool, error) {
	return c.Renderer.Execute(name, text, dot)
}
