package mkdocs

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// mostTagLines is the maximum number of lines of a tag that includes a file.
const mostTagLines = 30

var (
	includeTag = pattern.New(`(?s)^([ \t]*)\{%-?\s*include(-markdown)?\s+(?:"([^"]+)"|'([^']+)')(.*?)-?%\}[ \t]*$`)
	tagOption  = pattern.New(`([a-z-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))`)
	// relativeLink matches the target of a link or image that starts from the folder of its file.
	relativeLink = pattern.New(`(\]\(<?|^[ \t]*\[[^\]]+\]:[ \t]+<?|\b(?:src|href)=")([\w.][^\s)"<>]*)`)
)

// tag includes the file of a tag of the plugin include-markdown that starts in the first line, and returns the number
// of lines of the tag; 0 if there is none. https://github.com/mondeja/mkdocs-include-markdown-plugin
func (s *snippets) tag(lines []string, no int, indent string, seen []string) int {
	if !s.tags || !strings.HasPrefix(strings.TrimSpace(lines[0]), "{%") {
		return 0
	}
	end := slices.IndexFunc(lines[:min(len(lines), mostTagLines)], func(line string) bool {
		return strings.Contains(line, "%}")
	})
	m := includeTag.FindStringSubmatch(strings.Join(lines[:end+1], "\n"))
	if m == nil {
		return 0
	}
	from, name := s.page.File, m[3]+m[4]
	if seen != nil {
		from = seen[len(seen)-1]
	}
	file := path.Join(s.docs, name)
	if strings.HasPrefix(name, ".") {
		file = path.Join(path.Dir(from), name)
	}
	if file == s.page.File {
		s.leave(name, no, "the file includes itself")
		return end + 1
	}
	var data []byte
	ok := false
	if s.page.Read != nil {
		data, ok = s.page.Read(file)
	}
	if !ok {
		s.lost.Add(no, "include-markdown", "a file is left out: "+name+" does not exist", "correct the path")
		return end + 1
	}
	text, options := strings.ReplaceAll(string(data), "\r\n", "\n"), map[string]string{}
	for _, o := range tagOption.FindAllStringSubmatch(m[5], -1) {
		options[o[1]] = strings.ReplaceAll(o[2]+o[3]+o[4], `\n`, "\n")
	}
	if _, after, found := strings.Cut(text, options["start"]); found {
		text = after
	}
	if before, _, found := strings.Cut(text, options["end"]); found && options["end"] != "" {
		text = before
	}
	if m[2] != "" {
		text = s.moved(text, from, file, options)
	}
	s.insert(name, file, strings.Split(strings.Trim(text, "\n"), "\n"), len(text), no, indent+m[1], seen)
	return end + 1
}

// moved returns a Markdown text of a file with the levels of headings and the links that it has in another one.
func (s *snippets) moved(text, from, file string, options map[string]string) string {
	offset, _ := strconv.Atoi(options["heading-offset"])
	t := block.New(text)
	t.Each(func(line string) string {
		if strings.HasPrefix(line, "#") && offset > 0 {
			line = strings.Repeat("#", min(offset, 5)) + line
		}
		if options["rewrite-relative-urls"] == "false" {
			return line
		}
		return block.Outside(line, func(part string) string {
			return relativeLink.ReplaceAllStringFunc(part, func(found string) string {
				l := relativeLink.FindStringSubmatch(found)
				to, err := filepath.Rel(path.Dir(from), path.Join(path.Dir(file), l[2]))
				if err != nil || strings.Contains(l[2], ":") {
					return found
				}
				if to = filepath.ToSlash(to); strings.HasSuffix(l[2], "/") {
					to += "/"
				}
				return l[1] + to
			})
		})
	})
	return t.String()
}
