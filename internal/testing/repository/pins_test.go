package repository_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/convert/scaffold"
)

// Files for build services pin third-party programs: actions by commits, images by digests or exact versions,
// Go modules and npm packages by exact versions.
func TestPins(t *testing.T) {
	files := map[string]string{}
	for _, service := range scaffold.Services() {
		for _, ci := range []scaffold.CI{
			{Service: service, Repository: "https://git.example.org/sitegen.git", Version: "v1.0.0"}, {Service: service, Binary: "bin/sitegen"},
		} {
			made, err := ci.Files()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range made {
				files[service+" "+ci.From()+": "+f.Path] = string(f.Data)
			}
		}
	}
	for _, root := range []string{"integrations", "docs"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && (d.Name() == "public" || d.Name()[0] == '.') { // of a build of docs/
				return fs.SkipDir
			}
			if err != nil || d.IsDir() {
				return err
			}
			files[file] = read(t, file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 40 {
		t.Fatalf("only %d files", len(files))
	}
	uses := 0
	for name, text := range files {
		uses += strings.Count(text, "uses: ")
		for _, problem := range unpinned(name, text) {
			t.Errorf("%s: %s", name, problem)
		}
	}
	if uses < 30 {
		t.Errorf("only %d actions", uses)
	}
}

// The check of pins finds each way to name what others can change.
func TestUnpinned(t *testing.T) {
	const hash = "11bd71901bbe5b1630ceea73d27597364c9af683"
	for _, bad := range []string{
		"- uses: actions/checkout@v4", "- uses: actions/checkout@v4.2.2", "- uses: actions/checkout@main # v4.2.2", "{ uses: a/b@v1, with: {} }",
		"- uses: actions/checkout@" + hash, "- uses: actions/checkout", "- uses: 'a/b@v1' # v1", "uses: docker://alpine:3",
		"image: golang", "image: golang:latest", "image: golang:1.26", "image: buildpack-deps:bookworm-scm", "image: { name: node:22 }", "container: node:22",
		"FROM golang:1.26", "FROM --platform=linux/amd64 debian", "COPY --from=alpine:latest /a /b",
		"run: go install example.org/x@latest", "run: go run example.org/x@v1", "run: go install example.org/x@main",
		"run: npx pagefind", "run: npx -y pagefind@latest", "run: npx pagefind@1", "run: npm install -g netlify-cli", "run: npm i x@^1.2.3", "run: pnpm dlx wrangler@3",
		"run: pip install mkdocs", "run: pip install mkdocs>=1.6", "run: gem install jekyll", "run: cargo install x",
		`with: { go-version: "1.26" }`, `go-version: stable`, `GO_VERSION = "1.26"`, "NODE_VERSION: 22", "VERSION: main", "SITEGEN_VERSION=latest",
		"runs-on: ubuntu-latest", `"dependencies": { "a": "^1.2.3" }`, `  "devDependencies": { "a": "1.2.3", "b": "latest" }`, `"peerDependencies": { "a": "1.x" }`,
	} {
		if len(unpinned("x.yml", bad)) == 0 {
			t.Errorf("not found: %s", bad)
		}
	}
	for _, good := range []string{
		"- uses: actions/checkout@" + hash + " # v4.2.2", "- { uses: a/b/c@" + hash + ", with: { x: y } } # v1: because", "uses: ./integrations/action # of your own",
		"image: golang:1.26.0", "image: golang:1.26.0-bookworm", "image: a/b@sha256:" + strings.Repeat("ab", 32), "image: debian:bookworm-20250811-slim", "FROM scratch", "FROM golang:1.26.0 AS build", "COPY --from=build /a /b",
		"image: photo.jpg", "image: covers/{a}.png", "run: go install example.org/x@v1.2.3", "go install ./cmd/sitegen", "go install -C /tmp/sitegen ./cmd/sitegen",
		"npx pagefind@1.3.0", "npm ci", "npm install", "npm install netlify-cli@17.0.0", "pip install mkdocs==1.6.1", "pip install -r requirements.txt",
		`go-version: "1.26.0"`, "NODE_VERSION: 22.11.0", "SITEGEN_VERSION: v1.0.0", "VERSION: " + hash, "runs-on: ubuntu-24.04", `"dependencies": { "a": "1.2.3" }`,
	} {
		if found := unpinned("x.yml", good); len(found) > 0 {
			t.Errorf("%s: %q", good, found)
		}
	}
}

var (
	wholeCommit  = regexp.MustCompile(`@[0-9a-f]{40}\b.*# v\d`)
	wholeVersion = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+.][\w.+-]+)?$`)
	wholeImage   = regexp.MustCompile(`@sha256:[0-9a-f]{64}$|:v?\d+\.\d+\.\d+[\w.-]*$|:[\w.]+-\d{8}(-\w+)?$`)
	ownVersion   = regexp.MustCompile(`^[0-9a-f]{40}$|^\$`)

	usesLine   = regexp.MustCompile(`\buses:\s*["']?([^\s"',}]+)`)
	imageLine  = regexp.MustCompile(`^\s*(?:- )?(?:image|container):\s*(?:\{ ?name: )?["']?([^\s"',{}]+)|^FROM (?:--\S+ )*(\S+)|--from=(\S+:\S+)`)
	goLine     = regexp.MustCompile(`\bgo (?:install|run|get) (?:-\S+ )*([\w./-]+@\S+)`)
	npxLine    = regexp.MustCompile(`\b(?:npx|pnpm dlx|yarn dlx|bunx)\s+(?:-\S+\s+)*([\w@/.^~-]+)`)
	npmLine    = regexp.MustCompile(`\b(?:npm (?:install|i|add)|pnpm add|yarn add)\s+(?:-\S+\s+)*([\w@/.^~-]+)`)
	otherLine  = regexp.MustCompile(`\b(?:pip3?|pipx|gem|cargo) install (?:-[^r]\S* )*([\w][^\s"']*)`)
	toolLine   = regexp.MustCompile(`\b([A-Za-z_]*(?:-version|VERSION))\b["']?\s*[:=]\s*["']?([^\s"',}]+)`)
	depsLine   = regexp.MustCompile(`ependencies"\s*:\s*\{([^}]*)\}`)
	depVersion = regexp.MustCompile(`:\s*"([^"]*)"`)
)

// unpinned returns what in a file for a build service names something that others can change. In documentation, only
// actions count: the commands in it are for people.
func unpinned(file, text string) (found []string) {
	document := filepath.Ext(file) == ".md"
	say := func(kind, value string) { found = append(found, kind+" "+value) }
	for line := range strings.Lines(text) {
		if m := usesLine.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[1], "./") && !strings.HasPrefix(m[1], "OWNER/") && !wholeCommit.MatchString(line) {
			say("action", m[1])
		}
		if strings.Contains(line, "runs-on:") && strings.Contains(line, "-latest") {
			say("machine", strings.TrimSpace(line))
		}
		if document {
			continue
		}
		if m := imageLine.FindStringSubmatch(line); m != nil {
			image := m[1] + m[2] + m[3]
			picture := slices.Contains([]string{".jpg", ".png", ".webp", ".svg"}, filepath.Ext(image)) || strings.HasSuffix(image, "/")
			if image != "scratch" && !picture && !wholeImage.MatchString(image) {
				say("image", image)
			}
		}
		for _, m := range goLine.FindAllStringSubmatch(line, -1) {
			if _, v, _ := strings.Cut(m[1], "@"); !wholeVersion.MatchString(v) {
				say("Go module", m[1])
			}
		}
		for _, re := range []*regexp.Regexp{npxLine, npmLine} {
			for _, m := range re.FindAllStringSubmatch(line, -1) {
				if at := strings.LastIndexByte(m[1], '@'); at < 1 || !wholeVersion.MatchString(m[1][at+1:]) {
					say("npm package", m[1])
				}
			}
		}
		for _, m := range otherLine.FindAllStringSubmatch(line, -1) {
			if _, v, _ := strings.Cut(m[1], "=="); !wholeVersion.MatchString(v) {
				say("package", m[1])
			}
		}
		for _, m := range toolLine.FindAllStringSubmatch(line, -1) {
			if !wholeVersion.MatchString(m[2]) && !ownVersion.MatchString(m[2]) {
				say("version", m[1]+" "+m[2])
			}
		}
	}
	for _, m := range depsLine.FindAllStringSubmatch(text, -1) {
		for _, d := range depVersion.FindAllStringSubmatch(m[1], -1) {
			if !wholeVersion.MatchString(d[1]) {
				say("npm package", d[0])
			}
		}
	}
	return found
}

// The actions of the workflows exist at the commits that their comments call by these versions; see docs/deploy/_index.md.
func TestPinsAgree(t *testing.T) {
	seen := map[string]string{}
	pin := regexp.MustCompile(`uses: ([\w-]+/[\w-]+)[\w/-]*@([0-9a-f]{40}).*?# (v[\d.]*\d)`)
	for _, pattern := range []string{"integrations/*/*.yml", "internal/convert/scaffold/ci/*/*.yml", "docs/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range pin.FindAllStringSubmatch(string(text), -1) {
				if had, ok := seen[m[1]]; ok && had != m[2]+" "+m[3] {
					t.Errorf("%s: %s is %s %s, elsewhere %s", name, m[1], m[2], m[3], had)
				}
				seen[m[1]] = m[2] + " " + m[3]
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d actions", len(seen))
	}
}
