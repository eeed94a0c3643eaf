package html

import "testing"

func TestRelink(t *testing.T) {
	for _, c := range []struct{ doc, base, prefix, want string }{
		{`<a href="/a/">a</a> <a href='/'>`, "https://e.org/", "", `<a href="https://e.org/a/">a</a> <a href='https://e.org/'>`},
		{`<img src=/a.png data-src="/b.png"><form action="/c">`, "../", "", `<img src=../a.png data-src="../b.png"><form action="../c">`},
		{`<a href="//e.org/a"><a href="https://e.org/a"><a href="a/b">`, "../", "", `<a href="//e.org/a"><a href="https://e.org/a"><a href="a/b">`},
		{`<img srcset="/a.png 1x, /b.png 2x, c.png 3x">`, "../", "", `<img srcset="../a.png 1x, ../b.png 2x, c.png 3x">`},
		{`<a href="/blog/a"><a href="/a"><img srcset='/blog/a.png'>`, "https://e.org/blog/", "/blog", `<a href="https://e.org/blog/a"><a href="https://e.org/blog/a"><img srcset='https://e.org/blog/a.png'>`},
		{`<img srcset="/a=1.png 1x, /b.png 2x " src=/c>`, "../", "", `<img srcset="../a=1.png 1x, ../b.png 2x " src=../c>`},
		{`<img srcset="/a.png 1x`, "../", "", `<img srcset="/a.png 1x`},
		{`<img srcset=/a.png><img srcset="//a/b">`, "../", "", `<img srcset=/a.png><img srcset="//a/b">`},
		{`src=/src=/a href=`, "../", "", `src=../src=../a href=`},
		{`<a href=`, "../", "", `<a href=`},
		{`<a href="/`, "../", "", `<a href="/`},
		{`<meta content="0; url=/a/">`, "../", "", `<meta content="0; url=../a/">`},
	} {
		if got := string(Relink([]byte(c.doc), c.base, c.prefix)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.doc, got, c.want)
		}
	}
	for file, want := range map[string]string{"index.html": "./", "a/index.html": "../", "a/b/index.html": "../../", "404.html": "./"} {
		if got := DottedBase(file); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}
