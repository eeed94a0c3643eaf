package markdown

import (
	"errors"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// callView has the fields and methods of a call that the templates of the reference site use.
type callView struct {
	call   *Shortcode
	run    *shortcodeRun
	Name   string
	Inner  template.HTML
	Parent *callView
}

func (v *callView) Get(key any) any {
	switch k := key.(type) {
	case int:
		if k < len(v.call.Positional) {
			return v.call.Positional[k]
		}
	case string:
		if x, ok := v.call.Named[k]; ok {
			return x
		}
	}
	return ""
}

func (v *callView) Params() any {
	if v.call.Named != nil {
		return v.call.Named
	}
	return v.call.Positional
}

func (v *callView) IsNamedParams() bool { return v.call.Named != nil }
func (v *callView) InnerDeindent() template.HTML {
	return template.HTML(v.call.Deindent(string(v.Inner)))
}
func (v *callView) Page() *shortcodeRun { return v.run }

// shortcodeRun runs the calls of one page.
type shortcodeRun struct {
	t         *testing.T
	conv      *Converter
	templates map[string]*template.Template
	inner     map[string]bool
}

type fakeStore struct{}

func (fakeStore) Add(string, string) string { return "" }

func (r *shortcodeRun) Store() fakeStore { return fakeStore{} }

// RenderString is the method of that name with the option "block".
func (r *shortcodeRun) RenderString(_ map[string]any, s any) (template.HTML, error) {
	return r.render(string(s.(template.HTML)), false)
}

func (r *shortcodeRun) render(src string, inline bool) (template.HTML, error) {
	var holes Holes
	parts, err := ParseShortcodes("x.md", 1, src, r.usesInner)
	if err != nil {
		return "", err
	}
	out, err := r.conv.Convert(Input{Source: r.source(parts, &holes), Inline: inline})
	if err != nil {
		return "", err
	}
	return template.HTML(holes.Fill(out.HTML)), nil
}

func (r *shortcodeRun) usesInner(name string) (bool, error) {
	if r.templates[name] == nil {
		return false, errors.New("no template for shortcode " + name)
	}
	return r.inner[name], nil
}

// source joins the parts into a text for Markdown.
func (r *shortcodeRun) source(parts []Part, holes *Holes) string {
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p.Call == nil:
			b.WriteString(p.Text)
		case p.Call.Percent:
			b.WriteString(r.call(p.Call, nil))
		default:
			b.WriteString(holes.Add(r.call(p.Call, nil)))
		}
	}
	return b.String()
}

func (r *shortcodeRun) call(c *Shortcode, parent *callView) string {
	if c.Inline {
		return ""
	}
	v := &callView{call: c, run: r, Name: c.Name, Parent: parent}
	var inner strings.Builder
	for _, p := range c.Inner {
		if p.Call == nil {
			inner.WriteString(p.Text)
		} else {
			inner.WriteString(r.call(p.Call, v))
		}
	}
	v.Inner = template.HTML(inner.String())
	if c.Percent && parent != nil && inner.Len() > 0 {
		out, err := r.conv.Convert(Input{Source: inner.String()})
		if err != nil {
			r.t.Fatal(err)
		}
		v.Inner = template.HTML(ShortInner(inner.String(), []byte(out.HTML)))
	}
	var b strings.Builder
	if err := r.templates[c.Name].Execute(&b, v); err != nil {
		r.t.Fatalf("%s: %v", c.Name, err)
	}
	return c.IndentOutput(b.String())
}

func newShortcodeRun(t *testing.T, c *Converter) *shortcodeRun {
	r := &shortcodeRun{t: t, conv: c, templates: map[string]*template.Template{}, inner: map[string]bool{}}
	dir := filepath.Join(parityRoot(t), "rules-markdown", "source", "layouts", "_shortcodes")
	funcs := template.FuncMap{
		"default": func(d, v any) any {
			if v == nil || v == "" {
				return d
			}
			return v
		},
		"trimSpace":   func(s any) string { return strings.TrimSpace(toString(s)) },
		"markdownify": func(s template.HTML) (template.HTML, error) { return r.render(string(s), true) },
		"split":       func(s template.HTML, by string) []string { return strings.Split(string(s), by) },
		"trim":        strings.Trim,
		"safeHTML":    func(s string) template.HTML { return template.HTML(s) },
		"dict":        func(...any) map[string]any { return nil },
		"seq": func(n int) []int {
			out := make([]int, n)
			for i := range out {
				out[i] = i + 1
			}
			return out
		},
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.html"))
	nested, _ := filepath.Glob(filepath.Join(dir, "*", "*.html"))
	for _, file := range append(files, nested...) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := strings.ReplaceAll(string(b), "strings.TrimSpace", "trimSpace")
		rel, _ := filepath.Rel(dir, file)
		name := strings.TrimSuffix(filepath.ToSlash(rel), ".html")
		tmpl, err := template.New(name).Funcs(funcs).Parse(src)
		if err != nil {
			continue // needs features of Hugo that this test does not have
		}
		r.templates[name] = tmpl
		r.inner[name] = strings.Contains(src, ".Inner")
	}
	return r
}

// TestShortcodeParity runs the pages of the rules site whose shortcode templates need few features.
func TestShortcodeParity(t *testing.T) {
	expected := expectedPages(t, "rules-markdown")
	o := markup.DefaultOptions()
	o.FirstPieces = true // as in Hugo 0.165
	paritySites[0].options(&o)
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	r := newShortcodeRun(t, c)
	for _, path := range []string{
		"short/forms", "short/nesting", "short/inner", "short/inline-off", "short/store",
		"headings/toc-shortcode", "summary/manual-shortcode", "counts/long",
	} {
		t.Run(path, func(t *testing.T) {
			want := expected["en /"+path]
			b, err := os.ReadFile(filepath.Join(parityRoot(t), "rules-markdown", "source", "text", filepath.FromSlash(path)+".md"))
			if err != nil {
				t.Fatal(err)
			}
			_, body := splitFrontMatter(string(b))
			parts, err := ParseShortcodes(path+".md", 4, body, r.usesInner)
			if err != nil {
				t.Fatal(err)
			}
			parts, divided := MarkDivider(parts)
			var holes Holes
			out, err := c.Convert(Input{Source: r.source(parts, &holes)})
			if err != nil {
				t.Fatal(err)
			}
			html := holes.Fill(out.HTML)
			split := SplitAuto(html, 70, false, 165)
			if divided {
				split = SplitManual(html, false)
			}
			facts := TextFacts(split.Content, false, 165)
			for fact, got := range map[string]string{
				"content": split.Content, "summary": split.Summary, "withoutsummary": split.Rest,
				"toc": string(out.TOC.ToHTML(2, 3, false)), "wordcount": toString(facts.WordCount),
			} {
				if w, g := strings.TrimSpace(want[fact]), strings.TrimSpace(got); w != g {
					t.Errorf("%s differs: %s", fact, firstDifference(w, g))
				}
			}
		})
	}
}
