package tmpl

import (
	"fmt"
	"strconv"
	"text/template/parse"
)

// sideTemplate is the argument of a try, extracted from its template so that an error in it does not end the execution
// of the template.
type sideTemplate struct {
	name string
	tree *parse.Tree
}

// try extracts the argument of a try into a side template. It starts by declaring the variables of the surrounding
// template from the values that the call passes.
func (r *rewriter) try(c *parse.CommandNode, id *parse.IdentifierNode) {
	if len(c.Args) != 2 {
		r.errorf(id.Pos, "", "try requires one argument: try (…)")
		return
	}
	vars := variables(c.Args[1])
	pos := id.Pos
	var list parse.ListNode
	list.NodeType, list.Pos = parse.NodeList, pos
	args := []parse.Node{id, parse.NewIdentifier("").SetPos(pos), &parse.DotNode{NodeType: parse.NodeDot, Pos: pos}}
	for i, v := range vars {
		name := v
		if v == "$" {
			name = "$_root"
		}
		list.Nodes = append(list.Nodes, &parse.ActionNode{NodeType: parse.NodeAction, Pos: pos, Pipe: &parse.PipeNode{
			NodeType: parse.NodePipe, Pos: pos,
			Decl: []*parse.VariableNode{{NodeType: parse.NodeVariable, Pos: pos, Ident: []string{name}}},
			Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{
				parse.NewIdentifier(fnTryVar).SetPos(pos),
				number(pos, i),
			}}},
		}})
		args = append(args, &parse.VariableNode{NodeType: parse.NodeVariable, Pos: pos, Ident: []string{v}})
	}
	list.Nodes = append(list.Nodes, &parse.ActionNode{NodeType: parse.NodeAction, Pos: pos, Pipe: &parse.PipeNode{
		NodeType: parse.NodePipe, Pos: pos,
		Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{
			parse.NewIdentifier(fnTryValue).SetPos(pos), renameRoot(c.Args[1]),
		}}},
	}})
	side := sideTemplate{name: fmt.Sprintf("%s@%xtry%d", r.file, r.hash, len(r.sides))}
	side.tree = sideTree(side.name, r.file, r.src, &list)
	args[1] = &parse.StringNode{NodeType: parse.NodeString, Pos: pos, Quoted: strconv.Quote(side.name), Text: side.name}
	r.sides = append(r.sides, side)
	c.Args = args
}
