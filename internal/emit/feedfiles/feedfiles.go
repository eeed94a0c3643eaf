// Package feedfiles writes the feeds of each set of pages, with their archives, podcasts, and feeds of changes.
package feedfiles

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/xmlstyle"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Emissions returns one emission for each set of feeds.
func Emissions(src *emission.Source) (out []emission.Emission) {
	shared := &html.Portables{}
	for _, s := range src.Listing.Sets() {
		var which []*listing.Feed
		for i := range s.Feeds {
			f, o := &s.Feeds[i], src.Options
			if !o.Taken(f.File) && (o.Own == nil || f.Target.Format == nil || !o.Own(f.List, f.Target)) {
				which = append(which, f)
			}
		}
		if len(which) == 0 {
			continue
		}
		out = append(out, emission.Emission{
			Name: which[0].File,
			Run: func(in emission.Inputs, create emission.Create) (emission.Emitted, error) {
				return writeSet(src.Reading(in), s, which, shared, in, create)
			},
			Fingerprint: sync.OnceValue(func() uint64 { return fingerprint(src, s, which) }),
		})
	}
	if len(out) > 1 { // a single set remembers the texts of its own files
		shared.Most = max(portablesLeast, len(src.Listing.Site.Pages)*portablesPage)
	}
	return out
}

// Maximum size in bytes of the texts that are kept for other feeds: archived feeds contain all texts of a site, and a
// feed without a limit has the summaries of all pages.
const (
	portablesLeast = 8 << 20
	portablesPage  = 1 << 10
)

// fingerprint hashes the inputs of some feeds of a set.
func fingerprint(src *emission.Source, s *listing.FeedSet, which []*listing.Feed) uint64 {
	l := src.Listing
	var w codec.Digest
	w.Int(l.Contents(s).LastArchive())
	for _, f := range which {
		w.Text(f.File)
		w.Text(l.FeedID(f))
	}
	w.Fixed(src.Page(s.List))
	changes := slices.ContainsFunc(which, func(f *listing.Feed) bool { return f.Updates })
	for _, p := range s.Members() {
		w.Fixed(src.Page(p))
		if changes {
			emission.StoreTime(&w.Writer, l.Remembered(p).Added)
		}
		w.Flush()
	}
	return w.Sum()
}

// writeSet writes the feeds of a set. Texts that are in several feeds are made once.
func writeSet(
	src *emission.Source, s *listing.FeedSet, which []*listing.Feed, shared *html.Portables,
	in emission.Inputs, create emission.Create,
) (r emission.Emitted, err error) {
	w := &setWriter{
		l: src.Listing, text: in.Text, create: create, reuse: in.Reuse, portables: shared, report: &diag.Reporter{},
		uses: map[*site.Page]int{}, texts: map[*site.Page]texts{}, out: &r,
	}
	contents := w.l.Contents(s)
	var all []listing.Issue
	for _, f := range which {
		all = append(all, contents.Issues(f)...)
	}
	// Documents with the same number are written together, so few texts are kept for later; archive documents come
	// last.
	slices.SortStableFunc(all, func(a, b listing.Issue) int {
		if a.Number == 0 || b.Number == 0 {
			return cmp.Compare(a.Number, b.Number)
		}
		return cmp.Compare(b.Number, a.Number)
	})
	for i := range all {
		if len(all) > 1 { // with one document no text is used twice
			for _, e := range all[i].Entries {
				w.uses[e.Page]++
			}
		}
	}
	for i := range all {
		if err := w.write(&all[i]); err != nil {
			return r, fmt.Errorf("write feed %s: %w", all[i].File, err)
		}
	}
	r.Archived = contents.Archived(which)
	r.Found = w.report.List()
	return r, nil
}

// setWriter writes the feeds of a set.
type setWriter struct {
	l         *listing.Listing
	text      emission.Text
	create    emission.Create
	reuse     *emission.Reuse
	keys      codec.Writer // buffer for hashing
	portables *html.Portables
	report    *diag.Reporter
	uses      map[*site.Page]int // number of feeds that still need the page
	texts     map[*site.Page]texts
	out       *emission.Emitted
	told      map[string]bool // messages already reported about a page or the set, in any of its files
}

// tell reports a problem of an item or the feed, once for all files of the set.
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
	w.report.Add(rule, w.l.Source(page), file+": "+message)
}

// texts are the texts of a page in feeds; nil: not made yet.
type texts struct{ summary, content *string }

func (w *setWriter) write(d *listing.Issue) error {
	if len(d.Left) > 0 && d.IsHome() {
		w.report.Say(undated(d, w.l.Source(d.Left[0])))
	}
	out, err := w.create(d.File, d.Format.MediaType())
	if err != nil {
		return err
	}
	w.out.Files = append(w.out.Files, d.File)
	items, err := w.writeItems(out, d)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	w.out.Items += items
	if d.Format == feeds.Atom && d.Number == 0 {
		w.out.FeedIDs = append(w.out.FeedIDs, emission.FeedID{File: d.File, ID: w.l.FeedID(d.Feed)})
	}
	return err
}

// undated is the warning that a feed leaves out pages without a date, the first of which has its source in file.
func undated(d *listing.Issue, file string) *diag.Diagnostic {
	left := "this page, which has"
	if more := len(d.Left) - 1; more > 0 {
		left = fmt.Sprintf("this page and %s, which have", words.Count(more, "other"))
	}
	return &diag.Diagnostic{
		Rule: "A1", Severity: diag.Warning, File: file,
		Message: fmt.Sprintf("%s leaves out %s no date from %d on, unlike other pages of the section", d.File, left,
			listing.FirstFeeds),
		Hint: "set date in the front matter",
	}
}

func (w *setWriter) writeItems(out io.Writer, d *listing.Issue) (int, error) {
	var current *site.Page
	if d.Format == feeds.Atom {
		tellApart(d.Entries)
	}
	feed := w.feed(d)
	if err := w.addElements(feed, nil, d, d.List); err != nil {
		return 0, err
	}
	style := xmlstyle.Feeds(w.l, d.List.Edition)
	fw, err := feeds.NewWriter(out, d.Format, feed, feeds.Options{Safe: true, Stylesheet: style, Report: func(v feeds.Violation) {
		if v.Rule == "C1" && v.Field == "language" && w.l.Hreflang(d.List.Edition) == "" {
			return // H3 reports the language once
		}
		w.tell(v.Rule, current, d.File, v.Error())
	}})
	if err != nil {
		return 0, err
	}
	cut, err := w.fit(d)
	if err != nil {
		return 0, err
	}
	before := w.reuse.Pieces(d.File)
	var noted emission.Pieces
	for _, e := range d.Entries {
		current = e.Page
		key, known, err := w.writeItem(fw, d, e, cut[e.Page], before)
		if err != nil {
			return 0, err
		}
		if at, size := fw.Written(); known && size > 0 {
			noted.Add(key, at, size)
		}
	}
	current = nil
	w.out.Keep(d.File, &noted)
	return fw.Items(), fw.Close()
}

// writeItem writes one item, copied from the previous file if its inputs are unchanged. It returns the hash of the
// inputs, if known.
func (w *setWriter) writeItem(fw *feeds.Writer, d *listing.Issue, e listing.Entry, cut bool,
	before map[uint64][]byte,
) (key uint64, known bool, err error) {
	defer w.used(e.Page)
	i := w.item(d.Feed, e)
	if err := w.play(&i, d, e.Page); err != nil {
		return 0, false, err
	}
	if err := w.addElements(nil, &i, d, e.Page); err != nil {
		return 0, false, err
	}
	if t, ok := w.text.(emission.ItemText); ok {
		if err := t.Item(&i, e.Page); err != nil {
			return 0, false, err
		}
	}
	if key, known, err = w.key(&i, d, e.Page, cut); err != nil {
		return 0, false, err
	}
	if bytes := before[key]; known && bytes != nil {
		return key, true, fw.AddWritten(&i, bytes)
	}
	if err := w.addText(&i, d, e.Page, cut); err != nil {
		return 0, false, err
	}
	return key, known, fw.Add(&i)
}

// used notes that a document has written p. The texts of p are released after its last document.
func (w *setWriter) used(p *site.Page) {
	if w.uses[p]--; w.uses[p] <= 0 {
		delete(w.uses, p)
		delete(w.texts, p)
	}
}

// addText adds summary and content with absolute URLs (rule B7). cut says that the content exceeds the budget.
func (w *setWriter) addText(i *feeds.Item, d *listing.Issue, p *site.Page, cut bool) error {
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
	if d.Format == feeds.Atom && i.Summary == i.Content {
		i.Summary = ""
	}
	return nil
}

// much returns how much of the text of p a document contains: "full", "summary", or "none".
func (w *setWriter) much(d *listing.Issue, p *site.Page) string {
	much := w.l.Contents(d.FeedSet).Content(p)
	if much == "full" && (d.Updates || d.Full != nil && !d.Full[p]) {
		return "summary" // crawlers read the page itself
	}
	return much
}

// summary returns the summary of p for feeds.
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

// content returns the full text of p for feeds.
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
	return w.portables.Of(s, w.l.Address(p))
}
