package webpage

import "github.com/sitegen/sitegen/internal/htmldoc/html"

// subtract hashes the main content of pages in which it is not marked: the text pieces that most of the other
// pages do not have. pieces has the results of html.MainPieces by page; nil for a page whose main content is
// marked. So a change in the navigation, or of the year in the footer, changes no page (rule M5).
func (s *Set) subtract(pieces [][]uint64) {
	type use struct{ pages, last int }
	uses := map[uint64]use{}
	n := 0
	for i := range s.Pages {
		p := &s.Pages[i]
		if pieces[i] == nil || p.Refresh != "" || p.Fragment {
			continue
		}
		n++
		for _, piece := range pieces[i] {
			if u := uses[piece]; u.last != n {
				uses[piece] = use{u.pages + 1, n}
			}
		}
	}
	for i := range s.Pages {
		if pieces[i] == nil {
			continue
		}
		own := pieces[i][:0]
		for _, piece := range pieces[i] {
			if u := uses[piece].pages; u < 2 || 2*u <= n {
				own = append(own, piece)
			}
		}
		s.Pages[i].Main = html.HashPieces(own)
	}
}
