package external

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fake puts programs on the PATH that print their arguments, some variables, and the text.
func fake(t *testing.T, names ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir := t.TempDir()
	for _, name := range names {
		script := "#!/bin/sh\necho \"" + name + " $* $SOURCE_DATE_EPOCH $SECRET\"\n[ -z \"$FAIL\" ] || { echo wrong >&2; exit 3; }\necho odd >&2\nprintf '<body>\\n'\n/bin/cat\nprintf '\\n</body>'\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	t.Setenv("SECRET", "secret")
}

func TestConvert(t *testing.T) {
	fake(t, "asciidoctor", "rst2html.py", "pandoc")
	for _, c := range []struct {
		text Text
		want string
	}{
		{Text{Notation: "asciidoc", Source: "a\r\nb", Args: []string{"-a", "x"}, Date: time.Unix(7, 0)}, "asciidoctor -a x --no-header-footer - 7 secret\n<body>\na\nb\n</body>"},
		{Text{Notation: "rst", Source: "a"}, "a"},
		{Text{Notation: "pandoc", Source: "a", Keep: func(name string) bool { return name == "PATH" }}, "pandoc --mathjax --citeproc 0 \n<body>\na\n</body>"},
	} {
		c.text.Folder = t.TempDir()
		got, warnings, err := Convert(context.Background(), &c.text)
		if got != c.want || err != nil || strings.Join(warnings, "|") != "odd" {
			t.Errorf("%s: got %q, %v, %v, want %q", c.text.Notation, got, warnings, err, c.want)
		}
	}
	_, _, err := Convert(context.Background(), &Text{Notation: "pandoc", Folder: t.TempDir(), Env: map[string]string{"FAIL": "1"}})
	if err == nil || err.Error() != "pandoc: wrong" {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Find("rst"); err == nil || err.Error() != "no rst2html was found on the PATH: install it from https://docutils.sourceforge.io/" {
		t.Error(err)
	}
}

func TestAsciiDocArgs(t *testing.T) {
	args, ignored := AsciiDocArgs(map[string]any{
		"backend": "html5s", "extensions": []any{"asciidoctor-diagram", "./mine.rb"}, "safemode": "safe", "failurelevel": "never",
		"attributes": map[string]any{"toc": true, "icons": false, "my": 3, "outdir": "/"}, "sectionnumbers": true, "trace": false,
	})
	want := []string{"-b", "html5s", "-r", "asciidoctor-diagram", "-a", "!icons", "-a", "my=3", "-a", "toc", "--section-numbers", "--safe-mode", "safe"}
	if diff := cmp.Diff(want, args); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"extensions: ./mine.rb", "attributes.outdir", "failurelevel = never"}, ignored); diff != "" {
		t.Error(diff)
	}
}

func TestReadsFiles(t *testing.T) {
	for _, c := range []struct {
		text Text
		want bool
	}{
		{Text{Notation: "asciidoc", Source: "a"}, false},
		{Text{Notation: "asciidoc", Source: "a", Args: []string{"-r", "x"}}, true},
		{Text{Notation: "asciidoc", Source: "include::b.adoc[]"}, true},
		{Text{Notation: "rst", Source: ".. csv-table::\n   :file: a.csv"}, true},
		{Text{Notation: "pandoc", Source: "bibliography"}, true},
	} {
		if got := ReadsFiles(&c.text); got != c.want {
			t.Errorf("%+v: got %v", c.text, got)
		}
	}
}
