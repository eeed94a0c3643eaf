package sitegen_test

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// importGraph says which packages may import which: a package may import those left of its `<` and
// whatever they may import, and the standard library. Packages in one comma list do not see each
// other. Every package of the module stands here; see ARCHITECTURE.md for what each is for.
const importGraph = `
	NONE < sitemap, feeds, internal/par, internal/glob, internal/html, internal/words, internal/ledger, internal/diagram, internal/watch, internal/qrcode, internal/lock, internal/codec, internal/detect, internal/wasm;
	internal/codec < internal/diag, internal/trace, internal/cache, internal/disk, internal/search;
	internal/par < internal/stamp, internal/reach;
	internal/reach, feeds < internal/notify;
	internal/lock < internal/disk/atomicfile;
	internal/disk/atomicfile, internal/stamp < internal/disk;
	internal/disk/atomicfile < internal/cache;
	internal/diag < frontmatter, internal/markdown, internal/media, internal/hosting;
	internal/wasm < internal/tex;
	internal/diag, internal/glob, internal/codec, internal/wasm, internal/disk/atomicfile < internal/media/picture;
	internal/media/picture, internal/tex < themes;
	frontmatter, internal/markdown, internal/detect < internal/config;
	internal/config, internal/words < internal/scaffold;
	internal/scaffold < internal/migrate;
	internal/config, internal/media, internal/glob, internal/par, internal/stamp, internal/trace < content;
	content, internal/words < content/site;
	internal/diag, internal/html, sitemap, feeds < internal/emit;
	content/site, internal/emit, internal/ledger < internal/discovery;
	frontmatter, internal/diag, internal/markdown, internal/words < internal/tmpl/funcs;
	internal/discovery, internal/diagram, internal/qrcode, internal/tmpl/funcs < themes;
	themes, internal/disk, internal/hosting, internal/cache, internal/search < builder;
	internal/diag, internal/hosting < internal/webtree;
	internal/webtree, internal/emit, internal/glob, internal/par < internal/webpage;
	internal/webpage < internal/check;
	internal/webpage, internal/ledger, internal/disk/atomicfile, content < internal/post;
	internal/check < internal/diff;
	builder, internal/watch < internal/serve;
	internal/serve, internal/diff, internal/post, internal/notify, internal/migrate < cmd/sitegen;
`

// soleImporter names the one package that may import each third-party module (test files aside).
var soleImporter = map[string]string{
	"github.com/adrg/frontmatter":       "frontmatter",
	"go.yaml.in/yaml/v4":                "frontmatter",
	"github.com/pelletier/go-toml/v2":   "frontmatter",
	"github.com/yuin/goldmark":          "internal/markdown",
	"github.com/alecthomas/chroma/v2":   "internal/markdown",
	"github.com/yuin/goldmark-emoji":    "internal/markdown",
	"github.com/klauspost/compress":     "sitemap",
	"github.com/bmatcuk/doublestar/v4":  "internal/glob",
	"github.com/spf13/cobra":            "cmd/sitegen",
	"github.com/schollz/progressbar/v3": "cmd/sitegen",
	"github.com/fsnotify/fsnotify":      "internal/watch",
	"github.com/gobuffalo/flect":        "internal/words",
	"github.com/bep/goat":               "internal/diagram",
	"github.com/bep/golocales":          "internal/tmpl/funcs",
	"github.com/spf13/cast":             "internal/tmpl/funcs",
	"rsc.io/qr":                         "internal/qrcode",
	"golang.org/x/image":                "internal/media/picture",
	"github.com/bep/imagemeta":          "internal/media/picture",
	"github.com/tetratelabs/wazero":     "internal/wasm",
}

const module = "github.com/sitegen/sitegen"

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func listPackages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	return pkgs
}

// allowed parses importGraph into package -> everything it may import.
func allowed(t *testing.T) map[string]map[string]bool {
	t.Helper()
	may := map[string]map[string]bool{"NONE": {}}
	for _, rule := range strings.Split(importGraph, ";") {
		left, right, ok := strings.Cut(rule, "<")
		if !ok {
			if strings.TrimSpace(rule) != "" {
				t.Fatalf("no rule: %q", rule)
			}
			continue
		}
		for _, to := range split(right) {
			if may[to] == nil {
				may[to] = map[string]bool{}
			}
			for _, from := range split(left) {
				if may[from] == nil {
					t.Fatalf("%s stands in a rule before its own: %q", from, strings.TrimSpace(rule))
				}
				if from != "NONE" {
					may[to][from] = true
				}
				for p := range may[from] {
					may[to][p] = true
				}
			}
		}
	}
	return may
}

func split(list string) []string {
	var out []string
	for _, s := range strings.Split(list, ",") {
		out = append(out, strings.TrimSpace(s))
	}
	return out
}

func TestImportsPointOneWay(t *testing.T) {
	may := allowed(t)
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if name == "" || testOnly[name] {
			continue
		}
		set, known := may[name]
		if !known {
			t.Errorf("package %s is missing in importGraph", name)
			continue
		}
		for _, imp := range p.Imports {
			rel, ours := strings.CutPrefix(imp, module+"/")
			if ours && !set[rel] {
				t.Errorf("%s must not import %s", name, rel)
			}
		}
	}
}

// TestOneWayToReplaceFiles keeps renames in atomicfile; what post writes into the output goes through an os.Root, and
// internal/law moves the files of its projects.
func TestOneWayToReplaceFiles(t *testing.T) {
	out, err := exec.Command("grep", "-rlF", "os.Rename(", "--include=*.go", "--exclude=*_test.go", ".").Output()
	if err != nil {
		t.Fatal("grep found nothing at all: atomicfile must match")
	}
	for _, file := range strings.Fields(string(out)) {
		if !strings.HasPrefix(file, "./internal/disk/atomicfile/") && !strings.HasPrefix(file, "./internal/law/") && !strings.HasPrefix(file, "./tools/") {
			t.Errorf("%s renames a file; atomicfile does that", file)
		}
	}
}

// testOnly are packages that only tests and the programs in tools/ use.
var testOnly = map[string]bool{"internal/schematest": true, "internal/law": true, "internal/testsite": true}

func TestOneImporterForEachModule(t *testing.T) {
	modules := make([]string, 0, len(soleImporter))
	for m := range soleImporter {
		modules = append(modules, m)
	}
	slices.Sort(modules)
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			if testOnly[name] || strings.HasPrefix(imp, module) {
				continue
			}
			for _, m := range modules {
				if (imp == m || strings.HasPrefix(imp, m+"/")) && name != soleImporter[m] && !strings.HasPrefix(name, soleImporter[m]+"/") {
					t.Errorf("%s imports %s; only %s may", name, imp, soleImporter[m])
				}
			}
		}
	}
}

// TestGoroutinesLiveInPar keeps goroutines in par, watch and serve; internal/law asks builds for outputs as
// browsers do, while they are at work.
func TestGoroutinesLiveInPar(t *testing.T) {
	out, err := exec.Command("grep", "-rnE", `^\s*go (func|[a-zA-Z_.]+\()|\.Go\(func`, "--include=*.go", "--exclude=*_test.go", ".").Output()
	if err != nil && len(out) == 0 {
		t.Fatal("grep found nothing at all: par must match")
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if !strings.HasPrefix(line, "./internal/par/") && !strings.HasPrefix(line, "./internal/watch/") && !strings.HasPrefix(line, "./internal/serve/") && !strings.HasPrefix(line, "./internal/law/early.go") {
			t.Errorf("a go statement outside par, watch and serve: %s", line)
		}
	}
}

// Tests that are left out with the race detector run without it: test.sh names their packages a second time.
func TestLeftOutWithTheRaceDetector(t *testing.T) {
	all := map[string]bool{}
	for line := range strings.Lines(read(t, "test.sh")) {
		words := strings.Fields(line)
		if strings.HasPrefix(line, "go test ") && !slices.Contains(words, "-race") && !slices.Contains(words, "-run") {
			for _, w := range words {
				all[w] = true
			}
		}
	}
	out, err := exec.Command("git", "grep", "-lE", "^//go:build race$", "--", "*_test.go").Output()
	if err != nil {
		t.Skip("not a git checkout")
	}
	for _, file := range strings.Fields(string(out)) {
		if dir := "./" + path.Dir(file); !all[dir] {
			t.Errorf("%s: test.sh never runs all tests of %s", file, dir)
		}
	}
}
