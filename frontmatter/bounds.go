package frontmatter

import (
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxNesting bounds how deep values lie in each other in a block or document: lists, tables, and the parts of a dotted
// key. What is deeper is an error: people do not write it, and it makes readers of any kind slow.
const MaxNesting = 500

// maxPath bounds the dotted paths whose lines are noted, in bytes.
const maxPath = 1024

// tooDeep is the error of values that lie too deep, at a byte offset of the text.
func (c *reading) tooDeep(offset int) error {
	return c.problemAt(offset, fmt.Sprintf("values lie more than %d deep in each other", MaxNesting))
}

// checkTOML looks for keys and values that lie too deep before the text is decoded. Other mistakes are found then.
func (c *reading) checkTOML() error {
	var p unstable.Parser
	p.Reset(c.text)
	table := 0
	for p.NextExpression() {
		e := p.Expression()
		parts, at := 0, 0
		for it := e.Key(); it.Next(); {
			parts, at = parts+1, int(it.Node().Raw.Offset)
		}
		depth := parts
		if e.Kind == unstable.KeyValue {
			depth += table + height(e.Value(), MaxNesting)
		} else {
			table = parts
		}
		if depth > MaxNesting {
			return c.tooDeep(at)
		}
	}
	return nil
}

// height is how deep values lie in a value, at most a little more than most.
func height(n *unstable.Node, most int) int {
	if most < 0 || n == nil || n.Kind != unstable.Array && n.Kind != unstable.InlineTable && n.Kind != unstable.KeyValue {
		return 0
	}
	deepest := 0
	if n.Kind == unstable.KeyValue {
		parts := 0
		for it := n.Key(); it.Next(); {
			parts++
		}
		return parts + height(n.Value(), most-parts)
	}
	if n.Kind == unstable.Array {
		most--
	}
	for it := n.Children(); it.Next(); {
		deepest = max(deepest, height(it.Node(), most))
	}
	if n.Kind == unstable.Array {
		deepest++
	}
	return deepest // of a table its keys count
}
