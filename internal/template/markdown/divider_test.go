package markdown

import (
	"slices"
	"testing"
)

// TestMarkDividerCopiesOnce: thousands of shortcodes in a shortcode are looked through for a divider, not copied each time.
func TestMarkDividerCopiesOnce(t *testing.T) {
	tabs := slices.Repeat([]Part{{Text: "\n"}, {Call: &Shortcode{Name: "tab", Inner: []Part{{Text: "x"}}}}}, 2000)
	if n := testing.AllocsPerRun(3, func() { MarkDivider([]Part{{Call: &Shortcode{Name: "tabs", Inner: tabs}}}) }); n > 10 {
		t.Errorf("%v allocations without a divider", n)
	}
}
