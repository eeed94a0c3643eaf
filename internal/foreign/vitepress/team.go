package vitepress

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// team writes the members of a team as cards: https://vitepress.dev/reference/default-theme-team-page
// ok is false if a program computes them.
func (w *text) team(t *block.Tag) (out string, ok bool) {
	v, _ := w.scope.value(t.Value(":members"))
	members, ok := v.([]any)
	if !ok {
		return "", false
	}
	var b strings.Builder
	b.WriteString(`<ul class="cards">`)
	for _, member := range members {
		text := func(key string) string { return foreign.TextOf(script.Member(member, key)) }
		said := func(key string) string { return asText.Replace(text(key)) }
		link := func(to, label string) string {
			if to == "" {
				return label
			}
			return `<a href="` + html.EscapeString(to) + `">` + label + "</a>"
		}
		b.WriteString(`<li class="card">`)
		if file := text("avatar"); file != "" {
			b.WriteString(`<p><img src="` + html.EscapeString(w.asset(file)) + `" alt="" width="64" height="64"></p>`)
		}
		b.WriteString(`<p class="card-title">` + said("name") + "</p>")
		place := said("title")
		if org := said("org"); org != "" {
			place += " @ " + link(text("orgLink"), org)
		}
		for _, part := range []string{place, text("desc"), w.profiles(member, link)} {
			if part != "" {
				b.WriteString("<p>" + strings.Join(strings.Fields(part), " ") + "</p>")
			}
		}
		b.WriteString("</li>")
	}
	return b.String() + "</ul>", true
}

// profiles returns the links of a member, with the names of their icons.
func (w *text) profiles(member any, link func(to, label string) string) string {
	var out []string
	list, _ := script.Member(member, "links").([]any)
	for _, v := range list {
		if to := foreign.TextOf(script.Member(v, "link")); to != "" {
			icon, _ := script.Member(v, "icon").(string)
			if icon == "" {
				_, icon, _ = strings.Cut(to, "//")
			}
			out = append(out, link(to, asText.Replace(icon)))
		}
	}
	return strings.Join(out, " ")
}
