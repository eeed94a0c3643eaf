package hosting

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// MarkdownType is the Content-Type of a text in Markdown: RFC 7763.
const MarkdownType = "text/markdown; charset=utf-8"

// copySuffix ends the names of files with the text of a page in Markdown: "posts/one/index.html.md". It is the proposal
// of https://llmstxt.org/ for a page's file, so one pattern matches all of them and no Markdown file of the project.
const copySuffix = ".html.md"

// IsCopy reports whether the name of a file is that of a page's text in Markdown.
func IsCopy(file string) bool { return strings.HasSuffix(file, copySuffix) }

// A client gets Markdown at the URL of a page if its Accept header (RFC 9110 §12.5.1) names text/markdown with the full
// weight, or with a lower one and does not name text/html. Wildcards, which browsers send, do not count. All hosts
// follow this rule, which their configurations can express as one pattern.
const (
	// A parameter other than q begins at its name: if it could begin at a space, it could be "q=0", too, and an engine
	// with backtracking would try each of the spaces.
	markdownItem = `(?:^|,)[ \t]*text/markdown[ \t]*(?:;[ \t]*[^q;, \t][^;,]*)*`
	fullWeight   = markdownItem + `(?:;[ \t]*q=1(?:\.0*)?[ \t]*)?(?:,|$)`
	someWeight   = markdownItem + `;[ \t]*q=0\.0*[1-9][0-9]*[ \t]*(?:,|$)`
	namesHTML    = `text/html|application/xhtml\+xml`
	// prefersMarkdown is the rule for engines with lookahead (PCRE, JavaScript); letter case does not matter.
	prefersMarkdown = fullWeight + `|^(?!.*(?:` + namesHTML + `)).*` + someWeight
)

var (
	fullRegexp = pattern.New(`(?i)` + fullWeight)
	someRegexp = pattern.New(`(?i)` + someWeight)
	htmlRegexp = pattern.New(`(?i)` + namesHTML)
)

// PrefersMarkdown reports whether a client with this Accept header gets the Markdown of a page at the page's URL.
func PrefersMarkdown(accept string) bool {
	return fullRegexp.MatchString(accept) || someRegexp.MatchString(accept) && !htmlRegexp.MatchString(accept)
}

// Copies are the files with the texts of pages in Markdown, which are next to the pages, so each URL follows from the
// other: "/posts/one/index.html.md" is the text of "/posts/one/", "/about.html.md" that of "/about.html".
type Copies struct {
	Origin string   // of the base URL, for canonical links: "https://example.org"
	Files  []string // decoded paths, including that of the base URL; all end with ".html.md"
	Type   string   // Content-Type that a rule of the project sets; "": MarkdownType
}

// page returns the escaped path of the page of a copy.
func (c *Copies) page(file string) string {
	if dir, ok := strings.CutSuffix(file, "/index.html.md"); ok {
		return escapePath(dir + "/")
	}
	return escapePath(strings.TrimSuffix(file, ".md"))
}

// canonical returns the value of a Link header: RFC 6596, which search engines read for files without a head.
func canonical(address string) string { return "<" + address + `>; rel="canonical"` }

// headers returns the rules of `_headers` for the copies. Their type and noindex are one rule. The canonical links are
// a rule per form of URL if the host replaces :splat in values, else one per file, unless these are more than most.
func (c *Copies) headers(prefix string, splat bool, most int, theirs Headers) []pathFields {
	if len(c.Files) == 0 {
		return nil
	}
	var all []Field
	for _, f := range []Field{{"Content-Type", MarkdownType}, {"X-Robots-Tag", "noindex"}} {
		if !theirs.hasAny(c.Files, f.Name) {
			all = append(all, f)
		}
	}
	out := []pathFields{{path: prefix + "/*" + copySuffix, fields: all}}
	if theirs.hasAny(c.Files, "Link") {
		return out
	}
	var each []string
	folders := 0
	for _, f := range c.Files {
		if strings.HasSuffix(f, "/index.html.md") {
			folders++
		} else {
			each = append(each, f)
		}
	}
	rule := func(from, page string) {
		out = append(out, pathFields{path: from, fields: []Field{{"Link", canonical(c.Origin + page)}}})
	}
	switch {
	case !splat:
		each = c.Files
	case folders > 0: // https://developers.cloudflare.com/pages/configuration/headers/#splats
		rule(prefix+"/*/index.html.md", prefix+"/:splat/")
	default:
		rule(prefix+"/*"+copySuffix, prefix+"/:splat.html")
		each = nil
	}
	if len(each) > most {
		return out
	}
	for _, f := range each {
		if rulablePath(f) {
			rule(escapePath(f), c.page(f))
		}
	}
	return out
}

// hasAny reports whether a rule sets a header for one of several paths.
func (h Headers) hasAny(paths []string, name string) bool {
	if h.sets(name) {
		for _, p := range paths {
			if h.has(p, name) {
				return true
			}
		}
	}
	return false
}

// copies writes the rules of nginx for Markdown texts of pages: their headers, and that clients which prefer Markdown
// get them at the URL of the page. Conditions of a server block can only set variables, and an empty value sends no
// header (https://nginx.org/en/docs/http/ngx_http_rewrite_module.html#if, ngx_http_headers_module.html#add_header).
// The values for canonical links come from the request line, since nginx cannot escape a path; it would escape them
// again if the capture had no name.
func (w *nginxWriter) copies() {
	if !w.negotiates() {
		return
	}
	at := regexp.QuoteMeta(w.site.Prefix)
	raw := regexp.QuoteMeta(escapePath(w.site.Prefix))
	w.f(`set $sitegen_copy "";`)
	w.f(`set $sitegen_vary "";`)
	w.f(`set $sitegen_robots "";`)
	w.f(`set $sitegen_link "";`)
	w.f(`if ($uri ~ %s) { set $sitegen_copy "${uri}index.html.md"; }`, quoted("^"+at+"/(?:.*/)?$"))
	w.f(`if ($uri ~ %s) { set $sitegen_copy "$uri.md"; }`, quoted("^"+at+`/.*\.html$`))
	w.f(`if (!-f "$document_root$sitegen_copy") { set $sitegen_copy ""; }`)
	w.f(`if ($sitegen_copy) { set $sitegen_vary "Accept"; }`)
	w.f(`if ($http_accept !~* %s) { set $sitegen_copy ""; }`, quoted(prefersMarkdown))
	w.f(`if ($sitegen_copy) { rewrite ^ $sitegen_copy last; }`)
	w.f(`if ($request_uri ~ %s) { set $sitegen_robots "noindex"; }`, quoted(`^[^?]*\.html\.md(?:\?|$)`))
	for _, pattern := range []string{`/[^?]*\.html)\.md`, `/(?:[^?]*/)?)index\.html\.md`} { // the last one counts
		w.f(`if ($request_uri ~ %s) { set $sitegen_link %s; }`, quoted("^(?<sitegen_page>"+raw+pattern+`(?:\?|$)`),
			strings.ReplaceAll(quoted(canonical(w.site.Copies.Origin+"\x00")), "\x00", "$sitegen_page"))
	}
	w.f(`location ~ %s {`, quoted("^"+at+`/.*\.html\.md$`))
	w.f(`  types { }`)
	w.f(`  default_type %s;`, quoted(w.site.copyType()))
	w.headers("  ", w.common)
	w.f(`  add_header X-Robots-Tag $sitegen_robots always;`)
	w.f(`  add_header Link $sitegen_link always;`)
	w.f(`}`)
}

func (w *nginxWriter) negotiates() bool {
	return len(w.site.Copies.Files) > 0 && lineSafe(w.site.Prefix)
}

// copyType returns the type of the copies, which a rule of the project may set.
func (s *Site) copyType() string {
	return cmp.Or(s.Copies.Type, MarkdownType)
}

// copies writes the same rules for Apache. mod_rewrite serves the Markdown; environment variables, which only the
// request line sets, tell a request for the file itself from one for the page.
// https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html, https://httpd.apache.org/docs/2.4/mod/mod_setenvif.html
func (w *apacheWriter) copies() {
	if len(w.site.Copies.Files) == 0 || !lineSafe(w.site.Prefix) {
		return
	}
	raw := strings.NewReplacer(`"`, `\x22`, `#`, `\x23`).Replace(regexp.QuoteMeta(escapePath(w.site.Prefix)))
	w.f(`<Files "*%s">`, copySuffix)
	w.f(`  ForceType %s`, quoted(w.site.copyType()))
	w.f(`</Files>`)
	w.f(`<IfModule mod_rewrite.c>`)
	w.f(`  RewriteEngine On`)
	for _, c := range [][2]string{{`(?:^|/)$`, "index.html.md"}, {`\.html$`, ".md"}} {
		w.f(`  RewriteCond %%{HTTP_ACCEPT} "%s" [NC]`, prefersMarkdown) // mod_rewrite keeps backslashes in quotes
		w.f(`  RewriteCond "%%{REQUEST_FILENAME}%s" -f`, c[1])
		w.f(`  RewriteCond %%{REQUEST_URI} "^(.*)$"`)
		w.f(`  RewriteRule "%s" "%%1%s" [B=?%%,L]`, c[0], c[1]) // B: the result is decoded once more
	}
	w.f(`</IfModule>`)
	w.f(`<IfModule mod_headers.c>`)
	w.f(`  <If "%%{REQUEST_FILENAME} =~ m#\.html$# && -f %%{REQUEST_FILENAME} . '.md'">`)
	w.f(`    Header merge Vary Accept`)
	w.f(`  </If>`)
	w.f(`  <If "%%{THE_REQUEST} =~ m#^\S+ [^ ?]*\.html\.md[ ?]#">`)
	w.f(`    Header set X-Robots-Tag "noindex"`)
	w.f(`  </If>`)
	w.f(`  <IfModule mod_setenvif.c>`)
	for _, pattern := range []string{`/[^ ?]*\.html)\.md`, `/(?:[^ ?]*/)?)index\.html\.md`} { // the last one counts
		w.f(`    SetEnvIfExpr "%%{THE_REQUEST} =~ m#^\S+ (%s%s[ ?]#" SITEGEN_PAGE=$1`, raw, pattern)
	}
	w.f(`    Header set Link %s env=SITEGEN_PAGE`,
		strings.ReplaceAll(headerValue(canonical(w.site.Copies.Origin+"\x00")), "\x00", "%{SITEGEN_PAGE}e"))
	w.f(`  </IfModule>`)
	w.f(`</IfModule>`)
}
