package docusaurus

import "testing"

// The values are those of kebabCase of lodash 4.17.
func TestKebab(t *testing.T) {
	for in, want := range map[string]string{
		"C++": "c", "JavaScript": "java-script", "k8s": "k-8-s", "v1.2": "v-1-2", "GitHub Actions": "git-hub-actions",
		"Über": "uber", "日本語": "日本語", "HTMLParser": "html-parser", "Привет Мир": "привет-мир", "don't": "dont",
		"a_b": "a-b", "AI": "ai", "e2e tests": "e-2-e-tests", "🎉 party": "🎉-party", "Straße": "strasse",
		"XMLHttpRequest2": "xml-http-request-2", "2024": "2024", "": "",
	} {
		if got := kebab(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
