package lookup

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// Category says what a template file is for.
type Category uint8

// The categories of templates.
const (
	Layout Category = iota + 1
	Base
	Hook // a render hook
	Shortcode
	Partial
	Ignored // in _server and other folders that only Hugo's own server reads
)

// Descriptor says which pages a template is for, as its name tells, or what a page asks for.
// https://gohugo.io/templates/new-templatesystem-overview/
type Descriptor struct {
	Kind   string // one of the five main kinds, "" for any
	Layout string // list, single, all, or a custom name; "" for any
	Custom string // of a page: the layout that its front matter names
	Format string // output format, in lower case
	Media  string // media type
	Lang   string // language key, in lower case
	Hook   string // render hooks: "link", "codeblock"
	Detail string // render hooks: what the hook is for, "go" of render-codeblock-go
	Must   bool   // of a page: only Custom will do (.Render)
	Based  bool   // with Must: in a base template all the same
	Text   bool   // a plain-text format
	Any    bool   // of a page: plain-text templates are welcome too ({{% %}})
}

// Naming knows the words of template names.
type Naming struct {
	languages map[string]bool
	formats   map[string]*config.OutputFormat
	media     []*config.MediaType // sorted by type
}

// NewNaming returns the names of languages, output formats, and media types of a project.
func NewNaming(cfg *config.Config) *Naming {
	n := &Naming{languages: make(map[string]bool), formats: cfg.OutputFormats}
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
func (n *Naming) isFormat(name, ext string) bool {
	f, ok := n.formats[name]
	return ok && (ext == "" || f.MediaType != nil && slices.Contains(f.MediaType.Suffixes, ext))
}

// formatAndMedia finds the output format and the media type of a template from the format in its
// name and its suffix; each may be unknown.
func (n *Naming) formatAndMedia(format, ext string) (*config.OutputFormat, *config.MediaType) {
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

// Address is where a template file is, and what it is for.
type Address struct {
	Category   Category
	Dir        string // "" for the root, else "/posts"; for a partial its whole name without suffixes
	Shortcode  string // the name of a shortcode
	Descriptor Descriptor
}

// standard reports whether a layout name is one of Hugo's three.
func standard(layout string) bool {
	return layout == "all" || layout == "list" || layout == "single"
}

// MainKind returns s when it is a page kind that templates are chosen by.
func MainKind(s string) string {
	switch s {
	case "home", "page", "section", "taxonomy", "term":
		return s
	}
	return ""
}

// Modern turns a path of the old template system into one of the new: _default is the root, partials
// and shortcodes got an underscore, list-baseof became baseof.list. What a project has in _internal, it calls like the
// embedded templates, which are partials now.
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

// identifiers are the words of a file name, sorted into what they mean.
type identifiers struct {
	ext, lang, format string
	kind, layout      string
	isBase            bool
	stem              string // the name without extension, language and format
}

// identify sorts the dotted words of a file name, from the extension leftwards.
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
		case id.kind == "" && MainKind(w) != "":
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

// Address says what the template at a layouts-relative path ("posts/single.html", lower case) is
// for; ok is false for a file in _markup that is not a render hook.
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
	a.Dir = dir
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
			if d.Kind == "" {
				d.Kind = "home"
			}
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
