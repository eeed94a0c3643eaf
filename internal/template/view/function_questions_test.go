package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// steps returns the questions of a template on a page in order, and the error that ends it, if any.
func (p *project) steps(page *Page, src string) string {
	p.t.Helper()
	p.views.answers.Clear() // results of one template must not affect the next
	c := p.call(page)
	_, err := c.execute(src, page)
	var all []string
	for _, s := range c.Recorder.Record().Steps {
		all = append(all, kindName(s.Kind)+" "+strings.ReplaceAll(s.Key, "\x00", "|"))
	}
	if err != nil {
		_, message, _ := strings.Cut(err.Error(), ": ")
		all = append(all, "ERR "+message)
	}
	return strings.Join(all, "; ")
}

// TestFunctionQuestions: the questions of functions that read more than their arguments. Missing files, and paths that
// are not files, are questions, too; paths that must not be read are not.
func TestFunctionQuestions(t *testing.T) {
	files := blog()
	files["assets/pic.png"] = picturePNG(t)
	files["assets/data.json"] = `{"k": "v"}`
	files["static/robots.txt"] = "User-agent: *\n"
	p := newProject(t, files)
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{`site`, ""},
		{`page`, ""},
		{`hugo`, ""},
		{`readFile "content/about.md"`, "File read|content/about.md"},
		{`os.ReadFile "none"`, "File read|none"},
		{`os.ReadFile "posts/one.md"`, "File read|posts/one.md"},
		{`os.ReadFile "../outside"`, "File read|../outside"},
		{`os.ReadFile "public/index.html"`, "File read|public/index.html"},
		{`fileExists "content/about.md"`, "File exists|content/about.md"},
		{`fileExists "none"`, "File exists|none"},
		{`fileExists ""`, ""},
		{`os.Stat "content"`, "File stat|content"},
		{`os.Stat "none"`, "File stat|none"},
		{`os.Stat "content/about.md/x"`, "File stat|content/about.md/x"},
		{`readDir "content/posts"`, "Glob folder|content/posts"},
		{`readDir "none"`, "Glob folder|none"},
		{`readDir "content/about.md"`, "Glob folder|content/about.md"},
		{`os.Getenv "HUGO_NONE"`, "Glob env|HUGO_NONE"},
		{`os.Getenv "SECRET"`, "ERR os.Getenv: security.funcs.getenv does not permit to read SECRET; add '^SECRET$' to it (while rendering content/posts/one.md)"},
		{`resources.Get "css/main.css"`, "Glob asset|/css/main.css"},
		{`resources.Get "/CSS/Main.css"`, "Glob asset|/css/main.css"},
		{`resources.Get "none"`, "Glob asset|/none"},
		{`resources.GetMatch "css/*"`, "Glob assets|css/*"},
		{`resources.GetMatch "none*"`, "Glob assets|none*"},
		{`resources.Match "CSS/*.css"`, "Glob assets|CSS/*.css"},
		{`resources.Match "["`, "ERR pattern \"/[\": a [ without a ] (while rendering content/posts/one.md)"},
		{`resources.ByType "text"`, "Glob assets|type|text"},
		{`resources.GetStatic "/robots.txt"`, "Glob static|robots.txt"},
		{`resources.GetStatic "none"`, "Glob static|none"},
		{`(resources.Get "css/main.css" | minify).RelPermalink`, "Glob asset|/css/main.css; File resource|assets/css/main.css"},
		{`(resources.Get "css/main.css" | fingerprint).Data.Integrity`, "Glob asset|/css/main.css; File resource|assets/css/main.css"},
		{`resources.Get "css/main.css" | resources.Copy "x.css"`, "Glob asset|/css/main.css; File resource|assets/css/main.css"},
		{`resources.Match "css/*" | resources.Concat "all.css"`, "Glob assets|css/*; File resource|assets/css/main.css; File resource|assets/css/more.css"},
		{`resources.FromString "a.txt" "b"`, ""},
		{`resources.Get "tpl.txt" | resources.ExecuteAsTemplate "t.txt" .`, "Glob asset|/tpl.txt; File resource|assets/tpl.txt; PageCard en:/posts/one; Config "},
		{`resources.Get "data.json" | transform.Unmarshal`, "Glob asset|/data.json; File resource|assets/data.json"},
		{`images.Config "assets/pic.png"`, "File read|assets/pic.png"},
		{`images.Config "none.png"`, "File read|none.png; ERR images.Config: file \"none.png\" does not exist (while rendering content/posts/one.md)"},
		{`(resources.Get "pic.png").Filter (images.Overlay (resources.Get "pic.png") 0 0)`, "Glob asset|/pic.png; File resource|assets/pic.png"},
		{`((resources.Get "pic.png").Resize "4x").Width`, "Glob asset|/pic.png; File resource|assets/pic.png"},
		{`((resources.Get "pic.png").Resize "4x").Content`, "Glob asset|/pic.png; File resource|assets/pic.png"},
		{`images.QR "text"`, ""},
		{`relURL "a/b"`, "Config "},
		{`absURL "a/b"`, "Config "},
		{`relLangURL "a/b"`, "Config "},
		{`absLangURL "a/b"`, "Config "},
		{`ref . "two"`, "Resolve ref|en|en:/posts/one|two; PageCard en:/posts/two"},
		{`ref . "none"`, "Resolve ref|en|en:/posts/one|none; List en#Paths; ERR reference \"none\": page not found"},
		{`ref . "#here"`, ""},
		{`relref . (dict "path" "two" "lang" "pl")`, "Resolve ref|pl|en:/posts/one|two; List pl#Paths; ERR reference \"two\": page not found"},
		{`relref . (dict "path" "one" "lang" "pl")`, "Resolve ref|pl|en:/posts/one|one; PageCard pl:/posts/one"},
		{`ref 5 "two"`, "ERR ref requires a page, not int (while rendering content/posts/one.md)"},
		{`now`, "Now "},
		{`now.Year`, "Now 2006"},
		{`time.Now.Format "2006-01-02"`, "Now 2006-01-02"},
		{`first 1 site.RegularPages`, "List en#RegularPages"},
		{`sort site.RegularPages "Params.rank"`, "List en#RegularPages; ListParams en#RegularPages"},
		{`group "key" site.RegularPages`, "List en#RegularPages"},
		{`data.GetJSON "assets/data.json"`, "File read|assets/data.json"},
		{`getJSON "none.json"`, "File read|none.json; ERR getJSON: file \"none.json\" does not exist (while rendering content/posts/one.md)"},
		{`getCSV "," "content/about.md"`, "File read|content/about.md"},
		{`index site.Data.people "Ann"`, "Data "},
		{`site.GetPage "/posts/two"`, "Resolve page|en||/posts/two"},
		{`site.GetPage "none"`, "Resolve page|en||none"},
		{`(site.GetPage "/posts/two").Title`, "Resolve page|en||/posts/two; PageCard en:/posts/two"},
		{`.GetPage "../about"`, "Resolve page|en|en:/posts/one|../about"},
	} {
		got[c[0]], want[c[0]] = p.steps(p.page("/posts/one"), "{{ $x := "+c[0]+" }}"), c[1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
