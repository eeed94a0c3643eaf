package cache_test

import (
	"fmt"
	"os"

	"github.com/sitegen/sitegen/internal/store/cache"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	key := cache.KeyOf([]byte("highlight go: x := 1"))
	for range 2 {
		s := cache.Open(dir, "sitegen 1.0", cache.Options{})
		if html, ok := s.Blob(key); ok {
			fmt.Printf("kept: %s\n", html)
		} else {
			s.Put(key, []byte("<code>x := 1</code>"))
		}
		if err := s.Commit(); err != nil {
			fmt.Println(err)
		}
		s.Close()
	}
	// Output: kept: <code>x := 1</code>
}
