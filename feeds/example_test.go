package feeds_test

import (
	"fmt"
	"os"
	"time"

	"github.com/sitegen/sitegen/feeds"
)

func Example() {
	items := []feeds.Item{
		{URL: "https://example.org/one/", Title: "One", Content: "<p>First.</p>", Published: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{URL: "https://example.org/about/", Title: "About"},
	}
	feed := &feeds.Feed{Title: "Notes", Home: "https://example.org/", Self: "https://example.org/atom.xml"}
	for _, i := range items {
		feed.Updated = feeds.Newest(feed.Updated, i.Date())
	}
	w, err := feeds.NewWriter(os.Stdout, feeds.Atom, feed, feeds.Options{Report: func(v feeds.Violation) { fmt.Println(v) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range items {
		if err := w.Add(&i); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// updated "" of "https://example.org/about/" breaks rule A1: an Atom feed and its entries have one id, one title and one date
	// <?xml version="1.0" encoding="UTF-8"?>
	// <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
	// <id>https://example.org/atom.xml</id>
	// <title>Notes</title>
	// <updated>2026-01-02T03:04:05Z</updated>
	// <link rel="self" type="application/atom+xml" href="https://example.org/atom.xml"/>
	// <link rel="alternate" type="text/html" href="https://example.org/"/>
	// <author>
	// <name>Notes</name>
	// </author>
	// <entry>
	// <id>https://example.org/one/</id>
	// <title>One</title>
	// <link rel="alternate" type="text/html" href="https://example.org/one/"/>
	// <published>2026-01-02T03:04:05Z</published>
	// <updated>2026-01-02T03:04:05Z</updated>
	// <content type="html">&lt;p&gt;First.&lt;/p&gt;</content>
	// </entry>
	// </feed>
}
