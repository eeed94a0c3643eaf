package resource

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/assets/openapi"
)

// unmarshalOpenAPI implements openapi3.Unmarshal: https://gohugo.io/functions/openapi3/unmarshal/
func unmarshalOpenAPI(c Scope, r *Resource, _ ...any) (*openapi.Document, error) {
	const function = "openapi3.Unmarshal"
	if r == nil {
		return nil, fmt.Errorf("%s: no resource", function)
	}
	made, err := r.transform(c, function, nil, func(data []byte, asset assetFunc) (*transformed, error) {
		d, err := openapi.Unmarshal(r.original, data, asset)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", function, r.original, err)
		}
		return &transformed{document: d, assets: d.Assets}, nil
	})
	if err != nil {
		return nil, err
	}
	return made.document, nil
}
