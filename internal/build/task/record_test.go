package task

import (
	"fmt"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

// The keys of jobs are hashes, in which any byte may occur.
func TestKeysOfJobsAreNotBeside(t *testing.T) {
	for i := range 2000 {
		job := &Job{Alias: &site.Alias{File: fmt.Sprintf("old/%d/index.html", i)}}
		if key := job.Key(nil); IsBeside(key) {
			t.Fatalf("job %d: the key %q counts as that of an emission", i, key)
		}
	}
	if !IsBeside("emission\x00sitemap.xml") {
		t.Error("the key of an emission counts as that of a job")
	}
}
