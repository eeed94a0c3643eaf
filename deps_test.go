package sitegen_test

import (
	"encoding/json"
	"maps"
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
	NONE < internal/html/clean, internal/htmldoc/asmarkdown, content/internal/percent, internal/witness, internal/publicnet, internal/discovery/naming, internal/tmpl/exec, sitemap/internal/urlset, feeds/internal/markup, internal/par, internal/glob, internal/words, internal/ledger, internal/render/diagram, internal/media/qrcode, internal/disk/lock, internal/disk/portable, internal/diag, internal/project/literal, internal/project/mkdocs, internal/sandbox, internal/esbuild, internal/nodetool, internal/external;
	sitemap/internal/urlset < sitemap;
	feeds/internal/markup < feeds/internal/dates;
	feeds/internal/dates < feeds;
	internal/diag < internal/codec;
	internal/codec < internal/trace, internal/cache, internal/disk, internal/html;
	internal/cache < internal/search;
	internal/par < internal/filestat, internal/linkcheck, internal/faults;
	internal/filestat < internal/watch, internal/plainfile;
	internal/linkcheck, feeds < internal/notify;
	internal/disk/lock < internal/disk/atomicfile;
	internal/disk/atomicfile, internal/disk/portable, internal/plainfile < internal/disk;
	internal/disk/atomicfile < internal/cache;
	internal/diag < frontmatter, internal/media, internal/org;
	internal/diag, internal/tmpl/exec < internal/tmpl;
	frontmatter, internal/sandbox, internal/tmpl < internal/render/tex;
	internal/sandbox < internal/sass;
	internal/glob, internal/html < internal/hosting;
	internal/codec, internal/words < internal/markdown;
	internal/glob, internal/codec, internal/sandbox, internal/disk/atomicfile < internal/media/picture;
	frontmatter, internal/glob < themes;
	frontmatter, internal/codec < content/internal/values;
	frontmatter < internal/dialect, internal/project/mkdocs;
	internal/dialect, content/internal/values, internal/media, internal/glob, internal/par, internal/plainfile < content;
	internal/disk/atomicfile < internal/modules;
	internal/disk/atomicfile, internal/publicnet < internal/remote;
	internal/diag, feeds < internal/podcast;
	internal/project/literal, internal/project/mkdocs < internal/project/detect;
	content, internal/markdown, internal/project/detect, internal/project/mkdocs, internal/modules, internal/podcast < internal/config;
	internal/config, internal/words < internal/project/scaffold;
	internal/project/scaffold < internal/project/migrate;
	internal/words < content/internal/sanitize;
	internal/config, internal/trace, content/internal/percent, content/internal/sanitize < content/site;
	internal/hosting, internal/filestat < internal/hosting/webtree;
	internal/hosting/webtree, internal/disk/atomicfile, internal/codec < internal/hosting/webtree/kept;
	internal/hosting/webtree/kept, internal/html, internal/glob, internal/par, sitemap < internal/html/webpage;
	content, feeds, sitemap, internal/html < internal/discovery/declared;
	internal/discovery/declared < internal/discovery/attached;
	internal/config, internal/html < internal/discovery/wording;
	content/site, internal/html/webpage, internal/ledger, internal/discovery/attached, internal/discovery/naming, internal/discovery/wording < internal/discovery;
	content/site < internal/directory;
	frontmatter, internal/markdown, internal/tmpl/exec, internal/htmldoc/asmarkdown < internal/tmpl/funcs;
	frontmatter < internal/openapi;
	internal/discovery, internal/directory, internal/htmldoc/asmarkdown < internal/llms;
	internal/config, internal/tmpl, internal/trace < internal/view/projectfile;
	internal/trace < internal/jsbatch;
	content/site, internal/media/picture, internal/media/qrcode, internal/tmpl, internal/tmpl/funcs, internal/esbuild, internal/jsbatch, internal/sass, internal/openapi, internal/nodetool, internal/remote, themes, internal/external, internal/view/projectfile < internal/view/resource;
	internal/config, internal/tmpl < internal/view/language;
	internal/config, internal/tmpl, internal/trace < internal/render/lookup;
	content/site < internal/view/missing;
	internal/discovery, internal/directory, internal/view/language, internal/view/missing, internal/view/resource < internal/view;
	internal/config, internal/tmpl, internal/trace, themes < internal/i18n;
	internal/i18n, internal/view, internal/org, internal/external, internal/render/diagram, internal/render/lookup, internal/render/tex, internal/html/clean < internal/render;
	internal/view < internal/adapter;
	internal/discovery, internal/hosting < internal/hosting/hostfiles;
	internal/discovery < internal/feedimport;
	internal/html/webpage, feeds < internal/check;
	internal/disk, internal/par < internal/output;
	internal/cache, internal/output < internal/archive;
	content, internal/archive, internal/trace < internal/shard;
	internal/esbuild < internal/minifier;
	internal/trace, internal/cache, internal/disk < internal/render/texts;
	internal/adapter, internal/minifier, internal/render, internal/render/texts, internal/shard, internal/hosting/hostfiles, internal/search, internal/check, internal/feedimport, internal/llms < internal/pipeline;
	internal/html/webpage, content < internal/post/generators;
	internal/discovery, internal/disk, internal/post/generators < internal/post;
	internal/check < internal/diff;
	internal/pipeline < builder;
	internal/pipeline, internal/publicnet, internal/watch < internal/serve;
	internal/serve, internal/diff, internal/post, internal/notify, internal/project/migrate < cmd/sitegen;
`

// homes names the packages that may import each third-party module of go.mod, test files aside. One package is the
// rule; a longer list says why. A line for packages below a module's path is stronger than that of the module. "tests"
// stands for test files and the packages of testOnly, "indirect" for other modules alone.
const homes = `
	github.com/JohannesKaufmann/html-to-markdown/v2      internal/htmldoc/asmarkdown
	github.com/adrg/frontmatter                          frontmatter
	github.com/alecthomas/chroma/v2                      internal/markdown
	github.com/bep/goat                                  internal/render/diagram
	github.com/bep/godartsass/v2                         internal/sass
	github.com/bep/golocales                             internal/tmpl/funcs
	github.com/bep/goportabletext                        internal/tmpl/funcs
	github.com/bep/imagemeta                             internal/media/picture
	github.com/blevesearch/snowballstem                  internal/search
	github.com/bmatcuk/doublestar/v4                     internal/glob
	github.com/cespare/xxhash/v2                         content internal/archive internal/cache internal/check internal/codec internal/config internal/diff internal/discovery internal/disk internal/filestat internal/hosting/webtree internal/hosting/webtree/kept internal/html internal/html/webpage internal/llms internal/markdown internal/media/picture internal/notify internal/output internal/pipeline internal/post internal/post/generators internal/search internal/shard internal/tmpl/funcs internal/trace: hashes of content
	github.com/dlclark/regexp2/v2                        internal/markdown
	github.com/evanw/esbuild                             internal/esbuild
	github.com/fsnotify/fsnotify                         internal/watch
	github.com/getkin/kin-openapi                        internal/openapi
	github.com/gobuffalo/flect                           internal/words
	github.com/gohugoio/hugo-goldmark-extensions/extras  internal/markdown
	github.com/gohugoio/hugo-goldmark-extensions/passthrough internal/markdown
	github.com/google/go-cmp                             tests
	github.com/klauspost/compress                        sitemap
	github.com/klauspost/compress/zstd                   internal/archive
	github.com/kyokomi/emoji/v2                          internal/markdown
	github.com/makeworld-the-better-one/dither/v2        internal/media/picture
	github.com/microcosm-cc/bluemonday                   internal/html/clean
	github.com/niklasfasching/go-org                     internal/org
	github.com/pelletier/go-toml/v2                      frontmatter
	github.com/rogpeppe/go-internal                      tests
	github.com/rogpeppe/go-internal/diff                 internal/tmpl/funcs
	github.com/schollz/progressbar/v3                    cmd/sitegen
	github.com/spf13/cast                                internal/tmpl/funcs
	github.com/spf13/cobra                               cmd/sitegen
	github.com/spf13/pflag                               cmd/sitegen
	github.com/tdewolff/minify/v2                        internal/minifier
	github.com/tetratelabs/wazero                        internal/sandbox
	github.com/yuin/goldmark                             internal/markdown
	github.com/yuin/goldmark-emoji                       internal/markdown
	go.yaml.in/yaml/v4                                   frontmatter
	golang.org/x/image                                   internal/media/picture
	golang.org/x/mod                                     internal/modules
	golang.org/x/net/html                                internal/html
	golang.org/x/net/idna                                internal/hosting/webtree sitemap: names of hosts
	golang.org/x/term                                    cmd/sitegen
	golang.org/x/text/collate                            internal/words
	golang.org/x/text/feature/plural                     internal/i18n
	golang.org/x/text/language                           internal/check internal/i18n internal/tmpl/funcs internal/words sitemap: language tags
	golang.org/x/text/unicode/norm                       internal/disk/portable internal/project/scaffold internal/search internal/words: Unicode normalization
	rsc.io/qr                                            internal/media/qrcode

	github.com/BurntSushi/toml                           indirect
	github.com/JohannesKaufmann/dom                      indirect
	github.com/aymerick/douceur                          indirect
	github.com/go-openapi/jsonpointer                    indirect
	github.com/go-openapi/swag/jsonname                  indirect
	github.com/gorilla/css                               indirect
	github.com/inconshreveable/mousetrap                 indirect
	github.com/mitchellh/colorstring                     indirect
	github.com/mitchellh/mapstructure                    indirect
	github.com/oasdiff/yaml                              indirect
	github.com/oasdiff/yaml3                             indirect
	github.com/rivo/uniseg                               indirect
	github.com/santhosh-tekuri/jsonschema/v6             indirect
	github.com/tdewolff/parse/v2                         indirect
	golang.org/x/sys                                     indirect
	golang.org/x/tools                                   indirect
	google.golang.org/protobuf                           indirect
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
var testOnly = map[string]bool{"internal/schematest": true, "internal/witness": true, "internal/law": true, "internal/testsite": true, "internal/faults": true, "internal/cputime": true}

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
		if len(f) == 1 || out[f[0]] != nil || (len(f) > 2) != (why != "") {
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
	// What there is: for each line of homes, who imports it.
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
				if testOnly[name] {
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
		if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, want[path]) {
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

// TestGoroutinesLiveInPar keeps goroutines in par, watch and serve; internal/law asks builds for outputs as
// browsers do, while they are at work, and tools/load asks a preview.
func TestGoroutinesLiveInPar(t *testing.T) {
	out, err := exec.Command("grep", "-rnE", `^\s*go (func|[a-zA-Z_.]+\()|\.Go\(func`, "--include=*.go", "--exclude=*_test.go", ".").Output()
	if err != nil && len(out) == 0 {
		t.Fatal("grep found nothing at all: par must match")
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if !strings.HasPrefix(line, "./internal/par/") && !strings.HasPrefix(line, "./internal/watch/") && !strings.HasPrefix(line, "./internal/serve/") && !strings.HasPrefix(line, "./internal/law/early.go") &&
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
