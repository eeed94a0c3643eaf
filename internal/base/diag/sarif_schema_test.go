package diag_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// The output is valid by the SARIF schema of OASIS, whatever the file names are, and so are the expected
// findings in testdata/check.
func TestSARIFSchema(t *testing.T) {
	dir := t.TempDir()
	golden, err := filepath.Abs("../../../testdata/check/bad.sarif")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{golden}
	for name, l := range map[string]diag.List{
		"none": nil,
		"names": {
			{File: "a b%c:d#e?f\u00e4.html", Line: 1, Col: 2, Message: "m", Hint: "h", Rule: "r"},
			{File: "\xff", Message: "broken \xff", Severity: diag.Warning},
			{Message: "no place"},
		},
	} {
		f, err := os.Create(filepath.Join(dir, name+".sarif"))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.WriteSARIF(f, ""); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		files = append(files, f.Name())
	}
	nonsense := filepath.Join(dir, "nonsense.sarif")
	if err := os.WriteFile(nonsense, []byte(`{"version": "2.1.0", "runs": [{"results": []}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	problems, err := schematest.SchemaCheck(schematest.SARIF, append(files, nonsense)...)
	if err != nil {
		t.Fatal(err)
	}
	taken := true
	for _, p := range problems {
		if taken = taken && p.File != nonsense; p.File != nonsense {
			t.Error(p)
		}
	}
	if taken {
		t.Error("a run without a tool is taken for SARIF")
	}
}
