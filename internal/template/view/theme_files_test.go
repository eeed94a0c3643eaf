package view

import "testing"

// TestFilesOfThemes: readFile, fileExists, and os.Stat look in the project, then in the folders of its themes, then in
// the content; os.ReadDir looks only in the project. The results are those of Hugo 0.165.
func TestFilesOfThemes(t *testing.T) {
	p := newProject(t, map[string]string{
		"hugo.toml":                        "baseURL = \"https://example.org/\"\ntheme = [\"one\", \"two\"]\n",
		"content/about.md":                 "About\n",
		"content/both.txt":                 "content",
		"static/own.png":                   "own",
		"themes/one/static/apple-icon.png": "one",
		"themes/two/static/apple-icon.png": "two",
		"themes/two/static/own.png":        "two",
		"themes/two/both.txt":              "theme",
		"themes/two/assets/icon.svg":       "<svg/>",
		"assets/a.txt":                     "a",
	})
	p.rows(p.page("/about"), [][2]string{
		{`readFile "static/own.png"`, "own"},
		{`readFile "/static/apple-icon.png"`, "one"},
		{`readFile "assets/icon.svg"`, "<svg/>"},
		{`readFile "both.txt"`, "theme"},
		{`readFile "about.md"`, "About\n"},
		{`fileExists "static/apple-icon.png"`, "true"},
		{`fileExists "static/none.png"`, "false"},
		{`(os.Stat "assets/icon.svg").Size`, "6"},
		{`range os.ReadDir "assets" }}{{ .Name }} {{ end`, "a.txt "},
		{`len (os.ReadDir "posts")`, "0"},
	})
}
