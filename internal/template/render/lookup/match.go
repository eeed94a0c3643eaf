package lookup

import (
	"cmp"
	"iter"
	"strings"
)

// weight tells how well a template fits: https://gohugo.io/templates/new-templatesystem-overview/. main compares the
// names; for a template nearer to the page to win, near and fine must not be lower. distance counts the folders between
// the template and the page.
type weight struct{ main, near, fine, distance int }

var noMatch = weight{main: -1}

// compare returns how well a template's Descriptor fits the wanted one.
func compare(cat Category, want, have *Descriptor) weight {
	if want.Must && want.Custom != have.Layout {
		return noMatch
	}
	if w := fit(cat, want, have); w.main > 0 {
		return w
	}
	switch {
	case cat == Hook && want.Hook == have.Hook &&
		(want.Detail == have.Detail || want.Detail != "" && have.Detail == "") &&
		(want.Format == have.Format || want.Format != "html") && (want.Text || !have.Text):
		// Any hook is better than none for a format without its own hook.
		if have.Lang == "" || have.Lang == want.Lang {
			return weight{main: 1}
		}
	case cat == Shortcode && (want.Text == have.Text || !have.Text || want.Any):
		if have.Lang == "" || have.Lang == want.Lang {
			return weight{main: 1}
		}
	}
	return noMatch
}

func fit(cat Category, want, have *Descriptor) weight {
	switch {
	case have.Text && !want.Text && !want.Any,
		have.Kind != "" && have.Kind != want.Kind,
		have.Layout != "" && have.Layout != "all" && have.Layout != want.Layout &&
			(want.Custom == "" || have.Layout != want.Custom),
		have.Lang != "" && have.Lang != want.Lang,
		have.Media != want.Media,
		have.Hook != "" && (have.Hook != want.Hook || have.Detail != "" && have.Detail != want.Detail):
		return noMatch
	}
	if have.Format != "" && have.Format != want.Format && cat != Base {
		// A template of another format with the same media type fits if it is for exactly this kind or layout: a home
		// page in AMP may use home.html.
		unfit := want.Kind == "" || want.Kind != have.Kind && want.Layout != have.Layout && have.Layout != "all"
		if unfit && (want.Custom == "" || want.Custom != have.Layout) {
			return noMatch
		}
	}
	w := weight{main: 1}
	if have.Kind != "" && have.Kind == want.Kind {
		w.main, w.near = w.main+5, 1
	}
	if have.Layout != "" && have.Layout == want.Layout {
		w.main, w.near = w.main+4, 1
	} else if have.Layout == "all" {
		w.main, w.near = w.main+2, 1
	}
	if want.Custom != "" && want.Custom == have.Layout {
		w.main, w.near = w.main+6, 2
	}
	if have.Lang != "" {
		w.main, w.fine = w.main+1, w.fine+1
	}
	if have.Format != "" && have.Format == want.Format {
		w.main, w.fine = w.main+4, w.fine+1
	}
	if have.Media != "" {
		w.main, w.fine = w.main+1, w.fine+1
	}
	if have.Hook != "" {
		w.main += 6
		if have.Detail == want.Detail {
			w.main += 4
		}
	}
	return w
}

// best is the best template found so far.
type best struct {
	entry  *entry
	weight weight
}

// offer takes e if it is better than the current one. Offers come from the root folder down to the page's folder, in
// path order within a folder, so the result is deterministic.
func (b *best) offer(e *entry, w weight) {
	if w.main > 0 && (b.entry == nil || b.better(e, w)) {
		b.entry, b.weight = e, w
	}
}

// file returns the best template; nil if none was offered.
func (b *best) file() *Template {
	if b.entry == nil {
		return nil
	}
	return b.entry.file
}

func (b *best) better(e *entry, w weight) bool {
	if e.cat != Hook && e.file.Own != b.entry.file.Own {
		return e.file.Own // templates of the project win over built-in ones, wherever they are
	}
	if w.distance < b.weight.distance {
		if w.near < b.weight.near || w.fine < b.weight.fine {
			return false
		}
	} else if w.main < b.weight.main {
		return false
	}
	if w.main == b.weight.main && w.near == b.weight.near && w.fine == b.weight.fine {
		if e.file.Own != b.entry.file.Own {
			return e.file.Own
		}
		return w.distance < b.weight.distance || e.file.Path < b.entry.file.Path && w.distance == b.weight.distance
	}
	return true
}

// folders calls fn for the root and each folder on the way to path, with the number of folders between it and path.
func folders(path string, fn func(dir string, distance int)) {
	if path == "/" {
		path = ""
	}
	n := strings.Count(path, "/")
	fn("", n)
	for i := 1; i < len(path); {
		j := strings.IndexByte(path[i:], '/')
		if j < 0 {
			j = len(path) - i
		}
		n--
		fn(path[:i+j], n)
		i += j + 1
	}
}

// find returns the best template of a category for a page at path.
func (s *Store) find(cat Category, path string, want *Descriptor, consider func(*entry) bool) *entry {
	var b best
	folders(path, func(dir string, distance int) {
		for _, e := range s.dirs[dir+want.Below] {
			if e.cat != cat || consider != nil && !consider(e) {
				continue
			}
			w := compare(cat, want, &e.d)
			w.distance = distance
			b.offer(e, w)
		}
	})
	return b.entry
}

// Layout finds the template of a page, and its base template (nil for none). A page that only fits base templates of
// other formats has no template.
func (s *Store) Layout(path string, want Descriptor) (main, base *Template) {
	want.Layout = usualLayout(&want)
	e := s.find(Layout, path, &want, nil)
	if e == nil {
		return nil, nil
	}
	if !e.file.NeedsBase || !s.anyBase(&e.d) {
		return e.file, nil
	}
	want.Must, want.Below = want.Must && !want.Based, ""
	b := s.find(Base, path, &want, func(base *entry) bool { return s.baseFor(&e.d, base) })
	if b == nil {
		return nil, nil
	}
	return e.file, b.file
}

// Layouts yields the templates that fit a page at path, the best first.
func (s *Store) Layouts(path string, want Descriptor) iter.Seq[*Template] {
	want.Layout = usualLayout(&want)
	return func(yield func(*Template) bool) {
		seen := map[*Template]bool{}
		for {
			e := s.find(Layout, path, &want, func(e *entry) bool { return !seen[e.file] })
			if e == nil || !yield(e.file) {
				return
			}
			seen[e.file] = true
		}
	}
}

// usualLayout returns the wanted layout, or the one for the kind of the page: "single" or "list".
func usualLayout(want *Descriptor) string {
	switch {
	case want.Layout != "" || want.Kind == "":
		return want.Layout
	case want.Kind == "page":
		return "single"
	}
	return "list"
}

// baseFor reports whether a base template fits a template with Descriptor d.
func (s *Store) baseFor(d *Descriptor, base *entry) bool {
	main := *d
	if main.Lang == "" {
		main.Lang = base.d.Lang // the template is for all languages
	}
	return kindInLayout(base.d.Kind, d.Layout) && compare(Base, &main, &base.d).main > 0
}

func (s *Store) anyBase(d *Descriptor) bool {
	if !s.hasBase {
		return false
	}
	for _, dir := range s.dirs {
		for _, e := range dir {
			if e.cat == Base && s.baseFor(d, e) {
				return true
			}
		}
	}
	return false
}

func kindInLayout(kind, layout string) bool {
	switch kind {
	case "":
		return true
	case "page":
		return layout != "list"
	}
	return layout != "single"
}

// Partial finds a partial by the name in a call: "head/meta.html", "head/meta".
func (s *Store) Partial(name, lang string) *Template {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "/")), " ", "-")
	for _, prefix := range []string{"_partials/", "partials/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if block := s.byPath["_partials/"+name]; block != nil && block.Within != "" {
		return block // a part of one file, whatever the format of that
	}
	dir, file := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, file = name[:i+1], name[i+1:]
	}
	id := s.naming.identify(file, false)
	f, m := s.naming.formatAndMedia(id.format, id.ext)
	want := Descriptor{Format: id.format, Lang: id.lang}
	if m != nil {
		want.Media = m.Type
	}
	if f != nil {
		want.Text = f.IsPlainText
	}
	if want.Format == "" && want.Media == "" {
		want.Format, want.Media = "html", "text/html"
	}
	want.Lang = cmp.Or(want.Lang, lang)
	var b best
	for _, e := range s.partials["/_partials/"+dir+id.stem] {
		b.offer(e, compare(Partial, &want, &e.d))
	}
	return b.file()
}

// Shortcode finds the template of a shortcode for a page at path. known reports whether any template has that name,
// even if none may be used here.
func (s *Store) Shortcode(name, path string, want Descriptor) (found *Template, known bool) {
	want.Layout = usualLayout(&want)
	name = strings.ToLower(name)
	var b best
	folders(path, func(dir string, distance int) {
		for _, e := range s.shortcodes[dir][name] {
			known = true
			w := compare(Shortcode, &want, &e.d)
			w.distance = distance
			b.offer(e, w)
		}
	})
	return b.file(), known
}

// Hook finds a render hook template for a page at path. Without embedded, only templates of the project and its themes
// count.
func (s *Store) Hook(path string, want Descriptor, embedded bool) *Template {
	want.Layout = usualLayout(&want)
	if e := s.find(Hook, path, &want, func(e *entry) bool { return e.file.Own || embedded }); e != nil {
		return e.file
	}
	return nil
}
