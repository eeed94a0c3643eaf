package repository_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// The files that share a build among machines are what their services read, as far as these fields tell, and say the same
// number of shards everywhere.
func TestShardFiles(t *testing.T) {
	for _, c := range []struct {
		file   string
		number int // of the document
		want   map[string]any
	}{
		{"github.yml", 0, map[string]any{
			"jobs.render.strategy.matrix.shard": []any{uint64(1), uint64(2), uint64(3), uint64(4)}, "jobs.render.needs": "plan",
			"jobs.merge.needs": []any{"plan", "render"}, "jobs.render.env.SOURCE_DATE_EPOCH": "${{ needs.plan.outputs.now }}",
			"jobs.merge.env.SOURCE_DATE_EPOCH": "${{ needs.plan.outputs.now }}",
		}},
		{"gitlab-ci.yml", 0, map[string]any{"render.parallel": uint64(4), "render.artifacts.paths": []any{".sitegen/shards"}, "pages.artifacts.paths": []any{"public"}}},
		{"kubernetes.yaml", 0, map[string]any{
			"apiVersion": "batch/v1", "kind": "Job", "spec.completionMode": "Indexed", "spec.completions": uint64(4), "spec.parallelism": uint64(4),
			"spec.template.spec.restartPolicy": "Never",
		}},
		{"github-bucket.yml", 0, map[string]any{
			"jobs.render.strategy.matrix.shard": []any{uint64(1), uint64(2), uint64(3), uint64(4)}, "jobs.render.needs": "plan",
			"jobs.merge.needs": []any{"plan", "render"}, "env.SITEGEN_REMOTE_CACHE": "s3://bucket/shards",
		}},
		{"gitlab-ci-bucket.yml", 0, map[string]any{"render.parallel": uint64(4), "render.artifacts": nil, "publish.artifacts": nil}},
		{"kubernetes-bucket.yaml", 0, map[string]any{
			"spec.completionMode": "Indexed", "spec.completions": uint64(4), "spec.parallelism": uint64(4),
			"spec.template.spec.volumes": []any{map[string]any{"name": "work", "emptyDir": map[string]any{}}},
		}},
		{"kubernetes-bucket.yaml", 1, map[string]any{"spec.completionMode": nil, "spec.template.spec.restartPolicy": "Never"}},
		{"kubernetes.yaml", 1, map[string]any{"apiVersion": "batch/v1", "kind": "Job", "spec.completionMode": nil, "spec.template.spec.restartPolicy": "Never"}},
	} {
		text := read(t, filepath.Join("integrations", "shards", c.file))
		value, _, err := frontmatter.Decode(frontmatter.YAML, c.file, []byte(strings.Split(text, "\n---\n")[c.number]))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]any{}
		for path := range c.want {
			got[path] = field(value, path)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.file, diff)
		}
	}
	for _, file := range []string{"kubernetes.yaml", "kubernetes-bucket.yaml"} {
		if text := read(t, "integrations/shards/"+file); !strings.Contains(text, `{ name: JOB_COMPLETIONS, value: "4" }`) {
			t.Errorf("%s: JOB_COMPLETIONS is not the number of completions", file)
		}
	}
}

// field returns what a decoded file has under keys with dots between them; nil for nothing.
func field(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// The commands of these files build the site that one machine builds, with the variables that each service sets. Those
// with a bucket need nothing else that machines share.
func TestShardCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds sites")
	}
	_, env := tool(t)
	now, at := "SOURCE_DATE_EPOCH=1795000000", "CI_PIPELINE_CREATED_AT=2026-11-18T11:06:40Z"
	single := testsite.Temp(t, "testdata/law/plain")
	runIn(t, single, append(env, now), "sitegen build --quiet --baseURL https://example.org/")
	want := pagesOf(t, filepath.Join(single, "public"))
	for name, set := range map[string]func(shard int) []string{
		"github.yml": func(n int) []string {
			return []string{now, "BASE=https://example.org/", fmt.Sprintf("SHARD=%d/4", n)}
		},
		"gitlab-ci.yml": func(n int) []string {
			return []string{at, "CI_PAGES_URL=https://example.org/", fmt.Sprintf("CI_NODE_INDEX=%d", n), "CI_NODE_TOTAL=4"}
		},
		"kubernetes.yaml": func(n int) []string {
			return []string{now, "SITEGEN_BASEURL=https://example.org/", fmt.Sprintf("JOB_COMPLETION_INDEX=%d", n-1), "JOB_COMPLETIONS=4"}
		},
	} {
		for _, bucket := range []bool{false, true} {
			file := name
			if bucket {
				file = strings.TrimSuffix(name, filepath.Ext(name)) + "-bucket" + filepath.Ext(name)
			}
			t.Run(file, func(t *testing.T) {
				store := t.TempDir()
				text := strings.NewReplacer("s3://bucket", "file://"+filepath.ToSlash(store), "/tmp/sitegen/sitegen", "sitegen", "command: [", "", ", --", " --", ", ", " ", "]", "").Replace(read(t, filepath.Join("integrations", "shards", file)))
				found := regexp.MustCompile(`sitegen,? (build|merge|publish) .*`).FindAllString(text, -1)
				env := slices.Clone(env)
				if bucket {
					env = append(env, "BASE=https://example.org/", "TARGET=file://"+filepath.ToSlash(store)+"/www",
						"SITEGEN_REMOTE_CACHE=file://"+filepath.ToSlash(store)+"/shards")
				}
				if want := map[bool]int{false: 2, true: 3}[bucket]; len(found) != want {
					t.Fatalf("commands: %q", found)
				}
				dir := testsite.Temp(t, "testdata/law/plain")
				for n := range 4 {
					if bucket {
						dir = testsite.Temp(t, "testdata/law/plain")
					}
					runIn(t, dir, append(env, append(set(n+1), "SITEGEN_REMOTE_CACHE_WRITE="+strconv.FormatBool(bucket))...), found[0])
				}
				if bucket {
					dir = testsite.Temp(t, "testdata/law/plain")
				}
				for _, command := range found[1:] {
					runIn(t, dir, append(env, set(1)...), command)
				}
				got := pagesOf(t, filepath.Join(dir, "public"))
				if bucket {
					got = pagesOf(t, filepath.Join(store, "www"))
					delete(got, filepath.Join(".sitegen", "manifest"))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-single +merged):\n%s", diff)
				}
			})
		}
	}
}

func runIn(t *testing.T, dir string, env []string, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-ec", command)
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// pagesOf reads an output folder.
func pagesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, file)
			out[rel] = read(t, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
