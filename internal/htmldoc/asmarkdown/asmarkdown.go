// Package asmarkdown turns HTML into Markdown, with the library that Hugo has for it.
package asmarkdown

import (
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

// Convert returns the Markdown of an HTML fragment: CommonMark and tables. Elements without a Markdown form leave their
// text. An error means that the library failed; the text is then not usable.
func Convert(html string) (string, error) {
	return converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
	)).ConvertString(html)
}
