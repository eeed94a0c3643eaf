// Package frontmatter splits a content file into its metadata and its body, with positions.
//
// It reads YAML between --- lines, TOML between +++ lines, a JSON object, and the keywords of Org mode, as Hugo
// does (https://gohugo.io/content-management/front-matter/). It is the only importer of adrg/frontmatter and of
// the YAML and TOML decoders. Configuration, data, and string files are decoded here, too, so a value means the
// same everywhere.
//
// A block takes one of two paths. Most blocks contain only plain scalars and simple lists; readPlain reads
// those. Everything else goes to adrg/frontmatter, which selects the decoder. Both paths give the same Block; a
// fuzz test compares them.
package frontmatter

import "strings"

// Format is the notation of a front matter block or a data file.
type Format string

const (
	None Format = ""
	YAML Format = "yaml"
	TOML Format = "toml"
	JSON Format = "json"
	Org  Format = "org" // of content files only: keywords of Org mode
)

// Block is the front matter of a content file.
//
// Values have only these types: nil, bool, uint64 (YAML), int64 (TOML, and negative YAML numbers; Int reads
// both), float64 (all JSON numbers), string, time.Time (a date with an offset, only TOML), Local (a date
// without an offset, only TOML), []any, and map[string]any. Hugo's templates see the same types. YAML dates are
// strings, as in Hugo. A Block is immutable after Parse returns it.
type Block struct {
	Format   Format
	Values   map[string]any // keys of all levels are in lower case (see ParseHugo); never nil
	Lines    map[string]int // line in the file (from 1) of each key, by its dotted path in lower case: see Line
	Body     int            // byte offset of the body in the source
	BodyLine int            // line (from 1) on which the body begins
	Repeated []*Error       // keys that YAML or JSON gives twice; the last one counts; usually nil
}

// Line returns the line of a key by its dotted path in lower case ("feeds.podcast.image"), or of the nearest key that
// contains it; 0 if the block has neither. Values in a list have the line of the list's key. It works on a nil Block.
func (b *Block) Line(path string) int {
	for b != nil && path != "" {
		if line := b.Lines[path]; line > 0 {
			return line
		}
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
	return 0
}
