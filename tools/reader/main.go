// Reader shows a feed as an aggregator does: the items' content and nothing of the site's own style.
//
//	go run -C tools ./reader [-strict] [-images FOLDER] FEED > page.html
//	chromium --headless=new --no-sandbox --window-size=900,4000 --screenshot=page.png page.html
//
// -strict takes out what cautious readers do: classes, ids and styles. -images shows pictures of the site from
// its output folder.
package main

import (
	"flag"
	"fmt"
	"html"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/feeds"
)

const style = `body{margin:0;background:#f3f3f3;font:16px/1.55 Georgia,serif;color:#222}
article{max-width:38rem;margin:1.5rem auto;padding:1rem 2rem;background:#fff;border:1px solid #ddd}
h1{font:bold 22px/1.3 sans-serif;margin:.2em 0}.by{font:13px sans-serif;color:#777}
img,video{max-width:100%;height:auto}pre{overflow:auto;background:#f6f6f6;padding:.7em;font-size:13px}
blockquote{margin:1em 0;padding-left:1em;border-left:3px solid #ccc}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em}`

func main() {
	strict := flag.Bool("strict", false, "take out classes, ids and styles")
	images := flag.String("images", "", "output folder of the site")
	flag.Parse()
	in, err := os.Open(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	p, err := feeds.Read(in, feeds.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("<!doctype html><meta charset=utf-8><title>%s</title><style>%s</style>\n", html.EscapeString(p.Feed.Title),
		style)
	attributes := regexp.MustCompile(` (class|id|style)="[^"]*"`)
	for _, i := range p.Items {
		text := i.Content
		if text == "" {
			text = i.Summary
		}
		if *strict {
			text = attributes.ReplaceAllString(text, "")
		}
		if dir, err := filepath.Abs(*images); *images != "" && err == nil {
			text = strings.ReplaceAll(text, `src="`+p.Feed.Home, `src="file://`+dir+"/")
		}
		fmt.Printf("<article><h1>%s</h1><p class=by>%s</p>\n%s\n</article>\n", html.EscapeString(i.Title),
			i.Published.Format("2 January 2006"), text)
	}
}
