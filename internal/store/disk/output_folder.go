package disk

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// scheme matches the beginning of a path that was meant as a URL: "file:", "https:".
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:$`)

// CheckPath refuses an output path that is not a clean slash path inside the output folder.
func CheckPath(p string) error {
	bad := func(why string) error {
		return &Refusal{Rule: "output-path", Text: fmt.Sprintf("the output path %q %s", p, why)}
	}
	switch {
	case p == "":
		return bad("is empty")
	case strings.IndexByte(p, 0) >= 0:
		return bad("contains a NUL byte")
	case path.IsAbs(p), p == "..", strings.HasPrefix(p, "../"), strings.Contains(p, "/../"), strings.HasSuffix(p, "/.."):
		return bad("leaves the output folder")
	case path.Clean(p) != p, p == ".":
		return bad("is not a file name")
	case !filepath.IsLocal(filepath.FromSlash(p)):
		return bad("is not a valid file name on this system")
	}
	top, _, _ := strings.Cut(p, "/")
	if scheme.MatchString(top) {
		return bad("begins like a URL scheme (" + top + ")")
	}
	for name := range strings.SplitSeq(p, "/") {
		if strings.EqualFold(name, ".git") {
			return bad("is in the folder of a git repository")
		}
		if len(name) > atomicfile.MaxName {
			return bad(fmt.Sprintf("has a name of %d bytes; file systems take %d", len(name), atomicfile.MaxName))
		}
	}
	if top == tempDir {
		return bad("is reserved for unfinished files")
	}
	return nil
}

// checkFolder refuses an output folder that is, contains, or is inside of a source. It may be in the project,
// and in a source that contains the project, because such a source is not read completely.
func checkFolder(dir, project string, sources []string) error {
	out, err := resolve(dir)
	if err != nil {
		return fmt.Errorf("find the output folder: %w", err)
	}
	top := project
	if project != "" {
		if top, err = resolve(project); err != nil {
			return fmt.Errorf("find the project folder: %w", err)
		}
	}
	for _, s := range sources {
		src, err := resolve(s)
		if err != nil {
			return fmt.Errorf("find the folder %s: %w", s, err)
		}
		switch {
		case within(src, out):
			return &Refusal{
				Rule: "output-folder",
				Text: fmt.Sprintf("the output folder %s contains the site's sources (%s)", dir, s),
				Hint: "choose a separate folder with --destination, such as public",
			}
		case within(out, src) && isDir(src) && !(project != "" && within(top, src)):
			return &Refusal{
				Rule: "output-folder",
				Text: fmt.Sprintf("the output folder %s is in a source folder (%s): the next build would read its own output", dir,
					s),
				Hint: "choose a folder outside of it with --destination",
			}
		}
	}
	fi, err := os.Stat(dir)
	switch {
	case err != nil && !absent(err):
		return fmt.Errorf("find the output folder: %w", err)
	case err == nil && !fi.IsDir():
		return &Refusal{
			Rule: "output-folder", Text: fmt.Sprintf("the output folder %s is a file", dir),
			Hint: "rename the file, or choose another folder with --destination",
		}
	}
	return nil
}

// within reports whether p is dir or below it.
func within(p, dir string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && filepath.IsLocal(rel)
}

// isDir reports whether a path may be a folder. A path that cannot be examined may be one.
func isDir(p string) bool {
	fi, err := os.Stat(p)
	return err == nil && fi.IsDir() || err != nil && !absent(err)
}
