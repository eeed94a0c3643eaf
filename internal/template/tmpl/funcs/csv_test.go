package funcs

import (
	"encoding/csv"
	"strings"
	"testing"
)

// TestManyCells: a CSV text of a few megabytes that would take gigabytes is an error with file and line.
func TestManyCells(t *testing.T) {
	read := func(text string, asMaps bool) ([][]string, error) {
		return readCSV(csv.NewReader(strings.NewReader(text)), "a.csv", asMaps)
	}
	want := "a.csv:1111112:1: the CSV has more than 10000000 cells; rows that become maps count as 8 more"
	if _, err := read(strings.Repeat("a\n", 1_250_000), true); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if rows, err := read(strings.Repeat("a,b\n", 1000), true); err != nil || len(rows) != 1000 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
