package view

import (
	"reflect"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Env returns what the functions without a site need from the execution that calls them, which running returns.
func Env(running func() *Call) *funcs.Env {
	return &funcs.Env{
		Get:  func(v any, name string) (any, error) { return running().Name(v, name, nil) },
		Call: func(name string, args ...any) (any, error) { return running().Executor.Call(name, args...) },
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
			return running().keep(list, question, answer)
		},
		Members:  func(v any) (*funcs.Object, error) { return running().members(v) },
		Classify: classOf,
		File:     resource.File,
		Group:    func(key, items any) (any, error) { return running().group(key, items) },
		Spend:    func(steps int) error { return running().Step(steps) },
		PatternAgain: func(pattern string, size, mostSize, most int) bool {
			return running().PatternAgain(pattern, size, mostSize, most)
		},
		NewScratch: func() any { return tmpl.NewStore() },
		Release:    func() config.Release { return running().Views.site.Config.Release },
		Language:   func() funcs.Language { return running().languageOfFunctions() },
		Location:   func() *time.Location { return running().Local().TimeZone },
		Now:        func() time.Time { return running().now() },
		TitleStyle: func() string { return running().Local().TitleCaseStyle },
		URLize:     func(s string) string { return site.URLize(running().Local(), s) },
		Anchorize:  func(s string) string { return running().Anchorize(s) },
		Warn:       func(id, message string) { running().Warn(diag.Warning, id, message) },
		Error:      func(id, message string) { running().Warn(diag.Error, id, message) },
	}
}

// AddFunctions adds the functions that use the site, its files, and resources.
func AddFunctions(t *tmpl.Functions, running func() *Call) {
	t.Clock = func() time.Time { return running().Views.o.Now }
	t.AskClock = func(layout string) { running().askClock(layout) }
	addSiteFunctions(t, running)
	addFileFunctions(t, running)
	addRemovedFunctions(t, running)
	resource.AddFunctions(t)
}

// now returns the build's clock, of which all may be used.
func (c *Call) now() time.Time {
	c.askClock(tmpl.WholeClock)
	return c.Views.o.Now
}

// askClock asks for what a layout shows of the build's clock.
func (c *Call) askClock(layout string) { c.Recorder.Ask(trace.Now, layout, c.Views.nowAnswer(layout)) }

func (v *Views) nowAnswer(layout string) uint64 {
	return nowAnswer(v.o.Now, v.site.Config.Zones(), layout)
}

// nowAnswer returns the answer to a question for the build's clock: its text, in its own zone and in those of the site.
func nowAnswer(now time.Time, zones []*time.Location, layout string) uint64 {
	shown := []string{tmpl.ShownAt(now, layout)}
	for _, zone := range zones {
		shown = append(shown, tmpl.ShownAt(now.In(zone), layout))
	}
	return trace.HashStrings(shown...)
}

// Local returns the settings for the language of the page being rendered, or for all.
func (c *Call) Local() *config.Local {
	if c.Page == nil {
		return &c.Views.site.Config.Local
	}
	return c.Page.p.Edition.Language.Local
}

// languageOfFunctions returns the language of the page being rendered.
func (c *Call) languageOfFunctions() funcs.Language {
	cfg := c.Views.site.Config
	if c.Page == nil {
		return funcs.Language{Key: cfg.DefaultLanguage, Default: cfg.DefaultLanguage, Exact: cfg.Hugo}
	}
	return formatsOf(cfg, c.Page.p.Edition.Language)
}

// formatsOf names the formats of a language.
func formatsOf(cfg *config.Config, l *config.Language) funcs.Language {
	return funcs.Language{Key: l.Lower, Locale: l.Locale, Default: cfg.DefaultLanguage, Exact: cfg.Hugo}
}

// Anchorize makes the IDs of headings according to the project's settings.
func (c *Call) Anchorize(text string) string {
	return markdown.Anchorize(c.Local().Markup.Goldmark.Parser.AutoIDType, text)
}
