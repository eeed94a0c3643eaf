package media

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
)

// Octet is the media type of unknown files.
const Octet = "application/octet-stream"

// Type is a media type with the file name suffixes that mean it, without dots.
type Type struct {
	Name     string // "image/png"
	Suffixes []string
}

// Types finds media types by file name.
type Types struct{ bySuffix map[string]string }

// NewTypes returns a table of the given types, which take precedence, and of common types. If two types share a suffix,
// the first by name gets it, as in Hugo.
func NewTypes(own []Type) *Types {
	common, _ := known()
	t := &Types{make(map[string]string, 2*len(common))}
	own = slices.Clone(own)
	slices.SortStableFunc(own, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	for _, list := range [][]Type{own, common} {
		for _, m := range list {
			for _, s := range m.Suffixes {
				s = strings.ToLower(strings.TrimPrefix(s, "."))
				if _, taken := t.bySuffix[s]; !taken {
					t.bySuffix[s] = m.Name
				}
			}
		}
	}
	// RSS has this suffix, too, but a file next to a page is rarely a feed. Hugo decides the same.
	if t.bySuffix["xml"] == "application/rss+xml" {
		t.bySuffix["xml"] = "application/xml"
	}
	return t
}

// Of returns the media type of a file by its name; Octet if the suffix is unknown.
func (t *Types) Of(name string) string {
	mediaType, _ := t.Lookup(name)
	return mediaType
}

// Lookup returns the media type for the last suffix of a file name, in upper or lower case. known is false if the
// suffix is unknown; a name without a suffix is plain bytes.
func (t *Types) Lookup(name string) (mediaType string, known bool) {
	ext := strings.TrimPrefix(path.Ext(name), ".")
	if ext == "" {
		return Octet, true
	}
	m, known := t.bySuffix[ext]
	if !known {
		m, known = t.bySuffix[strings.ToLower(ext)]
	}
	if !known {
		return Octet, false
	}
	return m, true
}

// Kind returns the main part of a media type, which Hugo calls the resource type.
func Kind(mediaType string) string {
	main, _, _ := strings.Cut(mediaType, "/")
	return main
}

// IsText reports whether files of a media type are text.
func IsText(mediaType string) bool {
	switch mediaType {
	case "application/json", "application/source-map", "application/toml", "application/yaml", "application/xml",
		"application/javascript":
		return true
	}
	return Kind(mediaType) == "text" || strings.HasSuffix(mediaType, "+json") || strings.HasSuffix(mediaType, "+xml")
}

//go:embed types.txt
var table string

// known returns the types of types.txt, and those of output formats.
var known = sync.OnceValues(func() (all, outputs []Type) {
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		star := f[0] == "*"
		if star {
			f = f[1:]
		}
		all = append(all, Type{f[0], f[1:]})
		if star {
			outputs = append(outputs, all[len(all)-1])
		}
	}
	return all, outputs
})

// Outputs returns the types that output formats can have without settings.
func Outputs() []Type {
	_, outputs := known()
	return outputs
}
