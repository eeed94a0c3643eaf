package notify

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/publicnet"
)

// Public returns the reason why a site URL cannot be reached from outside, or "": it uses a reserved name or network
// (RFC 2606, RFC 6761, RFC 6762, RFC 1918).
func Public(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Sprintf("%q is not a valid site URL", base)
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		if !ip.IsGlobalUnicast() || ip.IsPrivate() {
			return host + " is an address of this computer or its network"
		}
		return ""
	}
	if !strings.Contains(host, ".") {
		return host + " is a name of this computer or its network"
	}
	private := slices.ContainsFunc([]string{".local", ".internal", ".home.arpa"}, func(end string) bool {
		return strings.HasSuffix(host, end)
	})
	if private || publicnet.Placeholder(host) {
		return host + " is a name that no public site has"
	}
	return ""
}

// Console is a page where a person submits the URL of a sitemap to a search engine.
type Console struct {
	Name string `json:"name"`
	Page string `json:"page"`
}

// Consoles returns the consoles of search engines that have no interface for submissions without an account. No
// requests are sent to them: the URLs for pings were retired (rule W4).
func Consoles(base string) []Console {
	site := url.QueryEscape(base)
	u, err := url.Parse(base)
	if err != nil {
		return nil
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return []Console{
		{"Google Search Console", "https://search.google.com/search-console/sitemaps?resource_id=" + site},
		{"Bing Webmaster Tools", "https://www.bing.com/webmasters/sitemaps?siteUrl=" + site},
		{"Yandex Webmaster", "https://webmaster.yandex.com/site/" + u.Scheme + ":" + u.Hostname() + ":" + port +
			"/indexing/sitemap/"},
		{"Baidu Search Resource Platform", "https://ziyuan.baidu.com/linksubmit/index?site=" +
			url.QueryEscape(u.Scheme+"://"+u.Host+"/")},
		{"Naver Search Advisor", "https://searchadvisor.naver.com/console/site/request/sitemap?site=" +
			url.QueryEscape(u.Scheme+"://"+u.Host)},
	}
}
