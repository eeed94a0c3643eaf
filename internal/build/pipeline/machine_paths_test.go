package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
)

// TestNoPathsOfTheMachine: neither messages nor the errors that templates get name the folder in which this machine
// keeps a module, whatever kind of file they are about.
func TestNoPathsOfTheMachine(t *testing.T) {
	top := t.TempDir()
	theme := "cache/example.org/theme@v1.0.0/"
	for name, text := range map[string]string{
		"site/hugo.toml":                        "baseURL = 'https://example.org/'\n[[module.imports]]\npath = 'example.org/theme'\n",
		"site/go.mod":                           "module example.org/site\n\nrequire example.org/theme v1.0.0\n",
		theme + "go.mod":                        "module example.org/theme\n",
		theme + "hugo.toml":                     "[module.hugoVersion]\nmin = '9.0.0'\n[[menus.main]]\nurl = '/x'\nnmae = 'y'\n",
		theme + "content/a.md":                  "---\ntitle: A\n---\n<b>raw</b>\n\n![](gone.png)\n",
		theme + "static/a/index.html":           "hidden",
		theme + "assets/a.scss":                 "a { b: $c }",
		theme + "layouts/_partials/broken.html": "{{ index 1 2 }}",
		theme + "layouts/single.html": `{{ .Content }}
{{ with try (partial "broken.html" .) }}{{ .Err }}{{ end }}
{{ with try (ref . "nothing") }}{{ .Err }} {{ .Err.Cause }}{{ end }}
{{ with try (.RenderString "{{< nothing >}}") }}{{ .Err }}{{ end }}
{{ with try (resources.Get "a.scss" | css.Sass) }}{{ .Err }}{{ end }}`,
	} {
		file := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	site := filepath.Join(top, "site")
	res := buildPictures(t, project.Options{
		Source:  site,
		Environ: []string{"GOMODCACHE=" + filepath.Join(top, "cache"), "GOPROXY=off", "GOSUMDB=off", "HOME=" + top},
	})
	page, err := os.ReadFile(filepath.Join(site, "public", "a", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if err := res.Diagnostics.Write(&said, false); err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"the page": string(page), "the messages": said.String()} {
		if strings.Contains(text, filepath.ToSlash(top)) || strings.Contains(text, top) {
			t.Errorf("%s: a path of this machine in\n%s", what, text)
		}
	}
	for _, want := range []string{
		"example.org/theme@v1.0.0/hugo.toml:2: warning", "example.org/theme@v1.0.0/content/a.md:4:1: warning", "4 | <b>raw</b>",
		"example.org/theme@v1.0.0/static/a/index.html: warning",
	} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("no %q in\n%s", want, said.String())
		}
	}
	for _, want := range []string{
		"(while rendering example.org/theme@v1.0.0/content/a.md)", "example.org/theme@v1.0.0/assets/a.scss:1:8",
		"example.org/theme@v1.0.0/content/a.md: reference",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
