package witness_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// Git writes CRLF into the files that it checks out in Windows. The site is the same as with LF.
func TestLineEnds(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	files := map[string]string{
		"sitegen.toml": "baseURL = \"https://a.example/\"\ntheme = \"blog\"\n[params]\ndescription = \"\"\"\nTwo\nlines\"\"\"\n" +
			"[markup.goldmark.renderer]\nunsafe = true\n[security]\nallowContent = [\"text/html\", \"text/markdown\", \"text/org\"]\n[languages.en]\n[languages.de]\n",
		"content/yaml.md":                         "---\ntitle: Y\ndate: 2026-01-01\ndescription: |\n  Two\n  lines\ntags: [a]\n---\n<div>\nraw\n</div>\n\n```go {hl_lines=[1]}\na\n\nb\n```\n\n    indented\n    code\n\nHard  \nbreak\n\n{{< box >}}\nInner *a*\n\n```\nx\ny\n```\n{{< /box >}}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<!--\ncomment\n-->\n",
		"content/toml.md":                         "+++\ntitle = \"T\"\ndate = 2026-01-02\ndescription = \"\"\"\nTwo\nlines\"\"\"\n+++\nText\nof lines. <span\ntitle=\"a\nb\">x</span>\n\n<!--more-->\n\n> Quote\n> more\n\n- a\n- b\n\n  c\n",
		"content/json.md":                         "{\n\"title\": \"J\",\n\"date\": \"2026-01-03\"\n}\n{{% md %}}\n## H\n\ntext\n{{% /md %}}\n",
		"content/page.html":                       "---\ntitle: H\n---\n<pre>\na\nb\n</pre>\n",
		"content/org.org":                         "#+TITLE: O\n* H\nText\n#+BEGIN_SRC go\na\nb\n#+END_SRC\n",
		"data/a.toml":                             "text = \"\"\"\none\ntwo\"\"\"\n",
		"data/b.yaml":                             "text: |\n  one\n  two\n",
		"data/c.csv":                              "a,\"one\ntwo\"\nb,c\n",
		"i18n/en.toml":                            "[hello]\nother = \"\"\"\none\ntwo\"\"\"\n",
		"i18n/de.yaml":                            "hello: |\n  eins\n  zwei\n",
		"layouts/_shortcodes/box.html":            "<div>\n{{ .Inner }}\n{{ T \"hello\" }}\n</div>\n",
		"layouts/_shortcodes/md.html":             "{{ .Inner }}\n",
		"layouts/_partials/slots/body-start.html": "<pre>\n{{ hugo.Data.a.text }}\n{{ hugo.Data.b.text }}\n{{ jsonify hugo.Data.c }}\n{{ `raw\nstring` }}\n</pre>\n",
		"layouts/_partials/slots/before-content.html": "{{ with resources.Get `css/a.css` | fingerprint }}<link href=\"{{ .RelPermalink }}\" integrity=\"{{ .Data.Integrity }}\">{{ end }}\n" +
			"{{ with resources.Get `css/a.css` | css.Build (dict `minify` false) }}<link href=\"{{ .RelPermalink }}\">{{ end }}\n" +
			"{{ with resources.Get `js/a.js` | js.Build (dict `targetPath` `a.js` `sourceMap` `external`) }}<script src=\"{{ .RelPermalink }}\"></script>{{ end }}\n" +
			"{{ with resources.Get `js/b.js` | minify }}<script>{{ .Content | safeJS }}</script>{{ end }}\n" +
			"{{ with resources.Get `s.scss` | css.Sass }}<link href=\"{{ .RelPermalink }}\">{{ end }}\n" +
			"{{ with resources.Get `t.txt` }}<pre>{{ .Content }}</pre>{{ end }}<pre>{{ readFile `note.txt` }}</pre>\n" +
			"{{ with resources.Concat `all.txt` (slice (resources.Get `t.txt`) (resources.Get `u.txt`)) }}{{ .RelPermalink }}{{ end }}\n" +
			"{{ with resources.Get `m.txt` | resources.ExecuteAsTemplate (print (path.Base $.RelPermalink) `.txt`) $ }}{{ .RelPermalink }}{{ end }}\n" +
			"{{ with resources.Get `p.svg` }}{{ .Content | safeHTML }}{{ end }}{{ with resources.Get `d.json` | transform.Unmarshal }}{{ .a }}{{ end }}\n" +
			"{{ with resources.Get `big.txt` | resources.Copy `big2.txt` | fingerprint }}{{ .RelPermalink }}{{ end }}\n",
		"assets/css/a.css":   "/*! keep\nthis */\n@import \"b.css\";\na {\n  color: red;\n}\n",
		"assets/css/b.css":   "/*! and\nthis */\nb {\n  content: \"a\\\nb\";\n}\n",
		"assets/js/a.js":     "/*! keep\nthis */\nimport {x} from './c.js'\nconsole.log(`a\nb`, x)\n",
		"assets/js/b.js":     "/*! keep\nthis */\nconsole.log(`a\nb`)\n",
		"assets/js/c.js":     "/*! also\nthis */\nexport const x = `c\nd`\n",
		"assets/s.scss":      "@import 'part';\n/* a\ncomment */\na {\n  b { color: red; }\n}\n",
		"assets/_part.scss":  "/* another\ncomment */\n$x: 1;\n",
		"assets/t.txt":       "one\ntwo\n",
		"assets/u.txt":       "three\nfour\n",
		"assets/m.txt":       "{{ .Title }}\n{{ `raw\nstring` }}\n",
		"assets/p.svg":       "<svg xmlns=\"http://www.w3.org/2000/svg\"\nwidth=\"1\" height=\"1\">\n</svg>\n",
		"assets/d.json":      "{\n\"a\": 1\n}\n",
		"assets/big.txt":     strings.Repeat("a line of a large file\n", 60_000),
		"note.txt":           "a\nb\n",
		"layouts/robots.txt": "User-agent: *\nDisallow: /x\n",
	}
	built := func(change func(string) string) map[string]string {
		dir := t.TempDir()
		texts := map[string]string{}
		for name, text := range files {
			texts[name] = change(text)
		}
		put(t, dir, nil, texts)
		b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		root := filepath.Join(dir, "public")
		err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			out[path[len(root):]] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	unix := built(func(s string) string { return s })
	windows := built(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })
	if diff := cmp.Diff(unix, windows); diff != "" {
		t.Errorf("with CRLF (+):\n%s", diff)
	}
	if _, made := unix["/all.txt"]; !made || !strings.Contains(unix["/a.js"], "also") {
		t.Error("resources are missing")
	}
	if !strings.Contains(unix["/yaml/index.html"], "<div>\nraw") {
		t.Error("the page has no raw HTML:\n" + unix["/yaml/index.html"])
	}
}
