package frontmatter_test

import (
	"fmt"

	"github.com/sitegen/sitegen/frontmatter"
)

func ExampleParse() {
	src := []byte("---\nTitle: Hello\ntags: [go, web]\n---\nThe *body*.\n")
	b, err := frontmatter.Parse("hello.md", src)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Values["title"], b.Values["tags"], b.Lines["tags"])
	fmt.Printf("line %d: %s", b.BodyLine, src[b.Body:])
	// Output:
	// Hello [go web] 3
	// line 5: The *body*.
}
