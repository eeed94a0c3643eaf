package eleventy

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// sources returns the rules of https://www.11ty.dev/docs/permalinks/
func sources(dir string) *foreign.Sources {
	r := &foreign.Sources{
		Extensions: foreign.Markdown(".html", ".njk", ".liquid", ".hbs", ".webc",
			".js"), Whole: "permalink", Dated: true,
		InCommon: func(files fs.FS, names []string) (func(string) []foreign.Common, diag.List) {
			return inCommon(files, path.Base(dir), names)
		},
	}
	r.Folder = inputOf(dir)
	r.Paths = func(s foreign.Source) []string { return paths(r, s) }
	return r
}

// inputOf returns the folder of the pages in a project, or "." if dir is not the folder of a project.
func inputOf(dir string) string {
	file, text := foreign.ConfigIn(os.DirFS(dir), ".", configs()...)
	if file == "" {
		return "."
	}
	program, err := script.Read(file, text)
	if err != nil {
		return "."
	}
	return foldersOf(program, func(string) {}).input
}

// paths returns the path of a file's page; none for templates, layouts and data. A file with the name of its folder is
// the folder's index.
func paths(r *foreign.Sources, s foreign.Source) []string {
	permalink, off := s.Front[r.Whole]
	template, _ := permalink.(string)
	if strings.ContainsAny(template, "{<") || off && permalink == false {
		return nil
	}
	dir, base := path.Split(foreign.Stem(s.Path))
	if template == "" && (strings.HasPrefix(dir, "_") || strings.Contains(dir, "/_")) {
		return nil
	}
	base = strings.TrimSuffix(base, ".11ty")
	switch whole := s.Say(r.Whole); {
	case whole != "":
		return []string{strings.TrimPrefix(whole, "/")}
	case base == "index", base == path.Base(strings.TrimSuffix(dir, "/")):
		return []string{dir}
	}
	return []string{dir + base} // with a date at the start
}

// inCommon finds the data files of files and folders (https://www.11ty.dev/docs/data-template-dir/). For posts/a.md
// these are posts/a.11tydata.json and posts/a.json, then posts/posts.11tydata.json and posts/posts.json, then those of
// parent folders. Scripts are not run. A file that cannot be read is a warning.
func inCommon(dir fs.FS, root string, names []string) (of func(name string) []foreign.Common, found diag.List) {
	read := map[string]*foreign.Common{} // nil: the file does not exist
	data := func(stem string) {
		if _, known := read[stem]; known {
			return
		}
		read[stem] = nil
		for _, ext := range []string{".11tydata.json", ".json"} {
			text, err := fs.ReadFile(dir, stem+ext)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			var v any
			if err == nil {
				v, _, err = frontmatter.Decode(frontmatter.JSON, stem+ext, text)
			}
			values, ok := foreign.Lowered(v).(map[string]any)
			switch {
			case err != nil:
				found = append(found, &diag.Diagnostic{
					Rule: "front-matter", Severity: diag.Warning, File: stem + ext,
					Message: "these data are ignored: " + diag.From(err)[0].Message,
				})
			case !ok:
			case read[stem] == nil:
				read[stem] = &foreign.Common{Values: values, From: stem + ext}
			default:
				read[stem].Values = foreign.Merged(read[stem].Values, values)
			}
		}
	}
	stems := func(name string) []string {
		out := []string{foreign.Stem(name)}
		for at := path.Dir(name); at != "."; at = path.Dir(at) {
			out = append(out, path.Join(at, path.Base(at)))
		}
		return append(out, root)
	}
	for _, name := range names {
		for _, s := range stems(name) {
			data(s)
		}
	}
	return func(name string) (out []foreign.Common) {
		for _, s := range stems(name) {
			if d := read[s]; d != nil {
				out = append(out, *d)
			}
		}
		return out
	}, found
}
