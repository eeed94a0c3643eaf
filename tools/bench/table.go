package main

import (
	"fmt"
	"strings"
)

// table is a Markdown table with a row for each thing that was measured: the figures of each program, and, of the first
// so many figures, how the last program compares with the first.
type table struct {
	programs []*copied
	figures  []string
	ratios   int
	rows     []string
	names    []string      // of the rows
	values   [][][]float64 // by row, program and figure
}

// row adds the figures of each program; NaN, infinite and zero ones are left out.
func (t *table) row(name string, of [][]float64) {
	t.names, t.values = append(t.names, name), append(t.values, of)
	cells := []string{name}
	for f := range t.figures {
		for _, figures := range of {
			cells = append(cells, number(figures[f], strings.Contains(t.figures[f], "/")))
		}
		if len(of) > 1 && f < t.ratios {
			cells = append(cells, number(of[len(of)-1][f]/of[0][f], true))
		}
	}
	t.rows = append(t.rows, strings.Join(cells, " | "))
}

func (t *table) String() string {
	var heads []string
	for f, figure := range t.figures {
		for _, p := range t.programs {
			if len(t.programs) > 1 {
				heads = append(heads, p.name+" "+figure)
			} else {
				heads = append(heads, figure)
			}
		}
		if n := len(t.programs); n > 1 && f < t.ratios {
			heads = append(heads, t.programs[n-1].name+" / "+t.programs[0].name)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n|---|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s |\n", r)
	}
	return b.String()
}

// number writes a figure with two or three digits that say something; a small ratio as a fraction of one.
func number(x float64, ratio bool) string {
	switch {
	case !(x > 0) || x > 1e12: // not measured
		return ""
	case ratio && x < 0.3:
		return "1/" + number(1/x, false)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
