// Package detect tells from the files of a project what it is where nobody said so: a blog or documentation, and its
// title.
//
// Every answer is a pure function of the tree, the same for build and preview and on any machine. Few files
// are looked at, however large the project is: names of the folders near the top, and the beginnings of
// a fixed number of pages.
package detect

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Title returns the title of a site whose content lies in a folder: that of the tool, or the heading of the
// first file of its home page. why names the file; both are "" when no file tells.
func Title(root fs.FS, p *foreign.Project, content string) (title, why string) {
	homes := []string{"index.md", "_index.md", readme}
	if p != nil && p.Title != "" {
		return p.Title, p.File
	}
	if p != nil && p.Homes != nil {
		homes = p.Homes
	}
	var files []string
	for _, name := range homes {
		files = append(files, path.Join(content, name))
	}
	if slices.Contains(homes, readme) {
		files = append(files, readme)
	}
	return titleIn(root, files...)
}

const readme = "README.md"

// titleIn returns the title of the first file that has one.
func titleIn(root fs.FS, files ...string) (title, why string) {
	for _, name := range files {
		if text, ok := foreign.Head(root, name, foreign.MostConfig); ok {
			if title := titleOf(name, text); title != "" {
				return title, name
			}
		}
	}
	return "", ""
}

var (
	heading  = regexp.MustCompile(`(?m)^#[ \t]+(.+?)[ \t]*#*[ \t]*\r?$`)
	picture  = regexp.MustCompile(`!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])`)
	linked   = regexp.MustCompile(`\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])`)
	tag      = regexp.MustCompile(`<[^>]*>`)
	codeText = regexp.MustCompile("(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*(?:```|~~~)|\\z)|`[^`\n]+`")
	emphasis = strings.NewReplacer("**", "", "__", "", "*", "", "`", "")
)

// titleOf returns the title in a file's front matter, or the text of its first heading.
func titleOf(name string, text []byte) string {
	body := text
	if front, err := frontmatter.Parse(name, text); err == nil {
		if title := foreign.TextOf(front.Values["title"]); title != "" {
			return title
		}
		body = text[front.Body:]
	}
	for _, m := range heading.FindAllSubmatch(codeText.ReplaceAllFunc(body, inLine), -1) {
		s := picture.ReplaceAllString(string(m[1]), "")
		s = emphasis.Replace(tag.ReplaceAllString(linked.ReplaceAllString(s, "$1"), ""))
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			return s
		}
	}
	return ""
}

// inLine keeps code in a line, which may be in a heading, and drops blocks of code.
func inLine(code []byte) []byte {
	if bytes.IndexByte(code, '\n') < 0 {
		return code
	}
	return nil
}

// WithoutCode returns a text without its code.
func WithoutCode(text []byte) []byte { return codeText.ReplaceAll(text, nil) }
