package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// header says which keys posts have besides a title and a date; short posts have 1 kB.
type header struct{ lastmod, description, tags, short bool }

var sections = []string{
	"essays", "guides", "music", "news", "notes", "recipes", "reviews", "science", "tools",
	"travel",
}

// posts writes count posts into dir: the same bytes on every machine. A post that is not short has a header and 400 to
// 700 words in headings, paragraphs with emphasis, code spans and links, lists, and now and then a quote, a table, code
// or an image. It returns the newest post of one section.
func (h header) posts(dir string, count int) (newest string, err error) {
	words := vocabulary()
	link := func(n int) string { return fmt.Sprintf("/%s/post-%06d/", sections[n%len(sections)], n) }
	var last time.Time
	for n := 1; n <= count; n++ {
		w := &writer{r: rand.New(rand.NewPCG(1, uint64(n))), words: words, link: link}
		day := w.post(n, h)
		section := sections[n%len(sections)]
		name := fmt.Sprintf("%s/post-%06d.md", section, n)
		if err := put(dir, name, w.b.String()); err != nil {
			return "", err
		}
		if section == "notes" && day.After(last) {
			newest, last = name, day
		}
	}
	return newest, nil
}

// manual writes pages of a documentation into dir, in chapters of ten in parts of ten, and returns one of them.
func manual(dir string, pages int) (page string, err error) {
	words := vocabulary()
	at := func(i int) string { return fmt.Sprintf("part-%03d/chapter-%03d/page-%05d", i/100, i/10, i) }
	for i := range pages {
		w := &writer{
			r: rand.New(rand.NewPCG(2, uint64(i))), words: words,
			link: func(n int) string { return "/" + at(n) + "/" },
		}
		if i%100 == 0 {
			if err := put(dir, fmt.Sprintf("part-%03d/_index.md", i/100),
				fmt.Sprintf("---\ntitle: Part %d\n---\n", i/100)); err != nil {
				return "", err
			}
		}
		if i%10 == 0 {
			if err := put(dir, filepath.Dir(at(i))+"/_index.md",
				fmt.Sprintf("---\ntitle: Chapter %d\n---\n", i/10)); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(&w.b, "---\ntitle: %q\nweight: %d\ndescription: %q\n", w.phrase(1, 4), 1+i%10, w.sentence())
		w.tags()
		w.b.WriteString("---\n\n")
		w.text(i)
		if err := put(dir, at(i)+".md", w.b.String()); err != nil {
			return "", err
		}
	}
	return at(0) + ".md", nil
}

// put writes a file, and makes its folder.
func put(dir, name, text string) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// vocabulary is 2,000 words made of syllables, one in 40 with an accent.
func vocabulary() []string {
	syllables := strings.Fields("ba co du fe gi ha jo ka le mi no pa qui ro su ta ve wi xo ya zen tor lan mer sil ver ten ris mon del")
	r := rand.New(rand.NewPCG(0, 0))
	var words []string
	for len(words) < 2000 {
		var b strings.Builder
		for range []int{1, 2, 2, 2, 3, 3, 4}[r.IntN(7)] {
			b.WriteString(syllables[r.IntN(len(syllables))])
		}
		word := b.String()
		if len(words)%40 == 39 {
			word = strings.NewReplacer("a", "á", "e", "é", "o", "ö").Replace(word)
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// writer writes one page.
type writer struct {
	r     *rand.Rand
	words []string
	link  func(n int) string // the address of another page
	b     strings.Builder
}

func (w *writer) word() string { return w.words[w.r.IntN(len(w.words))] }

func (w *writer) some(least, most int) []string {
	out := make([]string, least+w.r.IntN(most-least+1))
	for i := range out {
		out[i] = w.word()
	}
	return out
}

func (w *writer) phrase(least, most int) string {
	s := strings.Join(w.some(least, most), " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

func (w *writer) sentence() string { return w.phrase(7, 18) + "." }

func (w *writer) paragraph(n int) {
	for i := range 3 + w.r.IntN(3) {
		if i > 0 {
			w.b.WriteByte(' ')
		}
		w.b.WriteString(w.sentence())
		switch w.r.IntN(10) {
		case 0, 1:
			fmt.Fprintf(&w.b, " **%s %s** and more.", w.word(), w.word())
		case 2, 3:
			fmt.Fprintf(&w.b, " See [%s](https://example.com/%s/%d?a=1&b=2).", w.word(), w.word(), n)
		case 4:
			if n > 1 {
				m := 1 + w.r.IntN(n-1)
				fmt.Fprintf(&w.b, " As in [%s](%s).", w.word(), w.link(m))
			}
		case 5:
			fmt.Fprintf(&w.b, " The `%s_%s` value is *%s*.", w.word(), w.word(), w.word())
		}
	}
	w.b.WriteString("\n\n")
}

// post writes a post and returns its date. Posts of the same number have the same text, whatever their headers say.
func (w *writer) post(n int, h header) time.Time {
	day := time.Date(2012, 1, 1, n%24, n%60, 0, 0, time.UTC).AddDate(0, 0, n*37%5000)
	title := w.phrase(3, 8)
	if n%10 == 0 {
		title += fmt.Sprintf(": part %d & more", n)
	}
	fmt.Fprintf(&w.b, "---\ntitle: %q\ndate: %s\n", title, day.Format(time.RFC3339))
	all := w.b.String()
	fmt.Fprintf(&w.b, "lastmod: %s\n", day.AddDate(0, 0, w.r.IntN(90)).Format(time.RFC3339))
	all = w.unless(h.lastmod, all)
	fmt.Fprintf(&w.b, "description: %q\n", w.sentence())
	all = w.unless(h.description, all)
	w.tags()
	w.unless(h.tags, all)
	w.b.WriteString("---\n\n")
	if !h.short {
		w.text(n)
	}
	for h.short && w.b.Len() < 850 {
		w.paragraph(n)
	}
	return day
}

// unless takes back what was written after some text unless it is wanted, and returns what there is now. It was drawn
// by the same random numbers either way.
func (w *writer) unless(wanted bool, before string) string {
	if !wanted {
		w.b.Reset()
		w.b.WriteString(before)
	}
	return w.b.String()
}

func (w *writer) tags() {
	w.b.WriteString("tags:\n")
	for range 1 + w.r.IntN(3) {
		fmt.Fprintf(&w.b, "  - tag-%03d\n", 1+w.r.IntN(200))
	}
}

// text writes what comes after the header.
func (w *writer) text(n int) {
	w.paragraph(n)
	for i := range 3 + w.r.IntN(4) {
		fmt.Fprintf(&w.b, "%s %s\n\n", []string{"##", "##", "###"}[min(i, w.r.IntN(3))], w.phrase(2, 5))
		w.paragraph(n)
		switch i {
		case 0:
			for range 3 + w.r.IntN(4) {
				fmt.Fprintf(&w.b, "- %s\n", w.phrase(4, 9))
			}
			w.b.WriteByte('\n')
		case 1:
			for j := range 3 + w.r.IntN(3) {
				fmt.Fprintf(&w.b, "%d. %s\n", j+1, w.phrase(4, 9))
			}
			w.b.WriteByte('\n')
		case 2:
			fmt.Fprintf(&w.b, "> %s\n\n", w.sentence())
		}
	}
	if n%10 == 3 {
		fmt.Fprintf(&w.b, "| %s | %s |\n| --- | ---: |\n| %s | %s |\n\n", w.word(), w.word(), w.word(), w.word())
	}
	if n%5 == 0 {
		fmt.Fprintf(&w.b, "```go\nfunc %s(n int) (string, error) {\n\treturn fmt.Sprint(n), nil // %s\n}\n```\n\n", w.word(),
			w.word())
	}
	if n%4 == 0 {
		fmt.Fprintf(&w.b, "![%s %s](/img/pic-%02d.png)\n", w.word(), w.word(), n%50)
	}
}
