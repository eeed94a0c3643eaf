package pipeline_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/sitegen/sitegen/internal/testing/law"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// repo is the repository, for its example sites.
const repo = "../../.."

// lawSteps is how many random edits TestLaw makes.
const lawSteps = 500

// An incremental build equals a clean one, whatever was edited: see internal/testing/law. For more steps than these,
// with other seeds, run go run -C tools ./lawsoak.
func TestLaw(t *testing.T) {
	t.Parallel()
	defer debug.FreeOSMemory()                        // no builder stays, but the garbage of the last ones would, while other tests run
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // builders come and go; this test is not about memory
	s := law.Soak{Seed: 1, Steps: lawSteps, Shrink: 400}
	if testing.Short() || race.Enabled {
		s.Steps, s.Length = 15, 3 // in each mode all the same; other tests build the example sites
		s.Sites = []string{"many", "themed", "bare", "plain", "many"}
	}
	b := law.Bench{Repo: repo, Temp: temp(t)}
	_, failures, err := b.Soak(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range failures {
		t.Errorf("%v\n%s", f, law.Script(f.Case, ""))
	}
}

// temp returns a folder for projects, in memory if possible: thousands of files come and go.
func temp(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "law-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// These scripts once broke the law. With the race detector only some of them run, none of which is long; test.sh also
// runs all without it.
func TestLawScripts(t *testing.T) {
	files, err := filepath.Glob(repo + "/testdata/law/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	percent := debug.SetGCPercent(400)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	for i, file := range files {
		if race.Enabled && (i%16 > 0 || filepath.Base(file) == "style-sheets.txt") {
			continue // its minutes go into the compiler of Sass, whose own tests have the detector
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel() // a build waits for the disk and for its longest task
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			cases, err := law.Parse(text)
			if err != nil || len(cases) == 0 {
				t.Fatal("no case", err)
			}
			if race.Enabled && len(cases)*len(cases[0].Steps) > 50 {
				t.Skip("it takes minutes, and goroutines meet in the same places")
			}
			if err := (law.Bench{Repo: repo, Temp: temp(t)}).ReplayAll(t.Context(), cases); err != nil {
				t.Error(err)
			}
		})
	}
}

// A build that is killed at any moment costs only time: the next build gives the same as a clean one. lawsoak -kill 200
// does this for all sites.
func TestKilledBuilds(t *testing.T) {
	binary, runs := program(t)
	killed, err := law.Bench{Repo: repo, Temp: temp(t)}.Kill(t.Context(), binary, "themed", 1, runs)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d were killed before they were done", killed, runs)
}

// A build without room on the disk leaves the old output, whatever it was writing. lawsoak -full 200 does this for all
// sites.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no limit for the size of files")
	}
	binary, runs := program(t)
	failed, err := law.Bench{Repo: repo, Temp: temp(t)}.FullDisk(t.Context(), binary, "plain", 1, runs)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d failed", failed, runs)
}

// program builds sitegen, and says how often a test may run it.
func program(t *testing.T) (binary string, runs int) {
	race.Skip(t, "the builds are processes without the detector")
	binary = filepath.Join(t.TempDir(), "sitegen")
	if out, err := exec.Command("go", "build", "-o", binary, repo+"/cmd/sitegen").CombinedOutput(); err != nil {
		t.Fatalf("build sitegen: %v\n%s", err, out)
	}
	if testing.Short() {
		return binary, 3
	}
	return binary, 15
}

// A build never trusts a damaged cache. lawsoak -corrupt 500 does this for all sites.
func TestDamagedCaches(t *testing.T) {
	runs := 20
	if testing.Short() || race.Enabled {
		runs = 4
	}
	for _, site := range []string{"themed", "archived"} {
		err := law.Bench{Repo: repo, Temp: temp(t)}.Corrupt(t.Context(), site, 1, runs/2)
		if errors.Is(err, law.ErrNoCache) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(site, err)
		}
	}
}
