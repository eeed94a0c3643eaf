package listing

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/listing/wording"
	"github.com/sitegen/sitegen/internal/site"
)

// generator is what feeds name as their program.
const generator = "sitegen"

// issue is one document of a feed: the one to subscribe to, or an archive document.
type issue struct {
	*plan
	number  int // of the archive document; 0: the document to subscribe to
	file    string
	url     site.URL
	entries []entry
	paging  feeds.Paging
	full    map[*site.Page]bool // nil: all carry as much as the set says
	left    int                 // pages that Atom cannot carry, although others of their section have a date
}

// feedReader reads from a listing what stands in feeds.
type feedReader struct{ *Listing }

func (l *Listing) feedReader() feedReader { return feedReader{l} }

// issues returns the documents of a feed, the one to subscribe to first. A feed of changes without any has
// none.
func (fr feedReader) issues(f *plan, archive []feeds.Document, dated []entry) []issue {
	first := issue{plan: f, file: f.file, url: f.url}
	switch {
	case f.updates:
		if first.entries = fr.changes(f.set); len(first.entries) == 0 {
			return nil
		}
	case f.archived():
		return fr.archiveIssues(f, archive, dated)
	default:
		first.entries, first.left = fr.pick(f)
		if f.target.Format != nil {
			first.full = newest(first.entries, fr.Site.Config.Discovery.Feeds.FullContent)
		}
	}
	return []issue{first}
}

// item makes the feed item of an entry, without its texts.
func (fr feedReader) item(f *plan, e entry) feeds.Item {
	p := e.page
	i := feeds.Item{
		ID: e.id, URL: fr.address(p), Title: p.Title, Published: e.first, Updated: e.last,
		Authors: declared.People(p.Params), Categories: categories(p),
	}
	if f.format == feeds.Atom && i.Title == "" {
		i.Title = cmp.Or(p.LinkTitle, p.Path) // the others can do without
	}
	if f.format == feeds.RSS && len(i.Authors) == 0 {
		i.Authors = declared.People(p.Edition.Language.Params)
	}
	fr.attached(p).Attach(&i)
	return i
}

// feed describes a document.
func (fr feedReader) feed(d *issue) *feeds.Feed {
	lang := d.page.Edition.Language
	out := &feeds.Feed{
		Title: feedTitle(d.plan), Description: feedDescription(d.plan),
		Home: fr.address(d.page), Self: fr.absolute(d.page, d.url), ID: fr.feedID(d.plan),
		Language: wording.Language(d.page.Edition.Language), Copyright: wording.Copyright(lang.Copyright), Generator: generator,
		Authors: declared.People(lang.Params), Paging: d.paging,
	}
	if d.given != nil {
		out.Title, out.Description = d.given.Title, d.given.Description
	}
	if d.author != "" {
		out.Authors = []feeds.Person{{Name: d.author}}
	}
	if d.format == feeds.Atom && len(out.Authors) == 0 {
		out.Authors = []feeds.Person{{Name: siteTitle(d.page.Edition)}} // rule A2
	}
	if d.number == 0 {
		out.Hubs = fr.Site.Config.Discovery.Feeds.Hubs // nothing is ever pushed to an archive document
	}
	for _, e := range d.entries {
		at := e.newest()
		if d.format == feeds.Atom {
			at = e.updated() // rule A7
		}
		out.Updated = feeds.Newest(out.Updated, at)
	}
	fr.podcast(out, d)
	return out
}

// writeSet writes the feeds of a set. Texts that several of them hold are made once.
func (fr feedReader) writeSet(s *set, which []*plan, shared *html.Portables, in Inputs, create Create) (r Emitted, err error) {
	w := &setWriter{
		l: fr.Listing, text: in.Text, create: create, reuse: in.Reuse, portables: shared, report: &diag.Reporter{},
		uses: map[*site.Page]int{}, texts: map[*site.Page]texts{}, out: &r,
	}
	archive, dated := fr.planArchive(s)
	var all []issue
	for _, f := range which {
		all = append(all, fr.issues(f, archive, dated)...)
	}
	// The documents of one number together, so that few texts wait for their next use.
	slices.SortStableFunc(all, func(a, b issue) int {
		return cmp.Or(cmp.Compare(btoi(a.number > 0), btoi(b.number > 0)), cmp.Compare(b.number, a.number))
	})
	for i := range all {
		if len(all) > 1 { // else nothing is used twice
			for _, e := range all[i].entries {
				w.uses[e.page]++
			}
		}
	}
	for i := range all {
		if err := w.write(&all[i]); err != nil {
			return r, fmt.Errorf("write feed %s: %w", all[i].file, err)
		}
	}
	r.archived = fr.archivedItems(s, which, archive, dated)
	r.Found = w.report.List()
	return r, nil
}

// setWriter writes the feeds of a set.
type setWriter struct {
	l         *Listing
	text      Text
	create    Create
	reuse     *Reuse
	keys      codec.Writer // room for what is hashed
	portables *html.Portables
	report    *diag.Reporter
	uses      map[*site.Page]int // in how many feeds a page still stands
	texts     map[*site.Page]texts
	out       *Emitted
	told      map[string]bool // what was reported of a page, or of the set, in whichever of its files
}

// tell reports what is wrong with an item, or with the feed itself: once for all files of the set.
func (w *setWriter) tell(rule string, page *site.Page, file, message string) {
	key := rule + "\x00" + message
	if page != nil {
		key += "\x00" + page.Path
	}
	if w.told[key] {
		return
	}
	if w.told == nil {
		w.told = map[string]bool{}
	}
	w.told[key] = true
	w.report.Add(rule, w.l.fileOf(page), file+": "+message)
}

// texts are those of a page as feeds hold them; nil: not made yet.
type texts struct{ summary, content *string }

func (w *setWriter) write(d *issue) error {
	if d.left > 0 && d.isHome() == 1 {
		w.report.Add("A1", "", fmt.Sprintf("%s leaves out %s without a date from %d on, next to pages with one", d.file, count(d.left, "page"), firstFeeds))
	}
	out, err := w.create(d.file, d.format.MediaType())
	if err != nil {
		return err
	}
	w.out.Files = append(w.out.Files, d.file)
	items, err := w.writeItems(out, d)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	w.out.Items += items
	if d.format == feeds.Atom && d.number == 0 {
		w.out.feedIDs = append(w.out.feedIDs, feedID{d.file, w.l.feedReader().feedID(d.plan)})
	}
	return err
}

func (w *setWriter) writeItems(out io.Writer, d *issue) (int, error) {
	var current *site.Page
	if d.format == feeds.Atom {
		tellApart(d.entries)
	}
	feed := w.l.feedReader().feed(d)
	if err := w.addElements(feed, nil, d, d.page); err != nil {
		return 0, err
	}
	fw, err := feeds.NewWriter(out, d.format, feed, feeds.Options{Safe: true, Report: func(v feeds.Violation) {
		if v.Rule == "C1" && v.Field == "language" && w.l.edition(d.page).lang == "" {
			return // H3 tells of the language, once
		}
		w.tell(v.Rule, current, d.file, v.Error())
	}})
	if err != nil {
		return 0, err
	}
	cut, err := w.fit(d)
	if err != nil {
		return 0, err
	}
	before := w.reuse.items(d.file)
	var noted itemNotes
	for _, e := range d.entries {
		current = e.page
		key, known, err := w.writeItem(fw, d, e, cut[e.page], before)
		if err != nil {
			return 0, err
		}
		if at, size := fw.Written(); known && size > 0 {
			noted.add(key, at, size)
		}
	}
	current = nil
	if noted.n > 0 {
		w.out.items = append(w.out.items, feedItems{d.file, noted.n, string(noted.Bytes())})
	}
	return fw.Items(), fw.Close()
}

// writeItem writes one item: the bytes that it had before when it is made of the same. It returns the hash of that,
// if it is known.
func (w *setWriter) writeItem(fw *feeds.Writer, d *issue, e entry, cut bool, before map[uint64][]byte) (key uint64, known bool, err error) {
	defer w.used(e.page)
	i := w.l.feedReader().item(d.plan, e)
	if err := w.play(&i, d, e.page); err != nil {
		return 0, false, err
	}
	if err := w.addElements(nil, &i, d, e.page); err != nil {
		return 0, false, err
	}
	if t, ok := w.text.(ItemText); ok {
		if err := t.Item(&i, e.page); err != nil {
			return 0, false, err
		}
	}
	if key, known, err = w.key(&i, d, e.page, cut); err != nil {
		return 0, false, err
	}
	if bytes := before[key]; known && bytes != nil {
		return key, true, fw.AddWritten(&i, bytes)
	}
	if err := w.addText(&i, d, e.page, cut); err != nil {
		return 0, false, err
	}
	return key, known, fw.Add(&i)
}

// used tells that a document has p now: its texts are given back after the last one.
func (w *setWriter) used(p *site.Page) {
	if w.uses[p]--; w.uses[p] <= 0 {
		delete(w.uses, p)
		delete(w.texts, p)
	}
}

// addText adds summary and content, with absolute addresses (rule B7); cut says that the content is too much.
func (w *setWriter) addText(i *feeds.Item, d *issue, p *site.Page, cut bool) error {
	much := w.much(d, p)
	if much == "none" {
		return nil
	}
	var err error
	if i.Summary, err = w.summary(p); err != nil || much != "full" || cut {
		return err
	}
	if i.Content, err = w.content(p); err != nil {
		return err
	}
	if d.format == feeds.Atom && i.Summary == i.Content {
		i.Summary = ""
	}
	return nil
}

// much says what of p a document holds: "full", "summary" or "none".
func (w *setWriter) much(d *issue, p *site.Page) string {
	much := w.l.feedReader().contentOf(d.set, p)
	if much == "full" && (d.updates || d.full != nil && !d.full[p]) {
		return "summary" // crawlers read the page itself
	}
	return much
}

// summary returns the summary of p as feeds have it.
func (w *setWriter) summary(p *site.Page) (string, error) {
	t := w.texts[p]
	if t.summary == nil {
		s, err := w.text.Summary(p)
		if err != nil {
			return "", err
		}
		fit, err := w.portable(p, string(s))
		if err != nil {
			return "", err
		}
		fit = w.short(fit)
		t.summary = &fit
		w.texts[p] = t
	}
	return *t.summary, nil
}

// content returns the whole text of p as feeds have it.
func (w *setWriter) content(p *site.Page) (string, error) {
	t := w.texts[p]
	if t.content == nil {
		s, err := w.text.Content(p)
		if err != nil {
			return "", err
		}
		fit, err := w.portable(p, string(s))
		if err != nil {
			return "", err
		}
		t.content = &fit
		w.texts[p] = t
	}
	return *t.content, nil
}

func (w *setWriter) portable(p *site.Page, s string) (string, error) {
	return w.portables.Of(s, w.l.address(p))
}

// fileOf is the file that p is made of, "" when there is none.
func (l *Listing) fileOf(p *site.Page) string {
	switch {
	case p == nil:
	case p.Doc != nil:
		return p.Doc.File
	case l.fact(p).Web != nil:
		return l.fact(p).Web.Path
	}
	return ""
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// newest marks the pages of the newest entries, n of them.
func newest(entries []entry, n int) map[*site.Page]bool {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b entry) int { return b.first.Compare(a.first) })
	full := make(map[*site.Page]bool, len(sorted))
	for _, e := range sorted[:min(len(sorted), max(0, n))] {
		full[e.page] = true
	}
	return full
}
