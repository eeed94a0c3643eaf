package render

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// programs puts programs on the PATH that print their arguments and the text, and report the words after "say:" in it.
func programs(t *testing.T, names ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	const script = "#!/bin/sh\n" + `text=$(/bin/cat); echo "NAME $* $SOURCE_DATE_EPOCH"; echo "$text"
case "$text" in *say:*) echo "${text#*say:}" >&2;; esac
case "$text" in *fail*) exit 1;; esac
`
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Replace(script, "NAME", name, 1)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// TestExternalPrograms: which program converts a page, with which arguments, and which messages it causes.
func TestExternalPrograms(t *testing.T) {
	const allow = "\n[security.exec]\nallow = ['.*']\n"
	for _, c := range []struct {
		name, file, text, settings string
		have                       []string
		html                       string
		messages                   []string
		asks                       string // questions about the program, and all files of the project if it may read them
		headings                   int
	}{
		{
			name: "reStructuredText", file: "a.rst", text: "T\n",
			html: "rst2html --leave-comments --initial-header-level=2 0\nT\n", asks: "program rst;",
		},
		{
			name: "with short names of classes", file: "a.rst", text: "T\n", settings: "[markup.rst]\nsyntaxHighlight = 'short'\n",
			html: "rst2html --syntax-highlight=short --leave-comments --initial-header-level=2 0\nT\n", asks: "program rst;",
		},
		{
			name: "with names of classes that are unknown", file: "a.rst", text: "T\n", settings: "[markup.rst]\nsyntaxHighlight = 'loud'\n",
			html: "rst2html --leave-comments --initial-header-level=2 0\nT\n", asks: "program rst;",
		},
		{
			name: "Pandoc, at the date of the page", file: "a.pandoc", text: "---\nlastmod: 1970-01-02\n---\nT {{< s >}}\n",
			html: "pandoc --mathjax --citeproc 86400\nT <b>s</b>\n", asks: "program pandoc;",
		},
		{
			name: "a text that may read files", file: "a.rst", text: ".. include:: x\n",
			html: "rst2html --leave-comments --initial-header-level=2 0\n.. include:: x\n", asks: "program rst;project ;",
		},
		{
			name: "AsciiDoc", file: "a.adoc", text: "<h2 id=\"h\">H</h2><div id=\"toc\"><ul><li><a href=\"#h\">H</a></li></ul></div>\n",
			html: "asciidoctor --no-header-footer - 0\n<h2 id=\"h\">H</h2>\n", asks: "program asciidoc;", headings: 1,
		},
		{
			name: "with its own contents", file: "a.adoc", text: "<div id=\"toc\"><ul><li><a href=\"#h\">H</a></li></ul></div>\n", settings: "[markup.asciidocExt]\npreserveTOC = true\n",
			html: "asciidoctor --no-header-footer - 0\n<div id=\"toc\"><ul><li><a href=\"#h\">H</a></li></ul></div>\n", asks: "program asciidoc;", headings: 1,
		},
		{
			name: "with settings", file: "a.adoc", text: "T\n", settings: "[markup.asciidocExt]\nextensions = ['x', '../y']\nsectionNumbers = true\n[markup.asciidocExt.attributes]\nk = 1\noutdir = '/'\n",
			html: "asciidoctor -r x -a k=1 --section-numbers --no-header-footer - 0\nT\n", messages: []string{"warning markup content/docs/a.adoc: markup.asciidocExt.extensions: ../y has no effect (while rendering content/docs/a.adoc)", "warning markup content/docs/a.adoc: markup.asciidocExt.attributes.outdir has no effect (while rendering content/docs/a.adoc)"}, asks: "program asciidoc;project ;",
		},
		{
			name: "in the folder of its file", file: "a.adoc", text: "T\n", settings: "[markup.asciidocExt]\nworkingFolderCurrent = true\n",
			html: "asciidoctor --base-dir PROJECT/content/docs -a outdir=PROJECT/public/docs/a --no-header-footer - 0\nT\n", asks: "program asciidoc;project ;",
		},
		{
			name: "warnings", file: "a.rst", text: "say:one\ntwo\n",
			html: "rst2html --leave-comments --initial-header-level=2 0\nsay:one\ntwo\n", messages: []string{"warning markup content/docs/a.rst: one (while rendering content/docs/a.rst)", "warning markup content/docs/a.rst: two (while rendering content/docs/a.rst)"}, asks: "program rst;",
		},
		{
			name: "an error", file: "a.rst", text: "fail say:line 1: wrong\n",
			messages: []string{"content/docs/a.rst: rst2html: line 1: wrong"},
		},
		{
			name: "an error without a word", file: "a.pandoc", text: "fail\n",
			messages: []string{"content/docs/a.pandoc: pandoc: exit status 1"},
		},
		{
			name: "no program", file: "a.rst", text: "T\n", have: []string{"pandoc"},
			messages: []string{"content/docs/a.rst: no rst2html was found on the PATH: install it from https://docutils.sourceforge.io/"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			have := c.have
			if have == nil {
				have = []string{"asciidoctor", "rst2html", "pandoc"}
			}
			programs(t, have...)
			files := map[string]string{
				"sitegen.toml": "baseURL = \"https://example.org/\"\n" + c.settings + allow, "content/docs/" + c.file: c.text,
				"layouts/_shortcodes/s.html": "<b>s</b>",
			}
			p := newProject(t, files)
			project := p.run.o.Site.Config.Project
			page := p.run.o.Site.Editions[0].PageAt("/docs/a")
			b, err := p.w.Body(t.Context(), page)
			if err != nil {
				if diff := cmp.Diff(c.messages, []string{err.Error()}); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				return
			}
			html, _ := p.w.HTML(b)
			asks := ""
			for _, s := range b.asked.Record().Steps {
				if s.Kind == trace.Glob || s.Kind == trace.File || s.Kind == trace.Config && s.Key != "" {
					asks += strings.ReplaceAll(s.Key, "\x00", " ") + ";"
				}
			}
			headings := 0
			if toc, err := p.w.fragments(b); toc != nil && err == nil {
				headings = len(toc.Headings)
			}
			if headings != c.headings {
				t.Errorf("%d headings, want %d", headings, c.headings)
			}
			got := []string{strings.ReplaceAll(string(html), project, "PROJECT"), strings.Join(messages(b), "\n"), asks}
			if diff := cmp.Diff([]string{c.html, strings.Join(c.messages, "\n"), c.asks}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
