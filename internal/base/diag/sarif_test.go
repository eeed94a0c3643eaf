package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteSARIF(t *testing.T) {
	var b strings.Builder
	l := List{
		{Rule: "L4", File: "public/sitemap.xml", Line: 3, Message: "another <host>", Hint: "leave it out"},
		{Severity: Warning, Message: "no place"},
	}
	if err := l.WriteSARIF(&b, "v1"); err != nil {
		t.Fatal(err)
	}
	want := `{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "sitegen",
          "version": "v1",
          "rules": [
            {
              "id": "L4"
            },
            {
              "id": "sitegen"
            }
          ]
        }
      },
      "results": [
        {
          "ruleId": "L4",
          "level": "error",
          "message": {
            "text": "another <host>\nleave it out"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "public/sitemap.xml"
                },
                "region": {
                  "startLine": 3
                }
              }
            }
          ]
        },
        {
          "ruleId": "sitegen",
          "level": "warning",
          "message": {
            "text": "no place"
          }
        }
      ]
    }
  ]
}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
