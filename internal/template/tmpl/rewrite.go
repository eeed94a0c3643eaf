package tmpl

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// The names of the functions that rewriting inserts into templates. Users cannot call them, since names in Hugo do not
// start with an underscore and a capital letter.
const (
	fnGet       = "_Get"      // _Get17 resolves the path of names with that number on a value
	fnGetTrue   = "_GetTrue"  // the same, for a condition
	fnCall      = "_Call"     // the same, with arguments for the last name
	fnTrue      = "_True"     // the value that a condition tests
	fnTry       = "_Try"      // runs a side template and returns its value or error
	fnTryVar    = "_TryVar"   // a variable of the surrounding template, inside a side template
	fnTryValue  = "_TryValue" // returns the value of a side template
	fnPartial   = "partials_Include"
	fnNamespace = "_Namespace_" // with the name of a namespace: the namespace as a value
	fnReturn    = "_Return"     // ends a partial with a value
	fnLeave     = exec.Return   // ends a template, without a value
	fnResult    = "_Result"     // the same at the end of a partial
	fnCount     = "_Count"      // a value for range, counted
	fnStep      = "_Step"       // the argument of a called template, counted
	fnBound     = "_Bound"      // the value of a variable, unless it is too large
)

// rewriter changes the parse tree of one template file so that the standard text/template and html/template can execute
// Hugo's language: the dispatcher resolves names, and functions of namespaces have flat names. Nodes keep their
// positions, so that errors name the position in the file.
type rewriter struct {
	vocabulary  *Vocabulary
	paths       *paths
	file        string
	hash        uint64 // of the text, because several texts may have the same name
	src         string
	funcs       map[string]bool        // flat names that the trees call
	defined     map[string]*parse.Tree // templates of the same file
	made        map[string]*parse.Tree // templates extracted from others, already rewritten
	sides       []sideTemplate
	decorations bool                  // some partial executes the block of its call
	calls       []*parse.TemplateNode // {{ template "x" }}, for a check when all names are known
	diags       diag.List
	oldReturn   bool // see Parser
}

func (r *rewriter) errorf(pos parse.Pos, hint, format string, args ...any) {
	d := diag.InSource(r.file, []byte(r.src), int(pos), fmt.Sprintf(format, args...))
	d.Hint = hint
	r.diags = append(r.diags, d)
}

// list rewrites a list of nodes in place.
func (r *rewriter) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for i, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			r.text(n)
		case *parse.ActionNode:
			if r.pipe(n.Pipe); len(n.Pipe.Decl) > 0 {
				r.append(n.Pipe, fnBound)
			}
		case *parse.IfNode:
			r.branch(&n.BranchNode, true)
		case *parse.WithNode:
			if a := r.deferred(n); a != nil {
				l.Nodes[i] = a
			} else {
				if r.decorations {
					r.decorate(n)
				}
				r.branch(&n.BranchNode, true)
			}
		case *parse.RangeNode:
			r.branch(&n.BranchNode, false)
			r.repeated(n)
		case *parse.TemplateNode:
			r.pipe(n.Pipe)
			if r.defined[n.Name] == nil && IsPartialName(n.Name) {
				l.Nodes[i] = r.includePartial(n)
			} else {
				if n.Pipe != nil {
					r.append(n.Pipe, fnStep)
				}
				r.calls = append(r.calls, n)
			}
		}
	}
}

// last rewrites a {{ return x }} at the end of a partial, which does not need the expensive way of ending by an error.
func (r *rewriter) last(l *parse.ListNode) {
	for _, n := range slices.Backward(l.Nodes) {
		switch n := n.(type) {
		case *parse.TextNode:
			continue
		case *parse.ActionNode:
			cmds := n.Pipe.Cmds
			if id, ok := cmds[len(cmds)-1].Args[0].(*parse.IdentifierNode); ok && id.Ident == fnReturn {
				id.Ident = fnResult
				r.funcs[fnResult] = true
			}
		}
		return
	}
}

// IsPartialName reports whether a template of that name is a partial.
func IsPartialName(name string) bool {
	return strings.HasPrefix(name, "partials/") || strings.HasPrefix(name, "_partials/") ||
		strings.HasPrefix(name, "_internal/")
}

// includePartial turns {{ template "_internal/x.html" . }} into {{ partial "x.html" . }}.
func (r *rewriter) includePartial(n *parse.TemplateNode) *parse.ActionNode {
	_, name, _ := strings.Cut(n.Name, "/")
	var args []parse.Node
	if n.Pipe != nil {
		args = append(args, n.Pipe)
	}
	return r.calling(n.Pos, n.Line, fnPartial, name, args)
}

// calling returns an action that calls a function with the name of a partial, and more arguments.
func (r *rewriter) calling(pos parse.Pos, line int, fn, name string, more []parse.Node) *parse.ActionNode {
	r.funcs[fn] = true
	args := append([]parse.Node{
		parse.NewIdentifier(fn).SetPos(pos),
		&parse.StringNode{NodeType: parse.NodeString, Pos: pos, Quoted: strconv.Quote(name), Text: name},
	}, more...)
	return &parse.ActionNode{NodeType: parse.NodeAction, Pos: pos, Line: line, Pipe: &parse.PipeNode{
		NodeType: parse.NodePipe, Pos: pos, Line: line,
		Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Pos: pos, Args: args}},
	}}
}

func (r *rewriter) branch(n *parse.BranchNode, condition bool) {
	r.pipe(n.Pipe)
	if condition {
		r.condition(n.Pipe)
	}
	r.list(n.List)
	r.list(n.ElseList)
}

func (r *rewriter) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	for i, c := range p.Cmds {
		id, ok := c.Args[0].(*parse.IdentifierNode)
		if ok && id.Ident == "return" && i < len(p.Cmds)-1 && !r.oldReturn {
			r.errorf(id.Pos, "put the pipeline in parentheses: return (…)", "return must be the last command of a pipeline")
		}
		r.command(c, i > 0)
	}
	r.formatPipe(p)
}

// condition makes a pipeline in a condition return the value by which Hugo decides.
func (r *rewriter) condition(p *parse.PipeNode) {
	last := p.Cmds[len(p.Cmds)-1]
	switch head := last.Args[0].(type) {
	case *parse.IdentifierNode:
		switch {
		case strings.HasPrefix(head.Ident, fnGetTrue) || isDecided(head.Ident):
			return
		case strings.HasPrefix(head.Ident, fnGet):
			head.Ident = fnGetTrue + head.Ident[len(fnGet):]
			r.funcs[head.Ident] = true
			return
		}
	case *parse.BoolNode, *parse.NilNode, *parse.NumberNode, *parse.StringNode:
		return
	}
	r.funcs[fnTrue] = true
	p.Cmds = append(p.Cmds, &parse.CommandNode{
		NodeType: parse.NodeCommand, Pos: last.Pos,
		Args: []parse.Node{parse.NewIdentifier(fnTrue).SetPos(last.Pos)},
	})
}

// isDecided reports whether Go and Hugo agree on the truth of all results of a function: booleans, numbers, strings,
// and and/or with arguments that are already conditions.
func isDecided(flat string) bool {
	switch flat {
	case "and", "or", "not", "len", fnPartial:
		return true
	}
	ns, name, _ := strings.Cut(flat, "_")
	switch ns {
	case "compare":
		return name != "Default" && name != "Conditional"
	case "strings", "safe", "reflect", "path", "fmt", "math":
		return true
	case "collections":
		return name == "In" || name == "IsSet"
	}
	return false
}

// command rewrites one command of a pipeline. piped says that the result of another command is its last argument.
func (r *rewriter) command(c *parse.CommandNode, piped bool) {
	head := c.Args[0]
	if id, ok := head.(*parse.IdentifierNode); ok && id.Ident == "return" && len(c.Args) > 2 {
		// {{ return dict "a" 1 }} returns the value of the rest, with or without parentheses.
		value := pipeOf(c.Args[1])
		value.Cmds[0].Args = c.Args[1:]
		c.Args = []parse.Node{head, value}
	}
	if id, ok := head.(*parse.IdentifierNode); ok && id.Ident == "return" && len(c.Args) == 1 && !piped {
		if r.oldReturn {
			head = &parse.StringNode{NodeType: parse.NodeString, Pos: id.Pos, Quoted: `""`}
			c.Args[0] = head
		} else {
			id.Ident = fnLeave
			r.funcs[fnLeave] = true
		}
	}
	for i := 1; i < len(c.Args); i++ {
		c.Args[i] = r.argument(c.Args[i])
	}
	switch n := head.(type) {
	case *parse.FieldNode:
		r.getCommand(c, n.Pos, &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, n.Ident, piped)
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			r.getCommand(c, n.Pos, variable(n), n.Ident[1:], piped)
		}
	case *parse.ChainNode:
		r.chainCommand(c, n, piped)
	case *parse.PipeNode:
		r.pipe(n)
	case *parse.IdentifierNode:
		r.function(n)
		if n.Ident == fnTry {
			r.try(c, n)
		}
		if n.Ident == "and" || n.Ident == "or" || n.Ident == "not" {
			for i := 1; i < len(c.Args); i++ {
				c.Args[i] = r.conditionArgument(c.Args[i])
			}
		}
	}
}

// chainCommand rewrites a command that starts with (pipeline).Name or namespace.Name.
func (r *rewriter) chainCommand(c *parse.CommandNode, n *parse.ChainNode, piped bool) {
	node, rest := r.chain(n)
	if len(rest) == 0 {
		// A function of a namespace: it takes the command's arguments itself.
		c.Args[0] = node
		if id, ok := node.(*parse.IdentifierNode); ok && id.Ident == fnTry {
			r.try(c, id)
		}
		return
	}
	r.getCommand(c, n.Pos, node, rest, piped)
}

// chain splits a chain into its first node, rewritten, and the remaining names.
func (r *rewriter) chain(n *parse.ChainNode) (parse.Node, []string) {
	switch head := n.Node.(type) {
	case *parse.IdentifierNode:
		if members, ok := r.vocabulary.namespaces[head.Ident]; ok {
			if members[n.Field[0]] {
				id := parse.NewIdentifier(r.said(flatName(head.Ident, n.Field[0]), head.Pos)).SetPos(head.Pos)
				r.funcs[id.Ident] = true
				return id, n.Field[1:]
			}
			if !r.vocabulary.knows(head.Ident) { // an error when it is executed, as in Hugo
				head.Ident = fnNamespace + head.Ident
				r.funcs[head.Ident] = true
				return head, n.Field
			}
		}
		if !r.vocabulary.knows(head.Ident) && r.vocabulary.namespaces[head.Ident] == nil &&
			!strings.HasPrefix(head.Ident, "_") {
			r.undefined(head, slices.Sorted(maps.Keys(r.vocabulary.namespaces)))
			return head, nil
		}
		r.function(head)
		return head, n.Field
	case *parse.PipeNode:
		r.pipe(head)
		return head, n.Field
	default:
		return r.argument(n.Node), n.Field
	}
}

// undefined reports a name that is not one of the possible names.
func (r *rewriter) undefined(n *parse.IdentifierNode, names []string) {
	r.errorf(n.Pos, didYouMean(n.Ident, names), "function %q not defined", n.Ident)
}

// function replaces a function's name by its flat name.
func (r *rewriter) function(n *parse.IdentifierNode) {
	if strings.HasPrefix(n.Ident, "_") {
		return // one of ours, in a tree that is already rewritten
	}
	flat, ok := r.vocabulary.flat[n.Ident]
	if !ok && r.vocabulary.namespaces[n.Ident] != nil {
		flat, ok = fnNamespace+n.Ident, true
	}
	if !ok {
		r.undefined(n, r.vocabulary.names())
		return
	}
	n.Ident = r.said(flat, n.Pos)
	r.funcs[n.Ident] = true
}

// argument rewrites a node in an argument and returns its replacement.
func (r *rewriter) argument(n parse.Node) parse.Node {
	switch n := n.(type) {
	case *parse.FieldNode:
		return r.get(n.Pos, &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, n.Ident)
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			return r.get(n.Pos, variable(n), n.Ident[1:])
		}
	case *parse.ChainNode:
		node, rest := r.chain(n)
		if len(rest) == 0 {
			return node
		}
		return r.get(n.Pos, node, rest)
	case *parse.PipeNode:
		r.pipe(n)
	case *parse.IdentifierNode:
		r.function(n)
	}
	return n
}

// conditionArgument makes an argument of and, or, not return the value by which Hugo decides.
func (r *rewriter) conditionArgument(n parse.Node) parse.Node {
	p, ok := n.(*parse.PipeNode)
	if !ok {
		switch n.(type) {
		case *parse.DotNode, *parse.VariableNode, *parse.IdentifierNode:
			p = pipeOf(n)
		default:
			return n
		}
	}
	r.condition(p)
	return p
}

func variable(n *parse.VariableNode) *parse.VariableNode {
	return &parse.VariableNode{NodeType: parse.NodeVariable, Pos: n.Pos, Ident: n.Ident[:1:1]}
}

// get returns the pipeline (_Get17 value).
func (r *rewriter) get(pos parse.Pos, value parse.Node, names []string) *parse.PipeNode {
	value = r.coarseNow(value, names, nil)
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: pos, Cmds: []*parse.CommandNode{{
		NodeType: parse.NodeCommand, Pos: pos, Args: r.getArgs(pos, value, names),
	}}}
}

func (r *rewriter) getArgs(pos parse.Pos, value parse.Node, names []string) []parse.Node {
	fn := fnGet + strconv.Itoa(r.paths.add(names))
	r.funcs[fn] = true
	return []parse.Node{parse.NewIdentifier(fn).SetPos(pos), value}
}

// getCommand replaces the head of a command that resolves names, and keeps its arguments.
func (r *rewriter) getCommand(c *parse.CommandNode, pos parse.Pos, value parse.Node, names []string, piped bool) {
	if !piped {
		value = r.coarseNow(value, names, c.Args[1:])
	}
	args := r.getArgs(pos, value, names)
	if piped || len(c.Args) > 1 {
		id := args[0].(*parse.IdentifierNode)
		id.Ident = fnCall + id.Ident[len(fnGet):]
		r.funcs[id.Ident] = true
	}
	c.Args = append(args, c.Args[1:]...)
}

func number(pos parse.Pos, i int) *parse.NumberNode {
	return &parse.NumberNode{NodeType: parse.NodeNumber, Pos: pos, IsInt: true, Int64: int64(i), Text: strconv.Itoa(i)}
}

// pipeOf wraps a node into a pipeline.
func pipeOf(n parse.Node) *parse.PipeNode {
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Position(), Cmds: []*parse.CommandNode{{
		NodeType: parse.NodeCommand, Pos: n.Position(), Args: []parse.Node{n},
	}}}
}
