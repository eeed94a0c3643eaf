package frontmatter_test

import (
	"math"
	"testing"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

func TestFloat(t *testing.T) {
	for _, c := range []struct {
		in   any
		want float64
		ok   bool
	}{
		{3, 3, true},
		{int64(-4), -4, true},
		{uint64(math.MaxUint64), math.MaxUint64, true},
		{2.5, 2.5, true},
		{"2.5", 0, false},
		{true, 0, false},
		{nil, 0, false},
	} {
		if n, ok := frontmatter.Float(c.in); n != c.want || ok != c.ok {
			t.Errorf("Float(%v) = %v, %v; want %v, %v", c.in, n, ok, c.want, c.ok)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		in   any
		want time.Duration
		ok   bool
	}{
		{uint64(90), 90 * time.Second, true},
		{90.5, 90500 * time.Millisecond, true},
		{"90.5", 90500 * time.Millisecond, true},
		{" 1:02:03.5 ", time.Hour + 2*time.Minute + 3500*time.Millisecond, true},
		{"90:00", 90 * time.Minute, true},
		{"3m20s", 200 * time.Second, true},
		{0, 0, true},
		{"0:60", 0, false},
		{"1:60:00", 0, false},
		{"1:00:61", 0, false},
		{"1.5:00", 0, false},
		{"1:2:3:4", 0, false},
		{"1:", 0, false},
		{"1e3", 0, false},
		{"-1:00", 0, false},
		{"-3m", 0, false},
		{"Inf", 0, false},
		{-1, 0, false},
		{math.NaN(), 0, false},
		{"99999999", 0, false},
		{"soon", 0, false},
		{true, 0, false},
		{nil, 0, false},
		{[]any{"1:00"}, 0, false},
	} {
		if d, ok := frontmatter.Duration(c.in); ok != c.ok || ok && d != c.want {
			t.Errorf("Duration(%v) = %v, %v; want %v, %v", c.in, d, ok, c.want, c.ok)
		}
	}
}
