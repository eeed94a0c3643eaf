package sitemap

import (
	"strings"
	"testing"
	"time"
)

var yes, no = true, false

func TestMergePolicy(t *testing.T) {
	const loc = "https://example.org/sitemap.xml"
	refused := func(uses Uses, except ...string) string {
		out := ""
		for _, c := range Crawlers() {
			if c.Uses&uses != 0 && c.Uses&ForSearch == 0 && !strings.Contains(strings.Join(except, " ")+" ", c.Token+" ") {
				out += "User-agent: " + c.Token + "\n"
			}
		}
		return out + "Disallow: /\n"
	}
	training := CrawlerPolicy{Search: &yes, Answers: &yes, Training: &no}
	const signal = "Content-Signal: search=yes, ai-input=yes, ai-train=no\n"
	for _, c := range []struct {
		name, file string
		policy     CrawlerPolicy
		want       string
	}{
		{"no file", "", training, "User-agent: *\n" + signal + "Allow: /\n\n" + refused(ForTraining) + "\nSitemap: " + loc + "\n"},
		{"all may", "", CrawlerPolicy{Search: &yes}, "User-agent: *\nContent-Signal: search=yes\nAllow: /\n\nSitemap: " + loc + "\n"},
		{
			"a file", "User-agent: *\nDisallow: /private/\n",
			CrawlerPolicy{Training: &no},
			"User-agent: *\nDisallow: /private/\n\nUser-agent: *\nContent-Signal: ai-train=no\nDisallow:\n\n" + refused(ForTraining) + "\nSitemap: " + loc + "\n",
		},
		{
			"its own group, signal, and sitemap", "User-Agent: gptbot/1.0\nAllow: /a\n\nUser-agent: *\ncontent-signal: ai-train=yes\nDisallow:\nSitemap: " + loc + "\n", training,
			"User-Agent: gptbot/1.0\nAllow: /a\n\nUser-agent: *\ncontent-signal: ai-train=yes\nDisallow:\nSitemap: " + loc + "\n\n" + refused(ForTraining, "GPTBot"),
		},
		{
			"a group without a rule", "User-agent: foo\n",
			CrawlerPolicy{Answers: &no},
			"User-agent: foo\n\nDisallow:\n\nUser-agent: *\nContent-Signal: ai-input=no\nDisallow:\n\n" + refused(ForAnswers) + "\nSitemap: " + loc + "\n",
		},
		{"CRLF", "User-agent: *\r\nAllow: /\r\n", CrawlerPolicy{Search: &yes}, "User-agent: *\r\nAllow: /\r\n\r\nUser-agent: *\r\nContent-Signal: search=yes\r\nDisallow:\r\n\r\nSitemap: " + loc + "\r\n"},
	} {
		got := string(MergeRobots([]byte(c.file), c.policy, loc))
		if got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
		for _, f := range CheckRobots("robots.txt", []byte(got), RobotsOptions{}) {
			t.Errorf("%s: %v", c.name, f)
		}
		rules := ParseRobots([]byte(got))
		for _, crawler := range Crawlers() {
			if own := ParseRobots([]byte(c.file)).Names(crawler.Token); !own && rules.Allowed(crawler.Token, "/a") == c.policy.Refuses(crawler) {
				t.Errorf("%s: %s may read: %v", c.name, crawler.Token, c.policy.Refuses(crawler))
			}
		}
		block := string(UpdateRobots([]byte(c.file), c.policy, loc))
		if again := string(UpdateRobots([]byte(block), c.policy, loc)); again != block {
			t.Errorf("%s: updated twice:\n%q\n%q", c.name, block, again)
		}
		bare := string(UpdateRobots([]byte(c.file), CrawlerPolicy{}))
		if back := string(UpdateRobots([]byte(block), CrawlerPolicy{})); back != bare {
			t.Errorf("%s: without the policy again:\n%q\n%q", c.name, back, bare)
		}
	}
}

// A crawler of a search engine is refused only with the search engine; any forbidden use refuses another.
func TestRefuses(t *testing.T) {
	of := map[string]Crawler{}
	for _, c := range Crawlers() {
		of[c.Token] = c
	}
	for _, c := range []struct {
		policy CrawlerPolicy
		want   string // of Googlebot, OAI-SearchBot, GPTBot, Google-Extended, Applebot
	}{
		{CrawlerPolicy{}, "....."},
		{CrawlerPolicy{&yes, &yes, &yes}, "....."},
		{CrawlerPolicy{&yes, &yes, &no}, "..xx."},
		{CrawlerPolicy{&yes, &no, &yes}, ".x.x."},
		{CrawlerPolicy{nil, &no, &no}, ".xxx."},
		{CrawlerPolicy{&no, &yes, nil}, "x...x"},
		{CrawlerPolicy{&no, &no, &no}, "xxxxx"},
	} {
		got := ""
		for _, token := range []string{"Googlebot", "OAI-SearchBot", "GPTBot", "Google-Extended", "Applebot"} {
			mark := "."
			if c.policy.Refuses(of[token]) {
				mark = "x"
			}
			got += mark
		}
		if got != c.want {
			t.Errorf("forbids %b: %s, want %s", c.policy.Forbids(), got, c.want)
		}
	}
}

// Each crawler is in the table once, with a use and a source.
func TestCrawlers(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Crawlers() {
		token := strings.ToLower(c.Token)
		if seen[token] || productToken(c.Token) != token || c.Uses == 0 || c.Operator == "" || !strings.HasPrefix(c.Source, "https://") {
			t.Errorf("%+v", c)
		}
		seen[token] = true
	}
	if _, err := time.Parse(time.DateOnly, CrawlersChecked); err != nil {
		t.Error(err)
	}
}

func FuzzMergePolicy(f *testing.F) {
	f.Add("User-agent: foo\n", "/a")
	f.Add("User-agent: *\nDisallow: /a\nUser-agent: GPTBot", "/a")
	f.Add("user-agent: foo\rContent-Signal: search=no", "/")
	f.Fuzz(func(t *testing.T, file, path string) {
		policy := CrawlerPolicy{Training: &no}
		before, after := ParseRobots([]byte(file)), ParseRobots(MergeRobots([]byte(file), policy, "https://example.org/sitemap.xml"))
		for _, agent := range []string{"any", "foo", "Googlebot"} {
			if before.Allowed(agent, path) != after.Allowed(agent, path) {
				t.Errorf("a policy about training changes what %q says of %q for %s", file, path, agent)
			}
		}
		if !before.Names("GPTBot") && path != "/robots.txt" && strings.HasPrefix(path, "/") && after.Allowed("GPTBot", path) {
			t.Errorf("%q: GPTBot may read %q", file, path)
		}
	})
}
