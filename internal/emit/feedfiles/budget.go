package feedfiles

import (
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// mostSummary is the maximum size of a summary in bytes of HTML, where feeds have a budget. A longer one is cut to its
// first words, since it is a full text rather than a summary.
const (
	mostSummary = 64 << 10
	firstRunes  = 500
)

// fit returns the pages of a document whose full texts do not fit into feeds.maxBytes. The newest texts are added
// first; from the first one that does not fit, all older items have summaries only. A text that exceeds the budget by
// itself takes nothing from the others. Texts that fit are kept until they are written, so at most the budget of a
// document is in memory.
func (w *setWriter) fit(d *listing.Issue) (cut map[*site.Page]bool, err error) {
	most := w.l.Site.Config.Discovery.Feeds.MaxBytes
	if most <= 0 {
		return nil, nil
	}
	entries := slices.Clone(d.Entries)
	slices.SortStableFunc(entries, func(a,
		b listing.Entry,
	) int {
		return listing.Published(b.Page).Compare(listing.Published(a.Page))
	})
	cut = map[*site.Page]bool{}
	sum, full := 0, false
	for _, e := range entries {
		if w.much(d, e.Page) != "full" {
			continue
		}
		if full {
			cut[e.Page] = true
			continue
		}
		size, err := w.contentSize(e.Page)
		if err != nil {
			return nil, err
		}
		if sum+size <= most {
			sum += size
			continue
		}
		cut[e.Page] = true
		full = size <= most
		w.forget(e.Page)
	}
	w.tellCut(d, len(cut), most)
	return cut, nil
}

// forget releases the full text of p.
func (w *setWriter) forget(p *site.Page) {
	t := w.texts[p]
	t.content = nil
	w.texts[p] = t
}

func (w *setWriter) tellCut(d *listing.Issue, n, most int) {
	if n == 0 {
		return
	}
	has := "have their summaries"
	if n == 1 {
		has = "has its summary"
	}
	w.report.Say(&diag.Diagnostic{
		Rule: "feed-size", Severity: diag.Warning,
		Message: fmt.Sprintf("%s: %s %s only, because the full texts have more than %d bytes", d.File,
			words.Count(n, "item"), has, most),
		Hint: "raise feeds.maxBytes, or lower the limit of the feed",
	})
}

// short returns a summary, cut to its first words if it is longer than mostSummary.
func (w *setWriter) short(s string) string {
	if w.l.Site.Config.Discovery.Feeds.MaxBytes <= 0 || len(s) <= mostSummary {
		return s
	}
	return html.Excerpt(s, firstRunes)
}
