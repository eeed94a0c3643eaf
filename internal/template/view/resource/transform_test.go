package resource

import (
	"errors"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// asking is a Scope that keeps the questions.
type asking struct {
	Scope
	asked *[]trace.Question
}

// Running implements Scope.
func (a asking) Running() *tmpl.Call { return &tmpl.Call{} }

// Ask implements Scope.
func (a asking) Ask(kind trace.Kind, key string, _ uint64) {
	*a.asked = append(*a.asked, trace.Question{Kind: kind, Key: key})
}

// A failed transformation is not repeated in the same build, however many pages need it. Each of them records the files
// that it looked for, since it may succeed with them, and a template may have printed the error (try).
func TestFailedTransformation(t *testing.T) {
	f := New(Options{
		Config: &config.Config{Project: t.TempDir(), PublishDir: "public"},
		Hash:   func(string) (uint64, error) { return 1, nil },
	}, nil)
	f.assets = func() *assetFiles { return &assetFiles{} }
	r := &Resource{files: f, original: "a.scss", source: source{made: []byte("a {")}}
	runs := 0
	for range 3 {
		var asked []trace.Question
		_, err := r.transform(asking{asked: &asked}, "css.Sass", nil, func(_ []byte, asset assetFunc) (*transformed, error) {
			runs++
			asset("b.scss")
			return nil, errors.New("expected }")
		})
		if err == nil || err.Error() != "expected }" {
			t.Fatal(err)
		}
		want := []trace.Question{{Kind: trace.Glob, Key: "asset\x00/b.scss"}, {Kind: trace.Glob, Key: "project\x00"}}
		if !slices.Equal(asked, want) {
			t.Errorf("asked %v, want %v", asked, want)
		}
	}
	if runs != 1 {
		t.Errorf("it ran %d times", runs)
	}
}
