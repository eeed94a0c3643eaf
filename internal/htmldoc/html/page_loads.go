package html

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/sitegen/sitegen/internal/htmldoc/loads"
)

// add records a reference at an offset, if the reader reads such references.
func (r *PageReader) add(kind RefKind, at int, url string) {
	if url = strings.TrimSpace(url); r.Loads && url != "" {
		r.page.Refs = append(r.page.Refs, Ref{Kind: kind, URL: url, At: at, Optional: r.noscript > 0})
	}
}

// styles reads a style sheet in the page. Its URLs are at their offsets times step.
func (r *PageReader) styles(at, step int, text []byte) {
	if !r.Loads || bytes.IndexByte(text, '(') < 0 && bytes.IndexByte(text, '@') < 0 {
		return
	}
	for _, u := range loads.Style(text) {
		if !strings.HasPrefix(u.Text, "#") { // a filter or marker of the page
			r.add(Style, at+step*u.At, u.Text)
		}
	}
}

// raw returns the text of the script or style element that was opened.
func (r *PageReader) raw() []byte {
	if r.next() == html.TextToken {
		return r.z.Raw()
	}
	r.code = false // it was the end tag
	return nil
}

// style reads the text of a style element.
func (r *PageReader) style() {
	if r.Loads {
		text := r.raw()
		r.styles(r.at, 1, text)
	}
}

// modules reads the imports of a script in the page. Scripts of unknown types are data: HTML §4.12.1.
func (r *PageReader) modules(kind string) {
	switch kind {
	case "importmap", "module", "", "text/javascript", "application/javascript":
	default:
		return
	}
	if !r.Loads {
		return
	}
	text := r.raw()
	if kind == "importmap" {
		r.importMap(text)
		return
	}
	for _, u := range loads.Script(text) {
		r.add(Module, r.at+u.At, u.Text)
	}
}

// importMap reads which names an import map defines, and the URLs for them: HTML §8.1.6.4.
func (r *PageReader) importMap(raw []byte) {
	var m struct {
		Imports map[string]string            `json:"imports"`
		Scopes  map[string]map[string]string `json:"scopes"`
	}
	if json.Unmarshal(raw, &m) != nil {
		return
	}
	lists := []map[string]string{m.Imports}
	for _, scope := range slices.Sorted(maps.Keys(m.Scopes)) {
		lists = append(lists, m.Scopes[scope])
	}
	for _, list := range lists {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			r.page.Mapped = append(r.page.Mapped, name)
			if url := list[name]; !strings.HasSuffix(url, "/") { // else a folder
				r.add(Script, r.at+max(0, bytes.Index(raw, []byte(url))), url)
			}
		}
	}
}

// drawing reads the references of an element of SVG.
func (r *PageReader) drawing(name string) {
	if !r.Loads {
		return
	}
	href := r.attr("href")
	if href == "" {
		href = r.attr("xlink:href")
	}
	switch name {
	case "use":
		r.add(Symbol, r.at, href)
	case "image", "feimage":
		if !strings.HasPrefix(href, "#") {
			r.add(Image, r.at, href)
		}
	case "style":
		r.style()
	}
}

// target reads the URL to which a form is sent. An empty one is the page.
func (r *PageReader) target(attribute string) { r.add(Form, r.at, r.attr(attribute)) }

// link records a URL in JSON-LD. An @id is a name; it is a URL in an item of a list, and as the page of a thing.
func (d *ldReader) link(key, value string) {
	switch key {
	case "@id":
		if n := len(d.names); n == 0 || d.names[n-1] != "item" && d.names[n-1] != "mainEntityOfPage" {
			return
		}
	case "url", "image", "logo", "photo", "thumbnail", "thumbnailUrl", "contentUrl", "embedUrl", "item",
		"mainEntityOfPage",
		"license", "acquireLicensePage", "downloadUrl", "installUrl", "discussionUrl", "codeRepository":
	default:
		return
	}
	lower := strings.ToLower(value)
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || strings.Contains(value, "{") {
		return // relative URLs, and patterns such as {search_term_string}
	}
	d.r.add(Data, d.from+max(0, int(d.dec.InputOffset())-len(value)-2), value)
}
