package render

import (
	"strings"
	"testing"
)

// TestGoat: a built-in hook draws goat blocks; only a hook for goat takes precedence.
func TestGoat(t *testing.T) {
	const body = "```goat {class=wide}\n.-.\n| |\n'-'\n```\n\n```go\nx\n```\n"
	for name, tt := range map[string]struct {
		hooks map[string]string
		want  []string
	}{
		"built in": {nil, []string{`<div class="goat svg-container wide">`, "<svg", `<div class="highlight">`}},
		"beside a hook for any language": {
			map[string]string{"layouts/_markup/render-codeblock.html": "[any {{ .Type }}]"},
			[]string{`<div class="goat svg-container wide">`, "[any go]"},
		},
		"a hook for goat": {
			map[string]string{"layouts/_markup/render-codeblock-goat.html": "[mine {{ .Attributes.class }}]"},
			[]string{"[mine wide]", `<div class="highlight">`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := with(map[string]string{"layouts/single.html": "{{ .Content }}", "content/posts/a.md": body})
			for path, src := range tt.hooks {
				files[path] = src
			}
			_, run, problems := newRun(t, files)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			p := &project{t, run, run.Worker()}
			got, err := p.eval(p.page("/posts/a"), "{{ .Content }}")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in %s", want, got)
				}
			}
		})
	}
}
