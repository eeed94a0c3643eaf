package markdown

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// ParseShortcodes splits a body into text and calls. line is the line in file on which src starts. usesInner reports
// whether a shortcode's template reads .Inner, in which case a closing tag is required; it returns an error for a name
// without a template. Comments {{</* x */>}} become text. Calls inside fenced code are calls, too, as in Hugo. An error
// is a diag.Diagnostic at the call.
func ParseShortcodes(file string, line int, src string, usesInner func(name string) (bool, error)) ([]Part, error) {
	if !strings.Contains(src, "{{<") && !strings.Contains(src, "{{%") {
		return []Part{{Text: src, Line: max(1, line), Col: 1}}, nil
	}
	p := &shortcodeParser{
		lexer: shortcodeLexer{src: src}, positions: positions[string]{src: src}, file: file,
		line: max(1, line), usesInner: usesInner,
	}
	parts, err := p.parts(nil)
	if err != nil {
		return nil, p.diagnose(err)
	}
	return parts, nil
}

// shortcodeError is a mistake at a byte offset.
type shortcodeError struct {
	offset  int
	message string
	hint    string
	cause   error // of usesInner
}

func (e *shortcodeError) Error() string { return e.message }

// shortcodeParser builds calls from the tags that its lexer finds.
type shortcodeParser struct {
	lexer     shortcodeLexer
	file      string
	line      int
	usesInner func(string) (bool, error)

	positions positions[string]
	opened    []string         // names of calls with inner content
	depth     int              // number of calls around the current position
	inlined   map[string]*Part // templates of inline shortcodes so far

	// the last call that the closing tag of another one closed, and that tag
	crossed     *Shortcode
	crossedName string
	crossedTag  string
}

// parts reads text and calls up to the end or, inside a call, up to a closing tag.
func (p *shortcodeParser) parts(parent *Shortcode) ([]Part, error) {
	var out []Part
	ordinal := 0
	for {
		from := p.lexer.pos
		text, tag, err := p.lexer.next()
		if err != nil {
			return nil, err
		}
		indent := ""
		if text != "" {
			part := Part{Text: text}
			part.Line, part.Col = p.position(from)
			out = append(out, part)
			indent = indentation(text)
		}
		switch {
		case tag == nil && parent != nil:
			if p.crossed != nil && p.crossedName == parent.Name && p.crossed.Offset > parent.Offset {
				return nil, notClosed(p.crossed, " before "+p.crossedTag)
			}
			return nil, notClosed(parent, "")
		case tag == nil:
			return out, nil
		case tag.closing:
			if err := p.close(parent, tag); err != nil {
				return nil, err
			}
			return out, nil
		}
		call, err := p.call(tag, indent, ordinal)
		if err != nil {
			return nil, err
		}
		ordinal++
		out = append(out, Part{Call: call})
	}
}

// close checks a closing tag. As in Hugo, the name of any earlier call, or no name, closes the
// innermost open one.
func (p *shortcodeParser) close(parent *Shortcode, tag *shortcodeTag) error {
	switch {
	case parent != nil && (tag.name == "" || slices.Contains(p.opened, tag.name)):
		if tag.name != "" && tag.name != parent.Name {
			p.crossed, p.crossedName, p.crossedTag = parent, tag.name, p.lexer.src[tag.offset:p.lexer.pos]
		}
		return nil
	case tag.name == "":
		return &shortcodeError{offset: tag.offset, message: "a closing tag has no open shortcode"}
	}
	if inner, err := p.usesInner(tag.name); err == nil && !inner {
		return noInner(tag.offset, tag.name)
	}
	return &shortcodeError{
		offset:  tag.offset,
		message: fmt.Sprintf("closing tag for shortcode %q does not match an open one", tag.name),
	}
}

func (p *shortcodeParser) call(tag *shortcodeTag, indent string, ordinal int) (*Shortcode, error) {
	call := &Shortcode{
		Name: tag.name, Percent: tag.percent, Inline: tag.inline, Ordinal: ordinal,
		Named: tag.named, Positional: tag.positional, Offset: tag.offset, Indent: indent,
		Closed: tag.selfClosed,
	}
	call.Line, call.Col = p.position(tag.offset)
	if tag.inline {
		return call, p.inline(call)
	}
	inner, err := p.usesInner(tag.name)
	switch {
	case err != nil:
		return nil, &shortcodeError{offset: tag.offset, message: err.Error(), cause: err}
	case tag.selfClosed && !inner:
		return nil, noInner(tag.offset, tag.name)
	case tag.selfClosed || !inner:
		return call, nil
	}
	if !slices.Contains(p.opened, tag.name) {
		p.opened = append(p.opened, tag.name)
	}
	if p.depth++; p.depth > MaxNesting {
		return nil, &shortcodeError{
			offset:  tag.offset,
			message: fmt.Sprintf("shortcodes are nested more than %d levels deep", MaxNesting),
		}
	}
	parts, err := p.parts(call)
	if err != nil {
		return nil, err
	}
	p.depth--
	call.Inner, call.Closed = parts, true
	return call, nil
}

// inline reads the template of an inline shortcode, whose tags are not parsed.
// https://gohugo.io/templates/shortcode/#inline
func (p *shortcodeParser) inline(call *Shortcode) error {
	if !call.Closed {
		from := p.lexer.pos
		to, ok := p.lexer.skipTo(call.Name)
		if !ok {
			return notClosed(call, "")
		}
		part := Part{Text: p.lexer.src[from:to]}
		part.Line, part.Col = p.position(from)
		if p.inlined == nil {
			p.inlined = make(map[string]*Part)
		}
		p.inlined[call.Name], call.Inner, call.Closed = &part, []Part{part}, true
	}
	call.Template = p.inlined[call.Name]
	return nil
}

// notClosed reports a call without its closing tag, which belongs before a place that the hint names if it isn't "".
func notClosed(s *Shortcode, before string) *shortcodeError {
	open, end := "<", ">"
	if s.Percent {
		open, end = "%", "%"
	}
	return &shortcodeError{
		offset:  s.Offset,
		message: fmt.Sprintf("shortcode %q must be closed or self-closed", s.Name),
		hint:    fmt.Sprintf("add {{%s /%s %s}}%s, or end the call with /%s}}", open, s.Name, end, before, end),
	}
}

func noInner(offset int, name string) *shortcodeError {
	return &shortcodeError{
		offset:  offset,
		message: fmt.Sprintf("shortcode %q does not evaluate .Inner or .InnerDeindent, yet it is closed", name),
		hint:    "remove the closing tag or the slash",
	}
}

// indentation returns the white space after the last newline of text if nothing else follows it. Text that starts after
// another call counts as a line, as in Hugo.
func indentation(text string) string {
	tail := text[strings.LastIndexByte(text, '\n')+1:]
	if strings.Trim(tail, " \t\r") == "" {
		return tail
	}
	return ""
}

// position returns line and column (in characters) of an offset in the file.
func (p *shortcodeParser) position(offset int) (line, col int) {
	line, col = p.positions.position(offset)
	return p.line + line - 1, col
}

// diagnose gives an error its position in the file.
func (p *shortcodeParser) diagnose(err error) error {
	var e *shortcodeError
	if !errors.As(err, &e) {
		return err
	}
	d := diag.Diagnostic{Rule: "shortcode", Message: e.message, Hint: e.hint}
	var own *diag.Diagnostic
	if errors.As(e.cause, &own) {
		d = *own
		if d.Line > 0 {
			return &d // it already has a better position
		}
	}
	d.File = p.file
	d.Line, d.Col = p.position(e.offset)
	d.Excerpt = diag.Line([]byte(p.lexer.src), d.Line-p.line+1)
	return &d
}
