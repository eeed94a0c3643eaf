package i18n

import (
	"strings"
	"testing"
	"text/template"
)

// TestFill compares translations filled in without their template with text/template.
func TestFill(t *testing.T) {
	filled := 0
	for _, src := range []string{
		`{{ .Count }} words`, `page {{.n}} of {{.total}}`, `"{{ .title }}"`, `{{- .title -}} x`, `{{ .Count }}{{ .none }}`, `{{ . }}`, `{{ .a.b }}`,
		`{{ if .n }}x{{ end }}`, `{{ .title | printf "%q" }}`, `{{ $x := .n }}{{ $x }}`, `{{ printf "%d" .n }}`, `{{/* c */}}{{ .n }}`, `a{{ "b" }}`,
	} {
		one := template.Must(template.New("t").Parse(src))
		for _, data := range []any{intCount(3), map[string]any{"n": 1, "total": 20, "title": "<é>", "Count": 2}, map[string]any{"n": 1.5, "title": nil}, nil} {
			got, ok := fill(nil, partsOf(one), data)
			if !ok {
				continue
			}
			filled++
			var want strings.Builder
			if err := one.Execute(&want, data); err != nil || got != want.String() {
				t.Errorf("%s of %v: got %q, want %q, %v", src, data, got, want.String(), err)
			}
		}
	}
	if filled != 6 {
		t.Errorf("%d are filled in without their template", filled)
	}
}
