package frontmatter_test

import (
	"errors"
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

func ExampleError() {
	_, err := frontmatter.Parse("hello.md", []byte("---\ntitle: Hello: again\n---\n"))
	var e *frontmatter.Error
	if errors.As(err, &e) {
		fmt.Println(e)
		fmt.Printf("line %d, column %d: %s\n", e.Line, e.Col, e.Excerpt)
		fmt.Println(e.Hint)
	}
	// Output:
	// hello.md:2:13: the YAML cannot be read: mapping values are not allowed in this context
	// line 2, column 13: title: Hello: again
	// put the value in quotes: ": " inside it begins a new key
}

func ExampleDecode() {
	value, lines, err := frontmatter.Decode(frontmatter.TOML, "authors.toml", []byte("[ann]\nname = 'Ann'\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(value, lines["ann.name"])
	// Output:
	// map[ann:map[name:Ann]] 2
}
