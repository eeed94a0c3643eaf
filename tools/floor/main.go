// Floor measures how close a clean build comes to the least that a site generator in Go can cost: a program that reads
// each post, parses its front matter, renders its Markdown with goldmark, executes one template, and writes the page. It
// does nothing else: no lists, feeds, sitemaps, links between pages, cache, or checks.
//
//	go run -C tools ./floor                                  10,000 posts with plain layouts, and both themes
//	go run -C tools ./floor -shapes comparison -posts 1000 -runs 5
//	go run -C tools ./floor -program ../sitegen              that program
//	go run -C tools ./floor -site FOLDER -out FOLDER         only the least, for a profile or strace
//
// The sites are those of tools/bench. Both programs run in turn, and the least CPU time of all rounds counts.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/tools/workdir"
)

func main() {
	m := measure{repo: ".."}
	shapes := flag.String("shapes", "comparison,blog,docs", "shapes of tools/bench, with commas")
	flag.IntVar(&m.posts, "posts", 10000, "number of posts, 100 at least")
	flag.IntVar(&m.runs, "runs", 3, "rounds")
	flag.StringVar(&m.program, "program", "", "sitegen program (default: built from this repository)")
	flag.StringVar(&m.dir, "dir", "", "folder to work in (default: a new one)")
	site := flag.String("site", "", "render this site, and measure nothing")
	out := flag.String("out", "", "with -site: folder to write to")
	flag.Parse()
	err := error(nil)
	if *site != "" {
		err = render(*site, *out)
	} else {
		err = m.all(strings.Split(*shapes, ","))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

// page is the template: what the plain layouts of the shape "comparison" print for a post.
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ .title }} – Bench</title>
<meta name="description" content="{{ .description }}">
<link rel="canonical" href="https://example.org/{{ .path }}/">
</head>
<body>
<header><a href="/">Home</a></header>
<main><article>
<h1>{{ .title }}</h1>
<time datetime="{{ .date }}">{{ .date }}</time>
<ul>{{ range .tags }}<li>{{ . }}</li>{{ end }}</ul>
{{ .content }}
</article></main>
<footer>A synthetic blog.</footer>
</body>
</html>
`

// render renders the posts of a site.
func render(site, out string) error {
	debug.SetGCPercent(400)
	layout, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	markdown := goldmark.New( // what sitegen and Hugo have on by default
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.TaskList,
			extension.DefinitionList, extension.Footnote, extension.Typographer),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithAttribute()),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	root := filepath.Join(site, "content")
	var files []string
	err = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(file) == ".md" {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = par.MapWith(context.Background(), 0, files, func() *[2]bytes.Buffer { return new([2]bytes.Buffer) },
		func(_ context.Context, b *[2]bytes.Buffer, file string) (struct{}, error) {
			rel, err := filepath.Rel(root, strings.TrimSuffix(file, ".md"))
			if err != nil {
				return struct{}{}, err
			}
			return struct{}{}, one(layout, markdown, b, file, filepath.ToSlash(rel), out)
		})
	return err
}

// one renders a post.
func one(layout *template.Template, markdown goldmark.Markdown, b *[2]bytes.Buffer, file, path, out string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	block, err := frontmatter.Parse(file, src)
	if err != nil {
		return err
	}
	data := map[string]any{}
	for key, value := range block.Values {
		data[key] = value
	}
	b[0].Reset()
	if err := markdown.Convert(src[block.Body:], &b[0]); err != nil {
		return err
	}
	data["content"], data["path"] = template.HTML(b[0].String()), path
	b[1].Reset()
	if err := layout.Execute(&b[1], data); err != nil {
		return err
	}
	dir := filepath.Join(out, filepath.FromSlash(path))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.html"), b[1].Bytes(), 0o666)
}

// measure is a run.
type measure struct {
	repo, dir, program string
	posts, runs        int
}

func (m *measure) all(shapes []string) error {
	remove, err := workdir.Prepare("floor-", &m.repo, &m.dir)
	defer remove()
	if err != nil {
		return err
	}
	if m.program == "" {
		m.program = filepath.Join(m.dir, "sitegen")
		if err := workdir.Build(m.repo, m.program); err != nil {
			return err
		}
	}
	fmt.Printf("%d pages\n\n| shape | least: CPU | wall | sitegen, clean: CPU | wall | CPU, times the least |\n|---|---|---|---|---|---|\n", m.posts)
	for _, shape := range shapes {
		if err := m.shape(shape); err != nil {
			return fmt.Errorf("%s: %w", shape, err)
		}
	}
	return nil
}

// shape measures both programs on a site, in turn.
func (m *measure) shape(shape string) error {
	site, out := filepath.Join(m.dir, shape), filepath.Join(m.dir, "out")
	state := filepath.Join(m.dir, "state")
	maker := exec.Command("go", "run", "./bench", "-shapes", shape, "-posts", strconv.Itoa(m.posts), "-make", site)
	maker.Dir, maker.Stderr = filepath.Join(m.repo, "tools"), os.Stderr
	if err := maker.Run(); err != nil {
		return fmt.Errorf("make the site: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var costs [2][]workdir.Cost
	for range m.runs {
		for i, args := range [][]string{
			{self, "-site", site, "-out", out},
			{m.program, "build", "--quiet", "-s", site, "-d", out, "--cacheDir", state},
		} {
			for _, dir := range []string{out, state} {
				if err := os.RemoveAll(dir); err != nil {
					return err
				}
			}
			c, err := workdir.Run(args)
			if err != nil {
				return err
			}
			costs[i] = append(costs[i], c)
		}
	}
	least, ours := workdir.Least(costs[0]), workdir.Least(costs[1])
	fmt.Printf("| `%s` | %.2f s | %.2f s | %.2f s | %.2f s | %.2f |\n", shape, least.CPU.Seconds(), least.Wall.Seconds(),
		ours.CPU.Seconds(), ours.Wall.Seconds(), ours.CPU.Seconds()/least.CPU.Seconds())
	return errors.Join(os.RemoveAll(site), os.RemoveAll(out), os.RemoveAll(state))
}
