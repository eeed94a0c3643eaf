//go:build ignore

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

// corpus writes count posts into dir: the same bytes on every machine. A post has a header of six
// keys and 400 to 700 words in headings, paragraphs with emphasis, code spans and links, lists, and
// now and then a quote, a table, code or an image.
func corpus(dir string, count int) error {
	sections := []string{"essays", "guides", "music", "news", "notes", "recipes", "reviews", "science", "tools", "travel"}
	for _, s := range sections {
		if err := os.MkdirAll(filepath.Join(dir, s), 0o777); err != nil {
			return err
		}
	}
	words := vocabulary()
	for n := 1; n <= count; n++ {
		w := &writer{rand.New(rand.NewPCG(1, uint64(n))), words, strings.Builder{}}
		w.post(n, sections)
		name := filepath.Join(dir, sections[n%len(sections)], fmt.Sprintf("post-%06d.md", n))
		if err := os.WriteFile(name, []byte(w.b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
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

type writer struct {
	r     *rand.Rand
	words []string
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

func (w *writer) paragraph(n int, sections []string) {
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
				fmt.Fprintf(&w.b, " As in [%s](/%s/post-%06d/).", w.word(), sections[m%len(sections)], m)
			}
		case 5:
			fmt.Fprintf(&w.b, " The `%s_%s` value is *%s*.", w.word(), w.word(), w.word())
		}
	}
	w.b.WriteString("\n\n")
}

func (w *writer) post(n int, sections []string) {
	day := time.Date(2012, 1, 1, n%24, n%60, 0, 0, time.UTC).AddDate(0, 0, n*37%5000)
	title := w.phrase(3, 8)
	if n%10 == 0 {
		title += fmt.Sprintf(": part %d & more", n)
	}
	fmt.Fprintf(&w.b, "---\ntitle: %q\ndate: %s\nlastmod: %s\ndescription: %q\ntags:\n", title,
		day.Format(time.RFC3339), day.AddDate(0, 0, w.r.IntN(90)).Format(time.RFC3339), w.sentence())
	for range 1 + w.r.IntN(3) {
		fmt.Fprintf(&w.b, "  - tag-%03d\n", 1+w.r.IntN(200))
	}
	w.b.WriteString("---\n\n")
	w.paragraph(n, sections)
	for i := range 3 + w.r.IntN(4) {
		fmt.Fprintf(&w.b, "%s %s\n\n", []string{"##", "##", "###"}[min(i, w.r.IntN(3))], w.phrase(2, 5))
		w.paragraph(n, sections)
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
		fmt.Fprintf(&w.b, "```go\nfunc %s(n int) (string, error) {\n\treturn fmt.Sprint(n), nil // %s\n}\n```\n\n", w.word(), w.word())
	}
	if n%4 == 0 {
		fmt.Fprintf(&w.b, "![%s %s](/img/pic-%02d.png)\n", w.word(), w.word(), n%50)
	}
}
