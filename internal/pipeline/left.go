package pipeline

import (
	"time"

	"github.com/sitegen/sitegen/content/site"
)

// ahead lists the pages that a plain build at the same time would leave out.
func (x *rendering) ahead() []Left {
	var out []Left
	for _, p := range x.site.Pages {
		if p.Doc == nil {
			continue
		}
		draft, future, expired := standing(p, x.o.Clock)
		l := Left{File: p.Doc.File}
		switch {
		case draft:
			l.Reason = "draft"
		case future:
			l.Reason, l.Date = "future", p.Dates.PublishDate
		case expired:
			l.Reason, l.Date = "expired", p.Dates.ExpiryDate
		default:
			continue
		}
		out = append(out, l)
	}
	return out
}

// standing tells why a plain build at a time leaves a page out. Without a time nothing is future or
// expired.
func standing(p *site.Page, now time.Time) (draft, future, expired bool) {
	return p.Draft, !now.IsZero() && p.Dates.PublishDate.After(now),
		!p.Dates.ExpiryDate.IsZero() && p.Dates.ExpiryDate.Before(now)
}
