package witness

import (
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// compare compares everything that was read.
func (w *world) compare() {
	for _, loc := range w.order {
		w.entry(loc, w.entries[loc])
	}
	for _, key := range sorted(w.pages) {
		w.page(w.pages[key])
	}
	if w.Rolled {
		w.newest()
	}
	for _, f := range w.docs {
		w.feed(f)
	}
	at := map[string]int{}
	for _, p := range w.pages {
		if p.noIndex && len(p.canonical) == 0 {
			continue // it shows a page in another language that may not be indexed
		}
		if len(p.canonical) == 1 {
			if key, _ := w.at(p.canonical[0]); key != p.base+p.file {
				continue // it shows the page of another language
			}
		}
		for _, m := range p.marks {
			at[m]++
		}
	}
	for _, m := range sorted(w.Listed) {
		if n := at[m]; w.Listed[m] && n != 1 || n > 1 {
			w.add("%d pages have the heading %s", n, m)
		}
	}
}

var odd = regexp.MustCompile(`[^!-~]|[<>"\\^{|}` + "`" + `]|%[^0-9A-F]|%.[^0-9A-F]|/\.\.?/`)

// entry compares a URL of a sitemap with its file.
func (w *world) entry(loc string, e *entry) {
	if u, err := url.Parse(loc); err != nil || !u.IsAbs() || u.Fragment != "" || odd.MatchString(loc) {
		w.add("%s lists %q: no address in normal form", e.file, loc)
	}
	key, ours := w.at(loc)
	switch {
	case !ours:
		w.add("%s lists %s of another host", e.file, loc)
		return
	case key == "":
		w.add("%s lists %s, which no file answers", e.file, loc)
		return
	}
	for _, m := range e.media {
		if k, ours := w.at(m); ours && k == "" {
			w.add("%s: %s shows %s, which is not there", e.file, loc, m)
		}
	}
	w.versions("the sitemap", loc, e.alternates, func(href string) ([]alternate, bool) {
		other, ok := w.entries[href]
		if !ok {
			return nil, false
		}
		return other.alternates, true
	})
	p := w.pages[key]
	if p == nil || !p.document {
		return
	}
	switch {
	case p.noIndex, p.refresh:
		w.add("%s lists %s, which has noindex or leads elsewhere", e.file, loc)
	case w.closed(loc) != "":
		w.add("%s lists %s, %s", e.file, loc, w.closed(loc))
	case !w.Silent && !slices.Equal(p.canonical, []string{loc}) && len(p.canonical) > 0:
		w.add("%s lists %s, whose canonical URL is %q", e.file, loc, p.canonical)
	}
	for _, m := range p.marks {
		if may, ok := w.Listed[m]; ok && !may {
			w.add("%s lists %s, which has %s and may not be listed", e.file, loc, m)
		}
	}
	if !w.Silent {
		w.sameVersions(loc, e.alternates, p.alternates)
		w.modified(loc, e, p)
	}
}

// newest checks that the home page of a language changed when the newest page that it contains did, or later, even if
// other pages have dates in the future.
func (w *world) newest() {
	for loc, e := range w.entries {
		key, _ := w.at(loc)
		home := w.pages[key]
		if home == nil || len(home.marks) > 0 || path.Base(home.file) != "index.html" ||
			home.file != "index.html" && !strings.EqualFold(path.Dir(home.file), home.lang) {
			continue
		}
		for other, o := range w.entries {
			key, _ := w.at(other)
			p := w.pages[key]
			if p == nil || len(p.marks) == 0 || p.base != home.base || p.lang != home.lang || o.lastMod == "" {
				continue
			}
			if e.lastMod == "" || w.instant(loc, e.lastMod).Before(w.instant(other, o.lastMod)) {
				w.add("%s changed %q, and its page %s %s", loc, e.lastMod, other, o.lastMod)
			}
		}
	}
}

// versions checks that a page is among its versions, that each language occurs once, and that each version
// lists the same.
func (w *world) versions(where, loc string, list []alternate, of func(href string) ([]alternate, bool)) {
	if len(list) == 0 {
		return
	}
	langs := map[string]bool{}
	self := false
	for _, a := range list {
		if lang := strings.ToLower(a.lang); langs[lang] {
			w.add("%s of %s has %s twice", where, loc, a.lang)
		} else {
			langs[lang] = true
		}
		self = self || a.href == loc
		if _, ours := w.at(a.href); !ours {
			continue
		}
		theirs, ok := of(a.href)
		if !ok {
			w.add("%s of %s names %s, which is not listed", where, loc, a.href)
		} else if !slices.Equal(theirs, list) {
			w.add("%s: %s has the versions %v, and %s has %v", where, loc, list, a.href, theirs)
		}
	}
	if !self || len(langs) < 2 {
		w.add("%s of %s has the versions %v", where, loc, list)
	}
}

// sameVersions compares the versions in the head of a page with those in the sitemap, which must be all that it
// lists.
func (w *world) sameVersions(loc string, listed, head []alternate) {
	others := map[string]bool{}
	var want []alternate
	for _, a := range head {
		if _, ours := w.at(a.href); !ours || w.entries[a.href] != nil {
			want = append(want, a)
			others[a.href] = true
		}
	}
	if len(others) < 2 {
		want = nil
	}
	if !slices.Equal(listed, want) {
		w.add("%s has the versions %v in its head and %v in the sitemap", loc, head, listed)
	}
}

// modified compares the dates of a page with that in the sitemap.
func (w *world) modified(loc string, e *entry, p *page) {
	want := w.instant(loc, e.lastMod)
	for _, text := range p.modified {
		if got := w.instant(loc, text); !got.Equal(want) {
			w.add("%s changed %s by its head and %q by the sitemap", loc, text, e.lastMod)
		}
	}
	for _, text := range p.published {
		w.instant(loc, text)
	}
	for i := 1; i < len(p.published); i++ {
		if p.published[i] != p.published[0] {
			w.add("%s was published %v", loc, p.published)
		}
	}
}

// pager matches a later page of a list, which is not listed.
var pager = regexp.MustCompile(`/page/\d+(/|\.html|/index\.html)$`)

// page checks that a page that may be listed is, and that the versions and feeds in its head exist.
func (w *world) page(p *page) {
	where := p.base + p.file
	for _, f := range p.feeds {
		if key, ours := w.at(f); ours && key == "" {
			w.add("%s announces %s, which is not there", where, f)
		}
	}
	w.versions("the head", strings.Join(p.canonical, " "), p.alternates, func(href string) ([]alternate, bool) {
		key, _ := w.at(href)
		if other := w.pages[key]; other != nil && other.document && !other.noIndex && !other.refresh && w.closed(href) == "" {
			return other.alternates, true
		}
		return nil, false
	})
	if !p.document || p.noIndex || p.refresh || w.Silent || len(p.canonical) != 1 || pager.MatchString("/"+p.file) {
		return
	}
	if key, _ := w.at(p.canonical[0]); key != where || w.closed(p.canonical[0]) != "" {
		return // its canonical page is another one, or it is closed
	}
	if below := func(base string) bool { return strings.HasPrefix(p.canonical[0], base) }; slices.ContainsFunc(w.Unlisted,
		below) {
		return
	}
	is := w.entries[p.canonical[0]] != nil
	switch {
	case w.vacant(p):
		if linked := w.linked(p); is != linked {
			w.add("%s is a list without terms: a page links to it: %v, it is listed: %v", p.canonical[0], linked, is)
		}
	case !is && (len(p.marks) == 0 || w.Listed[p.marks[0]]):
		w.add("%s may be listed, and is not", p.canonical[0])
	}
}

// vacant reports whether a page is the list of a taxonomy without terms in any language.
func (w *world) vacant(p *page) bool {
	one := func(p *page) bool {
		folder, isList := strings.CutSuffix("/"+p.file, "/index.html")
		if name := path.Base(folder); !isList || len(p.marks) > 0 || name != "tags" && name != "categories" {
			return false
		}
		for file := range w.files[p.base] {
			if below, ok := strings.CutPrefix("/"+file, folder+"/"); ok && strings.HasSuffix(below, ".html") &&
				below != "index.html" && !strings.HasPrefix(below, "page/") {
				return false
			}
		}
		return true
	}
	return one(p) && !slices.ContainsFunc(p.alternates, func(a alternate) bool {
		key, _ := w.at(a.href)
		return w.pages[key] != nil && !one(w.pages[key])
	})
}

// linked reports whether a page links to p that is neither a list without terms nor one that lists what is listed.
func (w *world) linked(p *page) bool {
	for _, q := range w.pages {
		at, err := url.Parse(q.base + (&url.URL{Path: q.file}).EscapedPath())
		if err != nil || q == p || q.refresh || later.MatchString("/"+q.file) {
			continue
		}
		for _, href := range q.links {
			to, err := at.Parse(href)
			if err != nil {
				continue
			}
			key, _ := w.at(to.String())
			if key == "" {
				key, _ = w.at(to.String() + "/")
			}
			if key == p.base+p.file && !w.vacant(q) {
				return true
			}
		}
	}
	return false
}

// later matches pages whose links don't count: later pages of lists, and pages that are not listed themselves.
var later = regexp.MustCompile(`/(page/\d+(/index)?|404|(search|sitemap|feeds)(/index)?)\.html$`)

// feed checks that each item is a listed page with the same dates.
func (w *world) feed(f *feed) {
	for _, loc := range f.near {
		if key, ours := w.at(loc); ours && key == "" {
			w.add("%s names %s, which is not there", f.loc, loc)
		}
	}
	for _, name := range f.people {
		if name == "" {
			w.add("%s names a person without a name", f.loc)
		}
	}
	for _, loc := range f.chapters {
		w.chapters(loc)
	}
	ids := map[string]bool{}
	newest := time.Time{}
	for _, i := range f.items {
		if i.id == "" || ids[i.id] {
			w.add("%s has the id %q twice, or none", f.loc, i.id)
		}
		ids[i.id] = true
		published, updated := w.instant(f.loc, i.published), w.instant(f.loc, i.updated)
		if updated.After(newest) {
			newest = updated
		}
		e := w.entries[i.link]
		if e == nil {
			w.add("%s has %s, which is not listed", f.loc, i.link)
			continue
		}
		want := w.instant(f.loc, e.lastMod)
		if want.IsZero() || i.published == "" && i.updated == "" {
			want = published // no change is known, or the page has no dates
		}
		got := updated
		if i.updated == "" {
			got = published
		}
		if !got.Equal(want) {
			w.add("%s: %s was published %q and changed %q, but %q by the sitemap", f.loc, i.link, i.published, i.updated,
				e.lastMod)
		}
		key, _ := w.at(i.link)
		if p := w.pages[key]; p != nil && i.published != "" && len(p.published) > 0 &&
			!w.instant(f.loc, p.published[0]).Equal(published) {
			w.add("%s: %s was published %s, and %s by its head", f.loc, i.link, i.published, p.published[0])
		}
	}
	if f.kind == "atom" && len(f.items) > 0 && !w.instant(f.loc, f.updated).Equal(newest) {
		w.add("%s was updated %s, its newest item %s", f.loc, f.updated, newest)
	}
}
