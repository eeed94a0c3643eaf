package funcs

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/sitegen/sitegen/frontmatter"
)

// maxCells limits the cells of a CSV text; a row that becomes a map counts as mapCells more. A text of empty cells
// takes up to a hundred times its size in memory.
const (
	maxCells = 10_000_000
	mapCells = 8
)

// readCSV returns the rows of a text. name is the name of its file, for messages.
func readCSV(r *csv.Reader, name string, asMaps bool) ([][]string, error) {
	var rows [][]string
	for cells := 0; ; {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if cells += len(row); asMaps {
			cells += mapCells
		}
		if cells > maxCells {
			line, col := r.FieldPos(0)
			return nil, &frontmatter.Error{
				File: name, Line: line, Col: col, Rule: "syntax",
				Message: fmt.Sprintf("the CSV has more than %d cells; rows that become maps count as %d more", maxCells, mapCells),
				Hint:    "split the file",
			}
		}
		rows = append(rows, row)
	}
}
