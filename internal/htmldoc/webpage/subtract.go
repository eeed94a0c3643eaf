package webpage

import "github.com/sitegen/sitegen/internal/htmldoc/html"

// subtract hashes the main content of pages in which nothing says where it is: what they say and most of the others do
// not. pieces are those of html.MainPieces, by page; nil for a page that says where it is. So an entry of their
// navigation, or a year in their footer, changes none of them (rule M5).
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
