package watch_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/preview/watch"
)

func Example() {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	w, err := watch.New(watch.Options{Roots: []string{dir}})
	if err != nil {
		panic(err)
	}
	defer w.Close()
	if err := os.WriteFile(filepath.Join(dir, "post.md"), []byte("# Hello\n"), 0o644); err != nil {
		panic(err)
	}
	change := <-w.Events()
	for _, path := range change.Paths {
		fmt.Println(filepath.Base(path), "changed")
	}
	// Output: post.md changed
}
