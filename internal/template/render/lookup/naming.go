package lookup

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// Category is the purpose of a template file.
type Category uint8

// The categories of templates.
const (
	Layout Category = iota + 1
	Base
	Hook // a render hook
	Shortcode
	Partial
	Ignored // in _server and other folders that only Hugo's server reads
)

// Descriptor tells which pages a template is for, according to its name, or which template a page needs.
// https://gohugo.io/templates/new-templatesystem-overview/
type Descriptor struct {
	Kind   string // one of the five main kinds, "" for any
	Layout string // list, single, all, or a custom name; "" for any
	Custom string // of a page: the layout in its front matter
	Format string // output format, in lower case
	Media  string // media type
	Lang   string // language key, in lower case
	Hook   string // render hooks: "link", "codeblock"
	Detail string // render hooks: "go" in render-codeblock-go
	Must   bool   // of a page: only Custom fits (.Render)
	Based  bool   // with Must: with a base template nevertheless
	Below  string // of a page: the folder below each folder of the page that has the template: "/cards"
	Text   bool   // a plain-text format
	Any    bool   // of a page: plain-text templates fit, too ({{% %}})
}

// Naming has the words that template names may contain.
type Naming struct {
	languages map[string]bool
	formats   map[string][]*config.OutputFormat // by name; those of languages have other media types
	media     []*config.MediaType               // sorted by type
}

// NewNaming returns the names of languages, output formats, and media types of a project.
func NewNaming(cfg *config.Config) *Naming {
	n := &Naming{languages: make(map[string]bool), formats: map[string][]*config.OutputFormat{}}
	for _, l := range cfg.Languages {
		n.languages[l.Lower] = true
	}
	for l := range cfg.Locals {
		for _, m := range l.MediaTypes {
			n.media = append(n.media, m)
		}
		for name, f := range l.OutputFormats {
			same := func(g *config.OutputFormat) bool { return reflect.DeepEqual(f.MediaType, g.MediaType) }
			if !slices.ContainsFunc(n.formats[name], same) {
				n.formats[name] = append(n.formats[name], f)
			}
		}
	}
	slices.SortStableFunc(n.media, func(a, b *config.MediaType) int { return strings.Compare(a.Type, b.Type) })
	return n
}

// isFormat reports whether name is an output format with the suffix ext ("" for any).
func (n *Naming) isFormat(name, ext string) bool {
	return slices.ContainsFunc(n.formats[name], func(f *config.OutputFormat) bool { return ext == "" || has(f, ext) })
}

// has reports whether files of a format have the suffix ext.
func has(f *config.OutputFormat, ext string) bool {
	return f.MediaType != nil && slices.Contains(f.MediaType.Suffixes, ext)
}

// formatAndMedia finds the output format and the media type of a template from the format and the suffix in its name;
// each may be unknown.
func (n *Naming) formatAndMedia(format, ext string) (*config.OutputFormat, *config.MediaType) {
	if all := n.formats[format]; len(all) > 0 {
		f := all[max(0, slices.IndexFunc(all, func(f *config.OutputFormat) bool { return has(f, ext) }))]
		return f, f.MediaType
	}
	if ext == "" {
		return nil, nil
	}
	var found []*config.OutputFormat
	for _, all := range n.formats {
		for _, f := range all {
			if has(f, ext) {
				found = append(found, f)
			}
		}
	}
	if len(found) == 1 {
		return found[0], found[0].MediaType
	}
	for _, m := range n.media {
		if slices.Contains(m.Suffixes, ext) {
			_, sub, _ := strings.Cut(m.Type, "/")
			sub, _, _ = strings.Cut(sub, "+")
			if all := n.formats[sub]; len(all) > 0 {
				return all[0], m
			}
			return nil, m
		}
	}
	return nil, nil
}

// Address is the location and purpose of a template file.
type Address struct {
	Category   Category
	Dir        string // "" for the root, else "/posts"; for a partial its full name without suffixes
	Shortcode  string // the name of a shortcode
	Descriptor Descriptor
	Strange    bool // the name has a word that means nothing, such as a language that the site doesn't have
}

// standard reports whether a layout name is one of Hugo's three.
func standard(layout string) bool {
	return layout == "all" || layout == "list" || layout == "single"
}

// MainKind returns s if it is a page kind by which templates are selected.
func MainKind(s string) string {
	switch s {
	case "home", "page", "section", "taxonomy", "term":
		return s
	}
	return ""
}

// Modern converts a path of the old template system to the new one: _default becomes the root, partials and shortcodes
// get an underscore, list-baseof becomes baseof.list. Files of a project in _internal are called like the embedded
// templates, which are partials now.
func Modern(p string) string {
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

// identifiers are the words of a file name, by their meaning.
type identifiers struct {
	ext, lang, format string
	kind, layout      string
	isBase            bool
	strange           bool   // a word before the layout means nothing
	stem              string // the name without extension, language and format
}

// identify reads the dotted words of a file name from right to left, starting at the extension.
func (n *Naming) identify(name string, shortcode bool) identifiers {
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
	cut := last // the words before cut are the stem
	for i := last - 1; i >= 0; i-- {
		w := words[i]
		switch {
		case last > 1 && id.lang == "" && n.languages[w]:
			id.lang = w
			cut = min(cut, i)
		case n.isFormat(w, id.ext):
			id.format = w
			cut = min(cut, i)
		case id.kind == "" && MainKind(w) != "":
			id.kind = w
		case w == "baseof":
			id.isBase = true
		case shortcode && i == 0:
			// The name of the shortcode itself.
		default:
			id.strange = id.layout != ""
			id.layout = w
		}
	}
	id.stem = strings.Join(words[:max(cut, 1)], ".")
	return id
}

// Address returns the purpose of the template at a layouts-relative path ("posts/single.html", lower case). ok is false
// for a file in _markup that is not a render hook.
func (n *Naming) Address(p string) (a Address, ok bool) {
	full := Modern("/" + p)
	dir, name := path.Split(full)
	dir = strings.TrimSuffix(dir, "/")
	shortcode := strings.Contains(full, "/_shortcodes/")
	id := n.identify(name, shortcode)
	f, m := n.formatAndMedia(id.format, id.ext)
	d := Descriptor{Kind: id.kind, Layout: id.layout, Format: id.format, Lang: id.lang}
	if m != nil {
		d.Media = m.Type
	}
	if f != nil {
		d.Text = f.IsPlainText
	}
	if d.Layout == d.Format {
		d.Layout = ""
	}
	a.Dir, a.Strange = dir, id.strange
	switch {
	case shortcode:
		a.Category = Shortcode
		where, short, _ := strings.Cut(full, "/_shortcodes/")
		a.Dir = where
		sub, _ := path.Split(short)
		a.Shortcode = sub + firstWord(name)
	case strings.Contains(full, "/_markup/"):
		a.Category = Hook
		a.Dir = strings.TrimSuffix(dir, "/_markup")
		what, found := strings.CutPrefix(d.Layout, "render-")
		if !found {
			return a, false
		}
		d.Hook, d.Detail, _ = strings.Cut(what, "-")
		d.Layout = ""
	case strings.HasPrefix(full, "/_partials/"):
		a.Category = Partial
		a.Dir = dir + "/" + id.stem
		d.Layout, d.Kind = "", ""
		if d.Format == "" && d.Media == "" {
			d.Format, d.Media = "html", "text/html"
		}
	case id.isBase:
		a.Category = Base
	case strings.HasPrefix(full, "/_server/"), strings.HasPrefix(full, "/_hugo/"):
		a.Category = Ignored
	default:
		a.Category = Layout
	}
	if a.Category == Layout || a.Category == Base {
		if d.Layout == "index" {
			d.Kind = cmp.Or(d.Kind, "home")
			d.Layout = ""
		}
		if d.Layout == d.Kind {
			d.Layout = ""
		}
	}
	if rest, found := strings.CutPrefix(a.Dir, "/_default"); found && (rest == "" || rest[0] == '/') {
		a.Dir = rest
	}
	a.Descriptor = d
	return a, true
}

func firstWord(name string) string {
	w, _, _ := strings.Cut(name, ".")
	return w
}
