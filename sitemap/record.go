package sitemap

import "bytes"

// The limits of one entry.
const (
	maxNodes = 1 << 17
	maxArena = 16 << 20 // bytes of text
)

// record is one entry of a file as written: a <url>, <sitemap>, <item>, or <entry> with its contents, in order.
type record struct {
	line  int
	nodes []node // the element itself first
	attrs []nodeAttr
	arena []byte
}

// span is a piece of record.arena.
type span struct{ from, to int }

type node struct {
	space space
	depth uint8 // 0 for the element itself
	mixed bool  // it holds text next to elements
	name  span
	text  span // decoded; empty when mixed
	attrs span // of record.attrs
}

type nodeAttr struct {
	space       space
	name, value span
}

func (r *record) name(n *node) []byte { return r.arena[n.name.from:n.name.to] }

// text returns the trimmed text of an element.
func (r *record) text(n *node) []byte { return bytes.TrimSpace(r.arena[n.text.from:n.text.to]) }

// attr returns the value of an attribute without a namespace.
func (r *record) attr(n *node, name string) (value []byte, ok bool) {
	for _, a := range r.attrs[n.attrs.from:n.attrs.to] {
		if a.space == spaceNone && string(r.arena[a.name.from:a.name.to]) == name {
			return r.arena[a.value.from:a.value.to], true
		}
	}
	return nil, false
}

// end returns the index after the descendants of node i.
func (r *record) end(i int) int {
	depth := r.nodes[i].depth
	for i++; i < len(r.nodes) && r.nodes[i].depth > depth; i++ {
	}
	return i
}

func (r *record) append(b []byte) span {
	from := len(r.arena)
	r.arena = append(r.arena, b...)
	return span{from, len(r.arena)}
}

// fill reads the element whose start tag the scanner has just found, with its contents.
func (r *record) fill(s *scanner) error {
	r.line = s.line()
	r.nodes, r.attrs, r.arena = r.nodes[:0], r.attrs[:0], r.arena[:0]
	var path [maxDepth]int // nodes from the first to the open one
	depth := 0
	if err := r.push(s, 0); err != nil {
		return err
	}
	for {
		tok, err := s.next()
		if err != nil {
			return err
		}
		switch tok {
		case tokenStart:
			depth++
			path[depth] = len(r.nodes)
			parent := &r.nodes[path[depth-1]]
			if len(bytes.TrimSpace(r.arena[parent.text.from:parent.text.to])) > 0 {
				parent.mixed = true
			}
			parent.text.to = parent.text.from
			if err := r.push(s, depth); err != nil {
				return err
			}
		case tokenEnd:
			if depth == 0 {
				return nil
			}
			depth--
		case tokenText:
			if err := r.addText(s, path[depth]); err != nil {
				return err
			}
		}
	}
}

// push adds the current element.
func (r *record) push(s *scanner, depth int) error {
	if len(r.nodes) == maxNodes {
		return s.fail("XML", "more than %d elements in one entry", maxNodes)
	}
	n := node{space: s.space, depth: uint8(depth), name: r.append(s.name)}
	n.attrs.from = len(r.attrs)
	for _, a := range s.attrs {
		name := r.append(a.name)
		from := len(r.arena)
		var ok bool
		if r.arena, ok = appendDecoded(r.arena, a.value); !ok {
			return s.fail("XML", "an entity that is not known in the attribute %q", a.name)
		}
		r.attrs = append(r.attrs, nodeAttr{a.space, name, span{from, len(r.arena)}})
	}
	n.attrs.to = len(r.attrs)
	n.text = span{len(r.arena), len(r.arena)}
	r.nodes = append(r.nodes, n)
	return r.bound(s)
}

func (r *record) bound(s *scanner) error {
	if len(r.arena) > maxArena {
		return s.fail("XML", "an entry of more than %d bytes", maxArena)
	}
	return nil
}

// addText appends text to the open node i.
func (r *record) addText(s *scanner, i int) error {
	n := &r.nodes[i]
	if i < len(r.nodes)-1 { // it has elements already
		n.mixed = n.mixed || len(bytes.TrimSpace(s.text)) > 0
		return nil
	}
	if s.cdata {
		r.arena = append(r.arena, s.text...)
	} else {
		var ok bool
		if r.arena, ok = appendDecoded(r.arena, s.text); !ok {
			return s.fail("XML", "an entity that is not known in <%s>", r.name(n))
		}
	}
	n.text.to = len(r.arena)
	return r.bound(s)
}
