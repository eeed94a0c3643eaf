// Command lower rewrites a WebAssembly module that C++ was compiled to, so that it needs no exception handling: a
// function that throws sets a flag and returns, and who calls it looks at the flag.
//
//	lower IN.wasm OUT.wasm STEPS
//
// Each turn of a loop is a step, and each call of a function that calls others, so that recursion counts, too. When the
// steps, which are the global steps, are used up, the program stops.
// The input uses try_table, throw and throw_ref with one tag that carries one i32, and no SIMD; an exnref becomes that
// i32.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: lower IN.wasm OUT.wasm STEPS")
	}
	steps, err := strconv.ParseInt(os.Args[3], 10, 32)
	if err != nil {
		log.Fatal(err)
	}
	in, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out := lower(in, steps)
	if err := os.WriteFile(os.Args[2], out, 0o644); err != nil {
		log.Fatal(err)
	}
}

// Sections, by number.
const (
	sectionType   = 1
	sectionImport = 2
	sectionFunc   = 3
	sectionGlobal = 6
	sectionExport = 7
	sectionElem   = 9
	sectionCode   = 10
	sectionTag    = 13
)

const (
	exnref = 0x69
	i32    = 0x7f
)

type reader struct {
	data []byte
	at   int
}

func (r *reader) byte() byte {
	r.at++
	return r.data[r.at-1]
}

func (r *reader) uint() int {
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		log.Fatal("a number that is none")
	}
	r.at += n
	return int(v)
}

// signed passes over a signed number.
func (r *reader) signed() {
	for r.byte()&0x80 != 0 {
	}
}

func (r *reader) bytes(n int) []byte {
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) name() { r.bytes(r.uint()) }

type module struct {
	types     [][2][]byte // parameters and results
	imported  int         // functions
	functions []int       // types of all functions, by number
	globals   int
	table     []int // functions that are called through tables

	throws     []bool // by function
	calls      []bool // by function: it calls others
	throwsType []bool // of what is called through tables, by type

	flag, value, steps int // globals: whether something is thrown, and what; how much may be done yet
}

func lower(in []byte, steps int64) []byte {
	if !bytes.HasPrefix(in, []byte("\x00asm\x01\x00\x00\x00")) {
		log.Fatal("not a module")
	}
	type section struct {
		id   byte
		data []byte
	}
	var sections []section
	m := &module{}
	for r := (&reader{in, 8}); r.at < len(in); {
		s := section{id: r.byte()}
		s.data = r.bytes(r.uint())
		sections = append(sections, s)
		m.read(s.id, &reader{data: s.data})
	}
	m.flag, m.value, m.steps = m.globals, m.globals+1, m.globals+2
	for _, s := range sections {
		if s.id == sectionCode {
			m.analyze(s.data)
		}
	}
	out := bytes.Clone(in[:8])
	for _, s := range sections {
		switch s.id {
		case sectionTag:
			continue
		case sectionType:
			s.data = m.writeTypes()
		case sectionGlobal:
			r := &reader{data: s.data}
			n := r.uint()
			zero := []byte{i32, 1, 0x41, 0, 0x0b}
			s.data = slices.Concat(number(n+3), s.data[r.at:], zero, zero, []byte{i32, 1, 0x41}, signed(steps), []byte{0x0b})
		case sectionExport:
			r := &reader{data: s.data}
			n := r.uint()
			s.data = slices.Concat(number(n+1), s.data[r.at:], number(len("steps")), []byte("steps\x03"), number(m.steps))
		case sectionCode:
			s.data = m.code(s.data)
		}
		out = append(out, s.id)
		out = append(out, number(len(s.data))...)
		out = append(out, s.data...)
	}
	return out
}

func number(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// signed writes a number as instructions have it: LEB128.
func signed(n int64) (out []byte) {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

func (m *module) read(id byte, r *reader) {
	switch id {
	case sectionType:
		for range r.uint() {
			if r.byte() != 0x60 {
				log.Fatal("not the type of a function")
			}
			var t [2][]byte
			for i := range t {
				t[i] = bytes.ReplaceAll(r.bytes(r.uint()), []byte{exnref}, []byte{i32})
			}
			m.types = append(m.types, t)
		}
	case sectionImport:
		for range r.uint() {
			r.name()
			r.name()
			if r.byte() != 0 {
				log.Fatal("an import that is not a function")
			}
			m.functions = append(m.functions, r.uint())
			m.imported++
		}
	case sectionFunc:
		for range r.uint() {
			m.functions = append(m.functions, r.uint())
		}
	case sectionGlobal:
		m.globals = r.uint()
	case sectionElem:
		for range r.uint() {
			if r.uint() != 0 {
				log.Fatal("elements of a kind that is not known")
			}
			if r.byte() != 0x41 {
				log.Fatal("elements that begin somewhere else")
			}
			r.signed()
			r.byte()
			for range r.uint() {
				m.table = append(m.table, r.uint())
			}
		}
	case sectionTag:
		if r.uint() != 1 {
			log.Fatal("more than one tag")
		}
	}
}

func (m *module) writeTypes() []byte {
	out := number(len(m.types))
	for _, t := range m.types {
		out = append(out, 0x60)
		for _, list := range t {
			out = append(out, number(len(list))...)
			out = append(out, list...)
		}
	}
	return out
}

// analyze finds which functions may throw.
func (m *module) analyze(code []byte) {
	m.throws, m.calls = make([]bool, len(m.functions)), make([]bool, len(m.functions))
	m.throwsType = make([]bool, len(m.types))
	calls := make([][]int, len(m.functions))
	indirect := make([][]int, len(m.functions))
	r := &reader{data: code}
	for i := range r.uint() {
		f := m.imported + i
		b := &reader{data: r.bytes(r.uint())}
		locals(b)
		for b.at < len(b.data) {
			op := b.byte()
			start := b.at
			immediates(op, b)
			imm := &reader{data: b.data, at: start}
			switch op {
			case 0x08, 0x0a:
				m.throws[f] = true
			case 0x10:
				m.calls[f] = true
				calls[f] = append(calls[f], imm.uint())
			case 0x11:
				m.calls[f] = true
				indirect[f] = append(indirect[f], imm.uint())
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.table {
			if t := m.functions[f]; m.throws[f] && !m.throwsType[t] {
				// Types that are equal are one type, whatever their numbers.
				for i := range m.types {
					if bytes.Equal(m.types[i][0], m.types[t][0]) && bytes.Equal(m.types[i][1], m.types[t][1]) {
						m.throwsType[i] = true
					}
				}
				changed = true
			}
		}
		for f := range m.functions {
			if m.throws[f] {
				continue
			}
			if slices.ContainsFunc(calls[f], func(to int) bool { return m.throws[to] }) ||
				slices.ContainsFunc(indirect[f], func(t int) bool { return m.throwsType[t] }) {
				m.throws[f], changed = true, true
			}
		}
	}
	n := 0
	for _, t := range m.throws {
		if t {
			n++
		}
	}
	fmt.Fprintf(os.Stderr, "%d of %d functions may throw\n", n, len(m.functions))
}

func (m *module) code(code []byte) []byte {
	r := &reader{data: code}
	n := r.uint()
	out := number(n)
	for i := range n {
		f := m.function(m.imported+i, &reader{data: r.bytes(r.uint())})
		out = append(out, number(len(f))...)
		out = append(out, f...)
	}
	return out
}

// locals passes over the locals of a function, and makes numbers of references to exceptions.
func locals(r *reader) {
	for range r.uint() {
		r.uint()
		if t := r.byte(); t == exnref {
			r.data[r.at-1] = i32
		}
	}
}

// frame is a block that is open.
type frame struct {
	level   int // of its label in what is written
	handler int // level of the label where what is thrown in it goes; 0 when it is not a try
	clauses []clause
}

type clause struct {
	kind  byte
	level int // where it goes
}

// function rewrites a function.
func (m *module) function(f int, r *reader) []byte {
	locals(r)
	out := bytes.Clone(r.data[:r.at])
	level := 0 // number of labels that are open in what is written, less one
	frames := []frame{{}}
	throws := m.throws[f]
	if throws {
		out = append(out, 0x02, 0x40) // what is thrown goes to the end of this block
		level = 1
		frames[0].handler = 1
	}
	handler := func() int {
		for _, fr := range slices.Backward(frames) {
			if fr.handler > 0 {
				return fr.handler
			}
		}
		return 0
	}
	look := func() {
		out = append(out, 0x23)
		out = append(out, number(m.flag)...)
		out = append(out, 0x0d)
		out = append(out, number(level-handler())...)
	}
	label := func(depth int) int { return level - frames[len(frames)-1-depth].level }
	get := func(global int) {
		out = append(out, 0x23)
		out = append(out, number(global)...)
	}
	set := func(global int) {
		out = append(out, 0x24)
		out = append(out, number(global)...)
	}
	step := func() {
		get(m.steps)
		out = append(out, 0x45, 0x04, 0x40, 0x00, 0x0b) // if there are none: unreachable
		get(m.steps)
		out = append(out, 0x41, 1, 0x6b)
		set(m.steps)
	}
	if m.calls[f] {
		step()
	}
	for r.at < len(r.data) {
		start := r.at
		op := r.byte()
		switch op {
		case 0x02, 0x03, 0x04: // block, loop, if
			immediates(op, r)
			level++
			frames = append(frames, frame{level: level})
			out = append(out, op)
			out = append(out, blockType(r.data[start+1:r.at])...)
			if op == 0x03 {
				step()
			}
		case 0x1f: // try_table
			typeAt := r.at
			immediates(0x02, r)
			kind := blockType(r.data[typeAt:r.at])
			if kind[0] < 0x40 && len(m.types[(&reader{data: kind}).uint()][0]) > 0 {
				log.Fatal("a try with parameters")
			}
			fr := frame{level: level + 1, handler: level + 2}
			for range r.uint() {
				c := clause{kind: r.byte()}
				if c.kind < 2 {
					r.uint()
				}
				c.level = frames[len(frames)-1-r.uint()].level
				fr.clauses = append(fr.clauses, c)
			}
			level += 2
			frames = append(frames, fr)
			out = append(out, 0x02)
			out = append(out, kind...)
			out = append(out, 0x02, 0x40)
		case 0x0b: // end
			fr := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			switch {
			case len(frames) == 0 && throws:
				out = append(out, 0x0f, 0x0b)
				for _, t := range m.types[m.functions[f]][1] {
					switch t {
					case 0x7f:
						out = append(out, 0x41, 0)
					case 0x7e:
						out = append(out, 0x42, 0)
					case 0x7d:
						out = append(out, 0x43, 0, 0, 0, 0)
					case 0x7c:
						out = append(out, 0x44, 0, 0, 0, 0, 0, 0, 0, 0)
					default:
						log.Fatal("a result of a type that is not known")
					}
				}
			case fr.handler > 0 && len(frames) > 0:
				out = append(out, 0x0c, 1) // the results go out
				out = append(out, 0x0b)
				level--
				if len(fr.clauses) == 0 {
					log.Fatal("a try without a catch")
				}
				c := fr.clauses[0] // with one tag the first takes all
				out = append(out, 0x41, 0)
				set(m.flag)
				switch c.kind {
				case 0, 3:
					get(m.value)
				case 1:
					get(m.value)
					get(m.value)
				}
				out = append(out, 0x0c)
				out = append(out, number(level-c.level)...)
				level--
			default:
				level--
			}
			out = append(out, 0x0b)
		case 0x08, 0x0a: // throw, throw_ref
			immediates(op, r)
			set(m.value)
			out = append(out, 0x41, 1)
			set(m.flag)
			out = append(out, 0x0c)
			out = append(out, number(level-handler())...)
		case 0x0c, 0x0d: // br, br_if
			out = append(out, op)
			out = append(out, number(label(r.uint()))...)
		case 0x0e: // br_table
			n := r.uint()
			out = append(out, op)
			out = append(out, number(n)...)
			for range n + 1 {
				out = append(out, number(label(r.uint()))...)
			}
		case 0x10, 0x11: // call, call_indirect
			to := (&reader{data: r.data, at: r.at}).uint()
			immediates(op, r)
			out = append(out, r.data[start:r.at]...)
			if op == 0x10 && m.throws[to] || op == 0x11 && m.throwsType[to] {
				look()
			}
		case 0xd0: // ref.null
			if r.byte() != exnref {
				out = append(out, r.data[start:r.at]...)
			} else {
				out = append(out, 0x41, 0)
			}
		default:
			immediates(op, r)
			out = append(out, r.data[start:r.at]...)
		}
	}
	return out
}

func blockType(b []byte) []byte {
	if len(b) == 1 && b[0] == exnref {
		return []byte{i32}
	}
	return b
}

// immediates passes over what follows an opcode.
func immediates(op byte, r *reader) {
	switch {
	case op == 0x02, op == 0x03, op == 0x04:
		r.signed()
	case op == 0x1f:
		r.signed()
		for range r.uint() {
			if r.byte() < 2 {
				r.uint()
			}
			r.uint()
		}
	case op == 0x08, op == 0x0c, op == 0x0d, op == 0x10, op >= 0x20 && op <= 0x26, op == 0xd2:
		r.uint()
	case op == 0x0e:
		for range r.uint() + 1 {
			r.uint()
		}
	case op == 0x11:
		r.uint()
		r.uint()
	case op == 0x1c:
		for range r.uint() {
			r.byte()
		}
	case op >= 0x28 && op <= 0x3e:
		r.uint()
		r.uint()
	case op == 0x3f, op == 0x40, op == 0xd0:
		r.byte()
	case op == 0x41, op == 0x42:
		r.signed()
	case op == 0x43:
		r.bytes(4)
	case op == 0x44:
		r.bytes(8)
	case op == 0xfc:
		switch sub := r.uint(); {
		case sub < 8:
		case sub == 8, sub == 10, sub == 12, sub == 14:
			r.uint()
			r.uint()
		case sub == 9, sub == 11, sub == 13, sub >= 15 && sub <= 17:
			r.uint()
		default:
			log.Fatalf("opcode fc %d is not known", sub)
		}
	case op == 0x00, op == 0x01, op == 0x05, op == 0x0a, op == 0x0b, op == 0x0f, op == 0x1a, op == 0x1b,
		op >= 0x45 && op <= 0xc4, op == 0xd1:
	default:
		log.Fatalf("opcode %x is not known", op)
	}
}
