package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// report takes what was measured: tables of Markdown, printed as they come, or one JSON array at the end.
type report struct {
	out     io.Writer
	json    bool
	shape   string
	posts   int
	figures []figure
}

// figure is what one program took for one step, by names with units: "CPU s", "peak MB". What was not measured is left
// out.
type figure struct {
	Shape   string             `json:"shape"`
	Posts   int                `json:"posts"`
	What    string             `json:"what"` // "builds", "pages", or "preview"
	Step    string             `json:"step"`
	Program string             `json:"program"`
	Figures map[string]float64 `json:"figures"`
}

// begin begins a site.
func (r *report) begin(s shape, posts int) {
	r.shape, r.posts = s.name, posts
	r.say("\n### %s: %s, %d posts\n", s.name, s.title, posts)
}

// say prints a line for people.
func (r *report) say(format string, args ...any) {
	if !r.json {
		fmt.Fprintf(r.out, format, args...)
	}
}

// add takes a table.
func (r *report) add(what string, t *table) {
	r.say("\n%s", t)
	for i, name := range t.names {
		for p, c := range t.programs {
			f := figure{Shape: r.shape, Posts: r.posts, What: what, Step: name, Program: c.name, Figures: map[string]float64{}}
			for n, unit := range t.figures {
				if x := t.values[i][p][n]; x > 0 && !math.IsInf(x, 0) {
					f.Figures[unit] = x
				}
			}
			r.figures = append(r.figures, f)
		}
	}
}

// end writes the array.
func (r *report) end() error {
	if !r.json {
		return nil
	}
	e := json.NewEncoder(r.out)
	e.SetIndent("", "  ")
	return e.Encode(r.figures)
}
