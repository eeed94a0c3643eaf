package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// edit is a kind of edit: of which file, how, and the page that shows it.
type edit struct {
	name  string
	file  func(site) string
	apply func(text, mark string) string
	seen  func(site) string
}

var (
	body = edit{
		"a body", func(s site) string { return s.post },
		func(text, mark string) string { return text + "\n" + mark + "\n" },
		func(s site) string { return s.page },
	}
	title = edit{
		"a title, seen in its list", func(s site) string { return s.post },
		func(text, mark string) string { return titleLine.ReplaceAllString(text, "title: "+mark) },
		func(s site) string { return s.list },
	}
	template = edit{
		"a template", func(s site) string { return s.template },
		func(text, mark string) string { // in the page, or at the end of a partial
			if before, after, ok := strings.Cut(text, "</body>"); ok {
				return before + "<i>" + mark + "</i></body>" + after
			}
			return text + "<i>" + mark + "</i>\n"
		},
		func(s site) string { return s.page },
	}
)

// editsNamed returns the edits of some names with commas between them: body, title, template.
func editsNamed(names string) (out []*edit, err error) {
	known := map[string]*edit{"body": &body, "title": &title, "template": &template}
	for _, name := range strings.Split(names, ",") {
		if known[name] == nil {
			return nil, fmt.Errorf("-kinds %s: no edit %q; choose among body, title, template", names, name)
		}
		out = append(out, known[name])
	}
	return out, nil
}

var titleLine = regexp.MustCompile(`(?m)^title: .*$`)

// change edits a file, as editors without safe writes do, and remembers what it was.
func (s *site) change(e edit, mark string) error {
	file := e.file(*s)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if s.before == nil {
		s.before = map[string][]byte{}
	}
	if _, ok := s.before[file]; !ok {
		s.before[file] = text
	}
	return os.WriteFile(file, []byte(e.apply(string(text), mark)), 0o666)
}

// undo takes all edits back.
func (s *site) undo() error {
	for file, text := range s.before {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	s.before = nil
	return nil
}
