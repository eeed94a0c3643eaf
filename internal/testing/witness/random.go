package witness

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Project is a random project and the expected result.
type Project struct {
	*rand.Rand
	links *rand.Rand // for links, so they change nothing else
	Files map[string]string
	Site  Site      // with the folders of the hosts relative to the output
	Clock time.Time // of its next build

	base   string
	langs  []string
	hosts  map[string]string // by language, where each has its own
	pages  []*source
	fixed  []string // addresses that front matter names
	number int
}

// source is a page of a project.
type source struct {
	file   string
	mark   string
	front  []string // lines of YAML
	body   string
	links  string
	listed bool
}

// Random makes a project from a seed: its languages, URLs, pages, media, and settings.
func Random(seed uint64) *Project {
	p := &Project{
		Rand: rand.New(rand.NewPCG(seed, 16)), links: rand.New(rand.NewPCG(seed,
			33)), Files: map[string]string{}, hosts: map[string]string{},
		Clock: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC),
	}
	p.configure()
	p.static()
	for range 6 + p.IntN(14) {
		p.addPage()
	}
	p.hostFiles()
	p.finish()
	return p
}

func (p *Project) chance(percent int) bool { return p.IntN(100) < percent }

func (p *Project) one(list ...string) string { return list[p.IntN(len(list))] }

// Change edits, adds, and removes some pages, and advances the clock.
func (p *Project) Change() {
	p.Clock = p.Clock.Add(time.Duration(1+p.IntN(20*24)) * time.Hour)
	p.Site.Rolled = false
	for n := range p.pages {
		switch p.IntN(12) {
		case 0:
			p.pages[n].body += fmt.Sprintf("\nMore of it, number %d.\n", p.IntN(1000))
		case 1:
			p.pages[n].front = append(p.pages[n].front, "weight: "+fmt.Sprint(p.IntN(9)))
		}
	}
	if n := p.IntN(len(p.pages)); p.chance(50) && p.pages[n].mark != "" {
		delete(p.Files, p.pages[n].file)
		p.pages = append(p.pages[:n], p.pages[n+1:]...)
	}
	for range p.IntN(3) {
		p.addPage()
	}
	p.finish()
}

// finish writes the pages, and determines which may be listed.
func (p *Project) finish() {
	p.Site.Listed = map[string]bool{}
	p.Site.Clock = p.Clock
	p.Site.Said = texts
	for _, s := range p.pages {
		if s.links == "" {
			s.links = p.someLinks(s)
		}
		p.Files[s.file] = "---\n" + strings.Join(s.front, "\n") + "\n---\n" + s.body + s.links
		p.Site.Listed[s.mark] = s.listed
	}
}

// texts are words that are hard to encode.
var texts = []string{
	"Plain", "A & B", `<b>bold</b> & "quoted"`, "]]> <![CDATA[ x", "日本語 と 中文", "שלום \u202eabc\u202c", "مرحبا",
	"👩‍👩‍👧‍👦 🇩🇪", "e\u0301te\u0301 ete",
	"50 % off, &amp; more &lt;3", "C++ & C#", "it's – “so” …", "tab\there", "a\u00adb\u200bc", "<script>alert(1)</script>",
	"&#x41;", "x < y > z", "100%25", "\u2028line",
}

func (p *Project) text() string { return p.one(texts...) }

// names are parts of file names and URLs that are hard to encode. All are valid file names on any system except
// Windows.
var names = []string{
	"plain", "Größe", "日本語", "a b", "a+b", "a&b", "it's", "50%", "50%25", "x~y", "a,b", "a;b", "(a)", "a=b", "@home",
	"a!b", "émile", "e\u0301mile", "v1.2", "Mixed-Case", "😀", "a'b", "[x]", "a--b", "a_b", "مرحبا", "c++",
}

func (p *Project) name() string {
	p.number++
	return fmt.Sprintf("%s-%d", p.one(names...), p.number)
}

var sections = []string{"posts", "notes", "posts/deep", "Größe & more", "docs", ""}

// addPage adds a page in random languages.
func (p *Project) addPage() {
	section, name := p.one(sections...), p.name()
	if section != "" {
		section += "/"
	}
	bundle := p.chance(30)
	langs := []string{p.one(p.langs...)}
	switch {
	case p.chance(50):
		langs = p.langs
	case bundle:
		langs = p.langs[:1] // the files of a bundle belong to the main language, as in Hugo
	}
	key := ""
	if p.chance(15) {
		key = fmt.Sprintf("translationKey: key-%d", p.IntN(4))
	}
	moved := p.chance(25)
	for _, lang := range langs {
		s := &source{listed: true}
		p.number++
		s.mark = fmt.Sprintf("mark-%d-%s", p.number, strings.ToLower(lang))
		s.file = "content/" + section + name + "." + lang + ".md"
		if bundle {
			s.file = "content/" + section + name + "/index." + lang + ".md"
			p.Files["content/"+section+name+"/sun.jpg"] = picture()
			p.Files["content/"+section+name+"/talk.mp3"] = "ID3"
		}
		s.front = append(s.front, fmt.Sprintf("title: %q", fmt.Sprintf("%s %d", p.text(), p.number)),
			fmt.Sprintf("description: %q", fmt.Sprintf("%s, described %d", p.text(), p.number)))
		if key != "" && p.chance(70) {
			s.front = append(s.front, key)
		}
		if moved {
			s.front = append(s.front, p.address())
		}
		p.dates(s)
		p.closed(s)
		p.extras(s, bundle)
		s.body = fmt.Sprintf("Text of %d.\n\n## %s\n\n%s\n", p.number, strings.ReplaceAll(s.mark, "-", " "), p.body(bundle))
		p.pages = append(p.pages, s)
	}
}

// address returns a line of front matter that sets the URL of a page.
func (p *Project) address() string {
	p.number++
	if p.chance(50) {
		return fmt.Sprintf("slug: %q", p.one("other", "größe", "%e6%97%a5", "a b", "x.y", "a+b", "Ünï")+fmt.Sprint(p.number))
	}
	n := fmt.Sprint(p.number)
	p.fixed = append(p.fixed, "/fixed-"+n+"/", "/日本-"+n+"/")
	return fmt.Sprintf("url: %q", p.one("/fixed-"+n+"/", "/fixed-"+n+".html", "rel-"+n+"/", "/dir "+n+"/x/", "/日本-"+n+"/",
		"/%7Etilde-"+n+"/", "/a/../up-"+n+"/", "/a/./same-"+n+"/", "/q(1)-"+n+".htm"))
}

// dates gives a page some dates.
func (p *Project) dates(s *source) {
	day := func(from, to int) string {
		t := p.Clock.AddDate(0, 0, from+p.IntN(to-from)).Add(time.Duration(p.IntN(86400)) * time.Second)
		return t.In(time.FixedZone("", 3600*(p.IntN(25)-12))).Format(p.one(time.RFC3339, time.DateOnly))
	}
	switch p.IntN(10) {
	case 0: // no date
	case 1:
		s.front = append(s.front, "date: "+
			p.one("0001-01-01", "0001-01-01T00:00:00+02:00", "1950-05-05", "1969-12-31T23:59:59Z"))
	default:
		s.front = append(s.front, "date: "+day(-900, -40))
	}
	if dated := len(s.front); p.chance(30) { // without a date, the date is that of the last change, as in Hugo
		s.front = append(s.front, "lastmod: "+day(-39, []int{-1, 30}[p.IntN(2)]))
		if d := s.front[dated-1]; !strings.HasPrefix(d, "date: ") || strings.HasPrefix(d, "date: 0001") {
			s.front[dated] = "lastmod: " + day(-39, -1)
		}
	}
	if p.chance(5) {
		s.front = append(without(s.front, "lastmod"), "lastmod: "+day(-2000, -900)) // before it was published
	}
	if p.chance(5) {
		s.front = append(without(s.front, "lastmod"), "lastmod: "+p.one("0099-01-01", "1969-12-31T23:59:59Z", "1970-01-01"))
	}
	if p.chance(10) {
		s.front = append(s.front, "expiryDate: "+day(100, 400))
	}
}

// closed excludes some pages from lists.
func (p *Project) closed(s *source) {
	ways := []string{
		"draft: true", "publishDate: 2031-01-01", "expiryDate: 2020-01-01", "noindex: true", "robots: \"noindex, follow\"",
		"sitemap: {disable: true}", "sitemap: false",
		"canonical: https://else.example/", "build: {list: never}", "build: {render: never}",
	}
	if p.chance(22) {
		s.listed = false
		way := p.one(ways...)
		if strings.HasSuffix(s.file, "/index."+p.langs[0]+".md") { // its files belong to all versions
			way = "noindex: true"
		}
		if name, _, _ := strings.Cut(way, ":"); name == "expiryDate" {
			s.front = without(s.front, name)
		}
		s.front = append(s.front, way)
	}
}

func without(front []string, key string) []string {
	var out []string
	for _, line := range front {
		if !strings.HasPrefix(line, key+":") {
			out = append(out, line)
		}
	}
	return out
}

// extras adds tags, people, aliases, images, videos, and talks.
func (p *Project) extras(s *source, bundle bool) {
	if p.chance(50) {
		s.front = append(s.front, fmt.Sprintf("tags: [%q, %q]", p.one("go", "C++", "日本", "a/b", "x & y", "50%", "q?"),
			p.one("Tag", "C#", "été", "<i>")))
	}
	if p.chance(30) {
		s.front = append(s.front, fmt.Sprintf("author: %q", p.one("Ann B", "Zoë Ünger", "O'Neil & Co", "李")))
	}
	if p.chance(15) {
		p.number++
		s.front = append(s.front, fmt.Sprintf("aliases: [%q]",
			p.one("/old ", "/alt/ä-", "/x%20y-", "rel-old-")+fmt.Sprint(p.number)+"/"))
	}
	here := "/photo.jpg"
	if bundle {
		here = "sun.jpg"
	}
	if p.chance(30) {
		s.front = append(s.front, fmt.Sprintf("images: [%q]",
			p.one(here, "/pics/größe 1.jpg", "https://cdn.example/a.jpg", "gone.jpg")))
	}
	if p.chance(15) {
		s.front = append(s.front,
			fmt.Sprintf("videos: [{content: %q, duration: %s, title: %q, description: D, thumbnail: %q, published: %s}]",
				p.one("/film.mp4", "/gone.mp4"), p.one("90", "1:30", "2m"), p.text(), p.one(here, "gone.jpg"), p.one("2026-01-01",
					"2026-01-01T10:00:00Z")))
	}
	if bundle && p.chance(30) {
		s.front = append(s.front, "audio: talk.mp3")
		if p.chance(70) {
			s.front = append(s.front, fmt.Sprintf("podcast: {episode: %d, persons: [%q, {name: %q, role: guest, img: %q}], "+
				"chapters: [%q, {start: 61, title: %q, img: sun.jpg, url: /docs/}]}", 1+p.IntN(9), "Ann & Bob", p.text(),
				p.one("sun.jpg", "/photo.jpg", "https://cdn.example/p.jpg"), "0:00 A & B", p.text()))
		}
	}
}

// body returns text with links and media.
func (p *Project) body(bundle bool) string {
	parts := []string{
		"A paragraph, *loud* & `code` <b>x</b>.", "![Photo](/photo.jpg)", "![Größe](</pics/größe 1.jpg>)",
		"![Far](https://cdn.example/b.jpg)",
		"A [link](https://far.example/?a=1&b=2#c).", "End ]]> of <!-- it -->", "Footnote[^1].\n\n[^1]: Below.",
		"| a | b |\n|---|---|\n| 1 | 2 |", "```go\nx < y\n```",
	}
	if bundle {
		parts = append(parts, "![Sun](sun.jpg)")
	}
	var out []string
	for range p.IntN(4) {
		out = append(out, p.one(parts...))
	}
	return strings.Join(out, "\n\n")
}
