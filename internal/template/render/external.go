package render

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/template/external"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/view"
)

// convertExternal converts the body of p with the program for its notation. The program and, if the text may include
// files, the files of the project, are questions of the body.
func (c *call) convertExternal(p *view.Page, src string) (string, *markdown.Fragments, error) {
	page, cfg := view.Model(p), c.run.o.Site.Config
	t := &external.Text{
		Notation: page.Doc.Markup, Source: src, Folder: cfg.Project, Date: page.Dates.Lastmod, Keep: cfg.KeepsVariable(),
	}
	c.run.views.AskConfig(&c.Call)
	c.AskPage(p, trace.PageCard)
	settings := asciidocSettings(cfg)
	var ignored []string
	switch t.Notation {
	case "asciidoc":
		t.Args, ignored = external.AsciiDocArgs(settings)
		if settings["workingfoldercurrent"] == true {
			out := filepath.Join(cfg.Project, filepath.FromSlash(cfg.PublishDir), filepath.FromSlash(page.URL.Rel()))
			t.Args = append(t.Args, "--base-dir", filepath.Dir(c.run.o.Tree.Name(&page.Doc.Source)), "-a", "outdir="+out)
		}
	case "rst":
		if style := rstHighlight(cfg); style != "long" {
			t.Args = []string{"--syntax-highlight=" + style}
		}
	}
	c.Resources().AskAboutProgram(&c.Call, t.Notation)
	if external.ReadsFiles(t) {
		c.Resources().AskAboutProject(&c.Call)
	}
	text, warnings, err := external.Convert(c.Context, t)
	if err != nil {
		return "", nil, &diag.Diagnostic{Rule: "markup", File: page.Doc.File, Message: err.Error()}
	}
	for _, s := range ignored {
		warnings = append(warnings, "markup.asciidocExt."+s+" has no effect")
	}
	for _, s := range warnings {
		c.Warn(diag.Warning, "markup", page.Doc.File+": "+s)
	}
	text = c.harmless(text)
	if t.Notation != "asciidoc" {
		return text, nil, nil
	}
	keep, _ := settings["preservetoc"].(bool)
	text, entries, err := html.TakeContents(text, keep)
	if err != nil || len(entries) == 0 {
		return text, nil, err
	}
	headings := make([]markdown.Heading, 0, len(entries))
	for _, e := range entries {
		headings = append(headings, markdown.Heading{ID: e.ID, Level: e.Level, Title: e.Title})
	}
	return text, markdown.FragmentsOf(headings), nil
}

// asciidocSettings returns markup.asciidocExt of the configuration, keys in lower case.
func asciidocSettings(cfg *config.Config) map[string]any {
	markup, _ := cfg.Root["markup"].(map[string]any)
	settings, _ := markup["asciidocext"].(map[string]any)
	return settings
}

// rstHighlight returns markup.rst.syntaxHighlight, which tells Docutils how to name the classes of source code.
func rstHighlight(cfg *config.Config) string {
	markup, _ := cfg.Root["markup"].(map[string]any)
	settings, _ := markup["rst"].(map[string]any)
	if style, _ := settings["syntaxhighlight"].(string); style == "short" || style == "none" {
		return style
	}
	return "long"
}
