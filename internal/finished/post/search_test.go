package post

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSearchWithAnyWorkers checks that the files of the search do not depend on the number of workers.
func TestSearchWithAnyWorkers(t *testing.T) {
	written := map[int]map[string]string{}
	for _, jobs := range []int{1, 8} {
		root := t.TempDir()
		dir := filepath.Join(root, "public")
		for i := range 60 {
			file := filepath.Join(dir, fmt.Sprint("part", i%3), fmt.Sprint("page", i), "index.html")
			if i < 3 {
				file = filepath.Join(dir, fmt.Sprint("part", i), "index.html")
			}
			text := fmt.Sprintf(`<!doctype html><html lang=%q><title>Page %d | Site</title><main><h1>Page %[2]d</h1><p>Words of %[2]d.</main>`,
				[]string{"en", "de"}[i%2], i)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		res, err := Run(context.Background(), Options{Dir: dir, Base: "https://site.alt/", Search: "search", Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, name := range res.Written {
			if strings.HasPrefix(name, "search/") {
				text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
				if err != nil {
					t.Fatal(err)
				}
				files[name] = string(text)
			}
		}
		written[jobs] = files
	}
	one, many := written[1], written[8]
	if !strings.Contains(one["search/de/index.js"], `filters:[["Page 0","Page 1","Page 2"],[]]`) {
		t.Errorf("the index of the second language has other sections: %.200s", one["search/de/index.js"])
	}
	if len(one) != len(many) {
		t.Fatalf("%d files with one worker, %d with eight", len(one), len(many))
	}
	for name, text := range one {
		if many[name] != text {
			t.Errorf("%s differs between one worker and eight", name)
		}
	}
}
