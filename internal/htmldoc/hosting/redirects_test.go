package hosting

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRedirects is Netlify's documentation as a table: each group is a file, then requests and what a
// host answers ("-": no rule applies).
func TestRedirects(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		asks       []string // request -> answer
	}{
		{"the default is 301, and the first rule wins", `
# Redirects from what the browser requests
/home              /
/blog/my-post.php  /blog/my-post   # why
/news              /blog
/news              /other
/cuties            https://www.petsofnetlify.com
/authors/c%C3%A9line  /authors/about-c%C3%A9line
`, []string{
			"/home -> 301 /", "/blog/my-post.php -> 301 /blog/my-post", "/news -> 301 /blog", "/cuties -> 301 https://www.petsofnetlify.com",
			"/authors/céline -> 301 /authors/about-c%C3%A9line", "/Home -> -", "/homes -> -", "/home/x -> -", "/ -> -",
		}},
		{"statuses", `
/a /b 301
/c /d 302
/e /store-closed 404
/pass-through /index.html 200
/g /h 307
/k 	 /l	308!
`, []string{"/a -> 301 /b", "/c -> 302 /d", "/e -> 404 /store-closed", "/pass-through -> 200 /index.html", "/g -> 307 /h", "/k -> 308! /l"}},
		{"a slash at the end makes no difference", `
/blog/title-with-typo    /blog/typo-free-title
/blog/remove-my-slashes/ /blog/remove-my-slashes
`, []string{
			"/blog/title-with-typo/ -> 301 /blog/typo-free-title", "/blog/title-with-typo -> 301 /blog/typo-free-title",
			"/blog/remove-my-slashes/ -> -", "/blog/remove-my-slashes -> -", // it would lead to itself
		}},
		{"splats", `
/news/*  /blog/:splat
/jobs/customer-ninja-rockstar/* /jobs/ninja 302
`, []string{
			"/news/2004/01/10/my-story -> 301 /blog/2004/01/10/my-story", "/news/a/ -> 301 /blog/a/", "/news -> 301 /blog/",
			"/newspaper -> -", "/news/a%20b -> 301 /blog/a%20b", "/jobs/customer-ninja-rockstar/x/y -> 302 /jobs/ninja",
		}},
		{"placeholders", `
/news/:month/:date/:year/:slug  /blog/:year/:month/:date/:slug
/t/:title/:titles /x/:titles/:title
`, []string{
			"/news/02/12/2004/my-story -> 301 /blog/2004/02/12/my-story", "/news/02/12/2004 -> -", "/news/02/12/2004/my/story -> -",
			"/t/one/many -> 301 /x/many/one",
		}},
		{"query parameters", `
/store id=:id  /blog/:id  301
/articles id=:id tag=:tag /posts/:tag/:id 301
/path/* param1=:value1 /otherpath/:value1/:splat 301
/path/* param1=:value1 param2=:value2 /otherpath/:value1/:value2/:splat 301
/path/* /base/:splat 301
/kind type=old /old
`, []string{
			"/store?id=my-blog-post -> 301 /blog/my-blog-post", "/store -> -", "/store?id=1&x=2 -> -",
			"/articles?tag=go&id=7 -> 301 /posts/go/7", "/path/a?param1=1 -> 301 /otherpath/1/a",
			"/path/a?param2=2&param1=1 -> 301 /otherpath/1/2/a", "/path/a -> 301 /base/a", "/path/a?z=9 -> 301 /base/a?z=9",
			"/kind?type=old -> 301 /old", "/kind?type=new -> -", "/store?id=a%2Fb -> 301 /blog/a%2Fb",
		}},
		{"a query is handed on", `
/old /new
/lang /x?l=en#top 302
`, []string{"/old?utm=1 -> 301 /new?utm=1", "/lang?a=b -> 302 /x?l=en&a=b#top"}},
		{"a file wins, unless the rule is forced", `
/exists /elsewhere
/exists/app/* /app 200
/exists/forced /elsewhere 200!
/* /index.html 200
`, []string{"/exists -> -", "/exists/app/x -> -", "/exists/forced -> 200! /elsewhere", "/other -> 200 /index.html", "/ -> 200 /index.html"}},
		{"domains", `
http://blog.example.com/* https://www.example.com/blog/:splat 301!
https://example.com/a /b
`, []string{"http://blog.example.com/x -> 301! https://www.example.com/blog/x", "/x -> -", "http://EXAMPLE.com/a -> 301 /b"}},
		{"conditions", `
/lang /de 302 Language=de
/lang /en 302 Language=en,fr
/staff /secret 200 Cookie=is_employee,is_admin
/staff /login
`, []string{"/lang -> 302 /en", "/staff -> 200 /secret", "/x -> -"}},
		{"the root", "/ /en/ 302\n", []string{"/ -> 302 /en/", "/x -> -"}},
		{"proxies", "/api/* https://api.example.com/v1/:splat 200\n", []string{"/api/a/b?c=d -> 200 https://api.example.com/v1/a/b?c=d"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rules, found := ParseRedirects("_redirects", tt.file)
			if len(found) > 0 {
				t.Fatalf("problems: %v", found)
			}
			for _, ask := range tt.asks {
				address, want, _ := strings.Cut(ask, " -> ")
				if got := answer(t, rules, address); got != want {
					t.Errorf("%s: got %s, want %s", address, got, want)
				}
			}
		})
	}
}

func answer(t *testing.T, rules Redirects, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	a, ok := rules.Match(Request{
		Host: u.Hostname(), Path: u.EscapedPath(), Query: u.Query(), Languages: []string{"fr-CA", "en"},
		Cookie: func(name string) bool { return name == "is_admin" },
		Exists: func(path string) bool { return strings.HasPrefix(path, "/exists") },
	})
	if !ok {
		return "-"
	}
	force := ""
	if a.Force {
		force = "!"
	}
	return fmt.Sprintf("%d%s %s", a.Status, force, a.To)
}

func TestRedirectProblems(t *testing.T) {
	_, found := ParseRedirects("_redirects", `/a
b /c
/a*b /c
/a x=1 301
/a /b 1000
/ /china 302 Country=cn,hk
/fine /too
`)
	var b bytes.Buffer
	found.Write(&b, false)
	want := `_redirects:1: warning: the line has no target [redirects]
  1 | /a
  hint: the target must begin with a slash, http://, or https://
_redirects:2: warning: "b" is not a path to redirect from [redirects]
  2 | b /c
  hint: it must begin with a slash, http://, or https://, and can have * only at its end
_redirects:3: warning: "/a*b" is not a path to redirect from [redirects]
  3 | /a*b /c
  hint: it must begin with a slash, http://, or https://, and can have * only at its end
_redirects:4: warning: the line has no target [redirects]
  4 | /a x=1 301
  hint: the target must begin with a slash, http://, or https://
_redirects:5: warning: "1000" is not a status [redirects]
  5 | /a /b 1000
  hint: write 301, 302, 200, or 404, for example, with ! to override a file
_redirects:6: warning: the preview cannot know Country, so it ignores this rule [redirects]
  6 | / /china 302 Country=cn,hk
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestManyRules asks one of 45,000 rules: those without placeholders are found by their path.
func TestManyRules(t *testing.T) {
	var b strings.Builder
	for i := range 45000 {
		fmt.Fprintf(&b, "/old/%d /new/%d\n", i, i)
	}
	rules, _ := ParseRedirects("_redirects", b.String())
	if got := answer(t, rules, "/old/44999"); got != "301 /new/44999" {
		t.Error(got)
	}
	asks := testing.AllocsPerRun(10, func() { answer(t, rules, "/old/44999") })
	if asks > 100 {
		t.Errorf("an answer needs %v allocations: it looks at too many rules", asks)
	}
}

func FuzzRules(f *testing.F) {
	f.Add("/a/:b/* c=:d /e/:b/:splat 200! Language=en", "/a/x/y?c=1")
	f.Add("/*.css\n X: y", "/a.css")
	f.Fuzz(func(t *testing.T, file, address string) {
		rules, _ := ParseRedirects("_redirects", file)
		headers, _ := ParseHeaders("_headers", file)
		u, err := url.Parse(address)
		if err != nil {
			return
		}
		rules.Match(Request{Path: u.EscapedPath(), Query: u.Query()})
		headers.For(u.Path)
	})
}
