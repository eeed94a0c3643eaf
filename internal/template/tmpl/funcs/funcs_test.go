package funcs

import (
	"bufio"
	"bytes"
	htmltemplate "html/template"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/sitegen/sitegen/internal/config"
)

// flatFuncs returns the functions for templates of the tests: "strings_ToUpper" and aliases.
func flatFuncs(e *Env) map[string]any {
	namespaces := Namespaces(complete(e))
	m := map[string]any{}
	for ns, members := range namespaces {
		for name, f := range members {
			m[ns+"_"+name] = f
		}
	}
	for alias, full := range Aliases() {
		ns, name, _ := strings.Cut(full, ".")
		m[alias] = namespaces[ns][name]
	}
	return m
}

var (
	namespaced = regexp.MustCompile(`\b(cast|collections|compare|crypto|debug|encoding|fmt|hash|inflect|lang|math|path|reflect|safe|strings|time|transform|urls)\.([A-Z]\w*)`)
	action     = regexp.MustCompile(`(?s){{.*?}}`)
)

// flatten changes strings.ToUpper to strings_ToUpper inside actions, except in quoted strings.
func flatten(text string) string {
	return action.ReplaceAllStringFunc(text, func(a string) string {
		parts := regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`").FindAllStringIndex(a, -1)
		var b strings.Builder
		at := 0
		for _, p := range parts {
			b.WriteString(namespaced.ReplaceAllString(a[at:p[0]], "${1}_$2"))
			b.WriteString(a[p[0]:p[1]])
			at = p[1]
		}
		b.WriteString(namespaced.ReplaceAllString(a[at:], "${1}_$2"))
		return b.String()
	})
}

// plainText executes a template without escaping.
func plainText(e *Env, text string, dot any) (string, error) {
	t, err := template.New("t").Funcs(flatFuncs(e)).Parse(flatten(text))
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = t.Execute(&b, dot)
	return b.String(), err
}

// escaped executes a template as on a page.
func escaped(e *Env, text string, dot any) (string, error) {
	t, err := htmltemplate.New("t").Funcs(flatFuncs(e)).Parse(flatten(text))
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = t.Execute(&b, dot)
	return b.String(), err
}

// testEnv is a project in a language, without pages.
func testEnv(key string) *Env {
	return complete(&Env{
		Language:   func() Language { return Language{Key: key, Default: "en"} },
		Now:        func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) },
		NewScratch: func() any { return nil },
	})
}

// TestDocumentation runs the examples of Hugo's function reference.
func TestDocumentation(t *testing.T) {
	f, err := os.Open("testdata/docs.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, " → ")
		if !ok {
			text, want = strings.TrimSuffix(line, " →"), ""
		}
		if w, err := strconv.Unquote(`"` + strings.ReplaceAll(want, `"`, `\"`) + `"`); err == nil {
			want = w
		}
		got, err := plainText(testEnv("en"), text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got != want {
			t.Errorf("%s = %q, want %q", text, got, want)
		}
		n++
	}
	if n < 300 {
		t.Errorf("only %d examples", n)
	}
}

// TestAgainstHugo executes pages of calls and compares them with the output of Hugo 0.165.
func TestAgainstHugo(t *testing.T) {
	dot := map[string]any{"Title": "Math", "Kind": "page"}
	titles := map[string]string{"math.fr": "Maths"}
	facts := 0
	for _, want := range []string{"collections.en", "math.en", "math.fr", "strings.en", "time.en", "time.fr", "urls.en"} {
		name, lang, _ := strings.Cut(want, ".")
		text, err := os.ReadFile("testdata/fn/" + name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		expected, err := os.ReadFile("testdata/fn/" + want + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if title := titles[want]; title != "" {
			dot = map[string]any{"Title": title, "Kind": "page"}
		}
		e := testEnv(lang)
		e.Release = func() config.Release { return 165 }
		got, err := escaped(e, string(text), dot)
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		g := strings.Split(strings.Trim(got, "\n"), "\n@@")
		w := strings.Split(strings.Trim(string(expected), "\n"), "\n@@")
		if len(g) != len(w) {
			t.Errorf("%s: %d facts, want %d", want, len(g), len(w))
			continue
		}
		for i := range w {
			if g[i] != w[i] {
				t.Errorf("%s:\n got %q\nwant %q", want, g[i], w[i])
			}
			facts++
		}
	}
	if facts < 55 {
		t.Errorf("only %d facts compared", facts)
	}
}
