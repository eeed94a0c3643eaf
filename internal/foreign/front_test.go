package foreign

import "testing"

func TestPaddedDate(t *testing.T) {
	for in, want := range map[string]string{
		"2026-1-2": "2026-01-02", "2026/1/2 9:05": "2026-01-02 09:05", "2026-1-2T9:5:07Z": "2026-01-02T09:05:07Z",
		"2026-01-02": "2026-01-02", "2026/13": "2026/13", "soon": "soon", "2026-1-2 soon": "2026-1-2 soon",
	} {
		if got := PaddedDate(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestRepaired(t *testing.T) {
	for in, want := range map[string]string{
		"---\ntitle: Caching: in memory\ntags: [a]\nd: \"x: y\"\ne: it's: x\n---\ntitle: a: b\n": "---\ntitle: 'Caching: in memory'\ntags: [a]\nd: \"x: y\"\ne: 'it''s: x'\n---\ntitle: a: b\n",
		"---\r\ntitle: A: b\r\nurl: https://e.org\r\n---\r\nx":                                   "---\r\ntitle: 'A: b'\r\nurl: https://e.org\r\n---\r\nx",
		"title: a: b\n":           "title: a: b\n",
		"---\ntitle: a: b\nlist:": "---\ntitle: 'a: b'\nlist:",
		"":                        "",
	} {
		if got := string(quoted([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
