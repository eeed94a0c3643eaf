package sitemap

import "bytes"

// The namespaces are constants of the protocols: http, not https (rule U6).
const (
	nsSitemap = "http://www.sitemaps.org/schemas/sitemap/0.9"
	nsXHTML   = "http://www.w3.org/1999/xhtml"

	xmlHeader    = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	urlsetHeader = xmlHeader + `<urlset xmlns="` + nsSitemap + `" xmlns:xhtml="` + nsXHTML + `">` + "\n"
	urlsetFooter = "</urlset>\n"
	indexHeader  = xmlHeader + `<sitemapindex xmlns="` + nsSitemap + `">` + "\n"
	indexFooter  = "</sitemapindex>\n"
)

// appendURI appends an address in its normal form, escaped for XML (rule U5). Of the five special
// characters only two can occur in a URI.
func appendURI(dst, uri []byte) []byte {
	if bytes.IndexByte(uri, '&') < 0 && bytes.IndexByte(uri, '\'') < 0 {
		return append(dst, uri...)
	}
	from := 0
	for i, c := range uri {
		switch c {
		case '&':
			dst = append(append(dst, uri[from:i]...), "&amp;"...)
		case '\'':
			dst = append(append(dst, uri[from:i]...), "&apos;"...)
		default:
			continue
		}
		from = i + 1
	}
	return append(dst, uri[from:]...)
}
