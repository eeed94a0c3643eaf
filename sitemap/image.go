package sitemap

import (
	"strings"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// MaxImages is the maximum number of images of one entry (rule G1).
const MaxImages = 1000

// appendImages appends the images of e: the first thousand valid ones, without repetitions (rules G1, G3, G4).
func (w *Writer) appendImages(dst []byte, e *Entry) []byte {
	w.hashes = w.hashes[:0]
next:
	for i := range e.Images {
		raw := e.Images[i].Loc
		if hasScheme(raw, "data") {
			continue
		}
		var ok bool
		if w.href, ok = appendLoc(w.href[:0], raw); !ok {
			w.violate("G1", e, "image:loc", raw)
			continue
		}
		h := urlset.Hash(w.href)
		for _, there := range w.hashes {
			if there == h {
				continue next
			}
		}
		if len(w.hashes) == MaxImages {
			w.violate("G1", e, "image:image", raw)
			break
		}
		w.hashes = append(w.hashes, h)
		dst = append(dst, "<image:image><image:loc>"...)
		dst = append(appendURI(dst, w.href), "</image:loc></image:image>"...)
	}
	return dst
}

// hasScheme reports whether a URL begins with a scheme, in any case.
func hasScheme(raw, scheme string) bool {
	raw = strings.TrimSpace(raw)
	return len(raw) > len(scheme) && raw[len(scheme)] == ':' && strings.EqualFold(raw[:len(scheme)], scheme)
}
