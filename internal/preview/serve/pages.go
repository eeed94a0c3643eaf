package serve

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"
)

// notFound returns the page for a missing path on a site without a 404 page.
func notFound(path string) []byte {
	return render(plainPage{Title: "404: page not found", Text: "The site has nothing at " + path +
		". It has no 404.html either: a host would show its own."})
}

// failedPage is shown until a build succeeds. It then reloads.
func (s *Server) failedPage(w http.ResponseWriter, r *http.Request, st *state) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "1")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") && r.Header.Get("Sec-Fetch-Dest") != "document" {
		var text bytes.Buffer
		st.problems.Write(&text, false)
		refuse(w, http.StatusServiceUnavailable, text.String())
		return
	}
	p := plainPage{
		Title: "The site cannot be built yet", Text: "This page disappears when you fix the problems.",
		Problems: st.event.Problems,
	}
	s.page(w, r, st, page{
		status: http.StatusServiceUnavailable, html: render(p), version: st.failedVersion(),
		failed: true,
	})
}

type plainPage struct {
	Title, Text string
	Problems    []problem
}

// Before, At and After are the parts of an excerpt around the column.
func (p problem) Before() string { return p.part(0, p.Col-1) }

// At is the character at the column.
func (p problem) At() string { return p.part(p.Col-1, p.Col) }

// After is what follows the column.
func (p problem) After() string { return p.part(p.Col, len(p.Excerpt)) }

func (p problem) part(from, to int) string {
	line := []rune(p.Excerpt)
	clamp := func(i int) int { return max(0, min(i, len(line))) }
	if p.Col == 0 { // everything is after the column
		from = 0
	}
	return string(line[clamp(from):clamp(to)])
}

func render(p plainPage) []byte {
	var out bytes.Buffer
	if err := plainTemplate().Execute(&out, p); err != nil {
		panic(err) // into memory, from strings
	}
	return out.Bytes()
}

func plainTemplate() *template.Template {
	return template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1b1f; --soft: #55565c; --line: #f4f4f6; --edge: #d9d9de; --red: #b3261e; --link: #0b57d0; --mark: #ffd7d3 }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1e22; --ink: #ececf0; --soft: #b4b5bd; --line: #28292f; --edge: #3a3b42; --red: #ff8a80; --link: #a8c7fa; --mark: #7d2a24 } }
body { font: 16px/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); max-width: 60rem; margin: 3rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
ol { list-style: none; padding: 0 }
li { border-top: 1px solid var(--edge); padding: 1rem 0 }
p { margin: .2rem 0; overflow-wrap: anywhere }
a { color: var(--link) }
pre { font: 14px/1.6 ui-monospace, monospace; background: var(--line); border-radius: 6px; padding: .5rem .8rem; margin: .5rem 0; overflow-x: auto; unicode-bidi: plaintext; tab-size: 4 }
mark { background: var(--mark); color: inherit; outline: 1px solid var(--red) }
.place { font: 14px/1.5 ui-monospace, monospace }
.message { font-weight: 600 }
.soft { color: var(--soft); font-weight: 400 }
</style>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p class="soft">{{.Text}}</p>
{{- with .Problems}}
<ol>
{{- range .}}
<li>
{{- if .Place}}<p class="place">{{if .Link}}<a href="{{.SafeLink}}">{{.Place}}</a>{{else}}{{.Place}}{{end}}</p>{{end}}
<p class="message">{{.Message}}{{with .Rule}} <span class="soft">{{.}}</span>{{end}}</p>
{{- if .Excerpt}}
<pre tabindex="0" role="group" aria-label="line {{.Line}}"><span class="soft">{{.Line}} </span>{{.Before}}{{if .Col}}<mark>{{or .At " "}}</mark>{{end}}{{.After}}</pre>
{{- end}}
{{- with .Hint}}<p class="soft">Hint: {{.}}</p>{{end}}
</li>
{{- end}}
</ol>
{{- end}}
</main>
</body>
</html>
`))
}

// SafeLink returns the URL for the editor, which has a custom scheme. It comes from the command line, and the
// values filled in are escaped.
func (p problem) SafeLink() template.URL { return template.URL(p.Link) }
