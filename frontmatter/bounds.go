package frontmatter

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxNesting is the maximum nesting depth of values in a block or document: lists, tables, and the parts of a
// dotted key. Deeper values are an error, because people do not write them and they slow down readers.
const MaxNesting = 500

// maxPath is the maximum length, in bytes, of dotted paths whose lines are recorded.
const maxPath = 1024

// tooDeep returns the error for values nested too deeply, at a byte offset of the text.
func (c *reading) tooDeep(offset int) error {
	return c.problemAt(offset, fmt.Sprintf("values are nested more than %d levels deep", MaxNesting))
}

// maxTable is the maximum number of keys in a TOML table, because go-toml searches for each key among all
// previous ones.
const maxTable = 20_000

// checkTOML finds keys and values nested too deeply, and tables that are too large, before the text is decoded.
// Decoding finds all other mistakes.
func (c *reading) checkTOML() error {
	var p unstable.Parser
	p.Reset(c.text)
	sizes := tableSizes{seen: map[uint64]bool{}, keys: map[uint64]int{}}
	table, tableAt := 0, uint64(0)
	for p.NextExpression() {
		e := p.Expression()
		parts, at, path := 0, 0, uint64(0)
		if e.Kind == unstable.KeyValue {
			path = tableAt
		}
		for it := e.Key(); it.Next(); {
			parts, at = parts+1, int(it.Node().Raw.Offset)
			var size int
			if path, size = sizes.add(path, it.Node().Data); size > maxTable {
				return c.problemAt(at, fmt.Sprintf("a table has more than %d keys", maxTable))
			}
		}
		depth := parts
		if e.Kind == unstable.KeyValue {
			depth += table + height(e.Value(), MaxNesting)
		} else {
			table, tableAt = parts, path
		}
		if depth > MaxNesting {
			return c.tooDeep(at)
		}
	}
	return nil
}

// tableSizes counts the keys of tables by hashes of their paths.
type tableSizes struct {
	seen map[uint64]bool
	keys map[uint64]int
}

// add adds a key to the table at a path, and returns the path of the key and the number of keys in the table.
func (t *tableSizes) add(table uint64, key []byte) (path uint64, size int) {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, table))
	h.Write(key)
	if path = h.Sum64(); !t.seen[path] {
		t.seen[path] = true
		t.keys[table]++
	}
	return path, t.keys[table]
}

// height returns the nesting depth of a value, at most a little more than most.
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
