package view

import (
	"fmt"
	"html/template"
	"math"

	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Shortcode is the context of a shortcode template: https://gohugo.io/methods/shortcode/
type Shortcode struct {
	// Name is the shortcode's name (string).
	Name string
	// Params are the arguments as written: a map of named ones or a list (any).
	Params any
	// IsNamedParams reports whether the arguments have names (bool).
	IsNamedParams bool
	// Inner is the text between the tags, with shortcodes rendered (template.HTML).
	Inner template.HTML
	// Parent is the call around this one; nil for none (Shortcode).
	Parent *Shortcode
	// Ordinal is the position among the calls of the page, or of the parent, from 0 (int).
	Ordinal int
	// Page is the page that is being rendered (Page).
	Page *Page

	call  *markdown.Shortcode
	store *tmpl.Store
}

// Get is an argument by position or name, "" if there are too few; nil if the arguments are of the other kind (any):
// https://gohugo.io/methods/shortcode/get/
func (s *Shortcode) Get(key any) (any, error) {
	switch params := s.Params.(type) {
	case []any:
		i, ok := asIndex(key)
		switch {
		case !ok || len(params) == 0:
			return nil, nil
		case i < 0:
			return nil, fmt.Errorf("no argument %d", i)
		case i >= len(params):
			return "", nil
		}
		return params[i], nil
	case map[string]any:
		name, ok := key.(string)
		if !ok {
			return nil, nil
		}
		if v, ok := params[name]; ok {
			return v, nil
		}
		return "", nil
	}
	return nil, nil
}

func asIndex(key any) (int, bool) {
	switch k := key.(type) {
	case int:
		return k, true
	case int64:
		return int(k), true
	case uint64:
		return int(k), k <= math.MaxInt
	case float64:
		return int(k), k == float64(int(k))
	}
	return 0, false
}

// InnerDeindent is Inner without the indentation of the call (template.HTML):
// https://gohugo.io/methods/shortcode/innerdeindent/
func (s *Shortcode) InnerDeindent() template.HTML {
	return template.HTML(s.call.Deindent(string(s.Inner)))
}

// Site is the site of the page (Site).
func (s *Shortcode) Site() *Site { return s.Page.Site() }

// Position is the position of the call, for messages (Position): https://gohugo.io/methods/shortcode/position/
func (s *Shortcode) Position() Position { return PositionIn(s.Page, s.call.Line, s.call.Col) }

// Position is a position in the text of a page.
type Position struct {
	Filename                 string // path in the project; "" for a page without a file
	LineNumber, ColumnNumber int    // from 1
}

// PositionIn is a position in the file of p.
func PositionIn(p *Page, line, col int) Position {
	at := Position{LineNumber: line, ColumnNumber: col}
	if p.p.Doc != nil {
		at.Filename = p.p.Doc.File
	}
	return at
}

// String is the position for messages, in quotation marks (string): "content/a.md:3:1".
func (p Position) String() string {
	return fmt.Sprintf("%q", fmt.Sprintf("%s:%d:%d", p.Filename, p.LineNumber, p.ColumnNumber))
}

// Ref is the permalink of a page (string): https://gohugo.io/methods/shortcode/ref/
func (s *Shortcode) Ref(c *Call, args any) (string, error) { return c.ref(s.Page, args, false) }

// RelRef is the relative permalink of a page (string): https://gohugo.io/methods/shortcode/relref/
func (s *Shortcode) RelRef(c *Call, args any) (string, error) { return c.ref(s.Page, args, true) }

// Store keeps values during this call (Store): https://gohugo.io/methods/shortcode/store/
func (s *Shortcode) Store(c *Call) *tmpl.Store {
	if s.store == nil {
		s.store = tmpl.NewStore()
	}
	return s.store
}

// Scratch is the same as Store (Store).
func (s *Shortcode) Scratch(c *Call) *tmpl.Store { return s.Store(c) }

// NewShortcode returns the context of a call on a page. parent is the call around it, nil for none. The text between
// its tags is set later.
func NewShortcode(p *Page, call *markdown.Shortcode, parent *Shortcode) *Shortcode {
	s := &Shortcode{Name: call.Name, Parent: parent, Ordinal: call.Ordinal, Page: p, call: call}
	if call.Named != nil {
		s.Params, s.IsNamedParams = call.Named, true
	} else {
		s.Params = call.Positional
	}
	return s
}
