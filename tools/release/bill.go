package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
)

// CycloneDX 1.5 as far as a binary of Go can tell: https://cyclonedx.org/docs/1.5/json/. There is neither a time nor
// a serial number in it: it follows from the binary alone.
type document struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PackageURL string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// work is one by others that is embedded as it is; licence is its file in this repository.
type work struct{ name, version, url, licence string }

// embedded are the works of others in every binary that are no modules of Go.
func embedded() []work {
	return []work{
		{
			"fontawesome-free", "7.3.1", "pkg:npm/%40fortawesome/fontawesome-free@7.3.1",
			"internal/foreign/mkdocs/icons/LICENSE.fontawesome",
		},
		{"flect", "1.0.3", "pkg:golang/github.com/gobuffalo/flect@v1.0.3", "internal/base/words/inflect/LICENSE.flect"},
		{"katex", "0.17.0", "pkg:npm/katex@0.17.0", "internal/template/render/tex/katex/LICENSE.katex"},
		{"libsass", "3.6.6", "pkg:golang/github.com/bep/golibsass@v1.2.0", "internal/assets/sass/libsass/COPYING"},
		{
			"libwebp", "1.2.4-0.2+deb12u1", "pkg:deb/debian/libwebp@1.2.4-0.2%2Bdeb12u1",
			"internal/assets/media/picture/libwebp/COPYING",
		},
		{"mdi", "7.4.47", "pkg:npm/%40mdi/svg@7.4.47", "internal/foreign/mkdocs/icons/LICENSE.mdi"},
		{"lucide", "1.62.0", "pkg:npm/lucide-static@1.62.0", "themes/embedded/base/LICENSE.lucide"},
		{"mermaid", "11.17.2", "pkg:npm/mermaid@11.17.2", "themes/embedded/base/LICENSE.mermaid"},
		{
			"noto-sans-math", "5.3.0", "pkg:npm/%40fontsource/noto-sans-math@5.3.0",
			"themes/embedded/base/LICENSE.noto-sans-math",
		},
		{
			"octicons", "19.42.0", "pkg:npm/%40primer/octicons@19.42.0",
			"internal/foreign/mkdocs/icons/LICENSE.octicons",
		},
		{
			"quickjs", "2025.04.26-1", "pkg:deb/debian/quickjs@2025.04.26-1",
			"internal/template/render/tex/katex/LICENSE.quickjs",
		},
		{"simple-icons", "16.37.0", "pkg:npm/simple-icons@16.37.0", "themes/embedded/base/LICENSE.simple-icons"},
	}
}

// bill lists what a binary was built from, as the binary itself says, and what is embedded in it.
func bill(info *debug.BuildInfo) []byte {
	d := document{
		Format: "CycloneDX", SpecVersion: "1.5", Version: 1,
		Metadata: metadata{module("application", &info.Main)},
	}
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "GO") || strings.HasPrefix(s.Key, "vcs") || strings.HasPrefix(s.Key, "-") ||
			s.Key == "CGO_ENABLED" {
			d.Metadata.Component.Properties = append(d.Metadata.Component.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	d.Components = append(d.Components,
		component{
			Type: "library", Ref: "pkg:golang/std@" + version, Name: "std", Version: version,
			PackageURL: "pkg:golang/std@" + version,
		})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		d.Components = append(d.Components, module("library", m))
	}
	for _, w := range embedded() {
		d.Components = append(d.Components,
			component{Type: "library", Ref: w.url, Name: w.name, Version: w.version, PackageURL: w.url})
	}
	data, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		panic(err) // texts only
	}
	return append(data, '\n')
}

func module(kind string, m *debug.Module) component {
	url := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: kind, Ref: url, Name: m.Path, Version: m.Version, PackageURL: url}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
