package foreign

import (
	"fmt"
	"slices"
	"strings"
)

// Losses collects the constructs in a body that sitegen does not support, each once. The zero value is empty.
type Losses struct {
	list []Problem
	at   map[string]int
}

// Add records a construct in a line, from 1, by its name.
func (l *Losses) Add(line int, name, message, hint string) { l.AddAt(line, 0, name, message, hint) }

// AddAt is Add for a construct at a known column, from 1.
func (l *Losses) AddAt(line, column int, name, message, hint string) {
	if i, ok := l.at[name]; ok {
		l.list[i].Count++
		return
	}
	if l.at == nil {
		l.at = map[string]int{}
	}
	l.at[name] = len(l.list)
	l.list = append(l.list, Problem{
		Line: line, Column: column, Name: name, Message: message, Hint: hint, Count: 1,
	})
}

// Put records a construct that was found elsewhere.
func (l *Losses) Put(p Problem) {
	if l.Has(p.Name) {
		l.list[l.at[p.Name]].Count += max(1, p.Count)
		return
	}
	l.AddAt(p.Line, p.Column, p.Name, p.Message, p.Hint)
	l.list[len(l.list)-1] = p
}

// Has reports whether a construct was recorded.
func (l *Losses) Has(name string) bool {
	_, ok := l.at[name]
	return ok
}

// Problems returns the constructs, sorted by line.
func (l *Losses) Problems() []Problem {
	slices.SortStableFunc(l.list, func(a, b Problem) int { return a.Line - b.Line })
	return l.list
}

// Short returns the beginning of a text as one line, for messages.
func Short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// counted adds the number of occurrences to the message if there is more than one.
func (p Problem) counted() Problem {
	if p.Count > 1 {
		p.Message += fmt.Sprintf(" (%d times)", p.Count)
	}
	return p
}
