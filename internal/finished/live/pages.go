package live

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// Answer is what a host says about a listed URL.
type Answer struct {
	Status    int    `json:"status,omitempty"`    // 0: none
	Trouble   string `json:"trouble,omitempty"`   // why there is none
	Location  string `json:"location,omitempty"`  // absolute URL of a redirect
	Type      string `json:"type,omitempty"`      // media type
	Robots    string `json:"robots,omitempty"`    // X-Robots-Tag
	Canonical string `json:"canonical,omitempty"` // of the Link header
}

func (r *reply) answer() Answer {
	if r.err != nil {
		return Answer{Trouble: r.trouble()}
	}
	a := Answer{
		Status: r.status, Type: mediaType(r.header), Robots: strings.Join(r.header.Values("X-Robots-Tag"), ", "),
		Canonical: canonical(r.header.Values("Link")),
	}
	if r.location != nil {
		a.Location = r.location.String()
	}
	return a
}

// canonical returns the URL of a Link header with rel=canonical (RFC 8288 §3, RFC 6596).
func canonical(values []string) string {
	for _, v := range values {
		for link := range strings.SplitSeq(v, ",") {
			target, params, ok := strings.Cut(link, ">")
			if !ok {
				continue
			}
			for p := range strings.SplitSeq(params, ";") {
				key, rel, _ := strings.Cut(strings.TrimSpace(p), "=")
				if strings.EqualFold(key, "rel") && strings.EqualFold(strings.Trim(rel, `"`), "canonical") {
					return strings.TrimPrefix(strings.TrimSpace(target), "<")
				}
			}
		}
	}
	return ""
}

// judge reports what is wrong with the answer for a listed URL.
func (s *site) judge(loc string, a Answer) {
	status := fmt.Sprintf("status %d %s", a.Status, http.StatusText(a.Status))
	switch {
	case a.Status == 0:
		s.found("live-unreachable", diag.Error, loc, "no answer: "+a.Trouble, "")
	case a.Location != "":
		s.redirect(loc, a)
	case a.Status == http.StatusNotFound, a.Status == http.StatusGone:
		s.found("live-missing", diag.Error, loc, "a listed page does not exist: "+status,
			"deploy the page, or build the sitemap again")
	case a.Status >= 500:
		s.found("live-failing", diag.Error, loc, "the server fails: "+status, "the log of the server says why")
	case a.Status >= 400:
		s.found("live-refused", diag.Error, loc, "the server refuses a listed page: "+status,
			"allow crawlers, or take the page out of the sitemap")
	case a.Status != http.StatusOK:
		s.found("live-refused", diag.Error, loc, "a listed page has no content: "+status, "")
	default:
		s.headers(loc, a)
	}
}

// redirect reports a listed URL that redirects, by cause.
func (s *site) redirect(loc string, a Answer) {
	from, err := url.Parse(loc)
	to, err2 := url.Parse(a.Location)
	if err != nil || err2 != nil {
		return
	}
	rule, hint := "live-redirect", "list the URL that it leads to"
	bare := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Host), "www.") }
	file := func(u *url.URL) string {
		p := strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/index.html")
		return strings.TrimSuffix(p, ".html")
	}
	switch {
	case bare(from) != bare(to):
	case file(from) != file(to):
		if strings.EqualFold(from.Path, to.Path) {
			rule, hint = "live-redirect-case", "write the URL in the case that the host uses"
		}
	case from.Host != to.Host:
		rule, hint = "live-redirect-host", "set the base URL of the site to the host that it redirects to"
	case from.Scheme != to.Scheme:
		rule, hint = "live-redirect-https", "set the base URL of the site to https"
	case from.Path != to.Path:
		rule, hint = "live-redirect-form", "write URLs in the form of the host: with or without a slash, .html, index.html"
	}
	s.found(rule, diag.Error, loc, fmt.Sprintf("redirects with status %d to %s", a.Status, a.Location), hint)
}

// headers reports headers that contradict the sitemap.
func (s *site) headers(loc string, a Answer) {
	if html.NoIndex(robotsForAll(a.Robots)) {
		s.found("live-noindex", diag.Error, loc, fmt.Sprintf("the header X-Robots-Tag forbids indexing: %s", a.Robots),
			"remove the header, or take the page out of the sitemap")
	}
	if u, err := url.Parse(loc); err == nil && a.Canonical != "" {
		if to, err := u.Parse(a.Canonical); err == nil && to.String() != loc {
			s.found("live-canonical", diag.Error, loc, "the header Link names another canonical URL: "+to.String(),
				"list that URL")
		}
	}
	ext := ""
	if u, err := url.Parse(loc); err == nil {
		ext = strings.ToLower(path.Ext(u.Path))
	}
	page := ext == "" || ext == ".html" || ext == ".htm" || ext == ".xhtml"
	is := a.Type == "text/html" || a.Type == "application/xhtml+xml"
	switch {
	case a.Type == "":
		s.found("live-type", diag.Error, loc, "the Content-Type header is missing", "send text/html; charset=utf-8 for pages")
	case page && !is && (ext != "" || a.Type == "text/plain" || a.Type == "application/octet-stream"):
		s.found("live-type", diag.Error, loc, fmt.Sprintf("the page is sent as %q", a.Type),
			"send text/html; charset=utf-8")
	case is && binary[ext]:
		s.found("live-type", diag.Error, loc, fmt.Sprintf("the file is sent as %q", a.Type),
			"the host may send an error page with status 200")
	}
}

// binary are suffixes of files that are never pages, among those that search engines index
// (https://developers.google.com/search/docs/crawling-indexing/indexable-file-types).
var binary = map[string]bool{
	".pdf": true, ".doc": true, ".docx": true, ".xls": true, ".xlsx": true, ".ppt": true, ".pptx": true, ".odt": true,
	".ods": true, ".odp": true, ".epub": true, ".txt": true, ".csv": true, ".md": true, ".svg": true, ".png": true,
	".jpg": true, ".jpeg": true, ".gif": true, ".webp": true, ".avif": true, ".mp4": true, ".webm": true,
}

// robotsForAll returns the directives of X-Robots-Tag that are for every crawler, or for Google's: "googlebot:
// noindex".
func robotsForAll(value string) string {
	var out []string
	agent := ""
	for d := range strings.SplitSeq(value, ",") {
		name, rest, named := strings.Cut(d, ":")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
			named = false
		}
		if named {
			agent, d = strings.ToLower(strings.TrimSpace(name)), rest
		}
		if agent == "" || agent == "googlebot" {
			out = append(out, d)
		}
	}
	return strings.Join(out, ",")
}
