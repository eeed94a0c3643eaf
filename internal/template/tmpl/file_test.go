package tmpl

import "testing"

// FuzzTemplate parses and rewrites any text. It must not panic, and an accepted tree must print and copy.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{
		`{{ .A.B }}{{ $x := (f .A).B | strings.ToUpper }}`, `{{ with try (index .X 1) }}{{ .Err }}{{ end }}`, `{{ return dict "a" 1 }}`,
		`{{ define "x" }}{{ end }}{{ template "x" . }}`, `{{ range $i, $e := .X }}{{ break }}{{ else }}{{ end }}`, `{{ template "_internal/a.html" . }}`,
		`{{ if and .A (not .B) }}{{ end }}`, `{{ .A.B 1 | .C }}`, `{{ try }}`, `{{ try 1 2 }}`, `{{ math.Pi.X }}`, `{{ nil.X }}`, `{{- /* */ -}}`,
	} {
		f.Add(s)
	}
	v := NewVocabulary(functions())
	f.Fuzz(func(t *testing.T, src string) {
		file := &File{Name: "x.html", Shown: "x.html", Text: src}
		if NewParser(v).Parse(file).Err() != nil {
			return
		}
		_ = file.Main.Root.Copy().String()
		for _, tree := range file.Defines {
			_ = tree.Root.Copy().String()
		}
	})
}
