package pipeline

import "github.com/sitegen/sitegen/internal/site"

// ahead lists the pages that a plain build at the same time would leave out.
func ahead(s *site.Site) []Left {
	var out []Left
	for _, p := range s.Pages {
		if p.Doc == nil {
			continue
		}
		future, expired := s.Untimely(p)
		l := Left{File: p.Doc.File}
		switch {
		case p.Draft:
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
