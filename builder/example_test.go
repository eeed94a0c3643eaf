package builder_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/builder"
)

func Example() {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	note := []byte("---\ntitle: First note\ndate: 2026-01-31\n---\nHello.\n")
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "content", "first.md"), note, 0o666); err != nil {
		log.Fatal(err)
	}

	b, err := builder.New(builder.Options{Source: dir, BaseURL: "https://example.org/", Clock: time.Now()})
	if err != nil {
		log.Fatal(err)
	}
	res, err := b.Build(context.Background())
	if err != nil {
		log.Fatal(err) // a builder.Diagnostics, when the files of the site are the cause
	}
	fmt.Println(res.SitemapURLs, "pages in the sitemap")
	_, err = os.Stat(filepath.Join(res.Destination, "first", "index.html"))
	fmt.Println(err)
	// Output:
	// 4 pages in the sitemap
	// <nil>
}
