package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
)

func (a *app) printf(w io.Writer, format string, args ...any) { fmt.Fprintf(w, format, args...) }

// summary prints the result of a build.
func (a *app) summary(res *pipeline.Result, o project.Options) {
	if len(res.Stages) == 0 {
		a.printf(a.out, "Nothing changed: %s are up to date in %s (%s)\n", words.Count(res.Pages, "page"), res.Destination,
			round(o.Elapsed()))
		a.next(res.NextBuild)
		return
	}
	if o.Memory {
		a.printf(a.out, "Built %s in %s in memory; no files were written\n", words.Count(res.Pages, "page"),
			round(o.Elapsed()))
	} else {
		a.printf(a.out, "Built %s in %s into %s\n", words.Count(res.Pages, "page"), round(o.Elapsed()), res.Destination)
		a.printf(a.out, "  files:    %d written, %d unchanged, %d removed\n", res.Written, res.Unchanged, res.Removed)
	}
	if res.Away > 0 {
		a.printf(a.out, "  target:   %s not written: %s has them\n", words.Count(res.Away, "file"), a.flags.publishTarget)
	}
	a.printf(a.out, "  sitemaps: %s; feeds: %s\n", words.Count(res.SitemapURLs, "URL"), words.Count(res.FeedItems, "item"))
	a.changes(res.URLs)
	a.left(res.Left)
	if n := len(res.Diagnostics) - len(res.Diagnostics.Notes()); n > 0 {
		advice := ""
		for _, d := range res.Diagnostics {
			if len(d.Rule) > 1 && d.Rule[1] <= '9' {
				advice = `; "sitegen check --rules" explains codes such as ` + d.Rule
			}
		}
		a.printf(a.out, "  warnings: %d%s\n", n, advice)
	}
	for _, d := range res.Diagnostics.Notes() {
		a.printf(a.out, "  note:     %s\n", d.Message)
	}
	if u, err := url.Parse(res.Base); err == nil && len(u.Path) > 1 && u.Host != "" && res.SitemapURLs > 0 {
		a.printf(a.out,
			"  robots:   crawlers read only %s://%s/robots.txt: add the Sitemap line there, or submit the sitemap (sitegen notify --consoles)\n",
			u.Scheme, u.Host)
	}
	if res.CacheOff != "" {
		a.printf(a.out, "  cache:    not used: %s\n", res.CacheOff)
	}
	if res.Shared != "" {
		a.printf(a.out, "  shared:   %s\n", res.Shared)
	}
	a.next(res.NextBuild)
	a.printf(a.out, "  time:     %s\n", timings(res.Stages))
	a.guessed(res.Guessed)
}

// guessed prints the guessed settings as lines of a configuration.
func (a *app) guessed(list []config.Guess) {
	if len(list) == 0 {
		return
	}
	a.printf(a.out, "  guessed:  to keep or change it, add these lines to the configuration, such as sitegen.toml\n")
	for _, g := range list {
		a.printf(a.out, "            %s\n", g)
	}
}

// next prints when the site changes without an edit. It rounds up to a full minute, because an earlier build
// would change nothing.
func (a *app) next(at time.Time) {
	if !at.IsZero() {
		if before := at.Truncate(time.Minute); before.Before(at) {
			at = before.Add(time.Minute)
		}
		a.printf(a.out, "  next:     build and publish again on %s: a date in the site is reached then\n", minute(at))
	}
}

// minute formats a time with its offset. The name of its zone is unknown for a time from an earlier build.
func minute(t time.Time) string {
	if _, offset := t.Zone(); offset == 0 {
		return t.Format("2006-01-02 15:04 UTC")
	}
	return t.Format("2006-01-02 15:04 -07:00")
}

// changes prints how many listed URLs differ from those of the previous build.
func (a *app) changes(u pipeline.URLs) {
	if len(u.Added)+len(u.Changed)+len(u.Removed) > 0 {
		a.printf(a.out, "  changes:  %d added, %d changed, %d removed\n", len(u.Added), len(u.Changed), len(u.Removed))
	}
}

// mostLeft is the maximum number of future pages in the summary.
const mostLeft = 10

// left prints what was not built, and when future pages are published.
func (a *app) left(list []pipeline.Left) {
	by := map[string]int{}
	var future []pipeline.Left
	for _, l := range list {
		by[l.Reason]++
		if l.Reason == "future" {
			future = append(future, l)
		}
	}
	var parts []string
	for _, r := range []struct{ reason, noun, more string }{
		{"draft", "draft", " (-D)"},
		{"future", "future page", " (-F)"},
		{"expired", "expired page", " (-E)"},
		{"version", "page", " of other versions"},
		{"role", "page", " of other roles"},
	} {
		if by[r.reason] > 0 {
			parts = append(parts, words.Count(by[r.reason], r.noun)+r.more)
		}
	}
	if len(parts) == 0 {
		return
	}
	a.printf(a.out, "  left out: %s\n", strings.Join(parts, ", "))
	slices.SortStableFunc(future, func(x, y pipeline.Left) int { return x.Date.Compare(y.Date) })
	for _, l := range future[:min(len(future), mostLeft)] {
		a.printf(a.out, "            %s goes live on %s\n", l.File, minute(l.Date))
	}
	if rest := len(future) - mostLeft; rest > 0 {
		a.printf(a.out, "            … and %d later\n", rest)
	}
}

// timings lists the stages that took a significant time.
func timings(stages []pipeline.Timing) string {
	var parts []string
	for _, s := range stages {
		if s.Took >= time.Millisecond {
			parts = append(parts, s.Stage+" "+round(s.Took))
		}
	}
	if len(parts) == 0 {
		return "less than 1ms per stage"
	}
	return strings.Join(parts, ", ")
}

func round(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}

// buildJSON prints the result for programs.
func (a *app) buildJSON(res *pipeline.Result, err error) error {
	type left struct {
		File   string     `json:"file"`
		Reason string     `json:"reason"`
		Date   *time.Time `json:"date,omitempty"`
	}
	type urls struct {
		Known   bool     `json:"known"`
		Added   []string `json:"added"`
		Changed []string `json:"changed"`
		Removed []string `json:"removed"`
	}
	type stage struct {
		Stage        string  `json:"stage"`
		Milliseconds float64 `json:"milliseconds"`
	}
	v := struct {
		OK          bool       `json:"ok"`
		Destination string     `json:"destination,omitempty"`
		Pages       int        `json:"pages"`
		Written     int        `json:"written"`
		Unchanged   int        `json:"unchanged"`
		Removed     int        `json:"removed"`
		InTarget    int        `json:"inTarget,omitempty"` // and not written
		SitemapURLs int        `json:"sitemapURLs"`
		FeedItems   int        `json:"feedItems"`
		URLs        urls       `json:"urls"`
		Left        []left     `json:"left"`
		Rendered    int        `json:"rendered"`
		NextBuild   *time.Time `json:"nextBuild,omitempty"`
		Cache       string     `json:"cacheOff,omitempty"`
		Shared      string     `json:"sharedCache,omitempty"`
		Guessed     []string   `json:"guessed"`
		Stages      []stage    `json:"stages"`
		Diagnostics diag.List  `json:"diagnostics"`
	}{
		OK: err == nil, Destination: res.Destination, Pages: res.Pages,
		Written: res.Written, Unchanged: res.Unchanged, Removed: res.Removed, InTarget: res.Away,
		SitemapURLs: res.SitemapURLs, FeedItems: res.FeedItems,
		URLs:     urls{res.URLs.Known, orEmpty(res.URLs.Added), orEmpty(res.URLs.Changed), orEmpty(res.URLs.Removed)},
		Rendered: res.Rendered, Cache: res.CacheOff, Shared: res.Shared, Left: []left{}, Guessed: []string{}, Stages: []stage{},
		Diagnostics: append(append(diag.List{}, res.Diagnostics...), diag.From(err)...),
	}
	if at := res.NextBuild; !at.IsZero() {
		v.NextBuild = &at
	}
	for _, l := range res.Left {
		e := left{File: l.File, Reason: l.Reason}
		if !l.Date.IsZero() {
			e.Date = &l.Date
		}
		v.Left = append(v.Left, e)
	}
	for _, g := range res.Guessed {
		v.Guessed = append(v.Guessed, g.String())
	}
	for _, s := range res.Stages {
		v.Stages = append(v.Stages, stage{s.Stage, float64(s.Took.Microseconds()) / 1000})
	}
	if err := a.json(v); err != nil {
		return err
	}
	if err != nil {
		return exit(exitFindings)
	}
	return nil
}

// orEmpty makes JSON contain [] instead of null.
func orEmpty(list []string) []string { return append([]string{}, list...) }

// json prints one indented JSON value.
func (a *app) json(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
