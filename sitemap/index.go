package sitemap

import (
	"fmt"
	"strings"
	"time"
)

// IndexEntry is a sitemap listed in an index.
type IndexEntry struct {
	// Loc is its URL: absolute, or relative to Options.Base. // required
	Loc string
	// LastMod is when the file last changed (rule I6); zero means unknown.
	LastMod time.Time
	// DateOnly writes LastMod as a day.
	DateOnly bool
}

// writeIndex writes the index of files and Options.Extra (rules I1 to I4). The file names of the index have no
// numbers unless there are more than 50,000 sitemaps (rule I2), and then "sitemap-index-1.xml", because
// "sitemap-1.xml" is a sitemap.
func (w *Writer) writeIndex(files []File) ([]File, error) {
	for _, f := range files {
		if f.Name == w.o.Name {
			return nil, fmt.Errorf("sitemap: a group and the index are both named %q", f.Name)
		}
	}
	s := &splitter{part: part{layout: &layout{
		create: w.create, name: w.o.Name, many: w.beside("index"), header: w.o.indexHeader(), footer: indexFooter,
		maxURLs: MaxURLs, maxBytes: MaxBytes, index: true,
	}}}
	own := string(w.address(nil, w.o.Name))
	named := map[string]bool{}
	for _, f := range files {
		w.loc = w.address(w.loc[:0], f.Name)
		named[string(w.loc)] = true
		mod := f.LastMod
		if w.o.Changed != nil {
			if t := w.o.Changed(f); t.After(mod) {
				mod = t
			}
		}
		if err := w.addToIndex(s, mod, false); err != nil {
			return nil, err
		}
	}
	for _, x := range w.o.Extra {
		ok := true
		if strings.Contains(x.Loc, "://") {
			w.loc, ok = appendLoc(w.loc[:0], x.Loc)
		} else {
			w.loc = w.address(w.loc[:0], strings.TrimPrefix(x.Loc, "/"))
		}
		e := &Entry{Loc: x.Loc}
		switch {
		case !ok || x.Loc == "":
			w.violate("I1", e, "loc", x.Loc)
		case !hasPrefix(w.loc, w.dir):
			w.violate("I4", e, "loc", x.Loc)
		case string(w.loc) == own:
			w.violate("I3", e, "loc", x.Loc)
		case named[string(w.loc)]:
			w.violate("L7", e, "loc", x.Loc)
		default:
			named[string(w.loc)] = true
			if err := w.addToIndex(s, x.LastMod, x.DateOnly); err != nil {
				return nil, err
			}
		}
		if w.fault != nil {
			return nil, w.fault
		}
	}
	return s.close()
}

// address appends the URL of a file.
func (w *Writer) address(dst []byte, name string) []byte {
	return appendPath(append(dst, w.dir[:len(w.dir)-1]...), "/"+name)
}

// addToIndex adds the sitemap whose URL is in w.loc.
func (w *Writer) addToIndex(s *splitter, mod time.Time, dateOnly bool) error {
	rec := append(w.rec[:0], "<sitemap><loc>"...)
	rec = append(appendURI(rec, w.loc), "</loc>"...)
	if !mod.IsZero() {
		n := len(rec)
		var ok bool
		if rec, ok = appendLastMod(append(rec, "<lastmod>"...), mod, dateOnly); ok {
			rec = append(rec, "</lastmod>"...)
		} else {
			rec = rec[:n]
		}
	}
	w.rec = append(rec, "</sitemap>\n"...)
	return s.add(w.rec, 0, time.Time{})
}
