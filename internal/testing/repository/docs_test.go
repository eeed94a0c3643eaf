// Package repository_test checks the repository: imports, documentation, build files, and words.
package repository_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// bin is a folder for the program, which is built once for all tests.
var bin string

var build = sync.OnceValues(func() (file string, err error) {
	file = filepath.Join(bin, "sitegen")
	out, err := exec.Command("go", "build", "-o", file, "./cmd/sitegen").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return file, err
})

// The tests of this package are about the repository, and run at its top.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var err error
	if bin, err = os.MkdirTemp("", "sitegen-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(bin)
	os.Exit(code)
}

// tool returns the path of the program, and an environment with it in the path.
func tool(t *testing.T) (file string, env []string) {
	t.Helper()
	file, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return file, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "EDITOR=true", "VISUAL=")
}

// The documentation is a site that builds without a warning, broken links among them.
func TestDocumentationBuilds(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	sitegen, env := tool(t)
	cmd := exec.Command(sitegen, "build", "--strict", "--quiet", "--baseURL", "https://sitegen.alt/", "-s", "docs", "-d", out, "--cacheDir", t.TempDir())
	cmd.Env = env
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, page := range []string{"index.html", "install", "write", "commands", "troubleshooting", "content", "configuration", "templates", "functions", "methods", "themes", "other-tools", "sitemaps", "feeds", "preview", "caching", "deploy", "hugo-differences", "benchmarks", "library"} {
		if _, err := os.Stat(filepath.Join(out, page)); err != nil {
			t.Error(err)
		}
	}
	areLight(t, out)
}

// pageBytes is the most that a page of the documentation has without pictures, compressed, with its style sheets and scripts.
const pageBytes = 18_000

var pageParts = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="(/[^"]+)"`)

// areLight checks the weight of each page.
func areLight(t *testing.T, site string) {
	t.Helper()
	size := map[string]int{}
	compressed := func(file string) int {
		if n, ok := size[file]; ok {
			return n
		}
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := io.WriteString(w, read(t, filepath.Join(site, filepath.FromSlash(file)))); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		size[file] = b.Len()
		return b.Len()
	}
	pages, parts := 0, 0
	err := fs.WalkDir(os.DirFS(site), ".", func(page string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(page) != ".html" {
			return err
		}
		pages++
		bytes := compressed(page)
		for _, m := range pageParts.FindAllStringSubmatch(read(t, filepath.Join(site, filepath.FromSlash(page))), -1) {
			parts++
			bytes += compressed(m[1])
		}
		if bytes > pageBytes {
			t.Errorf("%s has %d bytes, want at most %d: move what answers another question to its own page", page, bytes, pageBytes)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 100 || parts < 4*pages {
		t.Errorf("%d pages with %d style sheets and scripts", pages, parts)
	}
}

// The tutorial of themes is a site: its files, which the titles of its code name, build.
func TestThemeTutorial(t *testing.T) {
	sitegen, env := tool(t)
	text, err := os.ReadFile("docs/themes/own.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, m := range regexp.MustCompile("(?ms)^```[\\w-]+ \\{title=\"([^\"]+)\"\\}\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(m[1])), strings.NewReplacer("{{</*", "{{<", "*/>}}", ">}}").Replace(m[2]))
	}
	cmd := exec.Command(sitegen, "build", "-s", dir)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for file, want := range map[string]string{
		"index.html":             `<li><a href="/posts/first/">First</a></li>`,
		"about/index.html":       `<p class="note">A <em>small</em> theme.</p>`,
		"posts/first/index.html": `<time datetime="2026-05-01">May 1, 2026</time>`,
		"tags/start/index.html":  `<a href="/about/">About</a>`,
		"atom.xml":               "<title>First</title>",
	} {
		if got := read(t, filepath.Join(dir, "public", filepath.FromSlash(file))); !strings.Contains(got, want) {
			t.Errorf("%s has no %s:\n%s", file, want, got)
		}
	}
}

// Every command in the documentation runs, page by page, in the folder of an example site. Blocks marked sh are
// commands; commands that cannot run here (because they need another program, the network, or a folder of the
// reader) are in blocks marked bash.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds sites")
	}
	_, env := tool(t)
	example := testsite.Temp(t, "testdata/sites/blog")
	runDocumented(t, example, env, "sitegen build --quiet")
	block := regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	ran := 0
	for _, page := range documentation(t) {
		if strings.HasPrefix(page, filepath.FromSlash("docs/recipes/")) {
			continue // see TestRecipes
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := block.FindAllStringSubmatch(string(text), -1)
		if len(blocks) == 0 {
			continue
		}
		t.Run(page, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(example)); err != nil { // with what a build wrote there
				t.Fatal(err)
			}
			for _, b := range blocks {
				for _, command := range commands(b[1]) {
					if to, ok := strings.CutPrefix(command, "cd "); ok {
						dir = filepath.Join(dir, to)
						continue
					}
					// The example stands for the reader's host; a strict build refuses the example itself (rule L10).
					command = strings.ReplaceAll(command, "--baseURL https://example.org/", "--baseURL https://example.alt/")
					runDocumented(t, dir, env, command)
					ran++
				}
			}
		})
	}
	if ran < 5 {
		t.Errorf("found only %d commands", ran)
	}
}

// Each configuration that the documentation shows is read without an error, and has no unknown key. Blocks with a title are
// other files.
func TestDocumentedConfigurations(t *testing.T) {
	sitegen, env := tool(t)
	block := regexp.MustCompile("(?ms)^```toml\n(.*?)^```$")
	n := 0
	for _, page := range documentation(t) {
		for _, m := range block.FindAllStringSubmatch(read(t, page), -1) {
			n++
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "sitegen.toml"), m[1])
			cmd := exec.Command(sitegen, "config", "-s", dir)
			cmd.Env = env
			out, err := cmd.CombinedOutput()
			if err != nil || bytes.Contains(out, []byte("[config-")) {
				t.Errorf("%s: %v\n%s\n%s", page, err, m[1], regexp.MustCompile(`(?m)^.*(error|warning): .*$`).FindAll(out, -1))
			}
		}
	}
	if n < 30 {
		t.Errorf("found only %d configurations", n)
	}
}

// commands are the lines of a block, comments left out and continued lines joined.
func commands(text string) []string {
	var out []string
	for _, line := range strings.Split(strings.ReplaceAll(text, "\\\n", ""), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// runDocumented runs a command to its end; one that goes on until Ctrl-C has it when it says where it serves.
func runDocumented(t *testing.T, dir string, env []string, command string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "sh", "-ec", command)
	if lasting(command) {
		cmd = exec.CommandContext(ctx, "sh", "-ec", "exec "+command)
	}
	cmd.Dir, cmd.Env = dir, env
	out := &output{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if lasting(command) {
		for !out.has("Ctrl-C") && ctx.Err() == nil {
			time.Sleep(20 * time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out.text())
	}
}

func lasting(command string) bool {
	return strings.HasPrefix(command, "sitegen serve") || strings.Contains(command, "--watch")
}

// output is what a program has printed so far.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func (o *output) has(s string) bool { return strings.Contains(o.text(), s) }

// Commands and flags that the text names are there.
func TestNamedCommands(t *testing.T) {
	sitegen, env := tool(t)
	fenced := regexp.MustCompile("(?ms)^```.*?^```$")
	named := regexp.MustCompile("`sitegen ([^`]*)`")
	asked := map[string]bool{}
	for _, page := range append(documentation(t), "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if asked[m[1]] || strings.ContainsAny(m[1], "|…") {
				continue
			}
			asked[m[1]] = true
			cmd := exec.Command(sitegen, append(strings.Fields(strings.ReplaceAll(m[1], `"`, "")), "--help")...)
			cmd.Env = env
			if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("unknown help topic")) {
				t.Errorf("%s names `sitegen %s`: %v\n%s", page, m[1], err, out)
			}
		}
	}
	if len(asked) < 10 {
		t.Errorf("found only %d commands", len(asked))
	}
}

// documentation lists the pages of the documentation.
func documentation(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	return pages
}

// The paths in ARCHITECTURE.md exist.
func TestArchitecturePaths(t *testing.T) {
	paths := regexp.MustCompile("`((?:internal|content|cmd|builder|themes|feeds|sitemap|frontmatter|tools|docs)/[A-Za-z0-9_./-]+)`")
	found := paths.FindAllStringSubmatch(read(t, "ARCHITECTURE.md"), -1)
	if len(found) < 40 {
		t.Errorf("only %d paths", len(found))
	}
	for _, m := range found {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("%s does not exist", m[1])
		}
	}
}
