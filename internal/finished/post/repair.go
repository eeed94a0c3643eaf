package post

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/sitemap"
)

// With Options.Repair, the sitemaps of the generator stay: only what is wrong in them is changed. Before pages are
// judged, openSets reads the files, so the site has the spelling of their URLs. After that, repair changes them.

// Repair is a change of a sitemap.
type Repair struct {
	File   string `json:"file"`           // slash path in the folder
	Line   int    `json:"line,omitempty"` // before the change; 0 for new entries
	Action string `json:"action"`         // "removed", "corrected", "added"
	What   string `json:"what"`           // "URL", "date", "language version", "sitemap"
	URL    string `json:"url"`            // of the entry
	To     string `json:"to,omitempty"`   // the corrected value
	Reason string `json:"reason"`         // one word: a listing.Reason, "dead", "host", "spelling", …
	Rule   string `json:"rule"`
	Why    string `json:"why"`
}

// repairs is the state of a repair.
type repairs struct {
	sets     []*repaired // in the order of reading
	roots    []string    // the sitemaps that are not in an index
	server   bool        // a program on the host may answer URLs without a file
	resolver *webtree.Resolver
}

// repaired is a sitemap that is repaired.
type repaired struct {
	name    string // slash path in the folder
	src     *sitemap.Source
	entries []meant // of src
}

// meant is the meaning of an entry.
type meant struct {
	to      webtree.Target
	keeps   bool // the path is right: only the origin may be wrong
	want    string
	removed bool
	stamped bool         // the date is the time of a build
	date    webpage.Date // after the repair
}

const repairRule = "sitemap-repair"

// openSets reads the sitemaps to repair and learns the spelling of their URLs.
func (r *run) openSets(ours func(string) bool) {
	x := &r.repairs
	_, x.server = r.tree.Lookup("_worker.js")
	var queue []int32
	queued := map[int32]bool{}
	add := func(file int32) {
		name := r.tree.File(file).Path
		if plain, ok := r.tree.Lookup(strings.TrimSuffix(name, ".gz")); ok { // the compressed copy is written again
			file, name = plain, r.tree.File(plain).Path
		}
		if !queued[file] && !ours(name) {
			queued[file] = true
			queue = append(queue, file)
		}
	}
	for _, file := range r.repairRoots() {
		add(file)
	}
	for _, file := range queue {
		x.roots = append(x.roots, r.tree.File(file).Path)
	}
	for n := 0; n < len(queue); n++ {
		f := r.openSet(queue[n])
		if f == nil {
			continue
		}
		x.sets = append(x.sets, f)
		if f.src.Format == sitemap.Index {
			for i := range f.src.Entries {
				if child, ok := addresses.Locate(r.tree, f.src.Entries[i].Loc); ok {
					add(child)
				}
			}
		}
	}
	if len(x.sets) == 0 && len(r.res.Found.Errors()) == 0 {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: repairRule, Message: "no sitemap of another program was found to repair",
			Hint: "run sitegen post without --repair to write one, or name the file with --sitemap",
		})
	}
	r.resolve()
}

// repairRoots returns the sitemaps that --sitemap names, else those that are announced or have usual names, and the
// text sitemaps next to them.
func (r *run) repairRoots() []int32 {
	if r.o.Sitemap != "" {
		file, ok := r.tree.Lookup(r.o.Sitemap)
		if !ok {
			return nil
		}
		return []int32{file}
	}
	files := addresses.Sitemaps(r.tree)
	for i := range r.tree.Len() {
		if ok, _ := path.Match("sitemap*.txt", r.tree.File(int32(i)).Path); ok {
			files = append(files, int32(i))
		}
	}
	return files
}

// openSet reads a sitemap; a file that is not well-formed is an error.
func (r *run) openSet(file int32) *repaired {
	name := r.tree.File(file).Path
	data, more, err := r.tree.Read(file, nil, sitemap.MaxBytes)
	if more {
		err = fmt.Errorf("it has more than %d bytes", sitemap.MaxBytes)
	}
	var src *sitemap.Source
	if err == nil {
		src, err = sitemap.ParseSource(data)
	}
	var syntax *sitemap.SyntaxError
	switch {
	case err == nil:
		return &repaired{name: name, src: src, entries: make([]meant, len(src.Entries))}
	case errors.As(err, &syntax):
		d := &diag.Diagnostic{File: name, Line: syntax.Line}
		if !strings.HasSuffix(name, ".gz") {
			d = diag.InSource(name, data, int(syntax.Offset), "")
		}
		d.Rule, d.Message = syntax.Rule, "the sitemap cannot be repaired: "+syntax.Message
		d.Hint = "correct it in the generator, or pass --replace instead of --repair to write a new one"
		r.res.Found = append(r.res.Found, d)
	default:
		if format, _ := addresses.Format(r.tree, file); format == sitemap.RSS || format == sitemap.Atom {
			r.report.Add(repairRule, name, "a feed is not repaired")
			return nil
		}
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: repairRule, File: name, Message: "the sitemap cannot be repaired: " + err.Error(),
		})
	}
	return nil
}

// resolve finds the files of all entries, and learns how the sitemaps spell the URLs that are right.
func (r *run) resolve() {
	var locs []string
	for _, f := range r.repairs.sets {
		for i := range f.src.Entries {
			locs = append(locs, f.src.Entries[i].Loc)
		}
	}
	origin := addresses.Majority(locs)
	resolver := r.tree.Resolver()
	r.repairs.resolver = resolver
	for _, f := range r.repairs.sets {
		if f.src.Format == sitemap.Index {
			continue
		}
		for i := range f.entries {
			m := &f.entries[i]
			m.to = r.meaning(resolver, f.src.Entries[i].Loc, origin)
			m.keeps = m.to.Kind == webtree.Own && r.spelled(m.to)
		}
	}
	for _, f := range r.repairs.sets {
		for _, m := range f.entries {
			if m.keeps {
				r.pages.Addresses.Learn(addresses.Listed, m.to)
			}
		}
	}
}

// meaning resolves a URL of a sitemap. A URL on another host means the file with its path, if there is one.
func (r *run) meaning(resolver *webtree.Resolver, loc, origin string) webtree.Target {
	to := addresses.Meant(resolver, r.tree, loc, origin)
	addresses.Rewritten(r.tree, &to)
	if to.Kind != webtree.Foreign && to.Kind != webtree.Outside {
		return to
	}
	u, err := url.Parse(to.URL)
	if err != nil {
		return to
	}
	home, p := resolver.At(""), u.EscapedPath()
	for _, p := range []string{p, strings.TrimSuffix(r.tree.Prefix(), "/") + p} {
		if own := resolver.Resolve(home, p); own.Kind == webtree.Own && !own.Moved {
			own.Scheme = to.Scheme
			return own
		}
	}
	return to
}

// spelled reports whether the path of a URL is the site's spelling, apart from what a sitemap may decide: only links
// that differ do not make it wrong. A name such as index.html is wrong unless links use it.
func (r *run) spelled(to webtree.Target) bool {
	own, from := r.pages.Addresses.Own(to.File)
	name := r.tree.File(to.File).Path
	switch {
	case from == addresses.Canonical:
		return r.pages.Addresses.Spelled(to)
	case to.Moved:
		return false
	}
	full := path.Base(name) == "index.html" && addresses.FormOf(name, to.Path) == addresses.Full
	return !full || own == to.Path
}

// repair changes the sitemaps and stages them.
func (r *run) repair(stage *disk.Stage) (files []string, err error) {
	if len(r.res.Found.Errors()) > 0 {
		return nil, nil
	}
	r.findWants()
	r.findStamps()
	for _, format := range []sitemap.Format{sitemap.URLSet, sitemap.Text} {
		r.repairLists(format)
	}
	if len(r.res.Found.Errors()) > 0 {
		return nil, nil
	}
	for _, f := range slices.Backward(r.repairs.sets) { // an index after its sitemaps
		if f.src.Format == sitemap.Index {
			r.repairIndex(f)
		}
	}
	for _, f := range r.repairs.sets {
		if err := r.stageRepaired(stage, f); err != nil {
			return nil, err
		}
		files = append(files, f.name)
	}
	slices.SortStableFunc(r.res.Repairs, func(a, b Repair) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(late(a.Line), late(b.Line)))
	})
	return r.announce(stage, files)
}

// late puts new entries after the others.
func late(line int) int {
	if line == 0 {
		return 1 << 30
	}
	return line
}

// note records a change.
func (r *run) note(f *repaired, x Repair) {
	x.File = f.name
	r.res.Repairs = append(r.res.Repairs, x)
}

// findWants finds the right URL of each entry, after all pages have theirs.
func (r *run) findWants() {
	for _, f := range r.repairs.sets {
		for i := range f.entries {
			if m := &f.entries[i]; m.to.Kind == webtree.Own {
				m.want = r.want(m.to, m.keeps)
			}
		}
	}
}

// want returns the right URL for a target.
func (r *run) want(to webtree.Target, keeps bool) string {
	loc := to.URL
	if !keeps {
		loc = r.pages.Addresses.URL(to.File)
	} else if to.Insecure {
		loc = "https" + strings.TrimPrefix(loc, "http")
	}
	if norm, err := sitemap.Normalize(loc); err == nil {
		return norm
	}
	return loc
}

// same reports whether a URL as written is right. An origin in another form, and one without a path, are equivalent.
func same(written, want string) bool {
	norm, err := sitemap.Normalize(written)
	if err != nil || norm != want {
		return false
	}
	rest := func(s string) string {
		_, s, _ = strings.Cut(s, "://")
		if i := strings.IndexAny(s, "/?#"); i >= 0 {
			return s[i:]
		}
		return "/"
	}
	return rest(written) == rest(want)
}

// closed returns why an entry must not be listed; its Reason is "" if it may be.
func (r *run) closed(m *meant) (x Repair) {
	switch to := m.to; to.Kind {
	case webtree.Own:
		name := r.tree.File(to.File).Path
		if to.Moved && addresses.FormOf(name, to.Path) == addresses.None {
			return Repair{Reason: "redirected", Rule: "L9", Why: "it is redirected to " + m.want}
		}
		return r.closedFile(name, to.File)
	case webtree.Missing:
		switch {
		case to.Exiled:
			return Repair{Reason: "redirected", Rule: "L9", Why: "it is redirected to another host"}
		case to.Loop:
			return Repair{Reason: "dead", Rule: "L11", Why: "it is redirected in a circle"}
		case r.repairs.server:
			return Repair{}
		}
		return Repair{Reason: "dead", Rule: "L11", Why: "it leads to no file"}
	case webtree.Foreign:
		return Repair{Reason: "host", Rule: "L4", Why: "it is on another host than " + r.tree.Base()}
	case webtree.Outside:
		return Repair{Reason: "host", Rule: "L5", Why: "it is not below " + r.tree.Base()}
	}
	return Repair{Reason: "invalid", Rule: "L1", Why: "it is not a URL of a page"}
}

// closedAsset returns why a file that is not a page must not be listed.
func (r *run) closedAsset(file int32) Repair {
	switch tag, list := r.tree.Closed(file), addresses.List(r.tree, file); {
	case list != "":
		return Repair{Reason: "list", Rule: "L9", Why: "it is " + list}
	case tag != "":
		return Repair{Reason: "noindex", Rule: "L9", Why: "its X-Robots-Tag is " + tag}
	case !sitemap.ParseRobots(r.robots).Allowed("*", r.tree.Path(file)):
		return Repair{Reason: "robots", Rule: "L9", Why: "robots.txt disallows it"}
	}
	return Repair{}
}

// closedFile returns why a file must not be listed. Pages of a list after the first may be, and files that only look
// like parts of pages.
func (r *run) closedFile(name string, file int32) (x Repair) {
	if !r.tree.File(file).HTML() {
		return r.closedAsset(file)
	}
	i, ok := slices.BinarySearchFunc(r.res.Excluded, name, func(x Excluded, name string) int {
		return strings.Compare(x.File, name)
	})
	if !ok {
		return Repair{}
	}
	switch ex := &r.res.Excluded[i]; ex.Reason {
	case "later", "fragment", "unreadable":
		return Repair{}
	default:
		return Repair{Reason: string(ex.Reason), Rule: ex.Rule, Why: ex.Why}
	}
}

// repairLists repairs the sitemaps of a format, which together list each page once.
func (r *run) repairLists(format sitemap.Format) {
	var sets []*repaired
	total, left := 0, 0
	owner := map[string][2]int{} // the entry of a URL that stays
	for k, f := range r.repairs.sets {
		if f.src.Format != format {
			continue
		}
		sets = append(sets, f)
		for i := range f.entries {
			m, e := &f.entries[i], &f.src.Entries[i]
			total++
			if why := r.closed(m); why.Reason != "" {
				why.Line, why.Action, why.What, why.URL = e.Line, "removed", "URL", e.Loc
				r.note(f, why)
				f.src.Remove(i)
				m.removed = true
				continue
			}
			left++
			if m.want == "" {
				m.want = e.Loc // a program on the host answers it
			}
			if was, ok := owner[m.want]; !ok || was[0] == k && !same(r.repairs.sets[k].src.Entries[was[1]].Loc, m.want) &&
				same(e.Loc, m.want) {
				owner[m.want] = [2]int{k, i}
			}
		}
	}
	if total > 0 && left == 0 {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: repairRule, File: sets[0].name,
			Message: fmt.Sprintf("no URL would be left of %s: nothing is changed; the first, %q, is left out because %s",
				words.Count(total, "URL"), r.res.Repairs[0].URL, r.res.Repairs[0].Why),
			Hint: "check the folder, and pass the base URL of the generator with --base-url",
		})
		return
	}
	for k, f := range r.repairs.sets {
		if f.src.Format == format {
			r.repairList(f, func(want string, i int) bool {
				at := owner[want]
				return at == [2]int{k, i} || at[0] != k && f.src.Entries[i].Media
			})
		}
	}
	if len(sets) > 0 {
		r.addMissing(sets, func(loc string) bool { _, ok := owner[loc]; return ok })
	}
	for _, f := range sets {
		if format == sitemap.URLSet || r.res.URLs == 0 {
			r.res.URLs += f.src.Len()
		}
	}
}

// repairList repairs the entries of a sitemap that stay; owns reports whether an entry is not a repetition.
func (r *run) repairList(f *repaired, owns func(want string, i int) bool) {
	for i := range f.entries {
		m, e := &f.entries[i], &f.src.Entries[i]
		switch {
		case m.removed:
			continue
		case !owns(m.want, i):
			m.removed = true
			f.src.Remove(i)
			r.note(f, Repair{
				Line: e.Line, Action: "removed", What: "URL", URL: e.Loc, Reason: "duplicate", Rule: "L7",
				Why: "another entry lists the page as " + m.want,
			})
			continue
		case m.to.Kind == webtree.Own && !same(e.Loc, m.want):
			f.src.SetLoc(i, m.want)
			r.note(f, r.corrected(m, e))
		}
		r.repairDate(f, i)
		r.repairLinks(f, i)
	}
}

// corrected describes the change of an entry's URL.
func (r *run) corrected(m *meant, e *sitemap.SourceEntry) Repair {
	x := Repair{Line: e.Line, Action: "corrected", What: "URL", URL: e.Loc, To: m.want}
	_, from := r.pages.Addresses.Own(m.to.File)
	was, now := addresses.Origin(e.Loc), addresses.Origin(m.want)
	switch {
	case was == "":
		x.Reason, x.Rule, x.Why = "invalid", "L1", "it is not an absolute URL"
	case was != now:
		x.Reason, x.Rule, x.Why = "host", "L4", "the site is at "+now
	case m.keeps:
		x.Reason, x.Rule, x.Why = "encoding", "L3", "the URL is not percent-encoded, or has a fragment"
		if strings.Contains(e.Loc, "#") {
			x.Rule = "L2"
		}
	case from == addresses.Canonical:
		x.Reason, x.Rule, x.Why = "spelling", "L8", "it is the canonical URL of the page"
	case m.to.Moved:
		x.Reason, x.Rule, x.Why = "spelling", "L9", "the host redirects to it"
	default:
		x.Reason, x.Rule, x.Why = "spelling", "L6", "the site is not linked with this name of the file"
	}
	return x
}

// repairLinks repairs the links of an entry to versions in other languages.
func (r *run) repairLinks(f *repaired, i int) {
	e := &f.src.Entries[i]
	for k, l := range e.Links {
		m := meant{to: addresses.Meant(r.repairs.resolver, r.tree, l.Href, addresses.Origin(e.Loc))}
		addresses.Rewritten(r.tree, &m.to)
		if m.to.Kind == webtree.Foreign || m.to.Kind == webtree.Outside {
			continue // a version on another site
		}
		if m.to.Kind == webtree.Own {
			m.keeps = r.spelled(m.to)
			_, from := r.pages.Addresses.Own(m.to.File)
			m.keeps = m.keeps && from != addresses.Listed // the version's own entry decides
			m.want = r.want(m.to, m.keeps)
		}
		why := r.closed(&m)
		switch {
		case why.Reason != "":
			f.src.SetLink(i, k, "")
			why.Action = "removed"
		case m.want != "" && !same(l.Href, m.want):
			f.src.SetLink(i, k, m.want)
			why = Repair{
				Action: "corrected", To: m.want, Reason: "spelling", Rule: "H1",
				Why: "the version is listed with this URL",
			}
		default:
			continue
		}
		why.Line, why.What, why.URL = l.Line, "language version", l.Href
		r.note(f, why)
	}
}

// place is a sitemap that new entries can go to.
type place struct {
	f        *repaired
	siblings map[string]int // listed pages by the folder of their path
	order    bool           // the entries are sorted by URL
}

// folder returns the folder of a page's path: "" of index.html and a/index.html, "a" of a/b.html and a/b/index.html.
func folder(name string) string {
	dir, _ := path.Split(strings.TrimSuffix(strings.TrimSuffix(name, "index.html"), "/"))
	return strings.TrimSuffix(dir, "/")
}

// places returns the sitemaps that new entries can go to: not those of images, videos, or news only.
func (r *run) places(sets []*repaired) (out []*place) {
	for _, f := range sets {
		p := &place{f: f, siblings: map[string]int{}, order: len(f.entries) > 1}
		plain := len(f.entries) == 0
		for i, m := range f.entries {
			e := &f.src.Entries[i]
			plain = plain || !e.Media
			p.order = p.order && (i == 0 || e.Loc > f.src.Entries[i-1].Loc)
			if m.to.Kind == webtree.Own {
				p.siblings[folder(r.tree.File(m.to.File).Path)]++
			}
		}
		if plain || len(sets) == 1 {
			out = append(out, p)
		}
	}
	return out
}

// placeOf returns the sitemap that lists most pages in the folder of a page, or in the nearest folder above it of which
// any is listed; nil if all sitemaps are full.
func placeOf(places []*place, name string) (best *place) {
	for dir := folder(name); ; dir = strings.TrimSuffix(dir[:strings.LastIndexByte(dir, '/')+1], "/") {
		for _, p := range places {
			if !p.f.src.Full() && (best == nil && (dir == "" || p.siblings[dir] > 0) ||
				best != nil && p.siblings[dir] > best.siblings[dir]) {
				best = p
			}
		}
		if best != nil || dir == "" {
			return best
		}
	}
}

// addMissing adds the pages that may be listed and that no sitemap lists: in the order of URLs if the sitemap has it,
// else at the end.
func (r *run) addMissing(sets []*repaired, listed func(loc string) bool) {
	places := r.places(sets)
	full := 0
	for i, p := range r.site.Pages {
		w := &r.pages.Pages[i]
		if !r.listing.Listed(p) || listed(w.URL) {
			continue
		}
		best := placeOf(places, w.Path)
		if best == nil {
			full++
			continue
		}
		entries := best.f.src.Entries
		at := len(entries)
		if best.order {
			at, _ = slices.BinarySearchFunc(entries, w.URL, func(e sitemap.SourceEntry, loc string) int {
				return strings.Compare(e.Loc, loc)
			})
		}
		best.f.src.Insert(at, r.entry(p))
		r.note(best.f, Repair{
			Action: "added", What: "URL", URL: w.URL, Reason: "missing", Rule: "L11", Why: "the page can be indexed",
		})
	}
	if full > 0 {
		r.report.Add("U1", sets[0].name, words.Count(full, "page")+" are not added: no sitemap has room for them")
	}
}

// entry returns a new entry of a page.
func (r *run) entry(p *site.Page) *sitemap.Entry {
	e := &sitemap.Entry{Loc: r.pages.Pages[p.ID].URL, Alternates: r.listing.Alternates(p)}
	e.LastMod, e.DateOnly = r.lastMod(p)
	return e
}

// lastMod returns when a page changed; the time is zero if that is unknown.
func (r *run) lastMod(p *site.Page) (t time.Time, dayOnly bool) {
	t = r.listing.LastMod(p).Shown()
	w := &r.pages.Pages[p.ID]
	return t, w.Modified.DayOnly && t.Equal(w.Modified.Time)
}

// repairIndex repairs the URLs and dates of an index.
func (r *run) repairIndex(f *repaired) {
	left := 0
	for i := range f.src.Entries {
		e := &f.src.Entries[i]
		file, ok := addresses.Locate(r.tree, e.Loc)
		var child *repaired
		if ok {
			name := r.tree.File(file).Path
			for _, s := range r.repairs.sets {
				if s.name == name || s.name == strings.TrimSuffix(name, ".gz") {
					child = s
				}
			}
		}
		x := Repair{Line: e.Line, Action: "removed", What: "sitemap", URL: e.Loc, Rule: "I7"}
		switch {
		case !ok && r.repairs.server:
		case !ok:
			x.Reason, x.Why = "dead", "the file does not exist"
		case child != nil && child.src.Len() == 0:
			x.Reason, x.Why = "empty", "it lists nothing"
		}
		if x.Reason != "" {
			f.src.Remove(i)
			r.note(f, x)
			continue
		}
		left++
		if ok && !same(e.Loc, r.tree.URL(file)) {
			f.src.SetLoc(i, r.tree.URL(file))
			r.note(f, Repair{
				Line: e.Line, Action: "corrected", What: "sitemap", URL: e.Loc, To: r.tree.URL(file), Reason: "host", Rule: "I4",
				Why: "the file is at this URL",
			})
		}
		if child != nil {
			r.repairIndexDate(f, i, child)
		}
	}
	if left == 0 {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: repairRule, File: f.name, Message: "no sitemap would be left in the index: nothing is changed",
		})
	}
}

// announce corrects the Sitemap lines of robots.txt, and adds one if there is none, and those of languages.
func (r *run) announce(stage *disk.Stage, files []string) ([]string, error) {
	if !r.o.Discovery.Robots || r.robots == nil && r.tree.Prefix() != "/" {
		return files, nil
	}
	robots := r.robots
	for _, loc := range sitemap.ParseRobots(robots).Sitemaps {
		if file, ok := addresses.Locate(r.tree, loc); ok && !same(loc, r.tree.URL(file)) {
			robots = replaceLine(robots, loc, r.tree.URL(file))
			r.res.Repairs = append(r.res.Repairs, Repair{
				File: robotsFile, Action: "corrected", What: "sitemap", URL: loc, To: r.tree.URL(file), Reason: "host",
				Rule: "X4", Why: "the file is at this URL",
			})
		}
	}
	policy := sitemap.CrawlerPolicy(r.o.Discovery.Crawlers)
	said := sitemap.ParseRobots(sitemap.UpdateRobots(robots, policy)).Sitemaps
	var more []string
	if len(said) == 0 {
		more = append(more, r.tree.Base()+r.repairs.roots[0])
	}
	for _, file := range addresses.OfLanguages(r.tree) {
		if loc := r.tree.URL(file); slices.Contains(r.repairs.roots, r.tree.File(file).Path) && !slices.Contains(said, loc) {
			more = append(more, loc)
		}
	}
	robots = sitemap.UpdateRobots(robots, policy, more...)
	add := stage.Add
	if r.robots != nil {
		add = stage.Amend
	}
	return append(files, robotsFile), r.refused(add(robotsFile, robots, "sitegen post"))
}

// replaceLine replaces a URL at the end of a line.
func replaceLine(text []byte, was, now string) []byte {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutSuffix(strings.TrimRight(line, " \t\r\n"), was); ok {
			line = rest + now + line[len(rest)+len(was):]
		}
		b.WriteString(line)
	}
	return []byte(b.String())
}

// stageRepaired stages a sitemap and its compressed copy.
func (r *run) stageRepaired(stage *disk.Stage, f *repaired) error {
	data, err := f.src.Bytes()
	if err != nil {
		return err
	}
	if err := stage.Amend(f.name, data, "sitegen post"); err != nil {
		return r.refused(err)
	}
	twin, ok := r.tree.Lookup(f.name + ".gz")
	if !ok {
		return nil
	}
	old, _, err := r.tree.Read(twin, nil, sitemap.MaxBytes)
	if err != nil {
		return err
	}
	copied, err := sitemap.ParseSource(old)
	if err == nil && string(copied.Text()) == string(f.src.Text()) {
		return nil
	}
	text, err := packed(bytes.NewReader(f.src.Text()))
	if err != nil {
		return err
	}
	return r.refused(stage.Amend(f.name+".gz", text, "sitegen post"))
}
