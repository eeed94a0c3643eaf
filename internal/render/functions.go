package render

import (
	"reflect"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/trace"
)

// table makes the functions that templates may call, bound to the worker's running call.
func (w *Worker) table() *tmpl.Functions {
	t := &tmpl.Functions{Namespaces: funcs.Namespaces(w.env()), Alone: make(map[string]any), Aliases: funcs.Aliases(), Now: w.now}
	w.addTemplateFunctions(t)
	w.addTextFunctions(t)
	AddFunctions(t, func() *Call { return &w.call().Call })
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
		URLize:     func(s string) string { return site.URLize(w.run.o.Site.Config, s) },
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
func (c *call) languageOfFunctions() funcs.Language {
	cfg := c.run.o.Site.Config
	if c.page == nil {
		return funcs.Language{Key: cfg.DefaultLanguage, Default: cfg.DefaultLanguage}
	}
	l := c.page.p.Edition.Language
	return funcs.Language{Key: l.Lower, Locale: l.Locale, Default: cfg.DefaultLanguage}
}

// random is a number that is the same for the same question in the same page of the same site.
func (c *call) random() uint64 {
	c.draws++
	h := mix(hashString(c.target.File), uint64(c.draws))
	return mix(h, uint64(c.number))
}

// count is the next number of math.Counter: different within a rendering and, as good as always,
// between renderings, and the same in every build.
func (c *call) count() uint64 {
	c.draws++
	h := hashString(c.target.File)
	if c.fill != nil { // a body is shown on other pages, too
		h = mix(h, 1)
	}
	return mix(h, uint64(c.number))>>40*10_000 + uint64(c.draws)
}
