package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documented is a row of the reference in docs/.
type documented struct {
	path    string // of the key
	example string // as TOML: a value that makes a difference
	shown   string // page and section that show the key in use, relative to docs/; "" if there is none
	text    string // what it does
}

// rowOf matches a row of the reference: | [`key`](page.md)\* | type | default | meaning |
var rowOf = regexp.MustCompile("^\\| \\[?`([^`]+)`(?:\\]\\(([^)]+)\\))?(?:\\\\\\*)? \\| ([^|]+) \\| ([^|]*) \\| (.+) \\|$")

// example matches the end of the sentence about a key that is not a boolean.
var example = regexp.MustCompile("(?: Example: `([^`]+)`)?\\.$")

// reference reads the tables of docs/configuration*.md.
func reference(t *testing.T) (rows []documented) {
	t.Helper()
	pages, err := filepath.Glob("../../docs/configuration*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasPrefix(line, "|") || line == "| key | type | default | meaning |" || line == "|---|---|---|---|" {
				continue
			}
			m := rowOf.FindStringSubmatch(strings.ReplaceAll(line, `\|`, "\x00"))
			if m == nil {
				t.Errorf("%s: not a row of the reference: %s", page, line)
				continue
			}
			for i := range m {
				m[i] = strings.ReplaceAll(m[i], "\x00", "|")
			}
			row := documented{path: m[1], shown: m[2], text: m[5], example: example.FindStringSubmatch(m[5])[1]}
			switch kind, standard := m[3], m[4]; {
			case kind == "boolean" && standard == "`true`":
				row.example = "false"
			case kind == "boolean":
				row.example = "true"
			case row.path == "markup.defaultMarkdownHandler": // only one value is supported
				row.example = `"other"`
			case row.example == "":
				t.Errorf("%s: %s has no example", page, row.path)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// perLanguage reports whether the key may have another value in a language, in languages.KEY.
func (d documented) perLanguage() bool {
	path := strings.ToLower(d.path)
	name, _, _ := strings.Cut(path, ".")
	return slices.Contains(localKeys, name) && !slices.Contains(commonKeys, path)
}

// The reference has a row for each key that is read, and none for others.
func TestReferenceIsComplete(t *testing.T) {
	var have []string
	for _, row := range reference(t) {
		have = append(have, row.path)
		if said := strings.Contains(row.text, " By language."); said != row.perLanguage() {
			t.Errorf("%s: “By language.” in its row: %v, it may differ by language: %v", row.path, said, row.perLanguage())
		}
	}
	want := Keys()
	for _, key := range want {
		if !slices.Contains(have, key) {
			t.Errorf("docs/configuration*.md have no row for %s", key)
		}
	}
	for i, key := range have {
		if !slices.Contains(want, key) || slices.Contains(have[:i], key) {
			t.Errorf("docs/configuration*.md have a row for %s, which is not a key or has another row", key)
		}
	}
}

// The page to which a row links names the key, or its table.
func TestReferenceLinksToUses(t *testing.T) {
	for _, row := range reference(t) {
		page, _, _ := strings.Cut(row.shown, "#")
		if page == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../../docs", page))
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.ContainsFunc(strings.Split(strings.TrimSuffix(row.path, ".*"), "|"), func(name string) bool {
			name = name[strings.LastIndexByte(name, '.')+1:]
			return strings.Contains(string(text), strings.TrimSuffix(name, "[]"))
		}) {
			t.Errorf("docs/%s does not name %s", page, row.path)
		}
	}
}
