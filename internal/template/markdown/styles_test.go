package markdown

import (
	"encoding/xml"
	"slices"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
)

// The styles are those of chroma. After an update of it: cp its styles/*.xml to styles/.
func TestStylesAreThoseOfChroma(t *testing.T) {
	if got := styleNames(); !slices.Equal(got, styles.Names()) {
		t.Errorf("%q, want %q", got, styles.Names())
	}
	text := func(s *chroma.Style) string {
		b, err := xml.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, name := range append(styles.Names(), "Monokai", "no-such-style", "") {
		if got, want := text(readStyle(name)), text(styles.Get(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if hasStyle("no-such-style") || hasStyle("") || hasStyle("../styles") || !hasStyle("Monokai") {
		t.Error("it does not know which styles there are")
	}
}
