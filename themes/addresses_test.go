package themes

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestAddresses: the expressions of _funcs/address.html are the rule for dangerous addresses that templates have
// (internal/template/tmpl/exec).
func TestAddresses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("embedded", "base", "layouts", "_partials", "_funcs", "address.html"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(string(text), -1)
	if len(found) != 3 {
		t.Fatalf("%d expressions, want those that remove, find, and except", len(found))
	}
	removed, dangerous, excepted := regexp.MustCompile(found[0][1]), regexp.MustCompile(found[1][1]), regexp.MustCompile(found[2][1])
	table, err := os.ReadFile(filepath.Join("..", "testdata", "hostile", "addresses.txt"))
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
		plain := strings.ToLower(removed.ReplaceAllString(address, ""))
		if got := dangerous.MatchString(plain) && !excepted.MatchString(plain); got != (verdict == "dangerous") {
			t.Errorf("%q: %v, want %s", address, got, verdict)
		}
	}
}
