package funcs

import "github.com/sitegen/sitegen/internal/htmldoc/asmarkdown"

// htmlToMarkdown implements transform.HTMLToMarkdown: https://gohugo.io/functions/transform/htmltomarkdown/
func htmlToMarkdown(text any) (string, error) {
	s, err := str("transform.HTMLToMarkdown", text)
	if err != nil {
		return "", err
	}
	if err := shortEnough("transform.HTMLToMarkdown", s); err != nil {
		return "", err
	}
	return asmarkdown.Convert(s)
}
