package scaffold

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"Hello, World!":             "hello-world",
		"It's  a -- “fine” day…":    "its-a-fine-day",
		"Straße nach Ürümqi":        "straße-nach-ürümqi",
		"Ελληνικά, ναι;":            "ελληνικά-ναι",
		"हिन्दी में लिखें":          "हिन्दी-में-लिखें",
		"你好，世界":                     "你好-世界",
		"a/b\\c:d":                  "a-b-c-d",
		"???":                       "",
		"e\u0301te\u0301":           "été",
		strings.Repeat("word ", 40): strings.TrimSuffix(strings.Repeat("word-", 16), "-"),
		strings.Repeat("語", 100):    strings.Repeat("語", 80),
	} {
		if got := Slug(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func FuzzSlug(f *testing.F) {
	f.Add("Hello, Wörld")
	f.Fuzz(func(t *testing.T, title string) {
		s := Slug(title)
		if strings.ContainsAny(s, "/\\ .:") || utf8.RuneCountInString(s) > slugLength || Slug(s) != s {
			t.Errorf("%q: %q, again %q", title, s, Slug(s))
		}
	})
}

func TestFinish(t *testing.T) {
	for in, want := range map[string]string{
		"---\ntitle: a b\ndate: x\n---\n":          "---\ntitle: \"T \\\"x\\\"\"\ndate: x\n---\n",
		"+++\ntitle = 'a'\r\n+++\n":                "+++\ntitle = \"T \\\"x\\\"\"\n+++\n",
		"{\n  \"title\": \"a, b\",\n  \"b\": 1\n}": "{\n  \"title\": \"T \\\"x\\\"\",\n  \"b\": 1\n}",
		"---\nx: 1\n---\ntitle: of the text\n":     "---\nx: 1\n---\ntitle: of the text\n",
	} {
		if got := string(Draft{Given: true, Title: `T "x"`}.Finish(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "/docs/": "/docs/", "https://a.alt": "https://a.alt", "http://a.alt/b/": "http://a.alt/b/",
		"nice.alt": "https://nice.alt/", "//nice.alt": "https://nice.alt/", "nice.alt/": "https://nice.alt/", "nice.alt/blog": "https://nice.alt/blog/",
		"nice.alt:8080": "https://nice.alt:8080/",
	} {
		if got, err := Address(said); got != want || err != nil {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	for _, said := range []string{"http//bad", "https:/x.alt", "http:x.alt", "x y", "ftp://x.alt", "https://"} {
		if got, err := Address(said); err == nil {
			t.Errorf("%q: %q, without an error", said, got)
		}
	}
}
