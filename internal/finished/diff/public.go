package diff

import (
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
)

// Offered returns the pages that search engines may index, in URL order: the pages in the sitemap, or all pages if the
// site has none, except pages that have noindex, are disallowed, name another page as canonical, or redirect.
func (s *Snapshot) Offered() []*Page {
	var out []*Page
	for i := range s.Pages {
		p := &s.Pages[i]
		if p.Stub != "" || p.NoIndex || p.Blocked || p.Canonical != "" && p.Canonical != "." || s.listed && !p.Listed ||
			!s.own(p) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// Elsewhere returns the origin of the URLs in the sitemap if none of them is below the base of the site.
func (s *Snapshot) Elsewhere() string {
	if s.elsewhere == "" {
		return ""
	}
	for i := range s.Pages {
		if p := &s.Pages[i]; p.Listed && s.own(p) {
			return ""
		}
	}
	return s.elsewhere
}

// own reports whether a page is on the site's own host and path.
func (s *Snapshot) own(p *Page) bool { return !strings.Contains(p.URL, "://") }

// Address returns the absolute URL of a page or feed.
func (s *Snapshot) Address(url string) string {
	if strings.Contains(url, "://") {
		return url
	}
	return strings.TrimSuffix(s.Base, "/") + url
}

// Sitemaps returns the URLs of the sitemaps in the folder, announced ones first.
func (s *Snapshot) Sitemaps() (urls []string) {
	if s.List || s.saved {
		return nil
	}
	for _, file := range addresses.Sitemaps(s.tree) {
		urls = append(urls, escaped(s.tree.File(file).Path))
	}
	return urls
}

// Hidden returns the reason why the site must not be indexed, as is usual for previews; "" if it may be.
func (s *Snapshot) Hidden() string {
	if home := s.byURL["/"]; home != nil && home.Blocked {
		return "its robots.txt disallows the home page"
	} else if home != nil && home.NoIndex {
		return "its home page has noindex"
	}
	for i := range s.Pages {
		if p := &s.Pages[i]; p.Stub == "" && !p.NoIndex && !p.Blocked {
			return ""
		}
	}
	if len(s.Pages) == 0 {
		return "it has no page"
	}
	return "all of its pages have noindex"
}

// Print returns a hash of the parts of a page that search engines show: content, title and description.
func (p *Page) Print() string {
	return fmt.Sprintf("%016x", xxhash.Sum64String(fmt.Sprintf("%x\x00%s\x00%s", p.Content, p.Title, p.Description)))
}
