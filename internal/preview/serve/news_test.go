package serve

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// TestNews asks what changed since each of a row of states: also one that missed some learns all of it.
func TestNews(t *testing.T) {
	s := start(t, "/", memory{"index.html": "1"}, Options{ID: "n"})
	next := site(t, "/", memory{"index.html": "2"})
	s.ShowEarly(next)                                       // n-2
	s.Show(next, []string{"app.js"}, "")                    // n-3
	s.Fail(diag.List{{Message: "no"}})                      // n-4
	s.Show(next, []string{"a.css", "app.js", "ü.html"}, "") // n-5
	many := make([]string, mostChanged+1)
	for i := range many {
		many[i] = fmt.Sprint("p", i)
	}
	check := func(since, want string) {
		t.Helper()
		want = fmt.Sprintf(`"id":%q,"version":"none",%s`, s.now.Load().id, want)
		got := strings.TrimSpace(get(s, "/__sitegen/version?path=/none&since="+since).Body.String())
		if want = "{" + want + "}"; got != want {
			t.Errorf("since %s: %s, want %s", since, got, want)
		}
	}
	both := `"changed":["/%C3%BC.html","/a.css","/app.js"]`
	check("n-1", both)
	check("n-2", both)
	check("n-3", both)
	check("n-4", both)
	check("n-5", `"changed":[]`)
	check("other-1", `"changed":null`)
	s.Show(next, many, "") // n-6
	check("n-1", `"changed":null,"all":true`)
	s.Show(next, []string{}, "") // n-7
	check("n-6", `"changed":[]`)
	for range mostNews {
		s.Show(next, []string{"b.css"}, "")
	}
	check("n-6", `"changed":null`) // too long ago
	check("n-8", `"changed":["/b.css"]`)
}
