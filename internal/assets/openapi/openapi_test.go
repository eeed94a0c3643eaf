package openapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const head = "openapi: 3.0.0\ninfo: {title: Own, version: '1'}\n"

func TestUnmarshal(t *testing.T) {
	files := map[string]string{
		"api/own.yaml": head + `
paths:
  /a:
    get:
      responses:
        "200": {$ref: "parts/answer.yaml#/Good"}
components:
  schemas:
    Text: {type: string}
`,
		"api/parts/answer.yaml": "Good:\n  description: good\n  content: {text/plain: {schema: {$ref: '../own.yaml#/components/schemas/Text'}}}\n",
	}
	asset := func(name string) ([]byte, string, bool) {
		text, ok := files[name]
		return []byte(text), name, ok
	}
	d, err := Unmarshal("api/own.yaml", []byte(files["api/own.yaml"]), asset)
	if err != nil {
		t.Fatal(err)
	}
	answer := d.Paths.Value("/a").Get.Responses.Value("200").Value
	if got := answer.Content["text/plain"].Schema.Value.Type.Slice(); d.Info.Title != "Own" || *answer.Description != "good" || !slices.Equal(got, []string{"string"}) {
		t.Error(d.Info.Title, *answer.Description, got)
	}
	if !slices.Contains(d.Assets, "api/parts/answer.yaml") {
		t.Error(d.Assets)
	}
	if d, err = Unmarshal("x.json", []byte(`{"openapi": "3.0.0", "info": {"title": "J", "version": "1"}, "paths": {}}`), asset); err != nil || d.Info.Title != "J" {
		t.Error(d, err)
	}
	for ref, want := range map[string]string{"none.yaml#/a": "file not found: assets/api/none.yaml", "https://example.org/a.yaml#/a": "is not fetched"} {
		_, err := Unmarshal("api/x.yaml", []byte(head+"paths: {/a: {$ref: '"+ref+"'}}"), asset)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

// TestBomb: references in a few hundred bytes that expand to millions of values.
func TestBomb(t *testing.T) {
	files := map[string]string{"last.yaml": "A: {type: string}\n"}
	for i := range 24 {
		next := fmt.Sprintf("%d.yaml", i+1)
		if i == 23 {
			next = "last.yaml"
		}
		files[fmt.Sprintf("%d.yaml", i)] = fmt.Sprintf("A: {allOf: [{$ref: '%s#/A'}, {$ref: '%s#/A'}]}\n", next, next)
	}
	same := head + "paths: {}\n"
	for i := range 24 {
		same += fmt.Sprintf("x-%d: {allOf: [{$ref: '#/x-%d'}, {$ref: '#/x-%d'}]}\n", i, i+1, i+1)
	}
	for name, text := range map[string]string{
		"nested":      head + "paths: {}\nx-a: " + strings.Repeat("[", 600) + strings.Repeat("]", 600) + "\n",
		"other files": head + "paths: {}\ncomponents: {schemas: {A: {$ref: '0.yaml#/A'}}}\n",
		"one file":    same + "x-24: {type: string}\ncomponents: {schemas: {A: {$ref: '#/x-0'}}}\n",
	} {
		_, err := Unmarshal("api.yaml", []byte(text), func(name string) ([]byte, string, bool) {
			text, ok := files[name]
			return []byte(text), name, ok
		})
		want := "its references expand to more than 200000 values"
		if name == "nested" {
			want = "assets/api.yaml:4:505: values are nested more than 500 levels deep"
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
