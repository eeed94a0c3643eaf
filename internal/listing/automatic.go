package listing

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// A site has a list of each taxonomy even if no page has a term. Such a page says nothing, so sitemaps leave it out,
// unless a page links to it: then the site shows it to its readers, and crawlers find it anyway.

// automatic reports whether p is the list of a taxonomy that has neither a file nor terms in any language. In a Hugo
// project no list counts: Hugo's sitemap has them all.
func (l *Listing) automatic(p *site.Page) bool {
	bare := func(p *site.Page) bool { return p.Doc == nil && len(p.Pages) == 0 }
	return !l.Site.Config.Hugo && p.Kind == site.Taxonomy && bare(p) &&
		!slices.ContainsFunc(p.Translations, func(v *site.Page) bool { return !bare(v) })
}

// reopenLinked lists the automatic lists that rendered pages link to. Links from another automatic list don't count,
// or two of them could keep each other listed, nor do those of pages that list what is listed.
func reopenLinked(l *Listing) {
	named := map[string]bool{}
	for _, p := range l.Site.Pages {
		if f := l.Facts(p); len(f.Lists) > 0 && !l.automatic(p) && !p.Apart() {
			for _, key := range f.Lists {
				named[key] = true
			}
		}
	}
	l.linked = map[*site.Page]bool{}
	for _, p := range l.Site.Pages {
		if named[p.Key] && l.automatic(p) {
			l.linked[p] = true
		}
	}
	if len(l.linked) == 0 {
		return
	}
	l.Unlisted = slices.DeleteFunc(l.Unlisted, func(ex Exclusion) bool { return l.linked[ex.Page] })
	inLists := l.Site.Listable()
	for _, p := range l.Site.Pages {
		if l.linked[p] {
			(&candidate{l: l, page: p, inLists: inLists[p.ID]}).judge(false)
		}
	}
}

// goals are the lists of the taxonomies of a site, as links name them.
type goals struct {
	lists map[string]string // keys of pages by host and path, without the slash or index.html at the end
	names []goalName        // last elements of the paths, as written and percent-encoded
	sum   uint64            // hash of lists
}

// goalName is a text to find in pages, and the place of its rarest letter.
type goalName struct {
	text []byte
	rare int
}

// lettersByUse are the letters in the order of how often HTML has them.
const lettersByUse = "eatsinrolhdcpfmugvbywkxjzq"

func newGoalName(text string) goalName {
	n := goalName{text: []byte(text)}
	for i := range n.text {
		if strings.IndexByte(lettersByUse, text[i]) > strings.IndexByte(lettersByUse, text[n.rare]) {
			n.rare = i
		}
	}
	return n
}

// index returns where the name is in doc, at from or after it; -1 if it is not there.
func (n goalName) index(doc []byte, from int) int {
	for at := from + n.rare; at < len(doc); at++ {
		i := bytes.IndexByte(doc[at:], n.text[n.rare])
		if i < 0 {
			return -1
		}
		at += i
		if bytes.HasPrefix(doc[at-n.rare:], n.text) {
			return at - n.rare
		}
	}
	return -1
}

func goalsOf(s *site.Site) *goals {
	g := &goals{lists: map[string]string{}}
	var all []string
	for _, p := range s.Pages {
		if p.Kind != site.Taxonomy || p.URL.IsZero() || s.Config.Hugo {
			continue
		}
		u, err := url.Parse(p.URL.Abs())
		if err != nil {
			continue
		}
		at := goal(u)
		g.lists[at] = p.Key
		all = append(all, at, p.Key)
		for _, name := range []string{path.Base(at), path.Base((&url.URL{Path: at}).EscapedPath())} {
			if !slices.ContainsFunc(g.names, func(n goalName) bool { return string(n.text) == name }) {
				g.names = append(g.names, newGoalName(name))
			}
		}
	}
	g.sum = trace.HashStrings(all...)
	return g
}

// goal returns the key of a URL in goals.
func goal(u *url.URL) string {
	return u.Host + strings.TrimSuffix(strings.TrimSuffix(u.Path, "/index.html"), "/")
}

// LinkedLists stores in facts which lists of taxonomies a rendered page links to. It looks for the names of the lists,
// and reads only the links that end with one.
func (l *Listing) LinkedLists(facts *PageFacts, doc []byte, p *site.Page) {
	facts.Goals = l.goals.sum
	var own *url.URL
	for _, name := range l.goals.names {
		for at := 0; ; {
			start := name.index(doc, at)
			if start < 0 {
				break
			}
			at = start + len(name.text)
			href := linkAround(doc, start, at)
			if href == "" {
				continue
			}
			if own == nil {
				if own, _ = url.Parse(p.URL.Abs()); own == nil {
					return
				}
			}
			if to, err := own.Parse(href); err == nil {
				if key, ok := l.goals.lists[goal(to)]; ok && key != p.Key && !slices.Contains(facts.Lists, key) {
					facts.Lists = append(facts.Lists, key)
				}
			}
		}
	}
	slices.Sort(facts.Lists)
}

// linkAround returns the href of an a element whose path ends with the bytes from start to end; "" if there is none.
func linkAround(doc []byte, start, end int) string {
	rest := doc[end:]
	rest = bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("/")), []byte("index.html"))
	if len(rest) == 0 || strings.IndexByte("\"'> \t\n#?", rest[0]) < 0 {
		return ""
	}
	before := doc[max(0, start-longestLink):start]
	from := bytes.LastIndexAny(before, "\"'= \t\n>") + 1
	tag := bytes.LastIndexByte(before, '<')
	if from == 0 || tag < 0 || tag > from {
		return ""
	}
	element := strings.ToLower(string(bytes.TrimRight(before[tag:from], "\"' \t\n")))
	words := strings.FieldsFunc(element, func(r rune) bool { return strings.ContainsRune("\"' \t\n", r) })
	if n := len(words); n < 2 || words[0] != "<a" || words[n-1] != "href=" {
		return ""
	}
	return string(doc[max(0, start-longestLink)+from : len(doc)-len(rest)])
}

// longestLink is how many bytes before the end of a link its element begins at most.
const longestLink = 4096

// KnowsLists reports whether facts of an earlier build say which of the lists of this site their page links to.
func (l *Listing) KnowsLists(f *PageFacts) bool { return f == nil || f.Goals == l.goals.sum }
