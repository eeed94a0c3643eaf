package markdown

import (
	"encoding/json"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

type fakePage struct{ Path string }

// withPage is a hook's context with the page, as templates expect it.
type withPage[T any] struct {
	H    T
	Page fakePage
}

func (w withPage[T]) PageInner() fakePage { return w.Page }

// hookTemplates reads the hooks of the reference site. Field names get the prefix .H, since our contexts are embedded
// in withPage; names with a dot become plain functions.
func hookTemplates(t *testing.T, c *Converter) map[string]*template.Template {
	funcs := template.FuncMap{
		"safeURL": func(s string) template.URL { return template.URL(s) },
		"jsonify": func(v any) (string, error) { b, err := json.Marshal(v); return string(b), err },
		"upper":   strings.ToUpper,
		"split":   strings.Split,
		"highlightBlock": func(w withPage[CodeBlockHook]) (withPage[Highlighted], error) {
			h, err := c.HighlightCodeBlock(w.H, nil)
			return withPage[Highlighted]{H: h}, err
		},
	}
	dir := filepath.Join(parityRoot(t), "rules-hooks", "source", "layouts", "_markup")
	files, _ := filepath.Glob(filepath.Join(dir, "render-*.html"))
	out := map[string]*template.Template{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := string(b)
		for _, field := range []string{
			"AlertSign", "AlertTitle", "AlertType", "Alignment", "Anchor", "Attributes", "Destination", "Inner", "IsBlock",
			"Level", "Options", "Ordinal", "PlainText", "TBody", "THead", "Text", "Title", "Type",
		} {
			if filepath.Base(file) == "render-table.html" && (field == "Text" || field == "Alignment") {
				continue
			}
			src = strings.NewReplacer(" ."+field+" ", " .H."+field+" ", " ."+field+".", " .H."+field+".", "(len (split ."+field, "(len (split .H."+field).Replace(src)
		}
		src = strings.NewReplacer("strings.ToUpper", "upper", "transform.HighlightCodeBlock", "highlightBlock").Replace(src)
		out[strings.TrimSuffix(filepath.Base(file), ".html")] = template.Must(template.New("").Funcs(funcs).Parse(src))
	}
	return out
}

func run[T any](tmpl *template.Template, page string) func(T) ([]byte, bool, error) {
	return func(h T) ([]byte, bool, error) {
		var b strings.Builder
		err := tmpl.Execute(&b, withPage[T]{H: h, Page: fakePage{page}})
		return []byte(b.String()), true, err
	}
}

func TestHooksParity(t *testing.T) {
	expected := expectedPages(t, "rules-hooks")
	o := markup.DefaultOptions()
	o.FirstPieces = true // as in Hugo 0.165
	o.Goldmark.Renderer.Unsafe = true
	o.Goldmark.Parser.AttributeBlock = true
	o.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
	o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}}}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	templates := hookTemplates(t, c)
	for _, name := range []string{"code", "headings", "images/index", "links", "math", "mixed", "quotes", "tables"} {
		t.Run(name, func(t *testing.T) {
			path := "/hooks/" + strings.TrimSuffix(name, "/index")
			b, err := os.ReadFile(filepath.Join(parityRoot(t), "rules-hooks", "source", "content", "hooks", filepath.FromSlash(name)+".md"))
			if err != nil {
				t.Fatal(err)
			}
			_, body := splitFrontMatter(string(b))
			plain, chart := run[CodeBlockHook](templates["render-codeblock"], path), run[CodeBlockHook](templates["render-codeblock-chart"], path)
			out, err := c.Convert(Input{Source: body, Hooks: Hooks{
				Link: run[LinkHook](templates["render-link"], path), Image: run[LinkHook](templates["render-image"], path),
				Heading: run[HeadingHook](templates["render-heading"], path),
				CodeBlock: func(h CodeBlockHook) ([]byte, bool, error) {
					if h.Type == "chart" {
						return chart(h)
					}
					return plain(h)
				},
				Blockquote:  run[BlockquoteHook](templates["render-blockquote"], path),
				Table:       run[TableHook](templates["render-table"], path),
				Passthrough: run[PassthroughHook](templates["render-passthrough"], path),
			}})
			if err != nil {
				t.Fatal(err)
			}
			want, got := strings.TrimSpace(expected["en "+path]["content"]), strings.TrimSpace(out.HTML)
			if want != got {
				t.Errorf("content differs: %s", firstDifference(want, got))
			}
			if w, g := expected["en "+path]["toc"], string(out.TOC.ToHTML(1, 4, true)); strings.TrimSpace(w) != g {
				t.Errorf("table of contents differs: %s", firstDifference(w, g))
			}
		})
	}
}
