package wordpress

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// media are the uploaded files: https://wordpress.org/documentation/article/wordpress-files/
type media struct {
	root    *os.Root        // a copy of wp-content/uploads; nil: none
	copied  map[string]bool // files in root
	left    map[string]bool // URLs of files that are not in root
	example string          // one of left
	other   []string        // URLs of files of the site that are not uploads
	held    []string        // files in root that only pages show that are not public
}

const uploads = "/wp-content/uploads/"

func (m *media) open(s *site) (err error) {
	m.copied, m.left = map[string]bool{}, map[string]bool{}
	if s.Options.Media != "" {
		m.root, err = os.OpenRoot(s.Options.Media)
	}
	return err
}

// scaled matches the end of the name of a smaller copy of a picture.
var scaled = pattern.New(`-(?:\d+x\d+|scaled)(\.\w+)$`)

// link returns the URL of an uploaded file in the new site: its old path if the file is in the copy, otherwise the
// whole URL. Files that only hidden pages show are not copied.
func (m *media) link(s *site, address string, hidden bool) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	_, rest, ok := strings.Cut(u.Path, uploads)
	if !ok && strings.HasSuffix(u.Host, ".files.wordpress.com") {
		rest, ok = strings.TrimPrefix(u.Path, "/"), true
	}
	if !ok || u.Host != "" && !sameHost(u.Host, s.base.Host) && !strings.HasSuffix(u.Host, ".wordpress.com") {
		return address
	}
	if m.root != nil {
		for _, name := range []string{rest, scaled.ReplaceAllString(rest, "$1")} {
			file := filepath.FromSlash(name)
			if info, err := m.root.Stat(file); err != nil || !info.Mode().IsRegular() {
				continue
			}
			if hidden {
				m.held = append(m.held, name)
			} else if !m.copied[name] {
				m.copied[name] = true
				s.Add("", conversion.File{
					Path: path.Join("static", uploads, name), Copy: filepath.Join(s.Options.Media, file),
				})
			}
			return (&url.URL{Path: s.base.Path + uploads + name}).String()
		}
	}
	if !m.left[address] {
		if m.left[address] = true; m.example == "" {
			m.example = address
		}
	}
	if u.Host == "" {
		return s.base.Scheme + "://" + s.base.Host + address
	}
	return address
}

func (m *media) finish(s *site) {
	if n := len(m.copied); n > 0 {
		s.Note("", 0, "uploads", conversion.Used, "%s in static%s", words.Count(n, "file"), uploads)
	}
	slices.Sort(m.held)
	held := slices.DeleteFunc(slices.Compact(m.held), func(name string) bool { return m.copied[name] })
	if n := len(held); n > 0 {
		s.Note("", 0, "uploads", conversion.NeedsYou,
			"files that only drafts and hidden pages show are not copied, because files in static/ are public: %d, the first %s",
			n, uploads+held[0])
	}
	if n := len(m.left); n > 0 {
		what := fmt.Sprintf("pages load files from the old site (%d), the first is %s: ", n, m.example)
		if m.root == nil {
			what += "copy its folder wp-content/uploads and pass --media FOLDER"
		} else {
			what += "they are not in " + s.Options.Media
		}
		s.Note("", 0, "uploads", conversion.NeedsYou, "%s", what)
	}
	if len(m.other) > 0 {
		n := len(slices.Compact(slices.Sorted(slices.Values(m.other))))
		s.Note("", 0, "files", conversion.NeedsYou,
			"pages name files of the old site that are not in %s: copy them to static/: %d, the first %s", uploads, n, m.other[0])
	}
	if m.root != nil {
		m.root.Close()
	}
}
