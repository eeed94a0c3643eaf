// Package emit lists what is written of a listing: sitemaps, feeds, and other files for machines. Each output is a
// package below, which makes its emissions; a new one needs its package, a line in this list, and its settings in
// internal/config.
package emit

import (
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/feedfiles"
	"github.com/sitegen/sitegen/internal/emit/indexnow"
	"github.com/sitegen/sitegen/internal/emit/llms"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/listing"
)

// output is one kind of files.
type output struct {
	emissions func(*emission.Source) []emission.Emission // nil: those of another output write it
	explain   func(emission.Question) []emission.Answer  // whether it lists a page, and why not; nil: nobody asks
}

// outputs are all of them, in the order in which they are explained.
var outputs = []output{
	{sitemaps.Emissions, sitemaps.Explain},
	{feedfiles.Emissions, feedfiles.Explain},
	{nil, sitemaps.ExplainRobots},
	{llms.Emissions, nil},
	{indexnow.Emissions, nil},
}

// Emissions returns everything that is to be written, in a fixed order. Call it on the sealed Listing, after the pages
// are rendered.
func Emissions(l *listing.Listing, o emission.Options) (out []emission.Emission) {
	src := emission.From(l, o)
	for _, one := range outputs {
		if one.emissions != nil {
			out = append(out, one.emissions(src)...)
		}
	}
	return out
}
