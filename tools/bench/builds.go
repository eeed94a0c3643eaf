package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/tools/workdir"
)

// step is one build in a new process, after an edit or none.
type step struct {
	name string
	edit *edit
	of   func([]workdir.Cost) workdir.Cost // what stands for all rounds
}

// rounds are the steps of a round of builds, the first of them a clean build. A program does the steps of a group one
// right after another; before each group there is a pause, between the edit and the build, too. Whether files are so
// young that a build right after another has to look at them again is a matter of luck: the most of all rounds counts.
func rounds() [][]step {
	return [][]step{
		{{"clean", nil, workdir.Least}, {"nothing changed, right after", nil, most}},
		{{"nothing changed, later", nil, workdir.Least}},
		{{restored, nil, workdir.Least}},
		{{"a body", &body, workdir.Least}, {"a body, right after", &body, most}},
		{{"a title", &title, workdir.Least}},
		{{"a template", &template, workdir.Least}},
	}
}

// restored is a build after a fresh checkout, where all files have new times, with what is kept and without the output.
const restored = "only what is kept restored"

// checkout gives all files new times and removes the output.
func (c *copied) checkout() error {
	if err := os.RemoveAll(c.out()); err != nil {
		return err
	}
	return filepath.WalkDir(c.project, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		return os.Chtimes(name, time.Time{}, time.Now())
	})
}

// pause is longer than any clock's tick by which programs tell files that may still change from those that are settled.
const pause = 300 * time.Millisecond

// builds prints what builds in new processes take.
func builds(r *report, copies []*copied, rounds [][]step, runs, posts int) error {
	took := make([]map[string][]workdir.Cost, len(copies)) // by step
	for i := range took {
		took[i] = map[string][]workdir.Cost{}
	}
	for n := range runs {
		for _, c := range copies {
			if err := c.forget(); err != nil {
				return err
			}
		}
		for _, group := range rounds {
			for i := range copies {
				if n%2 == 1 { // so that none is always the first
					i = len(copies) - 1 - i
				}
				if err := copies[i].steps(group, n, took[i]); err != nil {
					return err
				}
			}
		}
		for _, c := range copies {
			if err := c.undo(); err != nil {
				return err
			}
		}
	}
	t := table{programs: copies, figures: []string{"wall s", "CPU s", "peak MB", "CPU / clean"}, ratios: 3}
	for _, group := range rounds {
		for _, s := range group {
			var row [][]float64
			for _, by := range took {
				c := s.of(by[s.name])
				row = append(row, []float64{
					c.Wall.Seconds(), c.CPU.Seconds(), float64(c.Peak) / 1e6,
					c.CPU.Seconds() / workdir.Least(by["clean"]).CPU.Seconds(),
				})
			}
			t.row(s.name, row)
		}
	}
	r.add("builds", &t)
	pages := table{programs: copies, figures: []string{"CPU ms", "kB of HTML"}, ratios: 2}
	var row [][]float64
	for i, c := range copies {
		html, err := bytesOfHTML(c.out())
		if err != nil {
			return err
		}
		row = append(row, []float64{
			workdir.Least(took[i]["clean"]).CPU.Seconds() * 1000 / float64(posts),
			float64(html) / 1000 / float64(posts),
		})
	}
	pages.row("clean, a post", row)
	r.add("pages", &pages)
	return nil
}

// steps does the steps of a group, and notes what each took.
func (c *copied) steps(group []step, round int, costs map[string][]workdir.Cost) error {
	if c.hugo && group[0].name != "clean" { // it keeps nothing between builds
		return nil
	}
	for i, s := range group {
		mark := fmt.Sprintf("mark%dof%d", round, len(s.name))
		if s.name == restored {
			if err := c.checkout(); err != nil {
				return err
			}
		}
		if s.edit != nil {
			if err := c.change(*s.edit, mark); err != nil {
				return err
			}
		}
		if i == 0 {
			time.Sleep(pause)
		}
		cost, err := workdir.Run(c.build())
		if err != nil {
			return err
		}
		if s.edit != nil {
			file := filepath.Join(c.out(), filepath.FromSlash(s.edit.seen(c.site)), "index.html")
			if page, err := os.ReadFile(file); err != nil || !strings.Contains(string(page), mark) {
				return fmt.Errorf("%s: the build of %q does not show it in %s (%v)", c.name, s.name, file, err)
			}
		}
		costs[s.name] = append(costs[s.name], cost)
	}
	return nil
}

func bytesOfHTML(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".html", ".htm"}, filepath.Ext(path)) {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}
