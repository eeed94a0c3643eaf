package content

import (
	"fmt"
	"testing"
)

// TestRepeatedKey: a repeated key is a warning, and the page is read.
func TestRepeatedKey(t *testing.T) {
	p := project(t, map[string]string{"content/a.md": "---\naliases: [x]\ntitle: A\naliases: [y]\n---\n"})
	tree, problems := p.load(t)
	if len(problems) != 1 || len(tree.Documents) != 1 {
		t.Fatal(tree, problems)
	}
	got := fmt.Sprint(problems[0].Warning, " ", problems[0], " ", tree.Documents[0].Values())
	if want := `true content/a.md:4:1: the key "aliases" appears twice; the last one counts map[aliases:[y] title:A]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
