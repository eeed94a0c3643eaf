package asmarkdown

import (
	"bytes"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// shown returns the only picture of a figure that shows nothing else but its caption; nil: there is more, or less.
func shown(n *html.Node) (out *html.Node) {
	if n.Data != "figure" {
		return nil
	}
	caption := find(n, "figcaption")
	if strings.TrimSpace(textOf(n, caption)) != "" {
		return nil
	}
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || c == caption || within(c, "figcaption") {
			continue
		}
		switch c.Data {
		case "img":
			if out != nil {
				return nil
			}
			out = c
		case "a", "p", "div", "span", "br", "picture", "source":
		default:
			return nil
		}
	}
	return out
}

var (
	inPixels   = pattern.New(`(?i)(?:^|[;\s])width\s*:\s*(\d+)px`)
	lineBreaks = pattern.New(`(?: {2,})?\n+`)
)

// shortcode writes a picture as the shortcode figure, which knows its size and has a caption, a link, and a class.
func (a *article) shortcode(ctx converter.Context, n, img, caption *html.Node, class string) string {
	var b strings.Builder
	b.WriteString(Begin + "figure")
	set := func(key, value string) {
		value = strings.TrimSpace(lineBreaks.ReplaceAllString(strings.TrimSpace(value), " "))
		switch {
		case value == "":
		case strings.ContainsAny(value, `"\`) && !strings.Contains(value, "`"):
			b.WriteString(" " + key + "=`" + value + "`")
		default:
			quote := strings.NewReplacer(`\`, "", `"`, `\"`) // with an escaped quote, Hugo drops all other backslashes
			if key == "caption" {
				quote = strings.NewReplacer(`\\`, "&#92;", "\\`", "&#96;", `"`, "&quot;")
			}
			b.WriteString(" " + key + `="` + quote.Replace(value) + `"`)
		}
	}
	set("src", attr(img, "src"))
	set("alt", attr(img, "alt"))
	for p := range img.Ancestors() {
		if p == n {
			break
		}
		if p.Data == "a" {
			set("link", attr(p, "href"))
		}
	}
	if caption != nil {
		var words bytes.Buffer
		ctx.RenderChildNodes(ctx, &words, caption)
		set("caption", string(ctx.UnEscapeContent(words.Bytes())))
	}
	set("class", class)
	if m := inPixels.FindStringSubmatch(attr(img, "style")); m != nil {
		set("width", m[1])
	}
	b.WriteString(End)
	return b.String()
}
