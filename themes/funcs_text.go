package themes

import (
	"fmt"
	"html/template"

	"github.com/sitegen/sitegen/internal/markdown"
)

// addTextFunctions adds the functions that need the project's Markdown settings:
// https://gohugo.io/functions/transform/
func (w *Worker) addTextFunctions(t *functionTable) {
	t.add("transform", "Markdownify", func(s any) (template.HTML, error) {
		return w.call.markdownify(asText(s))
	}, "markdownify")
	t.add("transform", "Emojify", func(s any) (template.HTML, error) {
		return template.HTML(markdown.Emojify(asText(s))), nil
	}, "emojify")
	t.add("transform", "Highlight", func(code, lang any, opts ...any) (template.HTML, error) {
		w.run.askConfig(w.call)
		return w.run.converter.Highlight(asText(code), asText(lang), optional(opts))
	}, "highlight")
	t.add("transform", "ToMath", func(formula any, options ...any) (template.HTML, error) { return w.toMath(formula, options...) })
	t.add("transform", "CanHighlight", func(lang any) bool { return w.run.converter.CanHighlight(asText(lang)) })
	t.add("transform", "HighlightCodeBlock", func(block any, opts ...any) (markdown.Highlighted, error) {
		b, ok := block.(*CodeBlock)
		if !ok {
			return markdown.Highlighted{}, fmt.Errorf("HighlightCodeBlock wants the context of a code block hook, not %T", block)
		}
		w.run.askConfig(w.call)
		return w.run.converter.HighlightCodeBlock(b.hook, optional(opts))
	})
}

// asText is any value as a string: nil is empty, HTML is taken as it is.
func asText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case template.HTML:
		return string(v)
	case []byte:
		return string(v)
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(v)
}
