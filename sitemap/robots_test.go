package sitemap

import (
	"strings"
	"testing"
)

func TestMergeRobotsX4(t *testing.T) {
	const map1, map2 = "https://example.org/sitemap.xml", "https://example.org/news.xml"
	for _, c := range []struct{ name, file, want string }{
		{"none", "", AllowAll + "\nSitemap: " + map1 + "\nSitemap: " + map2 + "\n"},
		{"blank", " \n", AllowAll + "\nSitemap: " + map1 + "\nSitemap: " + map2 + "\n"},
		{"kept", "User-agent: *\nDisallow: /a/\n", "User-agent: *\nDisallow: /a/\n\nSitemap: " + map1 + "\nSitemap: " + map2 + "\n"},
		{"no newline at the end", "User-agent: *\nDisallow: /a/", "User-agent: *\nDisallow: /a/\n\nSitemap: " + map1 + "\nSitemap: " + map2 + "\n"},
		{"CRLF", "User-agent: *\r\nDisallow: /\r\n", "User-agent: *\r\nDisallow: /\r\n\r\nSitemap: " + map1 + "\r\nSitemap: " + map2 + "\r\n"},
		{"one is there", "sitemap : " + map1 + " # ours\nUser-agent: *\nDisallow:\n", "sitemap : " + map1 + " # ours\nUser-agent: *\nDisallow:\n\nSitemap: " + map2 + "\n"},
		{"all are there", "Sitemap: " + map2 + "\nSitemap: " + map1, "Sitemap: " + map2 + "\nSitemap: " + map1},
		{"BOM", "\ufeffUser-agent: *\nDisallow: /b\n", "\ufeffUser-agent: *\nDisallow: /b\n\nSitemap: " + map1 + "\nSitemap: " + map2 + "\n"},
	} {
		got := string(MergeRobots([]byte(c.file), map1, map2, map1))
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if again := string(MergeRobots([]byte(got), map1, map2)); again != got {
			t.Errorf("%s: merged twice: %q", c.name, again)
		}
	}
	if got := string(MergeRobots(nil)); got != AllowAll {
		t.Errorf("without sitemaps: %q", got)
	}
}

// TestAllowedX2 holds cases written from RFC 9309 §2.2 and §5.
func TestAllowedX2(t *testing.T) {
	const file = `User-agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-agent: barbot
User-agent: bazbot
Disallow: /example/page.html

User-agent: quxbot

# a group of foobot again
User-Agent: FooBot
Allow: /second/
Sitemap: https://example.org/sitemap.xml
`
	for _, c := range []struct {
		agent, path string
		want        bool
	}{
		{"otherbot", "/a.gif", false},
		{"otherbot", "/a.gif?b", true},
		{"otherbot", "/example/a", false},
		{"otherbot", "/example", true},
		{"otherbot", "/publications/", true},
		{"foobot", "/", false},
		{"foobot", "/example/page.html", true},
		{"FooBot", "/second/x", true},
		{"foobot", "/publications/", false},
		{"barbot", "/example/page.html", false},
		{"bazbot", "/example/page.html?a", false},
		{"bazbot", "/example/", true},
		{"quxbot", "/example/", true},
		{"foobot", "/robots.txt", true},
	} {
		if got := ParseRobots([]byte(file)).Allowed(c.agent, c.path); got != c.want {
			t.Errorf("%s may fetch %s: %v, want %v", c.agent, c.path, got, c.want)
		}
	}
	if got := ParseRobots([]byte(file)).Sitemaps; len(got) != 1 || got[0] != "https://example.org/sitemap.xml" {
		t.Error(got)
	}
}

func TestPatternsX2(t *testing.T) {
	for _, c := range []struct {
		rules, path string
		want        bool
	}{
		{"Disallow: /fish", "/fish", false},
		{"Disallow: /fish", "/fish.html", false},
		{"Disallow: /fish", "/Fish.asp", true},
		{"Disallow: /fish", "/catfish", true},
		{"Disallow: /fish*", "/fishheads/yummy.html", false},
		{"Disallow: /fish/", "/fish", true},
		{"Disallow: /*.php", "/folder/filename.php?parameters", false},
		{"Disallow: /*.php", "/windows.PHP", true},
		{"Disallow: /*.php$", "/filename.php?parameters", true},
		{"Disallow: /*.php$", "/filename.php/", true},
		{"Disallow: /*.php$", "/a.php/b.php", false},
		{"Disallow: /fish*.php", "/fishheads/catfish.php?parameters", false},
		{"Disallow: /a*b*c$", "/aXbYc", false},
		{"Disallow: /a*b*c$", "/aXcYb", true},
		{"Disallow: /$", "/", false},
		{"Disallow: /$", "/a", true},
		{"Disallow:", "/", true},
		{"Disallow: /\nAllow: /p", "/page", true},
		{"Disallow: /folder\nAllow: /folder", "/folder/page", true},
		{"Allow: /page\nDisallow: /*.htm", "/page.htm", false},
		{"Disallow: /ツ", "/%e3%83%84", false},
		{"Disallow: /%E3%83%84", "/ツ", false},
		{"Disallow: /%62%61%7A", "/baz", false},
		{"Disallow: /a%2Fb", "/a/b", true},
		{"Disallow: /a%2fb", "/a%2Fb", false},
		{"Unknown: /\nnonsense", "/", true},
		{"Disallow: /a b", "/a%20b", false},
	} {
		if got := ParseRobots([]byte("User-agent: *\n"+c.rules+"\n")).Allowed("any", c.path); got != c.want {
			t.Errorf("%q: %s: %v, want %v", c.rules, c.path, got, c.want)
		}
	}
	if !ParseRobots([]byte("Disallow: /\n")).Allowed("any", "/") {
		t.Error("a rule outside of a group counts for nobody")
	}
}

func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*a$\nAllow: /b%2\nSitemap: x\r", "/a?b%zz")
	f.Fuzz(func(t *testing.T, file, path string) {
		before := ParseRobots([]byte(file))
		after := ParseRobots(MergeRobots([]byte(file), "https://example.org/sitemap.xml"))
		if strings.TrimSpace(file) != "" && before.Allowed("any", path) != after.Allowed("any", path) {
			t.Errorf("adding Sitemap lines to %q changes what it says of %q", file, path)
		}
	})
}
