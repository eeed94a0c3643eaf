package exec

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestAddresses: dangerous URLs are recognized as browsers read them. Feeds and themes, which cannot import this
// package, have tests of the same table.
func TestAddresses(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "testdata", "hostile", "addresses.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		verdict, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		address, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatal(line, err)
		}
		if got := Dangerous(address); got != (verdict == "dangerous") {
			t.Errorf("%q: %v, want %s", address, got, verdict)
		}
	}
}
