package themes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	templateComment = regexp.MustCompile(`(?s)\{\{-? ?/\*.*?\*/ ?-?\}\}`)
	trusting        = regexp.MustCompile(`\bsafe(?:HTMLAttr|HTML|URL|JSStr|JS|CSS)\b`)
	printingMarkup  = regexp.MustCompile("\\b(printf?)\\b[^{}]*?[`\"][^`\"\\n{}]*(?:<[a-z/%]|=\")")
	trustedRow      = regexp.MustCompile("(?m)^\\| `((?:base|blog|docs|hugo)/[^`]*)` \\| ([^|]*) \\| ([^|]+) \\|$")
)

// docs/security/_index.md lists each template of the embedded themes that says that a text is HTML, a URL or JavaScript, or prints
// into markup, with the functions by which it does so and whose value it is.
func TestTrustedMarkupIsDocumented(t *testing.T) {
	want := map[string]string{}
	err := filepath.WalkDir("embedded", func(file string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".html" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		source := templateComment.ReplaceAllString(string(text), "")
		names := trusting.FindAllString(source, -1)
		for _, m := range printingMarkup.FindAllStringSubmatch(source, -1) {
			names = append(names, m[1])
		}
		if slices.Sort(names); len(names) > 0 {
			key := strings.Replace(strings.TrimPrefix(filepath.ToSlash(file), "embedded/"), "/layouts/", "/", 1)
			want[key] = "`" + strings.Join(slices.Compact(names), "`, `") + "`"
		}
		return nil
	})
	if err != nil || len(want) < 10 {
		t.Fatal(len(want), "templates,", err)
	}
	page, err := os.ReadFile("../docs/security/_index.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]string{}
	for _, m := range trustedRow.FindAllStringSubmatch(string(page), -1) {
		have[m[1]] = m[2]
	}
	var wrong []string
	for name, functions := range want {
		if have[name] != functions {
			wrong = append(wrong, fmt.Sprintf("%s calls %s; docs/security/_index.md says %q", name, functions, have[name]))
		}
	}
	for name := range have {
		if want[name] == "" {
			wrong = append(wrong, name+" is in docs/security/_index.md, and trusts nothing")
		}
	}
	slices.Sort(wrong)
	for _, w := range wrong {
		t.Error(w)
	}
}
