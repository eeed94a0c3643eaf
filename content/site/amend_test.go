package site_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// amendable is a site with lists, terms, menus, translations, bundles and cascades.
var amendable = map[string]string{
	"sitegen.toml": `
baseURL = "https://example.org/"
[languages.en]
weight = 1
[languages.de]
weight = 2
[languages.fr]
weight = 3
fallbackPages = true
[[languages.fr.cascade]]
draft = true
[languages.fr.cascade.target]
path = "{/blog,/named,/menu,/key}{,/**}"
[permalinks.page]
named = "/named/:title/"
[menus]
[[menus.main]]
name = "Second"
pageRef = "/blog/two"
`,
	"content/blog/_index.md":     "---\ntitle: Blog\ncascade:\n  params:\n    mood: calm\n---\n",
	"content/blog/one.md":        "---\ntitle: One\ndate: 2024-01-03\ntags: [go, web]\n---\nText\n",
	"content/blog/one.de.md":     "---\ntitle: Eins\ndate: 2024-01-03\n---\nText\n",
	"content/blog/two.md":        "---\ntitle: Two\ndate: 2024-01-02\ntags: [Go]\nweight: 3\n---\nText\n",
	"content/blog/twin-a.md":     "---\ntitle: Ape\ndate: 2024-01-01\n---\n",
	"content/blog/twin-b.md":     "---\ntitle: Bee\ndate: 2024-01-01\n---\n",
	"content/blog/twin-c.md":     "---\ntitle: Cow\ndate: 2024-01-01\ntags: [web]\n---\n",
	"content/blog/twin-d.md":     "---\ntitle: Dog\ndate: 2024-01-01\ntags: [WEB]\n---\n",
	"content/blog/kept/index.md": "---\ntitle: Kept\ndate: 2023-05-01\nresources:\n- src: pic.png\n  title: A picture\n---\n",
	"content/blog/kept/pic.png":  "no picture",
	"content/blog/kept/note.md":  "---\ntitle: A note inside\n---\n",
	"content/named/x.md":         "---\ntitle: Called so\n---\n",
	"content/lent/both.md":       "---\ntitle: Both\n---\n",
	"content/lent/own.md":        "---\ntitle: Own\n---\n",
	"content/lent/own.fr.md":     "---\ntitle: Propre\n---\n",
	"content/menu.md":            "---\ntitle: In the menu\nmenus: main\n---\n",
	"content/key.md":             "---\ntitle: Keyed\ntranslationKey: k\n---\n",
	"content/schluessel.de.md":   "---\ntitle: Mit Schlüssel\ntranslationKey: k\n---\n",
}

// amendments are edits of a front matter, with whether the site can be amended for each.
var amendments = []struct {
	name, file, old, new string
	want                 bool
}{
	{"title", "blog/one.md", "One", "One more", true},
	{"title before that of its section", "blog/one.md", "One", "Another one", true},
	{"title behind those of its terms", "blog/one.md", "One", "Zero", true},
	{"title of one of many that is the last", "blog/one.md", "One", "Blog", true},
	{"title of a page that is lent to another language", "lent/both.md", "Both", "All", false},
	{"title of a page with a translation where others are lent", "lent/own.fr.md", "Propre", "Propriété", true},
	{"title of a translation", "blog/one.de.md", "Eins", "Zwei", true},
	{"description", "blog/one.md", "title: One", "title: One\ndescription: What it is", true},
	{"parameter of the theme", "blog/one.md", "title: One", "title: One\nmood: wild\nnested:\n  Deep: 1", true},
	{"title away", "blog/one.md", "title: One\n", "", true},
	{"of a bundle", "blog/kept/index.md", "Kept", "Still kept", true},
	{"sitemap settings", "blog/one.md", "title: One", "title: One\nsitemap:\n  priority: 0.3", true},
	{"a twin that stays where it is", "blog/twin-b.md", "Bee", "Bull", true},
	{"a twin that moves", "blog/twin-b.md", "Bee", "Zebra", false},
	{"a twin that spells a term", "blog/twin-c.md", "Cow", "Duck", false},
	{"date", "blog/one.md", "2024-01-03", "2024-01-04", false},
	{"zone of a date", "blog/one.md", "2024-01-03", "2024-01-03T01:00:00+01:00", false},
	{"weight", "blog/two.md", "weight: 3", "weight: 4", false},
	{"terms", "blog/one.md", "[go, web]", "[go]", false},
	{"spelling of a term", "blog/two.md", "[Go]", "[gO]", false},
	{"draft", "blog/one.md", "title: One", "title: One\ndraft: true", false},
	{"slug", "blog/one.md", "title: One", "title: One\nslug: uno", false},
	{"url", "blog/one.md", "title: One", "title: One\nurl: /uno/", false},
	{"title in an address", "named/x.md", "Called so", "Called otherwise", false},
	{"alias", "blog/one.md", "title: One", "title: One\naliases: [/old/]", false},
	{"outputs", "blog/one.md", "title: One", "title: One\noutputs: [html, json]", false},
	{"resources", "blog/kept/index.md", "A picture", "Another", false},
	{"inside a bundle", "blog/kept/note.md", "A note", "Two notes", false},
	{"section", "blog/_index.md", "Blog", "Log", false},
	{"in a configured menu", "blog/two.md", "Two", "Too", false},
	{"in a menu", "menu.md", "In the", "On the", false},
	{"into a menu", "blog/one.md", "title: One", "title: One\nmenus: main", false},
	{"translation key", "blog/one.md", "title: One", "title: One\ntranslationKey: k2", false},
	{"with a translation key", "key.md", "Keyed", "Keys", false},
	{"list options", "blog/one.md", "title: One", "title: One\nbuild:\n  list: never", false},
	{"type", "blog/one.md", "title: One", "title: One\ntype: essay", false},
	{"layout", "blog/one.md", "title: One", "title: One\nlayout: wide", false},
	{"languages", "blog/one.md", "title: One", "title: One\nsites:\n  matrix:\n    languages: [de]", false},
	{"mistake", "blog/one.md", "title: One", "title: One\ndate2: x\nsitemap: never", false},
	{"cascade that is passed over", "blog/one.md", "title: One", "title: One\ncascade:\n  mood: bad", false},
}

func TestAmendedSiteIsTheAssembledOne(t *testing.T) {
	for _, tt := range amendments {
		t.Run(tt.name, func(t *testing.T) {
			w := newAmendWorld(t)
			before := dumpSite(w.site)
			if edited := w.edit(t, tt.file, tt.old, tt.new); edited != tt.want {
				t.Errorf("amended: %v, want %v", edited, tt.want)
			}
			if w.undo != nil {
				w.undo()
			}
			if diff := cmp.Diff(before, dumpSite(w.site)); diff != "" {
				t.Errorf("the site is not as it was:\n%s", diff)
			}
		})
	}
}

// Amendments in a row, one on top of the other, with what cannot be amended between them.
func TestAmendedAgainAndAgain(t *testing.T) {
	w := newAmendWorld(t)
	random := rand.New(rand.NewPCG(1, 2))
	amended := 0
	for range 300 {
		tt := amendments[random.IntN(len(amendments))]
		if !tt.want && random.IntN(4) > 0 {
			continue
		}
		if random.IntN(2) == 0 {
			tt.old, tt.new = tt.new, tt.old
		}
		if w.next = nil; w.edit(t, tt.file, tt.old, tt.new) {
			amended++
		} else if w.next != nil {
			w.next()
		}
	}
	if amended < 15 {
		t.Errorf("only %d of the edits could be amended", amended)
	}
}

// amendWorld is a site on disk with what a build knows of it.
type amendWorld struct {
	dir      string
	cfg      *config.Config
	tree     *content.Tree
	site     *site.Site
	problems diag.List
	undo     func()
	next     func() // takes what was assembled
}

func newAmendWorld(t *testing.T) *amendWorld {
	t.Helper()
	w := &amendWorld{dir: t.TempDir()}
	for name, text := range amendable {
		w.write(t, name, text)
	}
	var problems diag.List
	if w.cfg, problems = config.Load(config.LoadOptions{Project: w.dir}); problems.Err() != nil {
		t.Fatal(problems)
	}
	w.load(t)
	w.site, w.problems = site.Assemble(w.input())
	if w.site == nil {
		t.Fatal(w.problems)
	}
	return w
}

func (w *amendWorld) input() site.Input {
	return site.Input{Config: w.cfg, Tree: w.tree, Now: clock}
}

func (w *amendWorld) write(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (w *amendWorld) load(t *testing.T) {
	t.Helper()
	o := content.LoadOptions{}
	if w.tree != nil {
		o.Known = w.tree.Known
	}
	tree, problems, err := content.Load(context.Background(), w.cfg, o)
	if err != nil || problems.Err() != nil {
		t.Fatal(err, problems)
	}
	w.tree = tree
}

// edit changes a file and brings the site up to date: amended when that is possible, and then it must be what is
// assembled.
func (w *amendWorld) edit(t *testing.T, name, old, now string) (amended bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, "content", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) || old == "" {
		return false
	}
	w.write(t, "content/"+name, strings.Replace(string(text), old, now, 1))
	w.load(t)
	if fronts := w.tree.Changes.Fronts; len(fronts) == 1 {
		if x := w.site.Amend(w.input(), fronts[0], w.problems); x != nil {
			w.undo, amended = x.Undo, true
		}
	}
	clean, problems := site.Assemble(w.input())
	if !amended {
		w.next = func() {
			if clean == nil { // a mistake: it is taken back
				w.write(t, "content/"+name, string(text))
				w.load(t)
				clean, problems = site.Assemble(w.input())
			}
			w.site, w.problems = clean, problems
		}
		return false
	}
	if diff := cmp.Diff(dumpSite(clean), dumpSite(w.site)); diff != "" {
		t.Fatalf("%s: %q for %q: amended and assembled differ:\n%s", name, now, old, diff)
	}
	if diff := cmp.Diff(problems, w.problems); diff != "" {
		t.Fatalf("%s: %q for %q: problems differ:\n%s", name, now, old, diff)
	}
	return true
}

// dumpSite writes everything that a site holds, a line for each field of each page; pages that others point to
// by their keys.
func dumpSite(s *site.Site) []string {
	d := &siteDump{}
	d.value("site", reflect.ValueOf(*s), false)
	for i, p := range s.Pages {
		d.value(fmt.Sprintf("page %d", i), reflect.ValueOf(p), true)
	}
	for i, e := range s.Editions {
		d.value(fmt.Sprintf("edition %d", i), reflect.ValueOf(e), true)
	}
	return d.lines
}

type siteDump struct{ lines []string }

func (d *siteDump) value(at string, v reflect.Value, whole bool) {
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		d.lines = append(d.lines, at+": nil")
		return
	}
	switch v.Type() {
	case reflect.TypeFor[*site.Page](), reflect.TypeFor[*site.Edition](), reflect.TypeFor[*config.Config](), reflect.TypeFor[*config.Language](), reflect.TypeFor[*config.OutputFormat]():
		if !whole {
			name := v.Elem().FieldByName("Key")
			if !name.IsValid() {
				name = v.Elem().FieldByName("Name")
			}
			d.lines = append(d.lines, fmt.Sprintf("%s: %s %v", at, v.Type(), name))
			return
		}
	case reflect.TypeFor[*content.Document]():
		d.lines = append(d.lines, fmt.Sprintf("%s: %v %x", at, v.Elem().FieldByName("File"), v.Elem().FieldByName("Hash").Uint()))
		return
	case reflect.TypeFor[time.Time]():
		d.lines = append(d.lines, fmt.Sprintf("%s: %v", at, v))
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		d.value(at, v.Elem(), false)
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(at+"."+v.Type().Field(i).Name, v.Field(i), false)
		}
	case reflect.Slice, reflect.Array:
		d.lines = append(d.lines, fmt.Sprintf("%s: %d, nil %v", at, v.Len(), v.Kind() == reflect.Slice && v.IsNil()))
		for i := range v.Len() {
			d.value(fmt.Sprintf("%s[%d]", at, i), v.Index(i), false)
		}
	case reflect.Map:
		d.lines = append(d.lines, fmt.Sprintf("%s: %d, nil %v", at, v.Len(), v.IsNil()))
		byName := map[string]reflect.Value{}
		for _, k := range v.MapKeys() {
			byName[fmt.Sprint(k)] = v.MapIndex(k)
		}
		for _, k := range slices.Sorted(maps.Keys(byName)) {
			d.value(at+"["+k+"]", byName[k], false)
		}
	case reflect.Func:
	default:
		d.lines = append(d.lines, fmt.Sprintf("%s: %s %v", at, v.Type(), v))
	}
}
