package render

import (
	"strings"
	"testing"
)

// TestSharedPartials: a cached partial with the page in its context has the same result as partial, and is executed
// once for all pages that it does not distinguish.
func TestSharedPartials(t *testing.T) {
	const tree = `{{ define "branch" }}{{ $p := .page }}{{ range .of.Pages }}<a href="{{ .RelPermalink }}"` +
		`{{ if and (not $.still) (eq . $p) }} class="here"{{ end }}>{{ .Title }}</a>{{ template "branch" (dict "page" $p "of" . "still" $.still) }}{{ end }}{{ end }}`
	cases := []struct {
		name, partial, call string
		executed            int // for the pages a and b of /posts, and c of /docs
	}{
		{"a tree", tree + `{{ with .context }}{{ .Type }}{{ template "branch" (dict "page" . "of" .FirstSection "still" $.still) }}{{ end }}`, `(dict "context" . "still" true)`, 2},
		{"a tree that shows the page", tree + `{{ with .context }}{{ template "branch" (dict "page" . "of" .FirstSection "still" $.still) }}{{ end }}`, `(dict "context" . "still" false)`, 3},
		{"a parameter", `{{ with . }}{{ with .Params.mood }}{{ . }}{{ end }}{{ end }}`, `.`, 2},
		{"the parameter of a page that is passed on", `{{ partial "mood.html" (dict "page" .) }}`, `.`, 2},
		{"remembered inside", `{{ partialCached "mood.html" (dict "page" .) }}`, `.`, 2},
		{"the page of the page", `{{ with . }}{{ .Page.Page.Params.mood }}{{ end }}`, `.`, 2},
		{"the site", `{{ with . }}{{ .Site.Title }}{{ range .Site.RegularPages }}{{ .Title }}{{ end }}{{ end }}`, `.`, 1},
		{"a method with an argument", `{{ with . }}{{ .Param "mood" }}{{ end }}`, `.`, 2},
		{"what follows from an answer", `{{ with . }}{{ if eq .Section "posts" }}{{ .Params.mood }}{{ else }}{{ .Title }}{{ end }}{{ end }}`, `.`, 2},
		{"the title", `{{ with . }}{{ .Title }}{{ end }}`, `.`, 3},
		{"its text", `{{ with . }}{{ .Content }}{{ end }}`, `.`, 3},
		{"a value", `{{ $p := . }}{{ return $p.Section }}`, `.`, 2},
		{"the page as a value", `{{ $p := . }}{{ return dict "p" $p }}`, `.`, 3},
		{"an index", `{{ (index (dict "p" .) "p").Section }}`, `.`, 2},
		{"a comparison", `{{ $p := . }}{{ range site.RegularPages }}{{ eq . $p }}{{ end }}`, `.`, 3},
		{"a list", `{{ $p := . }}{{ range slice $p }}{{ .Title }}{{ end }}`, `.`, 3},
		{"its name in a map", `{{ range $k, $v := dict "p" . }}{{ $k }}{{ $v.Section }}{{ end }}`, `.`, 2},
		{"in a format", `{{ printf "%v" (dict "p" .) | len }}`, `.`, 3},
		{"the argument of a method", `{{ $p := . }}{{ range site.RegularPages }}{{ .InSection $p }}{{ end }}`, `.`, 3},
		{"a function of pages", `{{ $p := . }}{{ len (where site.RegularPages "Section" $p.Section) }}{{ in site.RegularPages $p }}`, `.`, 3},
		{"a condition", `{{ $p := . }}{{ cond (not $p) "no" ($p | default "none").Section }}{{ with $p }}{{ .Kind }}{{ end }}`, `.`, 2},
		{"tried", `{{ $p := . }}{{ with try ($p.Section) }}{{ .Value }}{{ end }}`, `.`, 3},
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			build := func(call string) (out []string, executed int) {
				files := with(map[string]string{
					"layouts/single.html":         call,
					"layouts/_partials/x.html":    tt.partial,
					"layouts/_partials/mood.html": `{{ $p := .page }}{{ $p.Params.mood }}`,
					"content/posts/a.md":          "---\ntitle: A\nmood: good\n---\nAbc.\n",
					"content/posts/b.md":          "---\ntitle: B\nmood: good\n---\nAbc d.\n",
					"content/docs/c.md":           "---\ntitle: C\nmood: bad\n---\nAbc e.\n",
				})
				p := newProject(t, files)
				for _, path := range []string{"/posts/a", "/posts/b", "/docs/c"} {
					r, err := p.render(path, "html")
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, string(r.Outputs[0].Bytes))
				}
				p.run.memo.Range(func(k, _ any) bool {
					if name, ok := k.(partialKey); ok && strings.Contains(string(name), "x.html") {
						executed++
					}
					return true
				})
				return out, executed
			}
			want, _ := build(`{{ partial "x.html" ` + tt.call + ` }}`)
			got, executed := build(`{{ partialCached "x.html" ` + tt.call + ` }}`)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%q, want %q", got[i], want[i])
				}
			}
			if executed != tt.executed {
				t.Errorf("executed %d times, want %d", executed, tt.executed)
			}
		})
	}
}
