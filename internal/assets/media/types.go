package media

import (
	"path"
	"slices"
	"strings"
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

// common has Hugo's types (https://gohugo.io/configuration/media-types/), by name, and then other types of files found
// next to pages. Hugo asks the operating system about the latter; here the answer is the same on every machine.
var common = []Type{
	{"application/json", []string{"json"}},
	{"application/manifest+json", []string{"webmanifest"}},
	{"application/pdf", []string{"pdf"}},
	{"application/rss+xml", []string{"xml", "rss"}},
	{"application/source-map", []string{"map"}},
	{"application/toml", []string{"toml"}},
	{"application/wasm", []string{"wasm"}},
	{"application/yaml", []string{"yaml", "yml"}},
	{"font/otf", []string{"otf"}},
	{"font/ttf", []string{"ttf"}},
	{"font/woff", []string{"woff"}},
	{"font/woff2", []string{"woff2"}},
	{"image/avif", []string{"avif"}},
	{"image/bmp", []string{"bmp"}},
	{"image/gif", []string{"gif"}},
	{"image/heic", []string{"heic"}},
	{"image/heif", []string{"heif"}},
	{"image/jpeg", []string{"jpg", "jpeg", "jpe", "jif", "jfif"}},
	{"image/png", []string{"png"}},
	{"image/svg+xml", []string{"svg"}},
	{"image/tiff", []string{"tif", "tiff"}},
	{"image/webp", []string{"webp"}},
	{"text/asciidoc", []string{"adoc", "asciidoc", "ad"}},
	{"text/calendar", []string{"ics"}},
	{"text/css", []string{"css"}},
	{"text/csv", []string{"csv"}},
	{"text/html", []string{"html", "htm"}},
	{"text/javascript", []string{"js", "jsm", "mjs"}},
	{"text/jsx", []string{"jsx"}},
	{"text/markdown", []string{"md", "mdown", "markdown"}},
	{"text/org", []string{"org"}},
	{"text/pandoc", []string{"pandoc", "pdc"}},
	{"text/plain", []string{"txt"}},
	{"text/rst", []string{"rst"}},
	{"text/tsx", []string{"tsx"}},
	{"text/typescript", []string{"ts"}},
	{"text/x-gotmpl", []string{"gotmpl"}},
	{"text/x-sass", []string{"sass"}},
	{"text/x-scss", []string{"scss"}},
	{"video/3gpp", []string{"3gpp", "3gp"}},
	{"video/mp4", []string{"mp4"}},
	{"video/mpeg", []string{"mpg", "mpeg"}},
	{"video/ogg", []string{"ogv"}},
	{"video/webm", []string{"webm"}},
	{"video/x-msvideo", []string{"avi"}},

	{"application/epub+zip", []string{"epub"}},
	{"application/gpx+xml", []string{"gpx"}},
	{"application/gzip", []string{"gz", "tgz"}},
	{"application/java-archive", []string{"jar"}},
	{"application/ld+json", []string{"jsonld"}},
	{"application/msword", []string{"doc"}},
	{"application/octet-stream", []string{"bin", "dmg", "iso", "img"}},
	{"application/pgp-keys", []string{"key"}},
	{"application/pgp-signature", []string{"sig", "asc"}},
	{"application/postscript", []string{"ps", "eps"}},
	{"application/rtf", []string{"rtf"}},
	{"application/vnd.google-earth.kml+xml", []string{"kml"}},
	{"application/vnd.ms-excel", []string{"xls"}},
	{"application/vnd.ms-powerpoint", []string{"ppt"}},
	{"application/vnd.oasis.opendocument.presentation", []string{"odp"}},
	{"application/vnd.oasis.opendocument.spreadsheet", []string{"ods"}},
	{"application/vnd.oasis.opendocument.text", []string{"odt"}},
	{"application/vnd.openxmlformats-officedocument.presentationml.presentation", []string{"pptx"}},
	{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{"xlsx"}},
	{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{"docx"}},
	{"application/x-7z-compressed", []string{"7z"}},
	{"application/x-bzip2", []string{"bz2"}},
	{"application/x-sh", []string{"sh"}},
	{"application/x-tar", []string{"tar"}},
	{"application/x-xz", []string{"xz"}},
	{"application/zip", []string{"zip"}},
	{"audio/aac", []string{"aac"}},
	{"audio/flac", []string{"flac"}},
	{"audio/midi", []string{"mid", "midi"}},
	{"audio/mp4", []string{"m4a", "m4b"}},
	{"audio/mpeg", []string{"mp3", "mpga", "mp2"}},
	{"audio/ogg", []string{"ogg", "oga", "opus", "spx"}},
	{"audio/wav", []string{"wav"}},
	{"audio/webm", []string{"weba"}},
	{"audio/x-matroska", []string{"mka"}},
	{"image/apng", []string{"apng"}},
	{"image/jxl", []string{"jxl"}},
	{"image/vnd.microsoft.icon", []string{"ico"}},
	{"text/plain", []string{"text", "log", "conf"}},
	{"text/vtt", []string{"vtt"}},
	{"text/x-diff", []string{"diff", "patch"}},
	{"text/x-python", []string{"py"}},
	{"text/x-tex", []string{"tex"}},
	{"video/mp2t", []string{"m2ts"}},
	{"video/quicktime", []string{"mov", "qt"}},
	{"video/x-m4v", []string{"m4v"}},
	{"video/x-matroska", []string{"mkv"}},
}
