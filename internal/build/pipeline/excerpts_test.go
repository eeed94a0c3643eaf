package pipeline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// TestExcerptsWithoutStore: a Builder without a store, as it is without a version, reads the pages again that share
// excerpts with an edited one.
func TestExcerptsWithoutStore(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"sitegen.toml": plainSite + "theme = \"blog\"\n"}
	for _, name := range []string{"a", "b", "c"} {
		files["content/"+name+".md"] = "---\ntitle: " + name + "\n---\nText of " + name + ".\n"
	}
	testsite.Write(t, dir, files)
	o := project.Options{Source: dir, Clock: summer, Memory: true}
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	testsite.Write(t, dir, map[string]string{"content/b.md": "---\ntitle: b\n---\nAnother text.\n"})
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(held(t, built(t, o).Outputs), held(t, res.Outputs)); diff != "" {
		t.Errorf("(-clean +again):\n%s", diff)
	}
}
