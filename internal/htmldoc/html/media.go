package html

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Unlisted is the attribute, with the value false, of an og:image that the page does not show and that sitemaps do not
// list, such as a picture of the title.
const Unlisted = "data-sitemap"

// Media contains the images and videos in the main content of a document, with URLs as written.
type Media struct {
	Images []string // for each image its largest file, and og:image; without repetitions
	Videos []Video
}

// Video is a video element, or a frame that may contain a player.
type Video struct {
	Src    string // of the element, or its first source
	Frame  bool   // an iframe
	Poster string
	Title  string // attribute title or aria-label
}

// ReadMedia finds images and videos (rule G4). A document without any is searched, not parsed.
func ReadMedia(doc []byte) Media {
	var m Media
	if at := bytes.Index(doc, []byte("og:image")); at >= 0 {
		m.openGraph(doc)
	}
	region, _ := mainRegion(doc)
	if !showsMedia(region) {
		return m
	}
	r := mediaReader{m: &m}
	r.run(region)
	return m
}

func showsMedia(b []byte) bool {
	for _, tag := range []string{"<img", "<video", "<iframe", "<IMG", "<VIDEO", "<IFRAME"} {
		if bytes.Contains(b, []byte(tag)) {
			return true
		}
	}
	return false
}

// mostImages is the maximum number of images found on a page; a sitemap allows 1,000 per page (rule G1).
const mostImages = 2000

func (m *Media) image(address string) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > 5 && strings.EqualFold(address[:5], "data:") {
		return
	}
	if len(m.Images) >= mostImages || slices.Contains(m.Images, address) {
		return
	}
	m.Images = append(m.Images, address)
}

// openGraph reads the og:image elements of the head.
func (m *Media) openGraph(doc []byte) {
	z := html.NewTokenizer(bytes.NewReader(doc))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			switch t := z.Token(); t.Data {
			case "body", "main":
				return
			case "meta":
				p := attr(t, "property")
				if (p == "og:image" || p == "og:image:url" || attr(t, "name") == "og:image") && attr(t, Unlisted) != "false" {
					m.image(attr(t, "content"))
				}
			}
		}
	}
}

func attr(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// mediaReader receives the tags of the main content one by one.
type mediaReader struct {
	m       *Media
	picture bool
	best    string // of the sources of the open picture
	width   float64
	video   *Video // open
	skip    string // element that is skipped
}

func (r *mediaReader) run(doc []byte) {
	z := html.NewTokenizer(bytes.NewReader(doc))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			r.closeVideo()
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			r.start(t.Data, func(name string) string { return attr(t, name) }, kind == html.StartTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			r.end(string(name))
		}
	}
}

func (r *mediaReader) end(name string) {
	switch name {
	case r.skip:
		r.skip = ""
	case "picture":
		r.picture, r.best, r.width = false, "", 0
	case "video":
		r.closeVideo()
	}
}

func (r *mediaReader) start(name string, attr func(string) string, open bool) {
	if r.skip != "" {
		return
	}
	switch name {
	case "nav", "footer", "template", "noscript":
		if open {
			r.skip = name
		}
	case "picture":
		r.picture, r.best, r.width = true, "", 0
	case "source":
		switch src := attr("src"); {
		case r.video != nil && r.video.Src == "":
			r.video.Src = src
		case r.picture:
			if best, width := largest(attr("srcset")); width > r.width || r.best == "" {
				r.best, r.width = best, width
			}
		}
	case "img":
		best, width := largest(attr("srcset"))
		if r.picture && (best == "" || r.width > width) && r.width > 1 {
			best = r.best
		}
		if best == "" {
			best = attr("src")
		}
		r.m.image(best)
	case "video":
		r.closeVideo()
		r.video = &Video{Src: attr("src"), Poster: attr("poster"), Title: label(attr)}
	case "iframe":
		if src := attr("src"); src != "" {
			r.m.Videos = append(r.m.Videos, Video{Src: src, Frame: true, Title: label(attr)})
		}
	}
}

func label(attr func(string) string) string { return cmp.Or(attr("title"), attr("aria-label")) }

func (r *mediaReader) closeVideo() {
	if r.video != nil && r.video.Src != "" {
		r.m.Videos = append(r.m.Videos, *r.video)
	}
	r.video = nil
}

// largest returns the URL with the greatest width or density in a srcset, and that number.
func largest(srcset string) (best string, width float64) {
	for srcset != "" {
		srcset = strings.TrimLeft(srcset, " \t\n\f\r,")
		end := strings.IndexAny(srcset, " \t\n\f\r")
		if end < 0 {
			end = len(srcset)
		}
		address, size := srcset[:end], 1.0
		srcset = srcset[end:]
		if trimmed := strings.TrimRight(address, ","); trimmed != address {
			address = trimmed
		} else {
			var d string
			d, srcset, _ = strings.Cut(srcset, ",")
			d = strings.TrimSpace(d)
			if n, err := strconv.ParseFloat(strings.TrimRight(d, "wx"), 64); err == nil {
				size = n
			}
		}
		if address != "" && (best == "" || size > width) {
			best, width = address, size
		}
	}
	return best, width
}
