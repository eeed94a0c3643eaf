package sitemap

import (
	"fmt"
	"time"
)

// writeIndex writes the index over files (rules I1 to I4). Names of the files of the index have no
// numbers unless there are more than 50,000 sitemaps (rule I2).
func (w *Writer) writeIndex(files []File) ([]File, error) {
	for _, f := range files {
		if f.Name == w.o.Name {
			return nil, fmt.Errorf("sitemap: a group and the index are both named %q", f.Name)
		}
	}
	s := w.newSplitter(w.o.Name, indexHeader, indexFooter)
	s.maxURLs, s.maxBytes, s.index = MaxURLs, MaxBytes, true
	for _, f := range files {
		w.loc = appendPath(append(w.loc[:0], w.dir[:len(w.dir)-1]...), "/"+f.Name)
		rec := append(w.rec[:0], "<sitemap><loc>"...)
		rec = append(appendURI(rec, w.loc), "</loc>"...)
		if !f.LastMod.IsZero() {
			n := len(rec)
			var ok bool
			if rec, ok = appendLastMod(append(rec, "<lastmod>"...), f.LastMod, false); ok {
				rec = append(rec, "</lastmod>"...)
			} else {
				rec = rec[:n]
			}
		}
		w.rec = append(rec, "</sitemap>\n"...)
		if err := s.add(w.rec, time.Time{}); err != nil {
			return nil, err
		}
	}
	err := s.close()
	return s.files, err
}
