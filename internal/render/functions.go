package render

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/trace"
)

// table makes the functions that templates may call, bound to the worker's running call.
func (w *Worker) table() *tmpl.Functions {
	t := &tmpl.Functions{Namespaces: funcs.Namespaces(w.env()), Alone: make(map[string]any), Aliases: funcs.Aliases(), Now: w.now}
	w.addTemplateFunctions(t)
	w.addSiteFunctions(t)
	w.addTextFunctions(t)
	w.addFileFunctions(t)
	t.Add("diagrams", "Goat", drawGoat)
	namespaces, aliases := w.resourceFunctions()
	for ns, members := range namespaces {
		for name, fn := range members {
			t.Add(ns, name, fn)
		}
	}
	for a, full := range aliases {
		t.Aliases[a] = full
	}
	return t
}

// env is what the plain functions may ask of the running call.
func (w *Worker) env() *funcs.Env {
	return &funcs.Env{
		Get:  func(v any, name string) (any, error) { return w.call().name(v, name, nil) },
		Call: func(name string, args ...any) (any, error) { return w.exec.Call(name, args...) },
		Params: func(v any) (map[string]any, bool) {
			p, ok := v.(tmpl.Params)
			return p, ok
		},
		List: func(elem reflect.Type) reflect.Type {
			if elem == reflect.TypeFor[*Page]() {
				return reflect.TypeFor[Pages]()
			}
			return nil
		},
		Keep: func(list any, question string, answer func() (any, error)) (any, error) {
			return w.call().keep(list, question, answer)
		},
		Classify:   classify,
		Group:      func(key, items any) (any, error) { return w.call().group(key, items) },
		NewScratch: func() any { return tmpl.NewStore() },
		Language:   func() funcs.Language { return w.call().languageOfFunctions() },
		Location:   func() *time.Location { return w.run.o.Site.Config.TimeZone },
		Now:        func() time.Time { return w.now(tmpl.WholeClock) },
		Random:     func() uint64 { return w.call().random() },
		Counter:    func() uint64 { return w.call().count() },
		TitleStyle: w.titleStyle(),
		URLize:     func(s string) string { return w.run.urlize(s) },
		Anchorize:  func(s string) string { return w.run.anchorize(s) },
		Warn:       func(id, message string) { w.call().warn(diag.Warning, id, message) },
		Error:      func(id, message string) { w.call().warn(diag.Error, id, message) },
	}
}

// now is the build's clock; how says how much of it is looked at.
func (w *Worker) now(how string) time.Time {
	now := w.run.o.Now
	w.call().rec.Ask(trace.Now, how, nowAnswer(now, w.run.o.Site.Config.TimeZone, how))
	return now
}

// Coarse reports whether a key of trace.Now is answered the same until the day is over.
func Coarse(key string) bool { return key == tmpl.ClockYear || key == tmpl.ClockDay }

// nowAnswer is what a question for the build's clock is answered, which is seen in its own zone and in that
// of the site.
func nowAnswer(now time.Time, zone *time.Location, key string) uint64 {
	layout := ""
	switch key {
	case tmpl.ClockYear:
		layout = "2006"
	case tmpl.ClockDay:
		layout = "2006-01-02"
	default:
		return trace.HashStrings(now.String())
	}
	if zone == nil {
		zone = time.UTC
	}
	return trace.HashStrings(now.Format(layout), now.In(zone).Format(layout))
}

func (w *Worker) titleStyle() string {
	if w.run == nil {
		return ""
	}
	return w.run.o.Site.Config.TitleCaseStyle
}

// languageOfFunctions is the language of the page being rendered.
func (c *Call) languageOfFunctions() funcs.Language {
	cfg := c.run.o.Site.Config
	if c.page == nil {
		return funcs.Language{Key: cfg.DefaultLanguage, Default: cfg.DefaultLanguage}
	}
	l := c.page.p.Edition.Language
	return funcs.Language{Key: l.Lower, Locale: l.Locale, Default: cfg.DefaultLanguage}
}

// random is a number that is the same for the same question in the same page of the same site.
func (c *Call) random() uint64 {
	c.draws++
	h := mix(hashString(c.target.File), uint64(c.draws))
	return mix(h, uint64(c.number))
}

// count is the next number of math.Counter: different within a rendering and, as good as always,
// between renderings, and the same in every build.
func (c *Call) count() uint64 {
	c.draws++
	h := hashString(c.target.File)
	if c.fill != nil { // a body is shown on other pages, too
		h = mix(h, 1)
	}
	return mix(h, uint64(c.number))>>40*10_000 + uint64(c.draws)
}

// positioned is a message that begins as .Position of a render hook or shortcode prints.
var positioned = regexp.MustCompile(`(?s)^"([^"\\]+)":([0-9]{1,9}):([0-9]{1,9}): (.+)$`)

// warn keeps a message of warnf or errorf for the result of the rendering, once. One that begins with .Position is
// told of that place.
func (c *Call) warn(severity diag.Severity, id, message string) {
	d := &diag.Diagnostic{Rule: "template-message", Severity: severity, Message: message}
	if t := c.Template(); t != nil {
		d.File = t.File().Shown
	}
	if id != "" {
		d.Rule = id
		if slices.ContainsFunc(c.run.theme.ignoredLogs(), func(s string) bool { return strings.EqualFold(s, id) }) {
			return
		}
	}
	if at := positioned.FindStringSubmatch(message); at != nil {
		d.File, d.Message = at[1], at[4]
		d.Line, _ = strconv.Atoi(at[2])
		d.Col, _ = strconv.Atoi(at[3])
	} else if name := c.Subject(); name != "" {
		d.Message += " (while rendering " + name + ")"
	}
	if !slices.ContainsFunc(c.warnings, func(o *diag.Diagnostic) bool { return *o == *d }) {
		c.warnings = append(c.warnings, d)
	}
}

// withErrors puts what errorf said before err ended the rendering in front of it: it often is the reason.
func (c *Call) withErrors(err error) error {
	var said diag.List
	for _, d := range c.warnings {
		if d.Severity == diag.Error {
			said = append(said, d)
		}
	}
	if len(said) == 0 {
		return err
	}
	return append(said, diag.From(err)...)
}
