package resource

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// assetFunc returns a file of assets/ by its path below that folder, and its path on disk or another unique name.
type assetFunc = func(name string) (content []byte, shown string, ok bool)

// contextKey is the option with resources in which imports are found before the files of assets/.
const contextKey = "importContext"

// importable are the extensions of files that scripts and style sheets import.
var importable = []string{".css", ".scss", ".sass", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".json"}

// contextFirst reads the option importContext of a transformation. It returns the options with a hash in its place, to
// distinguish contexts, and a function that looks in the context before the files of assets/.
func contextFirst(c Scope, options map[string]any) (map[string]any, func(assetFunc) assetFunc, error) {
	key := ""
	for k := range options {
		if strings.EqualFold(k, contextKey) {
			key = k
		}
	}
	if key == "" {
		return options, func(asset assetFunc) assetFunc { return asset }, nil
	}
	contexts, err := importContexts(c, options[key])
	if err != nil {
		return nil, nil, err
	}
	files, hash := map[string][]byte{}, uint64(0)
	for _, x := range contexts {
		for _, file := range x.Files {
			name, below := file.Name, true
			if x.Mounted {
				if name, below = strings.CutPrefix("/"+strings.TrimPrefix(name, "/"), path.Join("/", x.Base)); below {
					name = path.Join(x.Target, name)
				}
			}
			name = strings.TrimPrefix(path.Clean("/"+name), "/")
			if _, twice := files[name]; twice || !below || !slices.Contains(importable, path.Ext(name)) {
				continue
			}
			if files[name], err = c.Resources().batchResource(file).bytes(c); err != nil {
				return nil, nil, err
			}
			hash = trace.Mix(hash, trace.Mix(trace.HashStrings(name), trace.Hash(files[name])))
		}
	}
	options = maps.Clone(options)
	options[key] = hash
	return options, func(asset assetFunc) assetFunc {
		return func(name string) ([]byte, string, bool) {
			content, shown, ok := asset(name)
			if text, there := files[name]; there {
				return text, contextKey + "/" + name, true
			}
			return content, shown, ok
		}
	}, nil
}
