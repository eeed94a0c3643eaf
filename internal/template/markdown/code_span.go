package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// longestWhole is the longest code, in bytes, that is kept on one line: it fits the width of a phone.
const longestWhole = 32

// codeSpans renders code in a text. A word with a hyphen, such as --dry-run, has the class whole, with which the
// embedded themes keep it on one line; browsers break lines after any hyphen.
func codeSpans(w html.Writer) renderer.NodeRendererFunc {
	defaults := rendererFuncs{}
	html.NewRenderer(html.WithWriter(w)).RegisterFuncs(defaults)
	render := defaults[ast.KindCodeSpan]
	return func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && isWhole(n, src) {
			n.SetAttributeString("class", []byte(strings.TrimSpace(attributeText(n, "class")+" whole")))
		}
		return render(w, src, n, entering)
	}
}

type rendererFuncs map[ast.NodeKind]renderer.NodeRendererFunc

func (r rendererFuncs) Register(kind ast.NodeKind, f renderer.NodeRendererFunc) { r[kind] = f }

func isWhole(n ast.Node, src []byte) bool {
	text, ok := n.FirstChild().(*ast.Text)
	if !ok || text.NextSibling() != nil {
		return false
	}
	code := text.Segment.Value(src)
	return len(code) <= longestWhole && bytes.IndexByte(code, '-') >= 0 && bytes.IndexByte(code, ' ') < 0
}
