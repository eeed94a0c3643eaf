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

// Call is one running execution of a template, as views see it: the page and format being rendered, and the recorder of
// its questions. A method of a view or a template function that reads more than its arguments takes a *Call as its
// first parameter. The dispatcher passes it; it is not visible in templates. Views are shared by all renderings and
// have no state of a call.
//
// A page's layout, its partials, and its content views share one Call. The body of a page has a separate Call, because
// it is kept for all who use it.
type Call struct {
	tmpl.Call
	Views       *Views
	Renderer    Renderer
	Recorder    *trace.Recorder
	Page        *Page       // the page being rendered; nil outside one (never in a layout)
	Target      site.Target // the output being rendered
	Pager       *pagerState // how .Paginate of this page split the list; nil until it is called
	Number      int         // which pager page is being rendered, from 1
	InBody      bool        // the text of a page is being rendered, not a layout
	MarkupScope string      // .Markup scope of the text being rendered, also for hooks and shortcodes; "" for none
	OfPage      int         // number of reads that depend on which page is being rendered

	Shortcode  *Shortcode            // the shortcode being rendered, nil for none
	Warnings   diag.List             // for the result of the rendering
	Stores     map[*Page]*tmpl.Store // page stores of this rendering
	Seen       *Page                 // the page that was read last
	seenFacets uint64                // facets of Seen that are recorded, by trace.Kind
	Outputs    []resource.Output     // files that resource functions published
	watched    *watch                // the list whose members are being read in order
}

// Renderer provides the rendered text of pages to views. It records the questions itself.
type Renderer interface {
	Content(p *Page) (template.HTML, error)
	Summary(p *Page) (template.HTML, error)
	// Truncated reports whether the text continues after the summary.
	Truncated(p *Page) (bool, error)
	// SummaryType returns where the summary comes from: "manual", "frontmatter", or "auto".
	SummaryType(p *Page) (string, error)
	ContentWithoutSummary(p *Page) (template.HTML, error)
	// Length returns the length of Content in bytes.
	Length(p *Page) (int, error)
	Facts(p *Page) (Facts, error)
	Fragments(p *Page) (*markdown.Fragments, error)
	TableOfContents(p *Page) (template.HTML, error)
	// Source returns the body as written, and its first line in the file.
	Source(p *Page) (text string, line int, err error)
	RenderShortcodes(p *Page) (template.HTML, error)
	RenderString(p *Page, args []any) (template.HTML, error)
	HasShortcode(p *Page, name string) (bool, error)
	// ContentView executes the content view of p with that name: .Render "card".
	ContentView(p *Page, name string, dot any) (string, error)
	// Translate returns the string of a key in a language.
	Translate(lang string, id any, args []any) (string, error)
	// Execute executes a text as a plain-text template; name is used in errors.
	Execute(name, text string, dot any) (out string, ofSite bool, err error)
	// OwnSitemap reports whether the project has a template for sitemaps.
	OwnSitemap(e *site.Edition) (bool, error)
}

// Facts are the counts of the text of a page.
type Facts struct {
	WordCount, FuzzyWordCount, ReadingTime int // ReadingTime in minutes
}

// NewCall starts an execution for a page in a target.
func (v *Views) NewCall(ctx context.Context, e *tmpl.Executor, rec *trace.Recorder, page *Page, t site.Target) Call {
	c := Call{Call: tmpl.Call{Context: ctx, Executor: e}, Views: v, Recorder: rec, Page: page, Target: t, Number: 1}
	c.Limited(tmpl.PageSteps * len(v.site.Pages))
	return c
}

// Used records that a template is executed.
func (c *Call) Used(f *tmpl.File) { c.Recorder.Ask(trace.Template, f.Shown, f.Hash) }

// Subject names the page being rendered, for messages.
func (c *Call) Subject() string {
	switch {
	case c.Page == nil:
		return ""
	case c.Shortcode != nil && c.Page.p.Doc != nil:
		return fmt.Sprintf("%s:%d", c.Page.p.Doc.File, c.Shortcode.call.Line)
	}
	return site.NameOf(c.Page.p)
}

// Name resolves one name on v.
func (c *Call) Name(v any, name string, args []any) (any, error) {
	return c.Executor.Name(c, v, name, args)
}

// Get resolves names one after the other, starting at v. The arguments belong to the last name.
func (c *Call) Get(v any, path []string, args ...any) (any, error) {
	return c.Executor.Get(c, v, path, args...)
}

// Language returns the lower-case key of the language of the page being rendered.
func (c *Call) Language() string {
	if c.Page != nil {
		return c.Page.p.Edition.Language.Lower
	}
	return ""
}

// edition returns the site of the page being rendered, or the first one outside of a page.
func (c *Call) edition() *site.Edition {
	if c.Page != nil {
		return c.Page.p.Edition
	}
	return c.Views.site.Editions[0]
}

// StoreOf returns the Store of a page, a site, or hugo in this rendering.
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

// Published returns the outputs other than the page itself, by their paths in the output folder.
func (c *Call) Published() []resource.Output {
	for i := range c.Outputs {
		if o := &c.Outputs[i]; o.Shared {
			o.File, o.Shared = path.Join(c.Page.p.Edition.Language.Lower, o.File), false
		}
	}
	return c.Outputs
}

// Publish adds a file to the outputs of this call, unless the call already published a file with that name.
func (c *Call) Publish(o resource.Output) {
	c.Note(4 + len(c.Outputs)/32)
	for _, have := range c.Outputs {
		if have.File == o.File && have.Shared == o.Shared {
			return
		}
	}
	c.Outputs = append(c.Outputs, o)
}

// positioned matches the output of .Position of a render hook, a shortcode, or a file, and the rest of a message.
var positioned = regexp.MustCompile(`(?s)^"([^"\\]+?)"?:([0-9]{1,9}):([0-9]{1,9})"?(?:: (.+))?$`)

// unknownIcon matches a message of the embedded themes about a value, which may be one in a list of cards.
var unknownIcon = regexp.MustCompile(`^icon: "([^"]+)" is not known`)

// CutPosition moves the position at the start of a message into a diagnostic, and returns the rest of the message;
// false if there is none.
func CutPosition(d *diag.Diagnostic, message string) (rest string, ok bool) {
	at := positioned.FindStringSubmatch(message)
	if at == nil {
		return message, false
	}
	d.File = at[1]
	d.Line, _ = strconv.Atoi(at[2])
	d.Col, _ = strconv.Atoi(at[3])
	return at[4], true
}

// Translate returns the string of a key in a language.
func (c *Call) Translate(lang string, id any, args []any) (string, error) {
	return c.Renderer.Translate(lang, id, args)
}

// Untranslated is the ID of warnings about a text that a language does not have.
const Untranslated = "missing-translation"

// Warn keeps a message of warnf or errorf for the result of the rendering, once. One that starts with .Position has
// that position.
func (c *Call) Warn(severity diag.Severity, id, message string) {
	d := &diag.Diagnostic{Rule: "template-message", Severity: severity, Message: message}
	if c.Said != nil {
		d.File, d.Line, d.Col = c.Said.File, c.Said.Line, c.Said.Col
	} else if t := c.Template(); t != nil {
		d.File = t.File().Shown
	}
	if id != "" {
		d.Rule = id
		if c.Views.site.Config.Ignores(id) {
			return
		}
	}
	if rest, ok := CutPosition(d, message); ok && rest != "" {
		d.Message = rest
		if icon := unknownIcon.FindStringSubmatch(rest); icon != nil {
			d.About = icon[1]
		}
	} else if name := c.Subject(); name != "" && id != deprecated && id != Untranslated && !c.placed(message) {
		d.Message = strings.TrimSuffix(message, " (while rendering "+name+")") + " (while rendering " + name + ")"
	}
	c.warn(d)
}

// placed reports whether a message contains the .Position of the shortcode that is executed.
func (c *Call) placed(message string) bool {
	return c.Shortcode != nil && c.Page.p.Doc != nil && strings.Contains(message, c.Subject()+":")
}

// Replaced keeps a warning about a value that a template of a Hugo project must not print.
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

// WithErrors puts the messages of errorf before the error that ended the rendering, since they often are the reason.
func (c *Call) WithErrors(err error) error {
	said := c.Warnings.Errors()
	if len(said) == 0 {
		return err
	}
	return append(said, diag.From(err)...)
}

// Resources returns the resources of the build.
func (c *Call) Resources() *resource.Files { return c.Views.files }

// InText reports whether the text of a page is being rendered.
func (c *Call) InText() bool { return c.InBody }

// Host returns the base of the page being rendered.
func (c *Call) Host() *site.Base { return c.Page.p.Edition.Base }

// Execute executes a text as a plain-text template; name is used in errors.
func (c *Call) Execute(name, text string, dot any) (string, bool, error) {
	return c.Renderer.Execute(name, text, dot)
}
