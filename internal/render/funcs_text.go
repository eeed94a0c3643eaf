package render

import (
	"fmt"
	"html/template"

	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/tmpl"
)

// addTextFunctions adds the functions that need the project's Markdown settings:
// https://gohugo.io/functions/transform/
func (w *Worker) addTextFunctions(t *tmpl.Functions) {
	t.Add("lang", "Translate", func(id any, args ...any) (string, error) {
		return translate(w.call(), tmpl.Text(id), args...)
	}, "i18n", "T")
	t.Add("diagrams", "Goat", drawGoat)
	t.Add("transform", "Markdownify", func(s any) (template.HTML, error) {
		return w.call().markdownify(tmpl.Text(s))
	}, "markdownify")
	t.Add("transform", "Emojify", func(s any) (template.HTML, error) {
		return template.HTML(markdown.Emojify(tmpl.Text(s))), nil
	}, "emojify")
	t.Add("transform", "Highlight", func(code, lang any, opts ...any) (template.HTML, error) {
		w.run.views.AskConfig(&w.call().Call)
		return w.run.converter.Highlight(tmpl.Text(code), tmpl.Text(lang), tmpl.Optional(opts))
	}, "highlight")
	t.Add("transform", "ToMath", func(formula any, options ...any) (template.HTML, error) { return w.toMath(formula, options...) })
	t.Add("transform", "CanHighlight", func(lang any) bool { return w.run.converter.CanHighlight(tmpl.Text(lang)) })
	t.Add("transform", "HighlightCodeBlock", func(block any, opts ...any) (markdown.Highlighted, error) {
		b, ok := block.(*CodeBlock)
		if !ok {
			return markdown.Highlighted{}, fmt.Errorf("HighlightCodeBlock wants the context of a code block hook, not %T", block)
		}
		w.run.views.AskConfig(&w.call().Call)
		return w.run.converter.HighlightCodeBlock(b.hook, tmpl.Optional(opts))
	})
}
