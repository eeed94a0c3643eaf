package foreign

import (
	"fmt"
	"slices"
)

// Losses are the things in a body that have no meaning here, each once. The zero value has none.
type Losses struct {
	list []Problem
	at   map[string]int
}

// Add notes a thing in a line, from 1, by its name.
func (l *Losses) Add(line int, name, message, hint string) {
	if i, ok := l.at[name]; ok {
		l.list[i].Count++
		return
	}
	if l.at == nil {
		l.at = map[string]int{}
	}
	l.at[name] = len(l.list)
	l.list = append(l.list, Problem{Line: line, Name: name, Message: message, Hint: hint, Count: 1})
}

// Has reports whether a thing was noted.
func (l *Losses) Has(name string) bool {
	_, ok := l.at[name]
	return ok
}

// Problems returns the things by their lines.
func (l *Losses) Problems() []Problem {
	slices.SortStableFunc(l.list, func(a, b Problem) int { return a.Line - b.Line })
	return l.list
}

// counted says how many there are, of more than one.
func (p Problem) counted() Problem {
	if p.Count > 1 {
		p.Message += fmt.Sprintf(" (%d times)", p.Count)
	}
	return p
}
