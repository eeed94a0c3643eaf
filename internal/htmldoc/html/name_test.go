package html

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"
)

// The name of a tag is the one that the tokenizer finds.
func TestNameOfTag(t *testing.T) {
	for _, doc := range []string{
		`<p>`, `<P CLASS=x>`, "<br/>", "<a\x00b c>", "<x-y\n z>", "</p >", "</DIV\f>", "<h1>", "<svg:use/a>", "<aé>",
		"<a\"b>", "<a<b>", "<a=c d>", "<p", "</p", "<a/", "<textarea></textarea x>", "<Script>x</sCript/>", "<a\xff\xfe>",
	} {
		r := &PageReader{known: map[string]string{}, z: html.NewTokenizer(bytes.NewReader([]byte(doc)))}
		plain := html.NewTokenizer(bytes.NewReader([]byte(doc)))
		for kind := r.z.Next(); kind != html.ErrorToken; kind = r.z.Next() {
			if plain.Next() != kind {
				t.Fatalf("%q: another token", doc)
			}
			if kind != html.StartTagToken && kind != html.EndTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			from := len("<")
			if kind == html.EndTagToken {
				from++
			}
			if want, _ := plain.TagName(); r.name(from) != string(want) {
				t.Errorf("%q: the name is not %q", doc, want)
			}
		}
	}
}
