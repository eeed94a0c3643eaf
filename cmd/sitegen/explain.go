package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
)

// explainCommand returns `sitegen explain`.
func (a *app) explainCommand() *cobra.Command {
	var hugo bool
	var reports []string
	cmd := &cobra.Command{
		Use:   "explain URL|PATH|FILE",
		Short: "Explain where a page is listed, and its date and template",
		Long: `Explain what search engines and feed readers see of a page: whether it is in
each sitemap, feed, and robots.txt, by which rule, and where that is set (front
matter, a cascade, the configuration, a line of robots.txt, a template); its
date in the sitemap and where the date comes from; the files that list it; and
the template that was chosen and those that match less specifically.

Name the page by its URL, its path on the site, its content file, or its output
file; a file that discovery.files lists, by its URL or path. Everything is
rendered as in a build, and nothing is written to the output folder.

With --report, the command reads an export of Google Search Console or Bing
Webmaster Tools (CSV or zip), and names for each URL the cause that the site
itself shows: noindex, a canonical URL elsewhere, another spelling, a redirect,
robots.txt, no sitemap, no links, a page that was removed or never existed. Name
the output folder of any other generator to explain that site.

With --hugo, the command lists what a whole Hugo project needs before its first
build: its modules, the programs and servers that its templates and content
use, what is refused, and configuration keys that have no effect.`,
		Example: `  sitegen explain /posts/one/
  sitegen explain content/posts/one.md --json
  sitegen explain --report Table.csv
  sitegen explain --report export.zip dist
  sitegen explain --hugo`,
		Args: func(cmd *cobra.Command, args []string) error {
			if hugo {
				return noSuchCommand(cmd, args)
			}
			if len(reports) > 0 {
				return cobra.MaximumNArgs(1)(cmd, args)
			}
			return takes(1, 1,
				"name one page by its URL, its content file, or its output file\n  hint: sitegen explain /posts/one/")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if hugo {
				return a.explainHugo()
			}
			if len(reports) > 0 {
				return a.explainReport(cmd, reports, args)
			}
			return a.explain(cmd.Context(), args[0])
		},
	}
	cmd.Flags().StringArrayVar(&reports, "report", nil,
		"`file` exported by a search engine: explain why its URLs are not indexed; repeatable")
	cmd.Flags().BoolVar(&hugo, "hugo", false, "list what a Hugo project needs, and what will differ")
	a.flags.site(cmd.Flags())
	return cmd
}

func (a *app) explain(ctx context.Context, what string) error {
	b, err := a.builder()
	if err != nil {
		return err
	}
	list, err := inspect.Explain(ctx, b.Options(), what)
	if err != nil {
		a.problems(diag.From(err))
		return exit(exitFindings)
	}
	if a.flags.json {
		out := make([]explainedJSON, len(list))
		for i := range list {
			out[i] = explainJSON(&list[i])
		}
		return a.json(out)
	}
	for i := range list {
		if i > 0 {
			a.printf(a.out, "\n")
		}
		a.explained(&list[i])
	}
	return nil
}

// explained prints the explanation of one page.
func (a *app) explained(x *inspect.Explained) {
	name := x.URL
	if name == "" {
		name = x.File
	}
	a.printf(a.out, "%s\n", name)
	if x.NotBuilt != "" {
		rule := "L9"
		switch x.NotBuilt {
		case "disabled":
			rule = "disableKinds"
		case "version", "role":
			rule = "sites.matrix"
		}
		a.printf(a.out, "  not built: %s [%s] (%s)\n", x.NotBuilt, rule, position(x.File, x.Line))
		return
	}
	source := x.Kind
	if x.File != "" {
		source += " " + x.File
	}
	a.printf(a.out, "  source:    %s (%s)\n", source, x.Language)
	for _, e := range x.Emitters {
		a.printf(a.out, "  %s\n", emitterText(e))
	}
	if len(x.Sitemaps) > 0 {
		a.printf(a.out, "  listed in: %s\n", strings.Join(x.Sitemaps, ", "))
	}
	a.printf(a.out, "  lastmod:   %s\n", dateText(x.LastMod))
	if !x.Seen.IsZero() {
		a.printf(a.out, "  ledger:    first seen %s, %s\n", x.Seen.Format(time.RFC3339), changedText(x.Changed))
	}
	if x.ID != "" {
		a.printf(a.out, "  feed id:   %s\n", x.ID)
	}
	for _, alt := range x.Alternates {
		a.printf(a.out, "  hreflang:  %s %s\n", alt.Lang, alt.Href)
	}
	for _, t := range x.Templates {
		a.printf(a.out, "  output:    %s from %s\n", t.Output, templateText(t))
		if len(t.Others) > 0 {
			a.printf(a.out, "             less specific: %s\n", strings.Join(t.Others, ", "))
		}
	}
}

func emitterText(e emission.Answer) string {
	s := "out:       " + e.Emitter
	if e.In {
		s = "in:        " + e.Emitter
	}
	if e.Why != "" {
		s += ": " + e.Why
	}
	if e.Rule != "" {
		s += " [" + e.Rule + "]"
	}
	if at := position(e.File, e.Line); at != "" {
		s += " (" + at + ")"
	}
	return s
}

func dateText(d emit.Date) string {
	if d.Time.IsZero() {
		return "none: no source knows a date"
	}
	s := d.Time.Format(time.RFC3339) + " from " + d.From
	at := position(d.File, d.Line)
	if d.Commit != "" {
		at += ", commit " + d.Commit
	}
	if at != "" {
		s += " (" + at + ")"
	}
	if d.Out != "" {
		s += ", left out: " + d.Out
	}
	return s
}

func changedText(t time.Time) string {
	if t.IsZero() {
		return "no change seen"
	}
	return "last changed " + t.Format(time.RFC3339)
}

func templateText(t inspect.Template) string {
	switch {
	case t.Template == "":
		return "sitegen itself (no template)"
	case t.Base != "":
		return t.Template + " in " + t.Base
	}
	return t.Template
}

// position returns "file:line", as far as known.
func position(file string, line int) string {
	if file == "" || line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// The JSON of an explanation.
type (
	explainedJSON struct {
		URL        string         `json:"url,omitempty"`
		File       string         `json:"file,omitempty"`
		Kind       string         `json:"kind,omitempty"`
		Language   string         `json:"language"`
		NotBuilt   string         `json:"notBuilt,omitempty"`
		Line       int            `json:"line,omitempty"` // of the setting that excludes it
		Emitters   []answerJSON   `json:"emitters"`
		Sitemaps   []string       `json:"sitemaps"`
		LastMod    *dateJSON      `json:"lastmod,omitempty"`
		FirstSeen  *time.Time     `json:"firstSeen,omitempty"`
		Changed    *time.Time     `json:"lastChanged,omitempty"`
		ID         string         `json:"feedID,omitempty"`
		Alternates []hreflangJSON `json:"hreflang"`
		Outputs    []outputJSON   `json:"outputs"`
	}
	answerJSON struct {
		Emitter string `json:"emitter"`
		In      bool   `json:"in"`
		Rule    string `json:"rule,omitempty"`
		Why     string `json:"why,omitempty"`
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Key     string `json:"key,omitempty"`
	}
	dateJSON struct {
		Date    time.Time `json:"date"`
		From    string    `json:"from"`
		File    string    `json:"file,omitempty"`
		Line    int       `json:"line,omitempty"`
		Commit  string    `json:"commit,omitempty"`
		LeftOut string    `json:"leftOut,omitempty"`
	}
	hreflangJSON struct {
		Lang string `json:"lang"`
		Href string `json:"href"`
	}
	outputJSON struct {
		File     string   `json:"file"`
		Template string   `json:"template,omitempty"`
		Base     string   `json:"base,omitempty"`
		Others   []string `json:"others"`
	}
)

func explainJSON(x *inspect.Explained) explainedJSON {
	out := explainedJSON{
		URL: x.URL, File: x.File, Kind: x.Kind, Language: x.Language, NotBuilt: x.NotBuilt, Line: x.Line, ID: x.ID,
		Emitters: []answerJSON{}, Sitemaps: orEmpty(x.Sitemaps), Alternates: []hreflangJSON{}, Outputs: []outputJSON{},
	}
	for _, e := range x.Emitters {
		out.Emitters = append(out.Emitters, answerJSON(e))
	}
	if d := x.LastMod; !d.Time.IsZero() {
		out.LastMod = &dateJSON{d.Time, d.From, d.File, d.Line, d.Commit, d.Out}
	}
	if !x.Seen.IsZero() {
		out.FirstSeen = &x.Seen
	}
	if !x.Changed.IsZero() {
		out.Changed = &x.Changed
	}
	for _, alt := range x.Alternates {
		out.Alternates = append(out.Alternates, hreflangJSON(alt))
	}
	for _, t := range x.Templates {
		out.Outputs = append(out.Outputs, outputJSON{t.Output, t.Template, t.Base, orEmpty(t.Others)})
	}
	return out
}
