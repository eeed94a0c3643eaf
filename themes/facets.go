package themes

import (
	"reflect"

	"github.com/sitegen/sitegen/internal/trace"
)

// facetTable says for every method and field of every view that reads something what it reads. The
// dispatcher records that before it calls the method. A method that is pure in what was recorded to
// get at its receiver stands here with 0, and so does one that records for itself through its *Call.
// A test walks all views and fails on a name that is missing.
type facetTable map[reflect.Type]map[string]trace.Kind

func newFacetTable() facetTable {
	t := facetTable{}
	addViewFacets(t)
	return t
}
