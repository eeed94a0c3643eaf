package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestThirdParty: what is published names Go, each module that the program links on any platform, and each font and program
// of others that it embeds, with the text of a licence.
func TestThirdParty(t *testing.T) {
	modules := map[string]bool{}
	for _, p := range platforms() {
		for _, m := range listed(t, p, "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}") {
			modules[m] = true
		}
	}
	info := &debug.BuildInfo{GoVersion: runtime.Version()}
	for _, m := range slices.Sorted(maps.Keys(modules)) {
		name, version, _ := strings.Cut(m, " ")
		info.Deps = append(info.Deps, &debug.Module{Path: name, Version: version})
	}
	if len(info.Deps) < 10 {
		t.Fatalf("%d modules", len(info.Deps))
	}
	text, err := thirdParty("../..", []built{{info: info}})
	if err != nil {
		t.Fatal(err)
	}
	parts := licenceTexts(string(text))
	wanted := []string{"Go, " + runtime.Version()}
	for _, m := range info.Deps {
		wanted = append(wanted, m.Path+" "+m.Version)
	}
	for _, w := range embedded() {
		wanted = append(wanted, "in "+path.Dir(w.licence))
	}
	for _, w := range wanted {
		if words := parts[w]; !slices.ContainsFunc([]string{"without warranty", "\"as is\"", "“as is”", "public domain", "without any warranty", "copyright"}, func(s string) bool {
			return strings.Contains(strings.ToLower(words), s)
		}) {
			t.Errorf("%s: no licence, but %.200q", w, words)
		}
	}
	files := listed(t, platforms()[0], `{{$dir := .ImportPath}}{{with .Module}}{{if .Main}}{{range $.EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`)
	works := 0
	for _, file := range files {
		if !slices.Contains([]string{".woff2", ".ttf", ".otf", ".gz", ".wasm"}, path.Ext(file)) {
			continue
		}
		works++
		if file = strings.TrimPrefix(file, "github.com/sitegen/sitegen/"); !slices.ContainsFunc(wanted, func(w string) bool { return strings.HasPrefix("in "+path.Dir(file)+"/", w+"/") }) {
			t.Errorf("%s: no licence of a work is above it", file)
		}
	}
	if works < 5 {
		t.Errorf("%d embedded works of others in %d files", works, len(files))
	}
}

// listed returns what a template gives for the packages that the program links on a platform, without empty lines.
func listed(t *testing.T, p platform, format string) (lines []string) {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-f", format, "./cmd/sitegen")
	list.Dir = "../.."
	list.Env = append(list.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch)
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// licenceTexts divides the document: all texts of a work by what it is called there.
func licenceTexts(text string) map[string]string {
	rule := strings.Repeat("=", 80) + "\n"
	parts := strings.Split(text, rule)
	out := map[string]string{}
	for i := 1; i+1 < len(parts); i += 2 {
		what, _, _ := strings.Cut(strings.TrimSpace(parts[i]), ": ")
		out[what] += parts[i+1]
	}
	return out
}

// TestEmbeddedVersions: the versions of the scripts are those that the scripts say themselves.
func TestEmbeddedVersions(t *testing.T) {
	for name, file := range map[string]string{"katex": "internal/template/render/tex/katex/katex.js.gz", "mermaid": "themes/embedded/base/assets/js/mermaid.min.js.gz"} {
		i := slices.IndexFunc(embedded(), func(w work) bool { return w.name == name })
		f, err := os.Open("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		script, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if w := embedded()[i]; !bytes.Contains(script, []byte(`version:"`+w.version+`"`)) || !strings.HasSuffix(w.url, "@"+w.version) {
			t.Errorf("%s: the script is not of version %s", name, w.version)
		}
	}
}
