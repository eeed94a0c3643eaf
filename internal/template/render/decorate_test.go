package render

import "testing"

// TestDecorators: partials that execute the block of their caller with templates.Inner. The results are those of Hugo
// 0.165.
func TestDecorators(t *testing.T) {
	for _, test := range []struct{ name, layout, want string }{
		{"context given", `{{ with partial "given" 1 }}<b>{{ . }}</b>{{ end }}`, "<i><b>given 1</b></i>"},
		{"no context: that of the caller", `{{ with partial "none" 1 }}<b>{{ .Title }}</b>{{ end }}`, "<i><b>A</b></i>"},
		{"several times", `{{ with partial "twice" (slice 1 2) }}{{ . }},{{ end }}`, "1,2,"},
		{"never", `{{ with partial "never" 1 }}never{{ end }}`, "x"},
		{"not a decorator", `{{ with partial "plain" 7 }}is {{ . }}{{ end }}`, "is plain 7"},
		{"nothing printed", `{{ with partial "empty" 7 }}x{{ else }}none{{ end }}`, "none"},
		{"inside each other", `{{ with partial "given" 1 }}{{ with partial "given" . }}{{ . }}{{ end }}{{ end }}`, "<i><i>given given 1</i></i>"},
		{"in parentheses, by its other name", `{{ with (partials.Include "given" 3) }}{{ . }}{{ end }}`, "<i>given 3</i>"},
		{"cached", `{{ with partialCached "given" 3 }}{{ . }}{{ end }}{{ with partialCached "given" 3 }}!{{ end }}`, "<i>given 3</i><i>!</i>"},
		{"after a failure", `{{ with try (partial "fails" 1) }}{{ with .Err }}failed {{ end }}{{ end }}{{ with partial "given" 2 }}{{ . }}{{ end }}`, "failed <i>given 2</i>"},
		{"break of a loop", `{{ range slice 1 2 }}{{ with partial "plain" . }}{{ break }}{{ end }}{{ end }}end`, "end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProject(t, map[string]string{
				"hugo.toml": bodiesConfig, "content/a.md": "---\ntitle: A\n---\n", "layouts/single.html": test.layout,
				"layouts/_partials/given.html": `<i>{{ templates.Inner (printf "given %v" .) }}</i>`,
				"layouts/_partials/none.html":  `<i>{{ inner }}</i>`,
				"layouts/_partials/twice.html": `{{ range . }}{{ inner . }}{{ end }}`,
				"layouts/_partials/never.html": `x{{ if false }}{{ inner }}{{ end }}`,
				"layouts/_partials/plain.html": `plain {{ . }}`,
				"layouts/_partials/empty.html": ``,
				"layouts/_partials/fails.html": `{{ with partial "given" 1 }}{{ index 1 2 3 }}{{ end }}`,
			})
			if got := p.html("/a"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
