// Package llms writes files for language models, as https://llmstxt.org/ proposes: llms.txt lists the pages by section,
// llms-full.txt contains all texts, and each page also has a Markdown version. Only pages that are in sitemaps are
// included. Nothing is written in previews, or without a base URL (rules X7, L10).
package llms

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/directory"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/htmldoc/asmarkdown"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Media types. Hosts send llms.txt as the plain text that its name says.
const (
	markdown = "text/markdown" // RFC 7763
	plain    = "text/plain"
)

// Emissions returns the emissions that the configuration enables.
func Emissions(src *emission.Source) (out []emission.Emission) {
	l := src.Listing
	want := l.Site.Config.Discovery.LLMs
	if want == (config.LLMs{}) || l.Site.Config.Preview() {
		return nil
	}
	for _, e := range l.Site.Editions {
		if e.Home == nil || len(e.Home.Targets) == 0 || !l.HasBase(e) {
			continue
		}
		w := &writer{src: src, l: l, e: e, groups: directory.Of(e, l.Listed)}
		if want.Index {
			out = append(out, w.emission("llms.txt", w.dated, w.index))
		}
		if want.Full {
			out = append(out, w.emission("llms-full.txt", w.fingerprint, w.full))
		}
		if want.Sitemap {
			out = append(out, w.emission("sitemap.md", w.dated, w.siteMap))
		}
		if want.Markdown {
			out = append(out, w.pages()...)
		}
	}
	return out
}

// writer writes the files of a language.
type writer struct {
	src    *emission.Source
	l      *listing.Listing
	e      *site.Edition
	groups []directory.Group
}

// emission returns the emission of a file in the folder of the language's home page.
func (w *writer) emission(
	name string, fingerprint func() uint64,
	text func(file string, in emission.Inputs, r *emission.Emitted) (string, error),
) emission.Emission {
	file := path.Join(path.Dir(w.e.Home.Targets[0].File), name)
	return emission.Emission{Name: file, Fingerprint: fingerprint, Run: w.running(file, text)}
}

// running returns the Run function of a file that is skipped if the project has it.
func (w *writer) running(
	file string, text func(file string, in emission.Inputs, r *emission.Emitted) (string, error),
) func(emission.Inputs, emission.Create) (emission.Emitted, error) {
	return func(in emission.Inputs, create emission.Create) (r emission.Emitted, err error) {
		if w.src.Reading(in).Options.Taken(file) {
			return r, nil
		}
		content, err := text(file, in, &r)
		if err != nil {
			return r, err
		}
		mediaType := plain
		if path.Ext(file) == ".md" {
			mediaType = markdown
		}
		return r, r.Write(create, file, mediaType, []byte(content))
	}
}

// fingerprint hashes the listed pages and their order.
func (w *writer) fingerprint() uint64 {
	var k codec.Writer
	for _, g := range w.groups {
		k.Text(g.List.Key)
		k.Uvarint(uint64(len(g.Pages)))
		for _, p := range g.Pages {
			k.Text(p.Key)
			k.Text(w.l.Path(p))
		}
	}
	return xxhash.Sum64(k.Bytes())
}

// dated hashes the listed pages with the dates of their last change.
func (w *writer) dated() uint64 {
	var k codec.Writer
	k.Fixed(w.fingerprint())
	for _, g := range w.groups {
		for _, p := range g.Pages {
			k.Text(w.lastMod(p))
		}
	}
	w.files(func(line string) { k.Text(line) })
	return xxhash.Sum64(k.Bytes())
}

// lastMod returns the day of the last change of p, as in sitemaps; "" if it is not known.
func (w *writer) lastMod(p *site.Page) string {
	if t := w.l.LastMod(p).Shown(); !t.IsZero() {
		return t.Format(time.DateOnly)
	}
	return ""
}

// files calls a function with the line of each listed file of the language that has a title.
func (w *writer) files(each func(line string)) {
	for _, f := range w.l.Files() {
		if f.Edition != w.e || f.About.Title == "" {
			continue
		}
		line := fmt.Sprintf("- [%s](%s)", escape(oneLine(f.About.Title)), link(f.URL.Abs()))
		if !f.Date.IsZero() {
			line += ": lastmod " + f.Date.Format(time.DateOnly)
		}
		each(line + "\n")
	}
}

// section writes the files that have a title below a heading.
func (w *writer) section(text *strings.Builder) {
	heading := "\n## Files\n\n"
	w.files(func(line string) {
		text.WriteString(heading + line)
		heading = ""
	})
}

// index writes llms.txt: the title and description of the site, the pages of each section, and files. Taxonomies come
// last, in the section that readers may skip.
func (w *writer) index(string, emission.Inputs, *emission.Emitted) (string, error) {
	var text strings.Builder
	text.WriteString(w.head())
	optional := false
	for _, g := range w.groups {
		switch {
		case g.List.Kind != site.Taxonomy && g.List.Kind != site.Term:
			fmt.Fprintf(&text, "\n## %s\n\n", escape(title(g.List)))
		case !optional:
			optional = true
			w.section(&text)
			text.WriteString("\n## Optional\n\n")
		}
		w.entries(&text, g)
	}
	if !optional {
		w.section(&text)
	}
	return text.String(), nil
}

// siteMap writes sitemap.md: all listed pages of the language, below the titles of their lists, and files.
func (w *writer) siteMap(string, emission.Inputs, *emission.Emitted) (string, error) {
	var text strings.Builder
	text.WriteString(w.head())
	for _, g := range w.groups {
		fmt.Fprintf(&text, "\n## %s\n\n", escape(title(g.List)))
		w.entries(&text, g)
	}
	w.section(&text)
	return text.String(), nil
}

// entries writes the pages of a group, each with its description and the day of its last change.
func (w *writer) entries(text *strings.Builder, g directory.Group) {
	for _, p := range g.Pages {
		fmt.Fprintf(text, "- [%s](%s)", escape(title(p)), link(w.address(p)))
		about, day := escape(oneLine(p.Description)), w.lastMod(p)
		switch {
		case about != "" && day != "":
			fmt.Fprintf(text, ": %s (lastmod %s)", about, day)
		case day != "":
			text.WriteString(": lastmod " + day)
		case about != "":
			text.WriteString(": " + about)
		}
		text.WriteByte('\n')
	}
}

// head returns the title of the site and its description.
func (w *writer) head() string {
	name := cmp.Or(oneLine(w.e.Language.Title), oneLine(w.e.Home.Title), w.e.Base.Origin())
	text := "# " + escape(name) + "\n"
	about, _ := w.e.Language.Params["description"].(string)
	if about = cmp.Or(oneLine(about), oneLine(w.e.Home.Description)); about != "" {
		text += "\n> " + escape(about) + "\n"
	}
	return text
}

// full writes llms-full.txt. The Markdown of a page whose inputs are unchanged is copied from the previous file.
func (w *writer) full(file string, in emission.Inputs, r *emission.Emitted) (string, error) {
	var text strings.Builder
	text.WriteString(w.head())
	before := in.Reuse.Pieces(file)
	var pieces emission.Pieces
	for _, g := range w.groups {
		for _, p := range g.Pages {
			if p.Kind != site.Regular {
				continue
			}
			key, known, err := w.key(in, p)
			if err != nil {
				return "", err
			}
			at := text.Len()
			if piece := before[key]; known && piece != nil {
				text.Write(piece)
			} else {
				page, err := w.markdown(in.Text, p)
				if err != nil {
					return "", err
				}
				text.WriteString("\n---\n\n" + page)
			}
			if known {
				pieces.Add(key, int64(at), int64(text.Len()-at))
			}
		}
	}
	r.Keep(file, &pieces)
	return text.String(), nil
}

// key hashes the inputs of the Markdown of p. It returns false if they are not known without its text.
func (w *writer) key(in emission.Inputs, p *site.Page) (uint64, bool, error) {
	hashed, ok := in.Text.(emission.HashedText)
	if !ok || in.Reuse == nil {
		return 0, false, nil
	}
	body, err := hashed.ContentHash(p)
	var k codec.Writer
	k.Fixed(body)
	for _, s := range w.said(p) {
		k.Text(s)
	}
	return xxhash.Sum64(k.Bytes()), true, err
}

// said returns the values of the page, other than its text, that its Markdown contains.
func (w *writer) said(p *site.Page) []string {
	return []string{title(p), oneLine(p.Description), w.l.Canonical(p)}
}

// pages returns the emissions of the Markdown versions of pages.
func (w *writer) pages() (out []emission.Emission) {
	for _, g := range w.groups {
		for _, p := range g.Pages {
			file, _ := w.l.MarkdownCopy(p)
			if file == "" {
				continue
			}
			out = append(out, emission.Emission{
				Name: file, Alone: true,
				Fingerprint: func() uint64 {
					var k codec.Writer
					for _, s := range w.said(p) {
						k.Text(s)
					}
					return xxhash.Sum64(k.Bytes())
				},
				Run: w.running(file, func(_ string, in emission.Inputs, _ *emission.Emitted) (string, error) {
					return w.markdown(in.Text, p)
				}),
			})
		}
	}
	return out
}

// address returns the URL of the Markdown version of p if there is one, else that of the page.
func (w *writer) address(p *site.Page) string {
	if _, twin := w.l.MarkdownCopy(p); twin != "" {
		return twin
	}
	return w.l.Canonical(p)
}

// markdown returns the text of a page: title, description, URL, and its content with absolute URLs and without elements
// that only work in the theme.
func (w *writer) markdown(texts emission.Text, p *site.Page) (string, error) {
	content, err := texts.Content(p)
	if err != nil {
		return "", err
	}
	address := w.l.Canonical(p)
	base, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	body, err := asmarkdown.Convert(html.MediaLinks(html.Portable(string(content), base)))
	if err != nil {
		return "", fmt.Errorf("write %s in Markdown: %w", address, err)
	}
	text := "# " + escape(title(p)) + "\n\n"
	if d := oneLine(p.Description); d != "" {
		text += "> " + escape(d) + "\n\n"
	}
	text += "<" + link(address) + ">\n"
	if body = strings.TrimSpace(body); body != "" {
		text += "\n" + body + "\n"
	}
	return text, nil
}

// title returns the title of a page in one line.
func title(p *site.Page) string {
	if t := cmp.Or(strings.Join(strings.Fields(p.Title), " "), strings.Join(strings.Fields(p.LinkTitle), " ")); t != "" {
		return t
	}
	if p.Kind == site.Home {
		return cmp.Or(oneLine(p.Edition.Language.Title), "/")
	}
	return path.Base(p.Path)
}

// oneLine joins a title or description into one line. It is plain text, so "Vec<T>" stays as it is.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// escape escapes characters that have a meaning in Markdown.
func escape(s string) string {
	s = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "*", `\*`, "`", "\\`").Replace(s)
	return reference.ReplaceAllString(s, `\$0`)
}

var reference = regexp.MustCompile(`&#?\w+;`)

// link makes a URL safe between brackets.
func link(s string) string {
	return strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E").Replace(s)
}
