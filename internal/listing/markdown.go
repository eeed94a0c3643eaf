package listing

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
)

// MarkdownCopy returns the file with the text of p in Markdown, next to that of the page, and its URL; "" if it has
// none. Only pages that sitemaps list have one, and no lists, since they show more than their text.
func (l *Listing) MarkdownCopy(p *site.Page) (file, address string) {
	cfg, home := l.Site.Config, p.Edition.Home
	if !cfg.Discovery.LLMs.Markdown || cfg.Preview() || !l.HasBase(p.Edition) || home == nil || len(home.Targets) == 0 ||
		p.Kind != site.Regular || !l.Listed(p) ||
		len(p.Targets) == 0 || p.Targets[0].Format == nil || !p.Targets[0].Format.IsHTML {
		return "", ""
	}
	file, address = p.Targets[0].File+".md", l.Canonical(p)
	if strings.HasSuffix(address, "/") {
		return file, address + path.Base(file)
	}
	return file, address + ".md"
}

func (l *Listing) copyURL(p *site.Page) string {
	_, address := l.MarkdownCopy(p)
	return address
}
