package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// mistyped warns that a value has the wrong type for its key. The value is ignored, as in Hugo, which does not
// warn. name describes the value if it is not the key itself.
func (r *reader) mistyped(key, name, want string, v any) *diag.Diagnostic {
	if v == nil {
		return &diag.Diagnostic{}
	}
	return r.problem(diag.Warning, strings.ToLower(key), "%s must be %s, not %s: it is ignored", name, want, diag.Value(v))
}

func (r *reader) text(key string, v any) string {
	s, ok := str(v)
	if !ok {
		r.mistyped(key, key, "a string", v)
	}
	return s
}

func (r *reader) fieldsOf(key string, v any) []string {
	out := fields(v)
	if l, ok := v.([]any); out == nil && v != "" && (!ok || len(l) > 0) {
		r.mistyped(key, key, "a list of strings", v)
	}
	return out
}

func (r *reader) boolean(key string, v any) bool {
	if b := asBool(v); b != nil {
		return *b
	}
	d := r.mistyped(key, key, "true or false", v)
	if s, _ := v.(string); strings.EqualFold(s, "yes") || strings.EqualFold(s, "on") {
		d.Hint = fmt.Sprintf("in YAML 1.2, %s is text: write true", s)
	}
	return false
}

// isDraft reads a boolean whose invalid values could publish something private. They are an error. In a project
// without a configuration, whose files are copies of other people's files, the page counts as a draft; in a
// Hugo project it is published, as in Hugo.
func (r *reader) isDraft(v any) bool {
	if v == nil || asBool(v) != nil || r.e.a.Config.Hugo {
		return r.boolean("draft", v)
	}
	message := "draft must be true or false, not %s"
	severity := diag.Error
	if r.e.a.Config.Lenient {
		message, severity = message+": the page counts as a draft", diag.Warning
	}
	r.problem(severity, "draft", message, diag.Value(v)).Hint = "write draft: true, or remove the line to publish the page"
	return true
}

// pageKeys are the keys of front matter that have an effect with the embedded themes.
var pageKeys = slices.Concat(config.ThemePageParams, fieldNames)

// otherNames are keys of front matter in other generators or in the singular.
var otherNames = map[string]string{
	"tag": "tags", "category": "categories", "alias": "aliases", "redirect_from": "aliases",
}

// misspelled warns about a key of the page that the embedded themes do not read if it looks like one that the page
// lacks: titel. Other templates may read it, but with them too, draf: true does not keep a page back.
func (r *reader) misspelled(key string, v any) {
	if v == true && key[0] == 'd' && diag.Nearest(key, []string{"draft"}) != "" {
		r.problem(diag.Warning, key, "%s: true does not keep the page back", key).Hint = "did you mean draft: true?"
		return
	}
	grouped := func(t config.Taxonomy) bool {
		return strings.EqualFold(t.Plural, key) || strings.EqualFold(t.Singular, key)
	}
	if key == "menu" || !r.themed(key) || slices.ContainsFunc(r.e.Language.Taxonomies, grouped) {
		return
	}
	if table, ok := v.(map[string]any); ok && key == "sidebar" {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			r.slip(key, name, config.ThemeSidebar, "sidebar: the key %q has no effect")
		}
		badge, _ := table["badge"].(map[string]any)
		r.slip(key, text(badge["type"]), config.ThemeBadges, "sidebar: the type %q has no effect")
	}
	if near := meant(key, r.p.Params); near != "" && near != "draft" {
		r.problem(diag.Warning, key, "%s has no effect on the page", key).Hint = fmt.Sprintf("did you mean %s?", near)
	}
}

// meant returns the key of a page that a misspelled one is like, unless the values have that, too; "" if there is none.
func meant(key string, values map[string]any) string {
	near := cmp.Or(otherNames[key], diag.Mistyped(key, pageKeys))
	if strings.EqualFold(near, key) || values[strings.ToLower(near)] != nil ||
		len(key) < 5 && (len(key) < 3 || len(near) <= len(key)) { // many short words differ by one letter
		return ""
	}
	return near
}

// slip warns about a name in the value of a key that is almost one that the theme knows.
func (r *reader) slip(key, said string, known []string, format string) {
	near := diag.Mistyped(said, known)
	if near != "" && !strings.EqualFold(near, said) && r.themed(key) {
		d := r.problem(diag.Warning, key, format, said)
		d.Hint, d.About = fmt.Sprintf("did you mean %s?", near), said
	}
}

// themed reports whether the page itself has a key that only templates of the embedded themes read.
func (r *reader) themed(key string) bool {
	c, d := r.e.a.Config, r.p.Doc
	return !c.Hugo && !c.Lenient && c.Tool == nil && cmp.Or(c.EmbeddedTheme, c.DefaultTheme) != "" &&
		d != nil && d.Front != nil && d.Front.Line(key) > 0
}

func (r *reader) integer(key string, v any) int {
	n, ok := asInteger(v)
	if !ok {
		r.mistyped(key, key, "a whole number", v)
	}
	return n
}

// sitemap returns the language's sitemap settings overridden by those of the page.
func (r *reader) sitemap(s config.Sitemap, m map[string]any) config.Sitemap {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		v, name := m[key], "sitemap."+key
		switch key {
		case "changefreq", "filename":
			if _, ok := str(v); !ok {
				r.mistyped(name, name, "a string", v)
			}
		case "priority":
			if _, err := strconv.ParseFloat(text(v), 64); err != nil {
				r.mistyped(name, name, "a number", v)
			}
		case "disable":
			if asBool(v) == nil {
				r.mistyped(name, name, "true or false", v)
			}
		}
	}
	return mergeSitemap(s, m)
}
