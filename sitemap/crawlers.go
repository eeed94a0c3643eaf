package sitemap

import "strings"

// Uses are purposes for which crawlers read pages.
type Uses uint8

// The purposes, as the operators of crawlers and https://contentsignals.org/ distinguish them.
const (
	ForSearch   Uses = 1 << iota // search results: a link with an excerpt
	ForAnswers                   // input for the answers of a language model, such as those of a chat
	ForTraining                  // training of models
)

// Crawler is a crawler, or a name without a crawler that only decides what its operator does with pages.
type Crawler struct {
	Token    string // in User-agent lines
	Operator string
	Uses     Uses
	Deaf     bool   // its operator says that it may ignore robots.txt, because a person asked for the page
	Source   string // page of the operator that says so
}

// CrawlersChecked is the date of the table of Crawlers.
const CrawlersChecked = "2026-11-27"

// Crawlers returns the known crawlers by operator. Their uses are those that the operators state. Sources that were not
// read themselves were read as quoted in https://github.com/krisdiallo/ecom-agent (crawlers.json of 2026-08-28) and
// https://crawlerpolicy.com/. ByteDance has no such page; https://github.com/ai-robots-txt/ai.robots.txt lists its
// crawler.
func Crawlers() []Crawler {
	const (
		amazon     = "https://developer.amazon.com/amazonbot"
		anthropic  = "https://support.claude.com/en/articles/8896518"
		apple      = "https://support.apple.com/en-us/119829"
		duckAssist = "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot"
		google     = "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"
		meta       = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/"
		mistral    = "https://docs.mistral.ai/en/robots"
		openAI     = "https://developers.openai.com/api/docs/bots"
		perplexity = "https://docs.perplexity.ai/docs/resources/perplexity-crawlers"
	)
	return []Crawler{
		{"Amazonbot", "Amazon", ForTraining, false, amazon},
		{"Amzn-SearchBot", "Amazon", ForAnswers, false, amazon},
		{"Amzn-User", "Amazon", ForAnswers, false, amazon},
		{"ClaudeBot", "Anthropic", ForTraining, false, anthropic},
		{"Claude-SearchBot", "Anthropic", ForAnswers, false, anthropic},
		{"Claude-User", "Anthropic", ForAnswers, false, anthropic},
		{"Applebot", "Apple", ForSearch, false, apple},
		{"Applebot-Extended", "Apple", ForTraining, false, apple},
		{"Bytespider", "ByteDance", ForTraining, false, "https://github.com/ai-robots-txt/ai.robots.txt"},
		{"CCBot", "Common Crawl", ForTraining, false, "https://commoncrawl.org/ccbot"},
		{"DuckDuckBot", "DuckDuckGo", ForSearch, false, "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot"},
		{"DuckAssistBot", "DuckDuckGo", ForAnswers, false, duckAssist},
		{"Googlebot", "Google", ForSearch | ForAnswers, false, google}, // AI Overviews are part of Search
		{"Google-Extended", "Google", ForAnswers | ForTraining, false, google},
		{"meta-externalagent", "Meta", ForTraining, false, meta},
		{"meta-externalfetcher", "Meta", ForAnswers, true, meta},
		{"meta-webindexer", "Meta", ForAnswers, false, meta},
		{"Bingbot", "Microsoft", ForSearch | ForAnswers, false, "https://www.bing.com/bingbot.htm"},
		{"MistralAI-Index", "Mistral", ForAnswers, false, mistral},
		{"MistralAI-Training", "Mistral", ForTraining, false, mistral},
		{"MistralAI-User", "Mistral", ForAnswers, false, mistral},
		{"GPTBot", "OpenAI", ForTraining, false, openAI},
		{"OAI-SearchBot", "OpenAI", ForAnswers, false, openAI},
		{"ChatGPT-User", "OpenAI", ForAnswers, true, openAI},
		{"PerplexityBot", "Perplexity", ForAnswers, false, perplexity},
		{"Perplexity-User", "Perplexity", ForAnswers, true, perplexity},
	}
}

// CrawlerPolicy tells for which uses crawlers may read a site; nil says nothing about a use.
type CrawlerPolicy struct{ Search, Answers, Training *bool }

// IsZero reports whether the policy says nothing.
func (p CrawlerPolicy) IsZero() bool { return p == CrawlerPolicy{} }

// Forbids returns the uses that the policy forbids.
func (p CrawlerPolicy) Forbids() (uses Uses) {
	for i, may := range []*bool{p.Search, p.Answers, p.Training} {
		if may != nil && !*may {
			uses |= 1 << i
		}
	}
	return uses
}

// Refuses reports whether the policy keeps a crawler out. Only the use for search decides about the crawler of a search
// engine, and any forbidden use about another: a crawler cannot be let in for one use alone.
func (p CrawlerPolicy) Refuses(c Crawler) bool {
	if c.Uses&ForSearch != 0 {
		return p.Forbids()&ForSearch != 0
	}
	return p.Forbids()&c.Uses != 0
}

// signal returns the Content-Signal line of the policy, or "": https://contentsignals.org/.
func (p CrawlerPolicy) signal() string {
	var parts []string
	for _, s := range []struct {
		name string
		may  *bool
	}{{"search", p.Search}, {"ai-input", p.Answers}, {"ai-train", p.Training}} {
		switch {
		case s.may == nil:
		case *s.may:
			parts = append(parts, s.name+"=yes")
		default:
			parts = append(parts, s.name+"=no")
		}
	}
	if parts == nil {
		return ""
	}
	return "Content-Signal: " + strings.Join(parts, ", ")
}

// groups returns the lines of a robots.txt that say the policy, in addition to those that the file has. Crawlers that
// the file names keep their rules. There are groups only for refused crawlers: a crawler with its own group ignores
// that of "*".
func (p CrawlerPolicy) groups(file *Robots, signal string) (lines []string) {
	if signal != "" {
		lines = append(lines, "User-agent: *", signal, "Disallow:") // without a rule, the next group would belong to it
	}
	var refused []string
	for _, c := range Crawlers() {
		if p.Refuses(c) && !file.Names(c.Token) {
			refused = append(refused, "User-agent: "+c.Token)
		}
	}
	if refused != nil {
		if lines != nil {
			lines = append(lines, "")
		}
		lines = append(append(lines, refused...), "Disallow: /")
	}
	if lines != nil && file.open {
		lines = append([]string{"Disallow:", ""}, lines...)
	}
	return lines
}

// signals reports whether a robots.txt has a Content-Signal line.
func signals(file []byte) bool {
	for text := string(file); text != ""; {
		var line string
		line, text = cutLine(text)
		if key, _ := robotsLine(line); key == "content-signal" {
			return true
		}
	}
	return false
}

// validSignal reports whether the value of a Content-Signal line is valid. The signal "use" is an addition of
// Cloudflare.
func validSignal(value string) bool {
	for part := range strings.SplitSeq(value, ",") {
		name, is, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), "=")
		switch strings.TrimSpace(name) + "=" + strings.TrimSpace(is) {
		case "search=yes", "search=no", "ai-input=yes", "ai-input=no", "ai-train=yes", "ai-train=no",
			"use=immediate", "use=reference", "use=full":
		default:
			return false
		}
	}
	return true
}
