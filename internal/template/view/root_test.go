package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRootPage: robots.txt and similar files see the home page with the lists of the entire site, and ask for these.
func TestRootPage(t *testing.T) {
	p := newProject(t, blog())
	e := p.views.site.Editions[1]
	root := p.views.Root(e)
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{`.Title`, "PageCard pl:/"},
		{`.Pages`, "List pl#Pages"},
		{`.RegularPages`, "List pl#RegularPages"},
		{`.RegularPagesRecursive`, "List pl#RegularPages"},
		{`.Data.Pages`, "List pl#Pages"},
		{`.Sections`, "List pl:/#Sections"},
		{`.Site.Title`, "Config "},
	} {
		got[c[0]], want[c[0]] = p.steps(root, "{{ $x := "+c[0]+" }}"), c[1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if IsWhole(root) || !IsWhole(p.pageIn(1, "/")) || Model(root) != e.Home {
		t.Error("the root is taken for the home page, or the home page for the root")
	}
}

// TestLinkBase: the replacement for the first slash of links, which depends on the configuration and is a separate
// question.
func TestLinkBase(t *testing.T) {
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{"", " | Config links en"},
		{"canonifyURLs = true", "https://example.org/sub/ | Config links en"},
		{"relativeURLs = true", "../../ | Config links en"},
		{"canonifyURLs = true\nrelativeURLs = true", "../../ | Config links en"},
	} {
		files := blog()
		files["hugo.toml"] = c[0] + files["hugo.toml"]
		p := newProject(t, files)
		call := p.call(p.page("/posts/one"))
		base := call.LinkBase(p.views.site.Editions[0], "posts/one/index.html")
		var asked []string
		for _, s := range call.Recorder.Record().Steps {
			asked = append(asked, kindName(s.Kind)+" "+s.Key)
		}
		got[c[0]], want[c[0]] = base+" | "+strings.Join(asked, "; "), c[1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
