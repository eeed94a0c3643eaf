package site

import (
	"path"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

func TestEncode(t *testing.T) {
	for in, want := range map[string]string{
		"/plain/path/":        "/plain/path/",
		"/With Space/ü/":      "/With%20Space/%C3%BC/",
		"/a+b@c~d_e/x:y":      "/a+b@c~d_e/x:y",
		"/c#/":                "/c%23/",
		"/a (1).txt":          "/a%20%281%29.txt",
		"/a(1).txt":           "/a(1).txt",
		"/already%20encoded/": "/already%20encoded/",
		"/100%/":              "/100%25/",
		"/x/?a=b&c":           "/x/?a=b&c",
		"/日本/":                "/%E6%97%A5%E6%9C%AC/",
	} {
		if got := encode(in); got != want {
			t.Errorf("encode(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBase(t *testing.T) {
	for _, tt := range []struct{ base, rel, abs string }{
		{"", "/x/", "/x/"},
		{"/", "/x/", "/x/"},
		{"/sub/", "/sub/x/", "/sub/x/"},
		{"https://example.org/", "/x/", "https://example.org/x/"},
		{"https://example.org", "/x/", "https://example.org/x/"},
		{"https://example.org:8080/a/b/", "/a/b/x/", "https://example.org:8080/a/b/x/"},
		{"https://me@example.org/sub", "/sub/x/", "https://me@example.org/sub/x/"},
		{"//example.org/sub/", "/sub/x/", "//example.org/sub/x/"},
		{"example.org", "example.org/x/", "example.org/x/"},
		{"./", "x/", "./x/"},
		{"../up", "../up/x/", "../up/x/"},
	} {
		u := NewBase(tt.base).At("x/")
		if u.Rel() != tt.rel || u.Abs() != tt.abs || u.Below() != "/x/" {
			t.Errorf("base %q: %q %q %q, want %q %q /x/", tt.base, u.Rel(), u.Abs(), u.Below(), tt.rel, tt.abs)
		}
	}
	if home := NewBase("./").At("/"); home.Rel() != "./" || home.Abs() != "./" {
		t.Errorf("home below ./: %q %q", home.Rel(), home.Abs())
	}
	var none URL
	if !none.IsZero() || none.Rel() != "" || none.Abs() != "" || none.Path() != "" {
		t.Error("the zero URL has an address")
	}
}

func TestPattern(t *testing.T) {
	home := &Page{Kind: Home, Path: "/", Extras: noExtras}
	newest := &Edition{config: &config.Config{}}
	docs := &Page{Kind: Section, Path: "/docs", Said: Said{Title: "The Docs"}, Extras: &Extras{SaidRarely: SaidRarely{Slug: "D"}}, Parent: home, Sections: []string{"docs"}}
	deep := &Page{Kind: Section, Path: "/docs/deep", Said: Said{Title: "Deep & Down"}, Extras: noExtras, Parent: docs, Sections: []string{"docs", "deep"}}
	docs.Current, deep.Current = docs, deep
	docs.Edition, deep.Edition = newest, newest
	p := &Page{
		Edition: newest, Extras: noExtras, Kind: Regular, Path: "/docs/deep/my page", name: "My Page", SectionPath: "docs",
		Parent: deep, Current: deep, Sections: deep.Sections, Doc: &content.Document{Base: "My Page"},
		Said: Said{Title: "Über C#", Dates: content.Dates{Date: time.Date(2024, 2, 9, 15, 4, 5, 0, time.UTC)}},
	}
	for in, want := range map[string]string{
		"/:year/:month/:day/":               "/2024/02/09/",
		"/:monthname-:weekdayname-:weekday": "/February-Friday-5",
		"/:yearday/:06/:1/:2/:Jan":          "/40/24/2/9/Feb",
		"/:section/:sections/x":             "/docs//docs/deep/x",
		"/:sections[0]/:sections[last]":     "/docs/deep",
		"/:sections[1:]|:sections[:1]":      "/deep|docs",
		"/:sections[5]|:sections[5:]":       "/|",
		"/:sectionslug/:sectionslugs":       "/d/d/deep-down",
		"/:sectionslugs[last]":              "/deep-down",
		"/:title/:slug/":                    "/über-c/über-c/",
		"/:filename/:contentbasename":       "/my-page/my-page",
		"/:slugorfilename":                  "/my-page",
		"/:slugorcontentbasename":           "/my-page",
		`/a\:b/:year`:                       "/a:b/2024",
		"/plain":                            "/plain",
		"/:":                                "/:",
		"/a%20b/":                           "/a b/",
	} {
		x, err := parsePattern(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := x.expand(p, sanitize.Settings{}); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
	for _, bad := range []string{"/:nope/", "/:sectionsx[0]", "/:title[0]"} {
		if _, err := parsePattern(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	// A title is one part of the path since Hugo 0.166, except that of a term.
	x, _ := parsePattern("/:title/:slug/")
	p.Title = "Input/Output"
	for _, c := range []struct {
		kind Kind
		as   config.Release
		want string
	}{
		{Regular, 0, "/input-output/input-output/"},
		{Regular, 166, "/input-output/input-output/"},
		{Regular, 165, "/input/output/input/output/"},
		{Section, 0, "/input-output/input-output/"},
		{Term, 0, "/input/output/input/output/"},
		{Taxonomy, 0, "/input/output/input/output/"},
	} {
		p.Kind, p.Edition = c.kind, &Edition{config: &config.Config{Release: c.as}}
		if got := x.expand(p, sanitize.Settings{}); got != c.want {
			t.Errorf("%s in release %d: %q, want %q", c.kind, c.as, got, c.want)
		}
	}
	p.Kind, p.Dates.Date = Regular, time.Time{}
	x, _ = parsePattern("/:year/")
	if got := x.expand(p, sanitize.Settings{}); got != "/1/" {
		t.Errorf("the year of an undated page is %q", got)
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"/:year/:title/", ":sections[1:last]", `\:`, ":", ":sections[", ":06", "%zz+"} {
		f.Add(s)
	}
	home := &Page{Kind: Home, Path: "/", Extras: noExtras}
	home.Current = home
	p := &Page{Edition: &Edition{config: &config.Config{}}, Extras: noExtras, Kind: Regular, Path: "/x", Parent: home, Current: home, Sections: []string{"a", "b"}, Said: Said{Title: "t"}}
	f.Fuzz(func(t *testing.T, s string) {
		if x, err := parsePattern(s); err == nil {
			x.expand(p, sanitize.Settings{})
		}
	})
}

// FuzzRooted holds the quick way of joining against path.Join.
func FuzzRooted(f *testing.F) {
	f.Add("/a", "b", "index.html")
	f.Add("a//b", "..", "x")
	f.Add("", ".", "/")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		var list []string
		for _, s := range []string{a, b, c} {
			if s != "" {
				list = append(list, s)
			}
		}
		if got, want := rooted("", list), path.Join("/", path.Join(list...)); got != want {
			t.Errorf("rooted(%q) = %q, want %q", list, got, want)
		}
	})
}
