package modules

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb"
	"golang.org/x/mod/sumdb/dirhash"
)

// The key of a database for tests (from the tests of golang.org/x/mod/sumdb).
const (
	testName     = "localhost.localdev/sumdb"
	testVerifier = testName + "+00000c67+AcTrnkbUA+TU4heY3hkjiSES/DSQniBqIeQ/YppAUtK6"
	testSigner   = "PRIVATE+KEY+" + testName + "+00000c67+AXu6+oaVaOYuQOFrf1V59JK1owcFlJcHwwXHDfDGxSPk"
)

// serveDatabase serves a checksum database with the given lines by "path@version", and counts the requests.
func serveDatabase(t *testing.T, lines map[string]string) (address string, asked *int) {
	t.Helper()
	db := sumdb.NewServer(sumdb.NewTestServer(testSigner, func(p, version string) ([]byte, error) {
		if line, ok := lines[p+"@"+version]; ok {
			return []byte(line), nil
		}
		return nil, fmt.Errorf("%s: %w", p, os.ErrNotExist)
	}))
	asked = new(int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		if r.URL.Path == "/sumdb/"+testName+"/supported" {
			return
		}
		http.StripPrefix("/sumdb/"+testName, db).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// published returns options of a project with a proxy that has a theme, and the theme's line in go.sum.
func published(t *testing.T) (o Options, theme module.Version, line string) {
	t.Helper()
	o, proxy := setup(t)
	theme = module.Version{Path: "example.org/theme", Version: "v1.0.0"}
	files := map[string]string{"go.mod": "module example.org/theme\n", "layouts/a.html": "A"}
	publish(t, proxy, theme, files)
	sum, err := dirhash.HashZip(filepath.Join(proxy, "example.org", "theme", "@v", "v1.0.0.zip"), dirhash.Hash1)
	if err != nil {
		t.Fatal(err)
	}
	return o, theme, theme.Path + " " + theme.Version + " " + sum + "\n"
}

func TestChecksumDatabase(t *testing.T) {
	for name, c := range map[string]struct {
		known   func(line string) string // content of the database
		environ func(address string) []string
		want    string // part of the error
		asked   bool
	}{
		"confirmed":  {known: func(l string) string { return l + "example.org/theme v1.0.0/go.mod h1:x=\n" }, asked: true},
		"changed":    {known: func(string) string { return "example.org/theme v1.0.0 h1:other=\n" }, want: "it was changed", asked: true},
		"unknown":    {want: "does not confirm it (GOSUMDB=off skips this check)", asked: true},
		"off":        {environ: func(string) []string { return []string{"GOSUMDB=off"} }},
		"exception":  {environ: func(string) []string { return []string{"GONOSUMDB=example.org/*"} }},
		"private":    {environ: func(string) []string { return []string{"GOPRIVATE=example.org", "GONOPROXY=none"} }},
		"two fields": {environ: func(a string) []string { return []string{"GOSUMDB=" + testVerifier + " a b"} }, want: "is not valid"},
		"bad key":    {environ: func(a string) []string { return []string{"GOSUMDB=example.org"} }, want: "is not valid"},
	} {
		t.Run(name, func(t *testing.T) {
			o, theme, line := published(t)
			lines := map[string]string{}
			if c.known != nil {
				lines["example.org/theme@v1.0.0"] = c.known(line)
			}
			address, asked := serveDatabase(t, lines)
			o.Environ = append(o.Environ, "GOSUMDB="+testVerifier+" "+address+"/sumdb/"+testName)
			if c.environ != nil {
				o.Environ = append(o.Environ, c.environ(address)...)
			}
			_, err := Get(context.Background(), o, theme.Path, "v1.0.0")
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if *asked > 0 != c.asked {
				t.Errorf("asked %d times", *asked)
			}
			got, _ := os.ReadFile(filepath.Join(o.Project, "go.sum"))
			if want := map[bool]string{true: line}[err == nil]; string(got) != want {
				t.Errorf("go.sum: %q, want %q", got, want)
			}
		})
	}
}

// A proxy serves the database, and a checksum in go.sum is not requested.
func TestDatabaseByProxy(t *testing.T) {
	o, theme, line := published(t)
	address, asked := serveDatabase(t, map[string]string{"example.org/theme@v1.0.0": line})
	files, _ := strings.CutPrefix(o.Environ[1], "GOPROXY=")
	o.Environ = append(o.Environ, "GOSUMDB="+testVerifier, "GOPROXY="+files+","+address)
	for i := range 2 {
		if _, err := Get(context.Background(), o, theme.Path, "v1.0.0"); err != nil {
			t.Fatal(err)
		}
		if i == 0 && *asked == 0 {
			t.Error("the database was not asked")
		}
		*asked = 0
	}
	if *asked > 0 {
		t.Error("go.sum has the checksum, but the database was asked")
	}
	if kept, err := filepath.Glob(filepath.Join(strings.TrimPrefix(o.Environ[0], "HOME="), ".cache/sitegen/sumdb/state", "*", "*", "latest")); err != nil || len(kept) != 1 {
		t.Errorf("the state of the database is in %q, %v", kept, err)
	}
}

// Variables of `go env -w` are used, but the environment takes precedence.
func TestGoEnv(t *testing.T) {
	home := t.TempDir()
	write(t, home, map[string]string{".config/go/env": "GOPROXY=https://one.example\nGOSUMDB=off\n"})
	r, err := newResolver(Options{Project: t.TempDir(), Environ: []string{"HOME=" + home, "GOPROXY=https://two.example"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.setting("GOPROXY") + " " + r.setting("GOSUMDB"); got != "https://two.example off" {
		t.Error(got)
	}
}
