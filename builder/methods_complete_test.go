package builder_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/language"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// oldName matches a row of docs/methods/old-names.md.
var oldName = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\|$")

// TestMethodsAreDocumented: each method of Hugo's reference, and each that templates can call here, is in the reference
// with an example, or among the old names.
func TestMethodsAreDocumented(t *testing.T) {
	documented, shown := map[string]bool{}, map[string]bool{}
	for _, p := range methodPages(t) {
		for name := range p.methods {
			documented[name] = true
		}
		for _, e := range p.examples {
			shown[typeUnder(e.page, e.under)+e.method] = true
		}
	}
	shown["Page.Paginate"], shown["Page.Paginator"] = shown["Pager.Paginate"], shown["Pager.Paginator"] // the pager is on its own page
	for name := range documented {
		if !shown[name] {
			t.Errorf("%s has no example", name)
		}
	}
	types := map[string]string{"PAGE": "Page", "PAGES": "Pages", "PAGER": "Pager", "SITE": "Site", "MENU": "Menu", "MENUENTRY": "MenuEntry", "TAXONOMY": "Taxonomy", "RESOURCE": "Resource", "SHORTCODE": "Shortcode", "OUTPUTFORMAT": "OutputFormat", "TIME": "Time", "DURATION": "Duration"}
	for _, r := range readRows(t, "methods.txt") {
		kind, name, _ := strings.Cut(r.name, ".")
		if !documented[types[kind]+"."+name] {
			t.Errorf("%s.%s of Hugo's reference is not documented", types[kind], name)
		}
	}
	old := oldNames(t)
	for _, r := range readRows(t, "removed.txt") {
		if method := strings.HasPrefix(r.name, ".") || strings.HasPrefix(r.name, "MediaType"); method && old[r.name] != r.why {
			t.Errorf("old-names.md lacks the row\n| `%s` | %s |", r.name, r.why)
		}
	}
	for _, v := range []struct {
		name, old string // on the pages, and in the table of old names
		is        reflect.Type
	}{
		{"Page", "", reflect.TypeFor[*view.Page]()},
		{"Pages", ".Pages", reflect.TypeFor[view.Pages]()},
		{"Pager", "Pager", reflect.TypeFor[*view.Pager]()},
		{"Site", ".Site", reflect.TypeFor[*view.Site]()},
		{"Sites", ".Sites", reflect.TypeFor[view.Sites]()},
		{"Language", ".Language", reflect.TypeFor[*language.Language]()},
		{"Menu", "", reflect.TypeFor[view.Menu]()},
		{"MenuEntry", "MenuEntry", reflect.TypeFor[*view.MenuEntry]()},
		{"Taxonomy", "Taxonomy", reflect.TypeFor[view.Taxonomy]()},
		{"Weighted pages", "", reflect.TypeFor[view.WeightedPages]()},
		{"Resource", "", reflect.TypeFor[*resource.Resource]()},
		{"Resources", "Resources", reflect.TypeFor[resource.Resources]()},
		{"File", ".File", reflect.TypeFor[*view.File]()},
		{"OutputFormats", "", reflect.TypeFor[view.OutputFormats]()},
		{"OutputFormat", "", reflect.TypeFor[view.OutputFormat]()},
		{"Media type", "MediaType", reflect.TypeFor[resource.MediaType]()},
		{"Shortcode", "", reflect.TypeFor[*view.Shortcode]()},
		{"Store", "", reflect.TypeFor[*tmpl.Store]()},
		{"Duration", "", reflect.TypeFor[time.Duration]()},
	} {
		for _, name := range members(v.is) {
			if !documented[v.name+"."+name] && old[v.old+"."+name] == "" {
				t.Errorf("%s.%s is not documented in docs/methods", v.name, name)
			}
		}
	}
}

// members are the names that templates can call on a value, but for String and PrintableValue, which print it.
func members(t reflect.Type) (names []string) {
	for i := range t.NumMethod() {
		if name := t.Method(i).Name; name != "String" && name != "PrintableValue" {
			names = append(names, name)
		}
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !f.Anonymous {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// oldNames are the rows of docs/methods/old-names.md.
func oldNames(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(methodsFolder + "old-names.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range oldName.FindAllStringSubmatch(string(text), -1) {
		rows[m[1]] = m[2]
		rows[strings.Replace(m[1], ".Site.Language.", ".Language.", 1)] = m[2] // of pages, too
	}
	return rows
}
