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
		row := fmt.Sprintf("| `%s` | %s |\n", f.Key, f.Doc)
		_, after, found := strings.Cut(rest, row)
		if !found {
			t.Errorf("docs/content.md has no row after the one before: %s", row)
			continue
		}
		rest = after
	}
}
