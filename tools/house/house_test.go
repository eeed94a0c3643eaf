package main

import "testing"

func TestBackwards(t *testing.T) {
	for _, c := range []struct {
		name   string
		arrows [][2]string
		want   int
	}{
		{"a chain", [][2]string{{"a", "b"}, {"b", "c"}, {"a", "c"}}, 0},
		{"a pair that uses each other", [][2]string{{"a", "b"}, {"b", "a"}}, 1},
		{"a circle of three", [][2]string{{"a", "b"}, {"b", "c"}, {"c", "a"}}, 1},
		{"two circles", [][2]string{{"a", "b"}, {"b", "a"}, {"b", "c"}, {"c", "d"}, {"d", "c"}}, 2},
		{"a hub that calls back", [][2]string{{"hub", "a"}, {"hub", "b"}, {"hub", "c"}, {"a", "hub"}}, 1},
	} {
		arrows := map[[2]string]bool{}
		for _, a := range c.arrows {
			arrows[a] = true
		}
		if got := backwards(arrows); got != c.want {
			t.Errorf("%s: %d backwards, want %d", c.name, got, c.want)
		}
	}
}

func TestCodeLines(t *testing.T) {
	src := "// Package a is not code.\npackage a\n\nvar text = `one\ntwo`\n\n/* no\ncode */\nfunc f() { // code\n}\n"
	if got := codeLines([]byte(src)); got != 5 {
		t.Errorf("%d lines of code, want 5", got)
	}
}
