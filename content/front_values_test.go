package content

import (
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/frontmatter"
)

// TestValues: the values of a document are those in its file, whether it was read now or comes from an earlier build.
func TestValues(t *testing.T) {
	p := project(t, coded)
	first, _ := p.load(t)
	after, _ := p.after(t, recoded(t, first), nil)
	for what, tree := range map[string]*Tree{"read": first, "known": after} {
		if len(tree.Documents) < 6 {
			t.Fatalf("%s: %d documents", what, len(tree.Documents))
		}
		for _, d := range tree.Documents {
			if d.Front.Values != nil {
				t.Errorf("%s: %s: the values are kept twice", what, d.File)
			}
			text, err := os.ReadFile(tree.Name(&d.Source))
			if err != nil {
				t.Fatal(err)
			}
			want, err := frontmatter.Parse(d.File, text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Values, d.Values()); diff != "" {
				t.Errorf("%s: %s: -file +document\n%s", what, d.File, diff)
			}
			for key, v := range want.Values {
				if !reflect.DeepEqual(v, d.Value(key)) {
					t.Errorf("%s: %s: %s is %v, want %v", what, d.File, key, d.Value(key), v)
				}
			}
			if v := d.Value("none"); v != nil {
				t.Errorf("%s: %s: a key that is not there is %v", what, d.File, v)
			}
		}
	}
}
