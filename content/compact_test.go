package content

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Compact trees say the same as others, are of the same revisions, and serve each other as Previous.
func TestCompact(t *testing.T) {
	p := project(t, coded)
	plain, _ := p.load(t)
	p.Compact = true
	compact, _ := p.load(t)
	if compact.Documents[0].Front.Values != nil {
		t.Error("front matter is not packed")
	}
	check := func(what string, tree *Tree) {
		t.Helper()
		if len(tree.Documents) != len(plain.Documents) {
			t.Fatalf("%s: %d documents, want %d", what, len(tree.Documents), len(plain.Documents))
		}
		for i, d := range tree.Documents {
			want := plain.Documents[i].Front.Values
			if diff := cmp.Diff(want, d.Values(1)); diff != "" {
				t.Errorf("%s: %s: -plain +compact\n%s", what, d.File, diff)
			}
			for key, v := range want {
				if !reflect.DeepEqual(v, d.Value(key)) {
					t.Errorf("%s: %s: %s is %v, want %v", what, d.File, key, d.Value(key), v)
				}
			}
			if v := d.Value("none"); v != nil {
				t.Errorf("%s: %s: a key that is not there is %v", what, d.File, v)
			}
		}
		wantMeta, wantTexts := plain.Revisions(false)
		if meta, texts := tree.Revisions(false); meta != wantMeta || texts != wantTexts {
			t.Errorf("%s: the revisions are others", what)
		}
	}
	check("compact", compact)
	after, _ := p.after(t, recoded(t, plain), nil)
	check("compact after a plain one", after)
	p.Compact = false
	after, _ = p.after(t, recoded(t, compact), nil)
	check("plain after a compact one", after)
	if after.Documents[0].Front.Values == nil {
		t.Error("front matter is packed without Compact")
	}
}
