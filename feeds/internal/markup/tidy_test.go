package markup

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestTidy(t *testing.T) {
	for in, want := range map[string]string{
		"<p>a<b>c</p>d</b>":                                        "<p>a<b>c</b></p>d",
		"<p>one<p>two":                                             "<p>one</p><p>two</p>",
		"<ul><li>a<li>b<ul><li>c</ul></ul>":                        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>",
		"<table><tr><td>1<td>2<tr><td>3</table>":                   "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>",
		"a<br>b<img src=x.png alt='\"'>":                           `a<br/>b<img src="x.png" alt="&quot;"/>`,
		"&nbsp;&lt;&copy;&bogus;&":                                 "\u00a0&lt;©&amp;bogus;&amp;",
		"<script>alert('</p>')</script>x":                          "x",
		"<SCRIPT SRC=//x>":                                         "",
		"<style>p{}</style><iframe src=x></iframe>y":               "y",
		"<object><object></object>a</object>b":                     "b",
		"<form action=x><label>l</label><button>b</button></form>": "l",
		`<a href=" java&#10;script:alert(1)" onclick="x()">a</a>`:  "<a>a</a>",
		`<a href="JaVaScRiPt&colon;alert(1)">a</a>`:                "<a>a</a>",
		`<img src="data:image/png;base64,AA=="><img src="data:text/html,x"><img src="data:image/svg+xml,x">`: `<img src="data:image/png;base64,AA=="/><img/><img/>`,
		`<img srcset="a.png 1x, javascript:x 2x">`:                                                           "<img/>",
		`<p style="position:fixed" class="x" data-a="1" DATA-A="2" x:y="1" "=a>t</p>`:                        `<p class="x" data-a="1">t</p>`,
		"<!-- c --><!DOCTYPE html><?php x ?></ bogus>a</p></b>":                                              "a",
		"1 < 2 <3 <":                 "1 &lt; 2 &lt;3 &lt;",
		"<p>cut <a hre":              "<p>cut </p>",
		"<textarea><p>":              "",
		"<custom-tag>x</custom-tag>": "x",
		"]]>":                        "]]&gt;",
		"\x00&#1;&#x1F600;\u202e":    "😀\u202e",
		`<p style="color:#f00;position:fixed;text-align: center">a</p>`:                   `<p style="color:#f00;text-align: center">a</p>`,
		`<p style="border:1px solid pink;margin:.5em auto;padding:0.9rem;left:1px">a</p>`: `<p style="margin:.5em auto">a</p>`,
		`<p style="color:rgba(0,0,0,.5);;text-indent:-1em">a</p>`:                         "<p>a</p>",
		"<a href='https://a.example/'>a<b><a href='https://b.example/'>b</a></b>":         `<a href="https://a.example/">a<b></b></a><a href="https://b.example/">b</a>`,
		"<h1>a<em><h2>b</h1>":                                                "<h1>a<em></em></h1><h2>b</h2>",
		"<bdo dir=rtl>a</bdo>":                                               "a",
		`<p style="background:url(javascript:x)">a</p>`:                      "<p>a</p>",
		`<p style="color:rgb(1,2,3)">a</p>`:                                  `<p style="color:rgb(1,2,3)">a</p>`,
		`<p style="width:expression(alert(1));c\olor:red;/**/color:x">a</p>`: "<p>a</p>",
	} {
		if got := string(Tidy(nil, in)); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestTidyDeep(t *testing.T) {
	got := string(Tidy(nil, strings.Repeat("<div>", 100_000)+"x"))
	if n := strings.Count(got, "<div>"); n != maxDepth || strings.Count(got, "</div>") != n || !strings.Contains(got, ">x<") {
		t.Errorf("%d deep", n)
	}
}

// FuzzTidy: what comes out is well-formed, has nothing that runs, and stays as it is the next time.
func FuzzTidy(f *testing.F) {
	f.Add("<p>a<b>c</p>d</b><script>x")
	f.Add(`<a href="javascript:x" x:y='1' =>`)
	f.Add("<svg><p>&#0;]]>\xff")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		got := Tidy(nil, s)
		d := xml.NewDecoder(bytes.NewReader([]byte("<div>" + string(got) + "</div>")))
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v: %q became %q", err, s, got)
			}
			if start, ok := tok.(xml.StartElement); ok {
				if !safe[start.Name.Local] {
					t.Errorf("%q kept %q", s, got)
				}
				for _, a := range start.Attr {
					if strings.HasPrefix(a.Name.Local, "on") || addresses[a.Name.Local] && RunsCode(a.Value) {
						t.Errorf("%q kept %q", s, got)
					}
				}
			}
		}
		if again := Tidy(nil, string(got)); !bytes.Equal(got, again) {
			t.Errorf("%q became %q, then %q", s, got, again)
		}
	})
}
