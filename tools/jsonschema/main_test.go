package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return full
	}
	schema := file("schema.json", `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["id"]}`)
	good, bad, broken := file("good.json", `{"id": 1}`), file("bad.json", `{"name": 1}`), file("broken.json", `{"id": `)
	problems, err := validate(schema, []string{good, bad, broken})
	if err != nil || len(problems) != 2 || !strings.HasPrefix(problems[0], bad+": ") || !strings.Contains(problems[0], "'id'") || !strings.HasPrefix(problems[1], broken+": ") {
		t.Errorf("%q, %v", problems, err)
	}
	for _, args := range [][]string{{bad + "x", good}, {schema, good + "x"}, {broken, good}} {
		if _, err := validate(args[0], args[1:]); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
