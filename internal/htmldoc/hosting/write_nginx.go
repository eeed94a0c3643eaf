package hosting

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// WriteNginx returns the contents of a server block of nginx: redirects, types, headers, error pages. redirects
// and headers are the project's own `_redirects` and `_headers`. Of these it includes what nginx alone can
// express: fixed paths and a star at the end, headers for every file, and the types of files in the site.
// https://nginx.org/en/docs/http/ngx_http_core_module.html#location
func (s *Site) WriteNginx(redirects, headers []byte) []byte {
	theirs, _ := ParseHeaders("_headers", string(WithoutBlock(headers)))
	w := &nginxWriter{site: s.withTypes(theirs)}
	own := theirs.everywhere(s.Prefix)
	for _, f := range s.security() {
		if f.Name == "X-Robots-Tag" || !slices.ContainsFunc(own, func(o Field) bool { return o.Name == f.Name }) {
			w.common = append(w.common, f)
		}
	}
	w.common = append(w.common, own...)
	w.head()
	w.redirects(string(WithoutBlock(redirects)))
	w.copies()
	w.types()
	w.immutable()
	return []byte(w.b.String())
}

type nginxWriter struct {
	site   *Site
	b      strings.Builder
	common []Field // for every file
}

func (w *nginxWriter) f(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *nginxWriter) head() {
	w.f("# Written by sitegen, for the server block of nginx that serves this folder:")
	w.f("#   server { listen …; server_name …; root FOLDER; include FOLDER%s/_nginx.conf; }", w.site.Prefix)
	if w.site.Prefix != "" {
		w.f("# The site is in FOLDER%s.", w.site.Prefix)
	}
	w.f("charset utf-8;")
	w.f("charset_types text/css text/xml text/plain text/javascript application/javascript application/json application/rss+xml application/atom+xml;")
	w.f("index index.html;")
	w.f("absolute_redirect off;") // nginx does not know scheme and port behind a proxy
	w.headers("", w.common)
	for _, dir := range w.site.NotFound {
		at := strings.TrimSuffix(w.site.Prefix+"/"+dir, "/")
		if dir == "" {
			w.f("error_page 404 %s;", target(escapePath(at+"/404.html")))
			continue
		}
		w.f("location %s { error_page 404 %s; }", quoted(at+"/"), target(escapePath(at+"/404.html")))
	}
	for _, name := range ours() {
		w.f("location = %s { internal; }", quoted(w.site.Prefix+"/"+name))
	}
}

// redirects writes the project's own rules, then ours. Exact ones come first, because nginx tries them first.
func (w *nginxWriter) redirects(own string) {
	taken := map[string]bool{}
	exact := func(from, answer string) {
		for _, p := range []string{trimmed(from), trimmed(from) + "/"} {
			if p == "" || taken[p] || strings.HasSuffix(from, ".html") && p != from {
				continue
			}
			taken[p] = true
			w.f("location = %s { %s; }", quoted(p), answer)
		}
	}
	to := func(status, address string) string { return "return " + status + " " + withQuery(target(address)) }
	rules, _ := ParseRedirects("_redirects", own)
	for _, r := range rules.List() {
		if r.Plain && r.Status >= 301 && r.Status <= 308 && lineSafe(r.From) && lineSafe(r.To) {
			exact(r.From, to(fmt.Sprint(r.Status), r.To))
		}
	}
	for _, m := range w.site.Redirects {
		if lineSafe(m.From) && lineSafe(m.To) {
			exact(m.From, to(w.site.status(m), m.To))
		}
	}
	for _, p := range w.site.gone(own) {
		answer := "return 410"
		if page := w.site.errorPage(p); page != "" {
			answer = "error_page 410 " + target(page) + "; " + answer
		}
		exact(p, answer)
	}
	for _, r := range rules.List() {
		if at, ok := r.splat(); ok && r.Status >= 301 && r.Status <= 308 && lineSafe(r.From) && lineSafe(r.To) {
			to := strings.ReplaceAll(target(r.To), ":splat", "$1")
			w.f("location ~ %s { return %d %s; }", quoted("^"+regexp.QuoteMeta(at)+"(?:/(.*))?$"), r.Status, withQuery(to))
		}
	}
}

// splat returns the part before the star of a rule whose only placeholder is the star.
func (r Redirect) splat() (at string, ok bool) {
	at, ok = strings.CutSuffix(r.From, "/*")
	return at, ok && !r.Plain && r.Alone && !slices.ContainsFunc(segments(at), isPlaceholder)
}

func (w *nginxWriter) types() {
	names, each := w.site.types()
	mediaType := func(t string) {
		if t != "" {
			w.f("  types { }")
			w.f("  default_type %s;", quoted(t))
		}
	}
	for _, f := range each {
		w.f("location = %s {", quoted(f.Path))
		mediaType(f.Type)
		if own := f.headers(); len(own) > 0 {
			w.headers("  ", append(slices.Clone(w.common), own...))
		}
		w.f("}")
	}
	for _, n := range names {
		w.f("location ~ %s {", quoted("^"+regexp.QuoteMeta(w.site.Prefix)+"/(?:.*/)?"+regexp.QuoteMeta(n.name)+"$"))
		mediaType(n.mediaType)
		w.f("}")
	}
}

func (w *nginxWriter) immutable() {
	pattern := w.site.immutablePattern()
	if pattern == "" || slices.ContainsFunc(w.common, func(f Field) bool { return f.Name == "Cache-Control" }) {
		return
	}
	w.f("location ~ %s {", quoted(pattern))
	w.headers("  ", append(slices.Clone(w.common), Field{"Cache-Control", Forever}))
	w.f("}")
}

// headers writes headers; a block that sets any inherits none.
func (w *nginxWriter) headers(indent string, fields []Field) {
	for _, f := range fields {
		if lineSafe(f.Value) && !strings.Contains(f.Value, "$") { // nginx cannot escape a dollar sign
			w.f("%sadd_header %s %s always;", indent, f.Name, quoted(f.Value))
		}
	}
	if w.negotiates() {
		w.f("%sadd_header Vary $sitegen_vary always;", indent)
	}
}

// quoted quotes a parameter for nginx; it does not escape variables.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// withQuery passes the query of a request on.
func withQuery(target string) string {
	if strings.ContainsAny(target, "?#") {
		return target
	}
	return strings.TrimSuffix(target, `"`) + `$is_args$args"`
}

// target quotes a URL where variables would be replaced.
func target(address string) string { return quoted(strings.ReplaceAll(address, "$", "%24")) }
