// Bench measures sitegen on sites like those that people have: clean builds, builds in new processes after nothing
// changed and after edits, and the time from an edit to the page that shows it in the preview. It prints Markdown.
//
//	tools/bench.sh                                                    all shapes, 10,000 posts
//	tools/bench.sh -shapes blog,docs -posts 2000 -old BEFORE -new AFTER
//	tools/bench.sh -shapes small -posts 1000000 -runs 1 -edits 0 -clean    a million pages: 16 GB of memory for files and program
//	tools/bench.sh -shapes blog -hugo hugo -hugo-theme ~/hugo-PaperMod -json
//
// Two programs run in turn, step by step, each on its own copy of the site. A figure is the least of all rounds, for
// what else the machine does only adds to it, but of builds right after others the most. The sites are made here, with
// the same bytes on every machine. It needs git, and Linux for the figures of memory and of the preview's CPU time.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// options are the flags.
type options struct {
	shapes, posts  string
	kinds          string
	runs, edits    int
	old, new, hugo string
	hugoTheme      string
	dir, make      string
	json, clean    bool
}

func main() {
	debug.SetMemoryLimit(16 << 20) // Linux counts what the parent had when it started a process as part of that one's peak
	var o options
	flag.StringVar(&o.shapes, "shapes", "all", "shapes of sites, with commas: "+strings.Join(shapeNames(), ", "))
	flag.StringVar(&o.posts, "posts", "10000", "numbers of posts, with commas; each shape is measured with each")
	flag.IntVar(&o.runs, "runs", 3, "rounds of builds in new processes; 0 for none")
	flag.IntVar(&o.edits, "edits", 10, "edits of each kind in the preview; 0 for none")
	flag.StringVar(&o.kinds, "kinds", "body,title,template", "which edits, with commas")
	flag.StringVar(&o.new, "new", "", "sitegen program to measure (required)")
	flag.StringVar(&o.old, "old", "", "sitegen program to compare it with")
	flag.StringVar(&o.hugo, "hugo", "", "hugo program to compare it with, on the sites that Hugo builds, too")
	flag.StringVar(&o.hugoTheme, "hugo-theme", "",
		"folder of a theme of Hugo, such as PaperMod, with which hugo builds the content of the other shapes, too")
	flag.BoolVar(&o.clean, "clean", false, "clean builds only")
	flag.BoolVar(&o.json, "json", false, "print figures as JSON instead of tables")
	flag.StringVar(&o.dir, "dir", memory(), "folder to work in; a memory file system gives the steadiest figures")
	flag.StringVar(&o.make, "make", "", "only make the site of one shape in this `folder`, which is not there yet")
	flag.Parse()
	if err := o.bench(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// memory returns a folder on a memory file system where there is one.
func memory() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return os.TempDir()
}

func (o *options) bench() error {
	if o.make != "" {
		return o.makeOnly()
	}
	all, err := o.programs()
	if err != nil {
		return err
	}
	chosen, err := shapesNamed(o.shapes)
	if err != nil {
		return err
	}
	if o.hugoTheme != "" && !exists(filepath.Join(o.hugoTheme, "layouts")) {
		return fmt.Errorf("-hugo-theme %s: it has no folder layouts", o.hugoTheme)
	}
	kinds, err := editsNamed(o.kinds)
	if err != nil {
		return err
	}
	r := &report{out: os.Stdout, json: o.json}
	r.say("%d processors, %s; %d rounds of builds, %d edits of each kind in the preview\n", runtime.NumCPU(), runtime.GOOS,
		o.runs, o.edits)
	for _, s := range chosen {
		programs := all
		if !s.hugo && o.hugoTheme == "" {
			programs = slices.DeleteFunc(slices.Clone(all), func(p *program) bool { return p.hugo })
		}
		for _, posts := range strings.Split(o.posts, ",") {
			n, err := strconv.Atoi(posts)
			if err != nil || n < leastPosts {
				return fmt.Errorf("-posts %s: must be numbers of %d at least", o.posts, leastPosts)
			}
			if err := o.measure(r, s, n, programs, kinds); err != nil {
				return fmt.Errorf("%s, %d posts: %w", s.name, n, err)
			}
		}
	}
	return r.end()
}

// makeOnly makes a site, and prints the file of its post.
func (o *options) makeOnly() error {
	chosen, err := shapesNamed(o.shapes)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(o.posts)
	if err != nil || n < leastPosts || len(chosen) != 1 {
		return fmt.Errorf("-make needs one of -shapes, and -posts of %d at least", leastPosts)
	}
	made, err := chosen[0].make(o.make, n)
	if err == nil {
		fmt.Println(made.post)
	}
	return err
}

// programs are the programs to measure, the one that others are compared with first.
func (o *options) programs() ([]*program, error) {
	if o.new == "" || o.old != "" && o.hugo != "" {
		return nil, fmt.Errorf("-new PROGRAM is required, and -old and -hugo exclude each other")
	}
	name := "sitegen"
	if o.old != "" {
		name = "new"
	}
	var out []*program
	for _, p := range []*program{
		{name: "old", path: o.old},
		{name: "hugo", path: o.hugo, hugo: true},
		{name: name, path: o.new},
	} {
		if p.path == "" {
			continue
		}
		path, err := exec.LookPath(p.path)
		if err != nil {
			return nil, err
		}
		if p.path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// measure prints the figures of one site.
func (o *options) measure(r *report, s shape, posts int, programs []*program, kinds []*edit) error {
	work, err := os.MkdirTemp(o.dir, "sitegen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	copies := make([]*copied, len(programs))
	for i, p := range programs {
		dir, own := filepath.Join(work, p.name), s
		if p.hugo && !s.hugo {
			own = s.withTheme(o.hugoTheme)
		}
		site, err := own.make(filepath.Join(dir, "site"), posts)
		if err != nil {
			return err
		}
		copies[i] = &copied{program: p, site: site, dir: dir}
	}
	r.begin(s, posts)
	if o.runs > 0 {
		list := rounds()
		if o.clean {
			list = [][]step{list[0][:1]}
		}
		if err := builds(r, copies, list, o.runs, posts); err != nil {
			return err
		}
	}
	if o.edits > 0 {
		return previews(r, copies, kinds, o.edits, posts)
	}
	return nil
}
