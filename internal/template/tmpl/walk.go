package tmpl

import (
	"slices"
	"strings"
	"text/template/parse"
)

// walk calls fn for every node below n, parents first.
func walk(n parse.Node, fn func(parse.Node)) {
	if isNilNode(n) {
		return
	}
	fn(n)
	switch n := n.(type) {
	case *parse.ListNode:
		for _, c := range n.Nodes {
			walk(c, fn)
		}
	case *parse.ActionNode:
		walk(n.Pipe, fn)
	case *parse.TemplateNode:
		walk(n.Pipe, fn)
	case *parse.IfNode:
		walkBranch(&n.BranchNode, fn)
	case *parse.WithNode:
		walkBranch(&n.BranchNode, fn)
	case *parse.RangeNode:
		walkBranch(&n.BranchNode, fn)
	case *parse.PipeNode:
		for _, d := range n.Decl {
			walk(d, fn)
		}
		for _, c := range n.Cmds {
			walk(c, fn)
		}
	case *parse.CommandNode:
		for _, a := range n.Args {
			walk(a, fn)
		}
	case *parse.ChainNode:
		walk(n.Node, fn)
	}
}

func walkBranch(n *parse.BranchNode, fn func(parse.Node)) {
	walk(n.Pipe, fn)
	walk(n.List, fn)
	walk(n.ElseList, fn)
}

func isNilNode(n parse.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *parse.PipeNode:
		return n == nil
	case *parse.ListNode:
		return n == nil
	}
	return false
}

// variables returns the names of the variables that n uses, sorted; "$" is one of them.
func variables(n parse.Node) []string {
	var names []string
	walk(n, func(n parse.Node) {
		if v, ok := n.(*parse.VariableNode); ok && !slices.Contains(names, v.Ident[0]) {
			names = append(names, v.Ident[0])
		}
	})
	slices.Sort(names)
	return names
}

// renameRoot renames $ in n to $_root, since $ has another meaning in a side template.
func renameRoot(n parse.Node) parse.Node {
	walk(n, func(n parse.Node) {
		if v, ok := n.(*parse.VariableNode); ok && v.Ident[0] == "$" {
			v.Ident = append([]string{"$_root"}, v.Ident[1:]...)
		}
	})
	return n
}

// sideTree returns a tree with the given root that reports positions in src. A Tree does not export its text, so it is
// made by parsing src again with its braces replaced.
func sideTree(name, file, src string, root *parse.ListNode) *parse.Tree {
	t := parse.New(name)
	t.Mode = parse.SkipFuncCheck
	// The text is only used for counting lines and columns of errors.
	if _, err := t.Parse(strings.ReplaceAll(src, "{{", "(("), "{{", "}}", map[string]*parse.Tree{}); err != nil {
		panic(err) // text without actions always parses
	}
	t.ParseName = file
	t.Root = root
	return t
}
