package serve

import (
	"strings"
	"testing"
)

func TestContentSecurityPolicy(t *testing.T) {
	a := allowance{source: "http://h/__sitegen/", nonce: "N"}
	for _, tt := range []struct{ name, policy, want string }{
		{"nothing allowed", "default-src 'none'", "default-src 'none'; script-src http://h/__sitegen/; connect-src http://h/__sitegen/"},
		{"own list", "script-src 'self'; connect-src 'none'", "script-src 'self' http://h/__sitegen/; connect-src http://h/__sitegen/"},
		{"falls back to default-src", "default-src 'self' x.com; img-src *", "default-src 'self' x.com; img-src *; script-src 'self' x.com http://h/__sitegen/; connect-src 'self' x.com http://h/__sitegen/"},
		{"inline scripts stay allowed", "script-src 'unsafe-inline'", "script-src 'unsafe-inline' http://h/__sitegen/"},
		{"hashes", "script-src 'sha256-abc='", "script-src 'sha256-abc=' http://h/__sitegen/"},
		{"only nonces count", "script-src 'strict-dynamic' 'nonce-x'", "script-src 'strict-dynamic' 'nonce-x' http://h/__sitegen/ 'nonce-N'"},
		{"elements", "script-src 'none'; script-src-elem 'none'", "script-src http://h/__sitegen/; script-src-elem http://h/__sitegen/"},
		{"no limit, no change", "img-src 'self'; frame-ancestors 'none'", "img-src 'self'; frame-ancestors 'none'"},
		{"https", "upgrade-insecure-requests; img-src *; block-all-mixed-content", "img-src *"},
		{"twice", "script-src 'self'; script-src *", "script-src 'self' http://h/__sitegen/"},
		{"two policies", "default-src 'self', script-src 'none'", "default-src 'self'; script-src 'self' http://h/__sitegen/; connect-src 'self' http://h/__sitegen/, script-src http://h/__sitegen/"},
		{"case", "Script-Src 'NONE'", "script-src http://h/__sitegen/"},
	} {
		if got := strings.TrimSpace(a.policies(tt.policy)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestPolicyInMetaElement(t *testing.T) {
	a := allowance{source: "http://h/__sitegen/"}
	for page, want := range map[string]string{
		`<meta http-equiv="Content-Security-Policy" content="script-src 'self'">x`:         `<meta http-equiv="Content-Security-Policy" content="script-src 'self' http://h/__sitegen/">x`,
		`<META content='script-src &#39;self&#39;' http-equiv=content-security-policy />x`: `<META content="script-src 'self' http://h/__sitegen/" http-equiv=content-security-policy />x`,
		`<meta name="x" content="a>b"><p>Content-Security-Policy`:                          `<meta name="x" content="a>b"><p>Content-Security-Policy`,
		`<meta http-equiv="Content-Security-Policy">`:                                      `<meta http-equiv="Content-Security-Policy">`,
	} {
		if got := string(a.meta([]byte(page))); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}

func TestHeaderLetsScriptIn(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME", "_headers": "/*\n  Content-Security-Policy: default-src 'self'; script-src 'none'\n"}, Options{})
	got := get(s, "/").Header().Get("Content-Security-Policy")
	if want := "default-src 'self'; script-src http://127.0.0.1:1313/__sitegen/; connect-src 'self' http://127.0.0.1:1313/__sitegen/"; strings.TrimSpace(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := get(s, "/", "Sec-Fetch-Dest: empty").Header().Get("Content-Security-Policy"); got != "default-src 'self'; script-src 'none'" {
		t.Errorf("without our script: %s", got)
	}
}
