// Package static stages the files that are copied into the output: page resources and static folders.
package static

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Copied is what the following stages need to know about copied files.
type Copied struct {
	Robots     []byte            // the project's own robots.txt; nil if there is none
	RobotsIn   map[string][]byte // the same by language, of a template in a project whose languages have their own hosts
	RobotsFrom string            // the file that Robots was read from
	Own        map[string][]byte // the project's own _headers, _redirects and .htaccess, by name
	Files      []listing.File    // copied files that the sitemap lists
}

// Input is everything that copied files depend on.
type Input struct {
	Project *project.Project
	Site    *site.Site
	Tree    *content.Tree
	Git     *content.Git // nil if the site uses no dates of git
	Out     output.Sink
}

// copying is one run of Copy.
type copying struct {
	Input
	Copied
}

// Copy stages page resources and static folders. A rendered page overrides a static file of the same path, as in Hugo.
func Copy(ctx context.Context, in Input) (Copied, diag.List, error) {
	c := &copying{Input: in, Copied: Copied{Own: map[string][]byte{}}}
	found, err := c.all(ctx)
	return c.Copied, found, err
}

func (c *copying) all(ctx context.Context) (diag.List, error) {
	found := c.resources()
	hosts := c.Project.Hosts()
	for i, host := range hosts {
		from := c.Project.StaticOf(host)
		same := func(other string) bool { return reflect.DeepEqual(c.Project.StaticOf(other), from) }
		if slices.ContainsFunc(hosts[:i], same) {
			continue // copied with that host
		}
		to := slices.DeleteFunc(slices.Clone(hosts), func(other string) bool { return !same(other) })
		taken := map[string]bool{} // output paths taken from a folder that takes precedence
		for _, m := range from {
			list, err := c.staticDir(ctx, m, to, taken)
			found = append(found, list...)
			if err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// resources stages page resources.
func (c *copying) resources() diag.List {
	var found diag.List
	for _, p := range c.Site.Pages {
		for _, r := range p.Resources {
			if r.Resource == nil || r.File == "" || r.Lost || r.Lazy {
				continue
			}
			from := c.Tree.ResourceName(r.Resource)
			own, wrong := c.included(r.File, from, r.Executed)
			if found = append(found, wrong...); own {
				continue
			}
			if x := r.Executed; x != nil {
				if c.Out.Has(r.File) {
					found = append(found, hidden(c.Project.Rel(from), r.File))
				} else {
					found = append(found, disk.Problem(c.Out.Add(r.File, []byte(x.Text), c.Project.Rel(from)))...)
				}
				continue
			}
			sidecar, wrong := c.isSidecar(r.File, from)
			if found = append(found, wrong...); sidecar {
				continue
			}
			found = append(found, disk.Problem(c.Out.Copy(r.File, from, r.Size, r.ModTime))...)
			wrong, err := c.listFile(r.File, from)
			found = append(append(found, wrong...), disk.Problem(err)...)
			for _, host := range c.Project.Hosts() {
				found = append(found, c.dropped(host, r.File, from)...)
			}
		}
	}
	return found
}

// included reads a file of the project that the build writes with lines of its own: robots.txt, or a file for the host.
// made is its text if the file is a template.
func (c *copying) included(out, file string, made *content.Executed) (own bool, found diag.List) {
	robots := out == project.RobotsFile && c.Project.WritesRobots()
	if !robots && !hostfiles.Merged(c.Project.Config)[out] {
		return false, nil
	}
	if from := c.Project.Rel(file); robots && c.RobotsFrom != "" {
		if from != c.RobotsFrom {
			found = diag.List{hidden(from, out)}
		}
		return true, found
	}
	var text []byte
	if made != nil {
		text = []byte(made.Text)
	} else {
		var err error
		if text, err = os.ReadFile(file); err != nil {
			found = diag.List{c.unreadable(file, err)}
		}
	}
	if robots {
		c.Robots, c.RobotsFrom = text, c.Project.Rel(file)
	} else {
		c.Own[out] = text
	}
	return true, found
}

// staticDir stages one static folder for hosts. Symbolic links are followed within the project only.
func (c *copying) staticDir(
	ctx context.Context, m config.Mount, hosts []string, taken map[string]bool,
) (diag.List, error) {
	dir := m.Dir
	var found diag.List
	filter := m.Filter()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && file == dir {
			return nil
		}
		if err != nil {
			found = append(found, c.unreadable(file, err))
			return nil
		}
		rel, err := filepath.Rel(dir, file)
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return err
		}
		switch taken := filter.Match(filepath.ToSlash(rel), d.IsDir()); {
		case strings.EqualFold(d.Name(), ".git") && d.IsDir():
			return fs.SkipDir // of a repository, which is not part of the site
		case strings.EqualFold(d.Name(), ".git"):
			return nil
		case d.IsDir() && !taken:
			return fs.SkipDir
		case d.IsDir() || !taken:
			return nil
		}
		info, warn := c.staticFile(file, d)
		if warn != nil {
			found = append(found, warn)
		}
		if info == nil {
			return nil
		}
		below := path.Join(m.At, filepath.ToSlash(rel))
		if taken[below] {
			return nil
		}
		taken[below] = true
		if m.Theme != "" && c.sitemap(below) {
			found = append(found, hidden(c.Project.Rel(file), below))
			return nil
		}
		own, wrong := c.included(below, file, nil)
		if found = append(found, wrong...); own {
			return nil
		}
		for _, host := range hosts {
			out := path.Join(host, below)
			sidecar, wrong := c.isSidecar(out, file)
			if host == hosts[0] {
				found = append(found, wrong...)
			}
			if sidecar {
				continue
			}
			if c.Out.Has(out) {
				same, err := c.holds(out, file)
				if err != nil {
					found = append(found, c.unreadable(file, err))
				}
				if same || err != nil {
					continue
				}
				found = append(found, hidden(c.Project.Rel(file), out))
				continue
			}
			found = append(found, disk.Problem(c.Out.Copy(out, file, info.Size(), info.ModTime().UnixNano()))...)
			wrong, err := c.listFile(out, file)
			if found = append(found, wrong...); err != nil {
				return err
			}
			if !hosting.IsSetting(below) {
				found = append(found, c.dropped(host, out, file)...)
			}
		}
		return nil
	})
	return found, err
}

// hidden warns about a static file at the path of an output.
func hidden(file, out string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "static-hidden", Severity: diag.Warning, File: file, Message: "not copied: the site writes " + out,
	}
}

// sitemap reports whether a site writes its sitemap to this path of a host. The sitemap.xml of a theme has the pages of
// another site; that of a project replaces the one that the site would write.
func (c *copying) sitemap(file string) bool {
	return slices.ContainsFunc(c.Site.Editions, func(e *site.Edition) bool {
		return !e.Language.DisableKinds["sitemap"] && file == listing.SitemapName(e)
	})
}

// dropped warns of a copy of a file that a configured host doesn't serve.
func (c *copying) dropped(host, out, from string) diag.List {
	found := hostfiles.Dropped(c.Project.Config, host, out)
	for _, d := range found {
		d.File = c.Project.Rel(from)
	}
	return found
}

// holds reports whether an output has the bytes of a file.
func (c *copying) holds(out, file string) (bool, error) {
	r, size, end, ok := c.Out.Open(out)
	if !ok {
		return false, nil
	}
	defer end.Close()
	data, err := os.ReadFile(file)
	if err != nil || int64(len(data)) != size {
		return false, err
	}
	same := make([]byte, size)
	_, err = io.ReadFull(io.NewSectionReader(r, 0, size), same)
	return err == nil && bytes.Equal(data, same), nil
}

// unreadable is the error for a file or folder that can't be read: without it, the site would be incomplete.
func (c *copying) unreadable(file string, err error) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "static", File: c.Project.Rel(file),
		Message: fmt.Sprintf("it cannot be read: %v", diag.Cause(err)),
	}
}

// staticFile returns the file info of a static file; nil if the file must not be copied.
func (c *copying) staticFile(file string, d fs.DirEntry) (fs.FileInfo, *diag.Diagnostic) {
	skip := func(why string) (fs.FileInfo, *diag.Diagnostic) {
		return nil, &diag.Diagnostic{
			Rule: "static-link", Severity: diag.Warning, File: c.Project.Rel(file),
			Message: "not copied: " + why,
		}
	}
	if d.Type()&fs.ModeSymlink == 0 {
		info, err := d.Info()
		if err != nil && !filestat.Absent(err) {
			return nil, c.unreadable(file, err)
		}
		if err != nil || !info.Mode().IsRegular() {
			return skip("it is not a regular file")
		}
		return info, nil
	}
	real, err := filepath.EvalSymlinks(file)
	if filestat.Absent(err) {
		return skip("the symbolic link leads nowhere")
	}
	if err != nil {
		return nil, c.unreadable(file, err)
	}
	project, err := filepath.EvalSymlinks(c.Project.Config.Project)
	if err != nil {
		return nil, c.unreadable(c.Project.Config.Project, err)
	}
	if rel, err := filepath.Rel(project, real); err != nil || !filepath.IsLocal(rel) {
		return skip("the symbolic link leads out of the project")
	}
	info, err := os.Stat(real)
	if err != nil && !filestat.Absent(err) {
		return nil, c.unreadable(file, err)
	}
	if err != nil || !info.Mode().IsRegular() {
		return skip("the symbolic link does not lead to a regular file")
	}
	return info, nil
}
