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

// anywhere are texts that no page has but in code: what template packages print for values that they do not allow, what
// was escaped twice, and addresses that run a script.
var anywhere = []string{"ZgotmplZ", "&amp;amp;", `\u0026amp;`, "javascript:"}

// inText are signs of notations that a page was written in, and that nobody understood.
var inText = []string{"{{<", "{{%", "{:", "{/*", "{::", "--8<--", "[TOC]"}

// Leftovers returns what a page has outside of code that nobody wants to see there: signs of a mistake of the program
// that made it. said are texts of the site that look so and are meant.
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

// controls are what browsers skip in front of an address.
var controls = func() string {
	b := make([]byte, ' '+1)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()
