package render

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view"
)

// engineFunctions has, for every function that is not in package funcs, a call and the questions that it must record;
// none for one that reads only its arguments.
var engineFunctions = map[string]struct {
	call string
	asks []trace.Kind
}{
	"hugo":                         {`{{ hugo.Environment }}`, []trace.Kind{trace.Config}},
	"site":                         {`{{ site.Title }}`, []trace.Kind{trace.Config}},
	"page":                         {`{{ page.Title }}`, []trace.Kind{trace.PageCard}},
	"partials.Include":             {`{{ partial "x.html" . }}`, []trace.Kind{trace.Template}},
	"partials.IncludeCached":       {`{{ partialCached "x.html" . }}`, []trace.Kind{trace.Template}},
	"templates.Exists":             {`{{ templates.Exists "_partials/x.html" }}`, []trace.Kind{trace.Template}},
	"templates.Current":            {`{{ templates.Current.Name }}`, nil},
	"templates.Defer":              {`{{ if false }}{{ templates.Defer }}{{ end }}`, nil}, // an error without with
	"_Defer":                       {``, nil},                                             // templates cannot call it
	"transform.ToMath":             {`{{ transform.ToMath "x" }}`, nil},
	"lang.Translate":               {`{{ i18n "key" }}`, []trace.Kind{trace.I18n}},
	"lang.Merge":                   {`{{ lang.Merge .Pages .Pages }}`, nil},
	"collections.EchoParam":        {`{{ echoParam (dict "a" 1) "a" }}`, nil},
	"crypto.FNV32a":                {`{{ crypto.FNV32a "x" }}`, nil},
	"lang.NumFmt":                  {`{{ lang.NumFmt 2 1.5 }}`, nil},
	"urls.SanitizeURL":             {`{{ sanitizeURL "x" }}`, nil},
	"urls.RelURL":                  {`{{ relURL "x" }}`, []trace.Kind{trace.Config}},
	"urls.AbsURL":                  {`{{ absURL "x" }}`, []trace.Kind{trace.Config}},
	"urls.RelLangURL":              {`{{ relLangURL "x" }}`, []trace.Kind{trace.Config}},
	"urls.AbsLangURL":              {`{{ absLangURL "x" }}`, []trace.Kind{trace.Config}},
	"urls.Ref":                     {`{{ ref . "/posts/a" }}`, []trace.Kind{trace.Resolve, trace.PageCard}},
	"urls.RelRef":                  {`{{ relref . "/posts/a" }}`, []trace.Kind{trace.Resolve, trace.PageCard}},
	"urls.Linked":                  {`{{ urls.Linked . "/posts/a" }}`, []trace.Kind{trace.Resolve, trace.PageCard}},
	"transform.Markdownify":        {`{{ markdownify "*x*" }}`, []trace.Kind{trace.Config}},
	"transform.Emojify":            {`{{ emojify ":smile:" }}`, nil},
	"transform.Highlight":          {`{{ highlight "x" "go" }}`, []trace.Kind{trace.Config}},
	"transform.CanHighlight":       {`{{ transform.CanHighlight "go" }}`, nil},
	"transform.HighlightCodeBlock": {`{{ .Content }}`, []trace.Kind{trace.PageBody}}, // the hook of the test project calls it
	"diagrams.Goat":                {`{{ (diagrams.Goat "-->").Width }}`, nil},
	"os.ReadFile":                  {`{{ readFile "hugo.toml" }}`, []trace.Kind{trace.File}},
	"os.FileExists":                {`{{ fileExists "hugo.toml" }}`, []trace.Kind{trace.File}},
	"os.ReadDir":                   {`{{ range readDir "content" }}{{ .Name }}{{ end }}`, []trace.Kind{trace.Glob}},
	"os.Stat":                      {`{{ (os.Stat "hugo.toml").Size }}`, []trace.Kind{trace.File}},
	"data.GetJSON":                 {`{{ (getJSON "assets/b.json").a }}`, []trace.Kind{trace.File}},
	"data.GetCSV":                  {`{{ len (getCSV "," "assets/a.txt") }}`, []trace.Kind{trace.File}},
	"openapi3.Unmarshal":           {`{{ with resources.Get "b.json" | openapi3.Unmarshal }}{{ .OpenAPI }}{{ end }}`, []trace.Kind{trace.Glob, trace.File}},
	"os.Getenv":                    {`{{ getenv "HUGO_X" }}`, []trace.Kind{trace.Glob}},
	"templates.Inner":              {`{{ partial "outer.html" . }}`, []trace.Kind{trace.Config, trace.Template}},
	"_Decorate":                    {``, nil}, // templates cannot call these
	"_Decorated":                   {``, nil},
	"_Decoration":                  {``, nil},
	"_IsDecorated":                 {``, nil},
}

// TestFunctionsRecord fails for a function that reads without recording, and for one that is not listed above.
func TestFunctionsRecord(t *testing.T) {
	_, run, problems := newRun(t, with(map[string]string{
		"layouts/_partials/x.html":              "x",
		"layouts/_partials/outer.html":          "{{ with partial \"inner.html\" 1 }}{{ site.Title }}{{ end }}",
		"layouts/_partials/inner.html":          "{{ templates.Inner . }}",
		"layouts/_markup/render-codeblock.html": `{{ (transform.HighlightCodeBlock .).Wrapped }}`,
		"content/posts/a.md":                    "---\ntitle: A\n---\n```go\nx\n```\n",
		"assets/a.txt":                          "a", "assets/b.json": `{"a": 1}`,
		"i18n/en.toml": "key = \"value\"\n",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	page := p.page("/posts/a")
	table := p.w.table()
	plain := funcs.Namespaces(&funcs.Env{})
	resources := []string{"resources", "css", "js", "images"} // see internal/template/view
	names := slices.Sorted(maps.Keys(table.Alone))
	for ns, members := range table.Namespaces {
		for name := range members {
			if plain[ns][name] == nil && !slices.Contains(resources, ns) {
				names = append(names, ns+"."+name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f, ok := engineFunctions[name]
		if !ok {
			t.Errorf("%s: say in engineFunctions what it records", name)
			continue
		}
		c := p.w.newCall(context.Background(), page, view.Model(page).Targets[0])
		if _, _, err := c.Execute("test", f.call, page); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		asked := asked(c.Recorder.Record())
		for _, kind := range f.asks {
			found := false
			for q := range asked {
				found = found || q.Kind == kind
			}
			if !found {
				t.Errorf("%s does not ask a question of kind %d", name, kind)
			}
		}
	}
}
