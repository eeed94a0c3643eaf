package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// placed is a document with the URL of its page.
type placed struct {
	address string
	Document
}

// made makes the files of documents.
func split(d *Document) *Page { return new(Splitter).Read(d) }

func made(docs []placed) []File {
	var pages []*Page
	var entries []Entry
	var texts []string
	var size []int
	for i := range docs {
		pages = append(pages, split(&docs[i].Document))
		entries = append(entries, Entry{Address: docs[i].address, Title: docs[i].Title, Section: "Section"})
		texts = append(texts, string(docs[i].AppendTexts(nil)))
		size = append(size, len(texts[i]))
	}
	var excerpts []File
	for from, to := range Packs(entries, size) {
		files, names := Pack(texts[from:to])
		for i, n := range names {
			entries[from+i].Excerpts = n
		}
		excerpts = append(excerpts, files...)
	}
	return append(filesOf(pages, entries), excerpts...)
}

// filesOf returns the files of an index of pages, except the excerpts.
func filesOf(pages []*Page, entries []Entry) []File {
	files, _, err := Build(pages).Files(Making{Entry: "index.js", Language: "en", Entries: entries})
	if err != nil {
		panic(err) // its lists are in memory
	}
	return files
}

func TestSearchFinds(t *testing.T) {
	text := func(title, s string) []Passage {
		return []Passage{{Text: s}, {Heading: "On " + title, Text: "What follows."}}
	}
	docs := []placed{
		{"install/", Document{Title: "Install", Passages: []Passage{{Text: "How to install it."}, {"windows", "Windows", "Run the installer. Paths have a backslash \\ and \"quotes\"."}, {"linux", "Linux", "Use the package."}}}},
		{"usage/", Document{Title: "Usage", Keywords: []string{"manual"}, Passages: text("use", "After you install it, run it. Install it again if it does not run.")}},
		{"strasse/", Document{Title: "Die Straße", Passages: text("Wege", "Größe und Übermut auf der Straße.")}},
		{"ja/", Document{Title: "検索", Passages: text("索引", "全文検索エンジンは日本語の文書を検索する。")}},
		{"ar/", Document{Title: "البحث", Passages: text("فهرس", "كيف تَبْحَثُ في المُحتوى")}},
		{"th/", Document{Title: "ค้นหา", Passages: text("ดัชนี", "ระบบค้นหาข้อความภาษาไทย")}},
		{"tr/", Document{Title: "İstanbul", Passages: text("Şehir", "Isparta ve ılık")}},
		{"long/", Document{Title: "Long", Passages: []Passage{{"start", "Start", strings.Repeat("word ", 1000)}, {"end", "End", strings.Repeat("filler ", 700) + "needle"}}}},
		{"empty/", Document{Title: "Nothing on it"}},
	}
	c := open(made(docs), "index.js")
	for query, want := range map[string][]hit{
		"install":      {{"install/", 0}, {"usage/", 0}},
		"INSTALL win":  {{"install/", 1}, {"usage/", 0}},
		"backsl":       {{"install/", 1}},
		"strasse":      {{"strasse/", 0}},
		"GRÖSSE":       {{"strasse/", 0}},
		"manual":       {{"usage/", 0}},
		"日本":           {{"ja/", 0}},
		"検":            {{"ja/", 0}},
		"索引":           {{"ja/", 1}},
		"تبحث":         {{"ar/", 0}},
		"ภาษาไทย":      {{"th/", 0}},
		"istanbul":     {{"tr/", 0}},
		"ISPARTA ILIK": {{"tr/", 0}},
		"needle":       {{"long/", 2}},
		"nothing":      {{"empty/", 0}},
		"nowhere":      nil,
		"":             nil,
	} {
		if got, _ := c.search(query); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}

func TestExcerpts(t *testing.T) {
	long := strings.Repeat("many words ", mostExcerpts/20)
	docs := []placed{
		{"long/", Document{Title: "Long", Passages: []Passage{
			{"one", "One", "red\n" + long}, {"two", "Two", "green"}, {"three", "Three", long}, {"four", "Four", "blue"},
		}}},
		{"text/", Document{Title: "Text", Passages: []Passage{{Text: "begins yellow"}, {"next", "Next", "goes on"}}}},
		{"list/", Document{Title: "List", Description: "What it lists"}},
		{"bare/", Document{Title: "Bare"}},
	}
	c := open(made(docs), "index.js")
	for query, want := range map[string][]string{
		"long":   {"", "", "red " + long[:296]}, // the text below the first heading
		"red":    {"One", "one", "red " + long},
		"green":  {"Two", "two", "green"},
		"three":  {"Three", "three", long},
		"blue":   {"Four", "four", "blue"},
		"yellow": {"", "", "begins yellow"},
		"list":   {"", "", "What it lists"},
		"bare":   nil,
	} {
		hits, _ := c.search(query)
		if got := c.excerpt(hits[0]); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if n := len(c.excerpts["long/"]); n != 2 {
		t.Errorf("%d files of %d bytes each for three times that, want 2", n, mostExcerpts)
	}
	if a, b := c.excerpts["text/"], c.excerpts["list/"]; a[0][:excerptDigits] != b[0][:excerptDigits] {
		t.Errorf("short pages have files of their own: %q and %q", a, b)
	}
}

// One more page changes the packs near it, wherever it is and whatever the pages are long.
func TestOnePageChangesFewPacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{300, 3000, 9000} {
		var entries []Entry
		var size []int
		for i := range 2000 {
			entries = append(entries, Entry{Address: fmt.Sprintf("posts/%d/", i)})
			size = append(size, random.IntN(most))
		}
		packs := func(entries []Entry, size []int) map[string]int {
			out := map[string]int{}
			next := 0
			for from, to := range Packs(entries, size) {
				sum, texts := 0, 0
				for i := from; i < to; i++ {
					sum += size[i]
					texts += min(1, size[i])
				}
				if from != next || sum > mostExcerpts && texts > 1 {
					t.Fatalf("pages %d to %d with %d bytes follow page %d", from, to, sum, next)
				}
				next = to
				out[fmt.Sprint(entries[from:to])]++
			}
			return out
		}
		before := packs(entries, size)
		if most == 300 && len(before) > 200 {
			t.Errorf("%d packs for 2000 pages of 150 bytes", len(before))
		}
		worst, sum := 0, 0
		const tries = 100
		for range tries {
			at := random.IntN(len(entries))
			after := packs(slices.Insert(slices.Clone(entries), at, Entry{Address: "new/"}), slices.Insert(slices.Clone(size), at, most/2))
			changed := 0
			for p := range after {
				if before[p] == 0 {
					changed++
				}
			}
			worst, sum = max(worst, changed), sum+changed
		}
		if worst > 40 || sum > 8*tries {
			t.Errorf("a page among those of up to %d bytes changes %d packs at most, %d of %d tries together", most, worst, sum, tries)
		}
	}
}

// Of pages with the same words, the one where they are in one heading comes first, then one where they are in one
// section, and results link there.
func TestNearWords(t *testing.T) {
	docs := []placed{
		{"apart/", Document{Title: "Apart", Passages: []Passage{
			{"a", "One", "A key."}, {"b", "Other", "Change the lock."}, {"c", "More", "Nothing here."},
		}}},
		{"section/", Document{Title: "Section", Passages: []Passage{
			{"a", "First", "Keep a key."}, {"b", "Second", "A key can change."}, {"c", "Third", "A change."},
		}}},
		{"heading/", Document{Title: "Heading", Passages: []Passage{
			{"a", "First", "A key, and a change."}, {"b", "Change a key", "As follows."},
		}}},
		{"title/", Document{Title: "Keys that change", Passages: []Passage{{Text: "Words."}}}},
	}
	c := open(made(docs), "index.js")
	got, _ := c.search("key change ")
	want := []hit{{"title/", 0}, {"heading/", 2}, {"section/", 2}, {"apart/", 1}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A page about a word ranks before a long page that mentions it more often, and before a page that happens to use
// exactly the form in the query.
func TestRanking(t *testing.T) {
	docs := []placed{
		{"reference/", Document{Title: "Reference", Passages: []Passage{{Text: strings.Repeat("cache other words of a long page. ", 40) + strings.Repeat("more ", 8000)}}}},
		{"form/", Document{Title: "Form", Passages: []Passage{{Text: "Rarely somebody was caching something."}}}},
		{"cache/", Document{Title: "What is kept", Passages: []Passage{{Text: strings.Repeat("The cache keeps it. ", 6) + strings.Repeat("more ", 200)}}}},
		{"other/", Document{Title: "Other", Passages: []Passage{{Text: strings.Repeat("Notes in a cache. ", 2)}, {"reload", "Reload", "It may reload."}}}},
		{"preview/", Document{Title: "Preview", Description: "See the site with live reload", Passages: []Passage{{Text: "Pages reload."}}}},
		{"live/", Document{Title: "Deploy", Passages: []Passage{{Text: "The site goes live; then reload it."}}}},
	}
	c := open(made(docs), "index.js")
	for query, want := range map[string]string{"cache ": "cache/", "caching ": "cache/", "live reload": "preview/"} {
		if got, _ := c.search(query); len(got) == 0 || got[0].address != want {
			t.Errorf("%q finds %v, want %s first", query, got, want)
		}
	}
}

// TestNames: a query for a name finds the pages with the name before those with its words, and the page that describes
// it before those that use it.
func TestNames(t *testing.T) {
	code := func(lines ...string) []Passage { return []Passage{{Text: strings.Join(lines, "\n")}} }
	docs := []placed{
		{"files/", Document{Title: "Data", Passages: code(strings.Repeat("The data in a dir. ", 20))}},
		{"start/", Document{Title: "Start", Passages: code(`run --name a \`, `--data-dir=/x \`, `--data-dir=/y`, "see --data-dir, or --data-dir")}},
		{"settings/", Document{Title: "Settings", Passages: code("--name a", "The name.", "--data-dir x", "Where the files are.")}},
		{"api/", Document{Title: "API", Passages: code("Call os.ReadFile, or set ETCDCTL_API=3 for v3.5.")}},
		{"read/", Document{Title: "Read", Passages: code("Read a file of the os. The api of etcdctl. 5 of v3, 35.")}},
	}
	c := open(made(docs), "index.js")
	for query, want := range map[string]string{
		"data-dir":      "settings/ start/ files/",
		"--data-dir ":   "settings/ start/ files/",
		"DATA_DIR":      "settings/ start/ files/",
		"datadir":       "settings/ start/",
		"data-d":        "settings/ start/ files/",
		"os.ReadFile":   "api/ read/",
		"os.read_file":  "read/ api/ settings/",
		"ETCDCTL_API":   "api/ read/",
		"etcdctl-api ":  "api/ read/",
		"etcdctlapi":    "api/",
		"v3.5":          "api/ read/",
		"v35":           "",
		"nothing-there": "",
	} {
		got, _ := c.search(query)
		var list []string
		for _, h := range got {
			list = append(list, h.address)
		}
		if strings.Join(list, " ") != want {
			t.Errorf("%q finds %v, want %s", query, list, want)
		}
	}
}

// random returns a document whose words follow Zipf's law.
func random(r *rand.Rand, address string, words int) placed {
	d := placed{address, Document{Title: "Title " + address}}
	z := rand.NewZipf(r, 1.1, 2, 20000)
	for range 1 + r.IntN(4) {
		var b strings.Builder
		for range words {
			n := z.Uint64()
			fmt.Fprintf(&b, "%c%x%c ", 'a'+n%26, n*2654435761%0xfffff, rune("aé語ж"[0])+rune(n%3))
		}
		d.Passages = append(d.Passages, Passage{Heading: "Heading " + address, Text: b.String()})
	}
	return d
}

// TestNextIsBuild edits pages at random: the files of the patched index, with those that it keeps, must equal the files
// of a new one, whether the index is in memory or was read from a store by another process.
func TestNextIsBuild(t *testing.T) {
	for _, stored := range []bool{false, true} {
		t.Run(fmt.Sprint(stored), func(t *testing.T) {
			var store *cache.Store
			if stored {
				store = cache.Open(t.TempDir(), "", cache.Options{})
				defer store.Close()
			}
			nextIsBuild(t, store)
		})
	}
}

func nextIsBuild(t *testing.T, store *cache.Store) {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]placed, 900) // words that are in all pages are wide
	pages := make([]*Page, len(docs))
	entries := make([]Entry, len(docs))
	for i := range docs {
		docs[i] = random(r, fmt.Sprintf("p%d/", i), 60)
		pages[i] = split(&docs[i].Document)
		entries[i] = Entry{Address: docs[i].address, Title: docs[i].Title, Section: fmt.Sprint(i / 50)}
	}
	var kept *Kept
	there := map[string][]byte{} // all files
	written, shards, refused := 0, 0, 0
	for step := range 40 {
		var edits []Edit
		pages = slices.Clone(pages)
		for i := r.IntN(len(pages)); i < len(pages) && step > 0; i += 1 + r.IntN(len(pages)) {
			d := random(r, docs[i].address, []int{0, 1, 5, 60}[r.IntN(4)])
			if r.IntN(2) == 0 {
				d.Passages[0].Text += " running runs ran"
			}
			now := split(&d.Document)
			edits, pages[i] = append(edits, Edit{i, pages[i], now}), now
		}
		x := Build(pages)
		if step > 0 {
			old := kept.Index(store)
			if old == nil {
				t.Fatal("the index is lost")
			}
			next, err := old.Next(edits)
			if err != nil {
				t.Fatal(err)
			}
			x = next
		}
		now := map[string][]byte{}
		files, x, err := x.Files(Making{Entry: "index.js", Language: "en", Entries: entries, Keep: func(name string) bool {
			data, ok := there[name]
			if ok && r.IntN(50) == 0 {
				refused++
				return false // someone deleted it
			}
			if ok {
				now[name] = data
			}
			return ok
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if now[f.Name] = f.Data; step > 0 && (f.Name[0] == 's' || f.Name[0] == 'w') {
				written++
			}
		}
		want := map[string][]byte{}
		for _, f := range filesOf(pages, entries) {
			if want[f.Name] = f.Data; f.Name[0] == 's' || f.Name[0] == 'w' {
				shards++
			}
		}
		if !maps.EqualFunc(now, want, bytes.Equal) {
			t.Fatalf("step %d: what is patched is not what is built", step)
		}
		there = now
		if kept = KeepIndex(store, x, store != nil); store != nil {
			if err := store.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if written == 0 || written > shards*9/10 || refused == 0 {
		t.Errorf("of %d shards, %d were written; %d were refused", shards, written, refused)
	}
}

// TestIndexIsLost: an index with lists that are no longer in the store says so.
func TestIndexIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var pages []*Page
	for i := range 50 {
		d := random(r, fmt.Sprintf("p%d/", i), 100)
		pages = append(pages, split(&d.Document))
	}
	_, x, err := Build(pages).Files(Making{Entry: "index.js", Language: "en", Entries: make([]Entry, len(pages))})
	if err != nil {
		t.Fatal(err)
	}
	store, other := cache.Open(t.TempDir(), "", cache.Options{}), cache.Open(t.TempDir(), "", cache.Options{})
	defer store.Close()
	defer other.Close()
	kept := KeepIndex(store, x, true)
	if kept.Index(other) != nil {
		t.Error("an index was found in a store that lacks it")
	}
	blob, ok := store.Blob(kept.Key())
	if !ok || len(kept.Keys(store)) < 2 {
		t.Fatal("the store lacks the index")
	}
	other.Put(kept.Key(), blob)
	if _, err := kept.Index(other).Next([]Edit{{0, pages[0], pages[1]}}); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	other.Put(kept.Key(), blob[:len(blob)/2])
	if kept.Index(other) != nil {
		t.Error("half of an index was accepted")
	}
}

// TestEditRewritesFewShards: an edit of one page changes only the shards of its words, and only these are made.
func TestEditRewritesFewShards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var pages []*Page
	var docs []placed
	for i := range 300 {
		docs = append(docs, random(r, fmt.Sprintf("p%d/", i), 150))
		pages = append(pages, split(&docs[i].Document))
	}
	making := Making{Entry: "index.js", Language: "en", Entries: make([]Entry, len(pages))}
	files, x, err := Build(pages).Files(making)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]bool{}
	shards := 0
	for _, f := range files {
		before[f.Name] = true
		if f.Name[0] == 's' {
			shards++
		}
	}
	docs[7].Passages[0].Text += " unheardof wordofitsown"
	next, err := x.Next([]Edit{{7, pages[7], split(&docs[7].Document)}})
	if err != nil {
		t.Fatal(err)
	}
	making.Keep = func(name string) bool { return before[name] }
	if files, _, err = next.Files(making); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for _, f := range files {
		if f.Name[0] == 's' {
			changed++
		}
	}
	if shards < 40 || changed > 6 || changed == 0 {
		t.Errorf("%d of %d shards were made for an edit of two words", changed, shards)
	}
}

// TestCommonWords: lists of words that are in most pages are short, and queries lose nothing.
func TestCommonWords(t *testing.T) {
	docs := make([]placed, 2000)
	for i := range docs {
		docs[i] = placed{fmt.Sprintf("p%d/", i), Document{Title: fmt.Sprint("Page ", i), Passages: []Passage{{Text: strings.Repeat("common ", 1+i%5)}}}}
		if i%2 == 0 {
			docs[i].Passages = append(docs[i].Passages, Passage{Text: "also even"})
		}
		if i%100 == 99 {
			docs[i].Passages = append(docs[i].Passages, Passage{Text: "rare"})
		}
	}
	docs[1999].Title = "Common"
	files := made(docs)
	for _, f := range files {
		if f.Name[0] == 's' && len(f.Data) > mostShard+4*mostPages {
			t.Errorf("a shard of %d bytes", len(f.Data))
		}
	}
	c := open(files, "index.js")
	for _, want := range []struct {
		query, first string
		count        int
	}{
		{"common", "p1999/", 2000},
		{"common 1234", "p1234/", 1},
		{"common even", "p4/", 1000},
		{"even common", "p4/", 1000},
		{"common rare", "p1999/", 20},
		{"common even page", "p4/", 1000},
	} {
		c.read = map[string]bool{}
		got, count := c.search(want.query)
		if count != want.count || len(got) == 0 || got[0].address != want.first {
			t.Errorf("%q finds %v and %d in all, want %s and %d", want.query, got, count, want.first, want.count)
		}
	}
}

func TestPagesAreKept(t *testing.T) {
	d := random(rand.New(rand.NewPCG(5, 6)), "p/", 900)
	p := split(&d.Document)
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
		_, x, err := Build(pages).Files(Making{Entry: "index.js", Language: "en", Entries: make([]Entry, n)})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := x.Next([]Edit{{n / 2, pages[n/2], pages[0]}}); err != nil {
					b.Fatal(err)
				}
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
		split(&d.Document)
	}
}

func benchPages(n int) []*Page {
	r := rand.New(rand.NewPCG(1, 1))
	pages := make([]*Page, n)
	for i := range pages {
		d := random(r, fmt.Sprint(i), 100)
		pages[i] = split(&d.Document)
	}
	return pages
}

// TestFilters checks that each section and tag has a term with its pages, and that the entry file names the sections and
// the most used tags.
func TestFilters(t *testing.T) {
	var docs []Document
	var entries []Entry
	for i := range 1000 {
		e := Entry{Address: fmt.Sprint(i), Title: "Word", Section: Trail([]string{"Guide", fmt.Sprint(i / 100)})}
		if i%2 == 0 {
			e.Section, e.Tags = "Blog", []string{"even", fmt.Sprint("Tag ", i%100)}
		}
		entries = append(entries, e)
		docs = append(docs, Document{Title: "Word", Labels: Labels(e.Section, e.Tags)})
	}
	var pages []*Page
	for i := range docs {
		pages = append(pages, split(&docs[i]))
	}
	c := open(filesOf(pages, entries), "index.js")
	var filters [][]string
	if err := json.Unmarshal([]byte(c.filters), &filters); err != nil {
		t.Fatal(err)
	}
	if want := []string{"Blog", "Guide"}; !slices.Equal(filters[0], want) {
		t.Errorf("sections are %q, want %q", filters[0], want)
	}
	if len(filters[1]) != mostTags || filters[1][0] != "even" || filters[1][1] != "Tag 0" {
		t.Errorf("tags are %q", filters[1])
	}
	for _, at := range []struct {
		label string
		has   func(i int) bool
	}{
		{label(sectionFilter, "Guide"), func(i int) bool { return i%2 == 1 }},
		{label(tagFilter, "even"), func(i int) bool { return i%2 == 0 }},
		{label(tagFilter, "Tag 4"), func(i int) bool { return i%100 == 4 }},
		{label(sectionFilter, "even"), func(int) bool { return false }},
	} {
		got := map[int]bool{}
		for _, u := range uses(strings.TrimSpace(lists(c, "s", c.shards, at.label, false)[at.label])) {
			got[u.page] = true
		}
		for i := range docs {
			if got[i] != at.has(i) {
				t.Fatalf("%s: page %d is among its pages: %v, want %v", at.label, i, got[i], at.has(i))
			}
		}
	}
	if found, _ := c.search(label(tagFilter, "even")); len(found) > 0 {
		t.Errorf("a query finds a label: %v", found)
	}
}
