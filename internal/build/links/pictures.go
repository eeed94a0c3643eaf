package links

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// pictures has the files that an image in Markdown can name, to suggest one for a path that matches none.
type pictures struct {
	content map[string]string   // files of the content, by lower-case name: the first path, relative to the project
	near    map[string][]string // the names of files of the content, by folder and lower-case first letter
	outputs map[string]string   // files of the finished site, by lower-case name: the first path
}

// mostCompared is the number of names with the same first letter in a folder up to which a path is compared with each.
const mostCompared = 200

func (l *Finished) pictures() *pictures {
	if l.files != nil {
		return l.files
	}
	x := &pictures{content: map[string]string{}, near: map[string][]string{}, outputs: map[string]string{}}
	least := func(files map[string]string, file string) {
		name := strings.ToLower(path.Base(file))
		if first, ok := files[name]; !ok || file < first {
			files[name] = file
		}
	}
	for _, r := range l.Resources {
		if r.Made != nil {
			continue // from a content adapter, so there is no such file
		}
		least(x.content, r.File)
		if key := folderAndLetter(r.File); key != "" {
			x.near[key] = append(x.near[key], path.Base(r.File))
		}
	}
	l.Out.Each(func(file string, _ int64) { least(x.outputs, file) })
	l.files = x
	return x
}

// folderAndLetter is the key of a file in pictures.near.
func folderAndLetter(file string) string {
	dir, name := path.Split(file)
	for _, letter := range strings.ToLower(name) {
		return dir + string(letter)
	}
	return ""
}

// missingPicture suggests what to do about an image in a content file (relative to the project) whose path matches no
// file: a file with a similar name next to the content file, one with the same name elsewhere, or where to put it.
func (l *Finished) missingPicture(from string, p *site.Page, destination string) string {
	u, err := url.Parse(destination)
	if err != nil || u.Path == "" || from == "" || strings.HasSuffix(u.Path, "/") {
		return ""
	}
	below, rooted := strings.CutPrefix(u.Path, "/")
	if u.Host != "" || rooted {
		if prefix := p.Edition.Base.Prefix(); prefix != "" {
			below = strings.TrimPrefix("/"+below, prefix)
		}
		below, rooted = strings.TrimPrefix(below, "/"), true
	}
	wanted := path.Join(path.Dir(from), u.Path)
	x := l.pictures()
	name := strings.ToLower(path.Base(u.Path))
	onDisk := !l.Config.Hugo // relative paths lead to files, wherever they are
	if !rooted && onDisk {
		if names := x.near[folderAndLetter(wanted)]; len(names) <= mostCompared {
			if near := diag.Nearest(path.Base(wanted), names); near != "" {
				return fmt.Sprintf("did you mean %q?", path.Join(path.Dir(u.Path), near))
			}
		}
	}
	if file := x.content[name]; file != "" && onDisk {
		if rel, err := filepath.Rel(path.Dir(from), file); err == nil {
			return fmt.Sprintf("did you mean %q?", filepath.ToSlash(rel))
		}
	}
	if file := x.outputs[name]; file != "" && !l.Config.Multihost {
		return fmt.Sprintf("did you mean %q?", "/"+file)
	}
	switch static := l.Config.StaticDirs; {
	case rooted && filepath.Clean(l.Config.ContentDir) == ".": // the files next to pages are at the root
		wanted = below
	case rooted && len(static) > 0:
		wanted = path.Join(filepath.ToSlash(static[0]), below)
	case rooted, !onDisk:
		return ""
	}
	if !filepath.IsLocal(filepath.FromSlash(wanted)) {
		return ""
	}
	return "correct the path, or add the file " + wanted
}
