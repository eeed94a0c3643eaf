package astro

import "testing"

// TestNameIn: the names are those of @expressive-code/plugin-frames 0.41.
func TestNameIn(t *testing.T) {
	for _, tt := range []struct{ line, language, want string }{
		{"// src/x.js", "js", "src/x.js"},
		{"// x.js", "ts", "x.js"},
		{"// x.js", "css", ""},
		{"/* File name: a/b.CSS */", "css", ""},
		{"<!-- src/pages/index.astro -->", "html", "src/pages/index.astro"},
		{"# .env", "sh", ".env"},
		{"# Note: ./a", "sh", "./a"},
		{"// Note: ./a", "js", ""},
		{"#!/bin/sh", "sh", ""},
		{"// @filename: a.js", "js", ""},
		{"// https://a.alt/b.js", "js", ""},
		{"// C:\\a\\b.js", "js", "C:\\a\\b.js"},
		{"// text and more", "js", ""},
		{"// ...", "js", ""},
		{"# 1.5/2", "py", ""},
		{"// ファイル：a.ts", "ts", "a.ts"},
		{"# config.toml", "toml", "config.toml"},
		{"# a.py", "py", "a.py"},
		{"const a = 1; // x.js", "js", ""},
	} {
		if got := nameIn(tt.line, tt.language); got != tt.want {
			t.Errorf("%s in %s: %q, want %q", tt.line, tt.language, got, tt.want)
		}
	}
}
