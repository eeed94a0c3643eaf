// Package detect determines whether a project is a blog or documentation, and its title, if no configuration says so.
//
// Every result depends only on the files, so it is the same for build and preview and on any machine. The number of
// files read does not grow with the project: names of folders near the root, and the beginnings of a fixed number of
// pages.
package detect

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Title returns the title of a site with its content in a folder: from the tool's configuration, or the heading of the
// home page's first file. why names the file; both are "" if no title is found.
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

// titleIn returns the title in the first file that has one.
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
	heading  = pattern.New(`(?m)^#[ \t]+(.+?)[ \t]*#*[ \t]*\r?$`)
	picture  = pattern.New(`!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])`)
	linked   = pattern.New(`\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])`)
	tag      = pattern.New(`<[^>]*>`)
	codeText = pattern.New("(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*(?:```|~~~)|\\z)|`[^`\n]+`")
	emphasis = strings.NewReplacer("**", "", "__", "", "*", "", "`", "")
)

// titleOf returns the title in a file's front matter, or the text of its first heading.
func titleOf(name string, text []byte) string {
	body := text
	if front, err := frontmatter.Parse(name, text); err == nil {
		title := foreign.TextOf(front.Values["title"])
		if ofTemplate := strings.Contains(title, "{{") || strings.Contains(title, "<%"); title != "" && !ofTemplate {
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

// inLine keeps inline code, which a heading may contain, and drops code blocks.
func inLine(code []byte) []byte {
	if bytes.IndexByte(code, '\n') < 0 {
		return code
	}
	return nil
}

// WithoutCode returns a text without code blocks and inline code.
func WithoutCode(text []byte) []byte { return codeText.ReplaceAll(text, nil) }
