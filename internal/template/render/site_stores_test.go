package render

import "testing"

// TestStoresOfTheSite: a format finds in site.Store and hugo.Store the values that the first format of the same page
// stored, as in Hugo, which renders all pages in that format first. Other stores are separate.
func TestStoresOfTheSite(t *testing.T) {
	p := newProject(t, map[string]string{
		"sitegen.toml":      "baseURL = \"https://example.org/\"\n[outputs]\npage = [\"html\", \"json\"]\n",
		"content/one.md":    "---\ntitle: One\n---\n",
		"content/two.md":    "---\ntitle: Two\n---\n",
		"layouts/page.html": `{{ site.Store.Set "a" (slice .Title) }}{{ hugo.Store.Set "b" "B" }}{{ .Store.Set "c" "C" }}`,
		"layouts/page.json": `{{ site.Store.Add "a" "json" }}{{ dict "a" (site.Store.Get "a") "b" (hugo.Store.Get "b") "c" (.Store.Get "c") | jsonify }}`,
	})
	for path, want := range map[string]string{
		"/one": `{"a":["One","json"],"b":"B","c":null}`,
		"/two": `{"a":["Two","json"],"b":"B","c":null}`,
	} {
		r, err := p.render(path, "json")
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Outputs[0].Bytes); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestNothing: a nil resource or page becomes nothing after it passed through a function that takes and returns any
// value, as in Hugo; reading it directly is an error.
func TestNothing(t *testing.T) {
	p := newProject(t, map[string]string{
		"sitegen.toml":                  "baseURL = \"https://example.org/\"\n",
		"content/one.md":                "---\ntitle: One\n---\n",
		"layouts/_partials/read.html":   `{{ .RelPermalink }}`,
		"layouts/_partials/return.html": `{{ return (resources.Get "x") }}`,
		"layouts/page.html": `{{ $r := "" | default (resources.Get "x") }}{{ $r.RelPermalink }}|{{ $r = cond true (resources.Get "x") "" }}{{ $r.RelPermalink }}|` +
			`{{ $r = index (slice (resources.Get "x")) 0 }}{{ $r.RelPermalink }}|{{ partial "read.html" (resources.Get "x") }}|` +
			`{{ $r = partial "return.html" . }}{{ $r.RelPermalink }}|{{ $r = "" | default .Parent.Parent }}{{ $r.RelPermalink }}|` +
			`{{ $r = resources.Get "x" }}{{ with try $r.RelPermalink }}{{ with .Err }}error{{ end }}{{ end }}`,
	})
	if got, want := p.html("/one"), "||||||error"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
