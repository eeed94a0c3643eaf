package tmpl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// The functions for a partial that decorates a block of its caller.
const (
	fnDecorate    = "_Decorate"    // records the block for the partial that is called next
	fnDecorated   = "_Decorated"   // result of the partial, marked if it has executed the block
	fnIsDecorated = "_IsDecorated" // reports that mark
	fnDecoration  = "_Decoration"  // the output of such a partial
	fnInner       = "templates_Inner"
)

// decorate prepares the block of {{ with partial "x" . }} … {{ end }} for a partial that executes it with
// templates.Inner: the block also becomes a partial. If the partial does not use it, the with works as usual.
// https://gohugo.io/templates/partial-decorators/
func (r *rewriter) decorate(n *parse.WithNode) {
	args := partialCall(n.Pipe)
	if args == nil || leavesLoop(n.List) {
		return
	}
	block := n.List.CopyList()
	r.list(block)
	name := r.blockName("decorated")
	path := "_partials/" + name
	r.made[path] = sideTree(path, r.file, r.src, block)
	for _, fn := range []string{fnDecorate, fnDecorated, fnIsDecorated, fnDecoration} {
		r.funcs[fn] = true
	}
	call := func(fn string, args ...parse.Node) *parse.PipeNode {
		head := []parse.Node{parse.NewIdentifier(fn).SetPos(n.Pos)}
		return &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Pos, Line: n.Line, Cmds: []*parse.CommandNode{{
			NodeType: parse.NodeCommand, Pos: n.Pos, Args: append(head, args...),
		}}}
	}
	dot := &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}
	text := &parse.StringNode{NodeType: parse.NodeString, Pos: n.Pos, Quoted: strconv.Quote(name), Text: name}
	partial := &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Pos, Line: n.Line, Cmds: []*parse.CommandNode{{
		NodeType: parse.NodeCommand, Pos: n.Pipe.Pos, Args: args,
	}}}
	n.Pipe.Cmds = call(fnDecorated, call(fnDecorate, text, dot), partial).Cmds
	n.List = &parse.ListNode{
		NodeType: parse.NodeList, Pos: n.Pos,
		Nodes: []parse.Node{&parse.IfNode{BranchNode: parse.BranchNode{
			NodeType: parse.NodeIf, Pos: n.Pos, Line: n.Line, Pipe: call(fnIsDecorated, dot),
			List: &parse.ListNode{NodeType: parse.NodeList, Pos: n.Pos, Nodes: []parse.Node{&parse.ActionNode{
				NodeType: parse.NodeAction, Pos: n.Pos, Line: n.Line, Pipe: call(fnDecoration, dot),
			}}},
			ElseList: n.List,
		}}},
	}
}

// blockName returns the name of a partial for a block of the file: a single element below a folder, since the name of
// the file can have folders with a meaning, such as _shortcodes.
func (r *rewriter) blockName(folder string) string {
	of := strings.NewReplacer(".", "-", " ", "-", "/", "-").Replace(strings.ToLower(r.file))
	return fmt.Sprintf("inline/%s/%s-%d.html", folder, of, len(r.made))
}

// partialCall returns the command of a pipeline that only calls a partial, with or without parentheses; nil for others.
func partialCall(p *parse.PipeNode) []parse.Node {
	if len(p.Cmds) != 1 {
		return nil
	}
	args := p.Cmds[0].Args
	switch head := args[0].(type) {
	case *parse.PipeNode:
		if len(args) == 1 && len(head.Decl) == 0 {
			return partialCall(head)
		}
	case *parse.IdentifierNode:
		if head.Ident == "partial" || head.Ident == "partialCached" {
			return args
		}
	case *parse.ChainNode:
		if id, ok := head.Node.(*parse.IdentifierNode); ok && id.Ident == "partials" && len(head.Field) == 1 {
			return args
		}
	}
	return nil
}

// leavesLoop reports whether nodes contain a break or continue of a loop around them, so that they cannot be extracted.
func leavesLoop(l *parse.ListNode) bool {
	if l == nil {
		return false
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.BreakNode, *parse.ContinueNode:
			return true
		case *parse.IfNode:
			if leavesLoop(n.List) || leavesLoop(n.ElseList) {
				return true
			}
		case *parse.WithNode:
			if leavesLoop(n.List) || leavesLoop(n.ElseList) {
				return true
			}
		}
	}
	return false
}

// IsBlock reports whether a template of f is a block that became a partial.
func (f *File) IsBlock(name string) bool { return f.made[name] != nil }

// HasInner reports whether the file executes the block of the call of a partial.
func (f *File) HasInner() bool {
	return slices.Contains(f.functions, fnInner)
}
