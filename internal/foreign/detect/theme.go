package detect

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Limits for detecting whether content is a blog or documentation.
const (
	mostNames = 2000 // maximum number of files and folders listed
	mostHeads = 100  // maximum number of pages read
	mostFront = 1 << 16
)

// Theme returns the theme for content: that of the tool if it has one kind of pages; "blog" if at least half
// of the pages have a date or are in a folder of posts; else "docs". roots are the content folders and skip are folders
// without content, relative to the project.
func Theme(root fs.FS, p *foreign.Project, roots, skip []string) (theme, why string) {
	switch {
	case p == nil || p.Mixed:
	case p.Blog:
		return "blog", p.File
	default:
		return "docs", p.File
	}
	var pages []string
	for _, r := range roots {
		pages = append(pages, Pages(root, r, skip)...)
	}
	slices.Sort(pages)
	pages = slices.Compact(pages)
	dated := 0
	sample := Sample(pages)
	for _, p := range sample {
		if isPost(root, p) {
			dated++
		}
	}
	if dated > 0 && 2*dated >= len(sample) {
		return "blog", "most pages have dates"
	}
	return "docs", "few pages have dates"
}

// Folders returns the folders in a folder of pages that patterns such as "drafts/**" leave out.
func Folders(pages string, ignored []string) (out []string) {
	for _, g := range ignored {
		if dir, ok := strings.CutSuffix(g, "/**"); ok {
			out = append(out, path.Join(pages, dir))
		}
	}
	return out
}

// Sample returns at most mostHeads pages, evenly distributed.
func Sample(pages []string) []string {
	if len(pages) <= mostHeads {
		return pages
	}
	out := make([]string, mostHeads)
	for i := range out {
		out[i] = pages[i*len(pages)/mostHeads]
	}
	return out
}

// Pages lists the pages in a folder level by level, without the pages of folders (_index, README).
func Pages(root fs.FS, top string, skip []string) []string {
	var pages []string
	names := 0
	for level := []string{top}; len(level) > 0 && names < mostNames; {
		var next []string
		for _, dir := range level {
			entries, err := fs.ReadDir(root, dir)
			if err != nil {
				continue // the build reports the error
			}
			for _, e := range entries {
				name := e.Name()
				full := path.Join(dir, name)
				if names++; names > mostNames {
					break
				}
				switch {
				case name[0] == '.' || name[0] == '#' || strings.HasSuffix(name, "~"):
				case e.IsDir():
					if name != "node_modules" && !slices.Contains(skip, full) {
						next = append(next, full)
					}
				case isPage(full, top):
					pages = append(pages, full)
				}
			}
		}
		level = next
	}
	return pages
}

// isPage reports whether a file is a regular page, not the page of its folder.
func isPage(full, top string) bool {
	name, ext, _ := strings.Cut(strings.ToLower(path.Base(full)), ".")
	switch {
	case !strings.HasSuffix("."+ext, ".md") && !strings.HasSuffix("."+ext, ".markdown"),
		name == "_index", name == "readme", name == "index" && path.Dir(full) == top:
		return false
	}
	return true
}

var (
	datedName = pattern.New(`^\d{4}-\d{2}-\d{2}\b`)
	postsDir  = []string{"posts", "post", "_posts", "blog", "articles", "news"}
)

// isPost reports whether a page is a post, judged by its folder, its name or its date.
func isPost(root fs.FS, page string) bool {
	dirs := strings.Split(strings.ToLower(path.Dir(page)), "/")
	if slices.ContainsFunc(dirs, func(d string) bool { return slices.Contains(postsDir, d) }) ||
		datedName.MatchString(path.Base(page)) || datedName.MatchString(path.Base(path.Dir(page))) {
		return true
	}
	text, _ := foreign.Head(root, page, mostFront)
	front, err := frontmatter.Parse(page, text)
	if err != nil {
		return false
	}
	for _, key := range []string{"date", "publishdate", "pubdate", "published"} {
		switch v := front.Values[key].(type) {
		case time.Time, frontmatter.Local:
			return true
		case string:
			return v != "" && v[0] >= '0' && v[0] <= '9'
		}
	}
	return false
}
