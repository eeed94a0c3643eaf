package witness_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// Whatever URL a link or image in Markdown has, and however it is spelled, the URL on the page is harmless in a
// browser: with layouts that do not check URLs, and with both themes. Safe URLs stay.
func TestAddresses(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	table, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "hostile", "addresses.txt"))
	if err != nil {
		t.Fatal(err)
	}
	spellings := []func(string) string{
		func(s string) string { return s },
		func(s string) string { // each character as a reference
			var b strings.Builder
			for _, c := range s {
				fmt.Fprintf(&b, "&#%d;", c)
			}
			return b.String()
		},
		func(s string) string { // as names of references
			return strings.NewReplacer("\t", "&Tab;", "\n", "&NewLine;", "\r", "&#13;", ":", "&colon;", " ", "&#32;").Replace(s)
		},
		func(s string) string { // escaped
			return strings.NewReplacer(":", `\:`, "/", `\/`, "\t", "&#9;", "\n", "&#10;", "\r", "&#13;").Replace(s)
		},
	}
	var text strings.Builder
	var safe []string // as goldmark writes them
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		verdict, quoted, _ := strings.Cut(strings.TrimSpace(line), " ")
		address, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatal(line, err)
		}
		if verdict == "safe" && strings.Contains(address, ":") && !strings.ContainsAny(address, "\n<%") {
			safe = append(safe, strings.NewReplacer("(", "%28", ")", "%29").Replace(address))
		}
		for i, spell := range spellings {
			s := spell(address)
			fmt.Fprintf(&text, "[a](<%s>)\n\n[a](%s)\n\n![b](<%s>)\n\n[![b](<%s>)](<%s>)\n\nsee <%s>\n\n", s, s, s, s, s, s)
			id := fmt.Sprintf("%d-%d", text.Len(), i)
			fmt.Fprintf(&text, "[%s] ![%s]\n\n[%s]: <%s>\n\n", id, id, id, s)
		}
	}
	printed := regexp.MustCompile(`\s(?:href|src|srcset|action|cite|poster|data-src)=(?:"([^"]*)"|'([^']*)'|([^\s>"']+))`)
	for _, theme := range []string{"", "blog", "docs"} {
		t.Run("theme "+theme, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{
				"sitegen.toml":       "baseURL = \"https://a.example/\"\ntitle = \"T\"\n[markup.goldmark.renderer]\nunsafe = false\n",
				"content/posts/a.md": "---\ntitle: A\ndate: 2026-01-01\n---\n" + text.String(),
			}
			o := project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)}
			if theme == "" {
				files["layouts/all.html"] = "<title>{{ .Title }}</title>{{ .Content }}"
			} else {
				o.Themes = []string{theme}
			}
			put(t, dir, nil, files)
			b, err := pipeline.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if _, err := b.Build(t.Context()); err != nil {
				t.Fatal(err)
			}
			page, err := os.ReadFile(filepath.Join(dir, "public", "posts", "a", "index.html"))
			if err != nil {
				t.Fatal(err)
			}
			found := printed.FindAllStringSubmatch(string(page), -1)
			kept := map[string]bool{}
			for _, m := range found {
				address := html.UnescapeString(m[1] + m[2] + m[3])
				kept[address] = true
				if tmpl.Dangerous(address) {
					t.Errorf("%q can run a script or shows a document", address)
				}
			}
			if len(found) < 500 {
				t.Errorf("%d addresses", len(found))
			}
			for _, address := range safe {
				if !kept[address] {
					t.Errorf("%q was left out", address)
				}
			}
		})
	}
}
