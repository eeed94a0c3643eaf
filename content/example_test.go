package content_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
)

func ExampleLoad() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	bundle := filepath.Join(dir, "content", "posts", "First Post")
	if err := os.MkdirAll(bundle, 0o777); err != nil {
		fmt.Println(err)
		return
	}
	os.WriteFile(filepath.Join(bundle, "index.md"), []byte("---\ntitle: Hello\n---\nText.\n"), 0o666)
	os.WriteFile(filepath.Join(bundle, "chart.svg"), []byte(`<svg viewBox="0 0 640 480"/>`), 0o666)

	cfg := &config.Config{
		Project: dir, ContentDir: "content", DefaultLanguage: "en",
		Languages: []*config.Language{{Key: "en", Lower: "en", Default: true}},
	}
	tree, problems, err := content.Load(context.Background(), cfg, content.LoadOptions{})
	if err != nil || len(problems) > 0 {
		fmt.Println(problems, err)
		return
	}
	for _, d := range tree.Documents {
		fmt.Println(d.Logical, d.Front.Values["title"])
	}
	for _, r := range tree.Resources {
		fmt.Println(r.Name, "of", r.Bundle, r.MediaType, r.Width, r.Height)
	}
	// Output:
	// /posts/first-post Hello
	// chart.svg of /posts/first-post image/svg+xml 640 480
}
