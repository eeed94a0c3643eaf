package hosting

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeaders(t *testing.T) {
	headers, found := ParseHeaders("_headers", `
# a comment
/templates/index.html
  X-Frame-Options: DENY
  x-xss-protection: 1; mode=block
/*
  Cache-Control: max-age=0
  cache-control: no-cache
  Link: </a.css>; rel=preload
/blog/:slug/
  X-Post: yes
/*.css
  X-Style: https://example.com/a
/Blog/*
  X-Blog: 1
  Cache-Control: public
`)
	if len(found) > 0 {
		t.Fatal(found)
	}
	for path, want := range map[string]string{
		"/templates/index.html": "X-Frame-Options: DENY | X-Xss-Protection: 1; mode=block | Cache-Control: max-age=0, no-cache | Link: </a.css>; rel=preload",
		"/":                     "Cache-Control: max-age=0, no-cache | Link: </a.css>; rel=preload",
		"/blog/one":             "Cache-Control: public | Link: </a.css>; rel=preload | X-Post: yes | X-Blog: 1",
		"/blog/one/":            "Cache-Control: public | Link: </a.css>; rel=preload | X-Post: yes | X-Blog: 1",
		"/blog":                 "Cache-Control: public | Link: </a.css>; rel=preload | X-Blog: 1",
		"/css/deep/main.css":    "Cache-Control: max-age=0, no-cache | Link: </a.css>; rel=preload | X-Style: https://example.com/a",
	} {
		var got []string
		for _, f := range headers.For(path) {
			got = append(got, f.Name+": "+f.Value)
		}
		if diff := cmp.Diff(want, strings.Join(got, " | ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestHeaderProblems(t *testing.T) {
	_, found := ParseHeaders("_headers", "X-Early: 1\n/a\n  nothing\n  X-Empty:\n  Bad Name: 1\n  Fine: 1\n")
	var b bytes.Buffer
	found.Write(&b, false)
	want := `_headers:1: warning: no path precedes the header "X-Early" [headers]
  1 | X-Early: 1
_headers:3: warning: "nothing" is neither a path nor a header [headers]
  3 |   nothing
_headers:4: warning: "X-Empty:" is not a header [headers]
  4 |   X-Empty:
_headers:5: warning: "Bad Name: 1" is not a header [headers]
  5 |   Bad Name: 1
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// A path with very many headers takes no time that grows with their square.
func TestManyHeaders(t *testing.T) {
	const n = 200_000
	h, found := ParseHeaders("_headers", "/a\n"+strings.Repeat("  x: y\n", n))
	if len(found) != n-maxLines || len(h.For("/a")) != 1 || !strings.Contains(found[0].Error(), "_headers:1002") {
		t.Error(len(found), len(h.For("/a")))
	}
}
