package repository_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// negotiationHost answers requests as a host of files: names without .html, the home page for missing files, and the
// headers of `_headers`. It sends them through a function and prints what comes out.
const negotiationHost = `
const module = await import(process.argv[2]);
const files = {
  "/index.html": "html", "/index.html.md": "md", "/a/index.html": "html", "/a/index.html.md": "md",
  "/b.html": "html", "/b.html.md": "md", "/closed/index.html": "html", "/closed/index.html.md": "md",
  "/plain.html": "html", "/x.css": "css",
};
const asset = async (u, { method } = {}) => {
  const path = new URL(u).pathname;
  const name = [path, path + "index.html", path + ".html"].find((n) => n in files) ?? "/index.html";
  const kind = files[name], headers = new Headers({ "Content-Type": "text/" + kind });
  if (kind === "md") {
    headers.set("Content-Type", "text/markdown; charset=utf-8");
    headers.set("X-Robots-Tag", "noindex");
    headers.set("Link", "<https://e.alt/>; rel=\"canonical\"");
  }
  if (name.startsWith("/closed/")) headers.set("X-Robots-Tag", "noindex, nofollow");
  return new Response(method === "HEAD" ? null : name, { headers });
};
globalThis.fetch = asset;
const out = [];
for (const [path, accept] of JSON.parse(process.argv[3])) {
  const request = new Request("https://e.alt" + path, { headers: { Accept: accept } });
  const next = () => asset(request.url);
  const r = await (module.onRequest ? module.onRequest({ request, next, env: { ASSETS: { fetch: asset } } })
    : module.default(request, { next }));
  out.push([await r.text(), r.headers.get("Vary"), r.headers.get("X-Robots-Tag"), r.headers.get("Link")].join(" "));
}
console.log(JSON.stringify(out));
`

// The functions for Markdown in the documentation follow the rule of the other hosts.
func TestNegotiationFunctions(t *testing.T) {
	schematest.Need(t, "node")
	text, err := os.ReadFile("docs/deploy/hosts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("\n## Markdown\n"))
	section, _, _ := bytes.Cut(rest, []byte("\n## "))
	blocks := strings.Split(string(section), "```")
	if len(blocks) != 5 || !strings.HasPrefix(blocks[1], "js\n") || !strings.HasPrefix(blocks[3], "js\n") {
		t.Fatalf("%d blocks of code, want two of JavaScript", len(blocks)/2)
	}
	cloudflare := strings.TrimPrefix(blocks[1], "js\n")
	common, _, _ := strings.Cut(cloudflare, "export ")

	var requests [][2]string
	var want []string
	for _, accept := range []string{
		"", "*/*", "text/*", "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
		"text/markdown", " Text/Markdown , */*", "text/html, text/markdown", "text/markdown;q=1.000", "text/markdown;q=1.5",
		"text/markdown; charset=utf-8; variant=GFM; q=1, text/html", "text/markdown;q=0.9, text/html;q=0.1",
		"text/markdown; q=0.9, application/xhtml+xml", "text/markdown;q=0.9, */*;q=0.1", "text/markdown ; q=0.001",
		"text/markdown;q=0", "text/markdown; q=0.000", "text/markdown; charset=utf-8; q=0.5", "text/markdown2",
		"x-text/markdown", "text/plain, text/markdown;q=0.5", "text/markdown" + strings.Repeat(";          a", 20) + ";q=x",
	} {
		for _, c := range []struct{ path, html, markdown, robots string }{
			{"/", "/index.html", "/index.html.md", ""},
			{"/a/?x=/b", "/a/index.html", "/a/index.html.md", ""},
			{"/b", "/b.html", "/b.html.md", ""},
			{"/b.html", "/b.html", "/b.html.md", ""},
			{"/closed/", "/closed/index.html", "/closed/index.html.md", "noindex, nofollow"},
			{"/plain", "/plain.html", "", ""},
			{"/missing/", "/index.html", "", ""},
			{"/x.css", "/x.css", "", ""},
		} {
			body, vary := c.html, ""
			if c.markdown != "" {
				vary = "Accept"
				if hosting.PrefersMarkdown(accept) {
					body = c.markdown
				}
			}
			requests = append(requests, [2]string{c.path, accept})
			want = append(want, strings.Join([]string{body, vary, c.robots, ""}, " "))
		}
	}
	list, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	host := filepath.Join(dir, "host.mjs")
	writeFile(t, host, negotiationHost)
	for name, code := range map[string]string{"cloudflare": cloudflare, "netlify": common + strings.TrimPrefix(blocks[3], "js\n")} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, name+".mjs")
			writeFile(t, file, code)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			out, err := exec.CommandContext(ctx, "node", host, file, string(list)).Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			var got []string
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
