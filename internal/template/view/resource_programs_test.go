package view

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// tools adds npm programs to a project, and a node that prints its arguments and then its input. It fails if the input
// is "bad".
func tools(t *testing.T, files map[string]string) *project {
	t.Helper()
	files["hugo.toml"] += "\n[security.exec]\nallow = ['^(postcss|tailwindcss|babel|npx)$']\n"
	for _, name := range []string{"postcss", "tailwindcss", "babel"} {
		files["node_modules/"+name+"/index.js"] = ""
	}
	p := newProject(t, files)
	bin := filepath.Join(p.views.site.Config.Project, "node_modules", ".bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"postcss", "tailwindcss", "babel"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/usr/bin/env node\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	testsite.Write(t, dir, map[string]string{
		"node": "#!/bin/sh\nshift\ntext=$(/bin/cat)\nif [ \"$text\" = bad ]; then echo 'it is bad' >&2; exit 1; fi\necho \"$@ < $text\"\n",
	})
	if err := os.Chmod(filepath.Join(dir, "node"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	return p
}

// TestNodeTools: the arguments of npm tools, the paths of files, and error messages.
// https://gohugo.io/functions/css/postcss/, https://gohugo.io/functions/css/tailwindcss/,
// https://gohugo.io/functions/js/babel/
func TestNodeTools(t *testing.T) {
	files := blog()
	files["assets/a.css"] = "@import \"css/more.css\";"
	files["assets/a.js"] = "let a"
	files["assets/bad.css"] = "bad"
	files["assets/lost.css"] = "@import \"lost.css\";\n@import \"none.css\";"
	files["babel.config.mjs"] = ""
	files["other/post.js"] = ""
	files["assets/_jsconfig/setup/postcss.config.js"] = ""
	files["theme/of/postcss.js"] = ""
	files["hugo.toml"] = "theme = 'theme'\nthemesDir = '.'\n" + files["hugo.toml"]
	p := tools(t, files)
	project := p.views.site.Config.Project
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{`"a.css" | css.PostCSS`, "/sub/a.css text/css:  < @import \"css/more.css\";\n"},
		{`"a.css" | postCSS (dict "noMap" true "use" "x y" "parser" "p" "stringifier" "s" "syntax" "sx")`, "/sub/a.css text/css: --no-map --use x y --parser p --stringifier s --syntax sx < @import \"css/more.css\";\n"},
		{`"a.css" | css.PostCSS (dict "config" "other/post.js" "inlineImports" true)`, "/sub/a.css text/css: --config PROJECT/other/post.js < b {}\n"},
		{`"a.css" | css.PostCSS (dict "config" "setup")`, "/sub/a.css text/css: --config PROJECT/assets/_jsconfig/setup < @import \"css/more.css\";\n"},
		{`"a.css" | css.PostCSS (dict "config" "of/postcss.js")`, "/sub/a.css text/css: --config PROJECT/theme/of/postcss.js < @import \"css/more.css\";\n"},
		{`"a.css" | css.PostCSS (dict "config" "none.js")`, "ERR css.PostCSS: the configuration none.js does not exist"},
		{`"a.css" | css.PostCSS (dict "noMap" "perhaps")`, "ERR css.PostCSS: the option noMap is a bool, not string"},
		{`"bad.css" | css.PostCSS`, "ERR css.PostCSS of bad.css: postcss: it is bad"},
		{`"lost.css" | css.PostCSS (dict "inlineImports" true)`, "ERR css.PostCSS: assets/lost.css:2: the import \"none.css\" is not in assets/; files in node_modules require the option skipInlineImportsNotFound"},
		{`"a.css" | css.TailwindCSS`, "/sub/a.css text/css: --input=- --cwd PROJECT < b {}\n"},
		{`"a.css" | css.TailwindCSS (dict "minify" true "optimize" true "disableInlineImports" true)`, "/sub/a.css text/css: --input=- --cwd PROJECT --minify --optimize < @import \"css/more.css\";\n"},
		{`"a.js" | js.Babel`, "/sub/a.js text/javascript: --config-file PROJECT/babel.config.mjs --filename=PROJECT/assets/a.js < let a\n"},
		{`"a.js" | babel (dict "minified" true "noComments" true "verbose" true "noBabelrc" true "compact" false "sourceMap" "inline")`, "/sub/a.js text/javascript: --config-file PROJECT/babel.config.mjs --source-maps=inline --minified --no-comments --verbose --no-babelrc --compact=false --filename=PROJECT/assets/a.js < let a\n"},
		{`"a.js" | js.Babel (dict "sourceMap" "none" "config" "other/post.js")`, "/sub/a.js text/javascript: --config-file PROJECT/other/post.js --filename=PROJECT/assets/a.js < let a\n"},
	} {
		src := "{{ with resources.Get " + c[0] + " }}{{ .RelPermalink }} {{ .MediaType }}: {{ .Content }}{{ end }}"
		out, err := p.eval(p.page("/about"), src)
		if err != nil {
			out = "ERR" + err.Error()
		}
		out = strings.NewReplacer("test:1:", "", project, "PROJECT", " (while rendering content/about.md)", "").Replace(out)
		got[c[0]], want[c[0]] = out, c[1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestQuestionsOfPrograms: a program may read any file of the project, and Dart Sass is itself an input. The questions
// are recorded even if it fails.
func TestQuestionsOfPrograms(t *testing.T) {
	files := blog()
	files["assets/a.scss"] = "a { b { c: d } }"
	files["assets/use.scss"] = "@use \"sass:math\";"
	p := tools(t, files)
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{`"css/main.css" | css.PostCSS`, "Glob asset|/css/main.css; File resource|assets/css/main.css; Glob project|"},
		{`"css/main.css" | css.TailwindCSS`, "Glob asset|/css/main.css; File resource|assets/css/main.css; Glob project|"},
		{`"css/main.css" | css.PostCSS (dict "config" "none.js")`, "Glob asset|/css/main.css; Glob project|; ERR css.PostCSS: the configuration none.js does not exist (while rendering content/about.md)"},
		{`"a.scss" | css.Sass`, "Glob asset|/a.scss; File resource|assets/a.scss"},
		{`"use.scss" | css.Sass`, "Glob asset|/use.scss; File resource|assets/use.scss; Glob program|sass; Glob project|; ERR css.Sass: use.scss: @use and @forward require Dart Sass: security.exec.allow permits neither dart-sass nor sass, the names of Dart Sass (while rendering content/about.md)"},
		{`"a.scss" | css.Sass (dict "transpiler" "ruby")`, "Glob asset|/a.scss; ERR css.Sass: the option transpiler is libsass or dartsass, not \"ruby\" (while rendering content/about.md)"},
		{`"a.scss" | css.Sass (dict "transpiler" "dartsass")`, "Glob asset|/a.scss; File resource|assets/a.scss; Glob program|sass; Glob project|; ERR css.Sass: a.scss: security.exec.allow permits neither dart-sass nor sass, the names of Dart Sass (while rendering content/about.md)"},
		{`"a.scss" | css.Sass (dict "importContext" 1)`, "Glob asset|/a.scss; ERR css.Sass: importContext: int has no resources (while rendering content/about.md)"},
		{`"a.scss" | css.Sass (dict "vars" "x")`, "Glob asset|/a.scss; ERR css.Sass: the option vars is a map[string]interface {}, not string (while rendering content/about.md)"},
		{`"a.scss" | css.Sass "x" "y"`, "Glob asset|/a.scss; ERR css.Sass requires options, if any, and a resource (while rendering content/about.md)"},
		{`"a.scss" | css.Sass 5`, "Glob asset|/a.scss; ERR css.Sass: options are a map, not int (while rendering content/about.md)"},
	} {
		got[c[0]], want[c[0]] = p.steps(p.page("/about"), "{{ $x := resources.Get "+c[0]+" }}"), c[1]
		if again := p.steps(p.page("/about"), "{{ $x := resources.Get "+c[0]+" }}"); again != got[c[0]] {
			t.Errorf("%s asks %q when it is used again in a build, and %q at first", c[0], again, got[c[0]])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
