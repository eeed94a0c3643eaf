package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bep/imagemeta"

	"github.com/sitegen/sitegen/internal/base/glob"
)

// exifFields selects the fields that templates get.
type exifFields struct {
	include, exclude   string // regular expressions for Exif
	noDate, noPlace    bool
	included, excluded *regexp.Regexp
	patterns           []string // glob patterns for Meta
	sources            imagemeta.Source
	wanted             []*glob.Pattern
	unwanted           []*glob.Pattern
}

// technical matches the fields that are left out by default.
const technical = "GPS|Exif|Exposure[M|P|B]|Contrast|Resolution|Sharp|JPEG|Metering|Sensing|Saturation|ColorSpace|Flash|WhiteBalance"

func (e *exifFields) set(key string, value any) error {
	text, isText := value.(string)
	flag, isFlag := value.(bool)
	valid := true
	switch key {
	case "includefields":
		e.include, valid = text, isText
	case "excludefields":
		e.exclude, valid = text, isText
	case "disabledate":
		e.noDate, valid = flag, isFlag
	case "disablelatlong":
		e.noPlace, valid = flag, isFlag
	}
	if !valid {
		return fmt.Errorf("imaging.exif.%s = %v is not a valid setting", key, value)
	}
	return nil
}

func (e *exifFields) setMeta(key string, value any) error {
	list, ok := value.([]any)
	if !ok && (key == "fields" || key == "sources") {
		return fmt.Errorf("imaging.meta.%s is a list, not %v", key, value)
	}
	for _, v := range list {
		text := fmt.Sprint(v)
		switch key {
		case "fields":
			e.patterns = append(e.patterns, text)
		case "sources":
			source, ok := map[string]imagemeta.Source{
				"exif": imagemeta.EXIF, "iptc": imagemeta.IPTC,
				"xmp": imagemeta.XMP,
			}[strings.ToLower(text)]
			if !ok {
				return fmt.Errorf("imaging.meta.sources: %q is none of exif, iptc and xmp", text)
			}
			e.sources |= source
		}
	}
	return nil
}

// compile compiles the expressions.
func (e *exifFields) compile() (err error) {
	if strings.TrimSpace(e.include+e.exclude) == "" {
		e.exclude = technical
	}
	read := func(expression string) *regexp.Regexp {
		if expression = strings.TrimSpace(expression); expression == "" || err != nil {
			return nil
		}
		if !strings.HasPrefix(expression, "(") {
			expression = "(?i)" + expression
		}
		var re *regexp.Regexp
		if re, err = regexp.Compile(expression); err != nil {
			err = fmt.Errorf("imaging.exif: %w", err)
		}
		return re
	}
	e.included, e.excluded = read(e.include), read(e.exclude)
	e.sources = cmp.Or(e.sources, imagemeta.EXIF|imagemeta.IPTC)
	for _, p := range e.patterns {
		p, not := strings.CutPrefix(strings.TrimSpace(p), "!")
		g, bad := glob.ParsePattern(strings.TrimSpace(p))
		if bad != nil {
			return fmt.Errorf("imaging.meta.fields: %w", bad)
		}
		if not {
			e.unwanted = append(e.unwanted, g)
		} else {
			e.wanted = append(e.wanted, g)
		}
	}
	return err
}

// exifHas reports whether Exif includes a field.
func (e *exifFields) exifHas(name string) bool {
	return (e.included == nil || e.included.MatchString(name)) && (e.excluded == nil || !e.excluded.MatchString(name))
}

// metaHas reports whether Meta includes a field. With patterns that only exclude, it includes all others.
func (e *exifFields) metaHas(name string) bool {
	if len(e.patterns) == 0 {
		return !defaultTechnical.MatchString(name)
	}
	return (len(e.wanted) == 0 || anyMatch(e.wanted, name)) && !anyMatch(e.unwanted, name)
}

func anyMatch(list []*glob.Pattern, name string) bool {
	return slices.ContainsFunc(list, func(g *glob.Pattern) bool { return g.Match(name) })
}

var defaultTechnical = regexp.MustCompile("(?i)" + technical)

// Exif is the Exif metadata of an image: https://gohugo.io/methods/resource/meta/
type Exif struct {
	Lat, Long float64   // degrees; 0 if not known
	Date      time.Time // when the picture was taken; zero if not known
	Tags      map[string]any
}

// Meta is Exif with the fields of other sources.
type Meta struct {
	Exif
	Orientation     int // from Exif, 1 to 8; 0 if not known
	IPTC, XMP, EXIF map[string]any
}

// ErrNoMeta is the error for a format whose metadata cannot be read.
var ErrNoMeta = fmt.Errorf("no metadata")

func metaFormat(mediaType string) imagemeta.ImageFormat {
	switch mediaType {
	case "image/jpeg":
		return imagemeta.JPEG
	case "image/png":
		return imagemeta.PNG
	case "image/tiff":
		return imagemeta.TIFF
	case "image/webp":
		return imagemeta.WebP
	case "image/avif":
		return imagemeta.AVIF
	case "image/heic", "image/heif":
		return imagemeta.HEIF
	}
	return imagemeta.ImageFormatAuto
}

// HasMeta reports whether metadata is read from images of a media type.
func HasMeta(mediaType string) bool { return metaFormat(mediaType) != imagemeta.ImageFormatAuto }

// readTags returns those tags of some sources that has accepts; nil accepts all.
func readTags(data []byte, mediaType string, sources imagemeta.Source, has func(string) bool) (tags imagemeta.Tags, err error) {
	format := metaFormat(mediaType)
	switch sniff(data, "") { // the suffix may be wrong
	case JPEG:
		format = imagemeta.JPEG
	case PNG:
		format = imagemeta.PNG
	case TIFF:
		format = imagemeta.TIFF
	case WebP:
		format = imagemeta.WebP
	}
	if format == imagemeta.ImageFormatAuto {
		return tags, ErrNoMeta
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the metadata is damaged: %v", r)
		}
	}()
	if format == imagemeta.TIFF || format == imagemeta.PNG && sources.Has(imagemeta.IPTC) {
		sources = sources.Remove(imagemeta.IPTC)
	}
	_, err = imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: format, Sources: sources,
		ShouldHandleTag: func(t imagemeta.TagInfo) bool {
			// Only of the picture itself, not of its thumbnail.
			return (t.Source != imagemeta.EXIF || strings.HasPrefix(t.Namespace, "IFD0")) && (has == nil || has(t.Tag))
		},
		HandleTag: func(t imagemeta.TagInfo) error {
			tags.Add(t)
			return nil
		},
		Warnf: func(string, ...any) {},
	})
	if imagemeta.IsInvalidFormat(err) {
		err = nil // an image without metadata
	}
	return tags, err
}

// Exif reads the Exif fields of an image. A time without a zone is taken to be in zone.
func (d *Defaults) Exif(data []byte, mediaType string, zone *time.Location) (*Exif, error) {
	tags, err := readTags(data, mediaType, imagemeta.EXIF, nil)
	if err != nil {
		return nil, err
	}
	out := &Exif{Tags: values(tags.EXIF())}
	maps.DeleteFunc(out.Tags, func(name string, _ any) bool { return !d.exif.exifHas(name) })
	if !d.exif.noDate {
		out.Date = taken(tags, zone)
	}
	if !d.exif.noPlace {
		out.Lat, out.Long, _ = tags.GetLatLong()
	}
	return out, nil
}

// Meta reads the fields of all sources that the configuration enables.
func (d *Defaults) Meta(data []byte, mediaType string, zone *time.Location) (*Meta, error) {
	tags, err := readTags(data, mediaType, d.exif.sources, d.exif.metaHas)
	if err != nil {
		return nil, err
	}
	out := &Meta{
		Orientation: orientation(tags),
		EXIF:        values(tags.EXIF()), IPTC: values(tags.IPTC()), XMP: values(tags.XMP()),
	}
	out.Date = taken(tags, zone)
	out.Lat, out.Long, _ = tags.GetLatLong()
	return out, nil
}

// Orientation returns the Exif orientation of an image; 1 if it has none.
func Orientation(data []byte, mediaType string) int {
	tags, err := readTags(data, mediaType, imagemeta.EXIF, nil)
	if err != nil {
		return 1
	}
	return max(orientation(tags), 1)
}

// orientation returns 0 if it is not known.
func orientation(tags imagemeta.Tags) int {
	var n int
	switch v := tags.EXIF()["Orientation"].Value.(type) {
	case uint16:
		n = int(v)
	case uint32:
		n = int(v)
	case int:
		n = v
	}
	if n < 1 || n > 8 {
		return 0
	}
	return n
}

func values(all map[string]imagemeta.TagInfo) map[string]any {
	out := make(map[string]any, len(all))
	for name, t := range all {
		out[name] = t.Value
	}
	return out
}

// taken returns when a picture was taken. The library would use the time zone of this machine.
func taken(tags imagemeta.Tags, zone *time.Location) time.Time {
	exif, xmp := tags.EXIF(), tags.XMP()
	text := func(from map[string]imagemeta.TagInfo, name string) string {
		s, _ := from[name].Value.(string)
		return strings.TrimSpace(s)
	}
	for _, try := range [...]struct{ at, offset string }{
		{text(exif, "DateTimeOriginal"), text(exif, "OffsetTimeOriginal")},
		{text(exif, "DateTimeDigitized"), text(exif, "OffsetTimeDigitized")},
		{text(exif, "DateTime"), text(exif, "OffsetTime")},
		{text(exif, "ModifyDate"), text(exif, "OffsetTime")},
		{text(xmp, "DateTimeOriginal"), ""},
		{text(xmp, "CreateDate"), ""},
		{text(xmp, "DateCreated"), ""},
	} {
		for _, layout := range []string{"2006:01:02 15:04:05Z07:00", "2006-01-02T15:04:05Z07:00"} {
			if at, err := time.Parse(layout, try.at+try.offset); err == nil {
				return at
			}
		}
		for _, layout := range []string{"2006:01:02 15:04:05", "2006-01-02T15:04:05"} {
			if at, err := time.ParseInLocation(layout, try.at, zone); err == nil {
				return at
			}
		}
	}
	return time.Time{}
}
