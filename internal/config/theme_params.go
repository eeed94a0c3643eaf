package config

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// themeParams reports parameters whose type the embedded themes cannot read, at their line instead of that of a
// template.
func (l *loader) themeParams(c *Config) {
	if len(c.Themes) > 0 || cmp.Or(c.EmbeddedTheme, c.DefaultTheme) == "" {
		return
	}
	root := reader{values: l.tree.root, tree: l.tree, diags: &l.diags}
	themeTypes(root.sub("params"))
	native := !c.Hugo && c.Tool == nil
	if native {
		misplaced(root.sub("params"))
		withoutEffect(root.sub("params"))
	}
	languages := root.sub("languages")
	for _, key := range languages.keys() {
		params := languages.sub(key).sub("params")
		if themeTypes(params); native {
			withoutEffect(params)
		}
	}
}

func themeTypes(params reader) {
	for _, key := range strings.Fields("announcement colors dateFormat description repository twitter") {
		var text string
		params.str(key, &text)
	}
	for _, key := range []string{"analytics", "home"} {
		if params.value(key) != false {
			params.sub(key)
		}
	}
	if _, table := params.value("social").(map[string]any); !table { // which Hugo's embedded templates read
		params.tables("social")
	}
	if _, table := params.value("logo").(map[string]any); !table {
		var text string
		params.str("logo", &text)
	}
	params.tables("versions")
	if _, choice := params.value("related").(bool); !choice {
		var count int
		params.integer("related", &count)
	}
}

// withoutEffect warns about parameters with no effect: misspelled ones, and those with values that the embedded themes
// ignore.
func withoutEffect(params reader) {
	warn := func(r reader, key, message, hint string) {
		d := r.problem(key, diag.Warning, fmt.Sprintf(message, r.spelled(key)))
		d.Rule, d.Hint = "config-unknown", hint
	}
	for _, key := range params.keys() {
		near := diag.Mistyped(key, themeParams)
		if len(key) >= 4 && near != "" && !strings.EqualFold(near, key) && !params.has(near) {
			warn(params, key, "%s has no effect", fmt.Sprintf("did you mean %s?", near))
		}
	}
	if v, text := params.value("toc").(string); text && v != "open" {
		warn(params, "toc", "%s: the value has no effect", `write true, false, or "open"`)
	}
	if v, _ := params.value("editURL").(string); v != "" && !strings.Contains(v, "{path}") {
		warn(params, "editURL", "%s has no {path}", "write {path} where the path of the file of the page belongs")
	}
	if v, _ := params.value("dateFormat").(string); v != "" && v[0] != ':' &&
		time.Date(2001, 2, 3, 0, 0, 0, 0, time.UTC).Format(v) == time.Date(2023, 11, 14, 0, 0, 0, 0, time.UTC).Format(v) {
		warn(params, "dateFormat", "%s: every date would be the same text", `write January 2, 2006 in your format, such as "02.01.2006"`)
	}
	if social, table := params.value("social").(map[string]any); table {
		if social["twitter"] == nil {
			warn(params, "social", "%s must be a list: it has no effect", "write [[params.social]], with a name and a url each")
		}
		return
	}
	for _, entry := range params.tablesUnder("social") {
		if !entry.has("url") {
			warn(entry, "url", "%s is missing, so the entry is not shown", "add url to each entry")
		}
	}
}
