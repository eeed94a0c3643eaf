package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// readMediaTypes adds the project's media types to the defaults.
func readMediaTypes(r reader) map[string]*MediaType {
	out := defaultMediaTypes()
	all := r.sub("mediatypes")
	for _, key := range all.keys() {
		t := all.sub(key)
		m := MediaType{Type: key, Delimiter: "."}
		t.fill(&m)
		out[key] = &m
	}
	return out
}

// readOutputFormats adds the project's output formats to the defaults; a known name changes that format, a new
// one starts from the defaults in https://gohugo.io/configuration/output-formats/. As in Hugo, a known format keeps the
// suffixes that its media type has by default, also if the project changes them, unless it names the media type itself.
func readOutputFormats(r reader, media map[string]*MediaType) map[string]*OutputFormat {
	unchanged := defaultMediaTypes()
	for key, m := range unchanged {
		if have := media[key]; have != nil && reflect.DeepEqual(m, have) {
			unchanged[key] = have
		}
	}
	out := defaultOutputFormats(unchanged)
	all := r.sub("outputformats")
	for _, key := range all.keys() {
		t := all.sub(key)
		f := OutputFormat{Name: key, BaseName: "index", Rel: "alternate"}
		if have := out[key]; have != nil {
			f = *have
		}
		var mediaType string
		t.str("mediatype", &mediaType)
		if mediaType != "" {
			f.MediaType = mediaTypeNamed(media, strings.ToLower(mediaType))
			if f.MediaType == nil {
				d := t.problem("mediatype", diag.Error, fmt.Sprintf("unknown media type %q", mediaType))
				d.Hint = fmt.Sprintf("define it: [mediaTypes.%q] with suffixes", mediaType)
				continue
			}
		}
		if f.MediaType == nil {
			t.problem("", diag.Error, fmt.Sprintf("output format %q needs a mediaType", key))
			continue
		}
		t.fill(&f)
		if out[key] != nil {
			t.str("name", &f.Shown)
		}
		out[key] = &f
	}
	return out
}

// mediaTypeNamed finds a media type; "application/rss" also finds "application/rss+xml", as in Hugo.
func mediaTypeNamed(media map[string]*MediaType, name string) *MediaType {
	if m := media[name]; m != nil || strings.Contains(name, "+") {
		return m
	}
	for _, key := range slices.Sorted(maps.Keys(media)) {
		if strings.HasPrefix(key, name+"+") {
			return media[key]
		}
	}
	return nil
}

// unknownOutput is the rule for undefined output formats, which a missing module might define.
const unknownOutput = "config-output"

// readOutputs returns the formats of each page kind (https://gohugo.io/configuration/outputs/). Formats under
// the old name taxonomyTerm are added to those of the kind, as in Hugo.
func readOutputs(r reader, formats map[string]*OutputFormat, disabled map[string]bool) map[string][]string {
	lists := []string{"html", "rss"}
	out := map[string][]string{
		"home": lists, "section": lists, "taxonomy": lists, "term": lists, "page": {"html"}, "404": {"html"},
	}
	all := r.sub("outputs")
	for _, kind := range all.keys() {
		var names []string
		all.list(kind, &names)
		given := kind
		if kind = modernKind(kind); !slices.Contains(outputKinds, kind) {
			d := all.problem(given, diag.Warning, fmt.Sprintf("outputs: %q is not a page kind", given))
			d.Hint = "in TOML, a key below [outputs] belongs to outputs: put keys of the site above all tables"
			continue
		}
		if given == kind {
			out[kind] = nil
		}
		for _, name := range names {
			name = strings.ToLower(name)
			if formats[name] == nil {
				d := all.problem(kind, diag.Error, fmt.Sprintf("unknown output format %q for kind %q", name, kind))
				d.Rule = unknownOutput
				d.Hint = "define it under [outputFormats], or use an existing one"
				continue
			}
			if given == kind || !slices.Contains(out[kind], name) {
				out[kind] = append(out[kind], name)
			}
		}
	}
	if disabled["rss"] {
		for kind, names := range out {
			out[kind] = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "rss" })
		}
	}
	return out
}

// outputKinds are the page kinds that outputs can name.
var outputKinds = []string{"home", "section", "taxonomy", "term", "page", "404", "robotstxt", "sitemap", "rss"}

// modernKind maps old page kind names to the current ones.
func modernKind(kind string) string {
	switch kind {
	case "taxonomyterm":
		return "taxonomy"
	case "robotstxt", "robots":
		return "robotstxt"
	}
	return kind
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }
