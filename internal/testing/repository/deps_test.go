package repository_test

import (
	"encoding/json"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// wings lists the top-level parts of the product, from the top down, each with the wings that its packages
// import. A wing imports only wings below it; the packages of a wing import each other as needed.
// ARCHITECTURE.md describes each of them.
const wings = `
	cmd/sitegen:       internal/preview internal/build internal/finished internal/emit internal/listing internal/convert internal/config internal/foreign internal/assets internal/htmldoc internal/store internal/base
	builder:           internal/build internal/store internal/base
	internal/testing:  internal/build internal/site internal/config content internal/htmldoc internal/store internal/base
	internal/preview:  internal/build internal/config internal/assets internal/htmldoc internal/store internal/base
	internal/build:    internal/finished internal/template internal/emit internal/listing internal/site internal/config content internal/foreign internal/assets internal/htmldoc internal/store sitemap feeds internal/base
	internal/finished: internal/emit internal/listing internal/site internal/config content internal/foreign internal/assets themes internal/htmldoc internal/store frontmatter sitemap feeds internal/base
	internal/template: internal/emit internal/listing internal/site internal/config content internal/assets themes internal/htmldoc internal/store frontmatter internal/base
	internal/emit:     internal/listing internal/site internal/config themes internal/htmldoc sitemap feeds internal/base
	internal/listing:  internal/site internal/config content internal/htmldoc frontmatter sitemap feeds internal/base
	internal/convert:  internal/config internal/foreign frontmatter internal/base
	internal/site:     internal/config content frontmatter internal/base
	internal/config:   content internal/foreign internal/assets frontmatter feeds internal/base
	content:           internal/foreign internal/assets frontmatter internal/base
	internal/foreign:  internal/assets internal/htmldoc frontmatter internal/base
	internal/assets:   internal/store frontmatter internal/base
	themes:            frontmatter internal/base
	internal/htmldoc:  internal/store sitemap internal/base
	internal/store:    internal/base
	frontmatter:       internal/base
	sitemap:
	feeds:
	internal/base:
`

// homes names the packages that may import each third-party module of go.mod, apart from test files. One
// package is the rule; a longer list gives a reason. A line for packages below a module's path overrides that
// of the module. "tests" means test files and the packages below testOnly, "indirect" means other modules only,
// "anywhere" every package.
const homes = `
	github.com/JohannesKaufmann/html-to-markdown/v2      internal/htmldoc/asmarkdown
	github.com/adrg/frontmatter                          frontmatter
	github.com/alecthomas/chroma/v2                      internal/template/markdown
	github.com/bep/goat                                  internal/template/render/diagram
	github.com/bep/godartsass/v2                         internal/assets/sass
	github.com/bep/golocales                             internal/template/tmpl/funcs
	github.com/bep/goportabletext                        internal/template/tmpl/funcs
	github.com/bep/imagemeta                             internal/assets/media/picture
	github.com/blevesearch/snowballstem                  internal/assets/search
	github.com/bmatcuk/doublestar/v4                     internal/base/glob
	github.com/cespare/xxhash/v2                         anywhere: hashes of content
	github.com/dlclark/regexp2/v2                        internal/template/markdown
	github.com/evanw/esbuild                             internal/assets/esbuild
	github.com/fsnotify/fsnotify                         internal/preview/watch
	github.com/getkin/kin-openapi                        internal/assets/openapi
	github.com/gohugoio/gift                             internal/assets/media/picture
	github.com/gohugoio/hugo-goldmark-extensions/extras  internal/template/markdown
	github.com/gohugoio/hugo-goldmark-extensions/passthrough internal/template/markdown
	github.com/gosimple/unidecode                        internal/base/words/ascii
	github.com/google/go-cmp                             tests
	github.com/klauspost/compress                        internal/assets/media/picture sitemap: PNG, and gzip
	github.com/klauspost/compress/zstd                   internal/store/archive internal/store/sharedcache: outputs, and packs of entries
	github.com/johannesboyne/gofakes3                    tests
	github.com/kyokomi/emoji/v2                          internal/base/words/ascii internal/template/markdown: names of emoji
	github.com/makeworld-the-better-one/dither/v2        internal/assets/media/picture
	github.com/microcosm-cc/bluemonday                   internal/htmldoc/clean
	github.com/minio/minio-go/v7                         internal/store/bucket
	github.com/niklasfasching/go-org                     internal/template/org
	github.com/osteele/tuesday                           internal/foreign/liquid
	github.com/pelletier/go-toml/v2                      frontmatter
	github.com/rogpeppe/go-internal                      tests
	github.com/rogpeppe/go-internal/diff                 internal/template/tmpl/funcs
	github.com/schollz/progressbar/v3                    cmd/sitegen
	github.com/spf13/cast                                internal/template/tmpl/funcs
	github.com/spf13/cobra                               cmd/sitegen
	github.com/spf13/pflag                               cmd/sitegen
	github.com/tdewolff/minify/v2                        internal/assets/minifier
	github.com/tdewolff/parse/v2                         internal/foreign/script internal/htmldoc/loads: programs, and what pages load
	github.com/tetratelabs/wazero                        internal/base/sandbox
	github.com/yuin/goldmark                             internal/foreign/jekyll internal/template/markdown: what a filter converts
	github.com/yuin/goldmark-emoji                       internal/base/words/ascii internal/template/markdown: names of emoji
	go.yaml.in/yaml/v4                                   frontmatter
	golang.org/x/image                                   internal/assets/media/picture
	golang.org/x/mod                                     internal/assets/modules internal/config: the order of versions
	golang.org/x/net/html                                internal/finished/hugodiff internal/htmldoc/asmarkdown internal/htmldoc/html: tokens of Hugo's pages, nodes of the converter
	golang.org/x/net/idna                                internal/htmldoc/webtree sitemap: names of hosts
	golang.org/x/term                                    cmd/sitegen
	golang.org/x/text/collate                            internal/base/words
	golang.org/x/text/feature/plural                     internal/template/i18n
	golang.org/x/text/language                           internal/base/words internal/finished/check internal/template/i18n internal/template/tmpl/funcs sitemap: language tags
	golang.org/x/text/unicode/norm                       internal/assets/media/picture internal/assets/search internal/base/words internal/convert/scaffold internal/store/disk/portable: Unicode normalization
	rsc.io/qr                                            internal/assets/media/qrcode

	github.com/BurntSushi/toml                           indirect
	github.com/JohannesKaufmann/dom                      indirect
	github.com/aymerick/douceur                          indirect
	github.com/dustin/go-humanize                        indirect
	github.com/go-openapi/jsonpointer                    indirect
	github.com/go-openapi/swag/jsonname                  indirect
	github.com/google/uuid                               indirect
	github.com/gorilla/css                               indirect
	github.com/inconshreveable/mousetrap                 indirect
	github.com/klauspost/cpuid/v2                        indirect
	github.com/klauspost/crc32                           indirect
	github.com/minio/crc64nvme                           indirect
	github.com/minio/md5-simd                            indirect
	github.com/mitchellh/colorstring                     indirect
	github.com/mitchellh/mapstructure                    indirect
	github.com/oasdiff/yaml                              indirect
	github.com/oasdiff/yaml3                             indirect
	github.com/philhofer/fwd                             indirect
	github.com/rivo/uniseg                               indirect
	github.com/rs/xid                                    indirect
	github.com/ryszard/goskiplist                        indirect
	github.com/santhosh-tekuri/jsonschema/v6             indirect
	github.com/tinylib/msgp                              indirect
	github.com/zeebo/xxh3                                indirect
	go.shabbyrobe.org/gocovmerge                         indirect
	go.yaml.in/yaml/v3                                   indirect
	golang.org/x/crypto                                  indirect
	golang.org/x/sys                                     indirect
	golang.org/x/tools                                   indirect
	google.golang.org/protobuf                           indirect
	gopkg.in/ini.v1                                      indirect
	gopkg.in/yaml.v2                                     indirect
`

const module = "github.com/sitegen/sitegen"

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func listPackages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...").Output()
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

// wingOf is the wing that a package belongs to: the longest path of the list that it is at or below.
func wingOf(list []string, pkg string) string {
	best := ""
	for _, w := range list {
		if within(pkg, w) && len(w) > len(best) {
			best = w
		}
	}
	return best
}

// TestImportsPointDown: each wing imports what its line says, and each line names only what comes after it.
func TestImportsPointDown(t *testing.T) {
	var order []string
	imports := map[string][]string{}
	for line := range strings.Lines(wings) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			order = append(order, name)
			imports[name] = strings.Fields(list)
		}
	}
	for i, name := range order {
		for _, imp := range imports[name] {
			if !slices.Contains(order[i+1:], imp) {
				t.Errorf("the line of %s names %s, which is not below it", name, imp)
			}
		}
	}
	used := map[[2]string]bool{}
	for _, p := range listPackages(t) {
		pkg := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if pkg == "" {
			continue
		}
		from := wingOf(order, pkg)
		if from == "" {
			t.Errorf("%s belongs to no wing", pkg)
			continue
		}
		for _, imp := range p.Imports {
			rel, ours := strings.CutPrefix(imp, module+"/")
			if !ours {
				continue
			}
			to := wingOf(order, rel)
			used[[2]string{from, to}] = true
			if to != from && !slices.Contains(imports[from], to) {
				t.Errorf("%s imports %s: the line of %s does not have %s", pkg, rel, from, to)
			}
		}
	}
	for _, name := range order {
		for _, imp := range imports[name] {
			if !used[[2]string{name, imp}] {
				t.Errorf("no package of %s imports one of %s: take it off its line", name, imp)
			}
		}
	}
}

// TestOneWayToReplaceFiles keeps renames in atomicfile; what post writes into the output goes through an os.Root, and
// internal/testing/law moves the files of its projects.
func TestOneWayToReplaceFiles(t *testing.T) {
	out, err := exec.Command("grep", "-rlF", "os.Rename(", "--include=*.go", "--exclude=*_test.go", ".").Output()
	if err != nil {
		t.Fatal("grep found nothing at all: atomicfile must match")
	}
	for _, file := range strings.Fields(string(out)) {
		if !strings.HasPrefix(file, "./internal/store/disk/atomicfile/") && !strings.HasPrefix(file, "./internal/testing/law/") && !strings.HasPrefix(file, "./tools/") {
			t.Errorf("%s renames a file; atomicfile does that", file)
		}
	}
}

// testOnly is the wing that only tests and the programs in tools/ use.
const testOnly = "internal/testing"

// parseHomes parses homes into path -> packages.
func parseHomes(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for line := range strings.Lines(homes) {
		list, why, _ := strings.Cut(line, ": ")
		f := strings.Fields(list)
		if len(f) == 0 {
			continue
		}
		if len(f) == 1 || out[f[0]] != nil || (len(f) > 2 || f[1] == "anywhere") != (why != "") {
			t.Errorf("a module has a line of its own with its home, or with several and the reason: %q", line)
		}
		out[f[0]] = f[1:]
	}
	return out
}

// within reports whether a package is at a path or below it.
func within(pkg, path string) bool { return pkg == path || strings.HasPrefix(pkg, path+"/") }

func TestEachModuleHasItsHome(t *testing.T) {
	want := parseHomes(t)
	// The actual importers for each line of homes.
	found := map[string]map[string]bool{}
	add := func(home, imp string) {
		best := ""
		for path := range want {
			if within(imp, path) && len(path) > len(best) {
				best = path
			}
		}
		if best == "" {
			t.Errorf("%s imports %s, which has no home", home, imp)
			return
		}
		if found[best] == nil {
			found[best] = map[string]bool{}
		}
		found[best][home] = true
	}
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			if third(imp) {
				if within(name, testOnly) {
					add("tests", imp)
				} else {
					add(name, imp)
				}
			}
		}
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			if third(imp) {
				add("tests", imp)
			}
		}
	}
	for path, names := range found {
		if len(names) > 1 {
			delete(names, "tests") // of a module that the product has
		}
		if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, want[path]) && want[path][0] != "anywhere" {
			t.Errorf("%s is imported by %s; homes says %s", path, got, want[path])
		}
	}
	// Every module of go.mod is there, and nothing else.
	required := requirements(t)
	for path, names := range want {
		if found[path] == nil && names[0] != "indirect" {
			t.Errorf("%s: nobody imports it", path)
		}
		if !slices.ContainsFunc(required, func(m string) bool { return within(path, m) }) {
			t.Errorf("%s is in no module of go.mod", path)
		}
	}
	for _, m := range required {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(path string) bool { return within(path, m) }) {
			t.Errorf("%s in go.mod has no home", m)
		}
	}
}

// third reports whether a package is neither ours nor of the standard library.
func third(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return strings.Contains(first, ".") && !within(imp, module)
}

// requirements lists the modules of go.mod.
func requirements(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatalf("go mod edit: %v", err)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, r := range mod.Require {
		paths = append(paths, r.Path)
	}
	return paths
}

// TestGoroutinesLiveInPar keeps goroutines in par, watch and serve; internal/testing/law asks builds for outputs as
// browsers do, while they are at work, and tools/load asks a preview.
func TestGoroutinesLiveInPar(t *testing.T) {
	out, err := exec.Command("grep", "-rnE", `^\s*go (func|[a-zA-Z_.]+\()|\.Go\(func`, "--include=*.go", "--exclude=*_test.go", ".").Output()
	if err != nil && len(out) == 0 {
		t.Fatal("grep found nothing at all: par must match")
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if !strings.HasPrefix(line, "./internal/base/par/") && !strings.HasPrefix(line, "./internal/preview/watch/") && !strings.HasPrefix(line, "./internal/preview/serve/") && !strings.HasPrefix(line, "./internal/testing/law/early.go") &&
			!strings.HasPrefix(line, "./tools/load/") {
			t.Errorf("a go statement outside par, watch and serve: %s", line)
		}
	}
}

// Tests that are left out with the race detector run without it: test.sh names their packages a second time.
func TestLeftOutWithTheRaceDetector(t *testing.T) {
	all := map[string]bool{}
	for line := range strings.Lines(read(t, "test.sh")) {
		words := strings.Fields(line)
		if strings.HasPrefix(strings.TrimSpace(line), "go test ") && !slices.Contains(words, "-race") && !slices.Contains(words, "-run") {
			for _, w := range words {
				all[w] = true
			}
		}
	}
	out, err := exec.Command("git", "grep", "-lE", `^\s+"github.com/sitegen/sitegen/internal/testing/race"$`, "--", "*_test.go").Output()
	if err != nil {
		t.Skip("not a git checkout")
	}
	for _, file := range strings.Fields(string(out)) {
		if dir := "./" + path.Dir(file); !all[dir] {
			t.Errorf("%s: test.sh never runs all tests of %s", file, dir)
		}
	}
}
