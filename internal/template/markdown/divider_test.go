package markdown

import (
	"slices"
	"testing"
)

// TestMarkDividerCopiesOnce: thousands of nested shortcodes are searched for a divider without a copy for each.
func TestMarkDividerCopiesOnce(t *testing.T) {
	tabs := slices.Repeat([]Part{{Text: "\n"}, {Call: &Shortcode{Name: "tab", Inner: []Part{{Text: "x"}}}}}, 2000)
	if n := testing.AllocsPerRun(3, func() { MarkDivider([]Part{{Call: &Shortcode{Name: "tabs", Inner: tabs}}}) }); n > 10 {
		t.Errorf("%v allocations without a divider", n)
	}
}
