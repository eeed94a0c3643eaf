package sitemap

import "strings"

// xDefault is the code of the version for readers of none of the languages (rule H4).
const xDefault = "x-default"

// Hreflang returns a language code in the form for hreflang: an ISO 639-1 language, an optional ISO 15924
// script, and an optional ISO 3166-1 region, in their usual case and with hyphens; or "x-default". It reports
// false for anything else (rule H3).
func Hreflang(code string) (string, bool) {
	if strings.EqualFold(code, xDefault) {
		return xDefault, true
	}
	parts := strings.Split(strings.ReplaceAll(code, "_", "-"), "-")
	lang := strings.ToLower(parts[0])
	if !in(languages, lang, 2) {
		return "", false
	}
	out, rest := lang, parts[1:]
	if len(rest) > 0 && len(rest[0]) == 4 {
		script := strings.ToUpper(rest[0][:1]) + strings.ToLower(rest[0][1:])
		if !in(scripts, script, 4) {
			return "", false
		}
		out, rest = out+"-"+script, rest[1:]
	}
	if len(rest) > 0 {
		region := strings.ToUpper(rest[0])
		if !in(regions, region, 2) {
			return "", false
		}
		out, rest = out+"-"+region, rest[1:]
	}
	if len(rest) > 0 {
		return "", false
	}
	return out, true
}

// in reports whether a table contains a code of n bytes.
func in(table, code string, n int) bool {
	return len(code) == n && strings.Contains(table, " "+code+" ")
}

// version is a valid alternate; its URL is in Writer.hrefs.
type version struct {
	lang     string
	from, to int
}

// checkAlternates sets w.versions and w.hrefs to the valid alternates of e. Fewer than two languages need no
// annotation (rule H5) and leave both empty.
func (w *Writer) checkAlternates(e *Entry) {
	w.versions, w.hrefs = w.versions[:0], w.hrefs[:0]
	self, languages := false, 0
	for _, a := range e.Alternates {
		lang, ok := w.hreflang(a.Lang)
		if !ok {
			w.violate("H3", e, "hreflang", a.Lang)
			continue
		}
		from := len(w.hrefs)
		if w.hrefs, ok = appendLoc(w.hrefs, a.Href); !ok {
			w.violate("H2", e, "href", a.Href)
			continue
		}
		if w.hasVersion(lang) {
			rule := "H5"
			if lang == xDefault {
				rule = "H4"
			}
			w.violate(rule, e, "hreflang", a.Lang)
			w.hrefs = w.hrefs[:from]
			continue
		}
		w.versions = append(w.versions, version{lang, from, len(w.hrefs)})
		if lang != xDefault {
			languages++
			self = self || string(w.hrefs[from:]) == string(w.loc)
		}
	}
	if languages < 2 {
		w.versions = w.versions[:0]
	} else if !self {
		w.versions = w.versions[:0]
		w.violate("H1", e, "hreflang", "")
	}
}

func (w *Writer) hasVersion(lang string) bool {
	for i := range w.versions {
		if w.versions[i].lang == lang {
			return true
		}
	}
	return false
}

// hreflang is Hreflang with cached results, because a site has few codes and uses them often.
func (w *Writer) hreflang(code string) (string, bool) {
	if norm, ok := w.codes[code]; ok {
		return norm, norm != ""
	}
	norm, ok := Hreflang(code)
	if w.codes == nil {
		w.codes = map[string]string{}
	}
	w.codes[strings.Clone(code)] = norm
	return norm, ok
}

// appendVersions appends the xhtml:link elements.
func (w *Writer) appendVersions(dst []byte) []byte {
	for _, v := range w.versions {
		dst = append(dst, `<xhtml:link rel="alternate" hreflang="`...)
		dst = append(dst, v.lang...)
		dst = append(dst, `" href="`...)
		dst = appendURI(dst, w.hrefs[v.from:v.to])
		dst = append(dst, `"/>`...)
	}
	return dst
}
