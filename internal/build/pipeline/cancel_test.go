package pipeline_test

import (
	"context"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// TestEndedTooLate: a build whose output is in place can't be cancelled, since its changes would not be reported.
func TestEndedTooLate(t *testing.T) {
	dir := t.TempDir()
	testsite.Write(t, dir, map[string]string{
		"sitegen.toml":     "baseURL = \"https://late.example/\"\n",
		"content/a.md":     "---\ntitle: A\n---\n",
		"layouts/all.html": "<p>{{ .Title }}</p>",
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stage := ""
	calls := 0
	b, err := pipeline.New(project.Options{
		Source: dir, Clock: summer,
		Progress: func(p project.Progress) { stage, calls = p.Stage, 0 },
		Elapsed: func() time.Duration {
			if calls++; stage == "write" && calls == 2 {
				cancel()
			}
			return 0
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(ctx)
	if err != nil || res.Written == 0 || ctx.Err() == nil {
		t.Errorf("%v, %d written, the context: %v", err, res.Written, ctx.Err())
	}
}
