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
		got := string(MergeRobots([]byte(c.file), CrawlerPolicy{}, map1, map2, map1))
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if again := string(MergeRobots([]byte(got), CrawlerPolicy{}, map1, map2)); again != got {
			t.Errorf("%s: merged twice: %q", c.name, again)
		}
	}
	const idn, uri = "https://bücher.example/straße.xml", "https://xn--bcher-kva.example/stra%C3%9Fe.xml"
	if got := string(MergeRobots(nil, CrawlerPolicy{}, idn, uri)); got != AllowAll+"\nSitemap: "+uri+"\n" {
		t.Errorf("L3: %q", got)
	}
	if got := string(MergeRobots([]byte("Sitemap: "+idn+"\n"), CrawlerPolicy{}, uri)); got != "Sitemap: "+idn+"\n" {
		t.Errorf("L3: it is there already: %q", got)
	}
	if got := string(MergeRobots(nil, CrawlerPolicy{})); got != AllowAll {
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
		after := ParseRobots(MergeRobots([]byte(file), CrawlerPolicy{}, "https://example.org/sitemap.xml"))
		if strings.TrimSpace(file) != "" && before.Allowed("any", path) != after.Allowed("any", path) {
			t.Errorf("adding Sitemap lines to %q changes what it says of %q", file, path)
		}
	})
}

func TestUpdateRobotsX4(t *testing.T) {
	const map1, map2 = "https://example.org/sitemap.xml", "https://example.org/other.xml"
	block := func(lines ...string) string {
		out := robotsBegin + "\n"
		for _, l := range lines {
			out += "Sitemap: " + l + "\n"
		}
		return out + robotsEnd + "\n"
	}
	for _, c := range []struct {
		name, file string
		sitemaps   []string
		want       string
	}{
		{"none", "", []string{map1}, AllowAll + "\n" + block(map1)},
		{"kept", "User-agent: *\nDisallow: /a/", []string{map1, map2}, "User-agent: *\nDisallow: /a/\n\n" + block(map1, map2)},
		{"CRLF", "User-agent: *\r\n", []string{map1}, "User-agent: *\r\n\r\n" + strings.ReplaceAll(block(map1), "\n", "\r\n")},
		{"replaced", "User-agent: *\n\n" + block(map2) + "# after\n", []string{map1}, "User-agent: *\n# after\n\n" + block(map1)},
		{"removed", "User-agent: *\n\n" + block(map2), nil, "User-agent: *\n"},
		{"there already", "Sitemap: " + map1 + "\n", []string{map1}, "Sitemap: " + map1 + "\n"},
		{"one is there", "Sitemap: " + map1 + "\n", []string{map1, map2}, "Sitemap: " + map1 + "\n\n" + block(map2)},
		{"without an end", robotsBegin + "\nUser-agent: *\n", []string{map1}, robotsBegin + "\nUser-agent: *\n\n" + block(map1)},
	} {
		got := string(UpdateRobots([]byte(c.file), CrawlerPolicy{}, c.sitemaps...))
		if got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
		if c.name == "without an end" {
			continue
		}
		if again := string(UpdateRobots([]byte(got), CrawlerPolicy{}, c.sitemaps...)); again != got {
			t.Errorf("%s: updated twice: %q", c.name, again)
		}
	}
}

// TestProductTokenX2: of a crawler's name the token counts.
func TestProductTokenX2(t *testing.T) {
	r := ParseRobots([]byte("User-agent: ExampleBot/1.0\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n"))
	for agent, want := range map[string]bool{"ExampleBot": true, "examplebot/2.1 (+https://example.org)": true, "ExampleBot-News": false, "other": false} {
		if got := r.Allowed(agent, "/b"); got != want {
			t.Errorf("%s: %v", agent, got)
		}
	}
}

func TestCheckRobots(t *testing.T) {
	for _, c := range []struct {
		name, file string
		o          RobotsOptions
		want       string
	}{
		{"good", "User-agent: *\nDisallow: /a\nAllow: *.gif$\nDisallow:\nSitemap: https://a.example/s.xml # ours\n", RobotsOptions{Loc: "https://a.example/robots.txt"}, ""},
		{"X1 folder", "User-agent: *\n", RobotsOptions{Loc: "https://a.example/b/robots.txt"}, "X1"},
		{"X1 bytes", "User-agent: *\n# \xff", RobotsOptions{}, "X1"},
		{"X2 outside", "Disallow: /\n", RobotsOptions{}, "X2"},
		{"X2 path", "User-agent: *\nDisallow: a/\nDisallow: https://a.example/\nDisallow: /$a", RobotsOptions{}, "X2 X2 X2"},
		{"X2 no colon", "User-agent *\n", RobotsOptions{}, "X2"},
		{"X2 nobody", "User-agent:\n", RobotsOptions{}, "X2"},
		{"X2 empty allow", "User-agent: *\nAllow:\n", RobotsOptions{}, "X2"},
		{"X3 size", "User-agent: *\n" + strings.Repeat("#\n", 256_000), RobotsOptions{}, "X3"},
		{"X3 rules", "User-agent: *\n" + strings.Repeat("Disallow: /a\n", 2049), RobotsOptions{}, "X3"},
		{"X3 long", "User-agent: *\nDisallow: /" + strings.Repeat("a", 1024), RobotsOptions{}, "X3"},
		{"X4", "Sitemap: /sitemap.xml\n", RobotsOptions{}, "X4"},
		{"X5", "User-agent: *\nCrawl-delay: 1\nNoindex: /a\n", RobotsOptions{}, "X5 X5"},
		{"X5 signals", "User-agent: *\nContent-Signal: search=yes,ai-train=no, use=reference\nAllow: /\n", RobotsOptions{}, ""},
		{"X5 wrong signals", "Content-Signal: search=yes\nUser-agent: *\nContent-signal: ai-training=no\nContent-Signal: search\nAllow: /\n", RobotsOptions{}, "X5 X5 X5"},
		{"X6", "User-agent: *\nDisallow: /a\n", RobotsOptions{NoIndex: []string{"/a/b", "/c"}}, "X6"},
	} {
		found := CheckRobots("robots.txt", []byte(c.file), c.o)
		if got := ruleList(found); got != c.want {
			t.Errorf("%s: got %q, want %q: %v", c.name, got, c.want, found)
		}
	}
	found := CheckRobots("robots.txt", []byte("User-agent: *\n\nDisallow: a\n"), RobotsOptions{})
	if want := `robots.txt:3: error: a rule begins with "/" or "*": this one matches nothing: "a" [X2]`; len(found) != 1 || found[0].Error() != want {
		t.Errorf("%v", found)
	}
}

// Match tells which line decides, whatever its line ends are.
func TestMatchLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		r := ParseRobots([]byte(strings.Join([]string{"# rules", "User-agent: *", "", "Disallow: /a", "Allow: /a/b", "Disallow: /a/b"}, end)))
		for path, want := range map[string]RobotsRule{"/a/x": {false, "/a", 4}, "/a/b": {true, "/a/b", 5}, "/c": {}} {
			if got, ok := r.Match("any", path); got != want || ok != (want.Line > 0) {
				t.Errorf("%q %s: got %v %v, want %v", end, path, got, ok, want)
			}
		}
	}
}

// TestTolerance: what Google takes beyond RFC 9309.
func TestToleranceX2(t *testing.T) {
	long := strings.Repeat("a", maxRobotsLine)
	for _, c := range []struct {
		name, file, path string
		agents           []string
		want             bool
	}{
		{"no colon", "User-agent *\nDisallow /a\n", "/a", []string{"foo"}, false},
		{"no colon, more words", "User-agent: *\nDisallow /a b\n", "/a", []string{"foo"}, true},
		{"slips", "useragent: *\nDissalow: /a\n", "/a", []string{"foo"}, false},
		{"agent up to the space", "User-agent: Foo Bar\nDisallow: /\n", "/a", []string{"foo"}, false},
		{"the agent * and more", "User-agent: * of all\nDisallow: /\n", "/a", []string{"foo"}, false},
		{"a long line", "User-agent: *\nDisallow: /" + long + "b\n", "/" + long[:len(long)-len("Disallow: /")], []string{"foo"}, false},
		{"several agents", "User-agent: foo\nDisallow: /a\nUser-agent: bar\nDisallow: /b\nUser-agent: *\nDisallow: /\n", "/b", []string{"foo", "bar"}, false},
		{"several agents, neither", "User-agent: foo\nDisallow: /a\nUser-agent: *\nDisallow: /b\n", "/b", []string{"one", "two"}, false},
		{"several agents, one", "User-agent: foo\nDisallow: /a\nUser-agent: *\nDisallow: /b\n", "/b", []string{"one", "foo"}, true},
		{"index.html is its folder", "User-agent: *\nDisallow: /\nAllow: /a/index.html\n", "/a/", []string{"foo"}, true},
		{"index.html is not what lies below", "User-agent: *\nDisallow: /\nAllow: /a/index.html\n", "/a/b", []string{"foo"}, false},
	} {
		rule, ok := ParseRobots([]byte(c.file)).MatchAny(c.agents, c.path)
		if got := !ok || rule.Allow; got != c.want {
			t.Errorf("%s: %v by %+v", c.name, got, rule)
		}
	}
	if got := ParseRobots([]byte("Site-map: https://a.example/s.xml\nSITEMAP : https://a.example/t.xml")).Sitemaps; len(got) != 2 {
		t.Errorf("%q", got)
	}
}
