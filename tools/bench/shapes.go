package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shape is a kind of site that people have.
type shape struct {
	name, title string
	hugo        bool // whether Hugo builds it, too
	files       fs.FS
	// what is below content/, and the post that edits change
	content func(dir string, posts int) (post string, err error)
	finish  func(project string) error
}

// site is a project on disk, and what of it is edited.
type site struct {
	project  string
	post     string // the file of a post
	page     string // its path
	list     string // that of a page that shows its title
	template string // a file by which every page is made
	before   map[string][]byte
}

// leastPosts is the least number of posts that every shape can be made with.
const leastPosts = 100

func shapes() []shape {
	return []shape{
		{
			name: "comparison", title: "plain layouts, sections, one feed", hugo: true, files: comparison(),
			content: header{lastmod: true, description: true, tags: true}.posts,
		},
		{
			name: "small", title: "the same layouts, posts of 1 kB with a title and a date", hugo: true, files: comparison(),
			content: header{short: true}.posts,
		},
		{
			name: "blog", title: "the blog theme with search, tags and feeds, and a footer of its own", files: sites("blog"),
			content: header{lastmod: true, description: true, tags: true}.posts,
		},
		{
			name: "docs", title: "the docs theme with search, tags and feeds, and a footer of its own", files: sites("docs"),
			content: manual,
		},
		{
			name: "date", title: "the blog theme, posts with a title and a date only", files: sites("blog"),
			content: header{}.posts,
		},
		{
			name: "git", title: "layouts of the project, last changes from git", files: sites("own"),
			content: header{tags: true}.posts, finish: underGit,
		},
		{
			name: "own", title: "layouts of the project with summaries, tags, and Hugo's RSS for every list", hugo: true,
			files:   sites("own"),
			content: header{tags: true}.posts,
		},
	}
}

//go:embed all:sites
var embedded embed.FS

// sites are the files of the site in the folder sites/NAME.
func sites(name string) fs.FS {
	sub, err := fs.Sub(embedded, "sites/"+name)
	if err != nil {
		panic(err) // the name is not a path
	}
	return sub
}

// comparison is the site that is built with Hugo for comparison: the one beside the repository if it is there.
func comparison() fs.FS {
	for _, beside := range []string{"..", "../.."} { // of the repository, or of tools/
		if shared := filepath.Join(beside, "shared", "bench", "site"); exists(filepath.Join(shared, "hugo.toml")) {
			return os.DirFS(shared)
		}
	}
	return sites("comparison")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func shapeNames() (names []string) {
	for _, s := range shapes() {
		names = append(names, s.name)
	}
	return names
}

// shapesNamed returns the shapes of some names with commas between them; all of them for "all".
func shapesNamed(names string) ([]shape, error) {
	all := shapes()
	if names == "all" {
		return all, nil
	}
	var out []shape
	for _, name := range strings.Split(names, ",") {
		i := slices.Index(shapeNames(), name)
		if i < 0 {
			return nil, fmt.Errorf("no shape %q; choose among %s", name, strings.Join(shapeNames(), ", "))
		}
		out = append(out, all[i])
	}
	return out, nil
}

// make writes a site of so many posts into a folder that is not there yet.
func (s shape) make(dir string, posts int) (site, error) {
	if err := os.CopyFS(dir, s.files); err != nil {
		return site{}, err
	}
	content := filepath.Join(dir, "content")
	post, err := s.content(content, posts)
	if err != nil {
		return site{}, err
	}
	if s.finish != nil {
		if err := s.finish(dir); err != nil {
			return site{}, err
		}
	}
	made := site{project: dir, post: filepath.Join(content, filepath.FromSlash(post)), page: "/" +
		strings.TrimSuffix(post, ".md") + "/"}
	made.list = "/" + filepath.ToSlash(filepath.Dir(post)) + "/"
	for _, file := range templates(dir) {
		if exists(file) {
			made.template = file
			return made, nil
		}
	}
	return site{}, fmt.Errorf("%s has no template to edit", s.name)
}
