package witness

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// someLinks writes links and images of all kinds at the end of a page: to existing and missing files and URLs.
// Each has a unique query, by which Mark finds it in messages and in the output.
func (p *Project) someLinks(s *source) string {
	var b strings.Builder
	for range p.links.IntN(6) {
		p.number++
		to := p.destination(s)
		if p.links.IntN(3) == 0 {
			to = "<" + to + fmt.Sprintf("?w=%d>", p.number)
		} else {
			to = (&url.URL{Path: to}).EscapedPath() + fmt.Sprintf("?w=%d", p.number)
		}
		picture := ""
		if p.links.IntN(4) == 0 {
			picture = "!"
		}
		fmt.Fprintf(&b, "\n%s[to %d](%s)\n", picture, p.number, to)
	}
	return b.String()
}

// destination returns a path for a link on a page.
func (p *Project) destination(s *source) string {
	other := p.pages[p.links.IntN(len(p.pages))].file
	from := path.Dir(s.file)
	relative := func(file string) string {
		rel, err := filepath.Rel(from, file)
		if err != nil {
			return file
		}
		return filepath.ToSlash(rel)
	}
	name := strings.TrimSuffix(path.Base(other), ".md")
	name, _, _ = strings.Cut(name, ".")
	below := strings.TrimPrefix(strings.TrimPrefix(path.Dir(other), "content"), "/")
	all := []string{
		relative(other), relative(other), relative(path.Join(path.Dir(other), name+
			".md")), relative(path.Join(path.Dir(other), name)),
		"../" + name + "/", "../../" + below + "/", "/" + path.Join(below, name) + "/", "/" + path.Join(below, name) +
			".md", name + ".html", "../" + name + ".html",
		relative("static/report.pdf"), "/report.pdf", "../report.pdf", "../../sub/Zweiter Bericht.pdf",
		"/sub/Zweiter Bericht.pdf",
		"/photo.jpg", "../../photo.jpg", "/pics/größe 1.jpg", "sun.jpg", "talk.mp3", "../sun.jpg",
		relative("content/photo.jpg"),
		"/", "..", ".", "./", "../", "/index.xml", "/sitemap.xml", "/robots.txt", "/tags/", "index.xml", "/page/2/",
		"/404.html", "/atom.xml",
		"none.md", "../none/", "/none/", "none.pdf", "/none.jpg", "../none.jpg", "none", relative("content/none." +
			p.langs[len(p.langs)-1] + ".md"), "a.zz.md",
	}
	return all[p.links.IntN(len(all))]
}

var linkMark = regexp.MustCompile(`[?&]w=(\d+)`)

// Mark returns the number of the link that a message is about, or "".
func Mark(message string) string {
	if m := linkMark.FindStringSubmatch(message); m != nil {
		return m[1]
	}
	return ""
}
