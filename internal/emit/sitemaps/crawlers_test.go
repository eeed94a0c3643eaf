package sitemaps

import (
	"os"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/sitemap"
)

// The documentation has the table of crawlers, with its date.
func TestCrawlersAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/sitemaps/crawlers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, request, _ := strings.Cut(string(text), "- `robots.txt` is a request.")
	request, _, _ = strings.Cut(request, "\n")
	var want strings.Builder
	want.WriteString("| crawler | operator | reads pages for |\n|---|---|---|\n")
	for _, c := range sitemap.Crawlers() {
		var list []string
		for i, use := range uses {
			if c.Uses&(1<<i) != 0 {
				list = append(list, use)
			}
		}
		want.WriteString("| `" + c.Token + "` | " + c.Operator + " | " + strings.Join(list, ", ") + " |\n")
		if c.Deaf && !strings.Contains(request, "`"+c.Token+"`") {
			t.Errorf("%s is not among the crawlers that may ignore robots.txt", c.Token)
		}
	}
	want.WriteString("\nThe table is that of " + sitemap.CrawlersChecked)
	if !strings.Contains(string(text), want.String()) {
		t.Errorf("docs/sitemaps/crawlers.md does not have the table:\n%s", &want)
	}
}
