package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteGitHub(t *testing.T) {
	list := List{
		{Rule: "link-dead", File: "a,b:c.html", Line: 3, Col: 7, Message: "100% gone\nreally", Hint: "look"},
		{Severity: Warning, Message: "as a whole"},
		{Rule: "url-added", Severity: Note, Message: "new"},
	}
	var b strings.Builder
	if err := list.WriteGitHub(&b); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac.html,line=3,col=7,title=link-dead::100%25 gone%0Areally%0Alook\n::warning::as a whole\n::notice title=url-added::new\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
