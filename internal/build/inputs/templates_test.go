package inputs_test

import (
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/inputs"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Revisions change with what git says about a page, not with each commit.
func TestRevisionsFollowThePagesOfACommit(t *testing.T) {
	theme, found := render.Load(&config.Config{Project: t.TempDir()})
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	revisions := func(head string, c *content.Commit) trace.Revisions {
		p := &site.Page{Key: "a"}
		p.Commit = c
		return inputs.Revisions(&kept.Inputs{
			Git: &content.Git{Head: head}, Site: &site.Site{Pages: []*site.Page{p}}, Theme: theme,
		}, time.Time{})
	}
	first := revisions("1", &content.Commit{Hash: "1"})
	if later := revisions("2", &content.Commit{Hash: "1"}); later != first {
		t.Errorf("after a commit that is not about a page: %v, before %v", later, first)
	}
	for _, c := range []*content.Commit{nil, {Hash: "2"}, {Hash: "1", AuthorName: "A"}, {Hash: "1", AbbreviatedHash: "1"}} {
		later := revisions("2", c)
		for _, g := range []trace.Group{trace.SiteGroup, trace.PlacelessGroup} {
			if later[g] == first[g] {
				t.Errorf("group %d is the same with the commit %v", g, c)
			}
		}
	}
}
