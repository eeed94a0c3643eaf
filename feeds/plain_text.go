package feeds

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// lines calls f with each plain text of an item.
func (i *Item) lines(f func(field string, s *string)) {
	f("id", &i.ID)
	f("title", &i.Title)
	f("rights", &i.Rights)
	personLines(i.Authors, f)
	personLines(i.Contributors, f)
	categoryLines(i.Categories, f)
	for n := range i.Enclosures {
		f("enclosure", &i.Enclosures[n].Title)
	}
	for n := range i.Media {
		f("media", &i.Media[n].Title)
	}
	if i.Source != nil {
		f("source", &i.Source.Title)
	}
}

// lines calls f with each plain text of a feed.
func (f *Feed) lines(do func(field string, s *string)) {
	do("id", &f.ID)
	do("title", &f.Title)
	do("description", &f.Description)
	do("copyright", &f.Copyright)
	do("generator", &f.Generator)
	personLines(f.Authors, do)
	personLines(f.Contributors, do)
	categoryLines(f.Categories, do)
}

func personLines(people []Person, f func(string, *string)) {
	for n := range people {
		f("name", &people[n].Name)
		f("email", &people[n].Email)
		f("url", &people[n].URL)
	}
}

func categoryLines(categories []Category, f func(string, *string)) {
	for n := range categories {
		f("category", &categories[n].Term)
		f("category", &categories[n].Label)
		f("category", &categories[n].Scheme)
	}
}

// cleanItem returns i with plain texts in one line and without illegal characters, which are reported (rule
// U4). It usually returns i itself.
func (w *Writer) cleanItem(i *Item) (*Item, error) {
	if i.clean() {
		return i, nil
	}
	c := *i
	c.Authors, c.Contributors, c.Categories = slices.Clone(i.Authors), slices.Clone(i.Contributors),
		slices.Clone(i.Categories)
	c.Enclosures, c.Media = slices.Clone(i.Enclosures), slices.Clone(i.Media)
	if i.Source != nil {
		s := *i.Source
		c.Source = &s
	}
	var err error
	c.lines(w.cleanLine(&err))
	return &c, err
}

func (i *Item) clean() bool {
	ok := true
	i.lines(func(_ string, s *string) { ok = ok && isLine(*s) })
	return ok
}

// cleanFeed does for a feed what cleanItem does for an item.
func (w *Writer) cleanFeed(f *Feed) (*Feed, error) {
	c := *f
	c.Authors, c.Contributors, c.Categories = slices.Clone(f.Authors), slices.Clone(f.Contributors),
		slices.Clone(f.Categories)
	var err error
	c.lines(w.cleanLine(&err))
	return &c, err
}

// cleanLine returns a function that cleans one text and stores the first error in err.
func (w *Writer) cleanLine(err *error) func(string, *string) {
	return func(field string, s *string) {
		if isLine(*s) {
			return
		}
		was := *s
		*s = strings.TrimSpace(strings.Join(strings.FieldsFunc(stripped(was), asciiSpace), " "))
		if *err == nil && len(stripped(was)) < len(was) {
			*err = w.violate("U4", field, was)
		}
	}
}

func asciiSpace(r rune) bool { return r < 0x80 && markup.Space(byte(r)) }

// isLine reports whether s is plain text that needs no cleaning.
func isLine(s string) bool {
	if s == "" {
		return true
	}
	if strings.TrimSpace(s) != s || !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || markup.Illegal(s[i:]) > 0 {
			return false
		}
	}
	return true
}

// stripped returns s without invalid UTF-8 and illegal characters. White space stays.
func stripped(s string) string { return markup.Legal(strings.ToValidUTF8(s, "")) }

// says reports whether anything of s remains when it is written.
func says(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError, r < ' ', unicode.IsSpace(r), r >= 0x7F && r < 0xA0, r >= 0xFFFD && r <= 0xFFFF:
		default:
			return true
		}
		i += n
	}
	return false
}
