package tmpl

import (
	"strings"
	"testing"
	"time"
)

// TestBounds executes templates that would run, or grow, without end. Each ends soon, with an error at its place.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a range over a number", `{{ range 2000000000 }}{{ end }}`, "1:10: the templates of one page repeat more than 20000000 times"},
		{"ranges in ranges", `{{ $a := seq 1000000 }}{{ range $a }}{{ range $a }}{{ end }}{{ end }}`, "the templates of one page repeat more than"},
		{"output", `{{ $s := strings.Repeat 60000000 "x" }}{{ $s }}{{ $s }}`, "prints more than 64 MB"},
		{"a text that doubles", `{{ $s := "x" }}{{ range seq 60 }}{{ $s = print $s $s }}{{ end }}`, "is longer than 64 MB"},
		{"a list that doubles", `{{ $a := slice 1 }}{{ range seq 40 }}{{ $a = append $a $a }}{{ end }}`, "is longer than 16777216"},
		{"repeated text", `{{ strings.Repeat 2000000000 "abcdefgh" }}`, "cannot repeat a string"},
		{"replaced text", `{{ $s := strings.Repeat 1000000 "a" }}{{ replace $s "a" $s }}`, "cannot write 1000000 bytes in 1000000 places"},
		{"replaced by an expression", `{{ $s := strings.Repeat 1000000 "a" }}{{ replaceRE "a" $s $s }}`, "the result is longer than 64 MB"},
		{"templates that call each other", `{{ template "a" 40 }}{{ define "a" }}{{ if gt . 0 }}{{ template "a" (sub . 1) }}{{ template "a" (sub . 1) }}{{ end }}{{ end }}`, "the templates of one page repeat more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			_, _, _, err := eval(t, c.text, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %.300v, want %s", err, c.want)
			}
			t.Log(time.Since(start))
		})
	}
}
