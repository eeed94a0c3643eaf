package builder_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/builder"
)

func Example() {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(filepath.Join(dir, "content"), os.DirFS("../content/testdata/example")); err != nil {
		fmt.Println(err)
		return
	}

	b, err := builder.New(builder.Options{
		Source: dir, BaseURL: "https://example.org/", Clock: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	res, err := b.Build(context.Background())
	var mistakes builder.Diagnostics
	if errors.As(err, &mistakes) {
		for _, d := range mistakes {
			fmt.Println(d.File, d.Line, d.Message, d.Hint)
		}
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Written > 0, res.SitemapURLs, "pages in the sitemap,", res.FeedItems, "items in feeds")

	res, err = b.Build(context.Background()) // nothing changed
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Rendered, "pages rendered,", res.Written, "files written")
	// Output:
	// true 6 pages in the sitemap, 10 items in feeds
	// 0 pages rendered, 0 files written
}

// The files of a site in memory, as a server needs them.
func ExampleOutputs() {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(filepath.Join(dir, "content"), os.DirFS("../content/testdata/example")); err != nil {
		fmt.Println(err)
		return
	}

	b, err := builder.New(builder.Options{Source: dir, Memory: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	res, err := b.Build(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	page, ok, err := res.Outputs.ReadFile(context.Background(), "posts/first-post/index.html")
	fmt.Println(bytes.Contains(page, []byte("First post")), ok, err)
	// Output:
	// true true <nil>
}
