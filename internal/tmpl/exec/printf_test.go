package exec

import (
	"strings"
	"testing"
)

func TestPrintf(t *testing.T) {
	for _, tt := range []struct {
		format string
		args   []any
		want   string // "": refused
	}{
		{"%5d|%-5s|%.2f|%%|%03[1]d", []any{7, "a", 1.5}, "    7|a    |1.50|%|007"},
		{"%*d", []any{4, 7}, "   7"},
		{strings.Repeat("%1000000[1]d", 100), []any{1}, ""},
		{strings.Repeat("%.1000000d", 100), []any{1}, ""},
		{strings.Repeat("%-1000000.1000000d", 40), []any{1}, ""},
		{strings.Repeat("%[1]*[2]d", 100), []any{1_000_000, 1}, ""},
		{strings.Repeat("%", 1000), nil, strings.Repeat("%", 500)},
	} {
		got, err := Printf(tt.format, tt.args...)
		if (err != nil) != (tt.want == "") || err == nil && got != tt.want {
			t.Errorf("%.40q: %.100q, %v", tt.format, got, err)
		}
	}
}
