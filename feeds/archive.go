package feeds

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Dated is the information about an item that PlanArchive needs.
type Dated struct {
	ID   string    // of the item, unique
	Date time.Time // date of publication; an item without one is in no document

	// Document is the number of the archive document that already contains the item, or 0. Set it to keep
	// documents unchanged even if an item is added with an old date or one is deleted; otherwise the plan
	// depends only on the dates.
	Document int
}

// ArchiveOptions tells how items are distributed over documents.
type ArchiveOptions struct {
	Size   int // items of an archive document; 100 by default
	Recent int // minimum number of items in the subscription document; 20 by default

	// Last is the highest number that an archive document ever had, so no number is reused after all items of
	// the newest document are deleted. The numbers in the items are considered anyway.
	Last int

	// Forward also links each archive document to the next newer one (rule P2). The newest one links to the
	// number that the next one will have, although it does not exist yet, so a closed document never changes.
	// Validators warn about an archive document without any link to another.
	Forward bool
}

// Document is one document of an archived feed.
type Document struct {
	Number     int   // 0 for the subscription document; else an archive document, 1 being the oldest
	Items      []int // indexes of the given items, newest first
	Prev, Next int   // numbers of the next older and the next newer archive document, or 0
}

// PlanArchive distributes items over the documents of an archived feed (RFC 5005 §4, rules P2, P3). It returns
// the subscription document and then the archive documents, newest first: the order in which a reader follows
// prev-archive. Every item with a date is in exactly one of them.
//
// Archive documents are filled from the oldest item on, and one is closed when there are enough newer items for
// it and for the subscription document. So a new item changes the subscription document, and sometimes adds an
// archive document, while closed ones stay unchanged. Deleted items are not replaced, and a number is never
// reused for other items. The order is by date, then by ID, so the same items give the same plan in any order.
func PlanArchive(items []Dated, o ArchiveOptions) []Document {
	if o.Size <= 0 {
		o.Size = 100
	}
	if o.Recent <= 0 {
		o.Recent = 20
	}
	order := make([]int, 0, len(items))
	for i := range items {
		if !items[i].Date.IsZero() {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(items[b].Date.Compare(items[a].Date), cmp.Compare(items[b].ID, items[a].ID))
	})

	closed, open := map[int][]int{}, []int(nil) // all items, newest first
	last := o.Last
	for _, i := range order {
		if n := items[i].Document; n > 0 {
			closed[n] = append(closed[n], i)
			last = max(last, n)
		} else {
			open = append(open, i)
		}
	}
	for len(open)-o.Size >= o.Recent {
		last++
		closed[last] = slices.Clone(open[len(open)-o.Size:])
		open = open[:len(open)-o.Size]
	}

	numbers := slices.Sorted(maps.Keys(closed))
	slices.Reverse(numbers)
	plan := make([]Document, 0, len(numbers)+1)
	plan = append(plan, Document{Items: open})
	for _, n := range numbers {
		plan = append(plan, Document{Number: n, Items: closed[n]})
	}
	for i := range plan {
		if i+1 < len(plan) {
			plan[i].Prev = plan[i+1].Number
		}
		switch {
		case i == 1 && o.Forward:
			plan[i].Next = last + 1
		case i > 1 && o.Forward:
			plan[i].Next = plan[i-1].Number
		}
	}
	return plan
}

// Paging returns the links of the document. address returns the absolute URL of a document by its number.
func (d *Document) Paging(address func(number int) string) Paging {
	var p Paging
	if d.Number > 0 {
		p.Archive, p.Current = true, address(0)
	}
	if d.Prev > 0 {
		p.PrevArchive = address(d.Prev)
	}
	if d.Next > 0 {
		p.NextArchive = address(d.Next)
	}
	return p
}

// PlanPages returns the links of each page of a paged feed with the given number of items, size per page (RFC
// 5005 §3, rule P4). Pages count from 0 and contain the items from page*size on. The contents of a page change
// with every new item, so paging suits small sets and lists without dates; use an archive for the rest. There
// is always at least one page.
func PlanPages(items, size int, address func(page int) string) []Paging {
	size = max(1, size)
	last := max(0, items-1) / size
	if last == 0 {
		return []Paging{{}}
	}
	plan := make([]Paging, last+1)
	for n := range plan {
		plan[n] = Paging{First: address(0), Last: address(last)}
		if n > 0 {
			plan[n].Previous = address(n - 1)
		}
		if n < last {
			plan[n].Next = address(n + 1)
		}
	}
	return plan
}
