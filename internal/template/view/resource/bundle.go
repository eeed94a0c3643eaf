package resource

import (
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
	"github.com/sitegen/sitegen/internal/assets/sass"
)

// buildScript implements js.Build: https://gohugo.io/functions/js/build/
func buildScript(c Scope, args ...any) (*Resource, error) { return build(c, "js.Build", false, args) }

// buildStyle implements css.Build: https://gohugo.io/functions/css/build/
func buildStyle(c Scope, args ...any) (*Resource, error) { return build(c, "css.Build", true, args) }

// bundleOptions are esbuild's options, and those for the resulting resource.
type bundleOptions struct {
	esbuild.Options
	TargetPath     string
	SourcesContent bool
	AvoidTDZ       bool // no effect, as in Hugo
}

func build(c Scope, function string, style bool, args []any) (*Resource, error) {
	r, m, err := transformArguments(function, args)
	if err != nil {
		return nil, err
	}
	o := bundleOptions{SourcesContent: true}
	if err := decodeOptions(function, m, &o); err != nil {
		return nil, err
	}
	m, first, err := contextFirst(c, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	if len(o.Vars) > 0 && m != nil {
		m = maps.Clone(m)
		m["vars"] = sass.NewVars(plainMap(o.Vars)) // a quoted text differs from the same text unquoted
	}
	o.NoSourcesContent = !o.SourcesContent
	mediaType, extension := "text/javascript", ".js"
	if style {
		mediaType, extension = "text/css", ".css"
	}
	to := targetOf(o.TargetPath, extension)
	target := to(r.target)
	if style {
		if o.PublicPath == "" {
			o.PublicPath = strings.TrimSuffix(r.files.o.Base.At("/"+path.Dir(target)).Rel(), "/")
		}
	}
	made, err := r.transform(c, function, m, func(data []byte, asset assetFunc) (*transformed, error) {
		b, err := esbuild.Build(&esbuild.Entry{
			Name: r.original, Content: string(data), Style: style, Project: r.files.o.Config.Project,
			Output: path.Base(target), Asset: first(asset),
		}, &o.Options)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", function, err)
		}
		t := &transformed{content: b.Content, assets: b.Assets, imported: append(b.Read, ""), listed: true}
		if b.Map != nil {
			t.attached = map[string][]byte{path.Base(target) + ".map": b.Map}
		}
		for name, content := range b.Files {
			t.attached = with(t.attached, name, content)
		}
		return t, nil
	})
	if err != nil {
		return nil, err
	}
	return made.resource(r, to, mediaType), nil
}

func with(m map[string][]byte, name string, content []byte) map[string][]byte {
	if m == nil {
		m = make(map[string][]byte)
	}
	m[name] = content
	return m
}
