package config

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Notify contains the targets of `sitegen notify`, and the key file that a build writes for it.
type Notify struct {
	IndexNowKey string   // 8 to 128 letters, digits, and dashes; "" disables IndexNow
	IndexNow    []string // URLs of participating search engines; each informs the others
	WebSub      bool     // send messages to the hubs that feeds name; default true
	Baidu       string   // address of Baidu's interface
	BaiduSite   string   // as verified there; default: the site's URL
	BaiduToken  string   // "" disables Baidu
}

// URLs that accept submissions, as documented by their owners.
const (
	indexNowAddress = "https://api.indexnow.org/indexnow"
	baiduAddress    = "http://data.zz.baidu.com/urls" // there is no https URL
)

// indexNowKey is the form of a key: https://www.indexnow.org/documentation. It is read only.
var indexNowKey = regexp.MustCompile(`^[A-Za-z0-9-]{8,128}$`)

// ValidIndexNowKey reports whether a text may be a key of IndexNow (rule W2).
func ValidIndexNowKey(key string) bool { return indexNowKey.MatchString(key) }

// readNotify reads [notify].
func readNotify(r reader) Notify {
	n := Notify{IndexNow: []string{indexNowAddress}, WebSub: true, Baidu: baiduAddress}
	s := r.sub("notify")
	s.fill(&n)
	if n.IndexNowKey != "" && !ValidIndexNowKey(n.IndexNowKey) {
		d := s.problem("indexnowkey", diag.Error,
			fmt.Sprintf("notify.indexNowKey: %q is not a valid IndexNow key", n.IndexNowKey))
		d.Rule, d.Hint = "W2", "choose 8 to 128 letters, digits, and dashes"
		n.IndexNowKey = ""
	}
	for _, a := range n.IndexNow {
		checkURL(s, "indexnow", "notify.indexNow", a)
	}
	checkURL(s, "baidu", "notify.baidu", n.Baidu)
	return n
}

// checkURL reports an invalid URL.
func checkURL(s reader, key, name, value string) {
	if u, err := url.Parse(value); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		d := s.problem(key, diag.Error, fmt.Sprintf("%s: %q is not a valid URL", name, value))
		d.Rule, d.Hint = "W3", "write the absolute URL, beginning with https://"
	}
}

// Preview reports whether the build must be hidden from search engines (rule X7), by the name of its
// environment. Names that people use for production ("prod", "live") must not match.
func (c *Config) Preview() bool {
	switch strings.ToLower(c.Environment) {
	case "preview", "deploy-preview", "branch-deploy", "staging":
		return true
	}
	return false
}
