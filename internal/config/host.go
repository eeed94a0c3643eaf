package config

import (
	"fmt"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// LooksLikeHost reports whether a destination without a scheme begins with a host name: "github.com/me", but
// not "notes/a.b" or "index.html".
func LooksLikeHost(s string) bool {
	host, _, below := strings.Cut(s, "/")
	host, _, _ = strings.Cut(host, ":")
	labels := strings.Split(strings.ToLower(host), ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || len(last) < 2 || strings.ContainsAny(last, "0123456789-") {
		return false
	}
	for _, l := range labels {
		if l == "" || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return below || labels[0] == "www" || !fileEndings[last]
}

// fileEndings are the extensions of files that sites link to and that could be top-level domains.
var fileEndings = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`html htm xhtml md markdown mdown mdx txt xml json rss atom pdf epub zip gz tar csv png jpg
		jpeg gif webp avif svg ico css js mjs map wasm mp3 mp4 webm ogg wav php asp aspx cgi webmanifest ics toml yaml yml`) {
		out[name] = true
	}
	return out
}()

// addresses warns about URLs in menus and params.social that lack a scheme: they would be relative to the page.
func addresses(r reader) {
	for _, menu := range []string{"menu", "menus"} {
		all := r.sub(menu)
		for _, name := range all.keys() {
			for _, e := range all.tables(name) {
				schemeless(e)
			}
		}
	}
	params := r.sub("params")
	if _, list := params.value("social").([]any); list {
		for _, e := range params.tables("social") {
			schemeless(e)
		}
	}
}

func schemeless(r reader) {
	if url, _ := r.value("url").(string); LooksLikeHost(url) {
		d := r.problem("url", diag.Warning,
			fmt.Sprintf("the URL %q has no https://, so it leads to a page of this site", url))
		d.Rule, d.Hint = "config-url", fmt.Sprintf("write %q", "https://"+path.Clean(url))
	}
}
