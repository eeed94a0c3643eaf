package pipeline_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// remoteSite is a project whose home page shows the answer of a server.
func remoteSite(t *testing.T, config string) (dir string, said *atomic.Value, asked *atomic.Int32) {
	t.Helper()
	said, asked = &atomic.Value{}, &atomic.Int32{}
	said.Store("one")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/gone.txt":
			http.NotFound(w, r)
		case "/no.txt":
			w.Header().Set("X-Why", "because")
			http.Error(w, "not you", http.StatusForbidden)
		default:
			fmt.Fprintf(w, `{"said": %q}`, said.Load())
		}
	}))
	t.Cleanup(s.Close)
	dir = t.TempDir()
	write(t, dir, "hugo.toml", "baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap', 'section', '404']\n"+config)
	write(t, dir, "layouts/home.html", strings.ReplaceAll(`
{{ with try (resources.GetRemote "URL/a.json") }}{{ with .Err }}error {{ . }}{{ else with .Value -}}
{{ (. | transform.Unmarshal).said }} {{ .MediaType }} {{ .Data.StatusCode }} {{ .Publish }}{{ end }}{{ end }}
{{ with try (resources.GetRemote "URL/gone.txt") }}{{ with .Err }}error{{ else with .Value }}there{{ else }}not there{{ end }}{{ end }}
{{ with try (resources.GetRemote "URL/no.txt" (dict "responseHeaders" (slice "X-Why"))) }}
{{ with .Err }}{{ .Cause.Data.StatusCode }} {{ index .Cause.Data.Headers "X-Why" 0 }} {{ .Cause.Data.Body }}{{ end }}{{ end }}
`, "URL", s.URL))
	return dir, said, asked
}

const allowLocal = "[security.http]\nurls = ['^http://127']\n"

// home builds in a new process, and returns the words of the home page.
func home(t *testing.T, dir string, o project.Options) string {
	t.Helper()
	o.Source, o.Version = dir, "test"
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := inspect.Verify(context.Background(), b); err != nil {
		page, _ := os.ReadFile(filepath.Join(dir, "public", "index.html"))
		t.Fatalf("%v\n%s", err, page)
	}
	data, err := os.ReadFile(filepath.Join(dir, "public", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(data)), " ")
}

func TestRemote(t *testing.T) {
	dir, said, asked := remoteSite(t, allowLocal)
	const rest = " application/json 200 not there 403 because not you"
	if got := home(t, dir, project.Options{}); got != "one"+rest {
		t.Fatal(got)
	}
	said.Store("two")
	if got := home(t, dir, project.Options{}); got != "one"+rest {
		t.Error("what is kept is not used:", got)
	}
	before := asked.Load()
	if got := home(t, dir, project.Options{Offline: true}); !strings.HasPrefix(got, "one application/json 200 not there") {
		t.Error("offline:", got)
	}
	if n := asked.Load(); n != before {
		t.Error("offline, and a server was asked")
	}
	if err := os.RemoveAll(filepath.Join(dir, ".sitegen", "cache", "remote")); err != nil {
		t.Fatal(err)
	}
	if got := home(t, dir, project.Options{}); got != "two"+rest {
		t.Error("what is not kept any more is not fetched:", got)
	}
	write(t, dir, "hugo.toml", "baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap', 'section', '404']\n")
	if got := home(t, dir, project.Options{}); !strings.Contains(got, "is not allowed by security.http.urls") {
		t.Error("the configuration does not allow it any more:", got)
	}
}

// The functions that are older than GetRemote use it to fetch, with headers from a map.
func TestRemoteData(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a.json":
			fmt.Fprintf(w, `{"key": %q}`, r.Header.Get("X-Key"))
		case "/a.csv":
			fmt.Fprint(w, "a;b\nc;d\n")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	dir := t.TempDir()
	write(t, dir, "hugo.toml", "baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap', 'section', '404']\n"+allowLocal)
	write(t, dir, "layouts/home.html", strings.ReplaceAll(`
{{ (getJSON "URL/" "a.json" (dict "X-Key" "secret")).key }} {{ getCSV ";" "URL/a.csv" }} {{ with getJSON "URL/none" }}there{{ else }}none{{ end }}
`, "URL", s.URL))
	if got := home(t, dir, project.Options{}); got != "secret [[a b] [c d]] none" {
		t.Error(got)
	}
}

func TestRemoteLock(t *testing.T) {
	dir, said, _ := remoteSite(t, allowLocal)
	b, err := pipeline.New(project.Options{Source: dir, Version: "test", Memory: true, LockRemote: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if res, err := b.Build(context.Background()); err != nil || res.Locked != 2 {
		t.Fatal(res.Locked, err)
	}
	if got := home(t, dir, project.Options{}); !strings.HasPrefix(got, "one ") {
		t.Error(got)
	}
	said.Store("two")
	if err := os.RemoveAll(filepath.Join(dir, ".sitegen", "cache")); err != nil {
		t.Fatal(err)
	}
	if got := home(t, dir, project.Options{}); !strings.Contains(got, "does not match remote.lock") {
		t.Error(got)
	}
	if err := os.Remove(filepath.Join(dir, "remote.lock")); err != nil {
		t.Fatal(err)
	}
	if got := home(t, dir, project.Options{}); !strings.HasPrefix(got, "two ") {
		t.Error(got)
	}
}
