package funcs

import (
	"fmt"
	"strings"

	"github.com/bep/goportabletext"
)

// fnPortableText is the name of the function in errors.
const fnPortableText = "transform.PortableText"

// portableText implements transform.PortableText, Markdown from Sanity's format, with the same library as Hugo:
// https://gohugo.io/functions/transform/portabletext/
//
// The library panics for values that are not blocks and for unknown annotations: here these are errors.
func portableText(params func(any) (map[string]any, bool), v any) (markdown string, err error) {
	src := any(nil)
	switch t := v.(type) {
	case []any, map[string]any:
		src = t
	case []map[string]any:
		list := make([]any, len(t))
		for i := range t {
			list[i] = t[i]
		}
		src = list
	default:
		p, ok := params(v)
		if !ok {
			return "", fmt.Errorf("%s: want a block or a list of blocks, not %s", fnPortableText, describe(v))
		}
		src = p
	}
	defer func() {
		if p := recover(); p != nil {
			markdown, err = "", fmt.Errorf("%s: %v", fnPortableText, p)
		}
	}()
	var b strings.Builder
	if err := goportabletext.ToMarkdown(goportabletext.ToMarkdownOptions{Dst: &b, Src: src}); err != nil {
		return "", fmt.Errorf("%s: %w", fnPortableText, err)
	}
	return b.String(), nil
}
