package builder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const methodsFolder = "../docs/methods/"

// methodExample is an example of the reference of methods: a template, and what it prints.
type methodExample struct {
	page   string // the file without its extension
	under  string // the heading of the type or group
	method string // with its dot; "" for an example in the text before the methods
	note   string // the text of the entry
	start  string // what the template starts with
	onHome bool   // the template runs on the home page
	hook   string // the name of a render hook that the template is
	call   string // the Markdown that calls the template of a shortcode or hook

	template, want string
	line           int // of the result
	number         int // on the page
}

// id names the files of an example.
func (e *methodExample) id() string { return fmt.Sprintf("%s-%d", e.page, e.number) }

// methodPage is a page of the reference.
type methodPage struct {
	name     string
	lines    []string
	methods  map[string]bool // by type: "Page.Title"
	examples []*methodExample
}

var (
	fenceStart = regexp.MustCompile("^(`{3,})([\\w-]+)(?: \\{title=\"([^\"]*)\"\\})?$")
	startTitle = regexp.MustCompile(`examples start with$`)
)

// readMethodPage reads a page of the reference. Its examples are code with an arrow and the result: in one line, or a block
// and a line that starts with the arrow.
func readMethodPage(t *testing.T, file string) *methodPage {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &methodPage{name: strings.TrimSuffix(filepath.Base(file), ".md"), methods: map[string]bool{}}
	p.lines = strings.Split(string(text), "\n")
	var now methodExample // what holds for the examples that follow
	var block *methodExample
	for i := 0; i < len(p.lines); i++ {
		line := p.lines[i]
		if m := fenceStart.FindStringSubmatch(line); m != nil {
			from := i + 1
			for i++; i < len(p.lines) && p.lines[i] != m[1]; i++ {
			}
			body := strings.Join(p.lines[from:i], "\n")
			switch {
			case m[2] == "go-html-template" && startTitle.MatchString(m[3]):
				now.start, now.onHome = body, strings.Contains(m[3], "home page")
			case m[2] == "go-html-template":
				e := now
				e.template, block = body, &e
				e.onHome = e.onHome || m[3] == "layouts/home.html"
				if hook, ok := strings.CutPrefix(m[3], "layouts/_markup/"); ok {
					e.hook = hook
				}
			case block != nil:
				block.call = body
			}
			continue
		}
		switch {
		case strings.HasPrefix(line, "## "):
			now.under, now.method, now.note = line[3:], "", ""
		case strings.HasPrefix(line, "### "):
			now.method, now.note = line[4:], ""
			p.methods[typeUnder(p.name, now.under)+now.method] = true
		case strings.HasPrefix(line, "→ ") && block != nil:
			p.add(block, line[len("→ "):], i)
			block = nil
		case strings.HasPrefix(line, "`"):
			e := now
			code, rest, ok := cutSpan(line)
			if !ok {
				continue
			}
			e.template = code
			if r, ok := strings.CutPrefix(rest, " with "); ok {
				e.call, rest, _ = cutSpan(r)
			}
			if want, ok := strings.CutPrefix(rest, " → "); ok {
				p.add(&e, want, i)
			}
		default:
			now.note += line + "\n"
		}
	}
	return p
}

func (p *methodPage) add(e *methodExample, want string, line int) {
	e.page, e.line, e.number = p.name, line, len(p.examples)
	e.want, _, _ = cutSpan(want)
	e.call = plainCalls(e.call)
	p.examples = append(p.examples, e)
}

// typeUnder is the type that a heading is about: itself, except on pages that group the methods of one type.
func typeUnder(page, heading string) string {
	of := map[string]string{"page": "Page", "page-text": "Page", "pages": "Pages", "site": "Site", "resources": "Resource", "pager": "Pager"}[page]
	switch heading {
	case "Fragments", "Group", "Language", "Sites", "File", "Resources":
		return heading
	}
	if of != "" {
		return of
	}
	return heading
}

// cutSpan cuts the code that a text starts with, as span writes it.
func cutSpan(s string) (code, rest string, ok bool) {
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n == 0 {
		return "", s, false
	}
	mark := s[:n]
	for i := n; i+n <= len(s); i++ {
		if s[i:i+n] != mark || s[i-1] == '`' || strings.HasPrefix(s[i+n:], "`") {
			continue
		}
		code = s[n:i]
		if n > 1 {
			code = strings.TrimSuffix(strings.TrimPrefix(code, " "), " ")
		}
		return code, s[i+n:], true
	}
	return "", s, false
}

// plainCalls are the calls of shortcodes that a page shows.
func plainCalls(text string) string {
	return strings.NewReplacer("{{</*", "{{<", "*/>}}", ">}}").Replace(text)
}

// methodPages are the pages of the reference.
func methodPages(t *testing.T) []*methodPage {
	t.Helper()
	files, err := filepath.Glob(methodsFolder + "*.md")
	if err != nil {
		t.Fatal(err)
	}
	var pages []*methodPage
	for _, file := range files {
		if name := filepath.Base(file); name != "_index.md" && name != "example.md" && name != "old-names.md" {
			pages = append(pages, readMethodPage(t, file))
		}
	}
	return pages
}
