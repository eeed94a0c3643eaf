package foreign

import "testing"

func TestRepaired(t *testing.T) {
	for in, want := range map[string]string{
		"---\ntitle: Caching: in memory\ntags: [a]\nd: \"x: y\"\ne: it's: x\n---\ntitle: a: b\n": "---\ntitle: 'Caching: in memory'\ntags: [a]\nd: \"x: y\"\ne: 'it''s: x'\n---\ntitle: a: b\n",
		"---\r\ntitle: A: b\r\nurl: https://e.org\r\n---\r\nx":                                   "---\r\ntitle: 'A: b'\r\nurl: https://e.org\r\n---\r\nx",
		"title: a: b\n":           "title: a: b\n",
		"---\ntitle: a: b\nlist:": "---\ntitle: 'a: b'\nlist:",
		"":                        "",
	} {
		if got := string(Repaired([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
