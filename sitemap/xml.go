package sitemap

import (
	"bytes"
	"strings"
)

// The namespaces are constants of the protocols: http, not https (rule U6).
const (
	nsSitemap = "http://www.sitemaps.org/schemas/sitemap/0.9"
	nsImage   = "http://www.google.com/schemas/sitemap-image/1.1"
	nsVideo   = "http://www.google.com/schemas/sitemap-video/1.1"
	nsNews    = "http://www.google.com/schemas/sitemap-news/0.9"
	nsXHTML   = "http://www.w3.org/1999/xhtml"
	nsXSI     = "http://www.w3.org/2001/XMLSchema-instance"

	xmlHeader    = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	urlsetFooter = "</urlset>\n"
	indexFooter  = "</sitemapindex>\n"
)

// extension is a namespace that a file of URLs may use.
type extension struct{ prefix, ns, schema string }

var (
	extImage = extension{"image", nsImage, nsImage + "/sitemap-image.xsd"}
	extVideo = extension{"video", nsVideo, nsVideo + "/sitemap-video.xsd"}
	extNews  = extension{"news", nsNews, nsNews + "/sitemap-news.xsd"}
	extXHTML = extension{"xhtml", nsXHTML, ""} // its schema does not allow links outside of a page
)

// header begins a file of URLs.
func (o *Options) header(extensions ...extension) string {
	s := o.prolog() + `<urlset xmlns="` + nsSitemap + `"`
	schemas := nsSitemap + " " + nsSitemap + "/sitemap.xsd"
	for _, x := range extensions {
		s += " xmlns:" + x.prefix + `="` + x.ns + `"`
		if x.schema != "" {
			schemas += " " + x.ns + " " + x.schema
		}
	}
	return s + o.schemaLocation(schemas)
}

// prolog is the text before the root element.
func (o *Options) prolog() string {
	if o.Stylesheet == "" {
		return xmlHeader
	}
	mediaType := "text/css"
	name, _, _ := strings.Cut(o.Stylesheet, "?")
	if _, ext := cutExt(strings.ToLower(name)); ext == ".xsl" || ext == ".xslt" {
		mediaType = "text/xsl"
	}
	return xmlHeader + `<?xml-stylesheet type="` + mediaType + `" href="` + string(appendText(nil, o.Stylesheet)) +
		"\"?>\n"
}

// pageHeader begins a file of pages.
func (o *Options) pageHeader() string {
	extensions := []extension{extXHTML}
	if o.Images == Inline {
		extensions = append(extensions, extImage)
	}
	if o.Videos == Inline {
		extensions = append(extensions, extVideo)
	}
	return o.header(extensions...)
}

// indexHeader begins an index.
func (o *Options) indexHeader() string {
	return o.prolog() + `<sitemapindex xmlns="` + nsSitemap + `"` +
		o.schemaLocation(nsSitemap+" "+nsSitemap+"/siteindex.xsd")
}

func (o *Options) schemaLocation(pairs string) string {
	if !o.SchemaLocation {
		return ">\n"
	}
	return ` xmlns:xsi="` + nsXSI + `" xsi:schemaLocation="` + pairs + `">` + "\n"
}

// appendURI appends a URL in normal form, escaped for XML (rule U5). Of the five special characters only two
// can occur in a URI.
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
