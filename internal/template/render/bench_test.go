package render

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkPage renders a page whose template reads 40 names.
func BenchmarkPage(b *testing.B) {
	var src strings.Builder
	src.WriteString("<html><body>\n")
	for i := range 10 {
		fmt.Fprintf(&src, "<p id=%d>{{ .Title }} {{ .Site.Title }} {{ .RelPermalink }}{{ if .Params.foobar }} {{ .Date.Year }}{{ end }}</p>\n", i)
	}
	src.WriteString("</body></html>\n")
	_, run, problems := newRun(b, with(map[string]string{"layouts/single.html": src.String()}))
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	w := run.Worker()
	for _, p := range run.o.Site.Pages {
		if p.Path != "/posts/a" {
			continue
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := w.Page(context.Background(), p, p.Targets[0]); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkLoad reads the templates of a small project, which every start does.
func BenchmarkLoad(b *testing.B) {
	theme, _, problems := newRun(b, with(nil))
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := Load(theme.cfg); problems.Err() != nil {
			b.Fatal(problems)
		}
	}
}
