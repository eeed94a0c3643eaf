package modules

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/mod/module"
)

func latest(environ []string, path, query string) (string, error) {
	r, err := newResolver(Options{Environ: environ})
	if err != nil {
		return "", err
	}
	return r.query(context.Background(), module.Version{Path: path}, query)
}

// Queries select versions as in Go: https://go.dev/ref/mod#version-queries.
func TestQuery(t *testing.T) {
	const p = "example.org/theme"
	files := map[string]string{
		p + "/@v/list":        "v1.0.0\nv1.2.0\nv1.2.3\nv1.3.0-rc.1\nv0.9.0\nv1.9.0\nv3.0.0+incompatible\n",
		p + "/@v/v1.9.0.mod":  "module " + p + "\nretract v1.9.0 // by mistake\n",
		p + "/@v/main.info":   `{"Version":"v1.9.1-0.20240102030405-abcdefabcdef"}`,
		p + "/@v/v1.0.0.info": `{"Version":"v1.0.0"}`,
		p + "/@latest":        `{"Version":"v9.9.9"}`,
	}
	for _, c := range []struct{ now, query, want string }{
		{"", "", "v1.2.3"},
		{"", "latest", "v1.2.3"},
		{"v1.3.0-rc.1", "", "v1.3.0-rc.1"}, // newer than the latest release
		{"v1.3.0-rc.1", "latest", "v1.2.3"},
		{"v1.2.0", "patch", "v1.2.3"},
		{"v0.8.0", "patch", "v0.8.0"},
		{"", "v1", "v1.2.3"},
		{"", "v1.0", "v1.0.0"},
		{"", "<v1.2.0", "v1.0.0"},
		{"", "<=v1.2.0", "v1.2.0"},
		{"", ">v1.2.3", "v1.3.0-rc.1"},
		{"", ">=v1.2.0", "v1.2.3"},
		{"", "v1.0.0", "v1.0.0"},
		{"", "main", "v1.9.1-0.20240102030405-abcdefabcdef"},
		{"", "v7", "error: no version matches \"v7\""},
	} {
		o, proxy := setup(t)
		write(t, proxy, files)
		if c.now != "" {
			write(t, o.Project, map[string]string{"go.mod": "module site\nrequire " + p + " " + c.now + "\n"})
		}
		r, err := newResolver(o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.query(context.Background(), r.version(p), c.query)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%q of %q is %q, want %q", c.query, c.now, got, c.want)
		}
	}
}

// If its list is empty or missing, a proxy names the latest version.
func TestLatestWithoutTags(t *testing.T) {
	for _, list := range []map[string]string{{}, {"example.org/theme/@v/list": ""}} {
		o, proxy := setup(t)
		list["example.org/theme/@latest"] = `{"Version":"v0.0.0-20240102030405-abcdefabcdef"}`
		write(t, proxy, list)
		if got, err := latest(o.Environ, "example.org/theme", ""); got != "v0.0.0-20240102030405-abcdefabcdef" || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// A version without a go.mod does not exclude incompatible ones.
func TestIncompatible(t *testing.T) {
	for mod, want := range map[string]string{"module example.org/theme\n": "v2.0.0+incompatible", "module example.org/theme\n\ngo 1.20\n": "v1.0.0"} {
		o, proxy := setup(t)
		write(t, proxy, map[string]string{"example.org/theme/@v/list": "v1.0.0\nv2.0.0+incompatible\n", "example.org/theme/@v/v1.0.0.mod": mod})
		if got, err := latest(o.Environ, "example.org/theme", "latest"); got != want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

// Private modules are not requested, and GONOPROXY takes precedence.
func TestPrivate(t *testing.T) {
	for _, c := range []struct{ environ, want string }{
		{"GOPRIVATE=*.org", "GOPRIVATE allows no proxy for it"},
		{"GONOPROXY=example.org/theme GOPRIVATE=", "GONOPROXY allows no proxy for it"},
		{"GONOPROXY=none GOPRIVATE=*.org", ""},
	} {
		o, proxy := setup(t)
		write(t, proxy, map[string]string{"example.org/theme/@v/list": "v1.0.0\n"})
		_, err := latest(append(o.Environ, strings.Fields(c.environ)...), "example.org/theme", "")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.environ, err)
		}
	}
}
