package leaks_test

import (
	"testing"
	"testing/fstest"

	"github.com/sitegen/sitegen/internal/testing/leaks"
)

func TestIn(t *testing.T) {
	list, err := leaks.In(fstest.MapFS{
		"a/index.html": {Data: []byte("<p>a</p><p>::: tip</p>")},
		"b.html":       {Data: []byte("<p>:smile:</p>")},
		"a.css":        {Data: []byte("::: x")},
	})
	if err != nil || len(list) != 2 || list[0].File != "a/index.html" || list[0].Name != "container" || list[1].File != "b.html" {
		t.Errorf("%+v (%v)", list, err)
	}
}
