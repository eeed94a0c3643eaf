package external

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// AsciiDocArgs returns the arguments for Asciidoctor from markup.asciidocext of the configuration, with keys in lower
// case. ignored lists settings that have no effect. https://gohugo.io/configuration/markup/#asciidoc
func AsciiDocArgs(settings map[string]any) (args, ignored []string) {
	choice := func(key, flag, usual string, allowed ...string) {
		switch v, _ := settings[key].(string); {
		case v == "" || v == usual:
		case slices.Contains(allowed, v):
			args = append(args, flag, v)
		default:
			ignored = append(ignored, key+" = "+v)
		}
	}
	choice("backend", "-b", "html5", "html5s", "xhtml5")
	for _, extension := range texts(settings["extensions"]) {
		if strings.ContainsAny(extension, `\/.`) {
			ignored = append(ignored, "extensions: "+extension)
			continue
		}
		args = append(args, "-r", extension)
	}
	attributes, _ := settings["attributes"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(attributes)) {
		switch v := attributes[key]; {
		case key == "outdir":
			ignored = append(ignored, "attributes.outdir")
		case v == true:
			args = append(args, "-a", key)
		case v == false:
			args = append(args, "-a", "!"+key)
		default:
			args = append(args, "-a", fmt.Sprint(key, "=", v))
		}
	}
	for _, f := range []struct{ key, flag string }{
		{"sectionnumbers", "--section-numbers"},
		{"verbose", "--verbose"},
		{"trace", "--trace"},
	} {
		if settings[f.key] == true {
			args = append(args, f.flag)
		}
	}
	choice("failurelevel", "--failure-level", "fatal", "warn")
	choice("safemode", "--safe-mode", "unsafe", "safe", "server", "secure")
	return args, ignored
}

// texts converts a list to strings.
func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, x := range list {
		out = append(out, fmt.Sprint(x))
	}
	return out
}
