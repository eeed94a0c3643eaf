package markdown

import (
	"embed"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// styleFiles are chroma's styles of highlighted code. Its own package of them reads all 75 whenever a program
// starts, which took 7 ms of each run of sitegen; nearly all runs need one or none.
//
//go:embed styles/*.xml
var styleFiles embed.FS

// fallbackStyle is used for unknown names, as in chroma.
const fallbackStyle = "swapoff"

func styleFile(name string) string { return "styles/" + strings.ToLower(name) + ".xml" }

// hasStyle reports whether a style exists, by its name in upper or lower case.
func hasStyle(name string) bool {
	f, err := styleFiles.Open(styleFile(name))
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// styleNames lists the names of styles in order.
func styleNames() []string {
	files, _ := styleFiles.ReadDir("styles")
	out := make([]string, 0, len(files))
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".xml"); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// readStyle reads a style, or the fallback if it does not exist.
func readStyle(name string) *chroma.Style {
	if !hasStyle(name) {
		name = fallbackStyle
	}
	f, err := styleFiles.Open(styleFile(name))
	if err != nil {
		panic(err) // the files are embedded
	}
	defer f.Close()
	return chroma.MustNewXMLStyle(f)
}
