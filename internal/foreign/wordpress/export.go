package wordpress

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// export is the content of export files.
type export struct {
	Title, Link, Description, Language, Base string

	authors []author
	terms   []term
	items   []*item
}

type author struct {
	Login   string `xml:"author_login"`
	Display string `xml:"author_display_name"`
}

// term is a category, tag, or term of another taxonomy. The elements of each have other names.
type term struct {
	Taxonomy string
	Slug     string
	Name     string
	Parent   string // slug
	Text     string // description
}

type rawTerm struct {
	Taxonomy string `xml:"term_taxonomy"`
	Slug     string `xml:"term_slug"`
	Name     string `xml:"term_name"`
	Parent   string `xml:"term_parent"`
	Text     string `xml:"term_description"`

	CategorySlug   string `xml:"category_nicename"`
	CategoryName   string `xml:"cat_name"`
	CategoryParent string `xml:"category_parent"`
	CategoryText   string `xml:"category_description"`

	TagSlug string `xml:"tag_slug"`
	TagName string `xml:"tag_name"`
	TagText string `xml:"tag_description"`
}

// item is a post, page, attachment, entry of a menu, or another object.
type item struct {
	File   string // the export file
	Line   int    // in File
	source []byte // text of the item in it, in lower case

	Title    string    `xml:"title"`
	Link     string    `xml:"link"`
	Creator  string    `xml:"creator"`
	GUID     string    `xml:"guid"`
	Encoded  []encoded `xml:"encoded"`
	ID       string    `xml:"post_id"`
	Date     string    `xml:"post_date"`
	DateGMT  string    `xml:"post_date_gmt"`
	Modified string    `xml:"post_modified"`
	Changed  string    `xml:"post_modified_gmt"`
	Name     string    `xml:"post_name"`
	Status   string    `xml:"status"`
	Parent   string    `xml:"post_parent"`
	Order    int       `xml:"menu_order"`
	Type     string    `xml:"post_type"`
	Password string    `xml:"post_password"`
	Sticky   string    `xml:"is_sticky"`
	Address  string    `xml:"attachment_url"`
	Terms    []struct {
		Domain string `xml:"domain,attr"`
		Slug   string `xml:"nicename,attr"`
		Name   string `xml:",chardata"`
	} `xml:"category"`
	Meta []struct {
		Key   string `xml:"meta_key"`
		Value string `xml:"meta_value"`
	} `xml:"postmeta"`
	Comments []comment `xml:"comment"`

	path string // of its URL, with slashes at both ends; "" if unknown

	// Of a page of the new site.
	values map[string]any
	to     string // file
	url    string // path, if it had none
}

type encoded struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

type comment struct {
	ID       string `xml:"comment_id"`
	Author   string `xml:"comment_author"`
	URL      string `xml:"comment_author_url"`
	Date     string `xml:"comment_date"`
	DateGMT  string `xml:"comment_date_gmt"`
	Text     string `xml:"comment_content"`
	Approved string `xml:"comment_approved"`
	Type     string `xml:"comment_type"`
	Parent   string `xml:"comment_parent"`
}

// lineOf returns the first line of the export with one of these constructs of the item's text, the best one first; a
// shortcode or tag may be without its attributes. If it has none of them, it is the line of the item.
func (i *item) lineOf(constructs ...string) int {
	for _, what := range constructs {
		start := []byte(strings.TrimRight(strings.ToLower(what), ">]"))
		for at := 0; what[0] == '[' || what[0] == '<'; at += len(start) {
			n := bytes.Index(i.source[at:], start)
			if n < 0 {
				break
			}
			at += n
			if next := i.source[at+len(start):]; len(next) > 0 && strings.ContainsRune(" \t\r\n/>]", rune(next[0])) {
				return i.Line + bytes.Count(i.source[:at], []byte("\n"))
			}
		}
	}
	return i.Line
}

// trim removes the space around values, which is there if a program indented the export.
func (i *item) trim() {
	values := []*string{
		&i.Title, &i.Link, &i.Creator, &i.GUID, &i.ID, &i.Name, &i.Status, &i.Parent, &i.Type, &i.Password, &i.Sticky,
		&i.Address,
	}
	for n := range i.Meta {
		values = append(values, &i.Meta[n].Key)
	}
	for n := range i.Comments {
		c := &i.Comments[n]
		values = append(values, &c.ID, &c.Author, &c.URL, &c.Approved, &c.Type, &c.Parent)
	}
	for _, v := range values {
		*v = strings.TrimSpace(*v)
	}
}

// content returns the text, and excerpt the summary, of an item.
func (i *item) content() string { return i.encoded(false) }

func (i *item) excerpt() string { return i.encoded(true) }

func (i *item) encoded(excerpt bool) string {
	for _, e := range i.Encoded {
		if strings.Contains(e.XMLName.Space, "excerpt") == excerpt {
			return e.Text
		}
	}
	return ""
}

func (i *item) meta(key string) string {
	for _, m := range i.Meta {
		if m.Key == key {
			return strings.TrimSpace(m.Value)
		}
	}
	return ""
}

// read adds the content of a file.
func (x *export) read(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	name := filepath.Base(file)
	clean := legible(text)
	d := xml.NewDecoder(bytes.NewReader(clean))
	d.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if !utf8.Valid(text) && !latin.Match(text) {
			return nil, fmt.Errorf("convert it from %s to UTF-8", name)
		}
		return in, nil
	}
	d.Entity = xml.HTMLEntity // programs copy them into titles
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(name, err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			if depth++; depth != 3 { // rss, channel
				continue
			}
			depth--
			line, _ := d.InputPos()
			from, known := d.InputOffset(), len(x.items)
			if err := x.element(d, &t, name, line); err != nil {
				return broken(name, err)
			}
			for _, i := range x.items[known:] {
				i.source = bytes.ToLower(clean[from:d.InputOffset()])
			}
		}
	}
}

// identify gives each item an ID that no other item has, and to which nothing in the export refers. Exports that other
// programs wrote have items without an ID, or with that of another item.
func (x *export) identify() {
	known := map[string]bool{}
	for _, i := range x.items {
		n, err := strconv.ParseUint(i.ID, 10, 64)
		if i.ID = strconv.FormatUint(n, 10); err != nil || n == 0 || known[i.ID] {
			i.ID = "n" + strconv.Itoa(len(known)+1)
		}
		known[i.ID] = true
	}
}

// element reads an element of the channel.
func (x *export) element(d *xml.Decoder, t *xml.StartElement, file string, line int) error {
	wp := strings.Contains(t.Name.Space, "wordpress.org/export")
	var into any
	var finish func()
	switch name := t.Name.Local; {
	case name == "item":
		i := &item{}
		into, finish = i, func() {
			i.trim()
			i.File, i.Line = file, line
			x.items = append(x.items, i)
		}
	case wp && name == "author":
		a := &author{}
		into, finish = a, func() { x.authors = append(x.authors, *a) }
	case wp && (name == "category" || name == "tag" || name == "term"):
		r := &rawTerm{}
		into, finish = r, func() { x.terms = append(x.terms, r.term()) }
	case wp && name == "base_blog_url":
		into = &x.Base
	case t.Name.Space == "" && name == "title":
		into = &x.Title
	case t.Name.Space == "" && name == "link":
		into = &x.Link
	case t.Name.Space == "" && name == "description":
		into = &x.Description
	case t.Name.Space == "" && name == "language":
		into = &x.Language
	default:
		return d.Skip()
	}
	if err := d.DecodeElement(into, t); err != nil {
		return err
	}
	if s, ok := into.(*string); ok {
		*s = strings.TrimSpace(*s)
	}
	if finish != nil {
		finish()
	}
	return nil
}

func (r *rawTerm) term() term {
	switch {
	case r.CategorySlug != "":
		return term{"category", slug(r.CategorySlug), plain(r.CategoryName), slug(r.CategoryParent), r.CategoryText}
	case r.TagSlug != "":
		return term{"post_tag", slug(r.TagSlug), plain(r.TagName), "", r.TagText}
	}
	return term{r.Taxonomy, slug(r.Slug), plain(r.Name), slug(r.Parent), r.Text}
}

// latin matches the declaration of an encoding that other programs write; WordPress writes UTF-8.
var latin = pattern.New(`(?i)^\s*<\?xml\s[^>]*encoding\s*=\s*["'](?:iso-?8859-1|latin-?1|(?:windows|cp)-?1252)["']`)

// western are the characters from 0x80 of windows-1252, as which ISO-8859-1 is read: https://encoding.spec.whatwg.org/
var western = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// legible returns a text in UTF-8, and replaces what XML forbids, which WordPress copies from texts into exports.
func legible(text []byte) []byte {
	if !utf8.Valid(text) && latin.Match(text) {
		out := make([]rune, len(text))
		for i, c := range text {
			if out[i] = rune(c); c >= 0x80 && c < 0xA0 {
				out[i] = western[c-0x80]
			}
		}
		text = []byte(string(out))
	}
	text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	return bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, text)
}

func broken(file string, err error) error {
	d := &diag.Diagnostic{
		Rule: "import", Severity: diag.Error, File: file, Message: "the export can't be read: " + err.Error(),
		Hint: "export the site again: the file may be incomplete",
	}
	var s *xml.SyntaxError
	if errors.As(err, &s) {
		d.Line, d.Message = s.Line, "the export can't be read: "+s.Msg
	}
	return d
}

// slug returns a name in a URL, which WordPress escapes.
func slug(s string) string {
	s = strings.TrimSpace(s)
	if out, err := url.PathUnescape(s); err == nil && !strings.ContainsAny(out, "/\\") {
		return out
	}
	return s
}

var tags = pattern.New(`<[^>]*>`)

// plain returns the text of a title, which may contain HTML.
func plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(s, ""))), " ")
}

// when returns a date with the offset of the site's time zone at that time: exports have no zone, but both times. It
// returns the zero time for a draft without a date.
func when(local, gmt string) time.Time {
	const layout = "2006-01-02 15:04:05"
	here, err := time.Parse(layout, strings.TrimSpace(local))
	if err != nil {
		return time.Time{}
	}
	there, err := time.Parse(layout, strings.TrimSpace(gmt))
	if err != nil {
		return here
	}
	offset := here.Sub(there)
	if offset > 15*time.Hour || offset < -15*time.Hour {
		return there
	}
	return there.In(time.FixedZone("", int(offset/time.Second)))
}

func (i *item) date() time.Time { return when(i.Date, i.DateGMT) }
