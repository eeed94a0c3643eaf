package check

import (
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/loads"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// readable reports whether a check reads a file: pages, and the files in which pages find more files.
func readable(f webtree.File) bool {
	switch path.Ext(f.Path) {
	case ".css", ".svg":
		return true
	}
	return f.HTML() || isScript(f)
}

func isScript(f webtree.File) bool {
	ext := path.Ext(f.Path)
	return ext == ".js" || ext == ".mjs"
}

// loaded checks a style sheet, a script, or a drawing.
func (w *worker) loaded(f webtree.File) {
	switch {
	case isScript(f):
		for _, u := range loads.Script(w.data) {
			// Which import map applies to a bare name depends on the page.
			if !bare(u.Text) {
				w.reference(html.Ref{Kind: html.Module, URL: u.Text, At: u.At})
			}
		}
	case path.Ext(f.Path) == ".svg":
		for _, id := range w.reader.Read(w.data).IDs {
			w.p.ids = append(w.p.ids, xxhash.Sum64String(id.Text))
		}
		slices.Sort(w.p.ids)
	default:
		for _, u := range loads.Style(w.data) {
			if u.Text != "" && !strings.HasPrefix(u.Text, "#") {
				w.reference(html.Ref{Kind: html.Style, URL: u.Text, At: u.At})
			}
		}
	}
}

// bare reports whether a module is named without a path, so an import map must define it: HTML §8.1.6.2.
func bare(name string) bool {
	return !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") &&
		!strings.Contains(name, ":")
}

// module checks a module that a script imports.
func (w *worker) module(r html.Ref, to webtree.Target) {
	mapped := w.p.html && slices.ContainsFunc(w.doc.Mapped, func(name string) bool {
		return r.URL == name || strings.HasSuffix(name, "/") && strings.HasPrefix(r.URL, name)
	})
	switch {
	case mapped: // the URL in the map is checked
	case bare(r.URL):
		w.add("asset-dead", r.At, r.URL, " (no import map defines this name)")
	default:
		w.asset(r, to)
	}
}

// form checks the target of a form, which is a page, or a program on the host.
func (w *worker) form(r html.Ref, to webtree.Target) {
	if to.Scheme == "http" && w.s.tree.Secure() && (to.Kind == webtree.Foreign || to.Insecure) {
		w.add("mixed-content", r.At, r.URL, "")
	}
	switch {
	case w.s.gone(to):
		w.dead("form-dead", r, to)
	case to.Kind == webtree.Outside:
		w.outside(r, to)
	}
}

// symbol checks a part of a drawing that is shown in another place.
func (w *worker) symbol(r html.Ref, to webtree.Target) {
	if to.Kind != webtree.Own {
		w.asset(r, to)
		return
	}
	if to.File != w.p.file {
		w.loads[to.File] = true
	}
	if to.Fragment != "" {
		w.fragment("sprite-dead", r, to)
	}
}

// reach adds the findings in the scripts that pages load, directly or through other scripts. Other scripts may be
// examples, or be meant for other programs.
func (s *site) reach(scripts map[int32]*page) {
	var queue []int32
	for _, p := range s.pages {
		queue = append(queue, p.scripts...)
	}
	for len(queue) > 0 {
		file := queue[0]
		queue = queue[1:]
		if p := scripts[file]; p != nil {
			delete(scripts, file)
			s.found = append(s.found, p.found...)
			queue = append(queue, p.scripts...)
		}
	}
}
