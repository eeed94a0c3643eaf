package tmpl

import "slices"

// CurrentTemplate is a template that is being executed: https://gohugo.io/functions/templates/current/
type CurrentTemplate struct {
	file, base *File
	by         *running
}

// CurrentTemplates is a chain of templates that called each other.
type CurrentTemplates []*CurrentTemplate

// Current returns the template that s executes.
func Current(s Scope) *CurrentTemplate { return s.Running().running.current() }

func (r *running) current() *CurrentTemplate {
	if r == nil {
		return nil
	}
	return &CurrentTemplate{r.file, r.base, r.by}
}

// Name returns its path below layouts (string).
func (t *CurrentTemplate) Name() string { return t.file.Name }

// String returns "Template(name)" (string).
func (t *CurrentTemplate) String() string { return "Template(" + t.file.Name + ")" }

// Filename returns the path of its file (string).
func (t *CurrentTemplate) Filename() string { return t.file.Shown }

// Base returns its base template (CurrentTemplate), nil for none.
func (t *CurrentTemplate) Base() any {
	if t.base == nil {
		return nil
	}
	return &CurrentTemplate{file: t.base}
}

// Parent returns the template that called it (CurrentTemplate), nil for none.
func (t *CurrentTemplate) Parent() any {
	if t.by == nil {
		return nil
	}
	return t.by.current()
}

// Ancestors returns the templates around it, the nearest first (CurrentTemplates).
func (t *CurrentTemplate) Ancestors() CurrentTemplates {
	var out CurrentTemplates
	for r := t.by; r != nil; r = r.by {
		out = append(out, r.current())
	}
	return out
}

// Reverse returns the chain from the first template on (CurrentTemplates).
func (l CurrentTemplates) Reverse() CurrentTemplates {
	out := slices.Clone(l)
	slices.Reverse(out)
	return out
}
