package sitemap

import (
	"net/url"
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	long := "https://example.org/" + strings.Repeat("a", maxLoc-len("https://example.org/"))
	for _, c := range []struct{ rule, in, want string }{ // want "": breaks the rule
		{"L1", "https://example.org/a/", "https://example.org/a/"},
		{"L1", "http://example.org/a/", "http://example.org/a/"},
		{"L1", "/a/", ""},
		{"L1", "", ""},
		{"L1", "//example.org/a/", ""},
		{"L1", "ftp://example.org/a/", ""},
		{"L1", "javascript://example.org/%0aalert(1)", ""},
		{"L1", "mailto:a@example.org", ""},
		{"L1", "https:///a", ""},
		{"L1", "https://user:pw@example.org/", ""},
		{"L1", "https://exa mple.org/", ""},
		{"L1", "https://exa<mple.org/", ""},
		{"L1", "https://a..org/", ""},
		{"L1", "https://example.org:x/", ""},
		{"L1", "https://example.org:99999/", ""},
		{"L1", "http://a.b/", ""}, // the schema wants twelve characters
		{"L1", long, long},
		{"L1", long + "a", ""},
		{"L1", "https://example.org/" + strings.Repeat("é", 400), ""}, // 2,420 after encoding
		{"L2", "https://example.org/a#b", "https://example.org/a"},
		{"L2", "https://example.org#b", "https://example.org/"},
		{"L2", "https://example.org/a?b=c#d", "https://example.org/a?b=c"},
		{"L2", "https://example.org/a%23b", "https://example.org/a%23b"},
		{"L3", "https://example.org", "https://example.org/"},
		{"L3", "https://example.org?a=b", "https://example.org/?a=b"},
		{"L3", " https://example.org/a ", "https://example.org/a"},
		{"L3", "HTTPS://EXAMPLE.org/A", "https://example.org/A"},
		{"L3", "https://example.org:443/a", "https://example.org/a"},
		{"L3", "http://example.org:80/a", "http://example.org/a"},
		{"L3", "https://example.org:80/a", "https://example.org:80/a"},
		{"L3", "https://example.org:/a", "https://example.org/a"},
		{"L3", "https://[2001:DB8::1]:8080/a", "https://[2001:db8::1]:8080/a"},
		{"L3", "https://bücher.example/straße?ü=ö", "https://xn--bcher-kva.example/stra%C3%9Fe?%C3%BC=%C3%B6"},
		{"L3", "https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"},
		{"L3", "https://%65xample.org/", "https://example.org/"},
		{"L1", "https://b%C3cher.example/", ""},
		{"L1", "https://a%2Fb.example/", ""},
		{"L1", "https://a%zz.example/", ""},
		{"L3", "https://例え.テスト/日本", "https://xn--r8jz45g.xn--zckzah/%E6%97%A5%E6%9C%AC"},
		{"L3", "https://example.org/a b", "https://example.org/a%20b"},
		{"L3", "https://example.org/%C3%A9", "https://example.org/%C3%A9"},
		{"L3", "https://example.org/%c3%a9", "https://example.org/%c3%a9"},
		{"L3", "https://example.org/100%", "https://example.org/100%25"},
		{"L3", "https://example.org/%zz%2", "https://example.org/%25zz%252"},
		{"L3", "https://example.org/😀", "https://example.org/%F0%9F%98%80"},
		{"L3", `https://example.org/"<>[]{}|\^` + "`", "https://example.org/%22%3C%3E%5B%5D%7B%7D%7C%5C%5E%60"},
		{"L3", `https://example.org\a`, "https://example.org/%5Ca"},
		{"L3", "https://example.org/a&b'c;d=1,2:3@4!$*()+~._-", "https://example.org/a&b'c;d=1,2:3@4!$*()+~._-"},
		{"U4", "https://example.org/a\x00b\x1f\x7f", "https://example.org/a%00b%1F%7F"},
		{"U3", "https://example.org/\xff", "https://example.org/%FF"},
	} {
		got, err := Normalize(c.in)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: Normalize(%.60q) = %q, %v; want %q", c.rule, c.in, got, err, c.want)
		}
		if err != nil && err.(Violation).Rule != "L1" {
			t.Errorf("Normalize(%q): %v", c.in, err)
		}
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{"https://example.org/a b?c=%C3%A9&d#e", "http://bücher.example:80", "https://[::1]/%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := Normalize(raw)
		if err != nil {
			return
		}
		if again, err := Normalize(got); err != nil || again != got {
			t.Errorf("Normalize(%q) = %q, and of that %q, %v", raw, got, again, err)
		}
		u, err := url.Parse(got)
		if err != nil || u.Host == "" || u.Fragment != "" || len(got) > maxLoc {
			t.Errorf("Normalize(%q) = %q: %v", raw, got, err)
		}
		for i := range len(got) {
			if got[i] <= ' ' || got[i] > '~' || strings.IndexByte(`"<>`, got[i]) >= 0 {
				t.Errorf("Normalize(%q) = %q", raw, got)
			}
		}
	})
}

func TestHreflang(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"en", "en"},
		{"EN", "en"},
		{"en-gb", "en-GB"},
		{"en_GB", "en-GB"},
		{"pt-BR", "pt-BR"},
		{"zh-hant", "zh-Hant"},
		{"ZH_hans_cn", "zh-Hans-CN"},
		{"X-Default", "x-default"},
		{"", ""},
		{"gr", ""},
		{"en-UK", ""},
		{"GB", ""},
		{"us", ""},
		{"english", ""},
		{"en-", ""},
		{"-", ""},
		{"en-GB-x", ""},
		{"en-Abcd", ""},
		{"en-419", ""},
		{"zh-CN-Hans", ""},
		{"eng", ""},
		{"a ", ""},
		{" a", ""},
		{"de-d ", ""},
	} {
		if got, ok := Hreflang(c.in); got != c.want || ok != (c.want != "") {
			t.Errorf("H3: Hreflang(%q) = %q, %v; want %q", c.in, got, ok, c.want)
		}
	}
}

func TestCodeTables(t *testing.T) {
	for _, c := range []struct {
		table   string
		n, size int
	}{{languages, 183, 2}, {regions, 249, 2}, {scripts, 204, 4}} {
		codes := strings.Fields(c.table)
		seen := map[string]bool{}
		for _, code := range codes {
			if len(code) != c.size || seen[code] {
				t.Errorf("%q is no code, or stands there twice", code)
			}
			seen[code] = true
		}
		if len(codes) != c.n {
			t.Errorf("%d codes beginning with %s, want %d", len(codes), codes[0], c.n)
		}
	}
}

func TestParseLastMod(t *testing.T) {
	for _, c := range []struct{ in, want string }{ // rule M1; want "": an error
		{"2026-01-02", "2026-01-02"},
		{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"},
		{"2026-01-02T03:04:05.678+02:00", "2026-01-02T03:04:05+02:00"},
		{"2026-01-02T03:04Z", "2026-01-02T03:04:00Z"},
		{"2026-01-02T03:04+01:00", "2026-01-02T03:04:00+01:00"},
		{"2026-01-02 03:04:05", "2026-01-02T03:04:05Z"},
		{"2026-01-02T03:04", "2026-01-02T03:04:00Z"},
		{" 2026-01-02 ", "2026-01-02"},
		{"2026", ""},
		{"2026-01", ""},
		{"2026-13-01", ""},
		{"2026-02-30", ""},
		{"yesterday", ""},
		{"", ""},
	} {
		tm, dateOnly, err := ParseLastMod(c.in)
		got := ""
		if err == nil {
			b, _ := appendLastMod(nil, tm, dateOnly)
			got = string(b)
		}
		if got != c.want {
			t.Errorf("M1: %q gives %q, %v; want %q", c.in, got, err, c.want)
		}
	}
}

// TestWriterNormalizes: the fast path of a Writer, for URLs of its own origin, gives the same result as
// Normalize.
func TestWriterNormalizes(t *testing.T) {
	for _, path := range []string{"", "a", "a ", "a\t\n", " a", "a b", "\u00a0", "zoë", "zoë\u2003", "%c3", "?q= ", "#x"} {
		raw := base + path
		want, err := Normalize(raw)
		if err != nil {
			t.Fatal(err)
		}
		m := memory{}
		w, err := NewWriter(Options{Base: base, Create: m.create})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&Entry{Loc: raw}); err != nil {
			t.Errorf("%q: %v", raw, err)
			continue
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := m["sitemap.xml"].String(); !strings.Contains(got, "<loc>"+want+"</loc>") {
			t.Errorf("%q: want %s in %s", raw, want, got)
		}
	}
}
