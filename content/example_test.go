package content_test

import (
	"context"
	"fmt"
	"testing/fstest"
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
		dates, problems := content.ResolveDates(handlers, d.Values(), d, nil, time.UTC)
		for _, p := range problems {
			fmt.Println(p)
		}
		title, _ := d.Value("title").(string)
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

// Content of any file system: a folder of a program's own files, an archive, or texts in memory.
func ExampleLoad() {
	files := fstest.MapFS{
		"notes/index.md":     {Data: []byte("---\ntitle: Tea\ntags: [green, black]\n---\nHow to brew it.\n")},
		"notes/pot/index.md": {Data: []byte("# The pot\n\nRinse it first.\n")},
		"notes/pot/pot.svg":  {Data: []byte(`<svg viewBox="0 0 640 480" xmlns="http://www.w3.org/2000/svg"/>`)},
	}
	tree, problems, err := content.Load(context.Background(), ".", content.Options{
		FS: files, Folders: []content.Folder{{Dir: "notes"}}, IndexPages: true,
	})
	if err != nil || len(problems) > 0 {
		fmt.Println(problems, err)
		return
	}
	for _, d := range tree.Documents {
		body, line, err := tree.Body(d, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v, %q, line %d: %q\n", d.Logical, d.Values(), d.Head, line, body)
	}
	for _, r := range tree.Resources {
		fmt.Println(tree.Name(&r.Source), r.Width, r.Height)
	}
	// Output:
	// /: map[tags:[green black] title:Tea], "", line 5: "How to brew it.\n"
	// /pot: map[], "The pot", line 1: "# The pot\n\nRinse it first.\n"
	// notes/pot/pot.svg 640 480
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
