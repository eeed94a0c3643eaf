package publicnet

import "testing"

func TestPlaceholder(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "a.localhost": true, "127.0.0.1": true, "127.1.2.3": true, "::1": true, "0.0.0.0": true,
		"example.com": true, "www.example.com": true, "EXAMPLE.org": true, "example.net.": true, "example.edu": true,
		"docs.example": true, "example": true, "a.test": true, "b.invalid": true,
		"example.dev": false, "notexample.org": false, "example.org.dev": false, "test.dev": false, "contest": false,
		"example.alt": false, "wiki": false, "nas.local": false, "192.168.1.5": false, "sitegen.github.io": false, "": false,
	} {
		if got := Placeholder(host); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}
