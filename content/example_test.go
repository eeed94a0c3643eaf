package content_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sitegen/sitegen/content"
)

// Dates, languages and media of a content folder.
func Example() {
	tree, problems, err := content.Load(context.Background(), "testdata/example", content.Options{
		Languages: []content.Language{{Key: "en"}, {Key: "fr"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	handlers := content.DefaultDateHandlers()
	handlers.Date = append(handlers.Date, ":filename")
	for _, d := range tree.Documents {
		dates, problems := content.ResolveDates(handlers, d.Front.Values, d, nil, time.UTC)
		for _, p := range problems {
			fmt.Println(p)
		}
		title, _ := d.Front.Values["title"].(string)
		if title == "" {
			title = d.Head
		}
		fmt.Print(d.Logical, " in ", d.Lang, ": ", title)
		if !dates.Date.IsZero() {
			fmt.Print(", ", dates.Date.Format(time.DateOnly), " from ", dates.DateFrom)
		}
		fmt.Println()
	}
	for _, r := range tree.Resources {
		fmt.Printf("%s of %s: %s, %d bytes", r.Name, r.Bundle, r.MediaType, r.Size)
		if r.Width > 0 {
			fmt.Printf(", %d × %d", r.Width, r.Height)
		}
		if r.Duration > 0 {
			fmt.Printf(", %g s", r.Duration)
		}
		fmt.Println()
	}
	// Output:
	// / in en: Notes
	// /posts/2026-02-01-second-post in en: Second post, 2026-02-01 from :filename
	// /posts/first-post in fr: Premier article, 2026-01-03 from date
	// /posts/first-post in en: First post, 2026-01-02 from date
	// chart.png of /posts/first-post: image/png, 108 bytes, 320 × 200
	// talk.wav of /posts/first-post: audio/wav, 844 bytes, 2 s
}

// The text of a page, with its line in the file.
func ExampleTree_Body() {
	tree, _, err := content.Load(context.Background(), "testdata/example", content.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range tree.Documents {
		body, line, err := tree.Body(d, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		if len(body) > 0 {
			fmt.Printf("%s:%d: %.20q\n", d.File, line, body)
		}
	}
	// Output:
	// posts/2026-02-01-second-post.md:1: "# Second post\n\nA pag"
	// posts/first-post/index.fr.md:5: "Le texte.\n"
	// posts/first-post/index.md:6: "The text, with ![a c"
}
