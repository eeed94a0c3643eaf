package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// setups are what a key needs around it to count.
var setups = []struct {
	prefix string
	config string // JSON
}{
	{"outputFormats.", `{"outputFormats": {"x": {"mediaType": "text/html"}}}`},
	{"languages.", `{"languages": {"en": {}, "x": {}}}`},
	{"feeds.sets[]", `{"feeds": {"sets": [{"name": "y", "lists": ["/a"]}]}}`},
	{"discovery.fileRules[]", `{"discovery": {"fileRules": [{"files": ["**/*.pdf"]}]}}`},
	{"deploy.redirects[]", `{"deploy": {"redirects": [{"from": "/x/", "to": "https://x.example/"}]}}`},
	{"feeds.archive.forward", `{"feeds": {"archive": {"items": 7}}}`},
	{"feeds.home|section|taxonomy|term|author.archive.forward", `{"feeds": {"home": {"archive": {"items": 7}}}}`},
	{"menus.", `{"menus": {"x": [{"identifier": "y"}]}}`},
	{"related.", `{"related": {"threshold": 1, "indices": [{"name": "z"}]}}`},
	{"theme", `{}`},
	{"renderSegments", `{"segments": {"docs": {"includes": [{"path": "/docs/**"}]}}}`},
	{"segments.", `{"renderSegments": ["x"]}`},
	{"disableLanguages", `{"languages": {"en": {}, "de": {}}}`},
	{"markup.goldmark.parser.wrapStandAloneImage", `{"theme": "a"}`},    // the embedded themes have it off
	{"markup.goldmark.extensions.passthrough.enable", `{"theme": "a"}`}, // and these on
	{"markup.goldmark.extensions.passthrough.delimiters.block", `{"theme": "a"}`},
}

// Each key that the reference names makes a difference: none is dead.
func TestEachKeyCounts(t *testing.T) {
	for _, k := range reference(t) {
		t.Run(k.path, func(t *testing.T) {
			root := map[string]any{}
			for _, s := range setups {
				if strings.HasPrefix(k.path, s.prefix) {
					if err := json.Unmarshal([]byte(s.config), &root); err != nil {
						t.Fatal(err)
					}
				}
			}
			without, warnings := loadJSON(t, root)
			value, _, err := frontmatter.Decode(frontmatter.TOML, "example", []byte("v = "+k.example))
			if err != nil {
				t.Fatalf("the example %s is not valid TOML: %v", k.example, err)
			}
			put(t, root, strings.Split(k.path, "."), value.(map[string]any)["v"])
			with, left := loadJSON(t, root)
			if k.path == "replaces" { // which is asked for when files are found, and not kept
				if len(warnings) != 1 || len(left) != 0 {
					t.Errorf("warnings %v, and %v with it", warnings, left)
				}
			} else if cmp.Equal(without, with, cmpopts.IgnoreFields(Config{}, "Root", "Origin", "Project"), cmp.AllowUnexported(glob.Set{}),
				cmp.Comparer(sameRule), cmp.Comparer(sameZone)) {
				t.Errorf("%s = %s changes nothing", k.path, k.example)
			}
		})
	}
}

// Each key that may have a value for one language makes a difference for it, and none for another one.
func TestEachKeyOfALanguageCounts(t *testing.T) {
	for _, k := range reference(t) {
		if !k.perLanguage() {
			continue
		}
		t.Run(k.path, func(t *testing.T) {
			project := func() (root, one map[string]any) {
				root, one = map[string]any{}, map[string]any{"weight": 2}
				for _, s := range setups {
					if strings.HasPrefix(k.path, s.prefix) {
						if err := json.Unmarshal([]byte(s.config), &root); err != nil {
							t.Fatal(err)
						}
					}
				}
				root["languages"] = map[string]any{"en": map[string]any{"weight": 1, "baseURL": "https://en.alt/"}, "x": one}
				one["baseURL"] = "https://x.alt/"
				return root, one
			}
			root, _ := project()
			without, before := loadJSON(t, root)
			value, _, err := frontmatter.Decode(frontmatter.TOML, "example", []byte("v = "+k.example))
			if err != nil {
				t.Fatal(err)
			}
			root, one := project()
			put(t, one, strings.Split(k.path, "."), value.(map[string]any)["v"])
			with, warnings := loadJSON(t, root)
			if len(warnings) != len(before) {
				t.Errorf("warnings %v", warnings)
			}
			same := func(i int) bool {
				return cmp.Equal(without.Languages[i], with.Languages[i], cmp.AllowUnexported(glob.Set{}),
					cmp.Comparer(sameRule), cmp.Comparer(sameZone), cmpopts.IgnoreFields(Local{}, "Under"))
			}
			if !same(0) || same(1) {
				t.Errorf("%s = %s: the other language is the same: %v, its own: %v", k.path, k.example, same(0), same(1))
			}
		})
	}
}

// sameRule compares rules for ugly URLs by their results.
func sameRule(a, b func(string) bool) bool { return a("posts") == b("posts") }

func sameZone(a, b *time.Location) bool { return a.String() == b.String() }

// put sets the value of a key in a configuration; names of the user's are "x", and "page" and "home" where
// only these will do.
func put(t *testing.T, m map[string]any, path []string, v any) {
	t.Helper()
	name, isList := strings.CutSuffix(path[0], "[]")
	name, _, _ = strings.Cut(name, "|")
	if name == "*" {
		name = "x"
	}
	if len(path) == 1 {
		m[name] = v
		return
	}
	if isList {
		if _, there := m[name]; !there {
			m[name] = []any{map[string]any{}}
		}
		put(t, m[name].([]any)[0].(map[string]any), path[1:], v)
		return
	}
	switch {
	case name == "permalinks":
		path = []string{"permalinks", "page", "x"}
	case name == "outputs":
		path = []string{"outputs", "home"}
	}
	next, ok := m[name].(map[string]any)
	if !ok {
		next = map[string]any{}
		m[name] = next
	}
	put(t, next, path[1:], v)
}

func loadJSON(t *testing.T, root map[string]any) (*Config, diag.List) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site") // a title is guessed from the name
	src, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sitegen.json": string(src), "hugo.toml": "", "content/x": "", "themes/a/x": "", "themes/b/x": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, problems := Load(LoadOptions{Project: dir})
	if c == nil {
		t.Fatalf("%s: %v", src, problems)
	}
	for _, p := range problems {
		if p.Rule == "config-unknown" {
			t.Errorf("%s: %v", src, p)
		}
	}
	return c, problems
}

// TestKeysWithoutEffect: what Hugo accepts and nobody reads is not unknown.
func TestKeysWithoutEffect(t *testing.T) {
	loadJSON(t, map[string]any{
		"outputFormats": map[string]any{"plain": map[string]any{"name": "plain", "mediaType": "text/plain"}},
		"markup":        map[string]any{"highlight": map[string]any{"noHl": true}},
	})
}

// Every key that is read is in the reference or is an old name.
func TestEachKeyThatIsReadIsDocumented(t *testing.T) {
	root := newShape()
	asked := map[string]bool{}
	l := &loader{project: t.TempDir(), tree: newTree(), environment: "production"}
	l.tree.asked = func(path string) { asked[path] = true }
	all := map[string]any{}
	for _, k := range reference(t) {
		value, _, err := frontmatter.Decode(frontmatter.TOML, "example", []byte("v = "+k.example))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]string{"discovery.images", "discovery.videos", "feeds.updates", "feeds.archive"}, k.path) && !strings.HasSuffix(k.path, ".archive") {
			put(t, all, strings.Split(k.path, "."), value.(map[string]any)["v"])
		}
	}
	l.tree.merge("", layer{values: all, at: func(string) string { return "here" }})
	l.resolve()
	for _, path := range slices.Sorted(func(yield func(string) bool) {
		for p := range asked {
			if !yield(p) {
				return
			}
		}
	}) {
		if !root.knows(strings.Split(path, ".")) && !slices.Contains([]string{"disqusshortname"}, path) {
			t.Errorf("%s is read, but docs/configuration*.md have no row for it", path)
		}
	}
	if len(asked) < 100 {
		t.Errorf("only %d keys were asked for", len(asked))
	}
}

func (s *shape) knows(path []string) bool {
	if len(path) == 0 || s.free || s.keys == nil && s.any == nil {
		return true
	}
	if next := s.keys[path[0]]; next != nil {
		return next.knows(path[1:])
	}
	return s.any != nil && s.any.knows(path[1:])
}

func ExampleKeys() {
	fmt.Println(Keys()[0])
	// Output: baseURL
}
