package render

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/themes"
)

// Dates are written in the language, too.
func TestDatesInLanguagesOfWords(t *testing.T) {
	files, err := fs.Glob(themes.FS("base"), "i18n/*.toml")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d languages: %v", len(files), err)
	}
	for _, file := range files {
		lang := strings.TrimSuffix(path.Base(file), ".toml")
		_, run, problems := newRun(t, map[string]string{
			"sitegen.toml":         "defaultContentLanguage = \"" + lang + "\"\n[languages." + lang + "]\n",
			"layouts/all.html":     `{{ "2026-10-03" | time.AsTime | time.Format ":date_long" }}|{{ "2026-10-03" | time.AsTime | time.Format "2 January 2006" }}`,
			"content/posts/one.md": "---\ntitle: One\n---\n",
		})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		p := &project{t, run, run.Worker()}
		got := p.html("/posts/one")
		if english := strings.Contains(got, "October"); english != (lang == "en") {
			t.Errorf("%s: %s", lang, got)
		}
	}
}
