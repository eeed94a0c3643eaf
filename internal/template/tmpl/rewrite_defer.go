package tmpl

import "text/template/parse"

// fnDefer prints a placeholder for a block that is executed when the rest of the output is done.
const fnDefer = "_Defer"

// deferred extracts the block of a {{ with templates.Defer … }} into a partial defined by the file, and returns the
// action that replaces it; nil for another with. https://gohugo.io/functions/templates/defer/
func (r *rewriter) deferred(n *parse.WithNode) *parse.ActionNode {
	options, ok := deferOptions(n.Pipe)
	if !ok {
		return nil
	}
	r.list(n.List)
	name := r.blockName("deferred")
	path := "_partials/" + name
	r.made[path] = sideTree(path, r.file, r.src, n.List)
	var args []parse.Node
	for _, o := range options {
		args = append(args, r.argument(o))
	}
	return r.calling(n.Pos, n.Line, fnDefer, name, args)
}

// deferOptions returns the arguments of templates.Defer if a pipeline is a call of it, in parentheses or not.
func deferOptions(p *parse.PipeNode) ([]parse.Node, bool) {
	if len(p.Cmds) != 1 || len(p.Decl) > 0 {
		return nil, false
	}
	args := p.Cmds[0].Args
	switch head := args[0].(type) {
	case *parse.PipeNode:
		if len(args) == 1 {
			return deferOptions(head)
		}
	case *parse.ChainNode:
		if id, ok := head.Node.(*parse.IdentifierNode); ok && id.Ident == "templates" && len(head.Field) == 1 &&
			head.Field[0] == "Defer" {
			return args[1:], true
		}
	}
	return nil, false
}
