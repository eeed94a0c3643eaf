package hosting

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// WriteApache returns a `.htaccess` file for Apache 2.4: the project's own, then redirects, types, headers, and
// error pages in a generated block. Of the project's `_redirects` and `_headers` it includes the same rules as
// WriteNginx. It requires AllowOverride FileInfo.
// https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirectmatch
func (s *Site) WriteApache(own, redirects, headers []byte) []byte {
	theirs, _ := ParseHeaders("_headers", string(WithoutBlock(headers)))
	w := &apacheWriter{site: s.withTypes(theirs)}
	w.redirects(string(WithoutBlock(redirects)))
	w.hidden()
	w.errors()
	w.types()
	w.copies()
	w.headers(theirs)
	return merge(string(WithoutBlock(own)), block(w.b.String()))
}

type apacheWriter struct {
	site *Site
	b    strings.Builder
}

func (w *apacheWriter) f(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// redirects writes the project's own rules, then ours; the first match counts.
func (w *apacheWriter) redirects(own string) {
	taken := map[string]bool{}
	exact := func(from, status, to string) {
		if p := trimmed(from); lineSafe(from) && lineSafe(to) && !taken[p] {
			taken[p] = true
			w.f("RedirectMatch %s %s%s", status, quoted("^"+regexp.QuoteMeta(p)+slashIn(from)+"$"), to)
		}
	}
	rules, _ := ParseRedirects("_redirects", own)
	for _, r := range rules.List() {
		if r.Plain && r.Status >= 301 && r.Status <= 308 {
			exact(r.From, fmt.Sprint(r.Status), " "+substitution(r.To))
		}
	}
	for _, m := range w.site.Redirects {
		exact(m.From, w.site.status(m), " "+substitution(m.To))
	}
	for _, p := range w.site.gone(own) {
		exact(p, "410", "")
	}
	for _, r := range rules.List() {
		if at, ok := r.splat(); ok && r.Status >= 301 && r.Status <= 308 && lineSafe(r.From) && lineSafe(r.To) {
			to := strings.ReplaceAll(substitution(r.To), ":splat", "$1")
			w.f("RedirectMatch %d %s %s", r.Status, quoted("^"+regexp.QuoteMeta(at)+"(?:/(.*))?$"), to)
		}
	}
}

// slashIn lets a path match with and without a final slash; a file has none.
func slashIn(from string) string {
	switch {
	case strings.HasSuffix(from, ".html"):
		return ""
	case from == "/":
		return "/"
	}
	return "/?"
}

// substitution escapes the target of a redirect by pattern, where dollar signs and ampersands have a meaning.
func substitution(to string) string {
	return quoted(strings.NewReplacer("$", "%24", "&", `\&`).Replace(to))
}

func (w *apacheWriter) hidden() {
	var names []string
	for _, n := range ours() {
		names = append(names, regexp.QuoteMeta(n))
	}
	w.f("RedirectMatch 404 %s", quoted("^"+regexp.QuoteMeta(w.site.Prefix)+"/(?:"+strings.Join(names, "|")+")$"))
}

func (w *apacheWriter) errors() {
	for _, dir := range w.site.NotFound {
		at := strings.TrimSuffix(w.site.Prefix+"/"+dir, "/")
		page := escapePath(at + "/404.html")
		switch {
		case !lineSafe(page):
		case dir == "":
			w.errorDocument("", page)
		default:
			w.f("<If %s>", condition("^"+regexp.QuoteMeta(at)+"/"))
			w.errorDocument("  ", page)
			w.f("</If>")
		}
	}
}

func (w *apacheWriter) errorDocument(indent, page string) {
	w.f("%sErrorDocument 404 %s", indent, page)
	if len(w.site.Gone) > 0 {
		w.f("%sErrorDocument 410 %s", indent, page)
	}
}

// condition returns the condition that the path of a request matches pattern.
func condition(pattern string) string {
	return `"%{REQUEST_URI} =~ m#` + strings.NewReplacer(`"`, `\x22`, `#`, `\x23`).Replace(pattern) + `#"`
}

func (w *apacheWriter) types() {
	w.f("AddDefaultCharset utf-8")
	w.f("AddCharset utf-8 .css .js .json .xml .svg .webmanifest")
	names, each := w.site.types()
	for _, n := range names {
		w.f("<Files %s>", quoted(n.name))
		w.f("  ForceType %s", quoted(n.mediaType))
		w.f("</Files>")
	}
	for _, f := range each {
		w.f("<If %s>", condition("^"+regexp.QuoteMeta(f.Path)+"$"))
		if f.Type != "" {
			w.f("  ForceType %s", quoted(f.Type))
		}
		if own := f.headers(); len(own) > 0 {
			w.f("  <IfModule mod_headers.c>")
			for _, h := range own {
				w.f("    Header always set %s %s", h.Name, headerValue(h.Value))
			}
			w.f("  </IfModule>")
		}
		w.f("</If>")
	}
}

func (w *apacheWriter) headers(own Headers) {
	fields := own.everywhere(w.site.Prefix)
	for _, f := range w.site.security() {
		if !slices.ContainsFunc(fields, func(o Field) bool { return o.Name == f.Name }) {
			fields = append(fields, f)
		}
	}
	w.f("<IfModule mod_headers.c>")
	for _, f := range fields {
		if lineSafe(f.Value) {
			w.f("  Header always set %s %s", f.Name, headerValue(f.Value))
		}
	}
	pattern := w.site.immutablePattern()
	if pattern != "" && !slices.ContainsFunc(fields, func(f Field) bool { return f.Name == "Cache-Control" }) {
		w.f("  <If %s>", condition(pattern))
		w.f("    Header set Cache-Control %s", headerValue(Forever))
		w.f("  </If>")
	}
	w.f("</IfModule>")
}

// headerValue escapes the value of a header, where percent signs begin variables.
func headerValue(s string) string { return quoted(strings.ReplaceAll(s, "%", "%%")) }
