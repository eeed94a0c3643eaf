package org

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConvert(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(file, []byte("a secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	highlight := func(code, lang string) (string, error) {
		if lang == "" {
			return "", errors.New("no language")
		}
		return "<" + lang + ">" + strings.TrimSpace(code) + "</" + lang + ">", nil
	}
	got, err := Convert("a /b/\n#+begin_src go\nx := 1\n#+end_src\n#+INCLUDE: \""+file+"\" src text\n", highlight)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got, "<p>a <em>b</em></p>") || !strings.Contains(got, "<go>x := 1</go>") || strings.Contains(got, "secret\n") {
		t.Error(got)
	}
}
