// Package openapi reads OpenAPI documents for templates, with the same library as Hugo.
// https://gohugo.io/functions/openapi3/unmarshal/
package openapi

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Document is an OpenAPI document with resolved references, and the names of files that were looked for, sorted.
type Document struct {
	*openapi3.T
	Assets []string
}

// Unmarshal reads a document in JSON or YAML. name is its path below assets, from which references are resolved; asset
// returns files below assets.
func Unmarshal(
	name string, data []byte, asset func(name string) (content []byte, shown string, ok bool),
) (*Document, error) {
	read := make(map[string]bool)
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	loader.ReadFromURIFunc = func(_ *openapi3.Loader, at *url.URL) ([]byte, error) {
		if at.Host != "" || at.Scheme != "" {
			return nil, fmt.Errorf("%s is not fetched: references name files of assets/", at)
		}
		file := strings.TrimPrefix(path.Clean("/"+at.Path), "/")
		read[file] = true
		content, _, ok := asset(file)
		if !ok {
			return nil, fmt.Errorf("file not found: assets/%s", file)
		}
		return content, nil
	}
	if err := (&references{asset: asset}).check(name, data); err != nil {
		return nil, err
	}
	t, err := loader.LoadFromDataWithPath(data, &url.URL{Path: "/" + name})
	if err != nil {
		return nil, err
	}
	return &Document{T: t, Assets: slices.Sorted(maps.Keys(read))}, nil
}
