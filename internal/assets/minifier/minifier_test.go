package minifier

import (
	"strings"
	"testing"
)

func TestMinify(t *testing.T) {
	m := New(Valid())
	for _, tt := range []struct{ mediaType, in, want string }{
		{"text/html", "<p class=\"a\" >  x  </p>\n<p>y</p>", `<p class="a">x</p><p>y</p>`},
		{"text/html", "<!DOCTYPE html><html><body><ul><li>a</li></ul></body></html>", "<!doctype html><html><body><ul><li>a</li></ul></body></html>"},
		{"text/css", "a { color : red ; }", "a{color:red}"},
		{"text/javascript", "var  a = 1 ;", "var a=1"},
		{"application/javascript", "var  a = 1 ;", "var a=1"},
		{"text/javascript", "f = async n => { const at = n + 1, [a] = await g(at); h(a, at) }", "f=async t=>{const a=t+1,[c]=await g(a);h(c,a)};\n"},
		{"text/html", "<script>f = async n => { const at = n + 1, [a] = await g(at); h(a, at) }</script>", "<script>f=async t=>{const a=t+1,[c]=await g(a);h(c,a)};\n</script>"},
		{"application/json", "{ \"a\" : 1 }", `{"a":1}`},
		{"application/ld+json", "{ \"a\" : 1 }", `{"a":1}`},
		{"application/rss+xml", "<a>\n  <b>x</b>\n</a>", "<a><b>x</b></a>"},
		{"image/svg+xml", "<svg >\n<g></g>\n</svg>", "<svg><g/></svg>"},
		{"text/plain", "a   b\n", "a   b\n"},
	} {
		got, err := m.Minify(tt.mediaType, []byte(tt.in))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.mediaType, got, err, tt.want)
		}
	}
	for _, broken := range []string{"var = ;", "await = ;"} {
		if _, err := m.Minify("text/javascript", []byte(broken)); err == nil {
			t.Errorf("broken JavaScript must be an error, so that it is written as it is: %s", broken)
		}
	}
}

// TestReferences: the library takes quadratic time for many references in one text.
func TestReferences(t *testing.T) {
	for _, c := range []struct{ mediaType, before, after string }{
		{"text/html", "<p>", "</p>"}, {"text/html", `<p title="`, `"></p>`}, {"image/svg+xml", "<text>", "</text>"}, {"application/xml", "<a>", "</a>"},
	} {
		for _, n := range []int{100, 200_000} {
			data := []byte("<b>  a  </b>" + c.before + strings.Repeat("&amp;", n) + c.after)
			small, err := New(Valid()).Minify(c.mediaType, data)
			if err != nil || (len(small) == len(data)) != (n > 100) {
				t.Errorf("%s, %d references: %d bytes of %d, %v", c.mediaType, n, len(small), len(data), err)
			}
		}
	}
}
