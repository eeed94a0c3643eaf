package docusaurus

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// headEnd is the template for more elements in the head of pages.
const headEnd = "layouts/_partials/slots/head-end.html"

// ownMeta are the names of <meta> elements that the themes write themselves.
var ownMeta = []string{
	"description", "viewport", "robots", "author", "generator", "theme-color", "twitter:card", "twitter:site",
	"twitter:image:alt",
}

// head collects the elements that a configuration adds to the head of each page.
type head struct {
	html    strings.Builder
	own     []string // elements that the themes write themselves
	unknown bool     // some are computed
}

// readHead reads the elements for the head of pages, by the key of the configuration:
// https://docusaurus.io/docs/api/docusaurus-config#headTags
func (l *layout) readHead(key string) *head {
	h := &head{}
	in := l.config
	if key == "metadata" {
		in = l.config.Object("themeConfig")
	}
	if _, ok := in.Get(key).([]any); !ok && in.Get(key) != nil {
		h.unknown = true
	}
	for _, v := range in.List(key) {
		o, _ := v.(*script.Object)
		url, isURL := v.(string)
		switch {
		case key == "headTags" && o != nil:
			h.element(o.Str("tagName"), o.Object("attributes"), o.Get("innerHTML"))
		case key == "metadata" && o != nil:
			h.element("meta", o, nil)
		case key == "stylesheets" && isURL:
			h.add(`<link rel="stylesheet" href="` + escaped(url) + `">`)
		case key == "stylesheets" && o != nil:
			h.element("link", with(o, "rel", "stylesheet"), nil)
		case key == "scripts" && isURL:
			h.add(`<script src="` + escaped(url) + `"></script>`)
		case key == "scripts" && o != nil:
			h.element("script", o, nil)
		default:
			h.unknown = true
		}
	}
	return h
}

// with returns an object with another key, unless it has it.
func with(o *script.Object, key, value string) *script.Object {
	out := &script.Object{Keys: []string{key}, Values: map[string]any{key: value}}
	for _, k := range o.Keys {
		if k != key {
			out.Keys = append(out.Keys, k)
		}
		out.Values[k] = o.Values[k]
	}
	return out
}

// escaped returns a text for an attribute in a template.
func escaped(s string) string { return strings.ReplaceAll(html.EscapeString(s), "{{", "&#123;{") }

// add adds an element.
func (h *head) add(element string) { h.html.WriteString(element + "\n") }

// element adds an element with its attributes and its text.
func (h *head) element(name string, attributes *script.Object, inner any) {
	if !slices.Contains([]string{"link", "meta", "script", "style", "noscript", "base"}, name) {
		h.unknown = true
		return
	}
	for _, key := range []string{"name", "property"} {
		if value := strings.ToLower(attributes.Str(key)); name == "meta" && value != "" &&
			(slices.Contains(ownMeta, value) || strings.HasPrefix(value, "og:")) {
			h.own = append(h.own, value)
			return
		}
	}
	text := "<" + name
	for _, key := range keys(attributes) {
		if strings.ContainsAny(key, " \"'<>/={}\n") {
			h.unknown = true
			return
		}
		switch v := attributes.Get(key).(type) {
		case string:
			text += " " + key + `="` + escaped(v) + `"`
		case float64:
			text += " " + key + `="` + strconv.FormatFloat(v, 'g', -1, 64) + `"`
		case bool:
			if v {
				text += " " + key
			}
		default:
			h.unknown = true
			return
		}
	}
	text += ">"
	body, known := inner.(string)
	switch {
	case inner != nil && !known:
		h.unknown = true
		return
	case name != "link" && name != "meta" && name != "base":
		text += body + "</" + name + ">"
	}
	if strings.Contains(body, "{{") {
		text = "{{ " + strconv.Quote(text) + " | safeHTML }}"
	}
	h.add(text)
}

// headKeys are the keys with elements for the head, in the order of the elements.
var headKeys = []string{"headTags", "stylesheets", "scripts", "metadata"}

// writeHead writes the elements for the head of each page into a template of the project.
func (d *docusaurus) writeHead() {
	text := ""
	for _, key := range headKeys {
		h := d.readHead(key)
		line := d.line(key + ":")
		if h.html.Len() > 0 {
			text += h.html.String()
			d.Note(d.file, line, key, conversion.Used, "%s has the elements", headEnd)
		}
		if len(h.own) > 0 {
			d.Note(d.file, line, key, conversion.Ignored, "the theme has its own: %s", conversion.Few(h.own))
		}
		if h.unknown {
			d.Note(d.file, line, key, conversion.NeedsYou, "values that are computed: write these elements into %s", headEnd)
		}
	}
	if text != "" {
		d.Add(d.file, conversion.File{Path: headEnd, Data: []byte(text)})
	}
}
