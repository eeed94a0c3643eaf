package view

import "testing"

// The next build of the same Site reuses the index of related pages of a list of the site.
func TestRelatedIndexIsKept(t *testing.T) {
	p := newProject(t, blog())
	index := func(v *Views) any {
		c := &Call{Views: v}
		x, err := v.Sites[0].RegularPages(c).relatedIndex(c)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	first := index(p.views)
	if next := index(New(p.views.o, p.views)); next != first {
		t.Error("the index is made again")
	}
	if other := index(New(p.views.o, nil)); other == first {
		t.Error("other views have the index")
	}
}
