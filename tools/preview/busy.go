package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// rounds is how many times busy edits each kind of file.
const rounds = 25

// busy edits a blog of the embedded theme a hundred times, body, style sheet, template and asset in turn, while a tab
// shows a page of it. After each edit the page must have its style, its scripts and an empty console: it is reloaded
// while the build is at work, and what its head made is asked for at once.
func busy(s *stage) {
	for _, name := range []string{"layouts", "static", "content", "hugo.toml"} {
		must(os.RemoveAll(filepath.Join(s.dir, name)))
	}
	s.write("sitegen.toml", "baseURL = 'https://example.org/sub/'\ntitle = 'Busy'\ntheme = 'blog'\n")
	for i := range 150 {
		s.write(fmt.Sprintf("content/posts/%03d.md", i),
			fmt.Sprintf("---\ntitle: Post %d\ndate: 2026-01-%02d\ntags: [t%d]\n---\n%s", i, i%28+1, i%9,
				strings.Repeat("Some words of a post.\n\n", 20)))
	}
	s.write("content/one.md", "---\ntitle: One\n---\nwords 0.\n\n![a square](square.svg)\n")
	s.write("content/square.svg", square(1))
	s.write("assets/css/custom.css", style(1))
	s.write("layouts/_partials/footer.html", "<footer><p>footer 0</p></footer>\n")
	s.serve()
	t := s.open("/sub/one/")
	heard := t.listen()
	t.to("/sub/one/")
	outline := "getComputedStyle(document.querySelector('main h1')).outlineWidth"
	for i := 1; i <= rounds; i++ {
		what := fmt.Sprintf("round %d, ", i)
		look := func(edit string) {
			t.wait(what+edit+": the page has its style",
				fmt.Sprintf("%s === '%dpx' && getComputedStyle(document.body).marginTop === '0px'", outline, i))
			t.wait(what+edit+": the scripts ran",
				"document.readyState === 'complete' && document.querySelector('[data-toggle-theme]').hidden === false")
			if said := heard.take(); said != "" {
				panic(failure(what + edit + ": the console says " + said))
			}
		}
		t.mark()
		s.write("assets/css/custom.css", style(i))
		t.wait(what+"style sheet", fmt.Sprintf("%s === '%dpx'", outline, i))
		look("style sheet")
		t.sure(what+"the style sheet is swapped without a reload", kept)
		s.write("content/one.md", fmt.Sprintf("---\ntitle: One\n---\nwords %d.\n\n![a square](square.svg)\n", i))
		t.wait(what+"body", says(fmt.Sprintf("words %d.", i)))
		look("body")
		s.write("layouts/_partials/footer.html", fmt.Sprintf("<footer><p>footer %d.</p></footer>\n", i))
		t.wait(what+"template", says(fmt.Sprintf("footer %d.", i)))
		look("template")
		s.write("content/square.svg", square(i+1))
		t.wait(what+"asset", fmt.Sprintf("document.querySelector('main img').naturalWidth === %d", i+1))
		look("asset")
	}
}

// style is a style sheet that tells by the outline of the heading which one is there.
func style(i int) string { return fmt.Sprintf("main h1 { outline: %dpx solid }\n", i) }

func square(i int) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20"><rect width="20" height="20"/></svg>`, i)
}

// console takes down what a tab says.
type console struct {
	mu   sync.Mutex
	said []string
}

func (t *tab) listen() *console {
	c := &console{}
	must(chromedp.Listen(t.ctx, c.hear))
	return c
}

func (c *console) hear(ev any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := ev.(type) {
	case *log.EventEntryAdded:
		c.said = append(c.said, fmt.Sprintf("%s %s", e.Entry.Text, e.Entry.URL))
	case *runtime.EventConsoleAPICalled:
		c.said = append(c.said, fmt.Sprintf("a call of console.%s", e.Type))
	case *runtime.EventExceptionThrown:
		c.said = append(c.said, e.ExceptionDetails.Text)
	}
}

// take returns what was said since it was asked last.
func (c *console) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.Join(c.said, "; ")
	c.said = nil
	return text
}
