package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

func TestSummary(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 7, n, 9, 0, 0, 0, time.UTC) }
	res := &pipeline.Result{
		NextBuild:   time.Date(2026, 7, 2, 10, 59, 0, 1, time.FixedZone("CEST", 2*60*60)),
		Destination: "/site/public", Pages: 1, Written: 2, Unchanged: 3, Removed: 4, SitemapURLs: 1, FeedItems: 20,
		Left: []pipeline.Left{
			{File: "content/d.md", Reason: "draft"},
			{File: "content/later.md", Reason: "future", Date: day(3)},
			{File: "content/soon.md", Reason: "future", Date: day(2)},
			{File: "content/old.md", Reason: "expired", Date: day(1)},
		},
		Stages:      []pipeline.Timing{{Stage: "config", Took: time.Microsecond}, {Stage: "load", Took: 12 * time.Millisecond}, {Stage: "write", Took: 1234 * time.Millisecond}},
		Diagnostics: diag.List{{Message: "a warning"}},
	}
	var out strings.Builder
	a := &app{out: &out}
	a.summary(res, project.Options{Elapsed: func() time.Duration { return 1500 * time.Millisecond }})
	want := `Built 1 page in 1.5s into /site/public
  files:    2 written, 3 unchanged, 4 removed
  sitemaps: 1 URL; feeds: 20 items
  left out: 1 draft (-D), 2 future pages (-F), 1 expired page (-E)
            content/soon.md goes live on 2026-07-02 09:00 UTC
            content/later.md goes live on 2026-07-03 09:00 UTC
  warnings: 1
  next:     build and publish again on 2026-07-02 11:00 +02:00: a date in the site is reached then
  time:     load 12ms, write 1.23s
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
