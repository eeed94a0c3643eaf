package xmlstyle

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/themes"
)

// Each language of the embedded themes has its own words, and no placeholder is left.
func TestEachLanguage(t *testing.T) {
	files, err := fs.Glob(themes.FS("base"), "i18n/*.toml")
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	english, err := Text(&config.Language{Key: "eo"}) // without a table
	if err != nil || !strings.Contains(english, `content: "Site map"`) {
		t.Fatal(err, english)
	}
	for _, file := range files {
		key := strings.TrimSuffix(path.Base(file), ".toml")
		text, err := Text(&config.Language{Key: key})
		if err != nil {
			t.Fatal(key, err)
		}
		if strings.Contains(text, "$") || strings.Contains(text, `content: "";`) {
			t.Errorf("%s: a placeholder without words:\n%s", key, text)
		}
		if same := text == english; same != (key == "en") {
			t.Errorf("%s: in English: %v", key, same)
		}
		if rtl := strings.Contains(text, "direction: rtl"); rtl != (key == "ar" || key == "fa" || key == "he") {
			t.Errorf("%s: right to left: %v", key, rtl)
		}
	}
}

func TestQuote(t *testing.T) {
	if got := quote("a \"b\" \\ \nc"); got != `"a \"b\" \\ \a c"` {
		t.Error(got)
	}
}
