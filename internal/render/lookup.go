package render

import "strings"

// weight is how well a template fits: https://gohugo.io/templates/new-templatesystem-overview/
// main orders by what the name says; where a template lies nearer to the page, near and fine must
// not be lower for it to win. distance counts the folders between the template and the page.
type weight struct{ main, near, fine, distance int }

var noMatch = weight{main: -1}

// compare says how well a template's descriptor fits what is wanted.
func compare(cat category, want, have *descriptor) weight {
	if want.must && want.custom != have.layout {
		return noMatch
	}
	if w := fit(cat, want, have); w.main > 0 {
		return w
	}
	switch {
	case cat == hookTemplate && want.hook == have.hook &&
		(want.detail == have.detail || want.detail != "" && have.detail == "") &&
		(want.format == have.format || want.format != "html") && (want.text || !have.text):
		// Any hook is better than none for a format that has none of its own.
		if have.lang == "" || have.lang == want.lang {
			return weight{main: 1}
		}
	case cat == shortcodeTemplate && (want.text == have.text || !have.text || want.any):
		if have.lang == "" || have.lang == want.lang {
			return weight{main: 1}
		}
	}
	return noMatch
}

func fit(cat category, want, have *descriptor) weight {
	switch {
	case have.text && !want.text && !want.any,
		have.kind != "" && have.kind != want.kind,
		have.layout != "" && have.layout != "all" && have.layout != want.layout && (want.custom == "" || have.layout != want.custom),
		have.lang != "" && have.lang != want.lang,
		have.media != want.media,
		have.hook != "" && (have.hook != want.hook || have.detail != "" && have.detail != want.detail):
		return noMatch
	}
	if have.format != "" && have.format != want.format && cat != baseTemplate {
		// A template of another format of the same media type serves when it is for just this kind or
		// layout: a home page in AMP may use home.html.
		unfit := want.kind == "" || want.kind != have.kind && want.layout != have.layout && have.layout != "all"
		if unfit && (want.custom == "" || want.custom != have.layout) {
			return noMatch
		}
	}
	w := weight{main: 1}
	if have.kind != "" && have.kind == want.kind {
		w.main, w.near = w.main+5, 1
	}
	if have.layout != "" && have.layout == want.layout {
		w.main, w.near = w.main+4, 1
	} else if have.layout == "all" {
		w.main, w.near = w.main+2, 1
	}
	if want.custom != "" && want.custom == have.layout {
		w.main, w.near = w.main+6, 2
	}
	if have.lang != "" {
		w.main, w.fine = w.main+1, w.fine+1
	}
	if have.format != "" && have.format == want.format {
		w.main, w.fine = w.main+4, w.fine+1
	}
	if have.media != "" {
		w.main, w.fine = w.main+1, w.fine+1
	}
	if have.hook != "" {
		w.main += 6
		if have.detail == want.detail {
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

// offer takes e when it is better than what there is. Offers come from the root folder to the
// page's own, in path order within a folder, so the outcome is the same each time.
func (b *best) offer(e *entry, w weight) {
	if w.main > 0 && (b.entry == nil || b.better(e, w)) {
		b.entry, b.weight = e, w
	}
}

func (b *best) better(e *entry, w weight) bool {
	if e.cat != hookTemplate && e.file.own != b.entry.file.own {
		return e.file.own // the project's own wins over what is built in, wherever it lies
	}
	if w.distance < b.weight.distance {
		if w.near < b.weight.near || w.fine < b.weight.fine {
			return false
		}
	} else if w.main < b.weight.main {
		return false
	}
	if w.main == b.weight.main && w.near == b.weight.near && w.fine == b.weight.fine {
		if e.file.own != b.entry.file.own {
			return e.file.own
		}
		return w.distance < b.weight.distance || e.file.path < b.entry.file.path && w.distance == b.weight.distance
	}
	return true
}

// folders calls fn for the root and each folder on the way to path, with the number of folders
// that lie between it and path.
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
func (s *store) find(cat category, path string, want *descriptor, consider func(*entry) bool) *entry {
	var b best
	folders(path, func(dir string, distance int) {
		for _, e := range s.dirs[dir] {
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

// layout finds the template of a page, and the base template that it is put into (nil for none).
// A page that only base templates of other formats would fit has no template.
func (s *store) layout(path string, want descriptor) (main, base *entry) {
	if want.layout == "" && want.kind != "" {
		want.layout = "list"
		if want.kind == "page" {
			want.layout = "single"
		}
	}
	main = s.find(layoutTemplate, path, &want, nil)
	if main == nil || !main.file.needsBase || !s.anyBase(&main.d) {
		return main, nil
	}
	want.must = want.must && !want.based
	base = s.find(baseTemplate, path, &want, func(e *entry) bool { return s.baseFor(&main.d, e) })
	if base == nil {
		return nil, nil
	}
	return main, base
}

// baseFor reports whether a base template can hold a template with descriptor d.
func (s *store) baseFor(d *descriptor, base *entry) bool {
	return kindInLayout(base.d.kind, d.layout) && compare(baseTemplate, d, &base.d).main > 0
}

func (s *store) anyBase(d *descriptor) bool {
	if !s.hasBase {
		return false
	}
	for _, dir := range s.dirs {
		for _, e := range dir {
			if e.cat == baseTemplate && s.baseFor(d, e) {
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

// partial finds a partial by the name that templates call it by: "head/meta.html", "head/meta".
func (s *store) partial(name, lang string) *entry {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "/")), " ", "-")
	for _, prefix := range []string{"_partials/", "partials/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	dir, file := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, file = name[:i+1], name[i+1:]
	}
	id := s.naming.identify(file, false)
	f, m := s.naming.formatAndMedia(id.format, id.ext)
	want := descriptor{format: id.format, lang: id.lang}
	if m != nil {
		want.media = m.Type
	}
	if f != nil {
		want.text = f.IsPlainText
	}
	if want.format == "" && want.media == "" {
		want.format, want.media = "html", "text/html"
	}
	if want.lang == "" {
		want.lang = lang
	}
	var b best
	for _, e := range s.partials["/_partials/"+dir+id.stem] {
		b.offer(e, compare(partialTemplate, &want, &e.d))
	}
	return b.entry
}

// shortcode finds the template of a shortcode for a page at path. known reports whether there is a
// template of that name at all, only none that may be used here.
func (s *store) shortcode(name, path string, want descriptor) (found *entry, known bool) {
	name = strings.ToLower(name)
	var b best
	folders(path, func(dir string, distance int) {
		for _, e := range s.shortcodes[dir][name] {
			known = true
			w := compare(shortcodeTemplate, &want, &e.d)
			w.distance = distance
			b.offer(e, w)
		}
	})
	return b.entry, known
}

// hook finds a render hook template for a page at path.
func (s *store) hook(path string, want descriptor, consider func(*entry) bool) *entry {
	return s.find(hookTemplate, path, &want, consider)
}
