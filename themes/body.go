package themes

import (
	"html/template"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/trace"
)

// Body is a rendered body with its text facts. Several may read it at once.
type Body struct {
	HTML, Summary                          template.HTML
	WithoutSummary                         template.HTML
	Truncated                              bool
	TOC                                    *markdown.Fragments
	WordCount, FuzzyWordCount, ReadingTime int
	Warnings                               diag.List
	Trace                                  trace.Record
	Stored                                 map[string]any // what shortcodes and hooks put into .Page.Store

	source         string // Markdown with shortcodes as written (.RawContent)
	hash, textHash uint64
}

// filling is a body that is being rendered.
type filling struct{}
