package diag

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// What is written is SARIF by the schema of OASIS, whatever files are called; so are the findings that stand in
// testdata/check.
func TestSARIFSchema(t *testing.T) {
	schema, err := jsonschema.Compile("../../testdata/schemas/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(name, text string) error {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return schema.Validate(v)
	}
	for name, l := range map[string]List{
		"none": nil,
		"names": {
			{File: "a b%c:d#e?f\u00e4.html", Line: 1, Col: 2, Message: "m", Hint: "h", Rule: "r"},
			{File: "\xff", Message: "broken \xff", Severity: Warning},
			{Message: "no place"},
		},
	} {
		var b strings.Builder
		if err := l.WriteSARIF(&b, ""); err != nil {
			t.Fatal(err)
		}
		if err := valid(name, b.String()); err != nil {
			t.Errorf("%s: %#v\n%s", name, err, b.String())
		}
	}
	golden, err := os.ReadFile("../../testdata/check/bad.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if err := valid("bad.sarif", string(golden)); err != nil {
		t.Errorf("bad.sarif: %#v", err)
	}
	if valid("nonsense", `{"version": "2.1.0", "runs": [{"results": []}]}`) == nil {
		t.Error("a run without a tool is taken for SARIF")
	}
}
