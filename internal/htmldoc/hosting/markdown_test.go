package hosting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrefersMarkdown(t *testing.T) {
	for accept, want := range map[string]bool{
		"":                        false,
		"*/*":                     false,
		"text/*":                  false,
		"text/markdown":           true,
		"Text/Markdown":           true,
		" text/markdown , */*":    true,
		"text/html,text/markdown": true,
		"text/markdown;q=1.000":   true,
		"text/markdown;q=1.5":     false,
		"text/markdown; charset=utf-8; variant=GFM; q=1, text/html": true,
		"text/markdown;q=0.9, text/html;q=0.1":                      false,
		"text/markdown;q=0.9, */*;q=0.1":                            true,
		"text/markdown ; q=0.001":                                   true,
		"text/markdown;q=0":                                         false,
		"text/markdown;q=0.000":                                     false,
		"text/markdown; q=0":                                        false,
		"text/markdown;\tq=0.9, text/html":                          false,
		"text/markdown; charset=utf-8; q=0.9, text/html":            false,
		"text/markdown; charset=utf-8 ; q=0.9":                      true,
		"text/markdown; Q=0.0":                                      false,
		"text/markdown2":                                            false,
		"x-text/markdown":                                           false,
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8": false,
	} {
		if got := PrefersMarkdown(accept); got != want {
			t.Errorf("%q: %v", accept, got)
		}
	}
}

// One rule has the type of all Markdown texts; their canonical links fit into the limits of hosts.
func TestWriteHeadersOfCopies(t *testing.T) {
	const common = "/s/*.html.md\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n"
	link := func(path, page string) string {
		return path + "\n  Link: <https://e.alt" + page + ">; rel=\"canonical\"\n"
	}
	folders, names := []string{"/s/ä b/index.html.md", "/s/b/c/index.html.md"}, []string{"/s/a.html.md", "/s/b/ä.html.md"}
	var many []string
	for n := range 500 {
		many = append(many, fmt.Sprintf("/s/%d/index.html.md", n))
	}
	netlify, cloudflare := HeaderReader{Most: 1000}, HeaderReader{Most: 100, Splat: true}
	for _, c := range []struct {
		name   string
		files  []string
		reader HeaderReader
		own    string
		want   string
	}{
		{"folders on Cloudflare", folders, cloudflare, "", common + link("/s/*/index.html.md", "/s/:splat/")},
		{"names on Cloudflare", names, cloudflare, "", common + link("/s/*.html.md", "/s/:splat.html")},
		{
			"both on Cloudflare", append(names[:1:1], folders...), cloudflare, "",
			common + link("/s/*/index.html.md", "/s/:splat/") + link("/s/a.html.md", "/s/a.html"),
		},
		{
			"folders on Netlify", folders, netlify, "",
			common + link("/s/%C3%A4%20b/index.html.md", "/s/%C3%A4%20b/") + link("/s/b/c/index.html.md", "/s/b/c/"),
		},
		{"many on Netlify", many, netlify, "", common},
		{
			"own rules", folders, cloudflare, "/s/*.md\n  X-Robots-Tag: all\n  Link: <x>\n",
			"/s/*.html.md\n  Content-Type: text/markdown; charset=utf-8\n",
		},
		{"own rules for all", folders, cloudflare, "/*\n  X-Robots-Tag: all\n  Link: <x>\n  Content-Type: text/x\n", ""},
	} {
		s := Site{Prefix: "/s", Copies: Copies{Origin: "https://e.alt", Files: c.files}}
		got := string(s.WriteHeaders([]byte(c.own), c.reader))
		if diff := cmp.Diff(string(merge(c.own, block(c.want))), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if c.own != "" || !strings.Contains(got, "Link") {
			continue
		}
		rules, _ := ParseHeaders("_headers", got)
		for _, f := range c.files {
			fields := map[string]string{}
			for _, h := range rules.For(f) {
				fields[h.Name] = h.Value
			}
			want := map[string]string{
				"Content-Type": MarkdownType, "X-Robots-Tag": "noindex", "Link": canonical("https://e.alt" + s.Copies.page(f)),
			}
			if diff := cmp.Diff(want, fields); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, f, diff)
			}
		}
	}
}
