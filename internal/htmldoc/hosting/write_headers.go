package hosting

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// WriteHeaders returns a `_headers` file: the project's own rules, then ours. If a rule of the project sets a
// header for a file, ours does not; our rule for every file omits headers that the project sets anywhere. If feeds
// exceed two fifths of the rules that the host reads, they share rules by name.
func (s *Site) WriteHeaders(own []byte, r HeaderReader) []byte {
	most := r.Most
	text := string(WithoutBlock(own))
	theirs, _ := ParseHeaders("_headers", text)
	w := headerWriter{theirs: theirs, left: most - len(theirs.rules)}
	all := escapePath(s.Prefix) + "/*"
	w.rule(all, slices.DeleteFunc(s.security(), func(f Field) bool {
		return f.Name != "X-Robots-Tag" &&
			theirs.sets(f.Name)
	}))
	for _, r := range slices.Concat(
		s.Copies.headers(escapePath(s.Prefix), r.Splat, most*2/5, theirs),
		w.types(s.described(), escapePath(s.Prefix), most*2/5),
	) {
		w.rule(r.path, r.fields)
	}
	cached := theirs.sets("Cache-Control")
	for _, g := range s.immutable() {
		if cached && slices.ContainsFunc(g.files, func(f string) bool { return theirs.has(f, "Cache-Control") }) {
			continue
		}
		if slices.ContainsFunc(segments(g.globs[0]), isPlaceholder) {
			continue
		}
		for _, glob := range g.globs {
			w.rule(glob, []Field{{"Cache-Control", Forever}})
		}
	}
	if w.over > 0 {
		fmt.Fprintf(&w.b, leftOutLine, w.over, most)
	}
	return merge(text, block(w.b.String()))
}

// HeaderReader describes how a host reads a `_headers` file.
type HeaderReader struct {
	Most int // number of rules that it reads
	// Splat means that :splat in a value is what the star of the path matches (Cloudflare).
	Splat bool
}

type headerWriter struct {
	theirs Headers
	b      strings.Builder
	left   int // rules that the host will read
	over   int // rules that it would not
}

func (w *headerWriter) rule(path string, fields []Field) {
	if len(fields) == 0 {
		return
	}
	if w.left--; w.left < 0 {
		w.over++
		return
	}
	fmt.Fprintln(&w.b, path)
	for _, f := range fields {
		fmt.Fprintf(&w.b, "  %s: %s\n", f.Name, f.Value)
	}
}

type pathFields struct {
	path   string // escaped; it may hold a star
	fields []Field
	alone  bool // they say something about this file only
}

// types returns the rules for files with a media type or links. If there are more than most, files with the
// same name in several folders get one rule with what applies to all of them.
func (w *headerWriter) types(files []File, prefix string, most int) []pathFields {
	var out []pathFields
	for _, f := range files {
		if !rulablePath(f.Path) {
			continue
		}
		p := pathFields{path: escapePath(f.Path), alone: f.Alone}
		if f.Type != "" && !w.theirs.has(f.Path, "Content-Type") {
			p.fields = append(p.fields, Field{"Content-Type", f.Type})
		}
		for _, h := range f.headers() {
			if !w.theirs.has(f.Path, h.Name) {
				p.fields = append(p.fields, h)
			}
		}
		if len(p.fields) > 0 {
			out = append(out, p)
		}
	}
	if len(out) > most {
		out = byName(out, prefix)
	}
	slices.SortFunc(out, func(a, b pathFields) int { return cmp.Compare(a.path, b.path) })
	return out
}

// rulablePath reports whether `_headers` can express a path: it contains no characters with a special meaning.
func rulablePath(path string) bool {
	return lineSafe(path) && !strings.Contains(path, "*") &&
		!slices.ContainsFunc(segments(escapePath(path)), isPlaceholder)
}

// byName merges the rules of files with one name into one, "/*/index.xml"; files at the root, and those that stand
// alone, keep theirs. Links, which differ from file to file, are omitted then; feeds contain them anyway. Files with
// one name and several types get no rule.
func byName(files []pathFields, prefix string) []pathFields {
	at := map[string]int{}
	mixed := map[string]bool{}
	var out []pathFields
	for _, f := range files {
		dir, name := path.Split(f.path)
		if dir != prefix+"/" && !f.alone {
			f.path = prefix + "/*/" + name
			f.fields = slices.DeleteFunc(slices.Clone(f.fields), func(f Field) bool { return f.Name == "Link" })
		}
		if len(f.fields) == 0 {
			continue
		}
		i, there := at[f.path]
		if !there {
			at[f.path] = len(out)
			out = append(out, f)
		} else if !slices.Equal(out[i].fields, f.fields) {
			mixed[f.path] = true
		}
	}
	return slices.DeleteFunc(out, func(f pathFields) bool { return mixed[f.path] })
}

// has reports whether a rule sets a header for a path.
func (h Headers) has(path, name string) bool {
	return slices.ContainsFunc(h.For(path), func(f Field) bool { return f.Name == name })
}

// sets reports whether any rule sets a header.
func (h Headers) sets(name string) bool {
	return slices.ContainsFunc(h.rules, func(r headerRule) bool {
		return slices.ContainsFunc(r.fields, func(f Field) bool { return f.Name == name })
	})
}

// everywhere returns the headers that rules set for all paths below prefix.
func (h Headers) everywhere(prefix string) []Field {
	var out []Field
	for _, r := range h.rules {
		if r.text == "/*" || r.text == prefix+"/*" {
			out = append(out, r.fields...)
		}
	}
	return out
}
