package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// dirOf returns the folder of an output path, "." for the top.
func dirOf(p string) string { return path.Dir(p) }

// Plan lists what a commit would do, as sorted slash paths.
type Plan struct{ Written, Unchanged, Removed []string }

// Plan returns what Commit would do, or the refusal that it would return.
func (s *Stage) Plan() (Plan, error) {
	c := &commit{Stage: s, items: s.sorted()}
	if err := c.plan(); err != nil {
		return Plan{}, err
	}
	var p Plan
	for _, it := range c.items {
		if it.act == keep {
			p.Unchanged = append(p.Unchanged, it.Path)
		} else {
			p.Written = append(p.Written, it.Path)
		}
	}
	for _, e := range c.removed {
		p.Removed = append(p.Removed, e.Path)
	}
	return p, nil
}

// plan sorts the items by what to do, and refuses what cannot be done before anything has changed.
func (c *commit) plan() error {
	for _, it := range c.items {
		for dir := dirOf(it.Path); dir != "."; dir = dirOf(dir) {
			if other := c.Stage.items[dir]; other != nil {
				return &Refusal{
					Rule: ClashRule,
					Text: fmt.Sprintf("the output %s (%s) is a file where %s (%s) needs a folder", dir, other.by, it.Path, it.by),
					By:   []string{it.by, other.by},
				}
			}
		}
	}
	if err := c.refuseTwins(); err != nil {
		return err
	}
	for _, e := range c.tree.old.entries {
		if c.Stage.items[e.Path] == nil {
			c.removed = append(c.removed, e)
		}
	}
	var foreign []*item
	for _, it := range c.items {
		switch it.act {
		case create:
			c.fresh = append(c.fresh, it)
		case replace:
			if it.foreign && !it.amends && !c.tree.opts.Adopt && !c.tree.takes(it) {
				foreign = append(foreign, it)
			}
			c.renewed = append(c.renewed, it)
		case blocked:
			if err := c.clears(it); err != nil {
				return err
			}
			c.late = append(c.late, it)
		case respell:
			c.late = append(c.late, it)
		}
	}
	if len(foreign) > 0 {
		return foreignRefusal(foreign)
	}
	return nil
}

// takes reports whether an output replaces the file of another generator.
func (t *Tree) takes(it *item) bool { return t.replaces != nil && t.replaces(it.Path, it.by) }

func foreignRefusal(list []*item) error {
	text := fmt.Sprintf("%s in the output folder was not written by sitegen and differs from the output of %s",
		list[0].Path, list[0].by)
	if len(list) > 1 {
		text += fmt.Sprintf(" (and %d more such files)", len(list)-1)
	}
	r := &Refusal{Rule: "output-foreign", Text: text, Hint: "move it, or pass --adopt to replace it"}
	for _, it := range list {
		r.Files = append(r.Files, it.Path)
	}
	return r
}

// clears checks that this commit removes what occupies the path of an item: a file of ours where a folder is
// needed, or a folder that contains only obsolete files of ours.
func (c *commit) clears(it *item) error {
	refuse := func(what string) error {
		return &Refusal{
			Rule: "output-foreign",
			Text: fmt.Sprintf("%s in the output folder was not written by sitegen and conflicts with %s", what, it.Path),
			Hint: "move it to another folder",
		}
	}
	for dir := dirOf(it.Path); dir != "."; dir = dirOf(dir) {
		fi, err := os.Lstat(c.tree.full(dir))
		if err != nil && !absent(err) {
			return err
		}
		if err != nil || fi.IsDir() {
			continue // a parent of the path, or something below the file that occupies it
		}
		if _, ours := c.tree.old.Find(dir); !ours {
			return refuse(dir)
		}
		return nil
	}
	return filepath.WalkDir(c.tree.full(it.Path), func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		p := strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(c.tree.dir)+"/")
		if d.IsDir() {
			if list, err := os.ReadDir(file); err != nil || len(list) > 0 {
				return err
			}
			return refuse("the empty folder " + p)
		}
		if _, ours := c.tree.old.Find(p); !ours {
			return refuse(p)
		}
		return nil
	})
}
