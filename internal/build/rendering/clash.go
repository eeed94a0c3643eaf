package rendering

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// settleClashes reports clashes in the order of the plan, because the order of rendering is random. Each path gets one
// message.
func (x *Renderer) settleClashes(found diag.List) diag.List {
	if !slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Rule == disk.ClashRule }) {
		return found
	}
	byPath := map[string]*clash{} // by the text that messages about them begin with
	clashes := x.clashes()
	for _, c := range clashes {
		byPath[c.beginning()] = c
	}
	told := map[*clash]bool{}
	var out diag.List
	for _, d := range found {
		if c := about(d, byPath); c != nil {
			told[c] = true
		} else {
			out = append(out, d)
		}
	}
	for _, c := range clashes {
		if !told[c] {
			continue // the sink found that the bytes are the same
		}
		refusal := disk.Clash(c.file, c.by, c.other)
		d := Placed(disk.Problem(refusal), refusal, x.Site)[0]
		if c.more > 0 {
			d.Message += fmt.Sprintf(" (and %d more)", c.more)
		}
		out = append(out, d)
	}
	return out
}

// Placed gives a message about conflicting outputs the position of a page that writes one of them.
func Placed(found diag.List, err error, s *site.Site) diag.List {
	var r *disk.Refusal
	if !errors.As(err, &r) || len(r.By) == 0 {
		return found
	}
	for _, by := range r.By {
		for _, p := range s.Pages {
			if site.NameOf(p) != by {
				continue
			}
			if file, line, about := p.Position(); file != "" {
				found[0].File, found[0].Line, found[0].About = file, line, about
				if p.Kind == site.Term && found[0].Hint == "" {
					found[0].Hint = "spell the term in another way, or give it a content file with a url"
				}
				return found
			}
		}
	}
	return found
}

// clash is a path to which tasks write different bytes.
type clash struct {
	file      string
	first     *task.Written
	by, other string // by writes the first bytes, other the first that differ
	more      int    // further outputs that differ
}

// beginning returns the text that all messages about this path start with.
func (c *clash) beginning() string {
	return strings.TrimSuffix(disk.Clash(c.file, "", "").Text, " and ")
}

// about returns the clash that a message is about, or nil if it is about none.
func about(d *diag.Diagnostic, byPath map[string]*clash) *clash {
	if d.Rule != disk.ClashRule {
		return nil
	}
	for at := 0; ; {
		i := strings.Index(d.Message[at:], ": ") // a path may hold that, too
		if i < 0 {
			return nil
		}
		at += i + len(": ")
		if c := byPath[d.Message[:at]]; c != nil {
			return c
		}
	}
}

// clashes returns the paths to which tasks write different bytes, in the order of the plan.
func (x *Renderer) clashes() []*clash {
	byPath := map[string]*clash{}
	var out []*clash
	for i := range x.Tasks {
		t := &x.Tasks[i]
		for n := range t.Result.Outputs {
			o := &t.Result.Outputs[n]
			c := byPath[o.File]
			switch {
			case c == nil:
				byPath[o.File] = &clash{file: o.File, first: o, by: t.By()}
			case c.first.Same(o):
			case c.other == "":
				c.other = t.By()
				out = append(out, c)
			default:
				c.more++
			}
		}
	}
	return out
}
