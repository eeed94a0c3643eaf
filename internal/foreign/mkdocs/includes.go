package mkdocs

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// mostTagLines is the maximum number of lines of a tag that includes a file.
const mostTagLines = 30

var (
	// ofTag matches what is between the marks of a tag.
	ofTag      = pattern.New(`(?s)^-?\s*include(-markdown)?\s+(?:"([^"]+)"|'([^']+)')(.*?)-?$`)
	tagOption  = pattern.New(`([a-z-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))`)
	startOfTag = pattern.New(`^-?\s*(?:include(?:-markdown)?(?:\s|$)|$)`)
	// relativeLink matches the target of a link or image that starts from the folder of its file.
	relativeLink = pattern.New(`(\]\(<?|^[ \t]*\[[^\]]+\]:[ \t]+<?|\b(?:src|href)=")([\w.][^\s)"<>]*)`)
)

// readTags reads the options of the plugin include-markdown.
func (s *snippets) readTags(m *manner) {
	options := m.plugins["include-markdown"]
	s.tags, s.docs, s.executed = m.on("include-markdown"), m.docs, m.executes(s.page)
	s.mark = [2]string{
		cmp.Or(foreign.TextOf(options["opening_tag"]), "{%"), cmp.Or(foreign.TextOf(options["closing_tag"]), "%}"),
	}
	s.said = map[string]string{}
	for key, v := range options {
		s.said[strings.ReplaceAll(key, "_", "-")] = foreign.TextOf(v)
		if v == false {
			s.said[strings.ReplaceAll(key, "_", "-")] = "false"
		}
	}
}

// beforeTag matches the characters in front of a tag that other lines of its file are indented by.
var beforeTag = pattern.New(`[ \t\w\\.]*$`)

// tag includes the file of a tag of the plugin include-markdown that starts in the first line, and returns the number
// of lines of the tag; 0 if there is none. https://github.com/mondeja/mkdocs-include-markdown-plugin
func (s *snippets) tag(lines []string, no int, indent string, seen []string) int {
	if !s.tags || !strings.Contains(lines[0], s.mark[0]) {
		return 0
	}
	at := 0
	for at == 0 || !startOfTag.MatchString(lines[0][at:]) {
		i := strings.Index(lines[0][at:], s.mark[0])
		if i < 0 {
			return 0
		}
		at += i + len(s.mark[0])
	}
	prefix, first := lines[0][:at-len(s.mark[0])], lines[0][at:]
	if strings.Count(prefix, "`")%2 == 1 {
		return 0
	}
	end, all := 0, first
	for !strings.Contains(all, s.mark[1]) {
		if end++; end == min(len(lines), mostTagLines) {
			return 0
		}
		all += "\n" + lines[end]
	}
	inner, suffix, _ := strings.Cut(all, s.mark[1])
	m := ofTag.FindStringSubmatch(inner)
	if m == nil {
		return 0
	}
	s.use("include-markdown")
	from, name := s.page.File, m[2]+m[3]
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
	if !ok && m[1] == "" && s.executed { // a tag of the macros plugin
		return 0
	}
	start := len(s.lines)
	around := func(apart bool) {
		if prefix = indent + prefix; len(s.lines) == start && (!block.Blank(prefix) || !block.Blank(suffix)) {
			s.lines, s.nos = append(s.lines, ""), append(s.nos, no)
		}
		if len(s.lines) == start {
			return
		}
		s.lines[start] = prefix + strings.TrimLeft(s.lines[start], " \t")
		if s.left -= len(suffix); block.Blank(suffix) || s.left < 0 {
			return
		}
		last := len(s.lines)
		if s.write([]string{suffix}, []int{no}, "", seen); !apart && len(s.lines) > last {
			s.lines[last-1] += s.lines[last]
			s.lines, s.nos = slices.Delete(s.lines, last, last+1), slices.Delete(s.nos, last, last+1)
		}
	}
	if !ok {
		around(false)
		s.lost.Add(no, "include-markdown", "a file is left out: "+name+" does not exist", "correct the path")
		return end + 1
	}
	text, options := strings.ReplaceAll(string(data), "\r\n", "\n"), maps.Clone(s.said)
	for _, o := range tagOption.FindAllStringSubmatch(m[4], -1) {
		options[o[1]] = strings.ReplaceAll(o[2]+o[3]+o[4], `\n`, "\n")
	}
	if _, after, found := strings.Cut(text, options["start"]); found {
		text = after
	}
	if before, _, found := strings.Cut(text, options["end"]); found && options["end"] != "" {
		text = before
	}
	if m[1] != "" {
		text = s.moved(text, from, file, options)
	}
	margin := prefix
	if !block.Blank(prefix) || options["preserve-includer-indent"] == "false" {
		margin = strings.Repeat(" ", len(beforeTag.FindString(prefix)))
	}
	s.insert(name, file, strings.Split(strings.Trim(text, "\n"), "\n"), len(text), no, indent+margin, seen)
	if !block.Blank(prefix) || !block.Blank(suffix) {
		around(strings.HasSuffix(text, "\n") && options["trailing-newlines"] != "false")
	}
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
