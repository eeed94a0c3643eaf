package render

import (
	"fmt"
	"html/template"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// addTextFunctions adds the functions that need the project's Markdown settings:
// https://gohugo.io/functions/transform/
func (w *Worker) addTextFunctions(t *tmpl.Functions) {
	t.Add("lang", "Translate", func(id any, args ...any) (string, error) {
		c := w.call()
		lang := c.Language()
		if c.Page == nil {
			lang = c.run.theme.strings.Fallback()
		}
		return c.Translate(lang, id, args)
	}, "i18n", "T")
	t.Add("diagrams", "Goat", drawGoat)
	t.Add("transform", "Markdownify", func(s any) (template.HTML, error) {
		text, err := funcs.Text("transform.Markdownify", s)
		if err != nil {
			return "", err
		}
		return w.call().markdownify(text)
	}, "markdownify")
	t.Add("transform", "Highlight", w.highlight, "highlight")
	t.Add("transform", "ToMath", func(
		formula any, options ...any,
	) (template.HTML, error) {
		return w.toMath(formula, options...)
	})
	t.Add("transform", "CanHighlight", func(lang any) bool { return w.call().converter().CanHighlight(tmpl.Text(lang)) })
	t.Add("transform", "HighlightCodeBlock", func(block any, opts ...any) (markdown.Highlighted, error) {
		b, ok := block.(*CodeBlock)
		if !ok {
			return markdown.Highlighted{}, fmt.Errorf("HighlightCodeBlock requires the context of a code block hook, not %T",
				block)
		}
		w.run.views.AskConfig(&w.call().Call)
		return w.call().converter().HighlightCodeBlock(b.hook, tmpl.Optional(opts))
	})
}

// highlight implements transform.Highlight: CODE [LANG] [OPTIONS]. A single argument after the code is OPTIONS if it is
// a map, or has an equals sign or a comma (https://gohugo.io/functions/transform/highlight/).
func (w *Worker) highlight(code any, args ...any) (template.HTML, error) {
	const fn = "transform.Highlight"
	text, err := funcs.Text(fn, code)
	if err != nil {
		return "", err
	}
	var lang string
	var opts any
	if len(args) > 0 {
		if lang, err = funcs.Text(fn, args[0]); reflect.ValueOf(args[0]).Kind() == reflect.Map {
			opts, err = args[0], nil
		}
	}
	switch {
	case err != nil:
		return "", err
	case len(args) > 2:
		return "", fmt.Errorf("%s takes code, a language and options, not %d arguments", fn, len(args)+1)
	case len(args) == 2:
		opts = args[1]
	case strings.ContainsAny(lang, "=,"):
		lang, opts = "", lang
	}
	w.run.views.AskConfig(&w.call().Call)
	return w.call().converter().Highlight(text, lang, opts)
}
