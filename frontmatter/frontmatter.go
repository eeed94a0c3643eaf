// Package frontmatter splits a content file into its metadata and its body, with positions.
//
// It reads YAML between --- lines, TOML between +++ lines, a JSON object and the keywords of Org mode, as Hugo reads
// them (https://gohugo.io/content-management/front-matter/), and is the only importer of
// adrg/frontmatter and of the YAML and TOML decoders; configuration, data and string files are
// decoded here too, so that a value means the same wherever it stands.
//
// A block goes one of two ways. Most headers are plain scalars and simple lists; readPlain reads
// those. Everything else goes to adrg/frontmatter, which chooses the decoder. Both ways give
// the same Block; a fuzz test compares them.
package frontmatter

// Format is the notation of a front matter block or of a data file.
type Format string

const (
	None Format = ""
	YAML Format = "yaml"
	TOML Format = "toml"
	JSON Format = "json"
	Org  Format = "org" // of content files only: keywords of Org mode
)

// Block is what stands before the body of a content file.
//
// Values have only these types: nil, bool, uint64 (YAML), int64 (TOML, and YAML below 0; Int reads both), float64
// (all numbers of JSON), string, time.Time (a date with an offset, TOML only), Local (a date without one, TOML only),
// []any and map[string]any. Those are the types that Hugo's templates see. YAML dates are strings, as Hugo reads them.
// A Block is not changed after Parse returns it.
type Block struct {
	Format   Format
	Values   map[string]any // keys of all levels in lower case; never nil
	Lines    map[string]int // line in the file (from 1) of each top-level key, in lower case
	Body     int            // byte offset of the body in the source
	BodyLine int            // line (from 1) on which the body begins
	Repeated []*Error       // keys that YAML or JSON gives twice, of which the last one counts; usually nil
}
