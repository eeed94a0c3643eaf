package funcs

import (
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

// htmlToMarkdown is transform.HTMLToMarkdown, by the library that Hugo has:
// https://gohugo.io/functions/transform/htmltomarkdown/
func htmlToMarkdown(text any) (string, error) {
	s, err := str("transform.HTMLToMarkdown", text)
	if err != nil {
		return "", err
	}
	return Markdown(s)
}

// Markdown turns HTML into Markdown.
func Markdown(s string) (string, error) {
	return converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
	)).ConvertString(s)
}
