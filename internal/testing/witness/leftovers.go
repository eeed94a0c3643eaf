package witness

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

var (
	code   = regexp.MustCompile(`(?is)<(?:pre|code|kbd|samp|textarea|math)\b.*?</(?:pre|code|kbd|samp|textarea|math)\s*>`)
	tagged = regexp.MustCompile(`<[^>]*>`)
)

// anywhere are texts that pages contain only in code: what template packages print for forbidden values, double
// escapes, and URLs that run a script.
var anywhere = []string{"ZgotmplZ", "&amp;amp;", `\u0026amp;`, "javascript:"}

// inText are markers of notations that were not rendered.
var inText = []string{"{{<", "{{%", "{:", "{/*", "{::", "--8<--", "[TOC]"}

// Leftovers returns texts on a page, outside of code, that indicate a mistake of the generator. said are texts
// of the site that look like that on purpose.
func Leftovers(text string, said ...string) []string {
	var out []string
	add := func(what, in string) {
		i := max(0, strings.Index(in, what))
		out = append(out, fmt.Sprintf("%s in %q", what, in[max(0, i-40):min(len(in), i+len(what)+40)]))
	}
	text = code.ReplaceAllString(comment.ReplaceAllString(text, ""), "")
	for _, s := range said {
		text = strings.ReplaceAll(text, html.EscapeString(s), "")
		if quoted, err := json.Marshal(s); err == nil {
			text = strings.ReplaceAll(text, strings.Trim(string(quoted), `"`), "")
		}
	}
	for _, what := range anywhere {
		if strings.Contains(text, what) {
			add(what, text)
		}
	}
	text = rawText.ReplaceAllString(text, "")
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		for name, value := range attributes(m[2]) {
			plain := strings.ToLower(strings.TrimLeft(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(value),
				controls))
			switch {
			case strings.HasPrefix(plain, "javascript:"), strings.HasPrefix(plain, "vbscript:"):
				add(name+"="+value, m[0])
			case (name == "href" || name == "src") && !strings.Contains(value, ":") && path.Ext(value) == ".md":
				add(`.md"`, m[0])
			}
		}
	}
	words := html.UnescapeString(tagged.ReplaceAllString(text, ""))
	for _, what := range inText {
		if strings.Contains(words, what) {
			add(what, words)
		}
	}
	return out
}

// controls are the characters that browsers skip before a URL.
var controls = func() string {
	b := make([]byte, ' '+1)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()
