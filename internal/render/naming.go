package render

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// category says what a template file is for.
type category uint8

const (
	layoutTemplate category = iota + 1
	baseTemplate
	hookTemplate
	shortcodeTemplate
	partialTemplate
	ignoredTemplate // _server and other folders that only Hugo's own server reads
)

// descriptor is what a template's name says about the pages it is for, or what a page asks for.
// https://gohugo.io/templates/new-templatesystem-overview/
type descriptor struct {
	kind   string // one of the five main kinds, "" for any
	layout string // list, single, all or a name of the project's; "" for any
	custom string // of a page: the layout that its front matter wants
	format string // output format
	media  string // media type
	lang   string // lower-case language key
	hook   string // render hooks: "link", "codeblock"
	detail string // render hooks: what the hook is for, "go" of render-codeblock-go
	must   bool   // of a page: nothing but custom will do (.Render)
	based  bool   // with must: in a base template all the same
	text   bool   // a plain-text format
	any    bool   // of a page: plain-text templates are welcome too ({{% %}})
}

// naming knows the words that stand in template names.
type naming struct {
	languages map[string]bool
	formats   map[string]*config.OutputFormat
	media     []*config.MediaType // sorted by type
}

func newNaming(cfg *config.Config) *naming {
	n := &naming{languages: make(map[string]bool), formats: cfg.OutputFormats}
	for _, l := range cfg.Languages {
		n.languages[l.Lower] = true
	}
	for _, m := range cfg.MediaTypes {
		n.media = append(n.media, m)
	}
	slices.SortFunc(n.media, func(a, b *config.MediaType) int { return strings.Compare(a.Type, b.Type) })
	return n
}

// isFormat reports whether name is an output format that is written with the suffix ext ("" for any).
func (n *naming) isFormat(name, ext string) bool {
	f, ok := n.formats[name]
	return ok && (ext == "" || f.MediaType != nil && slices.Contains(f.MediaType.Suffixes, ext))
}

// formatAndMedia finds the output format and the media type of a template from the format in its
// name and its suffix; each may be unknown.
func (n *naming) formatAndMedia(format, ext string) (*config.OutputFormat, *config.MediaType) {
	if f, ok := n.formats[format]; ok {
		return f, f.MediaType
	}
	if ext == "" {
		return nil, nil
	}
	var found *config.OutputFormat
	for _, f := range n.formats {
		if f.MediaType != nil && slices.Contains(f.MediaType.Suffixes, ext) {
			if found != nil {
				found = nil
				break
			}
			found = f
		}
	}
	if found != nil {
		return found, found.MediaType
	}
	for _, m := range n.media {
		if slices.Contains(m.Suffixes, ext) {
			_, sub, _ := strings.Cut(m.Type, "/")
			sub, _, _ = strings.Cut(sub, "+")
			return n.formats[sub], m
		}
	}
	return nil, nil
}

// address is where a template stands and what it is for.
type address struct {
	category   category
	dir        string // "" for the root, else "/posts"; for a partial its whole name without suffixes
	name       string // of a shortcode
	descriptor descriptor
}

// standard reports whether a layout name is one of Hugo's three.
func standard(layout string) bool {
	return layout == "all" || layout == "list" || layout == "single"
}

// mainKind returns s when it is a page kind that templates are chosen by.
func mainKind(s string) string {
	switch s {
	case "home", "page", "section", "taxonomy", "term":
		return s
	}
	return ""
}

// modern turns a path of the old template system into one of the new: _default is the root, partials
// and shortcodes got an underscore, list-baseof became baseof.list. What a project has in _internal, it calls like the
// embedded templates, which are partials now.
func modern(p string) string {
	if strings.HasPrefix(p, "/_partials/") || strings.HasPrefix(p, "/_shortcodes/") || strings.HasPrefix(p, "/_markup/") {
		return p
	}
	if rest, ok := strings.CutPrefix(p, "/_default/"); ok {
		p = "/" + rest
	}
	if strings.HasPrefix(p, "/shortcodes/") || strings.HasPrefix(p, "/partials/") {
		p = "/_" + p[1:]
	}
	if rest, ok := strings.CutPrefix(p, "/_internal/"); ok {
		p = "/_partials/" + rest
	}
	dir, name := path.Split(p)
	if before, after, ok := strings.Cut(name, "-baseof"); ok && before != "" && !strings.Contains(before, "-") {
		if !strings.HasPrefix(after, ".") {
			after = "." + after
		}
		p = dir + "baseof." + before + after
	}
	return p
}

// identifiers are the words of a file name, sorted into what they mean.
type identifiers struct {
	ext, lang, format string
	kind, layout      string
	isBase            bool
	stem              string // the name without extension, language and format
}

// identify sorts the dotted words of a file name, from the extension leftwards.
func (n *naming) identify(name string, shortcode bool) identifiers {
	words := strings.Split(name, ".")
	var id identifiers
	if len(words) == 1 {
		id.stem = name
		return id
	}
	last := len(words) - 1
	id.ext = words[last]
	if n.isFormat(id.ext, "") {
		id.format = id.ext
	}
	cut := last // words before cut make the stem
	for i := last - 1; i >= 0; i-- {
		w := words[i]
		switch {
		case last > 1 && id.lang == "" && n.languages[w]:
			id.lang = w
			cut = min(cut, i)
		case n.isFormat(w, id.ext):
			id.format = w
			cut = min(cut, i)
		case id.kind == "" && mainKind(w) != "":
			id.kind = w
		case w == "baseof":
			id.isBase = true
		case shortcode && i == 0:
			// the name of the shortcode itself
		default:
			id.layout = w
		}
	}
	id.stem = strings.Join(words[:max(cut, 1)], ".")
	return id
}

// address says what the template at a layouts-relative path ("posts/single.html", lower case) is
// for; ok is false for a file in _markup that is no render hook.
func (n *naming) address(p string) (a address, ok bool) {
	full := modern("/" + p)
	dir, name := path.Split(full)
	dir = strings.TrimSuffix(dir, "/")
	shortcode := strings.Contains(full, "/_shortcodes/")
	id := n.identify(name, shortcode)
	f, m := n.formatAndMedia(id.format, id.ext)
	d := descriptor{kind: id.kind, layout: id.layout, format: id.format, lang: id.lang}
	if m != nil {
		d.media = m.Type
	}
	if f != nil {
		d.text = f.IsPlainText
	}
	if d.layout == d.format {
		d.layout = ""
	}
	a.dir = dir
	switch {
	case shortcode:
		a.category = shortcodeTemplate
		where, short, _ := strings.Cut(full, "/_shortcodes/")
		a.dir = where
		sub, _ := path.Split(short)
		a.name = sub + firstWord(name)
	case strings.Contains(full, "/_markup/"):
		a.category = hookTemplate
		a.dir = strings.TrimSuffix(dir, "/_markup")
		what, found := strings.CutPrefix(d.layout, "render-")
		if !found {
			return a, false
		}
		d.hook, d.detail, _ = strings.Cut(what, "-")
		d.layout = ""
	case strings.HasPrefix(full, "/_partials/"):
		a.category = partialTemplate
		a.dir = dir + "/" + id.stem
		d.layout, d.kind = "", ""
		if d.format == "" && d.media == "" {
			d.format, d.media = "html", "text/html"
		}
	case id.isBase:
		a.category = baseTemplate
	case strings.HasPrefix(full, "/_server/"), strings.HasPrefix(full, "/_hugo/"):
		a.category = ignoredTemplate
	default:
		a.category = layoutTemplate
	}
	if a.category == layoutTemplate || a.category == baseTemplate {
		if d.layout == "index" {
			if d.kind == "" {
				d.kind = "home"
			}
			d.layout = ""
		}
		if d.layout == d.kind {
			d.layout = ""
		}
	}
	if rest, found := strings.CutPrefix(a.dir, "/_default"); found && (rest == "" || rest[0] == '/') {
		a.dir = rest
	}
	a.descriptor = d
	return a, true
}

func firstWord(name string) string {
	w, _, _ := strings.Cut(name, ".")
	return w
}
