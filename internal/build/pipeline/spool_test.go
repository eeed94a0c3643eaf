package pipeline

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// TestLongPreviewDoesNotGrow: a preview frees outputs that it no longer needs, and the outputs that it serves are still
// those of a clean build.
func TestLongPreviewDoesNotGrow(t *testing.T) {
	race.Skip(t, "it measures memory; TestEarlyOutputsAreTheFinalOnes builds in memory, too")
	dir := testsite.Temp(t, "../../../testdata/sites/blog")
	p := &feedSite{t: t, dir: dir}
	p.replace("sitegen.toml", "[params]\ndescription", "[params]\nimages = { webp = false }\ndescription") // WebP takes longer than the rest
	o := project.Options{Source: dir, Memory: true, Clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	b, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.o.Slack = 1
	layout := filepath.Join(dir, "layouts", "_partials", "footer.html")
	if err := os.MkdirAll(filepath.Dir(layout), 0o777); err != nil {
		t.Fatal(err)
	}
	read := func(b *Builder) map[string]string {
		t.Helper()
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, p := range res.Outputs.Paths() {
			f, _ := res.Outputs.Lookup(p)
			r, err := f.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			r.Close()
			if err != nil {
				t.Fatal(err)
			}
			out[p] = string(text)
		}
		return out
	}
	spools := map[any]bool{}
	var runs []weak.Pointer[render.Run]
	builds := 25
	if race.Enabled {
		builds = 10 // it moves in the seventh
	}
	for i := range builds {
		if err := os.WriteFile(layout, fmt.Appendf(nil, "<footer>%d</footer>", i), 0o666); err != nil {
			t.Fatal(err)
		}
		have := read(b)
		spools[b.kept.Spool] = true
		runs = append(runs, weak.Make(b.kept.Run))
		if size, wanted := b.kept.Spool.Size(), b.kept.Outputs.Held(); size > 6*wanted {
			t.Fatalf("build %d: the file holds %d bytes for outputs of %d", i, size, wanted)
		}
		if i != builds-1 {
			continue
		}
		c, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		clean := read(c)
		for p, text := range clean {
			if have[p] != text {
				t.Errorf("%s differs from that of a clean build", p)
			}
		}
		if len(have) != len(clean) {
			t.Errorf("%d files, a clean build has %d", len(have), len(clean))
		}
	}
	runtime.GC()
	alive := 0
	for _, r := range runs {
		if r.Value() != nil {
			alive++
		}
	}
	if alive > 3 {
		t.Errorf("%d of %d builds are still in memory", alive, len(runs))
	}
	if len(spools) < 2 {
		t.Error("nothing ever moved")
	}
}
