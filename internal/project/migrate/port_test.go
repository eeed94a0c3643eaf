package migrate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSValue(t *testing.T) {
	const text = "module.exports = {\n  subtitle: 'no', title: 'It\\'s \"mine\"',\n  url: \"https://a.example\", \"base\": `/x/`, tag: f(1),\n  empty: '',\n};\n"
	for key, want := range map[string]string{"title": `It's "mine"`, "url": "https://a.example", "base": "/x/", "tag": "", "empty": "", "none": ""} {
		if got := jsValue(text, key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"01-intro": "intro", "2. Second": "Second", "2026-01-02-x": "2026-01-02-x", "7.0-new": "7.0-new", "3d-models": "3d-models", "10": "10"} {
		if _, got := prefix(name); got != want {
			t.Errorf("prefix %s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"2026-1-2-a-b": "2026-01-02 a-b", "2026-01-02": " 2026-01-02", "x": " x"} {
		if day, rest := date(name); day+" "+rest != want {
			t.Errorf("date %s: %s %s, want %s", name, day, rest, want)
		}
	}
	if got := numbered("[a](../01-one/02-two.md#x) [b](03-c.png) `x`"); got != "[a](../one/two.md#x) [b](03-c.png) `x`" {
		t.Error(got)
	}
	for name, want := range map[string]string{"My_page": "my-page", "a--b.": "a-b", "Été 1": "été-1"} {
		if got := zolaSlug(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A file whose place is taken, the front matter of a folder that has a page of its own, and parts of code.
func TestPort(t *testing.T) {
	p := read(t, map[string]string{
		"docusaurus.config.ts":         "export default { title: 'T', url: 'https://t.example', baseUrl: '/sub/',\n presets: [['classic', { docs: { routeBasePath: '/' } }]],\n // footer: {}\n};\n",
		"docs/index.md":                "# Home\n",
		"docs/01-a.md":                 "# A\n```js title=\"x.js\"\n<Card/>\n```\n",
		"docs/a.md":                    "# Other\n",
		"docs/sub/sub.md":              "# Sub\n",
		"docs/sub/_category_.yml":      "label: Sub\n",
		"docs/_part.md":                "not a page",
		"node_modules/x/readme.md":     "no",
		"blog/2026/01/02/deep.md":      "# Deep\n",
		"blog/2026-01-03-a/picture.md": "# In a folder\n",
	})
	var files []string
	for _, f := range p.Files {
		files = append(files, f.Path)
	}
	want := []string{"sitegen.toml", "content/blog/2026-01-03-a/picture.md", "content/blog/2026/01/02/deep.md", "content/a.md", "content/_index.md", "content/sub/_index.md"}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	wantFates := []string{
		"docs/a.md needs you content/a.md", "docs/sub/_category_.yml needs you _category_.yml", "docusaurus.config.ts:1 used title",
		"docusaurus.config.ts:1 used url", "docusaurus.config.ts:1 used baseUrl", "docusaurus.config.ts:2 used routeBasePath",
	}
	if diff := cmp.Diff(wantFates, fates(p)); diff != "" {
		t.Error(diff)
	}
	if text := string(p.Files[3].Data); text != "---\nweight: 11\n---\n# A\n```js {title=\"x.js\"}\n<Card/>\n```\n" {
		t.Errorf("%q", text)
	}
	if text := string(p.Files[2].Data); !strings.Contains(text, "url: /blog/2026/01/02/deep/\n") || !strings.Contains(text, "date: '2026-01-02'\n") {
		t.Errorf("%q", text)
	}
	if text := string(p.Files[0].Data); !strings.Contains(text, `baseURL = "https://t.example/sub/"`) {
		t.Error(text)
	}
}
