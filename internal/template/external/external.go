// Package external converts texts to HTML with external programs: AsciiDoc with Asciidoctor, reStructuredText with
// Docutils, and the formats of Pandoc. The caller decides which programs may run.
// https://gohugo.io/content-management/formats/
package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/assets/nodetool"
)

// Text is a text to convert, with the settings of its program.
type Text struct {
	Notation string // "asciidoc", "rst" or "pandoc" // required
	Source   string
	Args     []string // additional arguments of the program
	Folder   string   // absolute path of the folder in which it runs // required

	Env  map[string]string          // variables in addition to those of this process
	Keep func(variable string) bool // which variables of this process it sees; nil: all

	// Date is the time of the conversion, as the text sees it. Default: the beginning of 1970.
	Date time.Time
}

// program is a program that converts a notation.
type program struct {
	names   []string // the first one that is installed runs
	args    []string
	stdin   []string // arguments to read the text from standard input
	install string   // where to get it
}

var programs = map[string]program{
	"asciidoc": {[]string{"asciidoctor"}, []string{"--no-header-footer"}, []string{"-"}, "https://asciidoctor.org/"},
	"rst": {
		[]string{"rst2html", "rst2html.py"},
		[]string{"--leave-comments", "--initial-header-level=2"},
		nil,
		"https://docutils.sourceforge.io/",
	},
	"pandoc": {[]string{"pandoc"}, []string{"--mathjax", "--citeproc"}, nil, "https://pandoc.org/installing.html"},
}

// Find returns the path of the program for a notation.
func Find(notation string) (string, error) {
	p := programs[notation]
	for _, name := range p.names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s was found on the PATH: install it from %s", p.names[0], p.install)
}

// Convert returns the HTML of a text, and the warnings of the program, one message per line.
func Convert(ctx context.Context, t *Text) (html string, warnings []string, err error) {
	path, err := Find(t.Notation)
	if err != nil {
		return "", nil, err
	}
	p := programs[t.Notation]
	cmd := exec.CommandContext(ctx, path, slices.Concat(t.Args, p.args, p.stdin)...)
	cmd.Dir, cmd.Env = t.Folder, t.environment(cmd.Environ())
	cmd.Stdin = strings.NewReader(t.Source)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	text := strings.TrimSpace(strings.ReplaceAll(said.String(), "\r", ""))
	if err != nil {
		if text != "" {
			err = errors.New(text)
		}
		return "", nil, fmt.Errorf("%s: %w", p.names[0], err)
	}
	if text != "" {
		warnings = strings.Split(text, "\n")
	}
	html = strings.ReplaceAll(out.String(), "\r", "")
	if t.Notation == "rst" {
		html = body(html)
	}
	return html, warnings, nil
}

// environment returns the variables that the program sees. Programs use SOURCE_DATE_EPOCH as the time
// (https://reproducible-builds.org/specs/source-date-epoch/).
func (t *Text) environment(process []string) []string {
	seconds := int64(0)
	if !t.Date.IsZero() {
		seconds = t.Date.Unix()
	}
	return nodetool.Environment(process, t.Env, t.Keep, "SOURCE_DATE_EPOCH="+strconv.FormatInt(seconds, 10), "TZ=UTC")
}

// body returns the content of the body element of a document.
func body(document string) string {
	if _, rest, ok := strings.Cut(document, "<body>\n"); ok {
		document = rest
	}
	document, _, _ = strings.Cut(document, "\n</body>")
	return document
}

// ReadsFiles reports whether a text may make its program read other files.
func ReadsFiles(t *Text) bool {
	if t.Notation == "asciidoc" && len(t.Args) > 0 {
		return true // because of extensions and attributes
	}
	return slices.ContainsFunc([]string{"include", ":file:", ":url:", "data-uri", "bibliography", "csl"},
		func(mark string) bool {
			return strings.Contains(t.Source, mark)
		})
}
