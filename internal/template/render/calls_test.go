package render

import (
	"strings"
	"testing"
)

// rows evaluates expressions, or templates, on a page and compares their output. A result that starts with ERR is a
// part of an error.
func (p *project) rows(path string, rows [][2]string) {
	p.t.Helper()
	page := p.page(path)
	for _, c := range rows {
		text := c[0]
		if !strings.HasPrefix(text, "{{") {
			text = "{{ " + text + " }}"
		}
		got, err := p.eval(page, text)
		if want, isErr := strings.CutPrefix(c[1], "ERR "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) {
				p.t.Errorf("%s: printed %q, error %v, want one with %q", text, got, err, want)
			}
			continue
		}
		if err != nil || got != c[1] {
			p.t.Errorf("%s\n got %q, %v\nwant %q", text, got, err, c[1])
		}
	}
}

// TestPlurals: the plural form of a number in each language, as in CLDR.
func TestPlurals(t *testing.T) {
	for _, c := range []struct {
		lang string
		want string // for 0, 1, 2, 3, 5, 11, 21 and 22
	}{
		{"en", "other one other other other other other other"},
		{"de", "other one other other other other other other"},
		{"nl", "other one other other other other other other"},
		{"sv", "other one other other other other other other"},
		{"fi", "other one other other other other other other"},
		{"hu", "other one other other other other other other"},
		{"tr", "other one other other other other other other"},
		{"el", "other one other other other other other other"},
		{"bg", "other one other other other other other other"},
		{"fr", "one one other other other other other other"},
		{"es", "other one other other other other other other"},
		{"it", "other one other other other other other other"},
		{"pt", "one one other other other other other other"},
		{"pl", "many one few few many many many few"},
		{"ru", "many one few few many many one few"},
		{"uk", "many one few few many many one few"},
		{"cs", "other one few few other other other other"},
		{"sk", "other one few few other other other other"},
		{"ro", "few one few few few few other other"},
		{"lt", "other one few few few other one few"},
		{"lv", "zero one other other other zero one other"},
		{"sl", "other one two few other other other other"},
		{"ar", "zero one two few few many many many"},
		{"cy", "zero one two few other other other other"},
		{"ga", "other one two few few other other other"},
		{"ja", "other other other other other other other other"},
		{"zh", "other other other other other other other other"},
		{"ko", "other other other other other other other other"},
		{"vi", "other other other other other other other other"},
		{"th", "other other other other other other other other"},
		{"id", "other other other other other other other other"},
	} {
		p := newProject(t, with(map[string]string{
			"hugo.toml":                "defaultContentLanguage = \"" + c.lang + "\"\n[languages." + c.lang + "]\n",
			"i18n/" + c.lang + ".toml": "[x]\nzero = \"zero\"\none = \"one\"\ntwo = \"two\"\nfew = \"few\"\nmany = \"many\"\nother = \"other\"\n",
		}))
		got, err := p.eval(p.page("/posts/a"), `{{ range $i, $n := slice 0 1 2 3 5 11 21 22 }}{{ if $i }} {{ end }}{{ i18n "x" $n }}{{ end }}`)
		if err != nil || got != c.want {
			t.Errorf("%s\n got %s, %v\nwant %s", c.lang, got, err, c.want)
		}
	}
}

// TestTranslationFiles: strings in each format, and how they use their argument.
func TestTranslationFiles(t *testing.T) {
	texts := map[string]string{
		"toml": "plain = 'P'\nnamed = 'Hi {{ .Name }}'\nmarkup = '<b>{{ . }}</b>'\nempty = ''\n[n]\none = '{{ .Count }} day'\nother = '{{ .Count }} days'\n[d]\ndescription = 'of d'\nother = 'D'\n[deep.er]\nother = 'E'\n",
		"yaml": "plain: P\nnamed: Hi {{ .Name }}\nmarkup: <b>{{ . }}</b>\nempty: ''\nn:\n  one: '{{ .Count }} day'\n  other: '{{ .Count }} days'\nd:\n  description: of d\n  other: D\ndeep:\n  er:\n    other: E\n",
		"json": `{"plain": "P", "named": "Hi {{ .Name }}", "markup": "<b>{{ . }}</b>", "empty": "", "n": {"one": "{{ .Count }} day", "other": "{{ .Count }} days"}, "d": {"description": "of d", "other": "D"}, "deep": {"er": {"other": "E"}}}`,
	}
	for format, text := range texts {
		p := newProject(t, with(map[string]string{"i18n/en." + format: text}))
		t.Run(format, func(t *testing.T) {
			p.t = t
			p.rows("/posts/a", [][2]string{
				{`i18n "plain"`, "P"},
				{`T "plain"`, "P"},
				{`lang.Translate "plain"`, "P"},
				{`i18n "named" (dict "Name" "Ann")`, "Hi Ann"},
				{`i18n "named" dict`, "Hi <no value>"},
				{`i18n "markup" "x"`, "<b>x</b>"},
				{`i18n "n" 1`, "1 day"},
				{`i18n "n" 2`, "2 days"},
				{`i18n "n" 0`, "0 days"},
				{`i18n "n" (dict "Count" 1)`, "1 day"},
				{`i18n "n" (dict "count" 5 "Count" 5)`, "5 days"},
				{`i18n "d"`, "D"},
				{`i18n "deep.er"`, "E"},
				{`i18n "none"`, ""},
				{`i18n "none" | default "d"`, "d"},
				{`i18n "" | default "d"`, "d"},
				{`with i18n "none" }}x{{ else }}none{{ end`, "none"},
				{`upper (i18n "plain")`, "P"},
				{`"plain" | i18n`, "P"},
				{`printf "%T" (i18n "plain")`, "string"},
			})
		})
	}
}

// withPartials is the blog with partials of all kinds.
func withPartials() map[string]string {
	files := blog()
	for name, text := range map[string]string{
		"a.html": `[{{ . }}]`, "sub/b.html": `b of {{ .Title }}`, "c.css": `a > b {}`, "d.txt": `{{ . }} & >`,
		"sub/near.html":   `{{ partial "../a.html" . }} near of {{ . }}, {{ partial "./deep/d.html" . }}`,
		"sub/deep/d.html": `deep of {{ . }} {{ partialCached (print "../../" "a") . . }}`,
		"sub/out.html":    `{{ partial "../../a.html" . }}`, "sub/gone.html": `{{ partial "./none.html" . }}`,
		"ret.html": `{{ return mul . 10 }}`, "map.html": `{{ return dict "title" .Title }}`,
	} {
		files["layouts/_partials/"+name] = text
	}
	return files
}

// TestMarkdownFunctions: functions that convert Markdown and code.
func TestMarkdownFunctions(t *testing.T) {
	p := newProject(t, withPartials())
	p.rows("/posts/one", [][2]string{
		{`markdownify "*x*"`, "<em>x</em>"},
		{`markdownify "a\n\nb"`, "<p>a</p>\n<p>b</p>\n"},
		{`markdownify "# h"`, "<h1 id=\"h\">h</h1>\n"},
		{`markdownify "- a"`, "<ul>\n<li>a</li>\n</ul>\n"},
		{`markdownify ""`, ""},
		{`markdownify "[l](u)"`, "<a href=\"u\">l</a>"},
		{`markdownify "<b>raw</b>"`, "<!-- raw HTML omitted -->raw<!-- raw HTML omitted -->"},
		{`markdownify 5`, "5"},
		{`"**b**" | markdownify`, "<strong>b</strong>"},
		{`printf "%T" (markdownify "x")`, "template.HTML"},
		{`.RenderString "*x*"`, "<em>x</em>"},
		{`.RenderString "a\n\nb"`, "<p>a</p>\n<p>b</p>\n"},
		{`.RenderString (dict "display" "block") "*x*"`, "<p><em>x</em></p>\n"},
		{`.RenderString (dict "display" "inline") "*x*"`, "<em>x</em>"},
		{`.RenderString (dict "markup" "html") "<b>*x*</b>"`, "ERR RenderString: markup \"html\" is not supported"},
		{`.RenderString ""`, ""},
		{`.RenderString (dict "markup" "org") "*b* /i/"`, "<strong>b</strong> <em>i</em>"},
		{`.RenderString (dict "markup" "org" "display" "block") "*b*"`, "<p><strong>b</strong></p>\n"},
		{`.RenderString (dict "markup" "nope") "x"`, "ERR RenderString: markup \"nope\" is not supported"},
		{`.RenderString (dict "display" "other") "x"`, "<p>x</p>\n"},
		{`.RenderString 5`, "5"},
		{`emojify ":smile: :nope: a:b"`, "😄 :nope: a:b"},
		{`emojify "plain"`, "plain"},
		{`emojify ""`, ""},
		{`highlight "x := 1" "go" "noClasses=false"`, "<div class=\"highlight\"><pre tabindex=\"0\" class=\"chroma\"><code class=\"language-go\" data-lang=\"go\"><span class=\"line\"><span class=\"cl\"><span class=\"nx\">x</span><span class=\"w\"> </span><span class=\"o\">:=</span><span class=\"w\"> </span><span class=\"mi\">1</span></span></span></code></pre></div>"},
		{`highlight "x < 1"`, "<pre tabindex=\"0\"><code>x &lt; 1</code></pre>"},
		{`highlight "x" (dict "noClasses" false)`, "<pre tabindex=\"0\"><code>x</code></pre>"},
		{`highlight "x" "noClasses=false,lineNos=false"`, "<pre tabindex=\"0\"><code>x</code></pre>"},
		{`highlight "x" "none" "" ""`, "ERR transform.Highlight takes code, a language and options, not 4 arguments"},
		{`highlight (slice 1) "none"`, "ERR transform.Highlight: a value of type []int is not a string"},
		{`T (slice 1)`, "ERR lang.Translate: a value of type []int is not a string"},
		{`markdownify (slice 1)`, "ERR transform.Markdownify: a value of type []int is not a string"},
		{`highlight "x" "none"`, "<pre tabindex=\"0\"><code class=\"language-none\" data-lang=\"none\">x</code></pre>"},
		{`highlight "" "go"`, "<div class=\"highlight\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;\"><code class=\"language-go\" data-lang=\"go\"></code></pre></div>"},
		{`transform.CanHighlight "go"`, "true"},
		{`transform.CanHighlight "klingon"`, "false"},
		{`transform.CanHighlight ""`, "false"},
		{`plainify (markdownify "a *b* c")`, "a b c"},
		{`transform.ToMath "x" | printf "%.5s"`, "<span"},
		{`transform.ToMath "x" (dict "copyTex" true "displayMode" "true" "throwOnError" 1 "fleqn" false "minRuleThickness" "0.1") | strings.Count "display=\"block\""`, "1"},
		{`transform.ToMath "x" (dict "displayMode" "often")`, "ERR transform.ToMath: \"often\" cannot be the option displayMode"},
		{`transform.ToMath "\\frac{"`, "ERR KaTeX parse error: Unexpected end of input in a macro argument, expected '}' at end of input: \\frac{"},
		{`htmlEscape (markdownify "*x*")`, "&lt;em&gt;x&lt;/em&gt;"},
		{`(diagrams.Goat "-->").Height`, "25"},
		{`truncate 3 (markdownify "*word* more")`, "<em>wor …</em>"},
		{`countwords (markdownify "*a* b **c**")`, "3"},
		{`findRE "<em>.*?</em>" (markdownify "*a* *b*")`, "[<em>a</em> <em>b</em>]"},
		{`replaceRE "<.*?>" "" (markdownify "*a*")`, "a"},
		{`len (markdownify "*a*")`, "10"},
		{`safeHTML "<i>x</i>"`, "<i>x</i>"},
	})
}

// TestPartialsByName: where partials are found, and their results.
func TestPartialsByName(t *testing.T) {
	p := newProject(t, withPartials())
	p.rows("/posts/one", [][2]string{
		{`partial "a.html" "x"`, "[x]"},
		{`partial "a" "x"`, "[x]"},
		{`partial "/a.html" "x"`, "[x]"},
		{`partial "partials/a.html" "x"`, "[x]"},
		{`partial "_partials/a.html" "x"`, "[x]"},
		{`partial "sub/b.html" .`, "b of One"},
		{`partial "sub/b" .`, "b of One"},
		{`partial "c.css" .`, "a > b {}"},
		{`partial "d.txt" "<"`, "< & >"},
		{`partial "ret.html" 2`, "20"},
		{`add 1 (partial "ret.html" 2)`, "21"},
		{`printf "%T" (partial "ret.html" 2)`, "int64"},
		{`printf "%T" (partial "a.html" 2)`, "template.HTML"},
		{`(partial "map.html" .).title`, "One"},
		{`partial "none.html" .`, "ERR partial \"none.html\" not found"},
		{`partial "aa.html" .`, "ERR partial \"aa.html\" not found"},
		{`partial "" .`, "ERR partial \"\" not found"},
		{`partial "a.html" "x" "y"`, "[x]"},
		{`partials.Include "a.html" "z"`, "[z]"},
		{`partialCached "a.html" "x"`, "[x]"},
		{`partialCached "a.html" "x" "k"`, "[x]"},
		{`partialCached "a.html" "y" "k2"`, "[y]"},
		{`partialCached "ret.html" 3`, "30"},
		{`partialCached "none.html" .`, "ERR partial \"none.html\" not found"},
		{`partials.IncludeCached "a.html" "w" "k3"`, "[w]"},
		{`{{ range seq 3 }}{{ partial "a.html" . }}{{ end }}`, "[1][2][3]"},
		{`{{ range seq 3 }}{{ partialCached "a.html" . . }}{{ end }}`, "[1][2][3]"},
		{`{{ with partial "ret.html" 0 }}x{{ else }}zero{{ end }}`, "zero"},
		{`{{ define "_partials/inline.html" }}inline {{ . }}{{ end }}{{ partial "inline.html" 1 }}`, "ERR partial \"inline.html\" not found"},
		{`templates.Exists "_partials/a.html"`, "true"},
		{`templates.Exists "partials/a.html"`, "false"},
		{`templates.Exists "home.html"`, "true"},
		{`templates.Exists "none.html"`, "false"},
		{`templates.Exists "_shortcodes/none.html"`, "false"},
		{`templates.Current.Name`, "test"},
		{`.Render "card"`, "[One]"},
		{`.Render "none"`, ""},
		{`.Render "card" (dict "Title" "<T>")`, "[&lt;T&gt;]"},
		{`.Render "card" (site.GetPage "/posts")`, "[Posts]"},
		{`.Render "card" . .`, "ERR Render requires a content view and at most one context, not 3 arguments"},
		{`partial "sub/near.html" 1`, "[1] near of 1, deep of 1 [1]"},
		{`partialCached "sub/near.html" 2`, "[2] near of 2, deep of 2 [2]"},
		{`partial "./a.html" 1`, `ERR the path "./a.html" of a partial is relative, which only works in partials`},
		{`partial "sub/out.html" 1`, `ERR the path "../../a.html" of a partial leads out of the folder of partials`},
		{`partial "sub/gone.html" 1`, `ERR partial "sub/none.html" not found`},
		{`.Parent.Render "card"`, "[Posts]"},
		{`{{ range site.RegularPages }}{{ .Render "card" }}{{ end }}`, "[two][One][Émile][Bundle][About]"},
		{`{{ template "_partials/a.html" "t" }}`, "[t]"},
		{`{{ template "partials/a.html" "t" }}`, "[t]"},
		{`{{ template "a.html" "t" }}`, "ERR template \"a.html\" not defined"},
		{`{{ template "_internal/none.html" . }}`, "ERR partial \"none.html\" not found"},
	})
}
