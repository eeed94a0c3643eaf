// Package emit lists the outputs that are made from a listing: sitemaps, feeds, and other files for machines. Each
// output is a package below this one, which returns its emissions. A new output needs its package, a line in the list
// of outputs, and its settings in internal/config. indexnow is the shortest example, llms one with texts of pages.
package emit

import (
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/emit/feedfiles"
	"github.com/sitegen/sitegen/internal/emit/indexnow"
	"github.com/sitegen/sitegen/internal/emit/llms"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/emit/xmlstyle"
	"github.com/sitegen/sitegen/internal/listing"
)

// output is one kind of file that is made from the listing.
type output struct {
	emissions func(*emission.Source) []emission.Emission // nil: another output writes these files
	explain   func(emission.Question) []emission.Answer  // whether and why it lists a page; nil: no answer
}

// outputs lists every output, in the order in which they are explained.
var outputs = []output{
	{sitemaps.Emissions, sitemaps.Explain},
	{feedfiles.Emissions, feedfiles.Explain},
	{feedfiles.Chapters, nil},
	{nil, sitemaps.ExplainRobots},
	{llms.Emissions, nil},
	{indexnow.Emissions, nil},
	{xmlstyle.Emissions, nil},
}

// Emissions returns all emissions of the listing, in a fixed order. Call it with the sealed Listing, after the pages
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
