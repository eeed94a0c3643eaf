package builder_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/builder"
)

// TestInlineShortcodes: templates in content are executed only where the configuration allows it, and errors in them
// name the place.
func TestInlineShortcodes(t *testing.T) {
	for _, c := range []struct{ config, content, shows, fails string }{
		{"", "x{{< a.inline >}}{{ now }}{{< /a.inline >}}y{{< a.inline />}}{{< b.inline />}}", "xy", ""},
		{"[security]\nenableInlineShortcodes = false", "x{{< a.inline >}}{{ nothing }}{{< /a.inline >}}y", "xy", ""},
		{"enableInlineShortcodes = true", "x{{< a.inline >}}<{{ .Page.Title }}>{{< /a.inline >}}y", "x<A>y", ""},
		{"enableInlineShortcodes = true", "x\n{{< b.inline />}}", "", `content/a.md:5:1: inline shortcode "b.inline" has no template before this call`},
		{"enableInlineShortcodes = true", "x\n{{< a.inline >}}\n{{ nothing }}{{< /a.inline >}}", "", "content/a.md:6"},
		{"enableInlineShortcodes = true", "x\n{{< a.inline >}}\n{{ .Nothing }}{{< /a.inline >}}", "", "content/a.md:6"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"hugo.toml": "disableKinds = ['taxonomy', 'term']\n" + c.config, "layouts/all.html": "{{ .Content }}",
			"content/a.md": "---\ntitle: A\n---\n" + c.content,
		} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		b, err := builder.New(builder.Options{Source: dir})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Build(context.Background())
		got, _ := os.ReadFile(filepath.Join(dir, "public", "a", "index.html"))
		switch {
		case c.fails == "" && (err != nil || !strings.Contains(string(got), c.shows)):
			t.Errorf("%s: %v, %s; want %s", c.content, err, got, c.shows)
		case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
			t.Errorf("%s: %v, want %s", c.content, err, c.fails)
		}
		b.Close()
	}
}
