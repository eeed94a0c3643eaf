package modules

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
)

func TestTidyAndVerify(t *testing.T) {
	o, proxy := setup(t)
	theme := module.Version{Path: "example.org/theme", Version: "v1.0.0"}
	other := module.Version{Path: "example.org/other", Version: "v1.0.0"}
	for _, v := range []module.Version{theme, other} {
		publish(t, proxy, v, map[string]string{"go.mod": "module " + v.Path + "\n", "layouts/a.html": "A"})
		if _, err := Get(context.Background(), o, v.Path, "latest"); err != nil {
			t.Fatal(err)
		}
	}
	found, _, err := Resolve(context.Background(), o, []Import{{Path: theme.Path}})
	if err != nil {
		t.Fatal(err)
	}
	changes, err := Tidy(context.Background(), o, found)
	if err != nil || !slices.Equal(changes, []string{"-example.org/other v1.0.0"}) {
		t.Fatalf("%q, %v", changes, err)
	}
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(o.Project, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if mod, sum := read("go.mod"), read("go.sum"); strings.Contains(mod+sum, "other") || !strings.Contains(mod, theme.Path+" v1.0.0") || strings.Count(sum, "\n") != 1 {
		t.Errorf("go.mod: %q\ngo.sum: %q", mod, sum)
	}
	if changes, err := Tidy(context.Background(), o, found); err != nil || len(changes) > 0 {
		t.Errorf("tidied again: %q, %v", changes, err)
	}
	if n, differ, err := Verify(o.Project, found); n != 1 || len(differ) > 0 || err != nil {
		t.Fatalf("%d checked, %v, %v", n, differ, err)
	}

	// Modules missing in go.mod are added again with their checksums.
	write(t, o.Project, map[string]string{"go.mod": "module site\n", "go.sum": ""})
	if changes, err = Tidy(context.Background(), o, found); err != nil || !slices.Equal(changes, []string{"+example.org/theme v1.0.0"}) {
		t.Errorf("%q, %v", changes, err)
	}
	if !strings.HasPrefix(read("go.sum"), "example.org/theme v1.0.0 h1:") {
		t.Errorf("go.sum: %q", read("go.sum"))
	}

	file := filepath.Join(found[0].Dir, "layouts", "a.html")
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	write(t, found[0].Dir, map[string]string{"layouts/a.html": "B"})
	if n, differ, err := Verify(o.Project, found); n != 1 || len(differ) != 1 || err != nil || !strings.Contains(differ[0].Error(), "was changed") {
		t.Errorf("%d checked, %v, %v", n, differ, err)
	}
}
