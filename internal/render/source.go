package render

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
)

// sourceKey names a template that is no file of layouts/.
type sourceKey struct {
	name string
	hash uint64
}

// sourceFile is such a template, parsed.
type sourceFile struct {
	file     *tmpl.File
	problems diag.List
}

// Execute executes a text as a plain-text template and returns what it printed. name is that
// of the text for errors.
func (c *call) Execute(name, src string, dot any) (string, error) {
	s := c.run.theme.source(name, src)
	if err := s.problems.Err(); err != nil {
		return "", err
	}
	t, err := c.Executor.Template(s.file, nil)
	if err != nil {
		return "", err
	}
	out, _, _, err := c.Executor.Execute(&c.Call, t, dot)
	return out, err
}

func (t *Theme) source(name, src string) *sourceFile {
	key := sourceKey{name, trace.HashString(src)}
	if s, ok := t.made.Load(key); ok {
		return s.(*sourceFile)
	}
	s := &sourceFile{file: &tmpl.File{Name: name, Shown: name, Text: src, Hash: key.hash, Plain: true, Made: true}}
	s.problems = t.parser.Fork().Parse(s.file)
	if s.problems.Err() == nil && s.file.HasTry() {
		s.problems = diag.From(fmt.Errorf("%s: try is not supported in a resource that is executed as a template", name))
	}
	v, _ := t.made.LoadOrStore(key, s)
	return v.(*sourceFile)
}
