package config

import (
	"cmp"
	"strings"
)

// themeParams reports parameters whose type the embedded themes cannot read, at their line instead of that of a
// template.
func (l *loader) themeParams(c *Config) {
	if len(c.Themes) > 0 || cmp.Or(c.EmbeddedTheme, c.DefaultTheme) == "" {
		return
	}
	root := reader{values: l.tree.root, tree: l.tree, diags: &l.diags}
	themeTypes(root.sub("params"))
	l.misplaced(root.sub("params"))
	languages := root.sub("languages")
	for _, key := range languages.keys() {
		themeTypes(languages.sub(key).sub("params"))
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
	params.tables("versions")
	if _, choice := params.value("related").(bool); !choice {
		var count int
		params.integer("related", &count)
	}
}
