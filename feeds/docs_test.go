package feeds

import (
	"os"
	"strings"
	"testing"
)

// TestDocs: docs/feeds/rules.md has every rule in its words.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../docs/feeds/rules.md")
	if err != nil {
		t.Skip("the package stands alone, without docs/feeds/rules.md")
	}
	for id, words := range rules {
		if !strings.Contains(string(data), "| "+id+" | "+words+" |\n") {
			t.Errorf("docs/feeds/rules.md lacks rule %s: %s", id, words)
		}
	}
}
