package search

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/codec"
)

// made makes the files of documents.
func made(docs []Document) []File {
	var pages []*Page
	var entries []Entry
	var files []File
	for i := range docs {
		p, texts := Read(&docs[i])
		pages, files = append(pages, p), append(files, texts...)
		entries = append(entries, Entry{docs[i].Address, docs[i].Title, "Section"})
	}
	return append(files, Build(pages).Files("index.js", entries)...)
}

func TestSearchFinds(t *testing.T) {
	text := func(title, s string) []Passage {
		return []Passage{{Text: s}, {Heading: "On " + title, Anchor: "on", Text: "What follows."}}
	}
	docs := []Document{
		{"install/", "Install", nil, []Passage{{Text: "How to install it."}, {"Windows", "windows", "Run the installer. Paths have a backslash \\ and \"quotes\"."}, {"Linux", "linux", "Use the package."}}},
		{"usage/", "Usage", []string{"manual"}, text("use", "After you install it, run it. Install it again if it does not run.")},
		{"strasse/", "Die Straße", nil, text("Wege", "Größe und Übermut auf der Straße.")},
		{"ja/", "検索", nil, text("索引", "全文検索エンジンは日本語の文書を検索する。")},
		{"ar/", "البحث", nil, text("فهرس", "كيف تَبْحَثُ في المُحتوى")},
		{"th/", "ค้นหา", nil, text("ดัชนี", "ระบบค้นหาข้อความภาษาไทย")},
		{"tr/", "İstanbul", nil, text("Şehir", "Isparta ve ılık")},
		{"long/", "Long", nil, []Passage{{Text: strings.Repeat("word ", 1000)}, {"End", "end", strings.Repeat("filler ", 700) + "needle"}}},
		{"empty/", "Nothing on it", nil, nil},
	}
	c := open(made(docs), "index.js")
	for query, want := range map[string][]hit{
		"install":      {{"install/", ""}, {"usage/", ""}},
		"INSTALL win":  {{"install/", "windows"}, {"usage/", ""}},
		"backsl":       {{"install/", "windows"}},
		"strasse":      {{"strasse/", ""}},
		"GRÖSSE":       {{"strasse/", ""}},
		"manual":       {{"usage/", ""}},
		"日本":           {{"ja/", ""}},
		"検":            {{"ja/", ""}},
		"索引":           {{"ja/", "on"}},
		"تبحث":         {{"ar/", ""}},
		"ภาษาไทย":      {{"th/", ""}},
		"istanbul":     {{"tr/", ""}},
		"ISPARTA ILIK": {{"tr/", ""}},
		"needle":       {{"long/", "end"}},
		"nothing":      {{"empty/", ""}},
		"nowhere":      nil,
		"":             nil,
	} {
		if got := c.search(query); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}

// random makes a document of words that follow Zipf's law.
func random(r *rand.Rand, address string, words int) Document {
	d := Document{Address: address, Title: "Title " + address}
	z := rand.NewZipf(r, 1.1, 2, 20000)
	for range 1 + r.IntN(4) {
		var b strings.Builder
		for range words {
			n := z.Uint64()
			fmt.Fprintf(&b, "%c%x%c ", 'a'+n%26, n*2654435761%0xfffff, rune("aé語ж"[0])+rune(n%3))
		}
		d.Passages = append(d.Passages, Passage{"Heading " + address, "h", b.String()})
	}
	return d
}

// TestNextIsBuild edits pages at random: what is patched must be what is built anew.
func TestNextIsBuild(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]Document, 200)
	pages := make([]*Page, len(docs))
	entries := make([]Entry, len(docs))
	for i := range docs {
		docs[i] = random(r, fmt.Sprintf("p%d/", i), 30)
		pages[i], _ = Read(&docs[i])
		entries[i] = Entry{Address: docs[i].Address, Title: docs[i].Title, Section: fmt.Sprint(i / 50)}
	}
	x := Build(pages)
	for step := range 60 {
		pages = slices.Clone(pages)
		for range r.IntN(6) {
			i := r.IntN(len(pages))
			d := random(r, docs[i].Address, r.IntN(60))
			pages[i], _ = Read(&d)
		}
		if step%10 == 9 {
			i := r.IntN(len(pages))
			pages, entries = slices.Delete(pages, i, i+1), slices.Delete(entries, i, i+1)
			docs = slices.Delete(docs, i, i+1)
		}
		x = x.Next(pages)
		same := func(a, b File) bool { return a.Name == b.Name && bytes.Equal(a.Data, b.Data) }
		if !slices.EqualFunc(Build(pages).Files("index.js", entries), x.Files("index.js", entries), same) {
			t.Fatalf("step %d: what is patched is not what is built", step)
		}
	}
}

// TestEditRewritesFewShards holds an edit of one page to the shards that its words lie in.
func TestEditRewritesFewShards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var docs []Document
	for i := range 300 {
		docs = append(docs, random(r, fmt.Sprintf("p%d/", i), 150))
	}
	before := map[string]bool{}
	shards := 0
	for _, f := range made(docs) {
		before[f.Name] = true
		if f.Name[0] == 's' {
			shards++
		}
	}
	docs[7].Passages[0].Text += " unheardof wordofitsown"
	changed := 0
	for _, f := range made(docs) {
		if !before[f.Name] && f.Name[0] == 's' {
			changed++
		}
	}
	if shards < 40 || changed > 6 || changed == 0 {
		t.Errorf("%d of %d shards changed by an edit of two words", changed, shards)
	}
}

// TestCommonWords keeps lists of words short that are in most pages.
func TestCommonWords(t *testing.T) {
	docs := make([]Document, 2000)
	for i := range docs {
		docs[i] = Document{Address: fmt.Sprintf("p%d/", i), Title: fmt.Sprint("Page ", i), Passages: []Passage{{Text: strings.Repeat("common ", 1+i%5)}}}
	}
	docs[1999].Title = "Common"
	files := made(docs)
	for _, f := range files {
		if f.Name[0] == 's' && len(f.Data) > mostShard+4*mostPages {
			t.Errorf("a shard of %d bytes", len(f.Data))
		}
	}
	c := open(files, "index.js")
	if got := c.search("common"); len(got) == 0 || got[0].address != "p1999/" {
		t.Errorf("found %v", got)
	}
	if got := c.search("common 1234"); len(got) == 0 || got[0].address != "p1234/" {
		t.Errorf("found %v", got)
	}
}

func TestPagesAreKept(t *testing.T) {
	d := random(rand.New(rand.NewPCG(5, 6)), "p/", 900)
	p, _ := Read(&d)
	var w codec.Writer
	p.Store(&w)
	r := codec.NewReader(w.Bytes())
	if diff := cmp.Diff(p, Load(r), cmp.AllowUnexported(Page{})); diff != "" || r.End() != nil {
		t.Error(diff, r.End())
	}
	for n := range w.Bytes() {
		r := codec.NewReader(w.Bytes()[:n])
		if Load(r); r.End() == nil {
			t.Fatalf("no error for the first %d bytes", n)
		}
	}
}

func TestCompareIsTheOrderOfUTF16(t *testing.T) {
	in := []string{"\U00020000", "\ue000", "a", "z", "é", "ab", "\ufb00", "語"}
	slices.SortFunc(in, compare)
	if want := []string{"a", "ab", "z", "é", "語", "\U00020000", "\ue000", "\ufb00"}; !slices.Equal(in, want) {
		t.Errorf("%q", in)
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		pages := benchPages(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Build(pages)
			}
		})
	}
}

func BenchmarkNext(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		pages := benchPages(n)
		x := Build(pages)
		next := slices.Clone(pages)
		next[n/2] = pages[0]
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				x.Next(next)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	d := random(rand.New(rand.NewPCG(1, 1)), "p/", 500)
	n := 0
	for _, p := range d.Passages {
		n += len(p.Text)
	}
	b.SetBytes(int64(n))
	for b.Loop() {
		Read(&d)
	}
}

func benchPages(n int) []*Page {
	r := rand.New(rand.NewPCG(1, 1))
	pages := make([]*Page, n)
	for i := range pages {
		d := random(r, fmt.Sprint(i), 100)
		pages[i], _ = Read(&d)
	}
	return pages
}
