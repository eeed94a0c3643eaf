package repository_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// The plugins for other generators do with their hooks what the examples say: see integrations/npm/test.
func TestHooks(t *testing.T) {
	schematest.Need(t, "node")
	if out, err := exec.Command("node", "--test", "integrations/npm/test").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The script of the action adds sitemaps, and reports problems to GitHub.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not here")
	}
	sitegen, env := tool(t)
	script, err := filepath.Abs("integrations/action/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	page := func(link string) string {
		return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A page</title>` +
			`<meta name="description" content="Of a site"><link rel="canonical" href="https://e.example/"></head><body><main><h1>A page</h1><a href="` + link + `">x</a></main></body></html>`
	}
	for _, c := range []struct {
		name, page string
		env        []string
		code       int
		summary    string
	}{
		{"a good site", page("/"), nil, 0, "### public: 0 findings\n"},
		{"a bad one", page("/gone/"), []string{"INPUT_SARIF=found.sarif"}, 1, "### public: 1 findings\n\n| rule | | findings |\n|---|---|---|\n| `link-dead` | error | 1 |\n"},
		{"a bad one that may be", page("/gone/"), []string{"INPUT_FAIL=never", "INPUT_POST=false"}, 0, "### public: 1 findings\n\n| rule | | findings |\n|---|---|---|\n| `link-dead` | error | 1 |\n"},
		{"a sitemap of somebody else", page("/"), []string{"FOREIGN=1"}, 1, ""},
		{"one to replace", page("/"), []string{"FOREIGN=1", "INPUT_REPLACE=true", "INPUT_CONTENT=public"}, 0, "### public: 0 findings\n"},
		{"a folder that is not there", "", []string{"INPUT_POST=false", "INPUT_FAIL=never"}, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if c.page != "" {
				writeFile(t, filepath.Join(dir, "public", "index.html"), c.page)
				writeFile(t, filepath.Join(dir, "public", "404.html"), strings.Replace(page("/"), `<meta name="desc`, `<meta name="robots" content="noindex"><meta name="desc`, 1))
			}
			if slices.Contains(c.env, "FOREIGN=1") {
				writeFile(t, filepath.Join(dir, "public", "sitemap.xml"), "<urlset/>")
			}
			cmd := exec.Command("bash", script)
			cmd.Dir = dir
			cmd.Env = append(append(env, "INPUT_BINARY="+sitegen, "INPUT_FOLDER=public", "INPUT_HOST=github-pages", "INPUT_BASE_URL=https://e.example/",
				"GITHUB_OUTPUT="+filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary")), c.env...)
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, out)
			}
			if c.code > 1 {
				return
			}
			if c.summary == "" {
				if !strings.Contains(string(out), "::error file=public/sitemap.xml,title=output-foreign::") {
					t.Errorf("%s", out)
				}
				return
			}
			if diff := cmp.Diff(c.summary, read(t, filepath.Join(dir, "summary"))); diff != "" {
				t.Errorf("%s\n%s", diff, out)
			}
			bad := strings.Contains(c.summary, "link-dead")
			if bad != strings.Contains(string(out), "::error file=public/index.html,line=1,col=") {
				t.Errorf("annotations: %s", out)
			}
			_, err := os.Stat(filepath.Join(dir, "public", "sitemap.xml"))
			if posted := !strings.Contains(strings.Join(c.env, " "), "INPUT_POST=false"); posted != (err == nil) {
				t.Errorf("sitemap.xml: %v", err)
			}
			if strings.Contains(strings.Join(c.env, " "), "SARIF") && !strings.Contains(read(t, filepath.Join(dir, "found.sarif")), `"ruleId": "link-dead"`) {
				t.Errorf("%s", read(t, filepath.Join(dir, "found.sarif")))
			}
		})
	}
}
