package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTakeContents(t *testing.T) {
	const doc = `<p>a<div id="toc" class="toc"><div id="toctitle">Contents</div><ul><li><a href="#b">B <em>x</em></a><ul><li><a href="#c">C</a></li></ul></li><li><a href="#d">D</a></li></ul></div><h2 id="b">B</h2>`
	rest, entries, err := TakeContents(doc, false)
	if want := `<p>a</p><h2 id="b">B</h2>`; rest != want || err != nil {
		t.Errorf("got %q, %v, want %q", rest, err, want)
	}
	if diff := cmp.Diff([]ContentsEntry{{2, "b", "B <em>x</em>"}, {3, "c", "C"}, {2, "d", "D"}}, entries); diff != "" {
		t.Error(diff)
	}
	if rest, entries, _ := TakeContents(doc, true); len(entries) != 3 || len(rest) < len(doc) {
		t.Error("the table of contents is not kept:", rest)
	}
}
