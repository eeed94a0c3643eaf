package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// warns reports whether validation makes a warning of a finding in nav. Its level can also be one for nav and links:
// https://www.mkdocs.org/user-guide/configuration/#validation
func warns(values map[string]any, key string) bool {
	said, _ := values["validation"].(map[string]any)
	own, _ := said["nav"].(map[string]any)
	for _, table := range []map[string]any{own, said} {
		if level := foreign.TextOf(table[key]); level != "" {
			return level == "warn"
		}
	}
	return key == "not_found"
}

// navWarnings returns what validation reports about the navigation. place finds the line of an item of nav.
func (m *manner) navWarnings(
	values map[string]any, all *shelf, n *nav.Navigation, place func(item string) (file string, line int),
) (out diag.List) {
	add := func(item, message, hint string) {
		d := &diag.Diagnostic{Rule: "dialect", Severity: diag.Warning, Message: message, Hint: hint}
		d.File, d.Line = place(item)
		out = append(out, d)
	}
	if warns(values, "not_found") {
		for _, name := range n.Missing {
			add(name, "nav has a page that does not exist: "+name, "correct the path, or add the page")
		}
	}
	list := all.navigation(values)
	if warns(values, "absolute_links") {
		var look func(list []any)
		look = func(list []any) {
			nav.Each(list, func(_, to string, inside []any) {
				if strings.HasPrefix(to, "/") {
					add(to, "nav has an absolute path: "+to, "write the path of a page, or a URL")
				}
				look(inside)
			})
		}
		look(list)
	}
	if list == nil || !warns(values, "omitted_files") {
		return out
	}
	text, _ := values["not_in_nav"].(string)
	unlisted, _ := foreign.ParsePatterns(text)
	var omitted []string
	for _, file := range all.pages {
		if !n.Named[file] && !unlisted.Match(file) && !m.isPost(file) {
			omitted = append(omitted, file)
		}
	}
	if len(omitted) > 0 {
		add("", "pages are not in nav: "+conversion.Few(omitted), "add them to nav, or to not_in_nav")
	}
	return out
}
