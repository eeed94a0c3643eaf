// Package asmarkdown converts HTML to Markdown, with the library that Hugo uses for it.
package asmarkdown

import (
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

// Convert converts an HTML fragment to CommonMark with tables. Of elements without a Markdown form, only the
// text remains. If it returns an error, the library failed and the text is unusable.
func Convert(html string) (string, error) {
	return converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
	)).ConvertString(html)
}
