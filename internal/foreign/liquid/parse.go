package liquid

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

type kind byte

const (
	text kind = iota
	value
	tag
	group // what is in a tag without an end
)

// node is a piece of a text with Liquid.
type node struct {
	kind     kind
	line     int
	text     string // of a text; the source of a value or tag
	name     string // of a tag
	args     string // of a tag
	key      string // variable of assign
	expr     *expr
	exprs    []*expr
	loop     *loop
	macro    *macro
	body     []*node
	branches []*node // of a tag with branches: itself, elsif, when, else
	closed   bool
	blank    bool // it prints nothing, and neither do the spaces in it
}

// loop is the head of a for.
type loop struct {
	name, second            string // second: the value of {% for key, value in table %}
	of, offset, limit, cols *expr
	only                    *expr // of Jinja: the condition for items
	reversed, resume        bool  // resume: offset:continue
	pairs                   bool  // of a table, the items are pairs of key and value
}

var (
	tagWord   = pattern.New(`^[\p{L}_][\p{L}\p{N}_-]*`)
	loopHead  = pattern.New(`^([\w-]+)(?:\s*,\s*([\w-]+))?\s+in\b\s*(.+)$`)
	loopWord  = pattern.New(`^(?:(reversed)\b|(limit|offset|cols)\s*:\s*([^\s,]+))[\s,]*`)
	endRaw    = pattern.New(`\{%-?\s*end(?:raw|verbatim)\s*(-?)%\}`)
	endTag    = pattern.New(`\{%-?\s*end([\w-]+)\s*-?%\}`)
	note      = pattern.New(`\{%-?\s*(end)?comment\s*(-?)%\}`)
	groupName = pattern.New(`^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*:\s*(.*)$`)
	setTarget = pattern.New(`^([\w-]+(?:\.\w+)?)\s*=\s*([\s\S]*)$`)
)

// spaces are the characters that {%- removes.
const spaces = " \t\r\n\v\f"

// branching are the tags with branches.
var branching = map[string]bool{
	"if": true, "unless": true, "case": true, "switch": true, "for": true, "tablerow": true,
}

// builder puts nodes into those that contain them.
type builder struct {
	*Run
	root []*node
	open []*node
}

func (b *builder) add(n *node) {
	if len(b.open) == 0 {
		b.root = append(b.root, n)
		return
	}
	in := b.open[len(b.open)-1]
	if len(in.branches) > 0 {
		in = in.branches[len(in.branches)-1]
	}
	in.body = append(in.body, n)
}

// parse reads a text. A tag without an end is left out.
func (r *Run) parse(s string) []*node {
	b := &builder{Run: r}
	trim := false // spaces at the start of the next text are left out
	at, line := 0, 1
	for at < len(s) {
		i := b.next(s, at)
		end := len(s)
		if i >= 0 {
			end = i
		}
		part := s[at:end]
		start := line
		line += strings.Count(part, "\n")
		if trim {
			rest := strings.TrimLeft(part, spaces)
			start += strings.Count(part[:len(part)-len(rest)], "\n")
			part = rest
		}
		if i >= 0 && i+2 < len(s) && s[i+2] == '-' {
			part = strings.TrimRight(part, spaces)
		}
		if part != "" {
			b.add(&node{kind: text, text: part, line: start})
		}
		if i < 0 {
			break
		}
		size, inner := b.markup(s[i:])
		source := s[i : i+size]
		at, trim = i+size, strings.HasSuffix(source[:size-2], "-")
		switch {
		case source[1] == '#':
		case source[1] == '{':
			b.add(&node{kind: value, text: source, expr: b.parseExpr(inner), line: line})
		default:
			name, from := tagWord.FindString(inner), line
			line += strings.Count(source, "\n")
			if name == "raw" || name == "verbatim" || name == "comment" {
				end := endRaw.FindStringSubmatchIndex
				if name == "comment" {
					end = endOfComment
				}
				body, after := s[at:], len(s)
				if m := end(s[at:]); m != nil {
					body, after = s[at:at+m[0]], at+m[1]
					trim = m[2] < m[3]
				}
				if b.Keep && name != "comment" {
					body = source + s[at:after]
				}
				if name != "comment" && body != "" {
					b.add(&node{kind: text, text: body, line: line})
				}
				line += strings.Count(s[at:after], "\n")
				at = after
				continue
			}
			if name == "liquid" {
				b.lines(inner[len(name):], from)
				continue
			}
			b.tag(&node{kind: tag, text: source, name: name, args: strings.TrimSpace(inner[len(name):]), line: from})
			if slices.Contains(b.Raw, name) {
				body := untilEnd(s[at:], name)
				b.add(&node{kind: text, text: body, line: line})
				line += strings.Count(body, "\n")
				at += len(body)
			}
			continue
		}
		line += strings.Count(source, "\n")
	}
	for len(b.open) > 0 {
		b.drop()
	}
	return b.root
}

// endOfComment returns where the end of a comment is, which may contain others, and where its "-" is; nil if it has none.
func endOfComment(s string) []int {
	depth := 1
	for _, m := range note.FindAllStringSubmatchIndex(s, -1) {
		if m[2] < 0 {
			depth++
		} else if depth--; depth == 0 {
			return []int{m[0], m[1], m[4], m[5]}
		}
	}
	return nil
}

// untilEnd returns the text before the end of a tag; all of it if there is none.
func untilEnd(s, name string) string {
	for at := 0; ; {
		m := endTag.FindStringSubmatchIndex(s[at:])
		if m == nil {
			return s
		}
		if s[at+m[2]:at+m[3]] == name {
			return s[:at+m[0]]
		}
		at += m[1]
	}
}

// lines adds the tags of {% liquid %}, each of which is on a line of its own, from the number of the first line on:
// https://shopify.dev/docs/api/liquid/tags/liquid
func (b *builder) lines(tags string, no int) {
	hidden := false
	for i, line := range strings.Split(tags, "\n") {
		line = strings.TrimSpace(line)
		name := tagWord.FindString(line)
		switch {
		case name == "comment" || name == "endcomment":
			hidden = name == "comment"
		case !hidden && name != "":
			b.tag(&node{kind: tag, name: name, args: strings.TrimSpace(line[len(name):]), line: no + i})
		}
	}
}

// next returns the position of the next tag or value; -1 for none.
func (b *builder) next(s string, at int) int {
	for {
		i := strings.IndexByte(s[at:], '{')
		if i < 0 {
			return -1
		}
		if i += at; i+1 == len(s) {
			return -1
		}
		switch rest := s[i:]; {
		case s[i+1] != '{' && s[i+1] != '%' && (s[i+1] != '#' || !b.Sharps):
		case strings.HasPrefix(rest, "{{<") || strings.HasPrefix(rest, "{{%"): // a shortcode
			i += 2
		default:
			size, inner := b.markup(rest)
			if size > 0 && (s[i+1] != '%' || tagWord.MatchString(inner) || strings.HasPrefix(inner, "#")) {
				return i
			}
		}
		at = i + 1
	}
}

// longest is the maximum length of a tag or value.
const longest = 1 << 14

// markup returns the size of the tag or value at the start of a text, and what it contains; 0 for none.
func (b *builder) markup(s string) (size int, inner string) {
	end := map[byte]string{'{': "}}", '%': "%}", '#': "#}"}[s[1]]
	n := strings.Index(s[2:min(len(s), longest)], end)
	if n < 0 {
		return 0, ""
	}
	if b.Nunjucks && end != "#}" && strings.ContainsAny(s[2:n+2], "{'\"") {
		n = cmp.Or(balanced(s[2:min(len(s), longest)], end), n)
	}
	inner = s[2 : n+2]
	inner = strings.TrimPrefix(inner, "-")
	return n + 4, strings.TrimSpace(strings.TrimSuffix(inner, "-"))
}

// balanced returns where an end is outside of texts and tables; 0 if it is in none.
func balanced(s, end string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case depth == 0 && strings.HasPrefix(s[i:], end):
			return i
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return 0
}

// tag adds a tag, or the start, branch, or end of a tag with an end.
func (b *builder) tag(n *node) {
	var in *node
	if len(b.open) > 0 {
		in = b.open[len(b.open)-1]
	}
	switch {
	case n.name == "elif" || n.name == "elseif":
		n.name = "elsif"
	case in != nil && in.name == "switch" && n.name == "case":
		n.name = "when"
	case in != nil && in.name == "switch" && n.name == "default":
		n.name = "else"
	case strings.HasPrefix(n.args, ":") || n.name == "": // as {% else: %}, or {% # a comment %}
		return
	}
	switch {
	case n.name == "elsif" || n.name == "else" || n.name == "when":
		if in == nil || !branching[in.name] {
			return
		}
		if n.name == "elsif" {
			n.expr = b.parseCondition(n.args)
		} else if n.name == "when" {
			n.exprs = parseList(n.args)
		}
		in.branches = append(in.branches, n)
	case strings.HasPrefix(n.name, "end"):
		name := n.name[len("end"):]
		for i := len(b.open) - 1; i >= 0; i-- {
			if o := b.open[i]; o.name == name {
				for len(b.open) > i+1 { // tags without an end in it
					b.drop()
				}
				o.closed = true
				if !b.Nunjucks {
					o.unspaced()
				}
				b.open = b.open[:i]
				return
			}
		}
		if b.Keep {
			b.add(&node{kind: text, text: n.text, line: n.line})
		}
	default:
		_, block := b.Blocks[n.name]
		b.read(n)
		b.add(n)
		captures := n.name == "capture" || n.name == "set" && n.expr == nil || b.Nunjucks && isJinja(n.name)
		if !branching[n.name] && !captures && n.name != "ifchanged" && !block {
			return
		}
		if len(b.open) == mostNested {
			b.Leave(n.line, "\x00nested", "")
			n.kind = text
			return
		}
		if branching[n.name] {
			n.branches = []*node{{name: n.name, expr: n.expr}}
		}
		b.open = append(b.open, n)
	}
}

// unspaced removes the spaces in a tag with branches that contains nothing else that prints, as Liquid does.
func (n *node) unspaced() {
	if n.blank = n.name == "capture"; !branching[n.name] || n.name == "tablerow" {
		return
	}
	for _, in := range n.branches {
		for _, x := range in.body {
			if !x.blank && (x.kind != tag || x.name != "assign") && (x.kind != text || strings.Trim(x.text, spaces) != "") {
				return
			}
		}
	}
	n.blank = true
	for _, in := range n.branches {
		in.body = slices.DeleteFunc(in.body, func(x *node) bool { return x.kind == text })
	}
}

// drop removes the innermost open tag, which has no end. What it contains stays.
func (b *builder) drop() {
	n := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.Leave(n.line, n.name, "{% "+n.name+" %}, which has no end,")
	n.kind = group
	for _, branch := range n.branches {
		n.body = append(n.body, branch.body...)
	}
}

// read reads the arguments of a tag.
func (b *builder) read(n *node) {
	switch n.name {
	case "if", "unless":
		n.expr = b.parseCondition(n.args)
	case "case", "switch", "echo":
		n.expr = b.parseExpr(n.args)
	case "assign", "set":
		if m := setTarget.FindStringSubmatch(n.args); m != nil {
			n.key, n.expr = m[1], b.parseExpr(m[2])
		} else if n.name == "assign" {
			n.expr = &expr{}
		}
	case "cycle":
		args := n.args
		if m := groupName.FindStringSubmatch(args); m != nil {
			n.expr, args = b.parseExpr(m[1]), m[2]
		}
		n.exprs = parseList(args)
	case "for", "tablerow":
		n.loop = b.parseLoop(n.args)
	case "macro", "call":
		if b.Nunjucks {
			n.macro = b.parseMacro(n.name, n.args)
		}
	}
}

func (b *builder) parseLoop(args string) *loop {
	l := &loop{of: b.parseExpr("")}
	m := loopHead.FindStringSubmatch(strings.Join(strings.Fields(args), " "))
	if m == nil {
		return l
	}
	l.name, l.second = m[1], m[2]
	l.pairs = !b.Keep || l.second != "" || strings.Contains(m[3], ".items()")
	p := &parser{s: m[3], jinja: b.Nunjucks}
	l.of = p.sum(0)
	for rest := strings.TrimLeft(p.rest(), " ,"); rest != ""; {
		if condition, ok := strings.CutPrefix(rest, "if "); ok && b.Keep {
			l.only = b.parseCondition(condition)
			break
		}
		m := loopWord.FindStringSubmatch(rest)
		if m == nil { // what Liquid ignores
			_, rest, _ = strings.Cut(rest, " ")
			continue
		}
		rest = rest[len(m[0]):]
		switch m[2] {
		case "":
			l.reversed = b.Sharps || l.limit == nil && l.offset == nil // behind them, Ruby's Liquid ignores it
		case "limit":
			l.limit = b.parseExpr(m[3])
		case "cols":
			l.cols = b.parseExpr(m[3])
		default:
			l.offset, l.resume = b.parseExpr(m[3]), m[3] == "continue"
		}
	}
	return l
}
