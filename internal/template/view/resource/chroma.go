package resource

import (
	"errors"
	"fmt"

	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// chromaStyles implements css.ChromaStyles, the style sheet of highlighted code:
// https://gohugo.io/functions/css/chromastyles/
func chromaStyles(c Scope, options any) (*Resource, error) {
	const function = "css.ChromaStyles"
	m, ok := tmpl.Map(options)
	if !ok {
		return nil, fmt.Errorf("%s requires its options as a map, not %T", function, options)
	}
	f := c.Resources()
	o := struct {
		markdown.StyleSheet
		TargetPath string
	}{StyleSheet: markdown.StyleSheet{Style: f.o.Config.Markup.Highlight.Style}}
	if err := decodeOptions(function, m, &o); err != nil {
		return nil, err
	}
	if o.TargetPath == "" {
		return nil, errors.New(function + " requires the option targetPath")
	}
	text, err := o.CSS()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	return f.newResource(o.TargetPath, []byte(text), "text/css"), nil
}
