package site_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

// The documentation of front matter has a row for each field, in their order.
func TestFieldsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/content.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for _, f := range site.Fields() {
		_, after, found := strings.Cut(rest, fmt.Sprintf("\n| `%s` | ", f.Key))
		if !found || strings.HasPrefix(after, "|") {
			t.Errorf("docs/content.md does not say what %s does, after the field before", f.Key)
			continue
		}
		rest = after
	}
}
