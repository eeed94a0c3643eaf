package themes

// pagerState is how one page is split into pager pages. The first .Paginate or .Paginator of a
// rendering decides; the renderer then runs the template once more for each further pager page.
type pagerState struct {
	total int                     // number of pager pages, at least 1
	file  func(number int) string // output file of a pager page, slash path
}
