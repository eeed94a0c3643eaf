package serve

import (
	"path/filepath"
	"testing"
)

// The preview follows [server] of a Hugo configuration, also when that changes.
func TestServerRules(t *testing.T) {
	const base = "baseURL = 'https://example.com/'\n"
	p, dir := newProject(t, ProjectOptions{}, map[string]string{
		"hugo.toml": base + `
[[server.headers]]
for = "/**"
[server.headers.values]
X-Own = "yes"
[[server.redirects]]
from = "/old/**"
to = "/a/"
status = 302
[[server.redirects]]
from = "/a/**"
to = "/never/"
[[server.redirects]]
from = "/app/**"
to = "/a/"
status = 200
`,
		"content/a.md": "---\ntitle: A\n---\n",
		layouts:        "<body>{{ .Title }}</body>",
	})
	s := New(Options{ID: "t"})
	p.build(t, s)
	moved := get(s, "/old/x")
	if moved.Code != 302 || moved.Header().Get("Location") != "/a/" {
		t.Error(moved.Code, moved.Header())
	}
	page := get(s, "/a/") // where a file is, a redirect that is not forced does not count
	if got := brief(page); got != "200 text/html; charset=utf-8 <body>A" || page.Header().Get("X-Own") != "yes" {
		t.Error(got, page.Header())
	}
	if got := brief(get(s, "/app/x/y")); got != "200 text/html; charset=utf-8 <body>A" {
		t.Error(got)
	}
	config := filepath.Join(dir, "hugo.toml")
	write(t, config, base)
	p.build(t, s, config)
	if got := get(s, "/old/x").Code; got != 404 {
		t.Error(got)
	}
}
