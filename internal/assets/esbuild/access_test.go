package esbuild

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Imports can read the project and packages, but no other files of the machine.
func TestImportsStayInside(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"secret/s.txt":                    "SECRET",
		"secret/s.json":                   `{"k": "SECRET"}`,
		"secret/s.css":                    `a::before { content: "SECRET" }`,
		"site/own.txt":                    "OWN",
		"site/node_modules/in/index.js":   `export { default } from "../../../node_modules/above/a.txt"`,
		"node_modules/above/a.txt":        "ABOVE",
		"packages/linked/index.js":        `export { default } from "./more.txt"`,
		"packages/linked/more.txt":        "LINKED",
		"packages/notlinked/index.js":     `export default "SECRET"`,
		"site/node_modules/@x/y/index.js": `export default "SCOPED"`,
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project := filepath.Join(root, "site")
	if err := os.Symlink(filepath.Join(root, "packages", "linked"), filepath.Join(project, "node_modules", "linked")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	secret := filepath.ToSlash(filepath.Join(root, "secret"))
	for _, c := range []struct{ name, text, want string }{
		{"main.js", `import s from "../secret/s.txt"; console.log(s)`, ""},
		{"main.js", `import s from "` + secret + `/s.json"; console.log(s)`, ""},
		{"main.js", `import("../secret/" + location.hash + ".json")`, ""},
		{"main.js", `import s from "../packages/notlinked"; console.log(s)`, ""},
		{"main.css", `@import "../secret/s.css";`, ""},
		{"main.js", `import s from "./own.txt"; console.log(s)`, "OWN"},
		{"main.js", `import s from "in"; console.log(s)`, "ABOVE"},
		{"main.js", `import s from "linked"; console.log(s)`, "LINKED"},
		{"main.js", `import s from "@x/y"; console.log(s)`, "SCOPED"},
	} {
		r, err := build(t, map[string]string{c.name: c.text}, c.name, Options{}, project)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s: no error, but %s", c.text, r.Content)
		case c.want == "" && !strings.Contains(err.Error(), "outside the project"):
			t.Errorf("%s: %v", c.text, err)
		case c.want != "" && err != nil:
			t.Errorf("%s: %v", c.text, err)
		case c.want != "" && !strings.Contains(string(r.Content), c.want):
			t.Errorf("%s: no %s in %s", c.text, c.want, r.Content)
		}
	}
	if _, err := BuildBatch(&Batch{
		Project: project, Entries: []string{"e.js"}, Scripts: map[string]*Source{"e.js": {Content: []byte(`import s from "../secret/s.txt"; console.log(s)`)}},
		Asset: func(string) ([]byte, string, bool) { return nil, "", false },
	}, &Options{}); err == nil || !strings.Contains(err.Error(), "outside the project") {
		t.Errorf("a batch: %v", err)
	}
}
