package funcs

import (
	"fmt"
	"strings"

	"github.com/bep/goportabletext"
)

// portableText is transform.PortableText, Markdown of Sanity's format, by the library that Hugo has:
// https://gohugo.io/functions/transform/portabletext/
func portableText(v any) (string, error) {
	var b strings.Builder
	if m, ok := v.([]map[string]any); ok {
		list := make([]any, len(m))
		for i := range m {
			list[i] = m[i]
		}
		v = list
	}
	if err := goportabletext.ToMarkdown(goportabletext.ToMarkdownOptions{Dst: &b, Src: v}); err != nil {
		return "", fmt.Errorf("transform.PortableText: %w", err)
	}
	return b.String(), nil
}
