package feeds_test

import (
	"fmt"
	"os"
	"strings"
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
	// updated "" of "https://example.org/about/" breaks rule A1: an Atom feed and each entry have exactly one ID, title, and date
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

func ExampleRead() {
	const old = `<rss version="2.0"><channel><title>Notes</title><link>https://example.org/</link>
<item><title>One</title><guid>https://example.org/one/</guid><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item>
</channel></rss>`
	p, err := feeds.Read(strings.NewReader(old), feeds.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	for _, i := range p.Items {
		fmt.Println(i.ID, i.Title, i.Published.Format(time.DateOnly))
	}
	// Output:
	// RSS 2.0, 1 items
	// https://example.org/one/ One 2026-01-02
}

func ExampleValidate() {
	const feed = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Notes</title><link>https://example.org/</link><description>All</description>
<atom:link rel="self" href="https://example.org/feed"/>
<item><title>One</title><guid>https://example.org/one/</guid>
<pubDate>Sat, 02 Jan 2026 03:04:05 GMT</pubDate>
<description>&lt;img src="/pic.png"&gt;</description></item>
</channel></rss>`
	found, err := feeds.Validate(strings.NewReader(feed), feeds.ValidateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found {
		fmt.Printf("line %d: %v\n", f.Line, f)
	}
	// Output:
	// line 5: pubDate "Sat, 02 Jan 2026 03:04:05 GMT" of "https://example.org/one/" breaks rule B2: the day is a Friday
	// line 6: description "/pic.png" of "https://example.org/one/" breaks rule B7: a URL is absolute
}

// An archived feed: the newest items in the document to subscribe to, the others in documents that
// never change.
func ExamplePlanArchive() {
	var items []feeds.Dated
	for day := 1; day <= 9; day++ {
		items = append(items, feeds.Dated{ID: fmt.Sprintf("post %d", day), Date: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)})
	}
	address := func(n int) string {
		if n == 0 {
			return "https://example.org/feed.xml"
		}
		return fmt.Sprintf("https://example.org/feed-%d.xml", n)
	}
	for _, d := range feeds.PlanArchive(items, feeds.ArchiveOptions{Size: 3, Recent: 2}) {
		fmt.Print(address(d.Number), ":")
		for _, i := range d.Items {
			fmt.Print(" ", items[i].ID)
		}
		fmt.Println("; before it", d.Paging(address).PrevArchive)
	}
	// Output:
	// https://example.org/feed.xml: post 9 post 8 post 7; before it https://example.org/feed-2.xml
	// https://example.org/feed-2.xml: post 6 post 5 post 4; before it https://example.org/feed-1.xml
	// https://example.org/feed-1.xml: post 3 post 2 post 1; before it
}
